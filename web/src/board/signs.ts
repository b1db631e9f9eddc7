// signs.ts -- what is drawn over the map for a moment: tiles that fall, marks, points, the focus, arrows at the edge.

import type { Laid } from "../engine/engine";
import type { Standing } from "./figures";
import { drawClash, drawMark, drawTile, rect, type View } from "./layers";
import { arrow, clearSpot, disc, drawPill } from "./overlay";
import { GOLD, INK } from "./palette";
import type { BoardProps, Cell } from "./props";

type Coloured = (seat: number) => { colour: string; emblem: string };
/** A sign at the frame: something lies beyond it. */
export interface Arrow {
  x: number;
  y: number;
  angle: number;
  cell: Cell;
  colour: string;
  n: number;
}

/** Tiles that are being put down: each falls the last bit, 0..1. */
export function drawDropping(view: View, dropping: Map<string, number>, laid: Map<string, Laid>): void {
  for (const [key, k] of dropping) {
    const tile = laid.get(key);
    if (!tile) continue;
    const [x0, y0, w, h] = rect(view.cam, tile.x, tile.y),
      by = 1.12 - 0.12 * k;
    view.ctx.save();
    view.ctx.translate(x0 + w / 2, y0 + h / 2 - 8 * (1 - k) * view.cam.dpr);
    view.ctx.scale(by, by);
    view.ctx.translate(-x0 - w / 2, -y0 - h / 2);
    view.ctx.shadowColor = "rgb(40 25 10 / .45)";
    view.ctx.shadowBlur = 12 * view.cam.dpr * (1 - k);
    view.ctx.shadowOffsetY = 6 * view.cam.dpr * (1 - k);
    drawTile(view, tile, view.pal.tile, 3);
    view.ctx.restore();
  }
}

/** All but the lit feature at 45 %. */
export function drawDim(view: View, lit: Path2D): void {
  const { ctx, cam, pal } = view,
    unit = (cam.s * cam.dpr) / 1000,
    path = new Path2D();
  path.rect(-1e6, -1e6, 2e6, 2e6);
  path.addPath(lit);
  ctx.save();
  ctx.setTransform(unit, 0, 0, unit, cam.px(0), cam.py(0));
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = pal.table;
  ctx.fill(path, "evenodd");
  ctx.restore();
}

/** The last tiles of each seat, and where a tile does not match. `here`: a tile whose areas say enough. */
export function drawMarks(
  view: View,
  { clash, overlays, marks: all }: Pick<BoardProps, "clash" | "overlays" | "marks">,
  here: Cell | undefined,
  colour: Coloured,
): void {
  if (clash) drawClash(view, clash.x, clash.y, clash.sides);
  if (!overlays.has("last")) return;
  const marks = all.toReversed();
  marks.forEach((mark, i) => {
    if (mark.x === here?.x && mark.y === here?.y) return;
    drawMark(view, mark.x, mark.y, colour(mark.seat).colour, i === marks.length - 1);
  });
}

/** Points that were just paid, each where nothing stands. */
export function drawPills(
  view: View,
  pills: BoardProps["pills"],
  standing: Standing[],
  colour: Coloured,
): void {
  const { cam } = view,
    used: { x: number; y: number }[] = [];
  if (cam.s < 34) return;
  for (const pill of pills) {
    const at = {
      ...clearSpot(
        [
          [0, 0],
          [0, -0.32],
          [0, 0.34],
          [-0.3, 0],
          [0.3, 0],
        ].map(([dx, dy]) => ({ x: pill.x + pill.px / 1000 + dx!, y: pill.y + pill.py / 1000 + dy! })),
        standing,
      ),
    };
    while (used.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 24 / cam.s)) at.y += 26 / cam.s;
    used.push({ ...at });
    drawPill(view.ctx, cam.px(at.x), cam.py(at.y), `+${pill.points}`, colour(pill.seat), cam.dpr, 0.82);
  }
}

/** Where the keys are. */
export function drawFocus(view: View, cell: Cell): void {
  const { ctx, cam } = view,
    [x0, y0, w, h] = rect(cam, cell.x, cell.y),
    u = cam.dpr;
  for (const [colour, width] of [
    ["#2f2018", 9],
    ["#f4d778", 5],
    ["#2f2018", 1.6],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * u;
    ctx.strokeRect(x0 - 3 * u, y0 - 3 * u, w + 6 * u, h + 6 * u);
  }
}

/** At the edge: what lies outside, and in which direction. */
export function drawArrows(view: View, list: Arrow[]): void {
  const { ctx } = view,
    u = view.cam.dpr;
  for (const one of list) {
    ctx.save();
    ctx.translate(one.x * u, one.y * u);
    disc(ctx, 0, 0, 17 * u, one.n ? GOLD : view.pal.vellum, one.n ? INK : one.colour, (one.n ? 1.8 : 3) * u);
    if (one.n > 1) {
      ctx.font = `700 ${14 * u}px Lato, system-ui, sans-serif`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = INK;
      ctx.fillText(String(one.n), 0, u);
      ctx.rotate(one.angle);
      ctx.translate(22 * u, 0);
    } else ctx.rotate(one.angle);
    arrow(ctx, (one.n > 1 ? 10 : 16) * u, one.n ? INK : view.pal.ink, 2.2 * u);
    ctx.restore();
  }
}
