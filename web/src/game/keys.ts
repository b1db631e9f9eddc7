// keys -- the keyboard: everything the mouse does, and a cell by its name.
import { cellName } from "../board/props";
import type { Action } from "../engine/types";
import type { Hint } from "./hint.svelte";
import type { Looking } from "./looking.svelte";
import type { Play } from "./play.svelte";

/** A listener for keys pressed anywhere on the game screen. */
export function keyboard(
  play: Play,
  looking: Looking,
  hint: Hint,
  asleep: () => boolean,
): (event: KeyboardEvent) => void {
  let typed = "",
    typedAt = 0;

  /** The name of a cell, letter by letter. */
  function type(key: string): boolean {
    if (Date.now() - typedAt > 1200) typed = "";
    typedAt = Date.now();
    typed += key.toUpperCase();
    const found = play.plays.find(
      (action) => action.kind === "lay" && cellName(action.x!, action.y!) === typed,
    );
    if (found) play.pick(found);
    return !!found;
  }
  /** Who chooses on the map is on the map: Enter then lays, and presses no button that had the focus before. */
  function go(dx: number, dy: number): void {
    arrow(play, dx, dy);
    if (play.chosen) play.heading?.focus({ preventScroll: true });
  }
  const short: Record<string, () => void> = {
    r: () => play.turn(1),
    R: () => play.turn(-1),
    ".": () => play.turn(1),
    ",": () => play.turn(-1),
    n: () => play.passes && play.phase === "action" && void play.act(play.passes),
    f: () => play.aids.fields && looking.tool("fields"),
    o: () => play.aids.odds && looking.tool("odds"),
    l: () => looking.tool("last"),
    m: () => looking.tool("theirs"),
    t: () => play.aids.left && (looking.sheet = "left"),
    h: () => void hint.ask(),
    "0": () => play.board?.fit(),
    "+": () => play.board?.zoom(1.25),
    "=": () => play.board?.zoom(1.25),
    "-": () => play.board?.zoom(0.8),
    "[": () => looking.walk(-1),
    "]": () => looking.walk(1),
    i: () => looking.walk(1),
    "?": () => {
      const refused = play.groups.find((one) => !one.actions.length);
      if (play.chosen === null && refused) looking.why(refused);
    },
    " ": () => play.show.skip(),
    Backspace: () => play.undo && void play.takeBack(),
    ArrowLeft: () => go(-1, 0),
    ArrowRight: () => go(1, 0),
    ArrowUp: () => go(0, -1),
    ArrowDown: () => go(0, 1),
    Enter: () => (play.chosen || play.nothing) && play.main(),
    Escape: () => {
      typed = ""; // half a name is forgotten
      if (hint.advice && !looking.card) hint.forget();
      else looking.escape();
    },
  };

  return (event) => {
    const at = event.target as HTMLElement,
      { phase } = play;
    if (
      event.defaultPrevented ||
      asleep() ||
      looking.sheet ||
      at.closest("dialog") ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)
    )
      return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (play.undo) void play.takeBack();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "Enter" || event.key === " ") && at.closest("button, a, [role=radio]")) return;
    if (phase === "tile" && play.my && /^[a-z0-9]$/i.test(event.key) && event.key !== "0" && type(event.key))
      return;
    if (phase === "tile" && /^\d$/.test(event.key) && typed.length > 1) return;
    if (phase === "action" && /^[1-9]$/.test(event.key)) {
      const found = play.groups[Number(event.key) - 1];
      if (found) found.actions.length ? play.pickFigure(found.key) : looking.why(found);
      return;
    }
    const run = short[event.key];
    if (!run || (event.shiftKey && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    run();
  };
}

/** Choose it, and have it in sight. */
function show(play: Play, action: Action): void {
  play.pick(action);
  if (action.x !== undefined) play.board?.show([{ x: action.x, y: action.y! }]);
}
/** The next choice that way: a step of the dragon, an area, the nearest legal cell. */
function arrow(play: Play, dx: number, dy: number): void {
  const { chosen, phase } = play,
    list = play.shown.filter((action) => action.x !== undefined);
  if (play.dragon) {
    const side = dx > 0 ? "E" : dx < 0 ? "W" : dy > 0 ? "S" : "N";
    const step = play.plays.find((action) => action.kind === "step" && action.side === side);
    if (step) play.pick(step);
    return;
  }
  if (!list.length) return;
  if (!chosen) return show(play, list.find((action) => action.rot === play.turnWanted) ?? list[0]);
  if (phase !== "tile") {
    const at = list.findIndex((action) => action.text === chosen.text);
    return show(play, list[(at + (dx + dy > 0 ? 1 : -1) + list.length) % list.length]);
  }
  const far = (action: Action) => {
    const ax = action.x! - chosen.x!,
      ay = action.y! - chosen.y!;
    const along = ax * dx + ay * dy,
      across = Math.abs(ax * dy) + Math.abs(ay * dx);
    return along <= 0 ? Infinity : along + across * 2.5;
  };
  const next = list
    .filter((action) => far(action) < Infinity)
    .sort((a, b) => far(a) - far(b) || Number(b.rot === chosen.rot) - Number(a.rot === chosen.rot))[0];
  if (next)
    show(
      play,
      list.find((action) => action.x === next.x && action.y === next.y && action.rot === (chosen.rot ?? 0)) ??
        next,
    );
}
