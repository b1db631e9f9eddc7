// sketch.ts -- a tile in a few strokes, from what its sides show: it lies there until its picture is drawn, so that no map has holes.

import type { KindInfo } from "../engine/types";
import type { Ctx } from "./shapes";

export const SKETCH = 16; // px: small enough to be soft when it is drawn large
const MEADOW = "#bfbf6b",
  ROAD = "#efe0b8",
  ROOFS = "#b4684a",
  SIDES = 4;

/** A side's part of the tile, as far as `depth` from the edge; the middle of the tile is 0, 0 and the side is in the north. */
function wedge(ctx: Ctx, depth: number): void {
  ctx.beginPath();
  ctx.moveTo(-0.5, -0.5);
  ctx.lineTo(0.5, -0.5);
  ctx.lineTo(0, depth - 0.5);
  ctx.fill();
}
function way(ctx: Ctx): void {
  ctx.fillRect(-0.07, -0.5, 0.14, 0.5);
}

/** Draws on a canvas of SKETCH pixels: meadow, then cities, then roads. `dim` multiplies it by a colour. */
export function drawSketch(ctx: Ctx, segments: KindInfo["segments"], rot: number, dim: string): void {
  ctx.fillStyle = MEADOW;
  ctx.fillRect(0, 0, SKETCH, SKETCH);
  ctx.setTransform(SKETCH, 0, 0, SKETCH, SKETCH / 2, SKETCH / 2);
  ctx.rotate((rot * Math.PI) / 2);
  for (const [kind, colour] of [
    ["city", ROOFS],
    ["road", ROAD],
  ] as const)
    for (const segment of segments.filter((one) => one.kind === kind)) {
      const sides = [...Array(SIDES).keys()].filter((side) => (segment.sides >> side) & 1);
      ctx.fillStyle = colour;
      for (const side of sides) {
        ctx.save();
        ctx.rotate((side * Math.PI) / 2);
        if (kind === "road") way(ctx);
        else wedge(ctx, sides.length > 1 ? 0.55 : 0.35);
        ctx.restore();
      }
    }
  ctx.resetTransform();
  if (!dim) return;
  ctx.globalCompositeOperation = "multiply";
  ctx.fillStyle = dim;
  ctx.fillRect(0, 0, SKETCH, SKETCH);
}
