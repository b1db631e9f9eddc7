// frame.ts -- the frame of the map: letters along the top, numbers down the left, a bar of dark and light, one block a cell.

import type { View } from "./layers";
import { columnName, rowName } from "./names";

export const FRAME = 20; // px that the frame takes at the left and the top

export function drawFrame({ ctx, cam, pal, seen }: View): void {
  const u = cam.dpr,
    w = cam.w * u,
    h = cam.h * u,
    f = FRAME * u,
    bar = 4 * u;
  ctx.fillStyle = pal.table;
  ctx.fillRect(0, 0, w, f);
  ctx.fillRect(0, 0, f, h);
  ctx.fillRect(0, h - f, w, f);
  ctx.fillStyle = pal.ink2;
  for (let x = Math.floor(seen.x0) - 1; x <= seen.x1 + 1; x++) {
    if (x & 1) continue;
    const x0 = Math.max(f, cam.col(x)),
      x1 = Math.min(w, cam.col(x + 1));
    if (x1 <= x0) continue;
    ctx.fillRect(x0, 2.5 * u, x1 - x0, bar);
    ctx.fillRect(x0, h - 2.5 * u - bar, x1 - x0, bar);
  }
  for (let y = Math.floor(seen.y0) - 1; y <= seen.y1 + 1; y++) {
    if (y & 1) continue;
    const y0 = Math.max(f, cam.row(y)),
      y1 = Math.min(h - f, cam.row(y + 1));
    if (y1 > y0) ctx.fillRect(2.5 * u, y0, bar, y1 - y0);
  }
  ctx.lineWidth = Math.max(1, Math.round(u));
  ctx.strokeStyle = pal.ink2;
  ctx.strokeRect(2.5 * u, 2.5 * u, w + f, h - 5 * u);
  ctx.strokeRect(7.5 * u, 7.5 * u, w + f, h - 15 * u);
  ctx.strokeRect(f + 0.5 * u, f + 0.5 * u, w - f - 1 * u, h - 2 * f - u);
  ctx.font = `${13 * u}px "EB Garamond", Garamond, Georgia, serif`;
  ctx.fillStyle = pal.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const every = cam.s < 26 ? 2 : 1;
  for (let x = Math.floor(seen.x0); x <= seen.x1; x++) {
    const at = (cam.col(x) + cam.col(x + 1)) / 2;
    if (at > f + 6 * u && at < w - 8 * u && x % every === 0) ctx.fillText(columnName(x), at, 14 * u);
  }
  for (let y = Math.floor(seen.y0); y <= seen.y1; y++) {
    const at = (cam.row(y) + cam.row(y + 1)) / 2;
    ctx.font = `${12 * u}px Lato, system-ui, sans-serif`; // lining figures
    if (at > f + 8 * u && at < h - f - 8 * u && y % every === 0) ctx.fillText(rowName(y), 14 * u, at);
  }
}
