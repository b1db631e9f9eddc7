// players.mjs -- computer players for tests in node. They are asked as the page's worker is asked: with a record, in a module of their own.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load, wasmFile } from "./load.mjs";

/** The players' module. Its games know the calls of the page's that are about a game, and those of the players. */
export async function loadPlayers() {
  const { Engine } = await load("engine/engine.ts");
  return Engine.load(readFileSync(join(dirname(wasmFile), "think.wasm")));
}
const players = await loadPlayers();

/** What a computer would do in a game of the page's own module. */
export function wouldDo(game, computer, ms, seed) {
  const { game: same } = players.open(game.record());
  try {
    return same.choose(computer, ms, seed);
  } finally {
    same.free();
  }
}
