// Does the server answer? Every request and every socket notes it here; what is made of it comes later
// (reachability.svelte.ts).

export const line = { lost: false, met: false, onchange: (): void => undefined };

export function note(answered: boolean): void {
  line.lost = !answered;
  line.onchange();
  line.met ||= answered;
}
