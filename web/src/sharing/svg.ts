// svg -- a position as one SVG: the engine's own tiles and figures, each drawing once, and a caption below. Text in, text out: no page is
// needed for it.
import { bounds } from "../board/camera";
import { standings, FLOOR, type Standing } from "../board/figures";
import { palette } from "../board/palette";
import type { Engine, Game, Laid, State } from "../engine/engine";
import { shield } from "./shield";
import type { Player } from "./subject";

export interface Caption {
  players: Player[];
  line: string; // what was played, and when
}
export interface Drawn {
  text: string;
  width: number;
  height: number;
}

const UNITS = 1000; // of a tile's side
const MARGIN = 0.25; // tiles round the map
const LONGEST = 1600, // px of the map's longer side
  LARGEST = 150, // px a tile
  NARROWEST = 720; // px: room for a caption
const PAD = 28,
  LETTERS = 30,
  SMALL = 21, // px of the caption
  FIGURE = 1.2; // as a board draws them

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "");
/** What is between the outermost tags of a drawing. */
const inside = (svg: string): string => svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));

// ---- the map

/** The drawing of a tile without the parts that all drawings share. */
function body(engine: Engine, tile: Laid): string {
  const all = inside(engine.tileSvg(tile.kind, tile.rot, tile.copy));
  const shared = all.indexOf("<style>");
  return shared < 0 ? all : all.slice(0, shared);
}
/** Styles and small things that tiles refer to, once for all. */
function shared(engine: Engine): string {
  const all = inside(engine.cornerSvg());
  return all.slice(0, all.lastIndexOf("<use "));
}
function tiles(engine: Engine, laid: Laid[]): string {
  const first = new Map<string, number>();
  return laid
    .map((tile, i) => {
      const key = `${tile.kind} ${tile.rot} ${tile.copy}`,
        [x, y] = [tile.x * UNITS, tile.y * UNITS],
        same = first.get(key);
      if (same !== undefined) return `<use class="tile" href="#tile${same}" x="${x}" y="${y}"/>`;
      first.set(key, i);
      return `<g class="tile" transform="translate(${x} ${y})"><g id="tile${i}" clip-path="url(#auclip)">${body(engine, tile)}</g></g>`;
    })
    .join("");
}
const squares = (laid: Laid[], dx: number, dy: number): string =>
  laid.map(({ x, y }) => `M${x * UNITS + dx} ${y * UNITS + dy}h1000v1000h-1000z`).join("");
/** The shadow of the map, and grass below all tiles: else the table shines through where two of them meet. */
function ground(laid: Laid[]): string {
  return (
    `<path fill="#2f2018" opacity=".35" d="${squares(laid, 30, 42)}"/>` +
    `<path fill="#b3b066" d="${squares(laid, 0, 0)}"/>`
  );
}
function towers(game: Game): string {
  return game
    .corners()
    .map(({ x, y }) => `<use href="#auZ" x="${x * UNITS}" y="${y * UNITS + 10}"/>`)
    .join("");
}
function figure(engine: Engine, one: Standing): string {
  const lift = one.lift * FLOOR * 400 * FIGURE;
  return (
    `<g class="figure" transform="translate(${Math.round(one.x * UNITS)} ${Math.round(one.y * UNITS - lift)})scale(${FIGURE})">` +
    `${inside(engine.figureSvg(one.figure, one.colour, one.pose, one.height))}</g>`
  );
}
/** Corners of gold round the tile laid last. */
function last(tile: Laid | undefined): string {
  if (!tile) return "";
  const path = [
    [30, 30, 1, 1],
    [970, 30, -1, 1],
    [970, 970, -1, -1],
    [30, 970, 1, -1],
  ]
    .map(
      ([x, y, dx, dy]) =>
        `M${tile.x * UNITS + x! + 190 * dx!} ${tile.y * UNITS + y!}h${-190 * dx!}v${190 * dy!}`,
    )
    .join("");
  return (
    `<path fill="none" stroke="#2f2018" stroke-width="46" d="${path}"/>` +
    `<path fill="none" stroke="#f4d778" stroke-width="26" d="${path}"/>`
  );
}

// ---- the caption

/** About how wide a text is; there may be no page to measure it in. */
const wide = (text: string, size: number): number => [...text].length * size * 0.5;

/** Players beside each other, and the next line where there is no room. */
function rows(players: Player[], width: number): Player[][] {
  const found: Player[][] = [[]];
  let x = 0;
  for (const one of players) {
    const w = 34 + wide(`${one.name} ${one.points}`, LETTERS) + 34;
    if (x > 0 && x + w > width) (found.push([]), (x = 0));
    found.at(-1)!.push(one);
    x += w;
  }
  return found;
}
/** Words that fit beside each other, at most three lines. */
function lines(text: string, width: number): string[] {
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (wide(longer, SMALL) <= width || !found.at(-1)) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found.length > 3 ? [...found.slice(0, 2), `${found[2]} …`] : found;
}
function player(engine: Engine, one: Player, x: number, y: number, ink: string): string {
  const colour = engine.colours()[one.colour]?.colour ?? "#5d4229";
  return (
    `<g transform="translate(${x} ${y - 23})">${shield(one.colour, colour, ink)}</g>` +
    `<text x="${x + 34}" y="${y}" font-size="${LETTERS}">${escape(one.name)} <tspan font-weight="bold">${one.points}</tspan></text>`
  );
}
/** A band below the map, its letters as large as the picture needs them. */
function caption(engine: Engine, { players, line }: Caption, width: number, top: number, dark: boolean) {
  const pal = palette(dark),
    scale = Math.max(1, width / 900),
    across = width / scale,
    room = across - 2 * PAD;
  let y = 16,
    text = "";
  for (const row of rows(players, room)) {
    y += 40;
    let x = PAD;
    for (const one of row) {
      text += player(engine, one, x, y, pal.ink);
      x += 34 + wide(`${one.name} ${one.points}`, LETTERS) + 34;
    }
  }
  for (const words of lines(line, room)) {
    y += 32;
    text += `<text x="${PAD}" y="${y}" font-size="${SMALL}" fill="${pal.ink2}">${escape(words)}</text>`;
  }
  return {
    height: Math.round((y + 24) * scale),
    text:
      `<g transform="translate(0 ${top})scale(${scale})" font-family="'EB Garamond',Garamond,Georgia,serif" fill="${pal.ink}">` +
      `<rect width="${across}" height="${y + 25}" fill="${pal.vellum}"/><path d="M0 0H${across}" stroke="${pal.line}" stroke-width="3"/>${text}</g>`,
  };
}

// ---- all of it

/** `font` is a woff2 as base64: the picture looks the same where the letters are not known. */
export function boardSvg(
  engine: Engine,
  game: Game,
  state: State,
  colours: number[],
  words: Caption,
  { dark = false, font = "" } = {},
): Drawn {
  const box = bounds(state.laid, MARGIN),
    [cols, rows] = [box.x1 - box.x0, box.y1 - box.y0];
  const px = Math.min(LARGEST, LONGEST / Math.max(cols, rows)),
    [w, h] = [Math.round(cols * px), Math.round(rows * px)];
  const width = Math.max(w, NARROWEST),
    below = caption(engine, words, width, h, dark);
  const standing = standings(engine, state, colours);
  const map =
    `<svg x="${Math.round((width - w) / 2)}" width="${w}" height="${h}" viewBox="${[box.x0, box.y0, cols, rows].map((one) => one * UNITS).join(" ")}">` +
    shared(engine) +
    ground(state.laid) +
    tiles(engine, state.laid) +
    towers(game) +
    (state.over ? "" : last(state.laid[state.lastLaid ?? -1])) +
    standing.map((one) => figure(engine, one)).join("") +
    "</svg>";
  const face = font
    ? `<style>@font-face{font-family:"EB Garamond";src:url(data:font/woff2;base64,${font}) format("woff2")}</style>`
    : "";
  const height = h + below.height;
  return {
    width,
    height,
    text:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${face}` +
      `<rect width="${width}" height="${height}" fill="${palette(dark).table}"/>${map}${below.text}</svg>`,
  };
}
