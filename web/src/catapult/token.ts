// token.ts -- the catapult on the map: the predicted landing, tokens that fly, slide and lie where they rest. Units are CATAPULT.tile to a tile.

import type { CatapultState } from "../engine/engine";
import { CATAPULT } from "../engine/names";
import { rect, type View } from "../board/layers";
import { disc } from "../board/overlay";
import { CREAM, GOLD_LIGHT, INK } from "../board/palette";
import { drawShield } from "../board/shapes";

/** X, y in tiles; height above the map, in tiles. */
export interface Token {
  x: number;
  y: number;
  r: number;
  height: number;
  paint: { colour: string; emblem: string };
  alpha?: number;
}

export const TILE = CATAPULT.tile;

/** A token with its owner's emblem; high up it is larger and its shadow farther. */
export function drawToken({ ctx, cam }: View, token: Token): void {
  const u = cam.dpr,
    r = Math.max(11, token.r * cam.s) * u * (1 + 0.35 * token.height),
    x = cam.px(token.x),
    y = cam.py(token.y - 0.5 * token.height);
  ctx.save();
  ctx.globalAlpha = token.alpha ?? 1;
  ctx.beginPath();
  ctx.ellipse(cam.px(token.x + 0.1 * token.height), cam.py(token.y + 0.04), r, 0.8 * r, 0, 0, 7);
  ctx.fillStyle = "rgb(40 25 10 / .35)";
  ctx.fill();
  disc(ctx, x, y, r, token.paint.colour, INK, 2.2 * u);
  disc(ctx, x, y, 0.78 * r, "transparent", "rgb(253 246 227 / .5)", 1.2 * u);
  drawShield(ctx, x, y + 0.05 * r, 1.3 * r, token.paint, CREAM);
  ctx.restore();
}

/** Rests of earlier throws with their distance, and the fair they were thrown for. */
export function landing(
  view: View,
  state: Pick<CatapultState, "fair" | "kind" | "throws">,
  paint: (seat: number) => { colour: string; emblem: string },
  best = nearest(state.throws),
): void {
  const { ctx, cam } = view,
    u = cam.dpr,
    [x0, y0, w, h] = rect(cam, state.fair.x, state.fair.y);
  for (const [colour, width] of [
    [INK, 6],
    [GOLD_LIGHT, 3.4],
  ] as const) {
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.strokeRect(x0 + 2 * u, y0 + 2 * u, w - 4 * u, h - 4 * u);
  }
  if (state.kind === "catch") return; // its tokens lie in the lane
  for (const one of state.throws) {
    const x = one.x / TILE,
      y = one.y / TILE;
    drawToken(view, { x, y, r: CATAPULT.tokenRadius / TILE, height: 0, paint: paint(one.seat) });
    if (one.distance === undefined) continue;
    const text = String(one.distance),
      close = Math.hypot(x - state.fair.x - 0.5, y - state.fair.y - 0.5) * cam.s < 70,
      at = state.throws.indexOf(one);
    const cx = close
        ? cam.px(state.fair.x + 0.5) + (at - (state.throws.length - 1) / 2) * 40 * u
        : cam.px((x + state.fair.x + 0.5) / 2),
      cy = close ? cam.py(state.fair.y) - 14 * u : cam.py((y + state.fair.y + 0.5) / 2);
    ctx.setLineDash([4 * u, 4 * u]);
    ctx.beginPath();
    ctx.moveTo(cam.px(x), cam.py(y));
    ctx.lineTo(close ? cx : cam.px(state.fair.x + 0.5), close ? cy : cam.py(state.fair.y + 0.5));
    ctx.lineWidth = 1.6 * u;
    ctx.strokeStyle = INK;
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.font = `700 ${14 * u}px Lato, system-ui, sans-serif`;
    const wide = ctx.measureText(text).width + 12 * u;
    ctx.fillStyle = one.distance === best ? GOLD_LIGHT : CREAM;
    ctx.fillRect(cx - wide / 2, cy - 10 * u, wide, 20 * u);
    ctx.lineWidth = 1.3 * u;
    ctx.strokeRect(cx - wide / 2, cy - 10 * u, wide, 20 * u);
    ctx.fillStyle = INK;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(text, cx, cy + u);
  }
}

export function nearest(throws: CatapultState["throws"]): number {
  return Math.min(...throws.map((one) => one.distance ?? Infinity));
}

/** Where a throw would come to rest without scatter: a dashed disc with a cross, so that nobody takes it for a token. In tiles. */
export function drawPrediction(
  { ctx, cam }: View,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  const u = cam.dpr,
    arm = 8 * u,
    cx = cam.px(x),
    cy = cam.py(y),
    r = radius * cam.s * u;
  ctx.globalAlpha = 0.28;
  disc(ctx, cx, cy, r, colour, "transparent", 0);
  ctx.globalAlpha = 1;
  ctx.setLineDash([6 * u, 5 * u]);
  disc(ctx, cx, cy, r, "transparent", CREAM, 4 * u);
  disc(ctx, cx, cy, r, "transparent", INK, 2 * u);
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(cx - arm, cy);
  ctx.lineTo(cx + arm, cy);
  ctx.moveTo(cx, cy - arm);
  ctx.lineTo(cx, cy + arm);
  ctx.lineWidth = 2 * u;
  ctx.strokeStyle = INK;
  ctx.stroke();
}

/** A figure that was hit: a star about it for a moment. */
export function drawBump({ ctx, cam }: View, x: number, y: number, k: number): void {
  const u = cam.dpr,
    cx = cam.px(x),
    cy = cam.py(y),
    r = (0.12 + 0.16 * k) * cam.s * u;
  ctx.beginPath();
  for (let i = 0; i < 8; i++) {
    const a = (i * Math.PI) / 4;
    ctx.moveTo(cx + 0.55 * r * Math.cos(a), cy + 0.55 * r * Math.sin(a));
    ctx.lineTo(cx + r * Math.cos(a), cy + r * Math.sin(a));
  }
  ctx.globalAlpha = 1 - k;
  ctx.lineCap = "round";
  for (const [colour, width] of [
    [INK, 5],
    [GOLD_LIGHT, 2.6],
  ] as const) {
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
