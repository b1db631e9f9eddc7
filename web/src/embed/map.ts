// map -- the viewer's canvas: the whole map of the game, as the board draws it.
import { bounds, Camera, fitting, WHOLE } from "../board/camera";
import { standings } from "../board/figures";
import { drawCorners, drawFigures, drawMark, drawTable, drawTiles, SMALL, type View } from "../board/layers";
import { palette } from "../board/palette";
import { Pictures } from "../board/tiles";
import type { Engine, State } from "../engine/engine";

export class MapView {
  private shown: { state: State; corners: { x: number; y: number }[] } | null = null;
  private whole: State | null = null; // the last position: it says how large the map becomes

  constructor(
    private readonly engine: Engine,
    private readonly canvas: HTMLCanvasElement,
    private readonly dark: () => boolean,
  ) {
    Pictures.of(engine).join(
      () => this.draw(),
      () => false,
    );
    new ResizeObserver(() => this.draw()).observe(canvas);
  }
  show(shown: { state: State; corners: { x: number; y: number }[] }, whole: State): void {
    this.shown = shown;
    this.whole = whole;
    this.draw();
  }
  draw(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!this.shown || !this.whole || !w || !h) return;
    const cam = Object.assign(new Camera(), { w, h, dpr: devicePixelRatio || 1, least: WHOLE });
    const inset = { top: 0, right: 0, bottom: 0, left: 0 };
    cam.place = fitting(cam, bounds(this.whole.laid, 0.3), inset, 132);
    cam.settle();
    this.canvas.width = Math.round(w * cam.dpr);
    this.canvas.height = Math.round(h * cam.dpr);
    const { state, corners } = this.shown,
      pal = palette(this.dark());
    const view: View = {
      ctx: this.canvas.getContext("2d")!,
      cam,
      pal,
      pictures: Pictures.of(this.engine),
      style: cam.s < SMALL ? "quiet" : "map",
      seen: cam.seen(inset),
      contrast: false,
      moving: false,
    };
    drawTable(view);
    drawTiles(view, state.laid, () => false);
    drawCorners(view, corners);
    const tile = state.laid[state.lastLaid ?? -1];
    if (tile && !state.over) drawMark(view, tile.x, tile.y, pal.goldLight, true);
    const colours = state.seats.map((_, seat) => seat);
    drawFigures(view, standings(this.engine, state, colours), () => null);
  }
}
