// keeping -- all games of this device as one file, and back: what such a file is, and which games in it can be read.
import type { Engine } from "../engine/engine";
import { isKeptBox } from "../companion/kept";
import { Authority, type Kept } from "./authority";

const KIND = "aude games";

export function fileOf(games: Kept[]): string {
  return JSON.stringify({ kind: KIND, version: 1, games });
}

/** Is this a game that this page can go on with? It is played once from its beginning: nothing is believed. */
export function plays(engine: Engine, game: unknown): game is Kept {
  const one = game as Kept;
  if (String(one?.id).startsWith("box-")) return isKeptBox(engine, game) && Number.isFinite(one.when);
  if (!one || typeof one !== "object" || !/^here-\w{1,40}$/.test(String(one.id))) return false;
  if (typeof one.setup !== "string" || typeof one.seed !== "string" || !Array.isArray(one.entries))
    return false;
  if (!Number.isFinite(one.when)) return false;
  try {
    const table = new Authority(engine, structuredClone(one));
    table.restore();
    table.free();
    return true;
  } catch {
    return false;
  }
}

/** The games of a file, those that can be read; null: the file is none of ours. */
export function gamesOfFile(engine: Engine, text: string): { good: Kept[]; bad: number } | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const file = found as { kind?: unknown; games?: unknown } | null;
  if (file?.kind !== KIND || !Array.isArray(file.games)) return null;
  const good = file.games.filter((game) => plays(engine, game)) as Kept[];
  return { good, bad: file.games.length - good.length };
}
