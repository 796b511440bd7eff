// The place of the coach in an exercise: a column next to the table or a bar above it. The table fills the rest.

import type { GamePageStore } from "../game-page-store.svelte";

/** From this width on there is room for a column next to the table. */
const WIDE = 1180;
const TALL = 600;
const COLUMN = 320;

/** To be made while a component is made: it lasts as long. */
export class CoachLayout {
  width = $state(1440);
  height = $state(900);
  /** How high the bar is. */
  bar = $state(0);
  coachLayout = $derived(this.width >= WIDE && this.height >= TALL);

  constructor(store: GamePageStore) {
    $effect(() => {
      store.width = this.coachLayout ? this.width - COLUMN : this.width;
      store.height = this.coachLayout ? this.height : this.height - this.bar;
      const { style } = document.documentElement;
      style.setProperty("--coach-right", this.coachLayout ? `${COLUMN}px` : "0px");
      style.setProperty("--coach-top", this.coachLayout ? "0px" : `${this.bar}px`);
    });
    $effect(() => () => {
      document.documentElement.style.removeProperty("--coach-right");
      document.documentElement.style.removeProperty("--coach-top");
    });
  }
}
