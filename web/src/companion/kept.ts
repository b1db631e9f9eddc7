// kept -- a game beside a real box as this device keeps it, and whether it can be read.
import type { Engine } from "../engine/engine";
import type { Kept } from "../table/authority";
import { tellAgain } from "./told";
import type { Watched } from "./watch";

/** What is kept: the lines that were told say everything, the entries are made of them for lists and pictures. */
export interface KeptBox extends Kept {
  told: string[];
  waiting: string[]; // lines that are to be told again
  stopped: boolean; // the first of them was refused, and is told anew by hand
  watched?: Watched | null; // others watch by link
  before: string[] | null; // everything as it was before something was put right
}
const isLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Is it a game beside a box that this page can go on with? It is told once from its beginning: nothing is believed. */
export function isKeptBox(engine: Engine, found: unknown): found is KeptBox {
  const one = found as KeptBox;
  if (!one || !/^box-\w{1,40}$/.test(String(one.id)) || typeof one.setup !== "string" || !isLines(one.told))
    return false;
  if (!isLines(one.waiting) || !Array.isArray(one.entries)) return false;
  try {
    const game = engine.told(one.setup);
    const again = tellAgain(game, one.told);
    game.free();
    return !!again && !again.notes.length && again.used === one.told.length;
  } catch {
    return false;
  }
}
