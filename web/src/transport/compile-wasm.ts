// Compiles WebAssembly from whatever a host sends, and finds the reason where that is impossible. Pyodide itself only
// warns in the console and then waits forever.
import type { StartFailureReason } from "./messages";

/** Python cannot start, for a reason that the page can put in words. */
export class StartError extends Error {
  constructor(
    readonly reason: StartFailureReason,
    /** The file that is to blame; empty if none is. */
    readonly file = "",
  ) {
    super(file ? `${reason}: ${file}` : reason);
  }
}

type Source = WebAssembly.WebAssemblyInstantiatedSource;
/** `WebAssembly.instantiateStreaming`. It takes `application/wasm` only; browsers keep what it has compiled. */
type Streaming = (response: Response, imports: WebAssembly.Imports) => Promise<Source>;

/** The smallest module. A browser that refuses it compiles nothing on this page. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

function isForbidden(): boolean {
  try {
    return !new WebAssembly.Module(EMPTY);
  } catch {
    return true;
  }
}

const isWasm = (response: Response): boolean =>
  /^application\/wasm\b/i.test(response.headers.get("content-type") ?? "");

/** Instantiate a module; `again` fetches it past the browser's cache, whose copy may be damaged. */
export async function instantiate(
  streaming: Streaming,
  response: Response,
  imports: WebAssembly.Imports,
  again: () => Promise<Response>,
): Promise<Source> {
  try {
    if (isWasm(response)) return await streaming(response, imports);
    return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    if (isForbidden()) throw new StartError("blocked");
    console.warn("WebAssembly is fetched again:", error);
    return WebAssembly.instantiate(await (await again()).arrayBuffer(), imports);
  }
}
