/**
 * Pointers on the maze: click, tap, double tap, drag of a token, pan, pinch, wheel. One set of listeners on the whole
 * drawing.
 */
import type { Point } from "./geometry";
import type { Pick, PointerKind } from "./types";

export interface GestureHost {
  /** Something is being played: the press ends it and does nothing else. Returns whether it was so. */
  interrupt(): boolean;
  pick(at: Point, pointer: PointerKind): Pick | null;
  /** Would picking this do anything? A double tap elsewhere zooms. */
  useful(pick: Pick | null): boolean;
  picked(pick: Pick, pointer: PointerKind): void;
  hovered(pick: Pick | null): void;
  /** May this token be dragged? */
  draggable(pick: Pick | null): boolean;
  dragged(token: string, at: Point): void;
  dropped(token: string, at: Point | null, pointer: PointerKind): void;
  canPan(): boolean;
  panned(dx: number, dy: number): void;
  zoomed(factor: number, at: Point): void;
  doubleTapped(at: Point): void;
}

interface Finger {
  start: Point;
  now: Point;
}
type Mode = "idle" | "press" | "drag" | "pan" | "pinch" | "dead";

const FAR = { mouse: 6, pen: 8, touch: 11, keyboard: 6 };

export function listen(element: SVGSVGElement, host: GestureHost): () => void {
  const fingers = new Map<number, Finger>();
  let mode: Mode = "idle";
  let pressed: Pick | null = null;
  let lastTap = { at: { x: 0, y: 0 }, time: 0 };

  const here = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const kind = (event: PointerEvent) => (event.pointerType || "mouse") as PointerKind;
  const spread = () => {
    const [a, b] = [...fingers.values()] as [Finger, Finger];
    return {
      far: Math.hypot(a.now.x - b.now.x, a.now.y - b.now.y),
      middle: { x: (a.now.x + b.now.x) / 2, y: (a.now.y + b.now.y) / 2 },
    };
  };

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button > 1) return;
    const at = here(event);
    fingers.set(event.pointerId, { start: at, now: at });
    if (event.isTrusted) element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      if (mode === "drag" && pressed?.kind === "token") host.dropped(pressed.token, null, kind(event));
      mode = "pinch";
    } else if (fingers.size === 1) {
      mode = host.interrupt() ? "dead" : event.button === 1 ? "pan" : "press";
      pressed = mode === "press" ? host.pick(at, kind(event)) : null;
    }
  }

  function move(event: PointerEvent): void {
    const at = here(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") host.hovered(host.pick(at, "mouse"));
      return;
    }
    const before = fingers.size === 2 ? spread() : null;
    const last = finger.now;
    finger.now = at;
    if (mode === "pinch" && before && fingers.size === 2) {
      const after = spread();
      host.panned(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
      if (before.far > 0) host.zoomed(after.far / before.far, after.middle);
      return;
    }
    if (mode === "press" && Math.hypot(at.x - finger.start.x, at.y - finger.start.y) > FAR[kind(event)]) {
      mode = host.draggable(pressed) ? "drag" : host.canPan() ? "pan" : "dead";
      if (mode === "drag" && pressed) host.picked(pressed, kind(event));
    }
    if (mode === "drag" && pressed?.kind === "token") host.dragged(pressed.token, at);
    if (mode === "pan") host.panned(at.x - last.x, at.y - last.y);
  }

  function up(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    const at = here(event);
    if (mode === "drag" && pressed?.kind === "token") host.dropped(pressed.token, at, kind(event));
    else if (mode === "press") click(at, kind(event));
    mode = fingers.size ? "dead" : "idle";
  }

  function click(at: Point, pointer: PointerKind): void {
    const now = performance.now();
    const twice = now - lastTap.time < 320 && Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < 26;
    lastTap = twice ? { at, time: 0 } : { at, time: now };
    if (twice && !host.useful(pressed)) host.doubleTapped(at);
    else if (pressed) host.picked(pressed, pointer);
  }

  function cancel(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (mode === "drag" && pressed?.kind === "token") host.dropped(pressed.token, null, kind(event));
    mode = "idle";
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    host.zoomed(Math.exp(-Math.max(-160, Math.min(160, step)) * 0.0022), here(event));
  }

  const leave = () => host.hovered(null);
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
  };
}
