// The server's HTTP routes, typed. Whatever goes wrong becomes an ApiError with a reason whose code the catalogues
// know.
import { checkAnswer } from "./message-check";
import type {
  Analysing,
  Advised,
  Again,
  CheckedText,
  CommandAnswer,
  Ask,
  AskHistory,
  Balanced,
  BalanceWish,
  Created,
  Do,
  DrawOffer,
  Evaluation,
  Examples,
  Fill,
  Frame,
  GalleryCard,
  GameAnalysis,
  GameInfo,
  HintWish,
  Hinted,
  History,
  Join,
  LessonCard,
  NewGame,
  OwnGame,
  PrintedSheet,
  PrintWish,
  Promised,
  Proof,
  MissionList,
  PuzzleDay,
  PuzzleList,
  PuzzleVerdict,
  PuzzleWish,
  Reason,
  Replay,
  Resign,
  Say,
  ScenarioCard,
  Scene,
  Strategy,
  Studied,
  StudyBegin,
  Studying,
  Threatened,
  Thumbnail,
  Undo,
  Update,
  Welcome,
  WorkshopText,
} from "./protocol";
import { transport } from "$transport";
import { t } from "./i18n.svelte";
import { refusalText } from "./names";

/** A bot that is offered; none: nobody has measured how strong it is. */
export interface OpponentCard {
  name: string;
  rating: number | null;
}
export interface Catalogue {
  scenarios: ScenarioCard[];
  opponents: OpponentCard[];
  version: string;
  /** Whether people may publish scenarios on this server. */
  shelf: boolean;
}
export type Command = Do | Undo | Fill | Resign | DrawOffer | Say | Ask | AskHistory;
export type Reply = CommandAnswer | Advised | History;

/** What can be done in an exercise. */
export type StudyDeed = NonNullable<Studying["do"]>;

export class ApiError extends Error {
  constructor(
    readonly reason: Reason,
    /** 0: the server could not be reached. */
    readonly status: number,
  ) {
    super(reason.sentence || reason.code);
  }
}

/** The sentence for a player about an error. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("parts.trouble");
  return error.status ? refusalText(error.reason) : t("parts.unreachable");
}

interface Request {
  method?: string;
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as plain text. */
  text?: string;
  signal?: AbortSignal;
}

export async function ask(
  path: string,
  { method = "GET", token, body, text, signal }: Request = {},
): Promise<Response> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = text !== undefined ? "text/plain; charset=utf-8" : "application/json";
  let response: Response;
  try {
    response = await transport.request(path, {
      method,
      ...(token && { token }),
      ...(sent !== undefined && { type, body: sent }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ code: "unreachable" }, 0);
  }
  if (!response.ok) throw new ApiError(await readReason(response), response.status);
  return response;
}

async function readReason(response: Response): Promise<Reason> {
  try {
    const { reason } = (await response.json()) as { reason?: Reason };
    if (reason && typeof reason.code === "string") return reason;
  } catch {
    // Not an answer of our server (a proxy's page, for example): the general message below is shown.
  }
  return { code: response.status === 404 ? "unknown-game" : "jammed" };
}

export async function json<T>(path: string, request?: Request): Promise<T> {
  const answer: unknown = await (await ask(path, request)).json();
  if (import.meta.env.DEV) checkAnswer(answer, request?.method ?? "GET", path);
  return answer as T;
}

export const part = encodeURIComponent;

export function query(values: Record<string, string | number | undefined>, more: [string, string][] = []): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams([
    ...pairs.map(([name, value]): [string, string] => [name, String(value)]),
    ...more,
  ]).toString();
  return text && `?${text}`;
}

/** The same promise for the same question: these answers never change while the page is open. */
function once<T>(make: (...words: string[]) => Promise<T>): (...words: string[]) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (...words) => {
    const key = words.join("\n");
    let promise = kept.get(key);
    if (!promise) {
      promise = make(...words);
      kept.set(key, promise);
      promise.catch(() => kept.delete(key));
    }
    return promise;
  };
}

const keptCatalogue = once(() => json<Catalogue>("/catalogue"));
const keptLessons = once(() => json<LessonCard[]>("/study/lessons"));
const keptGallery = once(() => json<GalleryCard[]>("/study/gallery"));
const keptMissions = once(() => json<MissionList>("/study/missions"));
const keptScene = once((path) => json<Scene>(path!));
const keptExamples = once((game) => json<Examples>(`/examples${query({ game })}`));
const keptStrategy = once((game) => json<Strategy>(`/strategy${query({ game })}`));

export const api = {
  catalogue: (): Promise<Catalogue> => keptCatalogue(),
  /** A scenario that does not come with the server is known by the game, or the record, that it is of. */
  scene: (scenario: string, options: Record<string, string> = {}, id = ""): Promise<Scene> => {
    if (scenario === "own") return keptScene(`/games/${part(id)}/scene`);
    const pairs = Object.entries(options)
      .sort()
      .map(([name, value]): [string, string] => ["option", `${name}=${value}`]);
    return keptScene(`/scene${query({ scenario }, pairs)}`);
  },

  /** The pictures of a game's rules. */
  examples: (game: string): Promise<Examples> => keptExamples(game),
  /** Statistics about strategy: starters, hiding places, the value of actions and pieces. */
  strategy: (game: string): Promise<Strategy> => keptStrategy(game),

  /** Check a scenario of the player's own; returns its options. */
  readScenario: (text: string) => json<ScenarioCard>("/scenarios", { method: "POST", text }),
  /** What the rules say of rooms or of a scenario that is being made. */
  checkText: (text: WorkshopText, signal?: AbortSignal) =>
    json<CheckedText>("/workshop/check", { method: "POST", body: text, ...(signal && { signal }) }),
  /** Search a position for the solutions of a goal. */
  checkPuzzle: (wish: PuzzleWish, signal: AbortSignal) =>
    json<PuzzleVerdict>("/workshop/puzzle", { method: "POST", body: wish, signal }),
  /** Let bots try a scenario for about a second. */
  balance: (wish: BalanceWish, signal: AbortSignal) =>
    json<Balanced>("/workshop/balance", { method: "POST", body: wish, signal }),
  /** The sheets of a scenario to print. */
  sheets: (wish: PrintWish) => json<PrintedSheet[]>("/workshop/print", { method: "POST", body: wish }),
  createGame: (game: NewGame, token = "") => json<Created>("/games", { method: "POST", body: game, token }),
  openGames: (signal?: AbortSignal) => json<GameInfo[]>("/games?open=1", { ...(signal && { signal }) }),
  ownGames: (tokens: string[], token = "") => json<OwnGame[]>("/mine", { method: "POST", body: { tokens }, token }),
  game: (id: string) => json<GameInfo>(`/games/${part(id)}`),
  gameOfCode: (code: string) => json<GameInfo>(`/codes/${part(code)}`),
  join: (id: string, join: Join, token = "") =>
    json<Created>(`/games/${part(id)}/join`, { method: "POST", body: join, token }),
  deleteGame: async (id: string, token: string): Promise<void> => {
    await ask(`/games/${part(id)}`, { method: "DELETE", token });
  },
  changeSeat: (id: string, colour: string, who: string, token: string) =>
    json<GameInfo>(`/games/${part(id)}/seats/${part(colour)}`, { method: "POST", body: { who }, token }),
  report: async (id: string, colour: string, line: number, token: string): Promise<void> =>
    void (await ask(`/games/${part(id)}/reports`, { method: "POST", body: { colour, line }, token })),
  block: async (id: string, colour: string, token: string): Promise<void> =>
    void (await ask(`/games/${part(id)}/blocks`, { method: "POST", body: { colour }, token })),
  pushKey: once(() => json<{ key: string }>("/push")),
  subscribePush: async (
    id: string,
    token: string,
    body: { endpoint: string; p256dh: string; auth: string; language: string },
  ): Promise<void> => void (await ask(`/games/${part(id)}/push`, { method: "POST", body, token })),
  unsubscribePush: async (id: string, token: string): Promise<void> =>
    void (await ask(`/games/${part(id)}/push`, { method: "DELETE", token })),
  listGame: (id: string, listed: boolean, token: string) =>
    json<GameInfo>(`/games/${part(id)}/listing`, { method: "POST", body: { listed }, token }),
  addresses: () => json<string[]>("/addresses"),
  rematch: (id: string, token: string, again: Again) =>
    json<Created>(`/games/${part(id)}/rematch`, { method: "POST", token, body: again }),
  seal: () => json<Promised>("/seals", { method: "POST" }),

  /** A hint by a strong bot; `grade` says how much of it is shown. */
  hint: (id: string, token: string, wish: HintWish, signal?: AbortSignal) =>
    json<Hinted>(`/games/${part(id)}/hint`, { method: "POST", token, body: wish, ...(signal && { signal }) }),
  threats: (id: string, token: string, version: number, signal?: AbortSignal) =>
    json<Threatened>(`/games/${part(id)}/threats${query({ version })}`, { token, ...(signal && { signal }) }),

  view: (id: string, token?: string, since?: number) =>
    json<Welcome>(`/games/${part(id)}/view${query({ since })}`, { ...(token && { token }) }),
  events: (id: string, since: number, token?: string) =>
    json<{ updates: Update[] } | Welcome>(`/games/${part(id)}/events${query({ since })}`, { ...(token && { token }) }),
  command: (id: string, command: Command, token: string) =>
    json<Reply>(`/games/${part(id)}/commands`, { method: "POST", body: command, token }),
  record: async (id: string): Promise<string> => (await ask(`/games/${part(id)}/record`)).text(),

  lessons: (): Promise<LessonCard[]> => keptLessons(),
  /** The games of the gallery, with their marked moments. */
  gallery: (): Promise<GalleryCard[]> => keptGallery(),
  /** All puzzles, and that of the day: tomorrow it is another one. */
  puzzles: () => json<PuzzleList>("/study/puzzles"),
  /** All missions, and with how many stars each act opens. */
  missions: (): Promise<MissionList> => keptMissions(),
  /** The puzzles of the days of a month (`2026-11`), until today. */
  puzzleDays: (month: string) => json<PuzzleDay[]>(`/study/days${query({ month })}`),
  puzzleDrawing: (number: number) => json<Thumbnail>(`/study/drawings/${number}`),
  /** Act in an exercise. The server stores nothing: `deeds` is the list of the last answer. */
  study: (kind: string, name: string, deeds: string[], deed: StudyDeed) =>
    json<Studied>(`/study/${part(kind)}/${part(name)}`, { method: "POST", body: { deeds, do: deed } }),

  /** Evaluate the position of a free board; depth 0: threats and reach. */
  evaluateBoard: (name: string, deeds: string[], depth: number, signal?: AbortSignal) =>
    json<Evaluation>(`/study/board/${part(name)}/evaluation`, {
      method: "POST",
      body: { deeds, depth },
      ...(signal && { signal }),
    }),
  /** Evaluate a moment of a finished game. */
  evaluateMoment: (id: string, number: number, depth: number, signal?: AbortSignal) =>
    json<Evaluation>(`/replays/${part(id)}/${number}/evaluation${query({ depth })}`, { ...(signal && { signal }) }),

  /** The request that sets up a free board at a moment of a finished game. */
  boardOf: (id: string, number: number) => json<StudyBegin>(`/replays/${part(id)}/${number}/board`),

  proof: (id: string) => json<Proof>(`/replays/${part(id)}/proof`),
  replay: (id: string, viewer: string) => json<Replay>(`/replays/${part(id)}${query({ viewer })}`),
  frame: (id: string, number: number, viewer: string) =>
    json<Frame>(`/replays/${part(id)}/${number}${query({ viewer })}`),
  /** The analysis of a finished game as far as it has been made; its sums are there at once. */
  analysis: (id: string) => json<GameAnalysis>(`/replays/${part(id)}/analysis`),
  /** Start or continue the analysis. The server goes on only while a page asks. */
  analyse: (id: string, signal?: AbortSignal) =>
    json<Analysing>(`/replays/${part(id)}/analysis`, { method: "POST", ...(signal && { signal }) }),
  /** `token`: the key of the person who hands it in, so that it is exported and deleted with the person. */
  sendRecord: (record: string, token: string) =>
    json<{ id: string }>("/replays", { method: "POST", text: record, token }),
};
