// Entry point of the chunk that is loaded when a free board is opened.
export { default as BoardTable } from "./BoardTable.svelte";
export { openBoard } from "./board-exercise.svelte";
