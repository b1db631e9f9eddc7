// app -- the page as an app of the device: sets the service worker to work (worker.ts), tells when a newer version waits, and lets it take
// over. Where a browser has no service workers, or keeps nothing, the page goes on without, and nothing is said.
import { base } from "../table/remote.svelte";
import { clear } from "./shelf";
import { sayWhere } from "./where";

const AGAIN_MS = 3600_000; // a page that stays open asks for a newer version

export class App {
  newer = $state.raw<ServiceWorker | null>(null); // a whole new version that waits

  /** Begin; gives what ends it. */
  start(): () => void {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const thrifty = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    if (!workers || !location.protocol.startsWith("http")) return () => {};
    if (thrifty && !workers.controller) return () => {}; // 300 KB that nobody asked for
    const timer = setInterval(() => void this.#look(), AGAIN_MS);
    const silent = sayWhere(workers);
    void this.#register(workers);
    return () => {
      silent();
      clearInterval(timer);
    };
  }
  /** Let the new version take over: every open page of this copy loads again, with the games as they are kept. */
  take(): void {
    this.newer?.postMessage("take over");
  }

  #registration: ServiceWorkerRegistration | undefined;
  async #register(workers: ServiceWorkerContainer): Promise<void> {
    const made = await workers
      .register(new URL("sw.js", base()), { updateViaCache: "none" })
      .catch(() => undefined); // denied: private windows, or no https
    if (!made) return;
    this.#registration = made;
    this.newer = made.waiting;
    made.addEventListener("updatefound", () => this.#follow(made.installing, workers));
    this.#follow(made.installing, workers);
    await this.#look();
  }
  #follow(worker: ServiceWorker | null, workers: ServiceWorkerContainer): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && workers.controller) this.newer = worker;
      if (worker.state === "activating" || worker.state === "redundant") this.newer = null;
    });
  }
  /** Is there a newer version? If there is no service worker at all any more, ours must not go on for ever. */
  async #look(): Promise<void> {
    const made = this.#registration;
    if (!made || (await made.update().catch(() => null))) return;
    const gone = await fetch(new URL("sw.js", base()), { cache: "no-store" }).then(
      (answer) => answer.status === 404 || answer.status === 410,
      () => false, // no network
    );
    if (!gone) return;
    await made.unregister();
    await clear(made.scope);
  }
}
