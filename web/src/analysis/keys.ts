// keys -- the analysis board by keyboard: arrows along the line and between variations, numbers for candidates.
import type { Cell } from "../board/props";
import type { Study } from "./study.svelte";

interface Ways {
  note: () => void;
  link: () => void;
  tiles: () => void;
  fields: () => void;
  fit: () => void;
  zoom: (by: number) => void;
  show: (cells: Cell[]) => void;
}

export function keyboard(study: Study, ways: Ways): (event: KeyboardEvent) => void {
  const short: Record<string, () => void> = {
    ArrowRight: () => study.forward(),
    ArrowLeft: () => study.back(),
    ArrowUp: () => study.beside(-1),
    ArrowDown: () => study.beside(1),
    Home: () => study.first(),
    End: () => study.last(),
    Delete: () => study.remove(),
    p: () => study.promote(),
    n: ways.note,
    t: ways.tiles,
    e: () => study.edit(!study.editing),
    l: ways.link,
    f: ways.fields,
    c: () => {
      study.asked = !study.asked;
      study.think();
    },
    r: () => study.rotate(1),
    R: () => study.rotate(-1),
    "0": ways.fit,
    "+": () => ways.zoom(1.25),
    "-": () => ways.zoom(0.8),
    Escape: () => (study.brush ? study.paint(null) : study.pick(null)),
    Enter: () =>
      study.chosen && (study.editing ? study.lay(study.chosen.text) : study.play([study.chosen.text])),
  };
  return (event) => {
    const at = event.target as HTMLElement;
    if (event.defaultPrevented || event.altKey) return;
    if (at.closest("dialog") || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      return study.undo();
    }
    if (event.key === "Enter" && at.closest("button, a")) return;
    const line = /^[1-5]$/.test(event.key) ? study.shown[Number(event.key) - 1] : undefined;
    const run = line ? () => study.play(line.line) : short[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}
