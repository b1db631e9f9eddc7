// online.test.mjs -- two browsers at one table of a real server: invite, play, reload, a server killed and started again, take-back,
// a watcher, a second window. Skipped where no server program is built (AUDE_BIN, else build/aude).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { checkEnd, dist, over, seat, table } from "./play.mjs";

const binary = process.env.AUDE_BIN ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "build", "aude");
const serves = existsSync(binary) && (await helps());
const skip = serves ? false : "no server program";
const held = {};
let folder, server, port;

function helps() {
  return new Promise((tell) => spawn(binary, ["serve", "--help"], { stdio: "ignore" }).on("exit", (code) => tell(code === 0)));
}
async function up() {
  server = spawn(binary, ["serve", "-l", `127.0.0.1:${port}`, "-s", `sqlite:${join(folder, "games.db")}`, "-q", "--think", "200", "--origin", held.url.replace(/\/$/, "")], { stdio: "ignore" });
  for (let i = 0; i < 100; i++) {
    if (await fetch(`http://127.0.0.1:${port}/api/health`).then((answer) => answer.ok, () => false)) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error("the server does not answer");
}
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "aude-e2e-"));
  port = 20000 + (process.pid % 20000);
  held.browser = await browser();
  held.site = await serve(dist, "/", `http://127.0.0.1:${port}`);
  held.url = held.site.url;
  await up();
});
after(async () => {
  server?.kill("SIGKILL");
  await held.browser?.close();
  held.site?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
const quiet = (made) => made.faults.filter((fault) => !/WebSocket/.test(fault)); // a broken line is reported by the browser itself

/** Both play by their lists until `done`. */
async function together(one, two, done, seed = 3) {
  for (let i = 0; i < 900; i++) {
    if (await done()) return;
    for (const made of [one, two])
      await made.evaluate((pick) => {
        const buttons = [...document.querySelectorAll(".choices button")];
        buttons[pick % Math.max(1, buttons.length)]?.click();
      }, i * 7919 + seed);
    await one.waitForTimeout(60);
  }
  throw new Error("they did not get there");
}

test("two browsers, a reload and a server killed in the middle", { skip }, async () => {
  const ana = await table(held, { seats: [seat("here", "Ana", 1), seat("link", "", 0)], listed: true });
  await ana.waitForFunction(() => /open tables/i.test(document.body.innerText));
  await ana.click(".start .main");
  await ana.waitForSelector(".lobby");
  const link = await ana.inputValue(".link input");
  const bruno = await table(held, { seats: [seat("here", "Bruno", 0), seat("computer", "Mason", 3)] });
  await bruno.waitForFunction(() => /1 seat free/.test(document.body.innerText)); // it is in the list
  await bruno.goto(link);
  await bruno.waitForSelector(".lobby");
  await bruno.fill(".lobby label input", "Bruno");
  await bruno.click(".lobby li .button");
  await ana.waitForFunction(() => /Everybody/.test(document.querySelector(".lobby h2").textContent));
  await ana.click(".lobby .main");
  await ana.waitForSelector(".game h1");
  await bruno.waitForSelector(".game h1");
  const count = (made) => made.evaluate(() => Number((document.querySelector(".middle .quiet")?.textContent ?? "0").replace(/\D/g, "")));
  await together(ana, bruno, async () => (await count(ana)) >= 8);

  await bruno.reload();
  await bruno.waitForSelector(".game h1");
  await together(ana, bruno, async () => (await count(ana)) >= 14, 5);
  await bruno.waitForFunction((n) => Number(document.querySelector(".middle .quiet").textContent.replace(/\D/g, "")) >= n, 14);

  server.kill("SIGKILL");
  await ana.waitForFunction(() => /line is down/.test(document.querySelector(".banners").textContent));
  const before = await count(ana);
  await up();
  await ana.waitForFunction(() => !/line is down/.test(document.querySelector(".banners").textContent), null, { timeout: 40000 });
  assert.equal(await count(ana), before, "nothing was lost");
  await together(ana, bruno, async () => (await count(ana)) >= before + 4, 9);

  // take-back by consent
  const asker = /lay your tile|place a figure/.test(await ana.textContent("h1")) ? ana : bruno, other = asker === ana ? bruno : ana;
  await asker.click("[aria-label=Menu]");
  await asker.click("text=Take my last turn back");
  await other.waitForFunction(() => /asks to take back/.test(document.querySelector(".banners").textContent));
  await other.click(".banners .main");
  await other.waitForFunction(() => !/asks/.test(document.querySelector(".banners").textContent));

  // a watcher sees, and has no button that lies
  const carla = await table(held, { seats: [seat("here", "Carla", 2), seat("computer", "Mason", 3)] });
  await carla.goto(link);
  await carla.waitForFunction(() => /watching/.test(document.querySelector("h1")?.textContent ?? ""));
  assert.equal(await carla.$(".choices button"), null);
  assert.equal(await carla.$(".game .main"), null);

  // a second window takes the seat, the first says so
  const again = await ana.context().newPage();
  await again.goto(link);
  await again.waitForSelector(".game h1");
  await ana.waitForFunction(() => /another window/.test(document.querySelector(".banners").textContent));
  await ana.click(".banners .button"); // take over here
  await again.waitForFunction(() => /another window/.test(document.querySelector(".banners").textContent));
  await again.close();
  await ana.waitForFunction(() => !/another window/.test(document.querySelector(".banners").textContent));

  await together(ana, bruno, async () => (await over(ana)) && (await over(bruno)), 13);
  assert.deepEqual(await checkEnd({ ...proxy(ana) }), await checkEnd({ ...proxy(bruno) }));
  assert.match(await bruno.textContent(".fair"), /checked/);
  for (const made of [ana, bruno, carla]) assert.deepEqual(quiet(made), []);
});

/** checkEnd() wants no faults at all; a line that was cut on purpose is none. */
function proxy(made) {
  const bound = {};
  for (const name of ["waitForSelector", "$", "$$eval", "waitForFunction"]) bound[name] = made[name].bind(made);
  return { ...bound, faults: quiet(made) };
}
