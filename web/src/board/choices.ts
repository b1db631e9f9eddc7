// choices.ts -- what one may act on, beyond cells and areas: the ghost with its turn button, targets elsewhere, the dragon's ways.

import type { Action, ArtFigure, Laid, State } from "../engine/engine";
import { turnButton } from "./hit";
import { drawFigure, drawTile, rect, sees, type View } from "./layers";
import type { Spot } from "./offers";
import { arrow, disc } from "./overlay";
import { CREAM, GOLD, GOLD_LIGHT, INK } from "./palette";

/** The tile as it would lie: ink edge, gold rim, full light; a turn button and a dot for each legal turn if there are several. */
export function drawGhost(view: View, ghost: Action, turns: Action[], degrees: number, copy: number): void {
  const { ctx, cam } = view,
    [x0, y0, w, h] = rect(cam, ghost.x!, ghost.y!),
    u = cam.dpr;
  ctx.save();
  ctx.shadowColor = "rgb(40 25 10 / .4)";
  ctx.shadowBlur = 10 * u;
  ctx.shadowOffsetY = 4 * u;
  ctx.fillStyle = GOLD;
  ctx.fillRect(x0 - 4.5 * u, y0 - 4.5 * u, w + 9 * u, h + 9 * u);
  ctx.restore();
  ctx.save();
  ctx.translate(x0 + w / 2, y0 + h / 2);
  ctx.rotate((degrees * Math.PI) / 180);
  ctx.translate(-x0 - w / 2, -y0 - h / 2);
  drawTile(view, { x: ghost.x!, y: ghost.y!, kind: ghost.tile!, rot: ghost.rot ?? 0, copy }, "", 5);
  ctx.lineWidth = 2.4 * u;
  ctx.strokeStyle = INK;
  ctx.strokeRect(x0 + 0.5 * u, y0 + 0.5 * u, w - u, h - u);
  ctx.restore();
  if (turns.length < 2) return;
  dots(view, ghost, turns);
  const button = turnButton(ghost, cam.s),
    cx = cam.px(button.x),
    cy = cam.py(button.y),
    r = 20 * u;
  disc(ctx, cx, cy, r, GOLD, INK, 1.8 * u);
  turnSign(view, cx, cy, 8 * u);
}
/** What the coach would do, where the ghost is not: the tile pale behind a dashed rim; and the figure he would put on it. */
export function drawAdvice(
  view: View,
  tile: Laid,
  onGhost: boolean,
  figure: { figure: ArtFigure; lying: boolean; x: number; y: number } | null,
  colour: number,
): void {
  const { ctx, cam } = view,
    [x0, y0, w, h] = rect(cam, tile.x, tile.y),
    u = cam.dpr;
  if (!onGhost) {
    ctx.globalAlpha = 0.5;
    drawTile(view, tile, "", 4);
    ctx.globalAlpha = 1;
    for (const [edge, width, dash] of [
      [INK, 5, []],
      [GOLD_LIGHT, 2.6, [9 * u, 6 * u]],
    ] as const) {
      ctx.setLineDash([...dash]);
      ctx.lineWidth = width * u;
      ctx.strokeStyle = edge;
      ctx.strokeRect(x0 + u, y0 + u, w - 2 * u, h - 2 * u);
    }
    ctx.setLineDash([]);
  }
  if (figure)
    drawFigure(
      view,
      { figure: figure.figure, colour, pose: figure.lying ? "lying" : "standing", height: 1, lift: 0 },
      figure.x,
      figure.y,
      1,
      0.92,
    );
}
/** An arrow round a circle, clockwise. */
function turnSign({ ctx, cam }: View, cx: number, cy: number, r: number): void {
  const end = -0.2 * Math.PI,
    ex = cx + r * Math.cos(end),
    ey = cy + r * Math.sin(end),
    back = end + Math.PI / 2;
  ctx.beginPath();
  ctx.arc(cx, cy, r, 0.18 * Math.PI, end + 2 * Math.PI);
  for (const off of [0.78, -0.92]) {
    ctx.moveTo(ex, ey);
    ctx.lineTo(ex - 0.75 * r * Math.cos(back + off), ey - 0.75 * r * Math.sin(back + off));
  }
  ctx.lineWidth = 2.3 * cam.dpr;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.strokeStyle = INK;
  ctx.stroke();
}
function dots({ ctx, cam, pal }: View, ghost: Action, turns: Action[]): void {
  const u = cam.dpr,
    n = turns.length,
    w = (14 * n + 12) * u,
    h = 18 * u,
    knob = turnButton(ghost, cam.s),
    cx = Math.min(cam.px(ghost.x! + 0.34), cam.px(knob.x - knob.r) - w / 2 - 2 * u), // never under the turn button
    cy = cam.py(ghost.y! + 1) + 21 * u;
  ctx.beginPath();
  ctx.roundRect(cx - w / 2, cy - h / 2, w, h, h / 2);
  ctx.fillStyle = pal.vellum;
  ctx.fill();
  ctx.lineWidth = 1.2 * u;
  ctx.strokeStyle = pal.line;
  ctx.stroke();
  turns
    .toSorted((a, b) => a.rot! - b.rot!)
    .forEach((turn, i) => {
      ctx.beginPath();
      ctx.arc(cx + (i - (n - 1) / 2) * 14 * u, cy, 4 * u, 0, 7);
      ctx.fillStyle = turn.rot === ghost.rot ? pal.ink : pal.vellum;
      ctx.fill();
      ctx.lineWidth = 1.4 * u;
      ctx.strokeStyle = pal.ink;
      ctx.stroke();
    });
}

/** Targets elsewhere: a gold ring round a figure, a gold disc where a piece would go. */
export function drawSpots(
  view: View,
  spots: Spot[],
  state: State,
  colour: number,
  chosen: string | null,
  hover: string | null,
): void {
  const { ctx, cam } = view,
    u = cam.dpr;
  for (const spot of spots) {
    if (!sees(view.seen, spot.x - 0.5, spot.y - 0.5, 0.5)) continue;
    const strong = spot.action.text === chosen,
      over = spot.action.text === hover;
    const lift = spot.what === "figure" ? 0.1 : 0,
      cx = cam.px(spot.x),
      cy = cam.py(spot.y - lift),
      r = Math.max(16, 0.2 * cam.s) * u * (strong || over ? 1.1 : 1);
    if (spot.what === "figure") ring(view, cx, cy, r, strong);
    else disc(ctx, cx, cy, r, strong ? GOLD : GOLD_LIGHT, INK, 2 * u);
    if (strong && spot.what !== "figure") disc(ctx, cx, cy, r + 3.4 * u, "transparent", GOLD, 3 * u);
    if (spot.what === "corner")
      drawFigure(
        view,
        { figure: "barn", colour, pose: "standing", height: 1, lift: 0 },
        spot.x,
        spot.y + 0.08,
        0.8,
      );
    if (spot.what === "tower")
      drawFigure(
        view,
        { figure: "tower", colour: 0, pose: "standing", height: 1, lift: 0 },
        spot.x,
        spot.y + 0.05,
        0.8,
      );
    if (spot.what === "top")
      drawFigure(
        view,
        { figure: spot.action.figure ?? "small", colour, pose: "standing", height: 1, lift: 0 },
        spot.x,
        spot.y + 0.08,
        0.8,
      );
    if (spot.what === "quarter")
      drawFigure(
        view,
        {
          figure: spot.action.kind === "count" ? "count" : (spot.action.figure ?? "small"),
          colour,
          pose: "standing",
          height: 1,
          lift: 0,
        },
        spot.x,
        spot.y + 0.1,
        0.9,
      );
  }
  void state;
}
/** A ring on the map where an area is smaller than the figure on it. */
export function drawRing(view: View, x: number, y: number, strong: boolean): void {
  ring(view, view.cam.px(x), view.cam.py(y), Math.max(18, 0.2 * view.cam.s) * view.cam.dpr, strong);
}
function ring({ ctx, cam }: View, x: number, y: number, r: number, strong: boolean): void {
  const u = cam.dpr;
  for (const [colour, width] of [
    [INK, strong ? 8 : 6],
    [strong ? GOLD : GOLD_LIGHT, strong ? 5 : 3.2],
  ] as const) {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
}

// -- the dragon

/** Tiles it has been to: dark, numbered, joined by a red dotted line. */
export function drawPath(view: View, state: State): void {
  const { ctx, cam } = view,
    u = cam.dpr,
    { visited } = state.walk!;
  for (const { x, y } of visited.slice(0, -1)) {
    const [x0, y0, w, h] = rect(cam, x, y);
    ctx.fillStyle = "rgb(47 32 24 / .45)";
    ctx.fillRect(x0, y0, w, h);
  }
  if (state.fairy) {
    const [x0, y0, w, h] = rect(cam, state.fairy.x, state.fairy.y);
    ctx.fillStyle = "rgb(247 238 216 / .35)";
    ctx.fillRect(x0, y0, w, h);
    ctx.setLineDash([4 * u, 5 * u]);
    ctx.lineWidth = 2.4 * u;
    ctx.strokeStyle = INK;
    ctx.strokeRect(x0 + 2 * u, y0 + 2 * u, w - 4 * u, h - 4 * u);
    ctx.setLineDash([]);
  }
  ctx.beginPath();
  visited.forEach(({ x, y }, i) =>
    i ? ctx.lineTo(cam.px(x + 0.5), cam.py(y + 0.5)) : ctx.moveTo(cam.px(x + 0.5), cam.py(y + 0.5)),
  );
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  ctx.lineWidth = 8 * u;
  ctx.strokeStyle = INK;
  ctx.stroke();
  ctx.setLineDash([0.1, 11 * u]);
  ctx.lineWidth = 5 * u;
  ctx.strokeStyle = "#e0553d";
  ctx.stroke();
  ctx.setLineDash([]);
  visited.forEach(({ x, y }, i) => {
    const last = i === visited.length - 1,
      cx = cam.px(x + (last ? 0.8 : 0.5)),
      cy = cam.py(y + (last ? 0.24 : 0.5));
    disc(ctx, cx, cy, 12 * u, CREAM, INK, 1.8 * u);
    ctx.fillStyle = INK;
    ctx.font = `700 ${14 * u}px Lato, system-ui, sans-serif`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(i ? String(i) : "·", cx, cy + u);
  });
}
/** Where it may go: a gold frame, and an arrow on the border it crosses. */
export function drawSteps(view: View, steps: Action[], state: State, chosen: string | null): void {
  const { ctx, cam } = view,
    u = cam.dpr;
  for (const step of steps) {
    const [x0, y0, w, h] = rect(cam, step.x!, step.y!),
      strong = step.text === chosen;
    ctx.fillStyle = strong ? "rgb(240 201 86 / .45)" : "rgb(240 201 86 / .22)";
    ctx.fillRect(x0, y0, w, h);
    for (const [colour, width] of [
      [INK, strong ? 8 : 6],
      [strong ? GOLD : GOLD_LIGHT, strong ? 5 : 3],
    ] as const) {
      ctx.lineWidth = width * u;
      ctx.strokeStyle = colour;
      ctx.strokeRect(x0 + 4 * u, y0 + 4 * u, w - 8 * u, h - 8 * u);
    }
  }
  if (!state.dragon) return;
  const way = {
    N: [0, -0.5, -Math.PI / 2],
    E: [0.5, 0, 0],
    S: [0, 0.5, Math.PI / 2],
    W: [-0.5, 0, Math.PI],
  } as const;
  for (const step of steps) {
    const [dx, dy, angle] = way[step.side!];
    ctx.save();
    ctx.translate(cam.px(state.dragon.x + 0.5 + dx), cam.py(state.dragon.y + 0.5 + dy));
    disc(ctx, 0, 0, Math.min(17, 0.17 * cam.s) * u, GOLD, INK, 1.8 * u);
    ctx.rotate(angle);
    arrow(ctx, Math.min(16, 0.16 * cam.s) * u, INK, 2.4 * u);
    ctx.restore();
  }
}
