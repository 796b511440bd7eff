// What a player lays down while somebody else decides: cards, the end of the turn, and what is picked in the maze as it
// stands: moves, attacks, rooms to reveal. The server keeps it and plays it when the time comes; whatever does not fit
// then is dropped.

import type { Choice } from "$lib/protocol";
import { colourOf, figureOf } from "$lib/names";
import type { Marks, Pick } from "$maze/types";
import type { GamePageStore } from "./game-page-store.svelte";
import { charactersOf, standings } from "./token-looks";
import { playerOf } from "./plaques";

export class Premoves {
  /** The character whose way is to be chosen. */
  token = $state("");

  constructor(private readonly store: GamePageStore) {}

  /** What is planned for the seat that looks. */
  choices = $derived.by<Choice[]>(() => {
    const { session } = this.store;
    return (session.plans[session.looking]?.choices ?? []).filter(
      (choice): choice is Choice => typeof choice !== "string",
    );
  });
  dropped = $derived.by(() => this.store.session.plans[this.store.session.looking]?.dropped ?? null);
  /** Can the viewer plan: a waiting player with a seat in a game that has begun? */
  possible = $derived.by(() => {
    const { session, view, exercise } = this.store;
    return (
      !exercise &&
      !!view &&
      !view.over &&
      view.turn > 0 &&
      session.held.includes(session.looking) &&
      !session.mine &&
      !session.curtain
    );
  });
  /** Action cards of the board game that may still be in the hand when the turn comes. */
  cards = $derived.by<number[]>(() => {
    const player = this.store.view && playerOf(this.store.view, this.store.session.looking);
    const begun = this.choices.length > 0 || this.store.view?.active === this.store.session.looking;
    return player && "actions" in player && !begun ? player.actions : [];
  });
  ended = $derived.by(() => this.choices.at(-1)?.do === "pass");

  /** Arrows from where each stands to where it shall go, quiet as everything that is not done yet. */
  marks = $derived.by<Marks>(() => {
    const { view, scene } = this.store;
    if (!view || !scene || !this.possible) return {};
    const at = new Map([...standings(view, scene)].map(([token, { place }]) => [token, place]));
    const arrows: NonNullable<Marks["arrows"]> = [];
    const goals: string[] = [];
    this.choices.forEach(({ do: deed, token = "", target = "", square = "", zone = "" }, index) => {
      const from = at.get(token);
      const to = square || zone || at.get(target);
      if (!from || !to) return;
      arrows.push({ path: [from, to], tone: "plan", number: index + 1 });
      goals.push(to);
      if (deed === "move") at.set(token, to);
    });
    return { arrows, placeHere: goals, ...(this.token && { selected: this.token }) };
  });

  /** A click in the maze: first one of one's own, then a place, an enemy or a face-down room. */
  pick(pick: Pick): void {
    const { view, scene, session } = this.store;
    if (!view || !scene) return;
    const own = pick.kind === "token" && charactersOf(view, scene, session.looking).includes(pick.token);
    if (own) this.token = this.token === pick.token ? "" : pick.token;
    else if (this.token) {
      this.add(this.meant(pick));
      this.token = "";
    }
  }

  private meant(pick: Pick): Choice {
    const { token } = this;
    if (pick.kind === "room") return { do: "reveal", token, place: pick.place };
    if (
      pick.kind === "token" &&
      colourOf(pick.token) !== colourOf(token) &&
      figureOf(this.store.scene!, pick.token)?.character
    )
      return { do: "attack", token, target: pick.token };
    return {
      do: "move",
      token,
      ...(this.store.scene!.game === "card" ? { zone: pick.place } : { square: pick.place }),
    };
  }

  add(choice: Choice): void {
    void this.store.session.layPlan([...this.choices, choice]);
  }

  clear(): void {
    this.token = "";
    void this.store.session.layPlan([]);
  }
}
