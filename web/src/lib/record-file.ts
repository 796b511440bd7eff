// The record of a game as a file.
import { api } from "./api";

const KEEP = 1000; // milliseconds that a browser may need to begin the download

export const recordFile = (id: string): string => `dungeon-twister-${id}.dt`;

export async function downloadRecord(id: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([await api.record(id)], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: recordFile(id) }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP);
}
