// overlay.ts -- what is spoken of: lit features across tiles, areas to stand on, fields by owner. Drawn on a sheet of its own, which is
// moved and stretched with the camera and drawn anew when that comes to rest.

import type { FeatureInfo } from "../engine/engine";
import type { Camera } from "./camera";
import { rect, type View } from "./layers";
import type { Area } from "./offers";
import { CREAM, GOLD, GOLD_LIGHT, INK } from "./palette";
import { drawShield, type Ctx, type Shapes } from "./shapes";

const UNITS = 1000;

export function blank(w: number, h: number): OffscreenCanvas | HTMLCanvasElement {
  return typeof OffscreenCanvas === "undefined"
    ? Object.assign(document.createElement("canvas"), { width: w, height: h })
    : new OffscreenCanvas(w, h);
}

/** A canvas the size of the view, drawn for one place of the camera. */
export class Sheet {
  private canvas: OffscreenCanvas | HTMLCanvasElement | null = null;
  private drawnFor = "";
  private place = { x: 0, y: 0, s: 1 };

  /** Draw `content` if `key` is new or the camera rests elsewhere; then lay the sheet on the view. */
  show(view: View, key: string, content: (ctx: Ctx) => void, alpha = 1): void {
    const { cam } = view,
      w = Math.round(cam.w * cam.dpr),
      h = Math.round(cam.h * cam.dpr);
    const full = `${key} ${w} ${h} ${view.moving ? "" : `${cam.x} ${cam.y} ${cam.s}`}`;
    if (!this.canvas || this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas = blank(w, h);
      this.drawnFor = "";
    }
    if (this.drawnFor !== full && !(view.moving && this.drawnFor.startsWith(`${key} ${w} ${h}`))) {
      const ctx = this.canvas.getContext("2d") as Ctx;
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, w, h);
      content(ctx);
      this.drawnFor = full;
      this.place = cam.place;
    }
    const by = cam.s / this.place.s,
      mx = (this.place.x - cam.x) * cam.s * cam.dpr,
      my = (this.place.y - cam.y) * cam.s * cam.dpr;
    view.ctx.globalAlpha = alpha;
    if (by === 1)
      view.ctx.drawImage(this.canvas, Math.round(mx), Math.round(my)); // whole pixels: a copy
    else
      view.ctx.drawImage(this.canvas, w / 2 + mx - (w * by) / 2, h / 2 + my - (h * by) / 2, w * by, h * by);
    view.ctx.globalAlpha = 1;
  }
}

/** World units of 1000 a tile. */
function world(ctx: Ctx, cam: Camera): number {
  const unit = (cam.s * cam.dpr) / UNITS;
  ctx.setTransform(unit, 0, 0, unit, cam.px(0), cam.py(0));
  return 1 / unit; // one device pixel in those units
}

let scratch: OffscreenCanvas | HTMLCanvasElement | null = null;

/** Lines outside a shape: wide ones, and then the shape cut out, so that nothing is seen where tiles meet inside it. */
function outline(ctx: Ctx, cam: Camera, path: Path2D, lines: [string, number][]): void {
  const w = Math.round(cam.w * cam.dpr),
    h = Math.round(cam.h * cam.dpr);
  if (!scratch || scratch.width !== w || scratch.height !== h) scratch = blank(w, h);
  const canvas = scratch,
    own = canvas.getContext("2d") as Ctx;
  own.setTransform(1, 0, 0, 1, 0, 0);
  own.globalCompositeOperation = "source-over";
  own.clearRect(0, 0, w, h);
  const pixel = world(own, cam);
  own.lineJoin = "round";
  for (const [colour, width] of lines) {
    own.strokeStyle = colour;
    own.lineWidth = 2 * width * cam.dpr * pixel;
    own.stroke(path);
  }
  own.globalCompositeOperation = "destination-out";
  own.fill(path, "nonzero");
  own.lineWidth = 1.2 * pixel;
  own.strokeStyle = "#000";
  own.stroke(path);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(canvas, 0, 0);
}

/** A feature lit: pale gold inside, ink and gold-light round it, an arrow at each open end. */
export function drawLit(ctx: Ctx, view: View, shapes: Shapes, info: FeatureInfo, ends = true): void {
  const { cam } = view,
    path = shapes.feature(info),
    wide = view.contrast ? 2 : 1;
  world(ctx, cam);
  ctx.fillStyle = "rgb(250 226 140 / .22)";
  ctx.fill(path);
  outline(ctx, cam, path, [
    [INK, 4.2 * wide],
    [GOLD_LIGHT, 2.6 * wide],
  ]);
  if (ends) for (const end of info.ends) drawEnd(ctx, cam, end);
  if (info.kind === "monastery" || info.kind === "garden") drawAround(ctx, cam, info.cells[0]!);
}

/** The eight cells that a monastery or garden watches. */
function drawAround(ctx: Ctx, cam: Camera, { x, y }: Spot): void {
  const [x0, y0] = rect(cam, x - 1, y - 1),
    w = cam.col(x + 2) - x0,
    h = cam.row(y + 2) - y0,
    u = cam.dpr;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = "rgb(250 226 140 / .1)";
  ctx.fillRect(x0, y0, w, h);
  for (const [colour, width] of [
    [INK, 4.4],
    [GOLD_LIGHT, 2.4],
  ] as const) {
    ctx.setLineDash([10 * u, 7 * u]);
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.strokeRect(x0, y0, w, h);
  }
  ctx.setLineDash([]);
}

/** What the ghost would join: only the pale sister of gold. */
export function drawJoined(ctx: Ctx, view: View, shapes: Shapes, info: FeatureInfo): void {
  const path = shapes.feature(info);
  world(ctx, view.cam);
  ctx.fillStyle = "rgb(250 220 120 / .34)";
  ctx.fill(path);
  outline(ctx, view.cam, path, [
    ["rgb(47 32 24 / .55)", 3.2],
    [GOLD_LIGHT, 2.4],
  ]);
}

const angle = { N: -Math.PI / 2, E: 0, S: Math.PI / 2, W: Math.PI };

function endAt({ x, y, side }: FeatureInfo["ends"][number]): Spot {
  return side === "N"
    ? { x: x + 0.5, y }
    : side === "S"
      ? { x: x + 0.5, y: y + 1 }
      : side === "W"
        ? { x, y: y + 0.5 }
        : { x: x + 1, y: y + 0.5 };
}
function drawEnd(ctx: Ctx, cam: Camera, end: FeatureInfo["ends"][number]): void {
  const at = endAt(end),
    r = Math.min(11, Math.max(7, 0.1 * cam.s)) * cam.dpr;
  ctx.setTransform(1, 0, 0, 1, cam.px(at.x), cam.py(at.y));
  disc(ctx, 0, 0, r, GOLD_LIGHT, INK, 1.6 * cam.dpr);
  ctx.rotate(angle[end.side]);
  arrow(ctx, 0.95 * r, INK, 2 * cam.dpr);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
}
export function disc(
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  fill: string,
  edge: string,
  width: number,
): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.lineWidth = width;
  ctx.strokeStyle = edge;
  ctx.stroke();
}
/** An arrow to the right, `size` long, its middle at 0,0. */
export function arrow(ctx: Ctx, size: number, colour: string, width: number): void {
  ctx.beginPath();
  ctx.moveTo(-size / 2, 0);
  ctx.lineTo(size / 2, 0);
  ctx.moveTo(size / 9, -size / 2.6);
  ctx.lineTo(size / 2, 0);
  ctx.lineTo(size / 9, size / 2.6);
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colour;
  ctx.stroke();
}

/** Areas of a tile to choose from: the player's colour, the chosen one deeper, ink and gold between them. */
export function drawAreas(
  ctx: Ctx,
  view: View,
  shapes: Shapes,
  areas: Area[],
  chosen: string | null,
  hover: string | null,
  colour: string,
): void {
  const { cam } = view,
    thin = Math.min(1, Math.max(0.5, cam.s / 190)) * cam.dpr;
  for (const area of areas) {
    const path = shapes.segment(area.tile.kind, area.tile.rot, area.segment),
      unit = (cam.s * cam.dpr) / UNITS;
    const [x0, y0] = rect(cam, area.tile.x, area.tile.y),
      mine = area.action.text === chosen;
    ctx.save();
    ctx.setTransform(unit, 0, 0, unit, x0, y0);
    ctx.clip(path);
    ctx.fillStyle = colour;
    ctx.globalAlpha = mine ? 0.62 : area.action.text === hover ? 0.46 : 0.3;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    ctx.lineJoin = "round";
    ctx.strokeStyle = INK;
    ctx.lineWidth = ((mine ? 9 : 6.6) * thin) / unit;
    ctx.stroke(path);
    ctx.strokeStyle = mine ? GOLD : GOLD_LIGHT;
    ctx.lineWidth = ((mine ? 6.2 : 3.8) * thin) / unit;
    ctx.stroke(path);
    ctx.restore();
  }
}

// -- fields

const patterns = new Map<string, OffscreenCanvas | HTMLCanvasElement>();

/** A small cloth of lines, dots or crosses that repeats. */
function cloth(
  colour: string,
  kind: number,
  spacing: number,
  dpr: number,
): OffscreenCanvas | HTMLCanvasElement {
  const key = `${colour} ${kind < 0 ? kind : 0} ${spacing} ${dpr}`;
  let canvas = patterns.get(key);
  if (canvas) return canvas;
  const size = Math.round(spacing * dpr);
  canvas = blank(size, size);
  const ctx = canvas.getContext("2d") as Ctx;
  ctx.fillStyle = colour;
  const line = 2.6 * dpr;
  if (kind === -1) {
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, 2.2 * dpr, 0, 7);
    ctx.fill();
  } else ctx.fillRect(0, (size - line) / 2, size, line);
  if (kind === -2) ctx.fillRect((size - line) / 2, 0, line, size);
  patterns.set(key, canvas);
  return canvas;
}
function hatchField(
  ctx: Ctx,
  cam: Camera,
  path: Path2D,
  colour: string,
  kind: number,
  spacing: number,
  shift: number,
): void {
  const pixel = world(ctx, cam),
    pattern = ctx.createPattern(cloth(colour, kind, spacing, cam.dpr), "repeat");
  if (!pattern) return;
  pattern.setTransform(
    new DOMMatrix()
      .scale(pixel, pixel)
      .rotate(kind === -2 ? 45 : kind === -1 ? 30 : kind)
      .translate(0, shift * cam.dpr),
  );
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.2;
  ctx.fill(path);
  ctx.fillStyle = pattern;
  ctx.globalAlpha = 0.72;
  ctx.fill(path);
  ctx.globalAlpha = 1;
}

/** Fields by owner: hatch in the owner's colour at an angle of its own, sparse brown for nobody, bands of both for shared ones. */
export function drawFields(
  ctx: Ctx,
  view: View,
  shapes: Shapes,
  fields: FeatureInfo[],
  paint: (seat: number) => { colour: string; kind: number },
): void {
  const { cam } = view,
    all = new Path2D(),
    nth = new Map<number, number>();
  for (const field of fields) {
    const path = shapes.feature(field),
      owners = field.owners;
    all.addPath(path);
    if (!owners.length) hatchField(ctx, cam, path, "#6b5426", -45, 22, 0);
    owners.forEach((seat, i) => {
      const { colour, kind } = paint(seat),
        count = nth.get(seat) ?? 0;
      nth.set(seat, count + 1);
      hatchField(ctx, cam, path, colour, kind, (count % 2 ? 15 : 11) * owners.length, i * 11);
    });
  }
  outline(ctx, cam, all, [["rgb(47 32 24 / .8)", 1.3]]);
}

type Spot = { x: number; y: number };

/** A stamp with shield and points in each owned field, clear of figures. */
export function drawStamps(
  ctx: Ctx,
  view: View,
  fields: FeatureInfo[],
  standing: Spot[],
  foot: (cell: FeatureInfo["cells"][number]) => Spot,
  paint: (seat: number) => { colour: string; emblem: string },
): void {
  const { cam } = view,
    taken = [...standing];
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  for (const field of fields) {
    if (!field.owners.length) continue;
    // A figure is taller than its feet: places round each foot are tried as well.
    const at = clearSpot(
      field.cells
        .map(foot)
        .flatMap((spot) => [
          spot,
          { x: spot.x, y: spot.y + 0.2 },
          { x: spot.x - 0.28, y: spot.y },
          { x: spot.x + 0.28, y: spot.y },
        ]),
      taken,
    );
    field.owners.forEach((seat, i) =>
      drawPill(
        ctx,
        cam.px(at.x),
        cam.py(at.y) + i * 26 * cam.dpr,
        String(field.paid[seat]),
        paint(seat),
        cam.dpr,
      ),
    );
    taken.push(at);
  }
}
/** Of the places of a field the one that is farthest from anything standing, and then near its middle. */
export function clearSpot(places: Spot[], taken: Spot[]): Spot {
  const mx = places.reduce((sum, at) => sum + at.x, 0) / places.length,
    my = places.reduce((sum, at) => sum + at.y, 0) / places.length;
  let best = places[0]!,
    most = -Infinity;
  for (const at of places) {
    const near = Math.min(1, ...taken.map((other) => Math.hypot(other.x - at.x, other.y - 0.1 - at.y)));
    const value = 3 * near - 0.15 * Math.hypot(at.x - mx, at.y - my);
    if (value > most) ((most = value), (best = at));
  }
  return best;
}
/** Shield and number on a cream pill, its middle at x,y. Returns its width. */
export function drawPill(
  ctx: Ctx,
  x: number,
  y: number,
  text: string,
  seat: { colour: string; emblem: string },
  dpr: number,
  scale = 1,
): number {
  const u = dpr * scale,
    h = 26 * u;
  ctx.save();
  ctx.font = `700 ${16 * u}px Lato, system-ui, sans-serif`;
  const w = 30 * u + ctx.measureText(text).width + 12 * u;
  ctx.beginPath();
  ctx.roundRect(x - w / 2 + 0.5 * u, y - h / 2 + 2.2 * u, w, h, h / 2);
  ctx.fillStyle = "rgb(40 25 10 / .3)"; // a blurred shadow would cost more than the whole map
  ctx.fill();
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - h / 2, w, h, h / 2);
  ctx.fillStyle = CREAM;
  ctx.fill();
  ctx.lineWidth = 1.5 * u;
  ctx.strokeStyle = INK;
  ctx.stroke();
  drawShield(ctx, x - w / 2 + 15 * u, y, 18 * u, seat, INK);
  ctx.fillStyle = INK;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.fillText(text, x - w / 2 + 30 * u, y + 1 * u);
  ctx.restore();
  return w;
}
