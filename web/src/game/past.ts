// past -- what is still shown of what happened: last tiles, points that fell a round ago, where a turn ended.
import type { Cell } from "../board/props";
import type { Moment } from "../show.svelte";

export type Mark = Cell & { seat: number };
export type Pill = Cell & { px: number; py: number; seat: number; points: number };

/** The tiles of everybody's last turn, newest first: two of a double turn. */
export function lastMoves(moments: Moment[], at: number): Mark[] {
  const found: Mark[] = [],
    turns = new Map<number, number>();
  for (let step = Math.min(at, moments.length - 1); step >= 0; step--)
    for (const event of moments[step].events.toReversed()) {
      if (event.kind !== "lay") continue;
      const turn = turns.get(event.seat) ?? moments[step].turn;
      if (turn !== moments[step].turn) continue;
      turns.set(event.seat, turn);
      found.push({ x: event.x!, y: event.y!, seat: event.seat });
    }
  return found;
}

/** Points of the last round, where they fell. */
export function lastPoints(moments: Moment[], at: number, seats: number): Pill[] {
  const from = Math.max(0, (moments[at]?.next ?? 0) - seats),
    found: Pill[] = [];
  for (let step = Math.min(at, moments.length - 1); step > 0 && moments[step].turn >= from; step--)
    for (const event of moments[step].events)
      if (event.kind === "score" && !event.final && event.x !== undefined && event.points)
        found.push({ x: event.x, y: event.y!, px: 500, py: 500, seat: event.seat, points: event.points });
  return found;
}

/** The last step of turn `n`. */
export function endOfTurn(moments: Moment[], n: number): number {
  let at = 0;
  for (let step = 0; step < moments.length; step++) if (moments[step].turn <= n) at = step;
  return at;
}
