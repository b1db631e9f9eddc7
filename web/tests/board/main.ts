// main.ts -- the board without a page: a random game, stopped where one wants to look.
//   ?tiles=60 ?sets=inns-cathedrals,... ?seed=7 ?stop=lay|figure|step|... ?dark ?fields ?lit ?plain ?frame=0 ?seats=4 ?chosen=1 ?contrast
import { mount } from "svelte";
import { Engine, type Action, type Game } from "../../src/engine/engine";
import Harness from "./Harness.svelte";

const asked = new URLSearchParams(location.search);
const number = (key: string, otherwise: number) => Number(asked.get(key) ?? otherwise);

function dice(seed: number) {
  let state = seed >>> 0;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

// Tiles go near the middle, figures mostly stand: a board that looks played.
function choose(list: Action[], below: (n: number) => number, game: Game): Action {
  const state = game.state();
  if (list[0]!.kind === "lay") {
    const laid = new Set(state.laid.map((tile) => `${tile.x},${tile.y}`));
    const value = (action: Action) =>
      [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ].filter(([dx, dy]) => laid.has(`${action.x! + dx!},${action.y! + dy!}`)).length *
        2 -
      Math.hypot(action.x! * 0.7, action.y!) / 2 +
      below(100) / 60;
    return list.map((action) => ({ action, v: value(action) })).sort((a, b) => b.v - a.v)[0]!.action;
  }
  const stop = asked.get("stop");
  const fitting = list
    .filter((action) => action.kind !== "pass" || below(3) === 0)
    .filter((action) => action.kind !== "put" || action.feature !== "field" || below(3) === 0);
  const pool = fitting.length ? fitting : list;
  void stop;
  return pool[below(pool.length)]!;
}

const engine = await Engine.load();
const sets = asked.get("sets") ?? "";
const head = `rules grow\nseats ${number("seats", 4)}\n${asked.get("river") ? `switch river ${asked.get("river")}\n` : ""}${asked.has("abbot") ? "switch abbot ON\n" : ""}${sets ? `expansions ${sets.replaceAll(",", " ")}\n` : ""}${asked.get("copies") ? `copies base ${asked.get("copies")}\n` : ""}`;
const game = engine.create(head, [], number("seed", 7).toString(16)),
  below = dice(number("seed", 7));
const until = number("tiles", 45),
  stop = asked.get("stop") ?? "lay";
const pills: { x: number; y: number; px: number; py: number; seat: number; points: number }[] = [];
const marks: { x: number; y: number; seat: number }[] = [];
for (let list = game.actions(); list.length; list = game.actions()) {
  const kinds = new Set(list.map((action) => action.kind));
  const at =
    stop === "figure"
      ? kinds.has("put") && list.filter((action) => action.kind === "put").length > 3
      : kinds.has(stop);
  if (game.state().laid.length >= until && at) break;
  const { events } = game.play(choose(list, below, game).text);
  for (const event of events) {
    if (event.kind === "score" && event.points && event.x !== undefined)
      pills.unshift({ x: event.x, y: event.y!, px: 500, py: 500, seat: event.seat, points: event.points });
    if (event.kind === "lay") marks.unshift({ x: event.x!, y: event.y!, seat: event.seat });
  }
}
mount(Harness, {
  target: document.getElementById("app")!,
  props: {
    game,
    asked,
    pills: pills.slice(0, 2),
    marks: marks.filter((mark, i) => marks.findIndex((other) => other.seat === mark.seat) === i),
  },
});
