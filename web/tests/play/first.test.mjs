// first.test.mjs -- what a first visit fetches: the engine and the type beside the script, each once; the review not before it is near.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { asked, deal, patience, playOn, stage } from "./hands.mjs";

const held = stage();

test("the engine is asked for with the page, not after its script, and once", async () => {
  const made = await page(held.browser), asks = [];
  made.setDefaultTimeout(patience);
  let script = 0, wasm = 0;
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
  await made.waitForSelector(".start .main");
  assert.ok(wasm && wasm < script, `the engine was asked for ${wasm - script} ms after the script had come`);
  const twice = asks.filter((name, i) => /\.(wasm|js|css|woff2)$/.test(name) && asks.indexOf(name) !== i);
  assert.deepEqual(twice, []);
  assert.deepEqual(asks.filter((name) => /^Review-/.test(name)), []);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("pictures cross no other process: no blobs on the way to the first move", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] });
  const asks = [];
  made.on("request", (request) => asks.push(request.url()));
  await asked(made);
  assert.deepEqual(await made.$$eval("img", (all) => all.filter((one) => one.src.startsWith("blob:")).length), 0);
  assert.ok(await made.$eval(".hand img", (one) => one.decode().then(() => one.naturalWidth > 0)), "the tile in hand is a picture");
  await playOn(made, { seed: 3 });
  await made.waitForSelector(".end h1");
  assert.equal(await made.$eval(".end .map", (one) => getComputedStyle(one).position), "relative", "it comes with its looks");
  await made.click(".bar .button:has-text('Review')");
  await made.waitForSelector("dialog.review[open]");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});
