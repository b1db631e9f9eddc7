// camera.ts -- which part of the map is seen, how large. World units are tiles: the start tile covers 0..1. Screen units are CSS pixels of
// the canvas; `dpr` of them to a device pixel. At rest a tile has a whole number of device pixels and lies on whole device pixels.

/** In tiles; x1, y1 beyond the last. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const SMALLEST = 22,
  LARGEST = 300; // px a tile
export const WHOLE = 8; // the same, where nothing is pressed and the whole map is wanted

export class Camera {
  w = 1;
  h = 1;
  dpr = 1;
  x = 0.5; // world point in the middle of the canvas
  y = 0.5;
  s = 96; // px a tile
  least = SMALLEST;

  /** Left edge of world column x, top edge of row y, in whole device pixels: neighbours share it, so there are no seams. */
  col(x: number): number {
    return Math.round(((x - this.x) * this.s + this.w / 2) * this.dpr);
  }
  row(y: number): number {
    return Math.round(((y - this.y) * this.s + this.h / 2) * this.dpr);
  }
  /** The same without rounding. */
  px(x: number): number {
    return ((x - this.x) * this.s + this.w / 2) * this.dpr;
  }
  py(y: number): number {
    return ((y - this.y) * this.s + this.h / 2) * this.dpr;
  }
  toScreen(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) * this.s + this.w / 2, y: (y - this.y) * this.s + this.h / 2 };
  }
  toWorld(sx: number, sy: number): { x: number; y: number } {
    return { x: (sx - this.w / 2) / this.s + this.x, y: (sy - this.h / 2) / this.s + this.y };
  }
  pan(dx: number, dy: number): void {
    this.x -= dx / this.s;
    this.y -= dy / this.s;
  }
  /** Zoom by `by` so that what is under the pointer stays there. */
  zoomAt(by: number, sx: number, sy: number): void {
    const at = this.toWorld(sx, sy);
    this.s = Math.min(LARGEST, Math.max(this.least, this.s * by));
    this.x = at.x - (sx - this.w / 2) / this.s;
    this.y = at.y - (sy - this.h / 2) / this.s;
  }
  /** Whole device pixels. */
  settle(): void {
    this.s = Math.max(1, Math.round(this.s * this.dpr)) / this.dpr;
    this.x = this.w / 2 / this.s - Math.round((this.w / 2 - this.x * this.s) * this.dpr) / this.dpr / this.s;
    this.y = this.h / 2 / this.s - Math.round((this.h / 2 - this.y * this.s) * this.dpr) / this.dpr / this.s;
  }
  /** What is seen, clear of the insets. */
  seen(inset: Inset): Box {
    const a = this.toWorld(inset.left, inset.top),
      b = this.toWorld(this.w - inset.right, this.h - inset.bottom);
    return { x0: a.x, y0: a.y, x1: b.x, y1: b.y };
  }
  get place(): Place {
    return { x: this.x, y: this.y, s: this.s };
  }
  set place(to: Place) {
    this.x = to.x;
    this.y = to.y;
    this.s = to.s;
  }
}

export interface Place {
  x: number;
  y: number;
  s: number;
}

/** Where the camera has to be so that `box` fills what the insets leave, no larger than `most`. */
export function fitting(camera: Camera, box: Box, inset: Inset, most = 132): Place {
  const w = Math.max(40, camera.w - inset.left - inset.right),
    h = Math.max(40, camera.h - inset.top - inset.bottom);
  const raw = Math.min(w / (box.x1 - box.x0), h / (box.y1 - box.y0), most);
  const s = Math.max(camera.least, Math.floor(raw * camera.dpr) / camera.dpr);
  return {
    s,
    x: (box.x0 + box.x1) / 2 - (inset.left - inset.right) / 2 / s,
    y: (box.y0 + box.y1) / 2 - (inset.top - inset.bottom) / 2 / s,
  };
}

/** The same for a small picture: the whole box, however small its tiles become. */
export function pictured(camera: Camera, box: Box, inset: Inset, most: number): Place {
  camera.least = 1 / camera.dpr;
  return fitting(camera, box, inset, most);
}

/** All tiles and one ring of cells. */
export function bounds(tiles: { x: number; y: number }[], ring = 1): Box {
  const box = { x0: 0, y0: 0, x1: 1, y1: 1 };
  for (const [i, { x, y }] of tiles.entries()) {
    if (i === 0) Object.assign(box, { x0: x, y0: y, x1: x + 1, y1: y + 1 });
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x + 1);
    box.y1 = Math.max(box.y1, y + 1);
  }
  return { x0: box.x0 - ring, y0: box.y0 - ring, x1: box.x1 + ring, y1: box.y1 + ring };
}

/** How many of these cells lie wholly in the box. */
export function inside(box: Box, cells: { x: number; y: number }[]): number {
  return cells.filter(
    (cell) => cell.x >= box.x0 && cell.y >= box.y0 && cell.x + 1 <= box.x1 && cell.y + 1 <= box.y1,
  ).length;
}

/** The least move that brings `box` into view, with a smaller scale only if it must be. */
export function bringing(camera: Camera, box: Box, inset: Inset): Place {
  const fit = fitting(camera, box, inset, camera.s),
    at = { ...camera.place, s: fit.s };
  const w = (camera.w - inset.left - inset.right) / at.s,
    h = (camera.h - inset.top - inset.bottom) / at.s;
  const left = at.x - camera.w / 2 / at.s + inset.left / at.s,
    top = at.y - camera.h / 2 / at.s + inset.top / at.s;
  const dx = box.x0 < left ? box.x0 - left : box.x1 > left + w ? box.x1 - left - w : 0;
  const dy = box.y0 < top ? box.y0 - top : box.y1 > top + h ? box.y1 - top - h : 0;
  return { s: at.s, x: at.x + dx, y: at.y + dy };
}
