// Whether a search for an opponent goes on, for the parts of the page that show it. The search itself is in
// pages/lobby/search.svelte.ts.

/** `found`: the game that was found while another one was being played. */
export const opponentSearch = $state({ on: false, found: "" });
