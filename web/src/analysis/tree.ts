// tree -- a record with variations and notes, as the engine keeps it (tree/ in C). Nothing here judges an action.
import type { Engine } from "../engine/engine";
import type { RuleError, Said } from "../engine/types";

/** A position, and the action that led to it from its parent. -1: none. */
export interface Moment {
  id: number;
  parent: number;
  child: number; // the first that follows: the line goes on there
  next: number; // the next variation of the same parent
  seat: number; // who did it; -1: it was told (a draw)
  turn: number;
  played: boolean; // in a real game: it cannot be removed
  words: string;
  note: string;
}
interface Shown {
  real: boolean;
  names: string[];
  seed: string;
  moments: [number, number, number, number, number, number, string, string][];
}

/** A link that cannot be read to its end. Not whole: it was cut. */
export interface Unread {
  whole: boolean;
  moments: number;
  turn: number;
  error: RuleError;
}
const WHOLE = -1, // what bridge_tree_text() writes instead of the way to a moment (wasm/tree.c)
  AGAIN = -2;

export class Tree {
  moments: Moment[] = [];
  names: string[] = [];
  real = false;
  private seeded = false;
  private readonly saids = new Map<string, Said>(); // by their words: of thousands of moments few are looked at

  private constructor(
    private readonly engine: Engine,
    private at: number,
    private readonly source: string, // the record as it came
  ) {
    this.look();
  }
  static open(engine: Engine, record: string): Tree | RuleError {
    const at = engine.number("bridge_tree_open", record);
    return at ? new Tree(engine, at, record) : (JSON.parse(engine.out()) as RuleError);
  }
  /** A game that nothing was told of yet. `head` is what a set-up says. */
  static fresh(engine: Engine, head: string): Tree | RuleError {
    const at = engine.number("bridge_tree_fresh", head);
    return at ? new Tree(engine, at, "") : (JSON.parse(engine.out()) as RuleError);
  }
  /** The tree of a link's text; or how far it can be read, and what is wrong there. */
  static ofPack(engine: Engine, text: string): Tree | Unread {
    const at = engine.number("bridge_tree_unpack", text);
    return at ? new Tree(engine, at, "") : (JSON.parse(engine.out()) as Unread);
  }

  private look(): void {
    const shown = this.engine.json<Shown>("bridge_tree_show", null, this.at);
    this.real = shown.real;
    this.seeded = shown.seed !== "";
    this.names = shown.names;
    this.moments = shown.moments.map(([parent, child, next, seat, turn, played, words, note], id) => ({
      id,
      parent,
      child,
      next,
      seat,
      turn,
      played: !!played,
      words,
      note,
    }));
  }
  /** The moment after that action; or why it cannot be. */
  add(moment: number, words: string): number | RuleError {
    const made = this.engine.number("bridge_tree_add", words, this.at, moment);
    if (made < 0) return JSON.parse(this.engine.out()) as RuleError;
    if (made >= this.moments.length) this.look();
    return made;
  }
  /** False: the note is too long, or there is no room. */
  note(moment: number, text: string): boolean {
    const done = this.engine.number("bridge_tree_note", text, this.at, moment) === 0;
    this.look();
    return done;
  }
  promote(moment: number): boolean {
    const done = this.engine.number("bridge_tree_promote", null, this.at, moment) === 1;
    this.look();
    return done;
  }
  remove(moment: number): boolean {
    const done = this.engine.number("bridge_tree_remove", null, this.at, moment) === 0;
    this.look();
    return done;
  }
  /** All of it as a record. One with a seed stays as it came, with the marks of now before its last line. */
  record(): string {
    return this.seeded
      ? this.engine.text("bridge_tree_text", this.source, this.at, AGAIN, 0)
      : this.engine.text("bridge_tree_text", null, this.at, WHOLE, 0);
  }
  /** The text of a link with everything in it; the letters of the actions, which nothing makes shorter (tree/tree_pack.h); and the
   * number that a moment has there. */
  packed(moment: number): { text: string; moves: string; number: number } {
    return this.engine.json("bridge_tree_pack", null, this.at, moment);
  }
  /** The way to a moment as a record that stops there. */
  way(moment: number): string {
    return this.engine.text("bridge_tree_text", null, this.at, moment, 1);
  }
  free(): void {
    if (this.at) this.engine.number("bridge_tree_free", null, this.at);
    this.at = 0;
  }

  /** What the words of a moment say by themselves. */
  said(moment: number): Said {
    const { words } = this.moments[moment]!;
    let said = this.saids.get(words);
    if (!said) this.saids.set(words, (said = this.engine.said(words)));
    return said;
  }

  // -- going about in it

  /** The moments from the beginning to this one, both included. */
  path(moment: number): number[] {
    const list: number[] = [];
    for (let at = moment; at >= 0; at = this.moments[at]!.parent) list.push(at);
    return list.reverse();
  }
  children(moment: number): number[] {
    const list: number[] = [];
    for (let at = this.moments[moment]!.child; at >= 0; at = this.moments[at]!.next) list.push(at);
    return list;
  }
  /** The last moment of the line that goes on from here. */
  last(moment: number): number {
    let at = moment;
    while (this.moments[at]!.child >= 0) at = this.moments[at]!.child;
    return at;
  }
  /** The moment of the main line before decision number `steps`, the tile for it drawn. */
  afterSteps(steps: number): number {
    let at = 0,
      done = 0;
    for (let next = this.moments[0]!.child; next >= 0; next = this.moments[next]!.child) {
      if (this.moments[next]!.seat >= 0 && done++ === steps) break;
      at = next;
    }
    return at;
  }
  /** Where the same words lead in this tree, as far as they do: after it was read anew. */
  follow(words: string[]): number {
    let at = 0;
    for (const word of words) {
      const next = this.children(at).find((child) => this.moments[child]!.words === word);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }
}
