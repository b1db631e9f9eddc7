// keys -- a lesson by keyboard: arrows choose, R turns, Enter does it or goes on, Backspace goes a step back.
import type { Action } from "../engine/types";
import type { Pupil } from "./pupil.svelte";

/** The nearest choice that way; where choices have no place, the next or the one before. */
export function beside(
  list: Action[],
  chosen: Action | null,
  dx: number,
  dy: number,
  turn: number,
): Action | undefined {
  if (!list.length) return undefined;
  if (!chosen) return list.find((action) => action.rot === turn) ?? list[0];
  if (chosen.kind !== "lay") {
    const at = list.findIndex((action) => action.text === chosen.text);
    return list[(at + (dx + dy > 0 ? 1 : -1) + list.length) % list.length];
  }
  const far = (action: Action) => {
    const x = action.x! - chosen.x!,
      y = action.y! - chosen.y!,
      along = x * dx + y * dy;
    return along <= 0 ? Infinity : along + 2.5 * (Math.abs(x * dy) + Math.abs(y * dx));
  };
  const near = list.filter((action) => far(action) < Infinity).sort((a, b) => far(a) - far(b))[0];
  return near && (list.find((one) => one.x === near.x && one.y === near.y && one.rot === chosen.rot) ?? near);
}

export function keyboard(pupil: Pupil, next: () => void, back: () => void): (event: KeyboardEvent) => void {
  const arrow = (dx: number, dy: number) => () => {
    const list = pupil.kind === "lay" ? pupil.actions.filter((one) => one.kind === "lay") : pupil.ways;
    const found = beside(list, pupil.chosen, dx, dy, pupil.turnWanted);
    if (!found) return;
    pupil.pick(found);
    if (found.x !== undefined) pupil.board?.show([{ x: found.x, y: found.y! }]);
  };
  const short: Record<string, () => void> = {
    ArrowLeft: arrow(-1, 0),
    ArrowRight: arrow(1, 0),
    ArrowUp: arrow(0, -1),
    ArrowDown: arrow(0, 1),
    r: () => pupil.turn(1),
    R: () => pupil.turn(-1),
    ".": () => pupil.turn(1),
    ",": () => pupil.turn(-1),
    "0": () => pupil.board?.fit(),
    Escape: () => pupil.pick(null),
    Backspace: back,
    Enter: () => {
      if (pupil.met) next();
      else if (pupil.answer && !pupil.step.guess) pupil.begin();
      else if (pupil.chosen) pupil.do(pupil.chosen.text);
    },
  };
  return (event) => {
    const at = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("dialog") || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return;
    if (event.key === "Enter" && at.closest("button, a")) return;
    const run = short[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}
