// plate.mjs -- the map on a newcomer's home screen: where the tiles of docs/board.aude lie. Read when the page is built.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const record = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "board.aude");

const TURNS = 60; // as many as fill the screen

/** [[tile, x, y, quarter turns]] */
export function readPlate() {
  const laid = [["river-1/spring", 0, 0, 0]];
  for (const line of readFileSync(record, "utf8").split("\n")) {
    const tile = /draw ([\w/-]+);/.exec(line)?.[1],
      lay = /lay (-?\d+),(-?\d+) (\d+);/.exec(line),
      abbey = /abbey (-?\d+),(-?\d+);/.exec(line);
    if (abbey) laid.push(["abbey-mayor/abbey", Number(abbey[1]), Number(abbey[2]), 0]);
    if (tile && lay) laid.push([tile, Number(lay[1]), Number(lay[2]), Number(lay[3]) / 90]);
  }
  return laid.slice(0, TURNS);
}
