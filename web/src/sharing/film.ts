// film -- a game as a short moving picture. Every frame is drawn on a canvas by the board's own layers, and what changed goes into a GIF
// (gif.ts): no browser's recorder is needed, and it is done sooner than the film lasts.
import { bounds, Camera, fitting } from "../board/camera";
import { standings } from "../board/figures";
import { drawCorners, drawFigures, drawMark, drawTable, drawTiles, SMALL, type View } from "../board/layers";
import { palette } from "../board/palette";
import { drawShield } from "../board/shapes";
import type { Engine, State } from "../engine/engine";
import { Census, Colours, Gif, TRANSPARENT, type Rect } from "./gif";
import { ReadyPictures } from "./pictures";
import { gameAt, playersOf, type Player, type Subject } from "./subject";

export interface Film {
  blob: Blob;
  frames: number;
  ms: number;
  width: number;
  height: number;
}
export interface Making {
  from: number; // the step with which it begins
  dark: boolean;
  signal: AbortSignal;
  progress: (part: number) => void; // 0 to 1
}

const LENGTH = 17_000, // ms that the steps share
  FIRST = 700,
  LAST = 2600,
  SLOWEST = 450, // ms of a step
  FRAMES = 160, // at most; a longer game is shown in larger steps
  LONGEST = 720, // px of the map's longer side
  LARGEST = 96, // px a tile
  NARROWEST = 480,
  LINE = 30, // px of the caption
  BREATH = 30; // ms of work before the page may do something else

/** Which steps are frames: all, or evenly chosen; the first and the last always. */
export function chosen(from: number, to: number, most = FRAMES): number[] {
  const steps = to - from,
    n = Math.min(steps, most - 1);
  return Array.from({ length: n + 1 }, (_, i) => (n ? from + Math.round((i * steps) / n) : from));
}
/** How long each of `n` frames is seen, in ms. */
export function times(n: number): number[] {
  const step = Math.min(SLOWEST, Math.floor(LENGTH / Math.max(1, n - 2) / 10) * 10);
  return Array.from({ length: n }, (_, i) => (i === n - 1 ? LAST : i === 0 ? FIRST : step));
}

/** A position of the film. */
interface Shot {
  state: State;
  corners: { x: number; y: number }[];
  players: Player[];
}

function* shots(engine: Engine, subject: Subject, steps: number[]): Generator<Shot> {
  const game = gameAt(engine, subject, steps[0]);
  try {
    let at = steps[0]!;
    for (const step of steps) {
      for (; at < step; at++) game.feed(subject.steps[at]!);
      const state = game.state();
      yield { state, corners: game.corners(), players: playersOf(subject, state) };
    }
  } finally {
    game.free();
  }
}

/** Draws shots, all with the same view of the map: that of the last. */
class Painter {
  readonly canvas = document.createElement("canvas");
  private readonly view: View;
  private readonly rows: number;
  private readonly height: number; // of the map

  constructor(
    private readonly engine: Engine,
    private readonly subject: Subject,
    last: State,
    dark: boolean,
  ) {
    const box = bounds(last.laid, 0.3),
      [cols, rows] = [box.x1 - box.x0, box.y1 - box.y0];
    const px = Math.max(4, Math.floor(Math.min(LARGEST, LONGEST / Math.max(cols, rows))));
    const width = Math.max(NARROWEST, Math.ceil(cols * px));
    this.height = Math.ceil(rows * px);
    this.rows = Math.ceil(subject.names.length / (width < 600 ? 2 : 3));
    this.canvas.width = width;
    this.canvas.height = this.height + 14 + LINE * this.rows;
    const cam = Object.assign(new Camera(), { w: width, h: this.height, dpr: 1, least: 4 });
    const inset = { top: 0, right: 0, bottom: 0, left: 0 };
    cam.place = fitting(cam, box, inset, px);
    cam.settle();
    this.view = {
      ctx: this.canvas.getContext("2d", { willReadFrequently: true })!,
      cam,
      pal: palette(dark),
      pictures: new ReadyPictures(engine),
      style: cam.s < SMALL ? "quiet" : "map",
      seen: cam.seen(inset),
      contrast: false,
      moving: false,
    };
  }
  draw({ state, corners, players }: Shot): ImageData {
    const { view } = this,
      tile = state.laid[state.lastLaid ?? -1];
    drawTable(view);
    drawTiles({ ...view, pal: { ...view.pal, tile: "" } }, state.laid, () => false);
    drawCorners(view, corners);
    if (tile && !state.over) drawMark(view, tile.x, tile.y, view.pal.goldLight, true);
    drawFigures(view, standings(this.engine, state, this.subject.colours), () => null);
    this.caption(players);
    return view.ctx.getImageData(0, 0, this.canvas.width, this.canvas.height);
  }
  private caption(players: Player[]): void {
    const { ctx, pal } = this.view,
      { width, height } = this.canvas,
      columns = Math.ceil(players.length / this.rows),
      wide = width / columns;
    ctx.fillStyle = pal.vellum;
    ctx.fillRect(0, this.height, width, height - this.height);
    ctx.fillStyle = pal.line;
    ctx.fillRect(0, this.height, width, 2);
    ctx.textBaseline = "middle";
    players.forEach((one, i) => {
      const x = (i % columns) * wide + 16,
        y = this.height + 8 + LINE * (Math.floor(i / columns) + 0.5);
      drawShield(ctx as CanvasRenderingContext2D, x + 10, y, 20, this.engine.colours()[one.colour]!, pal.rim);
      ctx.font = '22px "EB Garamond", Garamond, Georgia, serif';
      ctx.fillStyle = pal.ink;
      const points = String(one.points),
        room = wide - 62 - ctx.measureText(points).width;
      ctx.fillText(one.name, x + 28, y + 1, room);
      ctx.fillText(points, x + 36 + Math.min(room, ctx.measureText(one.name).width), y + 1);
    });
  }
}

/** What differs from the frame before; null: nothing. */
function changed(now: ImageData, before: ImageData | null): Rect | null {
  const { width, height } = now;
  if (!before) return { x: 0, y: 0, w: width, h: height };
  const a = new Uint32Array(now.data.buffer),
    b = new Uint32Array(before.data.buffer);
  let [x0, y0, x1, y1] = [width, height, -1, -1];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (a[i] !== b[i]) {
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (y < y0) y0 = y;
        y1 = y;
      }
  return x1 < 0 ? null : { x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1 };
}
function indices(now: ImageData, before: ImageData | null, rect: Rect, colours: Colours): Uint8Array {
  const out = new Uint8Array(rect.w * rect.h),
    a = new Uint32Array(now.data.buffer),
    b = before && new Uint32Array(before.data.buffer);
  for (let y = 0, to = 0; y < rect.h; y++)
    for (let x = 0, i = (rect.y + y) * now.width + rect.x; x < rect.w; x++, i++, to++)
      out[to] =
        b && a[i] === b[i]
          ? TRANSPARENT
          : colours.index(now.data[4 * i]!, now.data[4 * i + 1]!, now.data[4 * i + 2]!);
  return out;
}

/** The colours of the whole film: it ends with everything that is ever seen, except figures that have gone home. */
function census(painter: Painter, engine: Engine, subject: Subject, steps: number[]): Colours {
  const some = [0, 0.35, 0.7, 1].map((part) => steps[Math.round(part * (steps.length - 1))]!);
  const found = new Census();
  for (const shot of shots(engine, subject, some)) found.add(painter.draw(shot).data);
  return new Colours(found);
}

/** The page goes on meanwhile; an aborted signal stops it. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((go) => setTimeout(go, 0));
  signal.throwIfAborted();
}

export async function makeFilm(engine: Engine, subject: Subject, making: Making): Promise<Film> {
  const { from, dark, signal, progress } = making;
  const steps = chosen(from, subject.steps.length),
    wait = times(steps.length);
  const [end] = shots(engine, subject, [steps.at(-1)!]);
  await document.fonts?.load('22px "EB Garamond"').catch(() => {});
  const painter = new Painter(engine, subject, end!.state, dark);
  await breathe(signal);
  const colours = census(painter, engine, subject, steps);
  await breathe(signal);
  const gif = new Gif(painter.canvas.width, painter.canvas.height, colours.table);
  let before: ImageData | null = null,
    late = 0, // ms of frames in which nothing changed
    last: { rect: Rect; pixels: Uint8Array; ms: number } | null = null,
    i = 0,
    began = performance.now();
  for (const shot of shots(engine, subject, steps)) {
    const now = painter.draw(shot),
      rect = changed(now, before);
    if (rect) {
      if (last) gif.frame(last.rect, last.pixels, last.ms + late);
      last = { rect, pixels: indices(now, before, rect, colours), ms: wait[i]! };
      late = 0;
    } else late += wait[i]!;
    before = now;
    progress(++i / steps.length);
    if (performance.now() - began > BREATH) {
      await breathe(signal);
      began = performance.now();
    }
  }
  if (last) gif.frame(last.rect, last.pixels, last.ms + late);
  signal.throwIfAborted();
  return { blob: gif.end(), frames: gif.frames, ms: gif.ms, width: gif.width, height: gif.height };
}
