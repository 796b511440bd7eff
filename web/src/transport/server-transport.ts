// The server that the page came from: requests and sockets.
import { noteAnswer } from "./connectivity";
import type { Transport } from "./types";

export function socketAddress(id: string, place: Pick<Location, "protocol" | "host"> = location): string {
  return `${place.protocol === "https:" ? "wss:" : "ws:"}//${place.host}/api/games/${encodeURIComponent(id)}/socket`;
}

export const transport: Transport = {
  alone: false,
  patience: { greeting: 5000, silence: 3500 },
  async request(path, { method, token, type, body, signal }) {
    const headers: Record<string, string> = {};
    if (token) headers.Authorization = `Bearer ${token}`;
    if (type) headers["Content-Type"] = type;
    try {
      const answer = await fetch(`/api${path}`, { method, headers, body: body ?? null, signal: signal ?? null });
      noteAnswer(true);
      return answer;
    } catch (error) {
      if (!signal?.aborted) noteAnswer(false);
      throw error;
    }
  },
  address: (game) => socketAddress(game),
  dial(address) {
    const socket = new WebSocket(address);
    socket.addEventListener("open", () => noteAnswer(true));
    socket.addEventListener("error", () => noteAnswer(false));
    return socket;
  },
};
