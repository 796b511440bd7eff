// Keeps the focus inside a layer and gives it back to the element that had it before.
const CAN_FOCUS = [
  "a[href]",
  ...["button", "input", "select", "textarea"].map((tag) => `${tag}:not([disabled])`),
  "[tabindex]",
].join();

function focusable(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>(CAN_FOCUS)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
}

/** What has the focus, if anything has. */
function focused(): HTMLElement | SVGElement | null {
  const element = document.activeElement as HTMLElement | SVGElement | null;
  return element === document.body ? null : element;
}

/**
 * Action for a dialog: focuses `[data-autofocus]` or the first control, also when it is about something else
 * (`subject`), circles with Tab if it is modal, returns the focus at the end.
 */
export function trap(node: HTMLElement, _subject = "") {
  const before = focused();
  const enter = () => {
    const first = node.querySelector<HTMLElement>("[data-autofocus]") ?? focusable(node)[0] ?? node;
    if (first === node && !node.hasAttribute("tabindex")) node.tabIndex = -1;
    first.focus({ preventScroll: true });
  };
  enter();

  function circle(event: KeyboardEvent) {
    if (event.key !== "Tab" || node.ariaModal === "false") return;
    const controls = focusable(node);
    const [start, end] = [controls[0], controls.at(-1)];
    if (!start || !end) return event.preventDefault();
    const outside = !node.contains(document.activeElement);
    if (event.shiftKey && (document.activeElement === start || outside)) {
      event.preventDefault();
      end.focus();
    } else if (!event.shiftKey && (document.activeElement === end || outside)) {
      event.preventDefault();
      start.focus();
    }
  }
  node.addEventListener("keydown", circle);

  /** Return the focus, unless something else has it by now. What had it may be gone: then the maze gets it. */
  function giveBack() {
    if (focused()) return;
    const back = before?.isConnected ? before : document.querySelector<HTMLElement>("[role=application]");
    back?.focus({ preventScroll: true });
  }

  return {
    update: enter,
    destroy() {
      node.removeEventListener("keydown", circle);
      // Not at once: this runs in the teardown of an effect, and the focus handler of the maze reads derived values.
      // Svelte (5.57) works them out with the values of before, then no longer follows what they depend on: the page
      // freezes.
      queueMicrotask(giveBack);
    },
  };
}
