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
  if (!url)
    pictures.set(
      key,
      (url = `data:image/svg+xml,${draw().replace(/[%#"<>{}\\^`|\n]/g, encodeURIComponent)}`),
    ); // a blob would wait for another process
  return url;
}
export function tilePicture(kind: number, rot = 0, copy = 0): string {
  return picture(`t${kind}.${rot}.${copy}`, () => there!.tileSvg(kind, rot, copy, "map"));
}
/** A figure, cut to what is drawn: as tall as its image is high. */
export function figurePicture(figure: ArtFigure, colour = 0, pose: Pose = "standing", height = 1): string {
  return picture(`f${figure}.${colour}.${pose}.${height}`, () =>
    cut(there!.figureSvg(figure, colour, pose, height), `${figure}.${pose}.${height}`),
  );
}

const boxes = new Map<string, number[] | null>(); // by shape: every colour has the same
function cut(text: string, shape: string): string {
  let view = boxes.get(shape);
  if (view === undefined) boxes.set(shape, (view = measure(text)));
  if (!view) return text;
  return text
    .replace(/viewBox="[^"]*"/, `viewBox="${view.join(" ")}"`)
    .replace(/(<svg[^>]*?) width="[^"]*"/, "$1")
    .replace(/(<svg[^>]*?) height="[^"]*"/, "$1")
    .replace("<svg", `<svg width="${view[2]}" height="${view[3]}"`);
}
function measure(text: string): number[] | null {
  const holder = document.createElement("div");
  holder.style.cssText = "position:absolute;visibility:hidden;width:400px;height:400px";
  holder.innerHTML = text;
  document.body.append(holder);
  const svg = holder.querySelector("svg")!;
  const box = svg.getBBox();
  holder.remove();
  const pad = 8;
  return box.width
    ? [box.x - pad, box.y - pad, box.width + 2 * pad, box.height + 2 * pad].map((one) => Math.round(one))
    : null;
}
