// Dragging a token from a tray onto the maze: the token is chosen when it is lifted, the place under the pointer is
// shown as if it were hovered, and letting go there is a click.

import type { Pick, PointerKind } from "$maze/types";

export interface DragTarget {
  lift(token: string): void;
  over(pick: Pick | null): void;
  drop(pick: Pick, pointer: PointerKind): void;
  /** What lies under a point of the screen. */
  at(x: number, y: number): Pick | null;
}

/** How far a pointer must go before it is a drag and not a click. */
const FAR = 8;

/** A Svelte attachment for whatever holds buttons with `data-token`. */
export function draggable(target: DragTarget): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; token: string; far: boolean } | null = null;
    const down = (event: PointerEvent) => {
      const button =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>("[data-token]:not([aria-disabled=true])")
          : null;
      if (button && event.button === 0)
        from = { x: event.clientX, y: event.clientY, token: button.dataset.token ?? "", far: false };
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      if (!from.far && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR) {
        from.far = true;
        target.lift(from.token);
      }
      if (from.far) target.over(target.at(event.clientX, event.clientY));
    };
    const up = (event: PointerEvent) => {
      const dragged = from?.far;
      from = null;
      if (!dragged) return;
      const pick = target.at(event.clientX, event.clientY);
      target.over(null);
      if (pick) target.drop(pick, "mouse");
    };
    const cancel = () => {
      if (from?.far) target.over(null);
      from = null;
    };
    const prevent = (event: Event) => event.preventDefault();
    node.addEventListener("pointerdown", down);
    node.addEventListener("dragstart", prevent);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("dragstart", prevent);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    };
  };
}
