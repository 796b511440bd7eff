// The state of a page's requests to the server: one at a time, with the last error as a sentence.
import { errorText } from "$lib/api";

export class RequestState {
  busy = $state(false);
  trouble = $state("");

  async run(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
