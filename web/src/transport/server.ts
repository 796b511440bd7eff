// The server that the page came from: requests and sockets.
import type { Transport } from "./shape";

export function socketAddress(id: string, place: Pick<Location, "protocol" | "host"> = location): string {
  return `${place.protocol === "https:" ? "wss:" : "ws:"}//${place.host}/api/games/${encodeURIComponent(id)}/socket`;
}

export const transport: Transport = {
  alone: false,
  request(path, { method, token, type, body, signal }) {
    const headers: Record<string, string> = {};
    if (token) headers.Authorization = `Bearer ${token}`;
    if (type) headers["Content-Type"] = type;
    return fetch(`/api${path}`, { method, headers, body: body ?? null, signal: signal ?? null });
  },
  address: (game) => socketAddress(game),
  dial: (address) => new WebSocket(address),
};
