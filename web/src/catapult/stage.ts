// stage.ts -- a throw on the map, drawn over it: the eight stands, the machine whose arm draws back, the way the token would go;
// then the flight, the slide, followers that fall one after the other. Points are 1/1024 tile, as the engine's.

import type { CatapultState, GameEvent } from "../engine/engine";
import { CATAPULT } from "../engine/names";
import { outCubic, type Ease } from "../board/anim";
import { fitting } from "../board/camera";
import { drawPrediction, landing, nearest, TILE, type Token } from "./token";
import type { Standing } from "../board/figures";
import { drawFigure, type View } from "../board/layers";
import { disc } from "../board/overlay";
import { CREAM, GOLD, GOLD_LIGHT, INK } from "../board/palette";
import type { Scene } from "../board/scene";

interface Point {
  x: number;
  y: number;
}
export interface Aiming {
  seat: number;
  gold: boolean; // may be changed by pressing
  stands: Point[];
  stand: number;
  focus: boolean;
  land: Point;
  rest: Point;
  edges: Point[]; // where it would go now, and at both ends of the needle's swing
  pull: number; // 0..1
}
export interface Shot {
  seat: number;
  from: Point;
  land: Point;
  rest: Point;
  hits: GameEvent[];
  push: number[];
  pulled: boolean;
  sound: (what: "creak" | "thud" | "figure") => void;
}

interface Machine {
  at: Point;
  facing: 1 | -1;
  pull: number;
  token: { colour: string; emblem: string } | null;
  alpha: number;
}
interface Fall {
  one: Standing;
  k: number;
  dx: number;
  dy: number;
  side: 1 | -1;
}
type Rest = CatapultState["throws"][number];

const WOOD = "#a8703c",
  WOOD_2 = "#c99a5b",
  WOOD_3 = "#7d4f28";
export const R_TOKEN = CATAPULT.tokenRadius / TILE;

export class CatapultStage {
  aiming: Aiming | null = null;
  nearest: Point | null = null; // the follower that is being spoken of, in tiles
  kept: { fair: Point; kind: CatapultState["kind"]; throws: Rest[] } | null = null; // a round that is over, while it is told
  hurried = false; // someone does not want to wait
  private machine: Machine | null = null;
  private falls: Fall[] = [];
  private lit = 0;

  constructor(readonly scene: Scene) {}

  run(name: string, ms: number, step: (k: number) => void, ease?: Ease, delay = 0): Promise<void> {
    if (!this.hurried) return this.scene.motion.run(`catapult ${name}`, ms, step, ease, delay);
    step(1);
    this.scene.draw();
    return Promise.resolve();
  }
  wait(ms: number): Promise<void> {
    return this.hurried ? Promise.resolve() : this.scene.motion.wait(ms);
  }
  skip(): void {
    this.hurried = true;
    for (let i = 0; i < 8; i++) this.scene.motion.finish();
  }
  redraw(): void {
    this.scene.draw();
  }
  /** A new position is shown: whoever fell has gone home by now. */
  settle(): void {
    for (const fall of this.falls) this.scene.moved.delete(fall.one.key);
    this.falls = [];
    this.machine = null;
    this.scene.draw();
  }
  /** All tiles and all stands. */
  fit(box: CatapultState["box"]): Promise<void> {
    const { scene } = this,
      { top, right, bottom, left } = scene.inset,
      out = 1.5,
      wide = scene.cam.w > 640 ? 70 : 34;
    const inset = { top: top + 32, right: right + wide, bottom: bottom + 34, left: left + wide };
    return scene.glide(
      fitting(
        scene.cam,
        {
          x0: box.x0 / TILE - out,
          y0: box.y0 / TILE - out,
          x1: box.x1 / TILE + out,
          y1: box.y1 / TILE + out,
        },
        inset,
      ),
    );
  }
  /** The stand under a point of the screen, or -1. */
  standAt(sx: number, sy: number, slack: number): number {
    let best = -1,
      least = 20 + slack;
    this.aiming?.stands.forEach((stand, i) => {
      const { x, y } = this.scene.cam.toScreen(stand.x / TILE, stand.y / TILE),
        far = Math.hypot(x - sx, y - sy);
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }
  pointAt(sx: number, sy: number): Point {
    const { x, y } = this.scene.cam.toWorld(sx, sy);
    return { x: Math.round(x * TILE), y: Math.round(y * TILE) };
  }

  // -- drawing

  draw = (view: View): void => {
    const { input } = this.scene,
      cat = input.state.catapult;
    if (this.kept) {
      const own = cat
        ? this.kept.throws.filter((one) => !cat.throws.some((other) => other.seat === one.seat))
        : this.kept.throws;
      if (!cat || own.length)
        landing(
          view,
          { ...this.kept, throws: own },
          this.scene.colour,
          Math.min(nearest(this.kept.throws), nearest(cat?.throws ?? [])),
        );
    }
    const from = this.kept?.throws.at(-1);
    if (this.nearest && from) reach(view, { x: from.x / TILE, y: from.y / TILE }, this.nearest);
    if (this.nearest) ring(view, this.nearest, this.lit);
    if (this.aiming) this.drawAiming(view, this.aiming);
    for (const fall of this.falls) drawFall(view, fall);
    if (this.machine) drawMachine(view, this.machine);
  };
  private drawAiming(view: View, aiming: Aiming): void {
    const { ctx, cam, pal } = view,
      u = cam.dpr,
      from = aiming.stands[aiming.stand]!,
      paint = this.scene.colour(aiming.seat);
    const to = (p: Point): [number, number] => [cam.px(p.x / TILE), cam.py(p.y / TILE)];
    const [x0, y0] = to(from);
    if (aiming.edges.length === 2) {
      // How far the needle swings, as a fan.
      const [[ax, ay], [bx, by]] = aiming.edges.map(to) as [[number, number], [number, number]];
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.lineTo(ax, ay);
      ctx.lineTo(bx, by);
      ctx.closePath();
      ctx.fillStyle = "rgb(244 215 120 / .3)";
      ctx.fill();
      ctx.lineWidth = 1.2 * u;
      ctx.strokeStyle = "rgb(47 32 24 / .35)";
      ctx.stroke();
    }
    // The way it would go: dots in the thrower's colour on ink, bent like the flight.
    const [lx, ly] = to(aiming.land),
      [rx, ry] = to(aiming.rest),
      high = 0.5 * 1.4 * cam.s * u;
    ctx.lineCap = "round";
    for (const [colour, width, dash] of [
      [CREAM, 6, [0.1, 11]],
      [paint.colour, 4, [0.1, 11]],
    ] as const) {
      ctx.beginPath();
      ctx.moveTo(x0, y0 - 0.4 * machineSize(view) * u);
      ctx.quadraticCurveTo((x0 + lx) / 2, (y0 + ly) / 2 - 1.6 * high, lx, ly);
      ctx.lineTo(rx, ry);
      ctx.setLineDash(dash.map((n) => n * u));
      ctx.lineWidth = width * u;
      ctx.strokeStyle = colour;
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.lineCap = "butt";
    drawSlide(view, aiming.land, aiming.rest);
    drawPrediction(view, aiming.rest.x / TILE, aiming.rest.y / TILE, R_TOKEN, paint.colour);
    aiming.stands.forEach((stand, i) => {
      if (i === aiming.stand) return;
      const [x, y] = to(stand);
      disc(ctx, x, y, 15 * u, aiming.gold ? GOLD_LIGHT : pal.vellum, aiming.gold ? INK : pal.line, 1.8 * u);
      ctx.fillStyle = aiming.gold ? INK : pal.ink2;
      ctx.font = `700 ${15 * u}px Lato, system-ui, sans-serif`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(String(i + 1), x, y + u);
    });
    drawMachine(view, {
      at: from,
      facing: aiming.land.x < from.x ? -1 : 1,
      pull: aiming.pull,
      token: paint,
      alpha: 1,
    });
  }

  // -- the throw

  async shoot(shot: Shot): Promise<void> {
    const { scene } = this,
      paint = scene.colour(shot.seat);
    const machine: Machine = (this.machine = {
      at: shot.from,
      facing: shot.land.x < shot.from.x ? -1 : 1,
      pull: shot.pulled ? 1 : 0,
      token: paint,
      alpha: 1,
    });
    this.aiming = null;
    this.falls = [];
    if (!shot.pulled) {
      shot.sound("creak");
      await this.run("pull", 420, (k) => (machine.pull = k), outCubic);
    }
    const cup = cupOf(machine, this.scene.cam.s);
    const token: Token = { x: 0, y: 0, r: R_TOKEN, height: 0, paint };
    const start = { x: shot.from.x / TILE + cup.x, y: shot.from.y / TILE + cup.y };
    const land = { x: shot.land.x / TILE, y: shot.land.y / TILE },
      rest = { x: shot.rest.x / TILE, y: shot.rest.y / TILE };
    machine.token = null;
    void this.run("release", 140, (k) => (machine.pull = 1 - 1.55 * k));
    scene.tokens.push(token);
    await this.run("flight", 900, (k) => {
      token.x = start.x + (land.x - start.x) * k;
      token.y = start.y + (land.y - start.y) * k;
      token.height = 1.5 * 4 * k * (1 - k);
    });
    token.height = 0;
    shot.sound("thud");
    if (!this.hurried) void scene.fly("catapult dust", 420, (view, k) => dust(view, land, k));
    const falling = this.topple(shot, land, rest);
    await this.run(
      "slide",
      420,
      (k) => {
        token.x = land.x + (rest.x - land.x) * k;
        token.y = land.y + (rest.y - land.y) * k;
      },
      outCubic,
    );
    await falling;
    scene.tokens = scene.tokens.filter((other) => other !== token);
    void this.run("away", 260, (k) => (machine.alpha = 1 - k));
  }
  /** Hit followers fall, the chain step by step; they lie where they were pushed until the new position comes. */
  private async topple(shot: Shot, land: Point, rest: Point): Promise<void> {
    const way = Math.hypot(rest.x - land.x, rest.y - land.y) || 1,
      ux = (rest.x - land.x) / way,
      uy = (rest.y - land.y) / way;
    const all = shot.hits.map((hit) => {
      const one = this.standing(hit);
      if (!one) return Promise.resolve();
      const level = hit.points ?? 0,
        push = (shot.push[level] ?? 0) / TILE;
      const along = Math.min(
        1,
        Math.max(0, ((hit.at!.x / TILE - land.x) * ux + (hit.at!.y / TILE - land.y) * uy) / way),
      );
      const fall: Fall = { one, k: 0, dx: ux * push, dy: uy * push, side: ux < 0 ? -1 : 1 };
      const delay = 190 * along * along + 210 * level;
      return this.run(`wait ${one.key}`, 1, () => {}, undefined, delay).then(() => {
        shot.sound("figure");
        this.falls.push(fall);
        this.scene.moved.set(one.key, { x: one.x, y: one.y, scale: 1, alpha: 0 });
        if (!this.hurried)
          void this.scene.fly(`catapult burst ${one.key}`, 360, (view, k) =>
            burst(view, { x: one.x, y: one.y - 0.1 }, k),
          );
        return this.run(`fall ${one.key}`, 460, (k) => (fall.k = k), outCubic);
      });
    });
    await Promise.all(all);
    if (all.length) await this.wait(350);
    for (const fall of this.falls) {
      // From where they lie they walk home.
      fall.one.x += fall.dx;
      fall.one.y += fall.dy;
      fall.dx = fall.dy = 0;
    }
  }
  private standing(hit: GameEvent): Standing | null {
    const there = this.scene.standing.filter(
      (one) =>
        one.from &&
        one.seat === hit.seat &&
        one.from.kind === hit.figure &&
        one.from.x === hit.x &&
        one.from.y === hit.y &&
        !this.falls.some((fall) => fall.one === one),
    );
    const far = (one: Standing) => Math.hypot(one.x - hit.at!.x / TILE, one.y - hit.at!.y / TILE);
    return there.sort((a, b) => far(a) - far(b))[0] ?? null;
  }
  /** The nearest follower is lit, with a line from the token. */
  async light(at: Point): Promise<void> {
    this.nearest = at;
    await this.run("light", 500, (k) => (this.lit = 1 - k), outCubic);
  }
}

// -- pieces

function machineSize({ cam }: View): number {
  return Math.min(116, Math.max(58, 1.05 * cam.s));
}
const PIVOT = { x: 0.06, y: -0.4 },
  ARM = 0.66;
function armAngle(pull: number): number {
  return ((14 + 62 * pull) * Math.PI) / 180; // from upright, backwards; below 0 it has swung forwards
}
/** Where the cup is, in tiles from the stand. */
function cupOf(machine: Machine, s: number): Point {
  const size = Math.min(116, Math.max(58, 1.05 * s)) / s,
    angle = armAngle(machine.pull);
  return {
    x: machine.facing * size * (PIVOT.x - ARM * Math.sin(angle)),
    y: size * (PIVOT.y + 0.22 - ARM * Math.cos(angle)),
  };
}
function drawMachine(view: View, machine: Machine): void {
  const { ctx, cam } = view,
    size = machineSize(view) * cam.dpr,
    line = Math.max(1.6 * cam.dpr, 0.022 * size);
  ctx.save();
  ctx.globalAlpha = machine.alpha;
  ctx.translate(cam.px(machine.at.x / TILE), cam.py(machine.at.y / TILE) + 0.22 * size);
  ctx.scale(machine.facing, 1);
  ctx.beginPath();
  ctx.ellipse(0, 0.07 * size, 0.58 * size, 0.1 * size, 0, 0, 7);
  ctx.fillStyle = "rgb(40 25 10 / .3)";
  ctx.fill();
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.lineWidth = line;
  ctx.strokeStyle = INK;
  const shape = (fill: string, ...points: [number, number][]) => {
    ctx.beginPath();
    points.forEach(([x, y], i) => (i ? ctx.lineTo(x * size, y * size) : ctx.moveTo(x * size, y * size)));
    ctx.closePath();
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.stroke();
  };
  // The far upright, the arm, the near upright and the frame.
  shape(WOOD_3, [-0.16, -0.1], [0.02, -0.46], [0.1, -0.46], [0.3, -0.1]);
  ctx.save();
  ctx.translate(PIVOT.x * size, PIVOT.y * size);
  ctx.rotate(-armAngle(machine.pull));
  shape(WOOD_2, [-0.035, 0.16], [0.035, 0.16], [0.026, -ARM + 0.05], [-0.026, -ARM + 0.05]);
  ctx.beginPath();
  ctx.arc(0, -ARM * size, 0.1 * size, -0.1 * Math.PI, 1.1 * Math.PI);
  ctx.closePath();
  ctx.fillStyle = WOOD_3;
  ctx.fill();
  ctx.stroke();
  if (machine.token) disc(ctx, 0, (-ARM - 0.015) * size, 0.085 * size, machine.token.colour, INK, line);
  ctx.restore();
  shape(WOOD, [-0.2, -0.06], [-0.02, -0.43], [0.05, -0.43], [-0.08, -0.06]);
  shape(WOOD, [0.2, -0.06], [0.05, -0.43], [0.12, -0.43], [0.34, -0.06]);
  disc(ctx, PIVOT.x * size, PIVOT.y * size, 0.05 * size, WOOD_2, INK, line);
  shape(WOOD, [-0.52, -0.12], [0.48, -0.12], [0.48, -0.01], [-0.52, -0.01]);
  for (const x of [-0.34, 0.31]) {
    disc(ctx, x * size, 0.02 * size, 0.125 * size, WOOD_2, INK, line);
    disc(ctx, x * size, 0.02 * size, 0.03 * size, WOOD_3, INK, line);
  }
  ctx.restore();
}
/** What the token sweeps over between landing and rest. */
function drawSlide({ ctx, cam }: View, land: Point, rest: Point): void {
  const u = cam.dpr,
    r = R_TOKEN * cam.s * u,
    x0 = cam.px(land.x / TILE),
    y0 = cam.py(land.y / TILE),
    x1 = cam.px(rest.x / TILE),
    y1 = cam.py(rest.y / TILE);
  const angle = Math.atan2(y1 - y0, x1 - x0);
  ctx.beginPath();
  ctx.arc(x0, y0, r, angle + Math.PI / 2, angle - Math.PI / 2);
  ctx.lineTo(x1 + r * Math.cos(angle - Math.PI / 2), y1 + r * Math.sin(angle - Math.PI / 2));
  ctx.moveTo(x1 + r * Math.cos(angle + Math.PI / 2), y1 + r * Math.sin(angle + Math.PI / 2));
  ctx.lineTo(x0 + r * Math.cos(angle + Math.PI / 2), y0 + r * Math.sin(angle + Math.PI / 2));
  ctx.setLineDash([3 * u, 4 * u]);
  ctx.lineWidth = 1.6 * u;
  ctx.strokeStyle = INK;
  ctx.stroke();
  ctx.setLineDash([]);
}
function drawFall(view: View, fall: Fall): void {
  const { ctx, cam } = view,
    x = cam.px(fall.one.x + fall.dx * fall.k),
    y = cam.py(fall.one.y + fall.dy * fall.k - 0.16 * Math.sin(Math.PI * fall.k));
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(fall.side * (fall.one.pose === "lying" ? 2 : 0.5) * Math.PI * fall.k); // a farmer lies already: he rolls over
  ctx.translate(-x, -y);
  drawFigure(
    view,
    fall.one,
    fall.one.x + fall.dx * fall.k,
    fall.one.y + fall.dy * fall.k - 0.16 * Math.sin(Math.PI * fall.k),
    1,
  );
  ctx.restore();
}
function dust({ ctx, cam }: View, at: Point, k: number): void {
  const u = cam.dpr,
    x = cam.px(at.x),
    y = cam.py(at.y),
    r = (R_TOKEN + 0.3 * k) * cam.s * u;
  ctx.save();
  ctx.globalAlpha = 0.75 * (1 - k);
  ctx.fillStyle = "#f3e6c8";
  ctx.strokeStyle = "#866a3c";
  ctx.lineWidth = 1.2 * u;
  for (let i = 0; i < 10; i++) {
    const a = (i * Math.PI) / 5 + 0.3;
    ctx.beginPath();
    ctx.arc(
      x + r * Math.cos(a),
      y + 0.7 * r * Math.sin(a),
      (0.07 - 0.03 * k) * cam.s * u * (1 + (i % 3) / 3),
      0,
      7,
    );
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
function burst({ ctx, cam }: View, at: Point, k: number): void {
  const u = cam.dpr,
    x = cam.px(at.x),
    y = cam.py(at.y),
    s = cam.s * u;
  ctx.save();
  ctx.globalAlpha = 1 - k * k;
  ctx.lineCap = "round";
  for (const [colour, width] of [
    [INK, 5],
    [GOLD, 2.6],
  ] as const) {
    ctx.beginPath();
    for (let i = 0; i < 8; i++) {
      const a = (i * Math.PI) / 4 + 0.2,
        from = (0.12 + 0.16 * k) * s,
        to = (0.2 + 0.22 * k) * s;
      ctx.moveTo(x + from * Math.cos(a), y + from * Math.sin(a));
      ctx.lineTo(x + to * Math.cos(a), y + to * Math.sin(a));
    }
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
  ctx.restore();
}
/** From the token to the follower nearest to it. */
function reach({ ctx, cam }: View, from: Point, to: Point): void {
  const u = cam.dpr;
  for (const [colour, width] of [
    [INK, 4.5],
    [GOLD_LIGHT, 2.2],
  ] as const) {
    ctx.beginPath();
    ctx.moveTo(cam.px(from.x), cam.py(from.y));
    ctx.lineTo(cam.px(to.x), cam.py(to.y - 0.08));
    ctx.setLineDash([9 * u, 6 * u]);
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
  ctx.setLineDash([]);
}
/** Lit: ink and gold-light, wide when it comes, then close. */
function ring({ ctx, cam }: View, at: Point, k: number): void {
  const u = cam.dpr,
    r = (Math.max(18, 0.22 * cam.s) + 40 * k) * u;
  for (const [colour, width] of [
    [INK, 7],
    [GOLD_LIGHT, 3.6],
  ] as const) {
    ctx.beginPath();
    ctx.arc(cam.px(at.x), cam.py(at.y - 0.08), r, 0, 7);
    ctx.lineWidth = width * u;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
}
