// loaded -- the one engine of this page. Known by its pictures too: tiles and figures as images that are drawn once.
import { Engine, type ArtFigure, type Pose } from "./engine/engine";

let loading: Promise<Engine> | null = null;
let there: Engine | null = null;

export function load(): Promise<Engine> {
  return (loading ??= Engine.load().then((engine) => (there = engine)));
}
/** The engine, once load() has come back. */
export function engine(): Engine {
  return there!;
}

const pictures = new Map<string, string>();
function picture(key: string, draw: () => string): string {
  let url = pictures.get(key);
  if (!url) pictures.set(key, (url = URL.createObjectURL(new Blob([draw()], { type: "image/svg+xml" }))));
  return url;
}
export function tilePicture(kind: number, rot = 0): string {
  return picture(`t${kind}.${rot}`, () => there!.tileSvg(kind, rot, 0, "map"));
}
export function figurePicture(figure: ArtFigure, colour = 0, pose: Pose = "standing", height = 1): string {
  return picture(`f${figure}.${colour}.${pose}.${height}`, () => there!.figureSvg(figure, colour, pose, height));
}
