// A scenario as one line for a link, as `workshop/share_link.py` writes and reads it: a version byte and the compressed
// text, in the alphabet of base64 for addresses. It stands behind the `#`, so that no server sees it.
import { t } from "$lib/i18n.svelte";
import { shelfCode } from "./shelf-code";

const VERSION = 1;
const LONGEST_LINE = 20_000;
const LONGEST_TEXT = 65_536; // characters
const LONGEST_BYTES = 4 * LONGEST_TEXT;

/** A link that cannot be made or read, with the sentence for the player. */
export class LinkError extends Error {
  constructor(
    readonly code: "empty" | "shelf" | "damaged" | "version" | "long" | "large",
    values: Record<string, number> = {},
  ) {
    super(t(`share.link.${code as string}`, values));
  }
}

/** The line of a scenario text. */
export async function packScenario(text: string): Promise<string> {
  if (text.length > LONGEST_TEXT) throw new LinkError("large", { most: LONGEST_TEXT });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate"), LONGEST_BYTES);
  const letters = [VERSION, ...packed].map((byte) => String.fromCharCode(byte)).join("");
  const line = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (line.length > LONGEST_LINE) throw new LinkError("long", { most: LONGEST_LINE, number: line.length });
  return line;
}

/** The scenario text of a line, or of a whole link. */
export async function unpackScenario(link: string): Promise<string> {
  const line = link.trim().split("#").at(-1)!;
  if (!line) throw new LinkError("empty");
  if (shelfCode(line)) throw new LinkError("shelf");
  if (line.length > LONGEST_LINE) throw new LinkError("long", { most: LONGEST_LINE, number: line.length });
  if (!/^[\w-]*$/.test(line) || line.length % 4 === 1) throw new LinkError("damaged");
  const [version, ...packed] = Uint8Array.from(atob(line.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.codePointAt(0)!,
  );
  if (version !== VERSION) throw new LinkError("version", { number: version!, known: VERSION });
  const text = await decompressed(Uint8Array.from(packed));
  if (text.length > LONGEST_TEXT) throw new LinkError("large", { most: LONGEST_TEXT });
  return text;
}

/** The checksum at the end tells a damaged link. */
async function decompressed(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const bytes = await through(packed, new DecompressionStream("deflate"), LONGEST_BYTES);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("damaged");
  }
}

/** Send bytes through a stream; more than `most` come out only of a link that wants to fill the memory. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    chunks.push(value);
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new LinkError("large", { most: LONGEST_TEXT });
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
