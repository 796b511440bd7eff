// A `<dialog>` that is on the page is open. The browser keeps the focus inside and makes the rest inert.

/** What has the focus, if anything has. */
function focused(): HTMLElement | SVGElement | null {
  const element = document.activeElement as HTMLElement | SVGElement | null;
  return element === document.body ? null : element;
}

/**
 * Remember what has the focus. The result gives it back, unless something else has it by then. What had it may be gone:
 * then the maze gets it.
 */
export function rememberFocus(): () => void {
  const before = focused();
  return () =>
    // Not at once: this runs in the teardown of an effect, and the focus handler of the maze reads derived values.
    // Svelte (5.57) works them out with the values of before, then no longer follows what they depend on: the page
    // freezes.
    queueMicrotask(() => {
      if (focused()) return;
      const back = before?.isConnected ? before : document.querySelector<HTMLElement>("[role=application]");
      back?.focus({ preventScroll: true });
    });
}

/** Action for a layer: `[data-autofocus]` in it gets the focus, and it goes back at the end. */
export function takesFocus(node: HTMLElement) {
  const giveBack = rememberFocus();
  node.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  return { destroy: giveBack };
}

export interface Opening {
  /** Nothing else can be used until it is closed. */
  modal?: boolean;
  /** Escape, a gesture or a click next to the dialog; without it the dialog must be answered. */
  onclose?: () => void;
  /** A click next to the dialog closes it, too. */
  outside?: boolean;
}

/**
 * Action for a `<dialog>`: opens it, focuses `[data-autofocus]` or the first control, gives the focus back at the end.
 * `onclose` takes the element away; the browser never closes it itself.
 */
export function opened(node: HTMLDialogElement, opening: Opening = {}) {
  const giveBack = rememberFocus();

  function open() {
    const first = node.querySelector<HTMLElement>("[data-autofocus]");
    if (first) first.autofocus = true;
    if (opening.modal ?? true) node.showModal();
    else node.show();
    node.scrollTop = 0; // a high dialog begins with its title, wherever the focus is
  }
  open();

  // A file picker in the dialog has events of the same names.
  node.oncancel = (event) => {
    if (event.target !== node) return;
    event.preventDefault();
    opening.onclose?.();
  };
  // A second Escape closes it without a question.
  node.onclose = () => {
    if (node.open || !node.isConnected) return;
    if (opening.onclose) opening.onclose();
    else open();
  };
  // Its backdrop is a part of the dialog itself; a selection of text may end there.
  let pressed = false;
  node.onpointerdown = (event) => {
    pressed = event.target === node;
  };
  node.onclick = (event) => {
    if (pressed && event.target === node && (opening.outside ?? true)) opening.onclose?.();
  };

  return {
    update(next: Opening = {}) {
      const changed = (next.modal ?? true) !== (opening.modal ?? true);
      opening = next;
      if (!changed) return;
      node.close();
      open();
    },
    destroy: giveBack,
  };
}
