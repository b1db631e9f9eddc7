// load -- the catapult's part of the page comes when a game with it is opened, long before its first throw: the server may be away
// by then. Its looks are in the page's one style sheet. Without it the game still goes on, by the list of throws.
import type { Throwing } from "./throwing.svelte";

type Part = typeof import("./part");

export class CatapultLoad {
  part = $state.raw<Part | null>(null);
  throwing = $state.raw<Throwing | null>(null);
  failed = $state(false);
  #asking = false;

  /** Fetch it, unless it is there or on its way. After a failure this may be called again. */
  async fetch(): Promise<void> {
    if (this.part || this.#asking) return;
    this.#asking = true;
    try {
      const part = await import("./part");
      this.throwing = new part.Throwing();
      this.part = part;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.#asking = false;
  }
}
