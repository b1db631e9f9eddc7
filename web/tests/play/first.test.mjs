// first.test.mjs -- what a first visit fetches: the engine and the type beside the script, each once; the review not before it is near, the
// catapult only for a game that has it; and what all of it weighs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { page } from "../browser.mjs";
import { asked, deal, front, host, patience, playOn, seat, stage } from "./hands.mjs";

const held = stage();

test("the engine is asked for with the page, not after its script, and once", async () => {
  const made = await page(held.browser),
    asks = [];
  made.setDefaultTimeout(patience);
  let script = 0,
    wasm = 0;
  made.on("request", (request) => {
    asks.push(request.url().split("/").pop());
    if (/\.wasm$/.test(request.url())) wasm ||= Date.now();
  });
  made.on("requestfinished", (request) => /index-.*\.js$/.test(request.url()) && (script = Date.now()));
  await made.route(/index-.*\.js$/, async (route) => {
    await new Promise((go) => setTimeout(go, 700)); // a slow line
    await route.continue();
  });
  await made.goto(held.url);
  await made.waitForSelector(".play");
  assert.ok(wasm && wasm < script, `the engine was asked for ${wasm - script} ms after the script had come`);
  const twice = asks.filter((name, i) => /\.(wasm|js|css|woff2)$/.test(name) && asks.indexOf(name) !== i);
  assert.deepEqual(twice, []);
  assert.deepEqual(
    asks.filter((name) => /^(Review|Setup|Games)-/.test(name)),
    [],
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("pictures cross no other process: no blobs on the way to the first move", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] });
  const asks = [];
  made.on("request", (request) => asks.push(request.url()));
  await asked(made);
  assert.deepEqual(
    await made.$$eval("img", (all) => all.filter((one) => one.src.startsWith("blob:")).length),
    0,
  );
  assert.ok(
    await made.$eval(".hand img", (one) => one.decode().then(() => one.naturalWidth > 0)),
    "the tile in hand is a picture",
  );
  await playOn(made, { seed: 3 });
  await made.waitForSelector(".end h1");
  assert.equal(
    await made.$eval(".end .map", (one) => getComputedStyle(one).position),
    "relative",
    "it comes with its looks",
  );
  await made.click(".bar .button:has-text('Review')");
  await made.waitForSelector("dialog.review[open]");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

/** What a browser that can install the page fetches beside it: the words of the app. */
async function beside(server, language) {
  const answer = await fetch(`${server.url}app/${language}.webmanifest`);
  return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
}

/** Everything a new browser fetches from `aude serve` until somebody may move: names, and bytes as they travel, without headers. What is
 *  fetched later, when nothing else goes on (the service worker, and what starts it), is counted by itself (`later`): no screen waits for it. */
async function visit(server, sets, language) {
  const fetched = [],
    sizes = [],
    later = [];
  const watch = (made) =>
    made.context().on("requestfinished", (request) => {
      const name = new URL(request.url()).pathname.split("/").pop(),
        idle = request.serviceWorker() || /^(Note-.*|sw\.js|tab-32\.png)$/.test(name);
      if (!idle) fetched.push(name);
      (idle ? later : sizes).push(request.sizes().then((all) => all.responseBodySize));
    });
  const made = await front(
    held,
    { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 3)], sets },
    { watch, serviceWorkers: "allow" },
    { language },
    server.url,
  );
  await made.click(".play");
  await asked(made);
  await made.waitForTimeout(1000); // whatever else it wants
  const sum = async (sizes) => (await Promise.all(sizes)).reduce((sum, n) => sum + n, 0),
    bytes = (await sum(sizes)) + (await beside(server, language));
  await made.evaluate(() => navigator.serviceWorker.ready);
  assert.deepEqual(made.faults, []);
  const seen = { names: [...fetched], bytes, later: await sum(later) };
  await made.context().close();
  return seen;
}
test("what a first visit weighs to the first move; the catapult's part is fetched for a game that has it, and for no other", async (t) => {
  const server = await host(held),
    part = /^part-/;
  const plain = await visit(server, ["tower"], "en"),
    thrown = await visit(server, ["catapult"], "en");
  t.diagnostic(`a first visit: ${plain.bytes} bytes; with the catapult ${thrown.bytes}`);
  t.diagnostic(`and in idle time, so that everything plays without a network: ${plain.later}`);
  assert.ok(plain.later > 200_000, "the rest came");
  // Puzzles alone are 115 KB, the players' module 205. With the first visit once more it would be above 1,150 KB.
  assert.ok(plain.later < 860_000, `the rest alone, not everything once more: ${plain.later}`);
  assert.equal(plain.names.filter((name) => part.test(name)).length, 0);
  assert.equal(plain.names.filter((name) => /^think-/.test(name)).length, 0, "nobody plays who thinks");
  assert.equal(thrown.names.filter((name) => part.test(name)).length, 1, "before the first tile is laid");
  assert.ok(plain.bytes > 300_000, "the engine is among it");
  // Debian 13's bold Lato carries 1.3 KB more for the distances between letters than Debian 12's.
  assert.ok(plain.bytes < 382_000, `${plain.bytes} bytes`);
  assert.ok(thrown.bytes < 396_000, `${thrown.bytes} bytes`);
  const other = await visit(server, ["tower"], "ro"),
    words = /^(en|es|pt-\w\w|ro)-/;
  t.diagnostic(`a first visit in Romanian: ${other.bytes} bytes`);
  assert.deepEqual(
    other.names.filter((name) => words.test(name)).map((name) => words.exec(name)[1]),
    ["ro"],
    "no language but the one that is spoken",
  );
  assert.ok(other.bytes < 384_000, `${other.bytes} bytes`);
});

test("a language that cannot be fetched: the old one stays, and it is said", async () => {
  const made = await front(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 3)] });
  let away = true;
  await made.route(/\/ro-.*\.js$/, (route) => (away ? route.abort() : route.continue()));
  await made.locator(".links .quiet:visible", { hasText: "English" }).click();
  const select = made.locator("dialog[open] select").first();
  await select.selectOption("ro");
  await made.waitForSelector(
    "dialog[open] .body > label:first-child + [role=status]:has-text('The line is down')",
  );
  assert.equal(await select.inputValue(), "en");
  assert.equal(await made.getAttribute("html", "lang"), "en");
  away = false;
  await select.selectOption("ro");
  await made.waitForFunction(() => document.documentElement.lang === "ro");
  // The word about the line goes; another one, about notes that this browser does not show, may stay.
  await made.waitForFunction(
    () => !document.querySelector("dialog[open] .body > label:first-child + [role=status]"),
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});
