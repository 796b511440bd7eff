// The lobby's connection. It outlives the lobby's page while somebody looks for an opponent.
import type { Created } from "$lib/protocol";
import { go, route } from "$lib/router.svelte";
import { pairedSealed } from "$lib/sealed-games";
import { searching } from "$lib/opponent-search-state.svelte";
import { keepSeats } from "$lib/seats";
import { LobbyLine } from "./lobby-socket.svelte";

class Search {
  line = $state.raw<LobbyLine | null>(null);
  private room = "";

  /** The connection to a room; a search that goes on there is kept. */
  enter(room: string): LobbyLine {
    if (!this.line || this.room !== room) {
      this.close();
      this.room = room;
      this.line = new LobbyLine(
        room,
        (created, contribution, promised) => this.found(pairedSealed(created, contribution, promised)),
        (looking) => (searching.on = looking),
      );
    }
    return this.line;
  }

  /** Nobody looks at the room any more. */
  leave(): void {
    if (!this.line?.looking) this.close();
  }

  stop(): void {
    this.line?.stop();
    if (route().page !== "lobby") this.close();
  }

  private close(): void {
    this.line?.close();
    this.line = null;
    searching.on = false;
  }

  /** Whoever plays another game is not torn away from it. */
  private found(created: Created): void {
    keepSeats(created);
    const { page } = route();
    if (page !== "lobby") this.close();
    if (page === "play") searching.found = created.info.id;
    else go(`/play/${created.info.id}`);
  }
}

export const search = new Search();
