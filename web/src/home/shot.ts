// shot -- the map of a kept game for its small picture; and the map that a newcomer sees.
import plate from "virtual:plate";
import { standings } from "../board/figures";
import { engine } from "../loaded";
import type { Shot } from "../parts/Picture.svelte";
import { Fold } from "../table/fold.svelte";
import { wholeGame } from "../table/kept";

/** A game of this device as it stands; null if it cannot be read any more. */
export function shotOf(id: string): Shot | null {
  const kept = wholeGame(id);
  if (!kept) return null;
  const log = new Fold();
  try {
    log.apply(kept.entries);
    const game = engine().follow(log.head);
    for (const text of [log.opening, ...log.steps.map((step) => step.text)]) game.feed(text);
    const state = game.state();
    game.free();
    return {
      laid: state.laid,
      standing: standings(
        engine(),
        state,
        log.seats.map((seat) => seat.colour),
      ),
    };
  } catch {
    return null; // of another version, or damaged
  }
}

/** The map of docs/board.aude, without figures. */
export function firstShot(): Shot {
  const kinds = new Map(
    engine()
      .kinds()
      .map((kind) => [kind.id, kind.kind]),
  );
  const laid = plate.flatMap(([id, x, y, rot]) => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ kind, x, y, rot: rot as 0 | 1 | 2 | 3, copy: engine().copyAt(x, y) }];
  });
  return { laid, standing: [] };
}
