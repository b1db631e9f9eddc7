// speed.mjs -- how fast the analysis board is, printed and not judged: the machine may be busy.
//   node tests/play/speed.mjs [MOMENTS]     (2000)
// "of processor" is what the page's own thread needed: it does not grow when others use the machine.
// A tree of that many moments is made, opened by the engine alone and then in Chromium; then how soon the first candidates stand there,
// and how evenly the page draws while the computer thinks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, page } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { load, loadEngine, root, web } from "../unit/load.mjs";
import { loadPlayers } from "../unit/players.mjs";

const wanted = Number(process.argv[2] ?? 2000);
const engine = await loadEngine();
const { Tree } = await load("analysis/tree.ts");
const { addressOf } = await load("analysis/link.ts");
const ms = (from) => (performance.now() - from).toFixed(0);

function grown(record) {
  const tree = Tree.open(engine, record);
  let dice = 1;
  const any = (most) => (dice = (dice * 48271) % 2147483647) % most;
  while (tree.moments.length < wanted) {
    let at = any(tree.moments.length);
    for (let k = 0; k < 4; k++) {
      const { game } = engine.open(tree.way(at));
      const list = game.state().over ? [] : game.actions();
      game.free();
      if (!list.length) break;
      at = tree.add(at, list[any(list.length)].text);
    }
  }
  const text = tree.record();
  tree.free();
  return text;
}

const record = grown(readFileSync(join(root, "tests/conformance/valid/whole-grow.aude"), "utf8"));
const opens = [];
for (let i = 0; i < 5; i++) {
  const from = performance.now(),
    tree = Tree.open(engine, record);
  opens.push(performance.now() - from);
  if (i === 4)
    console.log(
      `${tree.moments.length} moments, ${record.length} bytes, link of ${(await addressOf(tree, 0)).length} letters`,
    );
  tree.free();
}
console.log(`the engine opens it in ${Math.min(...opens).toFixed(0)} ms (best of 5)`);

{
  const tree = Tree.open(engine, record),
    { game } = (await loadPlayers()).open(tree.way(58)), // a tile in hand in turn 20
    used = process.cpuUsage();
  const lines = game.lines(1, 10, 1);
  const cpu = process.cpuUsage(used);
  console.log(
    `a first look at a decision: ${lines.length} lines in ${((cpu.user + cpu.system) / 1000).toFixed(0)} ms of processor`,
  );
  game.free();
  tree.free();
}

const seen = await browser([]),
  site = await serve(join(web, "dist"), "/");
const made = await page(seen);
made.setDefaultTimeout(120000);
await made.addInitScript(() =>
  localStorage.setItem("aude.settings", JSON.stringify({ language: "en", sound: false })),
);
const told = await made.context().newCDPSession(made);
await told.send("Performance.enable", { timeDomain: "threadTicks" });
/** Seconds that the page's thread has worked. */
async function worked() {
  const { metrics } = await told.send("Performance.getMetrics");
  return metrics.find((one) => one.name === "TaskDuration").value;
}
await made.goto(`${site.url}#/analyse`);
await made.waitForSelector("textarea");
await made.fill("textarea", record);
const idle = await worked();
const opened = await made.evaluate(
  () =>
    new Promise((done) => {
      const from = performance.now();
      [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Open it").click();
      const look = () =>
        document.querySelector(".lines .row.now")
          ? requestAnimationFrame(() => done(performance.now() - from))
          : requestAnimationFrame(look);
      look();
    }),
);
console.log(
  `the page shows it after ${opened.toFixed(0)} ms, ${(1000 * ((await worked()) - idle)).toFixed(0)} ms of processor`,
);
await made.keyboard.press("Home");
for (let i = 0; i < 31; i++) await made.keyboard.press("ArrowRight");
await made.waitForSelector(".candidates ol li");
const times = [];
for (let i = 0; i < 5; i++) {
  await made.keyboard.press("ArrowRight");
  await made.keyboard.press("ArrowRight");
  const from = performance.now();
  await made.keyboard.press("ArrowRight"); // the next tile is drawn: a decision
  await made.waitForSelector(".candidates ol li");
  times.push(Number(ms(from)));
}
console.log(`the first candidates stand there after ${times.join(", ")} ms`);
const before = await worked(),
  since = performance.now();
const frames = await made.evaluate(
  () =>
    new Promise((done) => {
      const list = [];
      let last = performance.now();
      const look = (now) => {
        list.push(now - last);
        last = now;
        if (list.length < 240) requestAnimationFrame(look);
        else done(list.slice(1));
      };
      requestAnimationFrame(look);
    }),
);
const sorted = [...frames].sort((a, b) => a - b),
  mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
console.log(
  `while it thinks: ${(1000 / mean).toFixed(1)} frames a second, median ${sorted[sorted.length >> 1].toFixed(1)} ms, ` +
    `95 of 100 within ${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)} ms`,
);
const busy = (await worked()) - before;
console.log(
  `of processor: ${((1000 * busy) / frames.length).toFixed(1)} ms a frame, in ${ms(since)} ms in all`,
);
await seen.close();
site.close();
