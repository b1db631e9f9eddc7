// carry -- the tile in hand, carried onto the board by mouse or finger. The wheel, a second finger or the right button turns it on the way;
// let go over a legal cell it lies there (mouse) or stays as the ghost (finger), as a press on the cell would do.
import type { Play } from "./play.svelte";

const SLOP = 6,
  LIFT = 56; // px: a finger does not hide the tile it carries
const EDGE = 34,
  STEP = 7; // px: held at the board's border, the map moves below it

export class Carry {
  at = $state.raw<{ x: number; y: number } | null>(null); // where the tile is held, in client px; null: nobody carries it
  over = $state(false); // a legal cell is below
  size = $state(80);
  #play: Play;
  #stop: (() => void) | null = null;
  #wheeled = 0;
  #moving = 0;

  constructor(play: Play) {
    this.#play = play;
  }

  /** Pressed on the tile in hand. */
  take = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#stop || this.#play.question !== "lay") return;
    const touch = event.pointerType !== "mouse",
      from = { x: event.clientX, y: event.clientY },
      finger = event.pointerId;
    event.preventDefault();
    const move = (now: PointerEvent) => {
      if (
        now.pointerId !== finger ||
        (!this.at && Math.hypot(now.clientX - from.x, now.clientY - from.y) <= SLOP)
      )
        return;
      if (this.#play.question !== "lay") return this.drop();
      if (!this.at) this.size = this.#play.board?.place({ x: 0, y: 0 })?.width ?? 80;
      this.at = { x: now.clientX, y: now.clientY - (touch ? LIFT : 0) };
      this.#hold();
    };
    const release = (now: PointerEvent) => {
      if (now.pointerId !== finger) return;
      const { chosen } = this.#play,
        laid = this.at && this.over && now.type === "pointerup";
      this.drop();
      if (laid && !touch && chosen) void this.#play.act(chosen);
    };
    const second = (now: PointerEvent) => {
      if (now.pointerId === finger && now.button !== 2) return;
      now.preventDefault();
      now.stopPropagation();
      if (this.at) this.#play.turn(1);
    };
    const wheel = (now: WheelEvent) => {
      now.preventDefault();
      if (this.at && performance.now() - this.#wheeled > 120) this.#play.turn(now.deltaY > 0 ? 1 : -1);
      this.#wheeled = performance.now();
    };
    const menu = (now: Event) => now.preventDefault();
    const escape = (now: KeyboardEvent) => {
      if (now.key !== "Escape" || !this.at) return;
      now.preventDefault();
      this.#play.pick(null);
      this.drop();
    };
    const all: [string, (event: never) => void][] = [
      ["pointermove", move],
      ["pointerup", release],
      ["pointercancel", release],
      ["pointerdown", second],
      ["wheel", wheel],
      ["contextmenu", menu],
      ["keydown", escape],
    ];
    for (const [kind, run] of all)
      addEventListener(kind, run as EventListener, { capture: true, passive: false });
    this.#stop = () => {
      for (const [kind, run] of all) removeEventListener(kind, run as EventListener, { capture: true });
    };
  };
  #hold(): void {
    const { board } = this.#play,
      { x, y } = this.at!;
    this.over = board?.carry({ clientX: x, clientY: y }) ?? false;
    cancelAnimationFrame(this.#moving);
    const by = this.#border(x, y);
    if (!this.over && (by.x || by.y))
      this.#moving = requestAnimationFrame(() => {
        board?.nudge(by.x, by.y);
        if (this.at) this.#hold();
      });
  }
  /** Which way the map moves: it is held at the border of the board, not beyond it. */
  #border(x: number, y: number): { x: number; y: number } {
    const box = this.#play.board?.box();
    if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return { x: 0, y: 0 };
    const way = (at: number, low: number, high: number) =>
      at < low + EDGE ? STEP : at > high - EDGE ? -STEP : 0;
    return { x: way(x, box.left, box.right), y: way(y, box.top, box.bottom) };
  }
  drop(): void {
    cancelAnimationFrame(this.#moving);
    this.#stop?.();
    this.#stop = null;
    this.at = null;
    this.over = false;
  }
}
