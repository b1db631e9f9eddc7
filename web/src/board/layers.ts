// layers.ts -- the ground, bottom to top: table and grid, legal and dead cells, shadows, tiles, the towers between them, figures.
// Everything is drawn in device pixels; only what is seen is drawn.

import type { Laid, Style } from "../engine/engine";
import type { Box, Camera } from "./camera";
import { FLOOR, figureBox, type Standing } from "./figures";
import { INK, type Palette } from "./palette";
import { drawBadge, type Ctx } from "./shapes";
import type { Pictures } from "./tiles";

export interface View {
  ctx: Ctx;
  cam: Camera;
  pal: Palette;
  pictures: Pick<Pictures, "tile" | "figure" | "corner" | "paint">;
  style: Style;
  seen: Box;
  contrast: boolean;
  moving: boolean;
  bare?: boolean; // tiles throw no shadow
}

export function sees(box: Box, x: number, y: number, ring = 0): boolean {
  return x + 1 + ring > box.x0 && x - ring < box.x1 && y + 1 + ring > box.y0 && y - ring < box.y1;
}
/** The rectangle of a cell, on whole pixels. */
export function rect(cam: Camera, x: number, y: number): [number, number, number, number] {
  const x0 = cam.col(x),
    y0 = cam.row(y);
  return [x0, y0, cam.col(x + 1) - x0, cam.row(y + 1) - y0];
}

export function drawTable({ ctx, cam, pal, seen, contrast }: View): void {
  ctx.fillStyle = pal.table;
  ctx.fillRect(0, 0, cam.w * cam.dpr, cam.h * cam.dpr);
  if (contrast) return;
  ctx.fillStyle = pal.grid;
  ctx.globalAlpha = 0.55;
  const line = Math.max(1, Math.round(cam.dpr));
  for (let x = Math.floor(seen.x0); x <= seen.x1 + 1; x++) ctx.fillRect(cam.col(x), 0, line, cam.h * cam.dpr);
  for (let y = Math.floor(seen.y0); y <= seen.y1 + 1; y++) ctx.fillRect(0, cam.row(y), cam.w * cam.dpr, line);
  ctx.globalAlpha = 1;
}

/** Cells one may lay on: gold. */
export function drawLegal(
  { ctx, cam, pal, seen, contrast }: View,
  cells: Iterable<{ x: number; y: number }>,
  hover: string | null,
): void {
  const gap = Math.max(3, 0.062 * cam.s) * cam.dpr,
    edge = (contrast ? 4 : 2.4) * cam.dpr;
  ctx.lineWidth = edge;
  ctx.lineJoin = "miter";
  for (const { x, y } of cells) {
    if (!sees(seen, x, y)) continue;
    const [x0, y0, w, h] = rect(cam, x, y);
    ctx.beginPath();
    ctx.rect(x0 + gap, y0 + gap, w - 2 * gap, h - 2 * gap);
    ctx.fillStyle = pal.legal;
    ctx.fill();
    if (hover === `${x},${y}`) ctx.fill();
    ctx.strokeStyle = pal.goldDeep;
    ctx.stroke();
  }
}

/** Cells somebody else may lay on: corners only, in his colour on ink so that every colour shows on the table. */
export function drawTheirs(
  { ctx, cam, pal, seen, contrast }: View,
  cells: Iterable<{ x: number; y: number }>,
  colour: string,
): void {
  const gap = Math.max(4, 0.09 * cam.s) * cam.dpr,
    arm = 0.17 * cam.s * cam.dpr;
  ctx.beginPath();
  for (const { x, y } of cells) {
    if (!sees(seen, x, y)) continue;
    const [x0, y0, w, h] = rect(cam, x, y);
    for (const [cx, cy, dx, dy] of [
      [x0 + gap, y0 + gap, 1, 1],
      [x0 + w - gap, y0 + gap, -1, 1],
      [x0 + w - gap, y0 + h - gap, -1, -1],
      [x0 + gap, y0 + h - gap, 1, -1],
    ] as const) {
      ctx.moveTo(cx + dx * arm, cy);
      ctx.lineTo(cx, cy);
      ctx.lineTo(cx, cy + dy * arm);
    }
  }
  ctx.lineJoin = "miter";
  ctx.lineCap = "butt";
  ctx.globalAlpha = contrast ? 1 : 0.62;
  ctx.strokeStyle = pal.ink2;
  ctx.lineWidth = (contrast ? 5 : 3.4) * cam.dpr;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = (contrast ? 3 : 2) * cam.dpr;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** How many of the tiles to come fit an empty cell: "5/23". */
export function drawOdds(
  { ctx, cam, pal, seen }: View,
  cells: Iterable<{ x: number; y: number; fits: number; of: number }>,
): void {
  if (cam.s < 34) return;
  const size = Math.min(18, Math.max(12, 0.17 * cam.s)) * cam.dpr;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `700 ${size}px Lato, system-ui, sans-serif`;
  for (const { x, y, fits, of } of cells) {
    if (!sees(seen, x, y)) continue;
    const [x0, y0, w, h] = rect(cam, x, y),
      text = cam.s < 56 ? String(fits) : `${fits}/${of}`,
      half = ctx.measureText(text).width / 2 + 7 * cam.dpr;
    ctx.beginPath();
    ctx.roundRect(x0 + w / 2 - half, y0 + h / 2 - 0.75 * size, 2 * half, 1.5 * size, 0.75 * size);
    ctx.fillStyle = pal.vellum;
    ctx.fill();
    ctx.lineWidth = 1.2 * cam.dpr;
    ctx.strokeStyle = pal.line;
    ctx.stroke();
    ctx.fillStyle = pal.ink;
    ctx.fillText(text, x0 + w / 2, y0 + h / 2 + 0.04 * size);
  }
}

/** Hatched, with a cross: nothing fits there any more. */
export function drawDead({ ctx, cam, pal, seen }: View, cells: { x: number; y: number }[]): void {
  for (const { x, y } of cells) {
    if (!sees(seen, x, y)) continue;
    const [x0, y0, w, h] = rect(cam, x, y),
      step = 9 * cam.dpr;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x0, y0, w, h);
    ctx.clip();
    ctx.fillStyle = pal.dead;
    ctx.fillRect(x0, y0, w, h);
    ctx.beginPath();
    for (let d = -h; d < w; d += step) {
      ctx.moveTo(x0 + d, y0 + h);
      ctx.lineTo(x0 + d + h, y0);
    }
    ctx.strokeStyle = pal.ink2;
    ctx.globalAlpha = 0.42;
    ctx.lineWidth = 1.4 * cam.dpr;
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.restore();
    const r = Math.min(20, 0.2 * cam.s) * cam.dpr,
      cx = x0 + w / 2,
      cy = y0 + h / 2,
      arm = 0.42 * r;
    ctx.beginPath();
    ctx.arc(cx, cy, r, 0, 7);
    ctx.fillStyle = pal.vellum;
    ctx.fill();
    ctx.lineWidth = 1.6 * cam.dpr;
    ctx.strokeStyle = pal.ink2;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(cx - arm, cy - arm);
    ctx.lineTo(cx + arm, cy + arm);
    ctx.moveTo(cx + arm, cy - arm);
    ctx.lineTo(cx - arm, cy + arm);
    ctx.lineWidth = 2.4 * cam.dpr;
    ctx.strokeStyle = pal.ink;
    ctx.stroke();
  }
}

/** One tile at its place. */
export function drawTile(view: View, tile: Laid, dim: string, urgent: number): void {
  const { ctx, cam, pictures, style } = view,
    [x0, y0, w, h] = rect(cam, tile.x, tile.y);
  const bitmap = pictures.tile(tile.kind, tile.rot, tile.copy, style, view.moving ? 0.8 * w : w, dim, urgent);
  ctx.drawImage(bitmap, x0, y0, w, h);
}

export function drawTiles(view: View, laid: Laid[], skip: (tile: Laid) => boolean): void {
  const { ctx, cam, pal, seen } = view,
    shown = laid.filter((tile) => sees(seen, tile.x, tile.y, 0.1) && !skip(tile));
  const sx = Math.round(0.03 * cam.s * cam.dpr),
    sy = Math.round(0.042 * cam.s * cam.dpr);
  ctx.beginPath();
  for (const tile of shown) {
    const [x0, y0, w, h] = rect(cam, tile.x, tile.y);
    ctx.rect(x0 + sx, y0 + sy, w, h);
  }
  ctx.fillStyle = pal.shadow;
  if (!view.bare) ctx.fill();
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = view.moving ? "low" : "high";
  const mx = (seen.x0 + seen.x1) / 2,
    my = (seen.y0 + seen.y1) / 2;
  for (const tile of shown) drawTile(view, tile, pal.tile, 1 / (1 + Math.hypot(tile.x - mx, tile.y - my)));
}

export function drawCorners(view: View, corners: { x: number; y: number }[]): void {
  const { ctx, cam, pal, seen } = view,
    size = 0.28 * cam.s * cam.dpr;
  if (view.style === "plain" || cam.s < 40) return;
  for (const { x, y } of corners) {
    if (!sees(seen, x - 0.5, y - 0.5)) continue;
    const bitmap = view.pictures.corner(size, pal.tile);
    if (bitmap)
      ctx.drawImage(bitmap, cam.px(x) - size / 2, cam.py(y) + 0.01 * cam.s * cam.dpr - size / 2, size, size);
  }
}

/** Where an animation has put a figure. */
export interface Pose2 {
  x: number;
  y: number;
  scale: number;
  alpha: number;
}

/** Px a tile: a figure that could still be told apart would hide its neighbours, and trees and roofs are no more than noise. */
export const SMALL = 45;

/** A small round token in the player's colour with the emblem; lying ones have a dashed rim, and what belongs to nobody is its own picture, small. */
function drawTokenFigure(
  view: View,
  one: Pick<Standing, "figure" | "colour" | "pose" | "seat">,
  x: number,
  y: number,
  scale: number,
  alpha: number,
): void {
  const { ctx, cam, pictures } = view,
    r = Math.max(4.5, 0.2 * cam.s) * cam.dpr * scale * (one.figure === "small" ? 1 : 1.2);
  const cx = cam.px(x),
    cy = cam.py(y) - 0.5 * r;
  ctx.globalAlpha = alpha;
  if (one.seat < 0) {
    const picture = pictures.figure(one.figure, one.colour, one.pose, 1, 4 * r);
    if (picture) ctx.drawImage(picture, cx - 2 * r, cy - 3 * r, 4 * r, 4 * r);
  } else drawBadge(ctx, cx, cy, r, pictures.paint(one.colour), one.pose === "lying");
  ctx.globalAlpha = 1;
}

/** A figure with its feet at x,y. */
export function drawFigure(
  view: View,
  one: Pick<Standing, "figure" | "colour" | "pose" | "height" | "lift"> & { seat?: number },
  x: number,
  y: number,
  scale = 1,
  alpha = 1,
): void {
  if (view.cam.s < SMALL && one.figure !== "tower" && one.figure !== "dragon")
    return drawTokenFigure(view, { ...one, seat: one.seat ?? 0 }, x, y, scale, alpha);
  const { ctx, cam, pictures } = view,
    floors = one.figure === "tower" ? Math.max(0, one.height - 4) : 0;
  const unit = (figureBox(cam.s) * cam.dpr * scale) / 400,
    size = (400 + 66 * floors) * unit;
  const bitmap = pictures.figure(one.figure, one.colour, one.pose, one.height, size);
  if (!bitmap) return;
  const left = cam.px(x) - size / 2,
    top = cam.py(y) - (320 + 66 * floors) * unit - one.lift * FLOOR * 400 * unit;
  if (alpha < 1) ctx.globalAlpha = alpha;
  ctx.drawImage(bitmap, left, top, size, size);
  if (alpha < 1) ctx.globalAlpha = 1;
}

export function drawFigures(view: View, list: Standing[], moved: (one: Standing) => Pose2 | null): void {
  for (const one of list) {
    const place = moved(one) ?? { x: one.x, y: one.y, scale: 1, alpha: 1 };
    if (sees(view.seen, place.x - 0.5, place.y - 0.5, 0.5))
      drawFigure(view, one, place.x, place.y, place.scale, place.alpha);
  }
}

/** The sides of a refused place that do not match their neighbours. */
export function drawClash({ ctx, cam }: View, x: number, y: number, sides: string): void {
  const [x0, y0, w, h] = rect(cam, x, y);
  const lines: Record<string, [number, number, number, number]> = {
    N: [x0, y0, x0 + w, y0],
    E: [x0 + w, y0, x0 + w, y0 + h],
    S: [x0, y0 + h, x0 + w, y0 + h],
    W: [x0, y0, x0, y0 + h],
  };
  ctx.beginPath();
  for (const side of sides) {
    const [ax, ay, bx, by] = lines[side]!;
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
  }
  ctx.lineCap = "round";
  for (const [colour, width] of [
    ["#fff8e6", 11],
    [CLASH, 7],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * cam.dpr;
    ctx.stroke();
  }
}
const CLASH = "#a5282a";

/** Corners in a player's colour round the tile he laid last, on ink so that they show on any tile. */
export function drawMark(
  { ctx, cam, seen }: View,
  x: number,
  y: number,
  colour: string,
  strong: boolean,
): void {
  if (!sees(seen, x, y)) return;
  const [x0, y0, w, h] = rect(cam, x, y),
    gap = 0.035 * w,
    arm = 0.2 * w;
  const corners: [number, number, number, number][] = [
    [x0 + gap, y0 + gap, 1, 1],
    [x0 + w - gap, y0 + gap, -1, 1],
    [x0 + w - gap, y0 + h - gap, -1, -1],
    [x0 + gap, y0 + h - gap, 1, -1],
  ];
  ctx.beginPath();
  for (const [cx, cy, dx, dy] of corners) {
    ctx.moveTo(cx + dx * arm, cy);
    ctx.lineTo(cx, cy);
    ctx.lineTo(cx, cy + dy * arm);
  }
  ctx.lineJoin = "miter";
  ctx.lineCap = "square";
  ctx.strokeStyle = INK;
  ctx.lineWidth = (strong ? 5.5 : 4) * cam.dpr;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = (strong ? 3 : 2) * cam.dpr;
  ctx.stroke();
}
