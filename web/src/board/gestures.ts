// gestures.ts -- mouse, finger and wheel on the board. A drag of more than 6 px is a pan and never places; held still for a moment on a
// legal cell, the drag turns the tile instead (north, east, south, west), and letting go lays it.

import type { Action } from "../engine/engine";
import { figureAt, type Hit } from "./hit";
import { nextTurn, turnedOffer } from "./offers";
import type { Scene } from "./scene";

const SLOP = 6,
  HOLD = 260,
  LONG = 480,
  DOUBLE = 280,
  REST_EMPTY = 300,
  REST_FEATURE = 150,
  FINGER = 10;

interface Finger {
  x: number;
  y: number;
  x0: number;
  y0: number;
}

export class Gestures {
  private fingers = new Map<number, Finger>();
  private dragging = false;
  private turning = false;
  private held: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private tap: { at: number; x: number; y: number; later: ReturnType<typeof setTimeout> } | null = null;
  private spread = 0;
  private down: Hit | null = null;
  private swallow = false; // the press was a long one, or a second finger came

  constructor(private readonly scene: Scene) {}

  private at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.scene.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
  private slack(event: PointerEvent): number {
    return event.pointerType === "mouse" ? 0 : FINGER;
  }

  press = (event: PointerEvent): void => {
    if (event.button === 2) return;
    const { x, y } = this.at(event);
    try {
      this.scene.canvas.setPointerCapture(event.pointerId);
    } catch {
      // a pointer that is gone already
    }
    this.fingers.set(event.pointerId, { x, y, x0: x, y0: y });
    this.scene.pointing = true;
    clearTimeout(this.resting);
    if (this.fingers.size === 1) {
      this.dragging = this.turning = this.swallow = false;
      this.down = this.scene.hitAt(x, y, this.slack(event));
      clearTimeout(this.held);
      this.held = setTimeout(() => this.hold(event), this.down.what === "cell" ? HOLD : LONG);
    } else {
      this.swallow = true;
      clearTimeout(this.held);
      this.spread = this.distance();
    }
  };
  private distance(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
  /** Held still: a legal cell is ready to be turned by dragging; an empty one tells its odds; a feature is inspected. */
  private hold(event: PointerEvent): void {
    const { scene, down } = this,
      { input } = scene;
    if (!down || this.dragging) return;
    if (down.what === "cell" && input.question !== "none") {
      this.turning = true;
      input.onpick(
        turnedOffer(
          down.list,
          input.chosen?.x === down.x && input.chosen.y === down.y
            ? (input.chosen.rot ?? 0)
            : (input.turn ?? 0),
        ),
      );
    } else if (event.pointerType !== "mouse") {
      this.swallow = true;
      if (down.what === "empty") input.onhover({ x: down.x, y: down.y });
      if (down.what === "feature") this.inspect(down, true);
    }
  }

  move = (event: PointerEvent): void => {
    const { scene } = this,
      { x, y } = this.at(event),
      finger = this.fingers.get(event.pointerId);
    if (!finger) return this.hover(event, x, y);
    const dx = x - finger.x,
      dy = y - finger.y;
    Object.assign(finger, { x, y });
    if (this.fingers.size === 2) return this.pinch(dx, dy);
    if (this.turning) return this.turnTo(x, y);
    if (!this.dragging && Math.hypot(x - finger.x0, y - finger.y0) <= SLOP) return;
    clearTimeout(this.held);
    if (!this.dragging) {
      this.dragging = true;
      scene.motion.finish("camera");
      scene.cam.pan(x - finger.x0 - dx, y - finger.y0 - dy);
      scene.canvas.style.cursor = "grabbing";
    }
    scene.panned = performance.now();
    scene.cam.pan(dx, dy);
    scene.stir();
  };
  private pinch(dx: number, dy: number): void {
    const [a, b] = [...this.fingers.values()],
      now = this.distance(),
      { scene } = this;
    scene.cam.pan(dx / 2, dy / 2);
    if (a && b && this.spread > 0) scene.cam.zoomAt(now / this.spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
    this.spread = now;
    scene.panned = performance.now();
    scene.stir();
  }
  /** The tile's top points where the pointer is, once that is off the cell. */
  private turnTo(x: number, y: number): void {
    const { scene, down } = this;
    if (down?.what !== "cell") return;
    const at = scene.cam.toWorld(x, y),
      dx = at.x - down.x - 0.5,
      dy = at.y - down.y - 0.5;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.5) return;
    const rot = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0;
    const next = down.list.find((action) => action.rot === rot);
    if (next && next.text !== scene.input.chosen?.text) scene.input.onpick(next);
  }

  release = (event: PointerEvent): void => {
    const { scene } = this,
      finger = this.fingers.get(event.pointerId);
    clearTimeout(this.held);
    this.fingers.delete(event.pointerId);
    if (this.fingers.size) return;
    scene.pointing = false;
    scene.canvas.style.cursor = "";
    if (this.dragging || (this.swallow && !this.turning)) {
      this.dragging = false;
      scene.stir();
      return;
    }
    if (!finger || event.type === "pointercancel") return;
    if (this.turning) {
      this.turning = false;
      const { chosen } = scene.input,
        at = scene.cam.toWorld(finger.x, finger.y);
      const off =
        this.down?.what === "cell" &&
        Math.max(Math.abs(at.x - this.down.x - 0.5), Math.abs(at.y - this.down.y - 0.5)) >= 0.5;
      if (chosen && (off || event.pointerType === "mouse")) scene.input.onchoose(chosen);
      return;
    }
    this.click(event, finger.x, finger.y);
  };

  private click(event: PointerEvent, x: number, y: number): void {
    const { scene } = this,
      { input } = scene,
      mouse = event.pointerType === "mouse";
    const arrow = scene.arrows().find((one) => Math.hypot(x - one.x, y - one.y) < 24);
    if (arrow) return scene.centre(arrow.cell.x, arrow.cell.y);
    const found = scene.hitAt(x, y, this.slack(event));
    if (found.what === "turn") return this.turn(1);
    if (found.what === "cell") return mouse ? this.clickCell(found.list) : this.tapCell(found.list, x, y);
    if (found.what === "action")
      return input.chosen?.text === found.action.text
        ? input.onchoose(found.action)
        : input.onpick(found.action);
    if (found.what === "feature") {
      if (!mouse && this.doubled(x, y)) return scene.fit();
      return this.refusedArea(found) ? undefined : this.inspect(found, true);
    }
    input.oninspect(null, null, true);
    if (found.what !== "empty") return;
    if (!mouse && this.doubled(x, y)) return scene.fit();
    const beside = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ].some(([dx, dy]) => scene.laid.has(`${found.x + dx!},${found.y + dy!}`));
    if (input.question === "lay" && !beside) input.onrefused("", { x: found.x, y: found.y });
    else if (input.question === "lay")
      input.onrefused(`lay ${found.x},${found.y} ${90 * (input.chosen?.rot ?? input.turn ?? 0)}`, {
        x: found.x,
        y: found.y,
      });
  }
  private clickCell(list: Action[]): void {
    const { input } = this.scene,
      { chosen } = input;
    input.onchoose(
      chosen && list.some((action) => action.text === chosen.text) ? chosen : turnedOffer(list, input.turn ?? 0),
    );
  }
  /** A finger pins the ghost; again on it turns it; twice quickly lays it. */
  private tapCell(list: Action[], x: number, y: number): void {
    const { input } = this.scene,
      { chosen } = input,
      here = chosen && list.some((action) => action.text === chosen.text);
    if (this.tap && here && Math.hypot(x - this.tap.x, y - this.tap.y) < 30) {
      clearTimeout(this.tap.later);
      this.tap = null;
      return input.onchoose(chosen);
    }
    clearTimeout(this.tap?.later); // or a tap on one cell turns the tile when it lies on another
    const later = setTimeout(() => {
      this.tap = null;
      if (here) this.turn(1);
    }, DOUBLE);
    this.tap = { at: performance.now(), x, y, later };
    if (!here) input.onpick(turnedOffer(list, input.turn ?? 0));
  }
  private doubled(x: number, y: number): boolean {
    const twice =
      !!this.tap &&
      performance.now() - this.tap.at < DOUBLE &&
      Math.hypot(x - this.tap.x, y - this.tap.y) < 30;
    if (this.tap) clearTimeout(this.tap.later);
    this.tap = twice
      ? null
      : { at: performance.now(), x, y, later: setTimeout(() => (this.tap = null), DOUBLE) };
    return twice;
  }
  /** Pressing a part of the new tile where the figure may not stand: say why. */
  private refusedArea(found: Hit & { what: "feature" }): boolean {
    const { scene } = this,
      { input } = scene,
      last = input.state.lastLaid === null ? null : input.state.laid[input.state.lastLaid];
    if (
      input.question !== "figure" ||
      !last ||
      last.x !== found.x ||
      last.y !== found.y ||
      !scene.offers.areas.length
    )
      return false;
    const sample = scene.offers.areas.find(
      (area) => area.tile === last || (area.tile.x === last.x && area.tile.y === last.y),
    );
    if (!sample) return false;
    input.onrefused(
      `put ${sample.action.figure ?? "small"} ${scene.engine.segmentText(last.kind, last.rot, found.segment)}`,
      { x: found.x, y: found.y },
    );
    return true;
  }
  turn(by: 1 | -1): void {
    const { scene } = this,
      ghost = scene.ghost,
      list = ghost && scene.offers.cells.get(`${ghost.x},${ghost.y}`);
    const next = ghost && list && nextTurn(list, ghost.rot ?? 0, by);
    if (next) scene.input.onpick(next);
  }

  /** The tile in hand is carried over the board: its ghost shows where it would come to lie. False: nowhere here. */
  carry(point: { clientX: number; clientY: number }): boolean {
    const { scene } = this,
      { input } = scene,
      { x, y } = this.at(point),
      list = input.question === "lay" ? scene.cellNear(x, y) : null;
    if (!list) {
      if (input.chosen) input.onpick(null);
      return false;
    }
    if (input.chosen?.x !== list[0]!.x || input.chosen?.y !== list[0]!.y)
      input.onpick(turnedOffer(list, input.turn ?? 0));
    return true;
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { scene } = this,
      { x, y } = this.at(event),
      found = scene.hitAt(x, y, 0),
      { ghost } = scene;
    const onGhost =
      ghost &&
      ((found.what === "cell" && found.x === ghost.x && found.y === ghost.y) || found.what === "turn");
    if (onGhost && !event.ctrlKey && scene.input.wheelTurns !== false) {
      if (performance.now() - this.wheeled > 120) this.turn(event.deltaY > 0 ? 1 : -1);
      this.wheeled = performance.now();
      return;
    }
    const by = Math.exp(
      -Math.max(-120, Math.min(120, event.deltaMode ? 30 * event.deltaY : event.deltaY)) *
        (event.ctrlKey ? 0.008 : 0.0022),
    );
    scene.motion.finish("camera");
    scene.cam.zoomAt(by, x, y);
    scene.panned = performance.now();
    scene.stir();
  };
  private wheeled = 0;

  menu = (event: MouseEvent): void => {
    event.preventDefault();
    this.turn(1);
  };
  twice = (event: MouseEvent): void => {
    const { x, y } = this.at(event),
      found = this.scene.hitAt(x, y, 0);
    if (found.what === "empty" || (found.what === "tile" && this.scene.cam.s > this.scene.cam.least))
      this.scene.fit();
  };

  // -- the mouse without a button

  private hover(event: PointerEvent, x: number, y: number): void {
    if (event.pointerType !== "mouse") return;
    const { scene } = this,
      { input } = scene,
      found = scene.hitAt(x, y, 0),
      before = scene.hover;
    scene.hover = found;
    scene.canvas.style.cursor =
      found.what === "cell" || found.what === "action" || found.what === "turn" ? "pointer" : "";
    if (same(found, before)) return;
    clearTimeout(this.resting);
    scene.draw();
    if (before?.what === "empty") input.onhover(null);
    if (before?.what === "feature" || before?.what === "tile") input.oninspect(null, null, false);
    if (found.what === "cell") {
      const { chosen } = input;
      if (!chosen || chosen.x !== found.x || chosen.y !== found.y)
        input.onpick(turnedOffer(found.list, input.turn ?? 0));
    } else if (found.what === "empty")
      this.resting = setTimeout(() => input.onhover({ x: found.x, y: found.y }), REST_EMPTY);
    else if (found.what === "feature")
      this.resting = setTimeout(() => this.inspect(found, false), REST_FEATURE);
  }
  leave = (): void => {
    clearTimeout(this.resting);
    this.scene.hover = null;
    this.scene.draw();
    this.scene.input.onhover(null);
    this.scene.input.oninspect(null, null, false);
  };
  private inspect(found: Hit & { what: "feature" }, pinned: boolean): void {
    const { input } = this.scene,
      info = input.game.feature(found.x, found.y, found.segment);
    input.oninspect(info, { x: found.x, y: found.y }, pinned);
  }
  /** The figure under a point, for callers that need it. */
  figure(x: number, y: number) {
    const at = this.scene.cam.toWorld(x, y);
    return figureAt(this.scene.scenery(), at.x, at.y);
  }
}

function same(a: Hit, b: Hit | null): boolean {
  if (!b || a.what !== b.what) return false;
  if (a.what === "action" && b.what === "action") return a.action.text === b.action.text;
  if (a.what === "feature" && b.what === "feature")
    return a.x === b.x && a.y === b.y && a.segment === b.segment;
  return "x" in a && "x" in b ? a.x === b.x && a.y === b.y : true;
}
