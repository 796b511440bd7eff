// The lobby's connection. It outlives the lobby's page while somebody looks for an opponent.
import type { Created } from "$lib/protocol";
import { go, route } from "$lib/router.svelte";
import { pairedSealed } from "$lib/sealed-games";
import { opponentSearch } from "$lib/opponent-search-state.svelte";
import { saveSeats } from "$lib/seats";
import { LobbySocket } from "./lobby-socket.svelte";

class OpponentSearch {
  line = $state.raw<LobbySocket | null>(null);
  private room = "";

  /** The connection to a room; a search that goes on there is kept. */
  enter(room: string): LobbySocket {
    if (!this.line || this.room !== room) {
      this.close();
      this.room = room;
      this.line = new LobbySocket(
        room,
        (created, contribution, promised) => this.found(pairedSealed(created, contribution, promised)),
        (looking) => (opponentSearch.on = looking),
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
    opponentSearch.on = false;
  }

  /** A player of another game is not torn away from it. */
  private found(created: Created): void {
    saveSeats(created);
    const { page } = route();
    if (page !== "lobby") this.close();
    if (page === "play") opponentSearch.found = created.info.id;
    else go(`/play/${created.info.id}`);
  }
}

export const search = new OpponentSearch();
