// The page's side of the service worker: it is registered, and a new version of the page is noticed and taken when the
// player wants it.

/** How often a page that is looked at again asks for a new version, in milliseconds. */
const EVERY = 10 * 60_000;

/** The script that this page began with; its name changes with whatever is built into it. */
const ownScript = (): string => document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";

/** Has a worker kept this very page, or an earlier or later one? */
function knows(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ has: ownScript() }, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data as boolean)));
}

class PageUpdates {
  /** Is there a newer version than this page? */
  newer = $state(false);
  private registration: ServiceWorkerRegistration | null = null;
  private asked = 0;

  /**
   * Register the service worker. Without one (an insecure page, a private window) nothing is cached; all else works.
   */
  async follow(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers || this.registration) return;
    const found = await workers
      .register(new URL(`${import.meta.env.BASE_URL}sw.js`, document.baseURI))
      .catch(() => null);
    if (!found) return;
    this.registration = found;
    this.asked = Date.now();
    void this.look(found.waiting);
    found.addEventListener("updatefound", () => {
      const coming = found.installing;
      coming?.addEventListener("statechange", () => void this.look(coming));
    });
    // Another tab has taken a new version.
    workers.addEventListener("controllerchange", () => void this.look(workers.controller));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.ask());
  }

  private ask(): void {
    if (Date.now() - this.asked < EVERY) return;
    this.asked = Date.now();
    void this.registration?.update().catch(() => undefined);
  }

  /** A worker that waits, or has just taken over: is it newer than this page? */
  private async look(worker: ServiceWorker | null): Promise<void> {
    const waits = worker?.state === "installed";
    if (!worker || !navigator.serviceWorker.controller || !(waits || worker === navigator.serviceWorker.controller))
      return;
    if (!(await knows(worker))) this.newer = true;
    // The page is as new as the waiting worker: let the worker take over.
    else if (waits) worker.postMessage("take-over");
  }

  /** Show the new version. */
  take(): void {
    const waiting = this.registration?.waiting;
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take-over");
  }
}

export const pageUpdates = new PageUpdates();
