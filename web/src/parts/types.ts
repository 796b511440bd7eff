// The props of every widget. Widgets draw their props: they know no rule, no socket and no game. Words that belong to a
// game (names, abilities, sentences) come in as strings; words of the widget itself are in `parts.json`.
export * from "./types-combat";
export * from "./types-looks";
export * from "./types-panels";
export * from "./types-table";
