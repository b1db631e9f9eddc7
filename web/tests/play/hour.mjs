// hour.mjs -- how long a newcomer waits: home can be used, and the first tile lies after Play, in a browser that was never here.
// `node tests/play/hour.mjs [times]` prints milliseconds; a shared machine is slow, so the best of several counts.
import { browser, page } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { dist } from "./hands.mjs";

const times = Number(process.argv[2] ?? 5);
const open = await browser(),
  site = await serve(dist, "/some/where/");

async function once() {
  const made = await page(open, { locale: "en" }),
    begun = Date.now();
  await made.goto(site.url, { waitUntil: "commit" });
  await made.waitForSelector(".play");
  const home = Date.now() - begun;
  await made.click(".play");
  await made.waitForSelector(".game .choices button");
  const asked = Date.now() - begun;
  await made.keyboard.press("ArrowRight"); // a place; Enter lays the tile there
  await made.keyboard.press("Enter");
  await made.waitForFunction(() => Number(document.querySelector(".game")?.dataset.at) > 0);
  const laid = Date.now() - begun;
  await made.context().close();
  return { home, asked, laid };
}
const all = [];
for (let i = 0; i < times; i++) all.push(await once());
for (const [what, words] of [
  ["home", "home can be used"],
  ["asked", "the first tile is in hand"],
  ["laid", "the first tile lies"],
]) {
  const sorted = all.map((one) => one[what]).sort((a, b) => a - b);
  console.log(
    `${words}: ${sorted[0]} ms at best, ${sorted[Math.floor(times / 2)]} ms in the middle of ${times}`,
  );
}
await open.close();
site.close();
