// story.ts -- what happened, as something to look at: the events of a step become animations that follow each other.

import type { BoardProps, Cell } from "./props";
import type { FeatureInfo, GameEvent } from "../engine/engine";

type Point = { x: number; y: number };
export type Animation =
  | { kind: "pause"; ms: number }
  | { kind: "light"; feature: FeatureInfo; ms?: number }
  | { kind: "pill"; seat: number; points: number; from: Cell; to?: Point } // to: client pixels of the owner's points
  | { kind: "show"; cells: Cell[] }
  | {
      kind: "throw";
      seat: number;
      from: Point;
      land: Point;
      rest: Point;
      hits?: (Point & { chain: number })[];
    }; // 1/1024 tile; hits in their order

/** Throws with their hits, and if wanted the scorings: feature lit, pill to its owner. */
export function story(events: GameEvent[], game?: BoardProps["game"]): Animation[] {
  const list: Animation[] = [];
  let thrown: (Animation & { kind: "throw" }) | null = null;
  for (const event of events) {
    if (event.kind === "throw" && event.at)
      thrown = { kind: "throw", seat: event.seat, from: event.at, land: event.at, rest: event.at, hits: [] };
    else if (event.kind === "land" && thrown && event.at) thrown.land = event.at;
    else if (event.kind === "hit" && thrown && event.at)
      thrown.hits!.push({ ...event.at, chain: event.points ?? 0 });
    else if (event.kind === "rest" && thrown && event.at) thrown.rest = event.at;
    else if (event.kind === "score" && game && event.points && event.x !== undefined) {
      const feature = event.segment === undefined ? null : game.feature(event.x, event.y!, event.segment);
      if (feature) list.push({ kind: "light", feature });
      list.push({ kind: "pill", seat: event.seat, points: event.points, from: { x: event.x, y: event.y! } });
    }
  }
  if (thrown) list.unshift(thrown);
  return list;
}
