// Keys of the game page: which act a key means. The page carries it out.

export type KeyAct =
  | {
      act:
        | "next"
        | "previous"
        | "confirm"
        | "cancel"
        | "space"
        | "end"
        | "undo"
        | "log"
        | "chat"
        | "keys"
        | "list"
        | "hint"
        | "threats"
        | "zoom-in"
        | "zoom-out"
        | "fit"
        | "fold";
    }
  | { act: "focus"; direction: "up" | "down" | "left" | "right" }
  | { act: "deed"; verbs: string[]; twin?: boolean }
  | { act: "number"; value: number };

const DEEDS: Record<string, string[]> = {
  m: ["move"],
  a: ["attack", "spear", "shoot", "bow"],
  r: ["turn"],
  v: ["reveal"],
  j: ["jump", "wall"],
  g: ["gate", "break"],
  h: ["heal", "regenerate"],
  f: ["fire"],
  p: ["drink"],
};
const ARROWS: Record<string, "up" | "down" | "left" | "right"> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const PLAIN: Record<string, KeyAct> = {
  Enter: { act: "confirm" },
  Escape: { act: "cancel" },
  " ": { act: "space" },
  e: { act: "end" },
  l: { act: "log" },
  c: { act: "chat" },
  "?": { act: "keys" },
  o: { act: "list" },
  i: { act: "hint" },
  t: { act: "threats" },
  b: { act: "fold" },
  "+": { act: "zoom-in" },
  "=": { act: "zoom-in" },
  "-": { act: "zoom-out" },
};

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The act of a key, or null. `numbers`: digits choose cards at this moment; otherwise 0 fits the maze into its box. */
export function keyAct(event: KeyLike, numbers: boolean): KeyAct | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && key === "z") return { act: "undo" };
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (key === "Tab") return { act: event.shiftKey ? "previous" : "next" };
  if (ARROWS[key]) return { act: "focus", direction: ARROWS[key] };
  if (/^[0-9]$/.test(key)) {
    if (numbers) return { act: "number", value: Number(key) };
    return key === "0" ? { act: "fit" } : null;
  }
  if (PLAIN[key]) return PLAIN[key];
  const verbs = DEEDS[key];
  return verbs ? { act: "deed", verbs, twin: event.shiftKey || undefined } : null;
}

/** Is somebody typing, or on a control that has its own use of the key? */
export function isBusyTarget(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, [contenteditable]")) return true;
  const onControl = !!target.closest("button, a, [role=tab], [role=radio], label");
  return onControl && (key === "Enter" || key === " ");
}
