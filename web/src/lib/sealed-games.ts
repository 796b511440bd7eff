// Create and join games with a contribution to their randomness (`fairness.ts`), as the current person (`person.ts`).
import { api } from "./api";
import { ensurePerson, withKey } from "./person";
import type { Created, GameInfo, Join, NewGame } from "./protocol";
import { saveSeal, newContribution, promise } from "./fairness";

export async function createSealed(game: NewGame): Promise<Created> {
  const promised = game.seed ? {} : await promise(); // a given seed has no secret
  const contribution = newContribution();
  const wish = { ...game, contribution, ...promised };
  return saveSeal(
    await withKey((key) => api.createGame(wish, key), await ensurePerson()),
    contribution,
    promised.commitment ?? "",
  );
}

export async function joinSealed(info: GameInfo, join: Join): Promise<Created> {
  const contribution = newContribution();
  const wish = { ...join, contribution };
  return saveSeal(
    await withKey((key) => api.join(info.id, wish, key), await ensurePerson()),
    contribution,
    info.commitment ?? "",
  );
}

/** A game that one was paired for. `promised`: the commitment that was shown before the contribution was sent. */
export const pairedSealed = (created: Created, contribution: string, promised: string): Created =>
  saveSeal(created, contribution, promised);
