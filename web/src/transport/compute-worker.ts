// The second worker: bots think and positions are analysed here, so that the first one has time for the pages. A caller
// that does not want to wait ends it.
import { loadPython } from "./load-python";

interface Answering {
  answer(kind: string, question: string): string;
}
/** A question with its number; the answer has the same, or says that there is none. */
export type Thought = { id: number; kind: string; text: string };
export type Answered = { id: number; text: string } | { failed: string };

const begun = loadPython(() => undefined, "force-cache").then(
  (python) => python.pyimport("dungeon_twister.browser.compute_worker") as Answering,
);

self.onmessage = ({ ports: [port] }: MessageEvent) => {
  if (!port) return;
  const say = (answered: Answered) => port.postMessage(answered);
  port.onmessage = async ({ data: { id, kind, text } }: MessageEvent<Thought>) => {
    try {
      say({ id, text: (await begun).answer(kind, text) });
    } catch (error) {
      say({ failed: String(error) });
    }
  };
};
