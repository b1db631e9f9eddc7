// offline.test.mjs -- a static copy of the page, no server, under a sub-path: whole games, by mouse, keyboard and finger, in every language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { checkEnd, over, phone, playOn, seat, stage, start, table } from "./play.mjs";

const held = stage();

test("a whole base game against a computer, with a reload in the middle", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] });
  await start(made);
  await playOn(made, async () => (await made.$$(".choices button")).length > 0 && Number((await made.textContent(".middle .quiet, .middle b")).replace(/\D/g, "") || 0) > 20, 3);
  const before = await made.textContent(".people");
  await made.reload();
  await made.waitForSelector(".game h1");
  await made.waitForFunction((text) => document.querySelector(".people")?.textContent === text, before);
  await playOn(made, over, 5);
  await checkEnd(made);
  assert.match(await made.textContent(".fair"), /checked/);
  await made.close();
});

test("three on one screen", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0), seat("here", "Carla", 2)], sets: ["inns-cathedrals", "traders-builders"] });
  await start(made);
  const asked = new Set();
  await playOn(made, async () => {
    const title = (await made.$(".game h1")) && (await made.textContent(".game h1"));
    for (const name of ["Ana", "Bruno", "Carla"]) if (title?.startsWith(`${name},`)) asked.add(name);
    return over(made);
  }, 11);
  assert.equal(asked.size, 3, "everybody was asked by name");
  await checkEnd(made);
  await made.close();
});

test("by keyboard alone: home, place, figure, undo", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] });
  await made.keyboard.press("Control+Enter");
  await made.waitForSelector(".game h1");
  await made.waitForFunction(() => document.querySelectorAll(".choices button").length > 0);
  for (let turn = 0; turn < 12; turn++) {
    const actor = (await made.textContent(".game h1")).split(",")[0];
    await made.keyboard.press("ArrowRight");
    await made.keyboard.press("r");
    await made.waitForSelector(".hand + .main:not([aria-disabled=true])");
    await made.keyboard.press("Enter");
    await made.waitForFunction(() => /place a figure/.test(document.querySelector("h1").textContent));
    if (turn === 0) {
      await made.keyboard.press("Backspace");
      await made.waitForFunction(() => /lay your tile/.test(document.querySelector("h1").textContent));
      await made.keyboard.press("ArrowRight");
      await made.keyboard.press("Enter");
      await made.waitForFunction(() => /place a figure/.test(document.querySelector("h1").textContent));
    }
    if (turn % 2) await made.keyboard.press("n");
    else {
      await made.keyboard.press("ArrowRight");
      await made.keyboard.press("Enter");
    }
    await made.waitForFunction((name) => document.querySelector("h1").textContent.startsWith(name === "Ana" ? "Bruno" : "Ana"), actor);
  }
  assert.deepEqual(made.faults, []);
  await made.close();
});

test("by touch alone on a phone", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] }, phone);
  await made.tap(".start .main");
  await made.waitForSelector(".dock .main");
  for (let turn = 0; turn < 6; turn++) {
    // any gold cell: taps until the ghost is pinned
    const box = await made.locator("canvas").first().boundingBox();
    search: for (let y = box.y + 60; y < box.y + box.height - 60; y += 34)
      for (let x = box.x + 20; x < box.x + box.width - 20; x += 34) {
        await made.touchscreen.tap(x, y);
        await made.waitForTimeout(25);
        if (await made.$(".hand + .main:not([aria-disabled=true])")) break search;
        if (await made.$(".card .foot")) await made.tap(".card .foot .quiet:last-child");
        if (await made.$(".sheetcard")) await made.tap(".sheetcard .three .button:last-child");
      }
    await made.tap(".hand + .main:not([aria-disabled=true])");
    await made.waitForSelector(".figures");
    await made.tap(".pair .button:last-child");
    await made.waitForSelector(".hand");
  }
  const small = await made.$$eval("button", (all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".choices") && !one.classList.contains("all")).map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0 && (box.height < 43.5 || box.width < 43.5)).map((box) => `${box.x},${box.y} ${box.width}x${box.height}`));
  assert.deepEqual(small, [], "targets of 44 pixels");
  assert.deepEqual(made.faults, []);
  await made.close();
});

test("set-up in each language", async () => {
  const words = join(new URL("../../src/lang", import.meta.url).pathname);
  for (const code of ["en", "pt-BR", "pt-PT", "es", "ro"]) {
    const text = JSON.parse(readFileSync(join(words, `${code}.json`), "utf8"));
    const made = await table(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] }, { locale: code }, { language: code });
    assert.equal(await made.textContent("#h-book"), text["book.title"], code);
    assert.equal(await made.getAttribute("html", "lang"), code);
    await made.click(".bag .cards:not(.three) .card >> nth=0");
    assert.equal(await made.textContent("#told"), `${text["set.inns-cathedrals.text"]} ${text["set.pieces"].replace("{what}", text["set.inns-cathedrals.pieces"])}`);
    await start(made);
    await made.waitForFunction(() => document.querySelectorAll(".choices button").length > 0);
    const shown = await made.evaluate(() => document.body.innerText);
    assert.doesNotMatch(shown, /\b(fact|act|q|err|event)\.[a-z]/, "no key is shown instead of a text");
    assert.deepEqual(made.faults, []);
    await made.close();
  }
});

test("a refused place says why, with the rule", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)], abbot: true });
  await start(made);
  await made.waitForFunction(() => document.querySelectorAll(".choices button").length > 0);
  await made.keyboard.press("ArrowRight");
  await made.keyboard.press("Enter");
  await made.waitForSelector(".figures .no");
  await made.click(".figures .no");
  await made.waitForSelector(".card .rule b");
  assert.match(await made.textContent(".card .rule b"), /^[A-Z]+-\d+$/);
  await made.keyboard.press("Escape");
  assert.equal(await made.$(".card .rule"), null);
  await made.close();
});

test("the count and a river warn, and can be mended", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)], river: "RIVER_I", sets: ["count"] });
  assert.match(await made.textContent(".start .warn"), /count and a river/i);
  await made.click(".start .warn .quiet >> nth=0");
  await made.waitForFunction(() => !document.querySelector(".start .warn"));
  await start(made);
  await made.close();
});

test("a record is saved, opened again and linked to", async () => {
  const made = await table(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] });
  await start(made);
  await playOn(made, over, 9);
  const points = await checkEnd(made);
  const [download] = await Promise.all([made.waitForEvent("download"), made.click("text=Save the record")]);
  const path = await download.path();
  assert.match(readFileSync(path, "utf8"), /^aude 1\n[\s\S]*\nend /);
  await made.goto(held.url);
  await made.waitForSelector(".start .main");
  await made.setInputFiles("input[type=file]", path);
  await made.waitForSelector(".end tfoot td");
  const again = await made.$$eval("tfoot td", (cells) => cells.map((cell) => Number(cell.textContent)));
  assert.deepEqual(again, points);
  assert.match(await made.textContent(".fair"), /checked/);
  // to turn 10 by the slider's keys, and back
  await made.focus(".slider input");
  await made.keyboard.press("Home");
  for (let i = 0; i < 10; i++) await made.keyboard.press("ArrowRight");
  await made.waitForFunction(() => /Turn 10 of/.test(document.querySelector(".where").textContent));
  assert.deepEqual(made.faults, []);
  await made.close();
});

test("axe finds no serious fault, in light and dark, on home, table and end", async () => {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const check = async (made, where) => {
    await made.addScriptTag({ path: axe });
    const found = await made.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const serious = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
    assert.deepEqual(serious.map((one) => `${where}: ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target + " " + (node.any[0]?.message ?? "")).join(" | ")}`), []);
  };
  for (const colorScheme of ["light", "dark"])
    for (const view of [{}, phone]) {
      const made = await table(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)], sets: ["inns-cathedrals"] }, { colorScheme, ...view });
      await check(made, `home ${colorScheme}`);
      await start(made);
      await made.waitForFunction(() => document.querySelectorAll(".choices button").length > 0);
      await check(made, `tile ${colorScheme}`);
      await made.evaluate(() => document.querySelector(".choices button").click());
      await made.waitForSelector(".figures");
      await check(made, `figure ${colorScheme}`);
      await made.click("[aria-label=Menu]");
      await check(made, `menu ${colorScheme}`);
      await made.keyboard.press("Escape");
      if (colorScheme === "light") {
        await playOn(made, over, 21);
        await made.waitForSelector(".end table");
        await check(made, `end ${colorScheme}`);
      }
      await made.close();
    }
});
