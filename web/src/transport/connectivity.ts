// Does the server answer? Every request and every socket notes it here; what is made of it comes later
// (reachability.svelte.ts).

export const connectivity = { lost: false, met: false, onchange: (): void => undefined };

export function noteAnswer(answered: boolean): void {
  connectivity.lost = !answered;
  connectivity.onchange();
  connectivity.met ||= answered;
}
