// The line of a free board: a line of an exercise that also goes to any moment of it, and takes back by going there.
import type { EventView, Reason, Studied } from "$lib/protocol";
import type { Reply, ClientRequest } from "$lib/game-socket";
import { StudyConnection } from "$lib/study-connection";

export class BoardConnection extends StudyConnection {
  /** Taking back: so many choices. */
  onback: () => Promise<Reason | null> = async () => null;

  override async send(request: ClientRequest): Promise<Reply> {
    if (request.type === "undo") return this.answer(await this.onback());
    if (request.type === "fill") return this.answer(await this.act({ type: "fill" }));
    return super.send(request);
  }

  /** Show another moment; with what led from this one to it, if that is a step forward. */
  go(look: () => Promise<Studied>, events: EventView[] = []): Promise<void> {
    return this.queue(async () => {
      const studied = await look();
      this.take(studied);
      this.remember(studied.history ?? []);
      this.update(studied.sight, events, true);
    });
  }
}
