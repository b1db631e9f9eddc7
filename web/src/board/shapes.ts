// shapes.ts -- outlines on the map, from the art library: segments in their true shapes, whole features, shields.

import type { Engine, FeatureInfo } from "../engine/engine";
import { INK } from "./palette";

export type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
const UNITS = 1000;

export class Shapes {
  private segments = new Map<string, Path2D>();
  private features = new WeakMap<FeatureInfo, Path2D>();

  constructor(private readonly engine: Engine) {}

  /** In units of 1000 a tile, from the tile's corner. */
  segment(kind: number, rot: number, segment: number): Path2D {
    const key = `${kind} ${rot} ${segment}`;
    let path = this.segments.get(key);
    if (!path) this.segments.set(key, (path = new Path2D(this.engine.path(kind, rot, segment))));
    return path;
  }
  /** Segments of several tiles as one path, in units of 1000 a tile from the map's origin. */
  union(cells: { x: number; y: number; kind: number; rot: number; segment: number }[]): Path2D {
    const path = new Path2D();
    for (const cell of cells)
      path.addPath(
        this.segment(cell.kind, cell.rot, cell.segment),
        new DOMMatrix([1, 0, 0, 1, UNITS * cell.x, UNITS * cell.y]),
      );
    return path;
  }
  feature(info: FeatureInfo): Path2D {
    let path = this.features.get(info);
    if (!path) this.features.set(info, (path = this.union(info.cells)));
    return path;
  }
}

// -- shields and emblems: a shape for every player beside the colour

const shieldPath = "M-10-11H10V2C10 8 5 11 0 13C-5 11-10 8-10 2Z";
let shield: Path2D | null = null;

function emblem(ctx: Ctx, kind: string): void {
  ctx.beginPath();
  if (kind === "chevron") {
    ctx.moveTo(-6, 4);
    ctx.lineTo(0, -4);
    ctx.lineTo(6, 4);
  } else if (kind === "ring") ctx.arc(0, 0, 4.2, 0, 7);
  else if (kind === "square") ctx.rect(-4.5, -4.5, 9, 9);
  else if (kind === "cross") {
    ctx.moveTo(0, -6.5);
    ctx.lineTo(0, 6.5);
    ctx.moveTo(-6, 0);
    ctx.lineTo(6, 0);
  } else if (kind === "lozenge") {
    ctx.moveTo(0, -7);
    ctx.lineTo(5.5, 0);
    ctx.lineTo(0, 7);
    ctx.lineTo(-5.5, 0);
    ctx.closePath();
  } else {
    ctx.moveTo(-6, -2.8);
    ctx.lineTo(6, -2.8);
    ctx.moveTo(-6, 3.2);
    ctx.lineTo(6, 3.2);
  }
}

/** A seat's shield, `size` pixels high, its middle at x,y. */
/** A round token with a colour's emblem; `lying`: a thinner rim on cream, as farmers lie. */
export function drawBadge(
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  colour: { colour: string; emblem: string },
  lying: boolean,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.beginPath();
  if (lying) ctx.ellipse(0, 0, 1.25 * r, 0.85 * r, 0, 0, 7);
  else ctx.arc(0, 0, r, 0, 7);
  ctx.fillStyle = colour.colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1, 0.2 * r);
  ctx.strokeStyle = INK;
  ctx.stroke();
  ctx.scale((0.8 * r) / 13.5, (0.8 * r) / 13.5);
  paintEmblem(ctx, colour.emblem);
  ctx.restore();
}

export function drawShield(
  ctx: Ctx,
  x: number,
  y: number,
  size: number,
  colour: { colour: string; emblem: string },
  rim: string,
): void {
  shield ??= new Path2D(shieldPath);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 27, size / 27);
  ctx.fillStyle = colour.colour;
  ctx.fill(shield);
  ctx.lineWidth = 2.2;
  ctx.strokeStyle = rim;
  ctx.stroke(shield);
  paintEmblem(ctx, colour.emblem);
  ctx.restore();
}
function paintEmblem(ctx: Ctx, name: string): void {
  const kind = /square/.test(name)
    ? "square"
    : /lozenge|diamond/.test(name)
      ? "lozenge"
      : /bar/.test(name)
        ? "bars"
        : name;
  emblem(ctx, kind);
  ctx.lineCap = "butt";
  ctx.lineWidth = 3.2;
  if (kind === "lozenge") {
    ctx.fillStyle = INK;
    ctx.fill();
  } else {
    ctx.strokeStyle = "#fdf6e3";
    ctx.stroke();
  }
}
