// pan.mjs -- how long a frame takes while a board of 250 tiles is panned and zoomed: node tests/board/pan.mjs
// Prints JSON: ms of our drawing a frame, ms between frames, processor time of the whole browser, pictures drawn and their memory.
// Processor time counts all of the browser's processes; on a busy machine frames are dropped, and it is less.
import { readFileSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { usual } from "../browser.mjs";
import { serveSources } from "./stand.mjs";

const sets = "inns-cathedrals,traders-builders,princess-dragon,tower,abbey-mayor,king-robber,cult";
const { server, base } = await serveSources();
const launched = await chromium.launchServer({
  executablePath: usual,
  args: ["--no-sandbox", ...process.argv.slice(2)],
});
const browser = await chromium.connect(launched.wsEndpoint());
// Milliseconds of processor time that the browser and its children have used.
function used() {
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8"),
        part = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      all.set(Number(pid), { parent: Number(part[1]), ms: 10 * (Number(part[11]) + Number(part[12])) });
    } catch {
      // it has ended
    }
  }
  const ours = (pid) =>
    pid === launched.process().pid || (all.has(pid) && pid > 1 && ours(all.get(pid).parent));
  return [...all].reduce((sum, [pid, { ms }]) => sum + (ours(pid) ? ms : 0), 0);
}
const spread = (list) => {
  const sorted = [...list].sort((a, b) => a - b),
    at = (p) => Number(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))].toFixed(1));
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
};
for (const [name, query] of [
  ["pan", ""],
  ["pan with fields", "&fields"],
  ["pan in the dark, a feature lit", "&dark&lit"],
]) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(
    `${base}tests/board/index.html?tiles=250&seed=3&copies=2&river=RIVER_II&sets=${sets}&watch${query}`,
  );
  await page.waitForFunction(
    () =>
      window.harness?.board()?.measures()?.pictures > 100 && window.harness.board().measures().waiting === 0,
    null,
    { timeout: 120000 },
  );
  await page.evaluate(() => window.harness.board().zoom(1.6));
  await page.waitForTimeout(1500);
  await page.waitForFunction(() => window.harness.board().measures().waiting === 0, null, {
    timeout: 120000,
  });
  const before = used();
  const { between, frames, measures, tiles } = await page.evaluate(async () => {
    const canvas = document.querySelector("canvas"),
      between = [],
      skip = window.harness.board().measures().frames.length;
    const send = (type, x, y) =>
      canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          pointerType: "mouse",
          clientX: x,
          clientY: y,
          button: 0,
          bubbles: true,
        }),
      );
    send("pointerdown", 700, 450);
    let last = 0;
    for (let i = 0; i < 240; i++) {
      const now = await new Promise((done) => requestAnimationFrame(done));
      if (last) between.push(now - last);
      last = now;
      send("pointermove", 700 + 300 * Math.sin(i / 20), 450 + 200 * Math.sin(i / 13));
    }
    send("pointerup", 700, 450);
    const measures = window.harness.board().measures();
    return {
      between,
      frames: measures.frames.slice(Math.min(skip, measures.frames.length - 200)),
      measures,
      tiles: window.harness.state().laid.length,
    };
  });
  const cpu = used() - before;
  console.log(
    JSON.stringify({
      name,
      tiles,
      cpu_ms_a_frame: Number((cpu / 240).toFixed(1)),
      drawing_ms: spread(frames),
      between_ms: spread(between),
      pictures: measures.pictures,
      pictures_ms: Math.round(measures.spent),
      bitmaps_mib: Number((measures.bytes / 2 ** 20).toFixed(1)),
    }),
  );
  if (name === "pan")
    for (const px of [96, 192]) {
      const from = used(),
        all = await page.evaluate((px) => window.harness.drawAll(px), px);
      console.log(JSON.stringify({ name: "every kind once", ...all, cpu_ms: used() - from }));
    }
  await page.close();
}
await browser.close();
await launched.close();
await server.close();
