// shots.mjs -- pictures of the board for people to look at: node tests/board/shots.mjs OUTDIR [name ...]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, serveSources } from "./stand.mjs";

const all = "inns-cathedrals,traders-builders,princess-dragon,tower,abbey-mayor,king-robber,cult";
const views = {
  lay: [`tiles=38&seed=11&sets=${all}&river=RIVER_II&chosen=3`, 1120, 900],
  dark: [`tiles=38&seed=11&sets=${all}&river=RIVER_II&chosen=3&dark`, 1120, 900],
  figure: [`tiles=26&seed=12&stop=figure&chosen=0`, 1120, 900],
  fields: [`tiles=46&seed=13&fields&lit=city&watch`, 1120, 900],
  road: [`tiles=46&seed=13&lit=road&watch&dim`, 1120, 900],
  dragon: [`tiles=50&seed=5&stop=step&sets=${all}`, 1120, 900],
  tower: [`tiles=50&seed=8&stop=tower&sets=tower,inns-cathedrals&chosen=1`, 1120, 900],
  count: [`tiles=50&seed=9&stop=enter&sets=count&chosen=0`, 1120, 900],
  monastery: [`tiles=40&seed=13&lit=monastery&watch`, 1120, 900],
  capture: [`tiles=60&seed=8&stop=capture&sets=tower,inns-cathedrals&chosen=0`, 1120, 900],
  fairy: [`tiles=60&seed=8&stop=fairy&sets=princess-dragon&chosen=0`, 1120, 900],
  barn: [`tiles=60&seed=8&stop=barn&sets=abbey-mayor&chosen=0`, 1120, 900],
  abbey: [`tiles=60&seed=8&stop=abbey&sets=abbey-mayor&chosen=0`, 1120, 900],
  wagon: [`tiles=50&seed=8&stop=move&sets=abbey-mayor&chosen=0`, 1120, 900],
  throw: [`tiles=40&seed=4&stop=throw&sets=catapult&seats=4`, 1120, 900],
  plain: [`tiles=46&seed=13&plain&chosen=2`, 1120, 900],
  contrast: [`tiles=30&seed=13&contrast&chosen=2&lit`, 1120, 900],
  big: [`tiles=230&seed=3&sets=${all}&river=RIVER_II&copies=2&watch`, 1440, 900],
  phone: [`tiles=24&seed=14&chosen=1&frame=0`, 390, 620, 2],
  phonefigure: [`tiles=24&seed=14&stop=figure&frame=0&chosen=0`, 390, 620, 2],
  phonedark: [`tiles=24&seed=14&chosen=1&frame=0&dark`, 390, 620, 2],
};

const [out = "/tmp/aude-board", ...names] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const { server, base } = await serveSources();
const browser = await launch();
for (const [name, [query, width, height, scale = 1]] of Object.entries(views)) {
  if (names.length && !names.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  page.on("pageerror", (error) => console.error(name, error.message));
  page.on("console", (message) => message.type() === "error" && console.error(name, message.text()));
  await page.goto(`${base}tests/board/index.html?${query}&still`);
  await page.waitForFunction(() => window.harness?.board()?.measures()?.pictures > 3, null, {
    timeout: 60000,
  });
  await page.waitForFunction(() => window.harness.board().measures().waiting === 0, null, { timeout: 60000 });
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(out, `${name}.png`) });
  const { pictures, spent, bytes } = await page.evaluate(() => window.harness.board().measures());
  console.log(name, `${pictures} pictures, ${Math.round(spent)} ms, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  await page.close();
}
await browser.close();
await server.close();
