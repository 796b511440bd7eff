// The server's routes about oneself and about rooms of clubs, typed; `token` is the key of this browser.
import { ask, json, part, query } from "./api";
import type { Adopted, Me, MoveCode, Moving, Myself, NewPerson, PastGames, Room } from "./protocol";

export const people = {
  begin: (person: NewPerson) => json<Myself>("/people", { method: "POST", body: person }),
  /** `token`: whoever one was here, who is the same person from now on. */
  move: (moving: Moving, token: string) => json<Myself>("/people/moves", { method: "POST", body: moving, token }),
  adopt: (tokens: string[], token: string) => json<Adopted>("/people/me/seats", { method: "POST", body: { tokens }, token }),
  rename: (name: string, token: string) => json<Me>("/people/me", { method: "POST", body: { name }, token }),
  me: (token: string) => json<Me>("/people/me", { token }),
  moveCode: (token: string) => json<MoveCode>("/people/me/code", { method: "POST", token }),
  signOut: async (device: string, token: string): Promise<void> => void (await ask(`/people/me/devices/${part(device)}`, { method: "DELETE", token })),
  pastGames: (wish: { after?: string; game?: string; result?: string; other?: string }, token: string) => json<PastGames>(`/people/me/games${query(wish)}`, { token }),
  export: async (token: string): Promise<Blob> => (await ask("/people/me/export", { token })).blob(),
  forget: async (token: string): Promise<void> => void (await ask("/people/me", { method: "DELETE", token })),
  openRoom: (name: string) => json<Room>("/rooms", { method: "POST", body: { name } }),
  room: (code: string) => json<Room>(`/rooms/${part(code)}`),
};
