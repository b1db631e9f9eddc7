// picture -- a moment of a game as a file: SVG, and the PNG that the browser makes of it.
import type { Engine } from "../engine/engine";
import { boardSvg, type Drawn } from "./svg";
import { gameAt, playersOf, type Subject } from "./subject";

let letters: Promise<string> | null = null;

/** The page's own letters as base64, so that the picture has them with it; "" where they cannot be had. */
function font(): Promise<string> {
  const link = new URL("fonts/garamond.woff2", document.baseURI);
  return (letters ??= fetch(link)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(String(answer.status)))))
    .then((bytes) => {
      let raw = "";
      for (const byte of new Uint8Array(bytes)) raw += String.fromCharCode(byte);
      return btoa(raw);
    })
    .catch(() => ((letters = null), "")));
}

export async function svgOf(engine: Engine, subject: Subject, line: string, dark: boolean): Promise<Drawn> {
  const known = await font(),
    game = gameAt(engine, subject);
  try {
    const state = game.state();
    const words = { players: playersOf(subject, state), line };
    return boardSvg(engine, game, state, subject.colours, words, { dark, font: known });
  } finally {
    game.free();
  }
}
export const svgBlob = (drawn: Drawn): Blob => new Blob([drawn.text], { type: "image/svg+xml" });

export async function pngOf(drawn: Drawn): Promise<Blob> {
  const url = URL.createObjectURL(svgBlob(drawn));
  try {
    const image = new Image(drawn.width, drawn.height);
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: drawn.width,
      height: drawn.height,
    });
    canvas.getContext("2d")!.drawImage(image, 0, 0, drawn.width, drawn.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
