// signals -- what reaches a person who is not looking: a bell, the tab's name and shield, the clock spoken aloud.
import { t } from "../lang/index.svelte";
import { call } from "../notify";
import { play as sound } from "../sound/player";
import { ofGame } from "../tab";
import type { Play } from "./play.svelte";

export class Signals {
  now = $state(Date.now());
  spoken = $state(""); // the clock, for readers aloud
  clocks = $derived.by(() => {
    const { table, log } = this.#play;
    return log.seats.map((_, i) =>
      table.clock
        ? (table.clock.left[i] ?? 0) - (table.clock.running === i ? this.now - table.clock.at : 0)
        : null,
    );
  });
  #play: Play;

  constructor(play: Play) {
    this.#play = play;
    $effect(() => this.#tick());
    $effect(() => this.#speak());
    $effect(() => this.#ring());
  }
  #tick() {
    const { table, log } = this.#play;
    const timer = setInterval(
      () => (this.now = Date.now()),
      table.clock || table.thinking || table.line === "down" || log.asks.length ? 200 : 1000,
    );
    return () => clearInterval(timer);
  }
  /** At 60, 30 and 10 seconds. */
  #speak(): void {
    const { table, mine } = this.#play,
      running = table.clock?.running ?? -1;
    const left = mine.includes(running) ? (this.clocks[running] ?? null) : null;
    const mark =
      left === null
        ? undefined
        : [10, 30, 60].find((seconds) => left <= seconds * 1000 && left > seconds * 1000 - 1500);
    if (!mark) return;
    const text = t("clock.left", { n: mark });
    if (text !== this.spoken && mark === 10) sound("tick");
    this.spoken = text;
  }
  #was = false;
  #ring() {
    const { my, show, log } = this.#play,
      it = my && !show.busy;
    if (it && !this.#was) call(t("notify.turn"));
    this.#was = it;
    const names = log.seats
      .map((seat) => seat.name)
      .filter(Boolean)
      .join(", ");
    document.title = it ? t("title.turn") : log.seats.length ? t("title.table", { names }) : t("title");
    ofGame(it);
    return () => {
      document.title = t("title");
      ofGame(null);
    };
  }
}
