// palette.ts -- the colours of the map: those of UX section 4, by day and by candlelight.

export interface Palette {
  table: string;
  vellum: string;
  ink: string;
  ink2: string;
  line: string;
  grid: string;
  gold: string;
  goldLight: string;
  goldDeep: string;
  rubric: string;
  slate: string;
  shadow: string;
  legal: string;
  rim: string;
  dead: string;
  tile: string; // tile: what tiles are multiplied by
}

const day: Palette = {
  table: "#e7d8b6",
  vellum: "#f7eed8",
  ink: "#2f2018",
  ink2: "#5d4229",
  line: "#866a3c",
  grid: "#cdb98e",
  gold: "#dba92c",
  goldLight: "#f4d778",
  goldDeep: "#7d540c",
  rubric: "#97291d",
  slate: "#3f5068",
  shadow: "rgb(60 40 15 / .35)",
  legal: "rgb(240 201 86 / .45)",
  rim: "#2f2018",
  dead: "rgb(93 66 41 / .22)",
  tile: "",
};
const candle: Palette = {
  table: "#211912",
  vellum: "#31261b",
  ink: "#f3e6c8",
  ink2: "#d0bb94",
  line: "#947850",
  grid: "#3d3022",
  gold: "#e3b545",
  goldLight: "#f6dc8d",
  goldDeep: "#f0c860",
  rubric: "#f09a84",
  slate: "#a9bdd4",
  shadow: "rgb(0 0 0 / .5)",
  legal: "rgb(227 181 69 / .13)",
  rim: "#f3e6c8",
  dead: "rgb(0 0 0 / .35)",
  tile: "#c9c5be",
};

export function palette(dark: boolean, contrast = false): Palette {
  const chosen = dark ? candle : day;
  return contrast ? { ...chosen, grid: "transparent", line: chosen.ink } : chosen;
}

export const INK = "#2f2018",
  CREAM = "#f7eed8",
  GOLD = "#dba92c",
  GOLD_LIGHT = "#f4d778"; // on tiles, by day and night

/** Hatch angle of a colour's fields, in degrees; -1 dots, -2 crossed (UX section 6.4). Red, blue, green, yellow, black, violet. */
export const hatch = [-45, 45, 90, 0, -1, -2];

/** What a colour's figures are painted with: red, blue, green, yellow, black, violet, as art/seat.c has them (Engine.colours()). */
export const liveries = ["#b8322a", "#1766c0", "#2a9856", "#e6b32e", "#3d3a3c", "#8e5093"];
