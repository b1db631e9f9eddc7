// scene.ts -- one board: what is to be shown, the camera, what moves; it draws itself when something has changed.
// Board.svelte gives it properties and pointers; nothing here knows the page.

import type { BoardProps, Cell } from "./props";
import type { Action, Engine, FeatureInfo, GameEvent, Laid } from "../engine/engine";
import { inOut, inQuad, Motion, outCubic } from "./anim";
import { Camera, SMALLEST, WHOLE, bounds, bringing, fitting, inside, type Inset, type Place } from "./camera";
import { drawAdvice, drawGhost, drawPath, drawRing, drawSpots, drawSteps } from "./choices";
import { drawToken, landing, type Token } from "../catapult/token";
import { figureBox, footOn, standings, type Standing } from "./figures";
import { drawFrame, FRAME } from "./frame";
import { hit, type Hit, type Scenery } from "./hit";
import {
  drawCorners,
  drawDead,
  drawFigure,
  drawFigures,
  drawLegal,
  drawOdds,
  drawTable,
  drawTheirs,
  drawTiles,
  rect,
  SMALL,
  type Pose2,
  type View,
} from "./layers";
import { at, offers, type Offers } from "./offers";
import { Sheet, drawAreas, drawFields, drawJoined, drawLit, drawPill, drawStamps } from "./overlay";
import { GOLD, hatch, palette } from "./palette";
import { Shapes } from "./shapes";
import { drawArrows, drawDim, drawDropping, drawFocus, drawMarks, drawPills, type Arrow } from "./signs";
import { Pictures } from "./tiles";

export interface Extras {
  turn?: number;
  frame?: boolean;
  whole?: boolean;
  contrast?: boolean;
  style?: "map" | "plain";
  touch?: boolean;
  focus?: Cell | null;
  events?: GameEvent[];
  home?: (seat: number) => { x: number; y: number } | null | undefined;
}
export type Input = BoardProps & Extras;

/** A figure or token on its way, drawn on top. */
interface Flying {
  draw: (view: View) => void;
}

export class Scene {
  readonly cam = new Camera();
  readonly motion: Motion;
  readonly pictures: Pictures;
  private leave: () => void;
  readonly shapes: Shapes;
  input!: Input;
  offers: Offers = { cells: new Map(), areas: [], spots: [], steps: [] };
  laid = new Map<string, Laid>();
  standing: Standing[] = [];
  hover: Hit | null = null;
  pointing = false; // a pointer is down: the camera stays
  panned = -Infinity; // when a person last moved the map
  frames: number[] = []; // ms of drawing, for the benchmark

  private ctx: CanvasRenderingContext2D;
  private corners: Cell[] = [];
  private dead: Cell[] = [];
  private odds: (Cell & { fits: number; of: number })[] = [];
  private fields: FeatureInfo[] = [];
  private joined: FeatureInfo[] = [];
  private fieldSheet = new Sheet();
  private litSheet = new Sheet();
  private areaSheet = new Sheet();
  readonly moved = new Map<string, Pose2>(); // where an animation has put a figure, by its key
  private flying = new Map<string, Flying>();
  private dropping = new Map<string, number>(); // cell -> 0..1
  private spin: { cell: string; from: number; k: number } | null = null;
  private breath = 1;
  private back: Place | null = null; // where the camera was before it eased in for a figure
  private whole: Place | null = null; // where the last fit put the camera
  private wanted = false;
  private moving = false;
  private restAt = 0;
  private serial = 0;
  private last = "";
  private closed = false;
  private shook: { text: string; dx: number } | null = null;
  tokens: Token[] = [];
  resting: number | null = null; // whose token is still in the air: it does not lie there yet
  private above: ((view: View) => void) | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly engine: Engine,
  ) {
    this.ctx = canvas.getContext("2d", { alpha: false })!;
    this.motion = new Motion(() => this.draw());
    this.pictures = Pictures.of(engine);
    this.leave = this.pictures.join(
      () => this.draw(),
      () => this.moving || this.motion.busy,
    );
    this.shapes = new Shapes(engine);
    void document.fonts?.ready.then(() => this.draw());
  }
  close(): void {
    this.closed = true;
    this.leave();
    this.motion.close();
  }

  // -- what is shown

  set(input: Input): void {
    const before = this.input as Input | undefined;
    this.input = input;
    this.motion.speed = input.motion;
    this.cam.least = input.whole ? WHOLE : SMALLEST;
    const fresh = before?.state !== input.state;
    if (fresh) this.newState(before);
    if (fresh || before?.actions !== input.actions) this.newActions(before);
    if (before?.chosen !== input.chosen) this.newChoice(before?.chosen ?? null);
    if (before?.lit !== input.lit && input.lit) this.breathe();
    if (fresh || before?.overlays !== input.overlays) this.newOverlays();
    if (before && before.pills !== input.pills) this.newPills(before);
    this.serial++;
    this.draw();
  }
  private newState(before: Input | undefined): void {
    const { state, game, colours } = this.input,
      old = this.standing,
      oldLaid = this.laid;
    this.laid = new Map(state.laid.map((tile) => [at(tile.x, tile.y), tile]));
    this.standing = standings(this.engine, state, colours);
    this.corners = game.corners();
    if (!before) return;
    const grown = state.laid.length - oldLaid.size;
    if (grown < 0 || grown > 2) return; // another moment of the game: nothing walks
    for (const tile of state.laid) if (!oldLaid.has(at(tile.x, tile.y))) this.drop(tile);
    this.walk(old);
    if (grown === 1) this.follow(state.laid[state.laid.length - 1]!);
  }
  private newOverlays(): void {
    const { game, overlays, aids } = this.input;
    this.fields = overlays.has("fields") && aids.fields ? game.features("field") : [];
    this.dead = aids.dead ? game.dead() : [];
    const dead = new Set(this.dead.map((cell) => at(cell.x, cell.y)));
    this.odds =
      overlays.has("odds") && aids.odds
        ? this.border()
            .filter((cell) => !dead.has(at(cell.x, cell.y)))
            .map((cell) => ({ ...cell, ...game.fit(cell.x, cell.y) }))
            .filter((cell) => !cell.river || cell.fits > 0) // while the river flows nothing can be said of land
        : [];
  }
  /** Every empty cell beside a tile. */
  private border(): Cell[] {
    const found = new Map<string, Cell>();
    for (const { x, y } of this.laid.values())
      for (const [dx, dy] of [
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ] as const)
        if (!this.laid.has(at(x + dx, y + dy))) found.set(at(x + dx, y + dy), { x: x + dx, y: y + dy });
    return [...found.values()];
  }
  private newActions(before: Input | undefined): void {
    const { state, actions, question } = this.input;
    this.offers = offers(this.engine, state, actions);
    this.hover = null;
    const key = `${state.hash} ${question} ${actions.length}`;
    if (key === this.last) return;
    this.last = key;
    if (!before) return;
    if (this.offers.areas.length && question !== "none") this.breathe();
    if (this.input.state.catapult) {
      this.back = null;
      if (!before.state.catapult && this.free()) void this.glide(this.fitted());
    } else if (question === "lay") this.showLegal();
    else if (question === "figure") this.easeIn();
    else this.easeBack();
  }
  private newChoice(before: Action | null): void {
    const { chosen, game } = this.input;
    this.joined = [];
    if (chosen?.kind !== "lay" && chosen?.kind !== "abbey") return;
    if (before && before.x === chosen.x && before.y === chosen.y && before.rot !== chosen.rot) {
      const from = ((((before.rot ?? 0) - (chosen.rot ?? 0)) * 90 + 540) % 360) - 180;
      const spin = (this.spin = { cell: at(chosen.x!, chosen.y!), from, k: 0 });
      void this.motion
        .run("spin", 140, (k) => (spin.k = k), outCubic)
        .then(() => this.spin === spin && (this.spin = null));
    }
    const copy = game.clone();
    if (!copy.play(chosen.text).error) {
      const seen = new Set<number>();
      this.engine.kinds()[chosen.tile!]!.segments.forEach((segment, i) => {
        if (segment.kind !== "city" && segment.kind !== "road") return;
        const info = copy.feature(chosen.x!, chosen.y!, i);
        if (!info || seen.has(info.id) || info.tiles < 2) return;
        seen.add(info.id);
        this.joined.push({
          ...info,
          cells: info.cells.filter((cell) => cell.x !== chosen.x || cell.y !== chosen.y),
        });
      });
    }
    copy.free();
  }

  /** Points that have just fallen: a pill flies to their owner, and a small one stays. */
  private newPills(before: Input): void {
    const key = (pill: Input["pills"][number]) => `${pill.x},${pill.y} ${pill.seat} ${pill.points}`,
      old = new Set(before.pills.map(key));
    const fresh = this.input.pills.filter((pill) => !old.has(key(pill)));
    if (
      !this.motion.speed ||
      fresh.length > 6 ||
      Math.abs(this.input.state.laid.length - before.state.laid.length) > 1
    )
      return;
    fresh.forEach((pill, i) => {
      const from = this.cam.toScreen(pill.x + pill.px / 1000, pill.y + pill.py / 1000),
        home = this.input.home?.(pill.seat),
        box = this.canvas.getBoundingClientRect();
      const to = home
        ? { x: home.x - box.left, y: home.y - box.top }
        : { x: this.cam.w - this.input.inset.right, y: 60 };
      void this.motion.wait(250 * i + 1).then(() =>
        this.fly(`pill ${key(pill)}`, 700, ({ ctx, cam }, k) => {
          const x = from.x + (to.x - from.x) * k,
            y = from.y + (to.y - from.y) * k - 60 * Math.sin(Math.PI * k);
          ctx.globalAlpha = Math.min(1, 4 - 4 * k);
          drawPill(ctx, x * cam.dpr, y * cam.dpr, `+${pill.points}`, this.colour(pill.seat), cam.dpr, 1.1);
          ctx.globalAlpha = 1;
        }),
      );
    });
  }

  // -- the camera

  get inset(): Inset {
    const { inset, frame } = this.input,
      more = frame ? FRAME : 0;
    return {
      top: inset.top + more / 2,
      left: inset.left + more,
      right: inset.right,
      bottom: inset.bottom + more / 2,
    };
  }
  resize(w: number, h: number, dpr: number): void {
    const first = this.cam.w <= 1;
    Object.assign(this.cam, { w, h, dpr });
    this.canvas.width = Math.round(w * dpr);
    this.canvas.height = Math.round(h * dpr);
    // The whole map stays whole when its box grows or shrinks, unless somebody has moved it.
    if (first || (this.input.whole && this.unmoved())) this.cam.place = this.whole = this.fitted();
    this.cam.settle();
    if (this.input.question === "figure") this.easeIn();
    else if (!first && this.input.question === "lay" && !this.motion.has("camera")) this.showLegal();
    this.drawNow(performance.now());
  }
  private fitted(): Place {
    const tiles = [...this.laid.values()],
      lays = [...this.offers.cells.keys()]
        .map((key) => key.split(",").map(Number))
        .map(([x, y]) => ({ x: x!, y: y! }));
    const all = bounds([...tiles, ...lays], 0),
      ring = bounds(tiles, this.input.state.catapult ? 2.1 : 1); // the stands are 1.5 outside
    return fitting(
      this.cam,
      {
        x0: Math.min(all.x0, ring.x0),
        y0: Math.min(all.y0, ring.y0),
        x1: Math.max(all.x1, ring.x1),
        y1: Math.max(all.y1, ring.y1),
      },
      this.inset,
    );
  }
  /** Is the camera where the last fit put it, but for whole pixels? */
  private unmoved(): boolean {
    const { whole, cam } = this;
    return !!whole && Math.abs(cam.s - whole.s) <= 1 && Math.hypot(cam.x - whole.x, cam.y - whole.y) < 0.1;
  }
  fit(): void {
    this.back = null;
    this.whole = this.fitted();
    void this.glide(this.whole);
  }
  zoom(by: number): void {
    const { cam, inset } = this,
      sx = (inset.left + cam.w - inset.right) / 2,
      sy = (inset.top + cam.h - inset.bottom) / 2;
    const copy = Object.assign(new Camera(), cam);
    copy.zoomAt(by, sx, sy);
    this.back = null;
    void this.glide(copy.place, 160);
  }
  /** Bring cells into view, moving as little as possible. */
  show(cells: Cell[]): void {
    if (cells.length) void this.glide(bringing(this.cam, bounds(cells, 0.35), this.inset));
  }
  centre(x: number, y: number): void {
    const { inset, cam } = this;
    void this.glide({
      s: cam.s,
      x: x + 0.5 - (inset.left - inset.right) / 2 / cam.s,
      y: y + 0.5 - (inset.top - inset.bottom) / 2 / cam.s,
    });
  }
  glide(to: Place, ms = 320): Promise<void> {
    const from = this.cam.place,
      far =
        Math.hypot((to.x - from.x) * from.s, (to.y - from.y) * from.s) >
        1.2 * Math.max(this.cam.w, this.cam.h);
    if (this.pointing) return Promise.resolve();
    if (far) {
      // Too far to glide: fade over.
      const picture = document.createElement("canvas");
      picture.width = this.canvas.width;
      picture.height = this.canvas.height;
      picture.getContext("2d")!.drawImage(this.canvas, 0, 0);
      this.cam.place = to;
      this.cam.settle();
      let alpha = 1;
      this.flying.set("fade", {
        draw: ({ ctx }) => {
          ctx.globalAlpha = alpha;
          ctx.drawImage(picture, 0, 0);
          ctx.globalAlpha = 1;
        },
      });
      return this.motion
        .run("camera", 220, (k) => (alpha = 1 - k))
        .then(() => void this.flying.delete("fade"));
    }
    return this.motion
      .run(
        "camera",
        ms,
        (k) => {
          const s = from.s * (to.s / from.s) ** k,
            part = to.s === from.s ? k : (1 / from.s - 1 / s) / (1 / from.s - 1 / to.s);
          this.cam.place = { s, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
          this.stir();
        },
        inOut,
      )
      .then(() => this.rest());
  }
  /** The camera moves: coarse drawing until it rests. */
  stir(): void {
    this.moving = true;
    this.restAt = performance.now() + 140;
    this.draw();
  }
  rest(): void {
    this.cam.settle();
    this.moving = false;
    this.pictures.forget();
    this.draw();
  }
  private free(): boolean {
    return !this.pointing && performance.now() - this.panned > 10000;
  }
  /** After a draw: back to where the camera was, or all of the board if fewer than half of the legal cells would be seen there. */
  private showLegal(): void {
    const cells = [...this.offers.cells.values()].map((list) => ({ x: list[0]!.x!, y: list[0]!.y! })),
      to = this.back ?? this.cam.place;
    const there = Object.assign(new Camera(), this.cam, to);
    if (this.pointing) return;
    const seen = inside(there.seen(this.inset), cells);
    if (2 * seen < cells.length) void this.glide(this.fitted());
    else if (seen < cells.length) void this.glide(bringing(there, bounds(cells, 0.1), this.inset));
    else if (this.back) void this.glide(to);
    this.back = null;
  }
  /** Before a figure is placed: the new tile large enough to press its parts. */
  private easeIn(): void {
    const { state } = this.input,
      touch = this.input.touch ?? matchMedia("(pointer: coarse)").matches,
      tile = state.lastLaid === null ? null : state.laid[state.lastLaid];
    const least = touch ? 150 : 120;
    if (!tile || this.pointing || !this.offers.areas.length) return;
    const inset = { ...this.inset, bottom: this.inset.bottom + (touch ? 56 : 0) }; // a line of words stands there
    const seen = this.cam.seen(inset),
      whole = inside(seen, [tile]) === 1;
    if (this.cam.s >= least && whole) return;
    this.back ??= this.cam.place;
    const s = Math.min(240, Math.max(least, this.cam.s));
    const copy = Object.assign(new Camera(), this.cam),
      middle = this.cam.toScreen(tile.x + 0.5, tile.y + 0.5);
    copy.zoomAt(s / this.cam.s, middle.x, middle.y);
    void this.glide(bringing(copy, bounds([tile], touch ? 0.12 : 0.4), inset));
  }
  private easeBack(): void {
    if (this.back && !this.pointing) void this.glide(this.back);
    this.back = null;
  }
  /** Somebody laid a tile: look there, unless this person is looking elsewhere. */
  private follow(tile: Laid): void {
    if (this.input.question === "figure" || !this.free()) return;
    if (!inside(this.cam.seen(this.inset), [tile])) this.show([tile]);
  }

  // -- what moves by itself

  private drop(tile: Laid): void {
    const key = at(tile.x, tile.y);
    void this.motion
      .run(`drop ${key}`, 120, (k) => this.dropping.set(key, k), inQuad)
      .then(() => void this.dropping.delete(key));
  }
  private breathe(): void {
    void this.motion.run(
      "breath",
      3200,
      (k) => (this.breath = k >= 1 ? 1 : 0.85 + 0.15 * Math.cos(4 * Math.PI * k)),
    );
  }
  /** Figures that came, went or moved between two positions. */
  private walk(old: Standing[]): void {
    const before = new Map(old.map((one) => [one.key, one])),
      now = new Map(this.standing.map((one) => [one.key, one]));
    const gone = old.filter((one) => !now.has(one.key)),
      come = this.standing.filter((one) => !before.has(one.key));
    let n = 0;
    for (const one of gone) if (one.seat >= 0) this.walkHome(one, 80 * n++);
    for (const one of come) this.appear(one);
    for (const one of this.standing) {
      const was = before.get(one.key);
      if (was && (was.x !== one.x || was.y !== one.y)) this.hop(one, was);
    }
  }
  private walkHome(one: Standing, delay: number): void {
    const key = `home ${one.key}`,
      from = { x: one.x, y: one.y };
    const home = this.input.home?.(one.seat),
      box = home && this.canvas.getBoundingClientRect();
    const to =
      home && box
        ? this.cam.toWorld(home.x - box.left, home.y - box.top)
        : this.cam.toWorld(
            this.cam.w - this.input.inset.right + 40,
            Math.min(this.cam.h, this.cam.toScreen(one.x, one.y).y * 0.7),
          );
    let k = 0;
    this.flying.set(key, {
      draw: (view) =>
        drawFigure(
          view,
          one,
          from.x + (to.x - from.x) * k,
          from.y + (to.y - from.y) * k - 0.5 * Math.sin(Math.PI * k),
          1,
          1 - 0.75 * k,
        ),
    });
    void this.motion.run(key, 450, (now) => (k = now), inOut, delay).then(() => void this.flying.delete(key));
  }
  private appear(one: Standing): void {
    const place = { x: one.x, y: one.y - 0.25, scale: 1.25, alpha: 0 };
    this.moved.set(one.key, place);
    void this.motion
      .run(
        `come ${one.key}`,
        200,
        (k) => Object.assign(place, { y: one.y - 0.25 * (1 - k), scale: 1.25 - 0.25 * k, alpha: k }),
        inQuad,
      )
      .then(() => void this.moved.delete(one.key));
  }
  private hop(one: Standing, was: Standing): void {
    const place = { x: was.x, y: was.y, scale: 1, alpha: 1 };
    this.moved.set(one.key, place);
    void this.motion
      .run(
        `hop ${one.key}`,
        380,
        (k) =>
          Object.assign(place, {
            x: was.x + (one.x - was.x) * k,
            y: was.y + (one.y - was.y) * k - 0.3 * Math.sin(Math.PI * k),
          }),
        inOut,
      )
      .then(() => void this.moved.delete(one.key));
  }
  /** A refused press: the area shakes once. */
  shake(text: string): void {
    const shook = (this.shook = { text, dx: 0 });
    void this.motion
      .run("shake", 260, (k) => (shook.dx = 4 * Math.sin(4 * Math.PI * k) * (1 - k)))
      .then(() => (this.shook = null));
  }

  /** One thing after the other, for callers that tell a story: see Animation in catapult.ts and Board.svelte. */
  fly(key: string, ms: number, draw: (view: View, k: number) => void, ease = inOut): Promise<void> {
    let k = 0;
    this.flying.set(key, { draw: (view) => draw(view, k) });
    return this.motion.run(key, ms, (now) => (k = now), ease).then(() => void this.flying.delete(key));
  }

  /** Something of the caller's on top of everything, drawn with every frame. */
  over(draw: (view: View) => void): void {
    this.above = draw;
    this.draw();
  }

  // -- pointing

  scenery(): Scenery {
    return {
      engine: this.engine,
      state: this.input.state,
      offers: this.offers,
      laid: this.laid,
      standing: this.standing,
      ghost: this.ghost,
      s: this.cam.s,
      box: figureBox(this.cam.s),
    };
  }
  get ghost(): Action | null {
    const { chosen } = this.input;
    return chosen &&
      (chosen.kind === "lay" || chosen.kind === "abbey") &&
      this.offers.cells.has(at(chosen.x!, chosen.y!))
      ? chosen
      : null;
  }
  hitAt(sx: number, sy: number, slack: number): Hit {
    const { x, y } = this.cam.toWorld(sx, sy);
    return hit(this.scenery(), x, y, slack);
  }
  /** The tile in hand is held over this point of the screen: the legal cell there, or the nearest within reach. */
  cellNear(sx: number, sy: number): Action[] | null {
    const { x, y } = this.cam.toWorld(sx, sy);
    let best: Action[] | null = null,
      off = 0.85;
    for (const list of this.offers.cells.values()) {
      const distance = Math.max(Math.abs(list[0]!.x! + 0.5 - x), Math.abs(list[0]!.y! + 0.5 - y));
      if (distance < off) ((best = list), (off = distance));
    }
    return best;
  }
  /** Arrows at the frame: to the last move if that is out of sight, and to targets that are, with their number. */
  arrows(): Arrow[] {
    const { marks, question } = this.input,
      seen = this.cam.seen(this.inset),
      list: Arrow[] = [];
    const hidden = (cell: Cell) =>
      cell.x + 0.5 <= seen.x0 ||
      cell.x + 0.5 >= seen.x1 ||
      cell.y + 0.5 <= seen.y0 ||
      cell.y + 0.5 >= seen.y1;
    if (marks[0] && question !== "figure" && hidden(marks[0]))
      list.push(this.arrowTo(marks[0], this.colour(marks[0].seat).colour, 0));
    if (question === "none") return list;
    const places = [
      ...this.offers.spots.map((spot) => ({ x: spot.x - 0.5, y: spot.y - 0.5 })),
      ...this.offers.areas.map((area) => area.tile),
      ...this.offers.steps.map((step) => ({ x: step.x!, y: step.y! })),
      ...[...this.offers.cells.values()].map((list) => ({ x: list[0]!.x!, y: list[0]!.y! })),
    ];
    const out = places.filter(hidden);
    if (out[0]) list.push(this.arrowTo(out[0], GOLD, out.length));
    return list;
  }
  private arrowTo(cell: Cell, colour: string, n: number): Arrow {
    const to = this.cam.toScreen(cell.x + 0.5, cell.y + 0.5),
      { inset, cam } = this;
    const x = Math.min(cam.w - inset.right - 26, Math.max(inset.left + 26, to.x)),
      y = Math.min(cam.h - inset.bottom - 26, Math.max(inset.top + 26, to.y));
    return { x, y, angle: Math.atan2(to.y - y, to.x - x), cell, colour, n };
  }

  // -- drawing

  draw(): void {
    if (this.wanted || this.closed) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      this.drawNow(now);
    });
  }
  private drawNow(now: number): void {
    if (!this.input || this.closed || this.cam.w <= 1) return;
    const begun = performance.now(),
      more = this.motion.tick(begun);
    if (this.moving && !this.motion.has("camera") && !this.pointing && begun > this.restAt) {
      this.cam.settle();
      this.moving = false;
      this.pictures.forget();
    }
    if (this.canvas.width && this.canvas.height) this.paint(); // without any room there is nothing to draw on
    this.frames.push(performance.now() - begun);
    if (this.frames.length > 600) this.frames.shift();
    if (more || this.moving) this.draw();
    void now;
  }
  private view(): View {
    const { dark, style } = this.input,
      contrast = this.input.contrast ?? document.documentElement.matches("[data-contrast=more]"),
      none = { top: 0, right: 0, bottom: 0, left: 0 };
    return {
      ctx: this.ctx,
      cam: this.cam,
      pal: palette(dark, contrast),
      pictures: this.pictures,
      style: style ?? (this.cam.s < SMALL ? "quiet" : "map"),
      seen: this.cam.seen(none),
      contrast,
      moving: this.moving,
    };
  }
  private paint(): void {
    const view = this.view(),
      { input, ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    drawTable(view);
    if (input.question !== "none")
      drawLegal(view, this.legal(), this.hover?.what === "cell" ? at(this.hover.x, this.hover.y) : null);
    else if (input.theirs) drawTheirs(view, input.theirs.cells, this.colour(input.theirs.seat).colour);
    if (this.dead.length) drawDead(view, this.dead);
    drawTiles(view, input.state.laid, (tile) => this.dropping.has(at(tile.x, tile.y)));
    drawCorners(view, this.corners);
    if (this.odds.length)
      drawOdds(
        view,
        this.odds.filter((cell) => cell.x !== this.ghost?.x || cell.y !== this.ghost.y),
      );
    drawDropping(view, this.dropping, this.laid);
    this.paintOverlays(view);
    if (input.state.walk) drawPath(view, input.state);
    if (this.offers.steps.length) drawSteps(view, this.offers.steps, input.state, input.chosen?.text ?? null);
    drawFigures(view, this.standing, (one) => this.moved.get(one.key) ?? null);
    this.paintOffers(view);
    drawMarks(view, this.input, this.offers.areas[0]?.tile, this.colour);
    if (this.ghost)
      drawGhost(
        view,
        this.ghost,
        this.offers.cells.get(at(this.ghost.x!, this.ghost.y!))!,
        this.spin?.cell === at(this.ghost.x!, this.ghost.y!) ? this.spin.from * (1 - this.spin.k) : 0,
        this.engine.copyAt(this.ghost.x!, this.ghost.y!),
      );
    if (input.advice) this.paintAdvice(view, input.advice);
    this.paintPills(view);
    for (const token of this.tokens) drawToken(view, token);
    if (input.state.catapult)
      landing(
        view,
        {
          ...input.state.catapult,
          throws: input.state.catapult.throws.filter(
            (one, i, list) => one.seat !== this.resting || i < list.length - 1,
          ),
        },
        this.colour,
      );
    for (const { draw } of [...this.flying.values()]) draw(view);
    this.above?.(view);
    if (input.focus) drawFocus(view, input.focus);
    drawArrows(view, this.arrows());
    if (input.frame) drawFrame(view);
    if (input.question === "lay" && !this.moving) this.foresee(view);
  }
  /** The tile in hand as it may lie somewhere, drawn in spare time: the ghost is there at once. */
  private foresee(view: View): void {
    const [, , w] = rect(view.cam, 0, 0);
    for (const list of this.offers.cells.values())
      for (const lay of list)
        view.pictures.tile(
          lay.tile!,
          lay.rot ?? 0,
          this.engine.copyAt(lay.x!, lay.y!),
          view.style,
          w,
          "",
          0.2,
        );
  }
  private legal(): { x: number; y: number }[] {
    return [...this.offers.cells.values()]
      .map((list) => ({ x: list[0]!.x!, y: list[0]!.y! }))
      .filter((cell) => !this.ghost || cell.x !== this.ghost.x || cell.y !== this.ghost.y);
  }
  private paintOverlays(view: View): void {
    const { input, serial } = this,
      paint = (seat: number) => ({ ...this.colour(seat), kind: hatch[input.colours[seat] ?? 0] ?? 45 });
    if (this.fields.length)
      this.fieldSheet.show(view, `fields ${input.state.hash} ${input.dark}`, (ctx) => {
        drawFields(ctx, view, this.shapes, this.fields, paint);
      });
    if (input.lit && input.dim) drawDim(view, this.shapes.feature(input.lit));
    if (input.lit || this.joined.length)
      this.litSheet.show(
        view,
        `lit ${serial}`,
        (ctx) => {
          for (const info of this.joined) drawJoined(ctx, view, this.shapes, info);
          if (input.lit) drawLit(ctx, view, this.shapes, input.lit);
        },
        input.lit ? this.breath : 1,
      );
    if (this.offers.areas.length) {
      const hover = this.hover?.what === "action" ? this.hover.action.text : null;
      const colour = this.colour(input.state.actor ?? 0).colour;
      this.areaSheet.show(
        view,
        `areas ${serial} ${hover}`,
        (ctx) =>
          drawAreas(ctx, view, this.shapes, this.offers.areas, input.chosen?.text ?? null, hover, colour),
        this.breath,
      );
    }
  }
  private paintOffers(view: View): void {
    const { state, chosen, question } = this.input,
      seat = state.actor ?? 0,
      colour = this.input.colours[seat] ?? seat;
    const hover = this.hover?.what === "action" ? this.hover.action.text : null;
    for (const area of this.offers.areas) {
      const { action } = area,
        strong = action.text === chosen?.text,
        dx = this.shook?.text === action.text ? this.shook.dx / view.cam.s : 0;
      const lying = action.feature === "field" && (action.figure === "small" || action.figure === "large");
      if (action.feature === "monastery" || action.feature === "garden")
        drawRing(view, area.x, area.y - 0.08, strong);
      const one = {
        figure: action.figure ?? ("small" as const),
        colour,
        pose: lying ? ("lying" as const) : ("standing" as const),
        height: 1,
        lift: 0,
      };
      drawFigure(
        view,
        one,
        area.x + dx,
        area.y,
        strong ? 1.04 : 0.74,
        strong ? 1 : action.text === hover ? 0.95 : 0.72,
      );
    }
    if (question !== "none" && this.offers.spots.length)
      drawSpots(view, this.offers.spots, state, colour, chosen?.text ?? null, hover);
  }
  private paintPills(view: View): void {
    if (!this.fields.length) return drawPills(view, this.input.pills, this.standing, this.colour);
    const foot = (cell: FeatureInfo["cells"][number]) =>
      footOn(this.engine, { ...cell, rot: cell.rot as 0, copy: 0 }, cell.segment);
    drawStamps(view.ctx, view, this.fields, this.standing, foot, this.colour);
  }
  private paintAdvice(view: View, { lay, figure }: NonNullable<Input["advice"]>): void {
    const { state, colours } = this.input,
      last = state.lastLaid === null ? null : state.laid[state.lastLaid]!;
    const tile = lay
      ? { x: lay.x!, y: lay.y!, kind: lay.tile!, rot: lay.rot ?? 0, copy: this.engine.copyAt(lay.x!, lay.y!) }
      : last;
    if (!tile || (!lay && this.offers.areas.length)) return; // an area that is chosen says it itself
    const same = !lay || (this.ghost?.x === lay.x && this.ghost?.y === lay.y),
      turned = this.ghost?.rot === lay?.rot;
    const on =
      figure && figure.segment !== undefined && (!same || turned)
        ? (this.laid.get(at(figure.x!, figure.y!)) ?? tile)
        : null;
    drawAdvice(
      view,
      tile,
      same,
      on && figure
        ? {
            figure: figure.figure ?? "small",
            lying: figure.feature === "field" && figure.kind === "put",
            ...footOn(this.engine, on, figure.segment!),
          }
        : null,
      colours[state.actor ?? 0] ?? 0,
    );
  }
  colour = (seat: number): { colour: string; emblem: string } =>
    this.engine.colours()[this.input.colours[seat] ?? seat] ?? this.engine.colours()[0]!;
}
