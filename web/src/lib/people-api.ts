// Typed routes of the server about people, the recovery of seats, and club lobbies. `token` is the key of this browser.
import { ask, json, part, query } from "./api";
import type {
  Adopted,
  ClaimSeat,
  GameInfo,
  Me,
  MoveCode,
  MoveOffer,
  MoveStatus,
  Moving,
  Myself,
  NewPerson,
  Passkey,
  PasskeyAnswer,
  PasskeyOptions,
  PastGames,
  PendingMove,
  RecoveryCode,
  RoomInfo,
  UseRecoveryCode,
} from "./protocol";

const post = { method: "POST" } as const;

export const people = {
  begin: (person: NewPerson) => json<Myself>("/people", { method: "POST", body: person }),
  /** Whose code this is; nothing changes yet. `token`: the key that this browser has. */
  beginMove: (moving: Moving, token: string) =>
    json<MoveOffer>("/people/moves/begin", { ...post, body: moving, token }),
  /** Confirm the move to this device, or ask for its status. */
  confirmMove: (ticket: string, bring: boolean, token: string) =>
    json<MoveStatus>("/people/moves/confirm", { ...post, body: { ticket, bring }, token }),
  cancelMove: async (ticket: string): Promise<void> =>
    void (await ask("/people/moves/cancel", { ...post, body: { ticket } })),
  pendingMove: (token: string) => json<PendingMove>("/people/me/move", { token }),
  answerMove: async (allow: boolean, token: string): Promise<void> =>
    void (await ask("/people/me/move", { ...post, body: { allow }, token })),
  undoMove: async (id: string, token: string): Promise<void> =>
    void (await ask(`/people/me/moves/${part(id)}`, { method: "DELETE", token })),
  newRecoveryCode: (token: string) => json<RecoveryCode>("/people/me/recovery-code", { ...post, token }),
  useRecoveryCode: (body: UseRecoveryCode) => json<Myself>("/people/recovery-code", { ...post, body }),
  passkeyCreation: (token: string) => json<PasskeyOptions>("/people/me/passkeys/options", { ...post, token }),
  addPasskey: (body: PasskeyAnswer, token: string) => json<Passkey>("/people/me/passkeys", { ...post, body, token }),
  removePasskey: async (id: string, token: string): Promise<void> =>
    void (await ask(`/people/me/passkeys/${part(id)}`, { method: "DELETE", token })),
  passkeyRequest: () => json<PasskeyOptions>("/people/passkeys/options", post),
  usePasskey: (body: PasskeyAnswer) => json<Myself>("/people/passkeys", { ...post, body }),
  claimSeat: (game: string, body: ClaimSeat, token: string) =>
    json<GameInfo>(`/games/${part(game)}/claims`, { ...post, body, token }),
  withdrawClaim: (game: string, token: string) =>
    json<GameInfo>(`/games/${part(game)}/claims`, { method: "DELETE", token }),
  adopt: (tokens: string[], token: string) =>
    json<Adopted>("/people/me/seats", { method: "POST", body: { tokens }, token }),
  rename: (name: string, token: string) => json<Me>("/people/me", { method: "POST", body: { name }, token }),
  me: (token: string) => json<Me>("/people/me", { token }),
  moveCode: (token: string) => json<MoveCode>("/people/me/code", { method: "POST", token }),
  signOut: async (device: string, token: string): Promise<void> =>
    void (await ask(`/people/me/devices/${part(device)}`, { method: "DELETE", token })),
  pastGames: (wish: { after?: string; game?: string; result?: string; other?: string }, token: string) =>
    json<PastGames>(`/people/me/games${query(wish)}`, { token }),
  export: async (token: string): Promise<Blob> => (await ask("/people/me/export", { token })).blob(),
  forget: async (token: string): Promise<void> => void (await ask("/people/me", { method: "DELETE", token })),
  openRoom: (name: string) => json<RoomInfo>("/rooms", { method: "POST", body: { name } }),
  room: (code: string) => json<RoomInfo>(`/rooms/${part(code)}`),
};
