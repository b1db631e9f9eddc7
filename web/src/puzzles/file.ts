// file -- the puzzles that are shipped: fetched when the room is opened, read by the engine. Which one is today's.
import url from "../../../data/puzzles/puzzles.txt?url";
import type { Engine, SetName } from "../engine/engine";

/** Everything one seat does in a row, and what it is worth. */
export interface TurnLine {
  actions: string[];
  lead: number; // points ahead at the end of the game
  error: number; // standard error of the distance to the best
  win?: number; // chance to win, where it is known
}

export interface Entry {
  n: number; // from 1, as people call it
  id: string;
  grade: number; // the lowest level from which computers find it
  tags: string[];
  sets: SetName[];
}
/** A position with what its turns are worth, the best first. */
export interface Puzzle {
  record: string; // a hidden game that is still open
  choices: TurnLine[];
}
interface Trouble {
  error: string;
  line: number;
}

/** The file and what it holds. Throws with a sentence where it cannot be read. */
export class Shelf {
  private constructor(
    private readonly engine: Engine,
    private readonly text: string,
    readonly entries: Entry[],
  ) {}

  static async load(engine: Engine): Promise<Shelf> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status}`);
    return Shelf.read(engine, await answer.text());
  }
  static read(engine: Engine, text: string): Shelf {
    const list = engine.json<Omit<Entry, "n">[] | Trouble>("bridge_puzzles_list", text);
    if (!Array.isArray(list)) throw new Error(`${list.line}: ${list.error}`);
    return new Shelf(
      engine,
      text,
      list.map((one, i) => ({ ...one, n: i + 1 })),
    );
  }
  open(entry: Entry): Puzzle {
    const found = this.engine.json<Puzzle & Partial<Trouble>>("bridge_puzzles_open", this.text, entry.n - 1);
    if (found.error) throw new Error(`${found.line}: ${found.error}`);
    return found;
  }
}

/** Today's: from the date alone (UTC), so that it is the same for everybody who has the same puzzles. */
export function todays(entries: Entry[], now = Date.now()): Entry | null {
  const day = Math.floor(now / 86_400_000);
  const mixed = Math.imul(day ^ (day >>> 7), 0x9e3779b1) >>> 0; // neighbouring days are far apart
  return entries[mixed % entries.length] ?? null;
}

export type Ease = "easy" | "fair" | "hard";
export function easeOf(grade: number): Ease {
  return grade <= 3 ? "easy" : grade <= 5 ? "fair" : "hard";
}
