// fold -- what a table's log amounts to. Entries come in order; the same entries give the same table, here and anywhere.
import type { Engine } from "../engine/engine";
import type { Ask, Entries, Entry, News, OpenEntry, Options, Over, Rewind, Seat, Step, Talk } from "./types";
import { colourIndex } from "./types";

export class Fold {
  seq = $state(0);
  head = $state(""); // of the record: seed hidden; the last word after `start`
  commit = $state("");
  from = $state<string | null>(null);
  belongs = $state.raw<{ href: string; deal: boolean } | null>(null); // where its people go back to: a tournament, or a deal of the day
  created = $state(0);
  options = $state.raw<Options>({});
  seats = $state.raw<Seat[]>([]);
  started = $state(false);
  opening = $state(""); // the record's first statements
  steps = $state.raw<Step[]>([]);
  rewinds = $state.raw<Rewind[]>([]);
  talk = $state.raw<Talk[]>([]);
  asks = $state.raw<Ask[]>([]); // open ones
  paused = $state(false);
  news = $state.raw<News | null>(null); // the last thing that happened beside the board
  over = $state.raw<Over | null>(null);
  rematch = $state<string | null>(null);

  /** Take entries that continue the log; those already seen are skipped. False if one is missing in between. */
  apply(entries: Entry[]): boolean {
    for (const entry of entries) {
      if (entry.seq <= this.seq) continue;
      if (entry.seq !== this.seq + 1) return false;
      this.seq = entry.seq;
      this.#one(entry);
    }
    return true;
  }

  /** As if nothing had been heard: the log comes again, and another one. */
  forget(): void {
    this.seq = 0;
    this.started = this.paused = false;
    this.steps = [];
    this.rewinds = [];
    this.talk = [];
    this.asks = [];
    this.news = this.over = this.rematch = null;
  }

  /** A kind that this page does not know yet changes nothing. */
  #one(entry: Entry): void {
    const take = this.#kinds[entry.type] as ((entry: Entry) => void) | undefined;
    take?.(entry);
  }

  #seat(raw: OpenEntry["seats"][number] | Entries["seat"], seat: number, old?: Seat): Seat {
    return {
      kind: raw.kind ?? old?.kind ?? "link",
      name: raw.name ?? old?.name ?? "",
      colour:
        raw.colour === undefined || raw.colour === null
          ? (old?.colour ?? seat)
          : colourIndex(raw.colour, seat),
      level: raw.level ?? old?.level ?? "",
      taken: raw.taken ?? old?.taken ?? raw.kind !== "link",
      computer: old?.computer ?? false,
      resigned: old?.resigned ?? false,
      kept: raw.kept ?? false,
      bot: raw.bot ?? false,
    };
  }
  #tell(what: News["what"], seat: number, at: number, by = ""): void {
    this.news = { what, seat, at, by };
  }

  // Logs of earlier versions do not say everything: that is filled in.
  #kinds: { [K in keyof Entries]: (entry: Entries[K]) => void } = {
    open: (entry) => {
      this.head = entry.head;
      this.options = entry.options ?? {};
      this.commit = entry.commit ?? "";
      this.from = entry.from ?? null;
      this.belongs = entry.place
        ? { href: `#/club/t/${entry.place.tournament}`, deal: false }
        : entry.deal
          ? { href: `#/deal/${entry.deal}`, deal: true }
          : null;
      this.created = entry.at;
      this.seats = entry.seats.map((seat, i) => this.#seat(seat, i));
    },
    seat: (entry) => {
      this.seats = this.seats.map((seat, i) => (i === entry.seat ? this.#seat(entry, i, seat) : seat));
    },
    start: (entry) => {
      this.head = entry.head;
      this.opening = entry.text;
      this.started = true;
    },
    step: (entry) => {
      this.steps = [
        ...this.steps,
        {
          n: entry.n,
          seat: entry.seat,
          action: entry.action,
          text: entry.text,
          ms: entry.ms ?? 0,
          by: entry.by ?? "human",
          at: entry.at,
          undo: entry.undo === true,
        },
      ];
      if (entry.by === "clock") this.#tell("late.default", entry.seat, entry.at);
    },
    rewind: (entry) => {
      this.rewinds = [
        ...this.rewinds,
        { to: entry.to, seat: entry.seat, why: entry.why, at: entry.at, after: this.steps.length },
      ];
      this.steps = this.steps.slice(0, entry.to);
      if (entry.why === "takeback") this.#tell("takeback", entry.seat, entry.at);
    },
    ask: (entry) => {
      this.asks = [
        ...this.asks,
        { ask: entry.ask, what: entry.what, seat: entry.seat, by: entry.by, at: entry.at, answers: [] },
      ];
    },
    answer: (entry) => {
      this.asks = this.asks.map((ask) =>
        ask.ask === entry.ask
          ? {
              ...ask,
              answers: [...ask.answers, entry.by],
              refused: entry.yes === false ? entry.by : ask.refused,
            }
          : ask,
      );
    },
    closed: (entry) => {
      const ask = this.asks.find((one) => one.ask === entry.ask);
      if (ask && !entry.yes)
        this.#tell(ask.refused === undefined ? "silence" : "no", ask.refused ?? ask.by, entry.at);
      this.asks = this.asks.filter((one) => one.ask !== entry.ask);
    },
    pause: () => (this.paused = true),
    resume: (entry) => {
      this.paused = false;
      this.#tell("resume", entry.by, entry.at);
    },
    computer: (entry) => {
      this.seats = this.seats.map((seat, i) =>
        i === entry.seat
          ? { ...seat, computer: entry.on, resigned: seat.resigned || entry.resigned === true }
          : seat,
      );
      this.#tell(
        !entry.on
          ? "back"
          : entry.why === "clock"
            ? "late.computer"
            : entry.why === "resign"
              ? "resigned"
              : "computer",
        entry.seat,
        entry.at,
      );
    },
    chat: (entry) =>
      (this.talk = [
        ...this.talk,
        { at: entry.at, by: entry.by, seat: entry.seat ?? null, text: entry.text },
      ]),
    nudge: (entry) => this.#tell("nudge", entry.seat, entry.at, entry.by),
    over: (entry) =>
      (this.over = {
        why: entry.why,
        points: entry.points ?? [],
        winners: entry.winners ?? [],
        seed: entry.seed ?? "",
      }),
    rematch: (entry) => (this.rematch = entry.table),
    options: (entry) => (this.options = { ...this.options, ...entry.options }), // only at a table of this browser
  };
}

/** May the last step be undone by its seat? Whoever runs the table says so with the step. */
export function undoable(log: Fold, mine: number[]): boolean {
  const last = log.steps.at(-1);
  return !!last && last.undo && !log.over && mine.includes(last.seat);
}

/** The record as everybody heard it. */
export function heard(engine: Engine, log: Fold): string {
  const game = engine.follow(log.head);
  for (const text of [log.opening, ...log.steps.map((step) => step.text)]) game.feed(text);
  const record = game.record();
  game.free();
  return record;
}
