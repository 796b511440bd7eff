// A free board, all in one piece: what is fetched when one is opened.
export { default as BoardTable } from "./BoardTable.svelte";
export { openBoard } from "./board-exercise.svelte";
