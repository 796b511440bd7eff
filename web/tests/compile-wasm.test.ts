// WebAssembly is compiled from whatever a host sends; where that is impossible the reason is known.
import { afterEach, expect, test, vi } from "vitest";
import { instantiate, StartError } from "../src/transport/compile-wasm";

const MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const DAMAGED = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1]);
const sent = (body: Uint8Array<ArrayBuffer>, type: string) => new Response(body, { headers: { "content-type": type } });
const streaming = vi.fn(async (response: Response) => WebAssembly.instantiate(await response.arrayBuffer(), {}));
const never = () => Promise.reject(new Error("nobody should ask again"));

afterEach(() => {
  vi.unstubAllGlobals();
  streaming.mockClear();
});

test("a module of the right type is compiled while it arrives", async () => {
  const { instance } = await instantiate(streaming, sent(MODULE, "application/wasm"), {}, never);
  expect(instance).toBeInstanceOf(WebAssembly.Instance);
  expect(streaming).toHaveBeenCalledOnce();
});

test("any other type is compiled from its bytes", async () => {
  const { instance } = await instantiate(streaming, sent(MODULE, "application/octet-stream"), {}, never);
  expect(instance).toBeInstanceOf(WebAssembly.Instance);
  expect(streaming).not.toHaveBeenCalled();
});

test("a damaged copy is fetched again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { instance } = await instantiate(streaming, sent(DAMAGED, "application/wasm"), {}, async () =>
    sent(MODULE, "application/wasm"),
  );
  expect(instance).toBeInstanceOf(WebAssembly.Instance);
  const broken = () => Promise.reject(new StartError("broken", "a.wasm"));
  await expect(instantiate(streaming, sent(DAMAGED, "application/wasm"), {}, broken)).rejects.toThrow("broken: a.wasm");
});

test("where nothing may be compiled, that is the reason", async () => {
  const refuse = () => {
    throw new WebAssembly.CompileError("blocked by the content security policy");
  };
  vi.stubGlobal("WebAssembly", { ...WebAssembly, Module: refuse, instantiate: refuse });
  await expect(instantiate(streaming, sent(MODULE, "text/plain"), {}, never)).rejects.toThrow("blocked");
});
