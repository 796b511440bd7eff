// Provably fair chance (docs/fairness.md): what this browser adds to the seed of a game, what it was shown beforehand, and the
// check of a finished game, done here with Web Crypto and nothing of the server's but the numbers.
import { api } from "./api";
import type { Again, Created, GameInfo, Proof, Tile } from "./protocol";
import { recall, remember } from "./storage";

/** What this browser knows of a game's seal: the commitment it was shown, and what it contributed ("": nothing that counts). */
export interface OwnSeal {
  commitment: string;
  contribution: string;
  /** Was the commitment shown before the contribution was sent? */
  before: boolean;
}

/** One thing that was looked at. `key`: its sentence in the catalogue, below `seal.`. */
export interface Finding {
  key: string;
  right: boolean;
  values?: Record<string, string | number>;
}

const KEY = "dungeon-twister.seals";
const MOST = 300; // games whose seals are kept
const TICKETS = 2;
const HEADING = "dungeon-twister chance 2";

// -- keeping ----------------------------------------------------------------------------------------------------------------

export function sealOf(game: string): OwnSeal | undefined {
  return recall<Record<string, OwnSeal>>(KEY, {})[game];
}

export function keepSeal(created: Created, contribution: string, promised: string): Created {
  const { id, commitment = "" } = created.info;
  const known = recall<Record<string, OwnSeal>>(KEY, {});
  if (!commitment || (known[id] && !created.contributed)) return created; // asked for twice: the first one counts
  const own = { commitment, contribution: created.contributed ? contribution : "", before: promised === commitment };
  remember(KEY, Object.fromEntries([...Object.entries(known).slice(-MOST), [id, own]]));
  return created;
}

/** 32 bytes of the browser's secure source, as hexadecimal digits. */
export function newContribution(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The commitment for a game about to be made; a server that does not answer leaves the game without. */
export async function promise(): Promise<string> {
  return api.seal().then(({ commitment }) => commitment, () => "");
}

export async function rematchSealed(info: GameInfo, token: string): Promise<Created> {
  const commitment = info.rematch ? ((await api.game(info.rematch)).commitment ?? "") : await promise();
  const again: Again = { contribution: newContribution(), commitment };
  return keepSeal(await api.rematch(info.id, token, again), again.contribution!, commitment);
}

// -- checking ---------------------------------------------------------------------------------------------------------------

/** Can this browser check? Only on https or on this machine itself it has Web Crypto. */
export function canCheck(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}

function hex(bytes: ArrayBuffer | Uint8Array): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(text)));
}

/** Tickets of labels under a seed; each is worked out once. */
async function ticketsOf(seed: string): Promise<(label: string) => Promise<string>> {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const kept = new Map<string, Promise<string>>();
  return (label) => {
    const ticket = kept.get(label) ?? crypto.subtle.sign("HMAC", key, bytes(label)).then(hex);
    kept.set(label, ticket);
    return ticket;
  };
}

/** The label with the smallest ticket. */
async function first(labels: string[], ticket: (label: string) => Promise<string>): Promise<string> {
  const tickets = await Promise.all(labels.map(async (label) => [await ticket(label), label] as const));
  return tickets.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
}

const room = (label: string) => label.split(" ")[2] ?? "";

/** Which room lies on which tile: in their order each takes, of those that are left, the one with the smallest ticket. */
async function deal(tiles: Tile[], ticket: (label: string) => Promise<string>): Promise<Map<string, string>> {
  const dealt = new Map<string, string>();
  const gone = new Set<string>();
  for (const { tile, labels } of tiles) {
    const left = labels.filter((label) => !gone.has(room(label)));
    if (!left.length) continue;
    const label = await first(left, ticket);
    dealt.set(tile, label);
    gone.add(room(label));
  }
  return dealt;
}

/** How many draws do not follow from the seed? */
async function wrongDraws(proof: Proof): Promise<number> {
  const ticket = await ticketsOf(proof.seed);
  const dealt = await deal(proof.tiles, ticket);
  let wrong = 0;
  for (const { labels, drawn } of proof.draws) {
    const [tile = "", verb] = drawn.split(" ");
    const misdealt = verb === "room" && dealt.get(tile) !== drawn.slice(0, drawn.lastIndexOf(" "));
    if (misdealt || !labels.includes(drawn) || (await first(labels, ticket)) !== drawn) wrong += 1;
  }
  return wrong;
}

/** Everything that can be looked at in a finished game. `own`: what this browser knows; `seats`: the colours held here. */
export async function check(proof: Proof, own: OwnSeal | undefined, seats: string[]): Promise<Finding[]> {
  if (proof.chance !== TICKETS) return [{ key: "old", right: true }];
  const found: Finding[] = [];
  if (proof.commitment || proof.secret) {
    const shown = own?.commitment ?? proof.commitment;
    found.push({ key: "same", right: proof.commitment === shown });
    found.push({ key: "secret", right: (await sha256(proof.secret)) === shown });
    if (own?.contribution) {
      const given = proof.contributions.filter(({ colour }) => seats.includes(colour));
      found.push({ key: "mine", right: given.length > 0 && given.every((one) => one.given === own.contribution) });
      if (!own.before) found.push({ key: "late", right: true });
    }
    const lines = proof.contributions.map(({ colour, given }) => `${colour} ${given || "-"}\n`).join("");
    found.push({ key: "seed", right: (await sha256(`${HEADING}\nsecret ${proof.secret}\n${lines}`)) === proof.seed });
  } else {
    found.push({ key: "known", right: true });
  }
  const wrong = await wrongDraws(proof);
  found.push({ key: "draws", right: wrong === 0, values: { count: proof.draws.length, wrong } });
  return found;
}
