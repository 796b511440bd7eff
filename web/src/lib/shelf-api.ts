// Typed routes of the server's public shelf of scenarios. `token` is the key of this browser.
import { ask, json, part, query } from "./api";
import type { ShelfEntry, ShelfPage, ShelfScenario } from "./protocol";

interface ShelfQuery {
  sort: string;
  game: string;
  /** Only one's own scenarios. */
  own?: number | undefined;
  page: number;
}
const at = (code: string, what = "") => `/shelf/${part(code)}${what}`;
const done = async (path: string, method: string, token: string, body?: unknown): Promise<void> =>
  void (await ask(path, { method, token, ...(body !== undefined && { body }) }));

export const shelfApi = {
  page: (wish: ShelfQuery, token: string) => json<ShelfPage>(`/shelf${query({ ...wish })}`, { token }),
  scenario: (code: string, token: string) => json<ShelfScenario>(at(code), { token }),
  publish: (declared: string, token: string) =>
    json<ShelfEntry>("/shelf", { method: "POST", body: { declared }, token }),
  remove: (code: string, token: string) => done(at(code), "DELETE", token),
  notePlayed: (code: string, token: string) => done(at(code, "/plays"), "POST", token),
  like: (code: string, liked: boolean, token: string) => done(at(code, "/likes"), liked ? "POST" : "DELETE", token),
  report: (code: string, why: string, token: string) => done(at(code, "/reports"), "POST", token, { why }),
};
