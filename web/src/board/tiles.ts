// tiles.ts -- tiles and figures as bitmaps: drawn once by the art library as SVG, painted at the size needed when there is time,
// kept by kind, turn, copy, size and light. A picture that is not there yet at its size is shown from another size.

import type { ArtFigure, Engine, Pose, Style } from "../engine/engine";
import { paint, readSvg, type Drawing } from "./paint";
import type { Ctx } from "./shapes";
import { drawSketch, SKETCH } from "./sketch";

// Sizes are a quarter apart: a picture is never shrunk by more, so that it stays sharp.
const sizes = [24, 32, 40, 52, 64, 80, 104, 128, 160, 208, 256, 320, 416, 512];
const KEPT = 96 * 1024 * 1024; // bytes of bitmaps at most
const READ = 192; // drawings that stay read
const BUDGET = 8; // ms of drawing a frame
const BUDGET_AT_REST = 16; // the same while nothing moves: a finger that comes meanwhile waits a frame for its answer, not two

export function bucket(px: number): number {
  return sizes.find((size) => size >= px) ?? sizes[sizes.length - 1]!;
}

function blank(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  return typeof OffscreenCanvas === "undefined"
    ? Object.assign(document.createElement("canvas"), { width, height })
    : new OffscreenCanvas(width, height);
}

type Bitmap = ImageBitmap | HTMLCanvasElement;
interface Job {
  key: string;
  source: string;
  svg: () => string;
  w: number;
  h: number;
  tint: string;
  urgent: number;
}

const pages = new WeakMap<Engine, Pictures>();

export class Pictures {
  private bitmaps = new Map<string, Bitmap>(); // in order of use: the oldest first
  private sketches = new Map<string, OffscreenCanvas | HTMLCanvasElement>(); // of a few hundred bytes each
  private ready = new Map<string, Drawing>();
  private jobs = new Map<string, Job>();
  private running = false;
  private bytes = 0;
  private boards = new Set<{ changed: () => void; busy: () => boolean }>();
  spent = 0; // ms of drawing so far, for the benchmark
  drawn = 0;

  constructor(private readonly engine: Engine) {}

  /** The page's pictures: every board takes from the same store, so that a second one has at once what the first has drawn. */
  static of(engine: Engine): Pictures {
    let found = pages.get(engine);
    if (!found) pages.set(engine, (found = new Pictures(engine)));
    return found;
  }
  /** `changed` is called when something that was asked for is there. While `busy` only a little is drawn between two frames. Gives
   *  what a board calls when it is gone. */
  join(changed: () => void, busy: () => boolean): () => void {
    const board = { changed, busy };
    this.boards.add(board);
    return () => void this.boards.delete(board);
  }
  private changed(): void {
    for (const board of this.boards) board.changed();
  }
  private busy(): boolean {
    return [...this.boards].some((board) => board.busy());
  }

  /** A tile at about `px` device pixels, or what there is of it: at least its sketch. `dim` multiplies it by a colour. */
  tile(
    kind: number,
    rot: number,
    copy: number,
    style: Style,
    px: number,
    dim: string,
    urgent = 1,
  ): Bitmap | OffscreenCanvas {
    const source = `t${kind}.${rot}.${copy}.${style}`,
      size = bucket(px);
    const there = this.get(
      source,
      () => this.engine.tileSvg(kind, rot, copy, style),
      size,
      size,
      dim,
      urgent,
    );
    const other = `t${kind}.${rot}.${copy}.${style === "map" ? "quiet" : "map"}`;
    return there ?? this.nearest(other, size, dim) ?? this.sketch(kind, rot, dim);
  }
  private sketch(kind: number, rot: number, dim: string): OffscreenCanvas | HTMLCanvasElement {
    const key = `${kind}.${rot} ${dim}`;
    let made = this.sketches.get(key);
    if (!made) {
      this.sketches.set(key, (made = blank(SKETCH, SKETCH)));
      drawSketch(made.getContext("2d") as Ctx, this.engine.kinds()[kind]!.segments, rot, dim);
    }
    return made;
  }
  /** A figure in its box (of 400 units, a tall tower's is larger), `px` device pixels wide. */
  figure(figure: ArtFigure, colour: number, pose: Pose, height: number, px: number): Bitmap | null {
    const size = bucket(px),
      source = `f${figure}.${colour}.${pose}.${height}`;
    return this.get(source, () => this.engine.figureSvg(figure, colour, pose, height), size, size, "", 2);
  }
  /** What a colour's figures are painted with, and its emblem. */
  paint(colour: number): { colour: string; emblem: string } {
    return this.engine.colours()[colour] ?? this.engine.colours()[0]!;
  }
  corner(px: number, dim: string): Bitmap | null {
    const size = bucket(px);
    return this.get("corner", () => this.engine.cornerSvg(), size, size, dim, 1);
  }
  get memory(): number {
    return this.bytes;
  }
  get waiting(): number {
    return this.jobs.size;
  }
  /** Nothing that was asked for in the last frame is wanted any more unless it is asked for again. */
  forget(): void {
    this.jobs.clear();
  }

  private get(
    source: string,
    svg: () => string,
    w: number,
    h: number,
    tint: string,
    urgent: number,
  ): Bitmap | null {
    const key = `${source} ${w} ${tint}`,
      there = this.bitmaps.get(key);
    if (there) {
      this.bitmaps.delete(key);
      this.bitmaps.set(key, there);
      return there;
    }
    if (!this.jobs.has(key)) this.jobs.set(key, { key, source, svg, w, h, tint, urgent });
    if (!this.running) void this.work();
    return this.nearest(source, w, tint);
  }
  private nearest(source: string, w: number, tint: string): Bitmap | null {
    let best: Bitmap | null = null,
      off = Infinity;
    for (const size of sizes) {
      const there = this.bitmaps.get(`${source} ${size} ${tint}`) ?? this.bitmaps.get(`${source} ${size} `);
      const distance = Math.abs(Math.log(size / w)) + (size < w ? 0.3 : 0);
      if (there && distance < off) ((best = there), (off = distance));
    }
    return best;
  }

  // A few milliseconds of drawing a frame, the urgent first.
  private async work(): Promise<void> {
    this.running = true;
    while (this.jobs.size) {
      const order = [...this.jobs.values()].sort((a, b) => b.urgent - a.urgent);
      const atRest = document.hidden || !this.busy();
      await new Promise((done) => (atRest ? setTimeout(done, 0) : requestAnimationFrame(done)));
      const until = performance.now() + (atRest ? BUDGET_AT_REST : BUDGET);
      let any = false;
      for (const job of order) {
        if (!this.jobs.has(job.key)) continue;
        const drawing = this.read(job);
        this.jobs.delete(job.key);
        this.draw(job, drawing);
        this.keep(job.source, drawing);
        any = true;
        if (performance.now() > until) break;
      }
      if (any) this.changed();
    }
    this.running = false;
    this.changed();
  }
  /** Read a drawing, once. */
  private read(job: Job): Drawing {
    const there = this.ready.get(job.source);
    if (there) return there;
    const before = performance.now(),
      made = readSvg(job.svg());
    this.spent += performance.now() - before;
    return made;
  }
  /** Drawings that were read stay for other sizes, the latest used of them. */
  private keep(source: string, drawing: Drawing): void {
    this.ready.delete(source);
    this.ready.set(source, drawing);
    if (this.ready.size > READ) this.ready.delete(this.ready.keys().next().value!);
  }
  private draw(job: Job, drawing: Drawing): void {
    const before = performance.now();
    const canvas = blank(job.w, job.h),
      ctx = canvas.getContext("2d") as CanvasRenderingContext2D;
    paint(ctx, drawing, job.w);
    if (job.tint) {
      ctx.globalCompositeOperation = "source-atop";
      ctx.globalCompositeOperation = "multiply";
      ctx.fillStyle = job.tint;
      ctx.fillRect(0, 0, job.w, job.h);
      if (job.source === "corner") {
        const shape = blank(job.w, job.h);
        paint(shape.getContext("2d") as CanvasRenderingContext2D, drawing, job.w);
        ctx.globalCompositeOperation = "destination-in";
        ctx.drawImage(shape, 0, 0);
      }
    }
    const bitmap = "transferToImageBitmap" in canvas ? canvas.transferToImageBitmap() : canvas;
    this.bitmaps.set(job.key, bitmap);
    this.bytes += 4 * job.w * job.h;
    this.drawn++;
    this.spent += performance.now() - before;
    for (const [key, old] of this.bitmaps) {
      if (this.bytes <= KEPT) break;
      this.bytes -= 4 * old.width * old.height;
      if ("close" in old) old.close();
      this.bitmaps.delete(key);
    }
  }
}
