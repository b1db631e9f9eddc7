// beside -- games that had the same tiles, laid side by side: what each did with every tile, and where two of them parted.
import type { Engine, Game, State } from "../engine/engine";
import type { FigureKind } from "../engine/names";

/** What became of one tile of the deal at one table. */
export interface Answer {
  tile: number; // its kind
  seat: number; // who drew it
  aside: boolean; // it fitted nowhere, and was laid aside
  at: { x: number; y: number; rot: number } | null;
  put: { figure: FigureKind; x: number; y: number; segment: number } | null;
  points: number[]; // of each seat, when the next one was drawn
}
/** A game as it was heard: follow(head) fed with `texts` is the game again. */
export interface Heard {
  head: string;
  names: string[];
  texts: string[];
}

/** What a record says; null: it cannot be read. */
export function readRecord(engine: Engine, record: string): Heard | null {
  const opened = engine.open(record);
  if (!("game" in opened)) return null;
  opened.game.free();
  return {
    head: opened.head,
    names: opened.names,
    texts: [opened.opening, ...opened.steps.map((step) => step.text)],
  };
}

/** One game, cut into tiles. */
export class Play {
  readonly names: string[];
  readonly answers: Answer[] = [];
  readonly last: State; // its end
  private readonly stops: number[] = []; // texts that have been heard when a tile is dealt with
  private game: Game;
  private fed = 0;

  constructor(
    private readonly engine: Engine,
    private readonly heard: Heard,
  ) {
    this.names = heard.names;
    this.game = engine.follow(heard.head);
    heard.texts.forEach((text, i) => this.hear(text, i));
    this.fed = heard.texts.length;
    this.last = this.game.state();
    this.settle(this.fed);
  }
  private hear(text: string, index: number): void {
    for (const event of this.game.feed(text).events) {
      const now = this.answers.at(-1);
      if (event.kind === "draw" || event.kind === "discard") {
        const same = event.kind === "discard" && now && !now.at && !now.aside && now.tile === event.tile;
        if (!same) {
          this.settle(index + 1);
          this.answers.push({
            tile: event.tile ?? 0,
            seat: event.seat,
            aside: false,
            at: null,
            put: null,
            points: [],
          });
        }
        this.answers.at(-1)!.aside = event.kind === "discard";
      } else if (event.kind === "lay" && now && !now.at)
        now.at = { x: event.x!, y: event.y!, rot: event.rot! };
      else if (event.kind === "put" && now)
        now.put = { figure: event.figure!, x: event.x!, y: event.y!, segment: event.segment! };
    }
  }
  /** The tile that was drawn last is dealt with. */
  private settle(heard: number): void {
    const now = this.answers.at(-1);
    if (!now || now.points.length) return;
    now.points = this.game.state().seats.map((seat) => seat.points);
    this.stops[this.answers.length] = heard;
  }
  get tiles(): number {
    return this.answers.length;
  }
  /** How it stood when tile `n` (from 1) was dealt with; 0: the start; more than there are: the end. */
  at(n: number): State {
    const wanted = n < 1 ? 1 : n >= this.tiles ? this.heard.texts.length : this.stops[n]!;
    if (wanted < this.fed) {
      this.game.free(); // a game only goes forward
      this.game = this.engine.follow(this.heard.head);
      this.fed = 0;
    }
    for (; this.fed < wanted; this.fed++) this.game.feed(this.heard.texts[this.fed]!);
    return this.game.state();
  }
  /** By how much who began was ahead after tile `n`; at the end with everything that is counted there. */
  ahead(n: number): number {
    const seats =
      n >= this.tiles ? this.last.seats.map((seat) => seat.points) : (this.answers[n - 1]?.points ?? []);
    const first = this.answers[0]?.seat ?? 0;
    return (seats[first] ?? 0) - Math.max(...seats.filter((_, i) => i !== first), 0);
  }
  free(): void {
    this.game.free();
  }
}

/** Were they dealt the same tiles? One may have ended early. */
export function sameTiles(a: Play, b: Play): boolean {
  const n = Math.min(a.tiles, b.tiles);
  return n > 0 && a.answers.slice(0, n).every((one, i) => one.tile === b.answers[i]!.tile);
}

/** The same answer to a tile: the same place, turned alike, with the same figure on the same part of it. */
export const alike = (a: Answer | undefined, b: Answer | undefined): boolean =>
  JSON.stringify([a?.at ?? null, a?.put ?? null]) === JSON.stringify([b?.at ?? null, b?.put ?? null]);

/** The first tile (from 1) that they answered differently; 0: none. */
export function parted(a: Play, b: Play): number {
  for (let i = 0; i < Math.min(a.tiles, b.tiles); i++) if (!alike(a.answers[i], b.answers[i])) return i + 1;
  return 0;
}

/** Tiles after which the two were most further apart than before, the largest first; the end counts as the last tile. */
export function decided(a: Play, b: Play, most: number): { tile: number; by: number }[] {
  const apart = (n: number) => (n < 1 ? 0 : a.ahead(n) - b.ahead(n));
  const list = Array.from({ length: Math.max(a.tiles, b.tiles) }, (_, i) => ({
    tile: i + 1,
    by: apart(i + 1) - apart(i),
  }));
  return list
    .filter((one) => one.by)
    .sort((x, y) => Math.abs(y.by) - Math.abs(x.by) || x.tile - y.tile)
    .slice(0, most);
}
