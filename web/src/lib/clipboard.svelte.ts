// A text for the clipboard, and whether it has just been put there.

/** How long "copied" is shown, in milliseconds. */
const SHOWN = 2500;

export class ClipboardCopy {
  done = $state(false);

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.done = true;
      setTimeout(() => (this.done = false), SHOWN);
    } catch {
      this.done = false; // it can still be marked and copied by hand
    }
  }
}
