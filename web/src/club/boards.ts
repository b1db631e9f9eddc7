// boards -- small pictures of games at the server: the record is asked for, the engine lays it, what was seen is kept for a while.
import { standings } from "../board/figures";
import { engine } from "../loaded";
import type { Shot } from "../parts/Picture.svelte";
import { askRecord } from "./ask";

/** A game as it stands. */
export interface Board {
  shot: Shot;
  names: string[];
  points: number[];
  left: number; // tiles that are still to be drawn
}

const MOST = 80; // pictures that are remembered
const seen = new Map<string, { version: number; board: Board | null }>();
let before: Promise<unknown> = Promise.resolve();

function lay(record: string, colours: number[]): Board | null {
  const opened = engine().open(record);
  if (!("game" in opened)) return null;
  const state = opened.game.state();
  opened.game.free();
  return {
    shot: { laid: state.laid, standing: standings(engine(), state, colours) },
    names: opened.names,
    points: state.seats.map((seat) => seat.points),
    left: state.left,
  };
}

/** Where the record comes from, and under which name its picture is remembered. */
export interface Source {
  name: string;
  ask: () => Promise<string | null>;
}
export const atTable = (table: string): Source => ({ name: table, ask: () => askRecord(table) });

async function fetchBoard({ name, ask }: Source, version: number, colours: number[]): Promise<Board | null> {
  const there = seen.get(name);
  if (there?.version === version) return there.board;
  const record = await ask();
  const board = record ? lay(record, colours) : null;
  seen.delete(name);
  seen.set(name, { version, board });
  if (seen.size > MOST) seen.delete(seen.keys().next().value!);
  return board;
}

/** One after the other, so that a page full of them asks for little at a time. `version`: another one, another picture. `wanted` is
 *  asked when its turn has come: who has scrolled past needs none. */
export function boardOf(
  source: Source,
  version: number,
  colours: number[],
  wanted: () => boolean,
): Promise<Board | null> {
  const turn = before.then(() => (wanted() ? fetchBoard(source, version, colours) : null));
  before = turn.catch(() => null);
  return turn;
}
