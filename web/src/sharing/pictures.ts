// pictures -- tiles and figures as bitmaps, there at once: a film cannot wait until a board has time for them.
import { paint, readSvg } from "../board/paint";
import type { View } from "../board/layers";
import type { ArtFigure, Engine, Pose, Style } from "../engine/engine";

export class ReadyPictures implements Pick<View["pictures"], "tile" | "figure" | "corner" | "paint"> {
  private made = new Map<string, HTMLCanvasElement>();
  constructor(private readonly engine: Engine) {}

  private get(key: string, px: number, svg: () => string): HTMLCanvasElement {
    const size = Math.max(1, Math.round(px)),
      name = `${key} ${size}`,
      there = this.made.get(name);
    if (there) return there;
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    paint(canvas.getContext("2d")!, readSvg(svg()), size);
    this.made.set(name, canvas);
    return canvas;
  }
  tile(kind: number, rot: number, copy: number, style: Style, px: number): HTMLCanvasElement {
    return this.get(`t${kind}.${rot}.${copy}.${style}`, px, () =>
      this.engine.tileSvg(kind, rot, copy, style),
    );
  }
  figure(figure: ArtFigure, colour: number, pose: Pose, height: number, px: number): HTMLCanvasElement {
    return this.get(`f${figure}.${colour}.${pose}.${height}`, px, () =>
      this.engine.figureSvg(figure, colour, pose, height),
    );
  }
  corner(px: number): HTMLCanvasElement {
    return this.get("corner", px, () => this.engine.cornerSvg());
  }
  paint(colour: number): { colour: string; emblem: string } {
    return this.engine.colours()[colour] ?? this.engine.colours()[0]!;
  }
}
