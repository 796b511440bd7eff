// Provably fair chance (docs/fairness.md): this browser's contribution to a seed, the commitment it was shown, and the
// check of a finished game. The check runs here with Web Crypto and takes nothing but numbers from the server.
import { api } from "./api";
import type { Again, Created, GameInfo, Promised, Proof, Tile } from "./protocol";
import { recall, remember } from "./storage";

/**
 * What this browser knows of a game's seal: the first commitment it was shown, and what it contributed ("": nothing
 * that counts).
 */
export interface OwnSeal {
  commitment: string;
  contribution: string;
  /** Was the commitment shown before the contribution was sent? */
  before: boolean;
}

/** What was found: it is as it should be, it is not, or it cannot be checked. */
export type Verdict = "right" | "wrong" | "unproven";

/** One thing that was looked at. `key`: its sentence in the catalogue, below `seal.`. */
export interface CheckResult {
  key: string;
  verdict: Verdict;
  values?: Record<string, string | number>;
}

const KEY = "dungeon-twister.seals";
const MOST = 300; // games whose seals are kept
const TICKETS = 2;
const QUARTERS = 4; // ways in which a room may lie
const HEADING = "dungeon-twister chance 2";

// -- keeping

export function sealOf(game: string): OwnSeal | undefined {
  return recall<Record<string, OwnSeal>>(KEY, {})[game];
}

export function saveSeal(created: Created, contribution: string, promised: string): Created {
  const { id, commitment = "" } = created.info;
  const known = recall<Record<string, OwnSeal>>(KEY, {});
  // Asked for twice: the first one counts
  if (!(promised || commitment) || (known[id] && !created.contributed)) return created;
  const own = {
    commitment: promised || commitment,
    contribution: created.contributed ? contribution : "",
    before: !!promised,
  };
  remember(KEY, Object.fromEntries([...Object.entries(known).slice(-MOST), [id, own]]));
  return created;
}

/** 32 bytes of the browser's secure source, as hexadecimal digits. */
export function newContribution(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Does the server use another commitment than the one it showed this browser first? */
export function isSwapped(info: GameInfo): boolean {
  const own = sealOf(info.id);
  return !!own && own.commitment !== (info.commitment ?? "");
}

/**
 * The commitment for a game about to be made, as a part of the wish; a server that does not answer leaves the game
 * without.
 */
export async function promise(): Promise<Partial<Promised>> {
  return api.seal().catch(() => ({}));
}

export async function rematchSealed(info: GameInfo, token: string): Promise<Created> {
  const promised = info.rematch ? { commitment: (await api.game(info.rematch)).commitment ?? "" } : await promise();
  const again: Again = { contribution: newContribution(), ...promised };
  return saveSeal(await api.rematch(info.id, token, again), again.contribution!, promised.commitment ?? "");
}

// -- checking

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

/**
 * Which room lies on which tile: in their order each takes, of those that are left, the one with the smallest ticket.
 */
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
    const misdealt =
      verb === "room" &&
      (dealt.get(tile) !== drawn.slice(0, drawn.lastIndexOf(" ")) || new Set(labels).size !== QUARTERS);
    if (misdealt || !labels.includes(drawn) || (await first(labels, ticket)) !== drawn) wrong += 1;
  }
  return wrong;
}

const verdict = (right: boolean): Verdict => (right ? "right" : "wrong");

/** All findings together: one wrong one is enough, and so is one that cannot be checked. */
export function overall(found: CheckResult[]): Verdict {
  return (["wrong", "unproven"] as const).find((one) => found.some((finding) => finding.verdict === one)) ?? "right";
}

/**
 * Everything that can be looked at in a finished game. `own`: what this browser knows; `seats`: the colours held here.
 */
export async function check(proof: Proof, own: OwnSeal | undefined, seats: string[]): Promise<CheckResult[]> {
  const contributed = proof.contributions.some(({ given }) => given);
  if (!own && !proof.commitment && !proof.secret && !contributed) {
    return proof.chance === TICKETS
      ? [{ key: "known", verdict: "unproven" }, await checkDraws(proof)]
      : [{ key: "old", verdict: "unproven" }];
  }
  const found = own ? checkOwn(proof, own, seats) : [{ key: "unseen", verdict: "unproven" as const }];
  if (!own && !contributed) found.push({ key: "nobody", verdict: "unproven" });
  const shown = own?.commitment ?? proof.commitment;
  found.push({ key: "secret", verdict: verdict((await sha256(proof.secret)) === shown) });
  const lines = proof.contributions.map(({ colour, given }) => `${colour} ${given || "-"}\n`).join("");
  found.push({
    key: "seed",
    verdict: verdict((await sha256(`${HEADING}\nsecret ${proof.secret}\n${lines}`)) === proof.seed),
  });
  found.push(proof.chance === TICKETS ? await checkDraws(proof) : { key: "way", verdict: "wrong" });
  return found;
}

/** Check that the proof has the commitment that this browser was shown, and its contribution. */
function checkOwn(proof: Proof, own: OwnSeal, seats: string[]): CheckResult[] {
  const found: CheckResult[] = [{ key: "same", verdict: verdict(proof.commitment === own.commitment) }];
  if (!own.before) found.push({ key: "late", verdict: "unproven" });
  if (!own.contribution) return [...found, { key: "unused", verdict: "unproven" }];
  const given = proof.contributions.filter(({ colour }) => seats.includes(colour));
  return [
    ...found,
    { key: "mine", verdict: verdict(given.length > 0 && given.every((one) => one.given === own.contribution)) },
  ];
}

async function checkDraws(proof: Proof): Promise<CheckResult> {
  if (!proof.draws.length) return { key: "none", verdict: "unproven" };
  const wrong = await wrongDraws(proof);
  return { key: "draws", verdict: verdict(wrong === 0), values: { count: proof.draws.length, wrong } };
}

/**
 * The command that checks the record of a game on one's own machine, with the rules and with what this browser
 * remembers.
 */
export function verifyCommand(file: string, own: OwnSeal | undefined): string {
  const remembered = [
    own?.commitment && `--commitment ${own.commitment}`,
    own?.contribution && `--contribution ${own.contribution}`,
  ];
  return ["dungeon-twister verify", file, ...remembered.filter(Boolean)].join(" ");
}
