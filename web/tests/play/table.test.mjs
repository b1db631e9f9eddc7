// table.test.mjs -- what the table decides beside a real box: points by hand with a reason, which stay when an earlier turn is put right;
// the pen handed to another phone, and back; whom a real token touched, whoever that is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { plant } from "./box.mjs";
import { host, patience, phone, stage, still } from "./hands.mjs";

const held = stage();
const two = { setup: "rules grow\nseats 2", names: ["Ana", "Bruno"] };
const ROADS = [
  "draw base/road-straight",
  "lay 1,0 0",
  "put small road E W",
  "draw base/monastery",
  "lay 0,1 0",
  "put small monastery",
];
async function opened(table, url = held.url) {
  const made = await page(held.browser, phone);
  made.setDefaultTimeout(patience);
  const kept = await plant(table);
  await made.addInitScript(
    ([kept, settings]) => {
      localStorage.getItem("aude.settings") ??
        localStorage.setItem("aude.settings", JSON.stringify(settings));
      localStorage.getItem(`aude.table.${kept.id}`) ??
        localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
    },
    [kept, still],
  );
  await made.goto(`${url}#/box/${kept.id}`);
  await made.waitForSelector(".clerk[data-at]");
  return { made, id: kept.id };
}
const told = (made, id) =>
  made.evaluate((name) => JSON.parse(localStorage.getItem(`aude.table.${name}`)), id);
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
async function menu(made, sheet) {
  await made.tap('header [aria-label="Menu"]');
  await made.tap(`[data-sheet="${sheet}"]`);
}

test("points by hand are told with a reason, stand in the record, and can be undone", async () => {
  const { made, id } = await opened({ ...two, told: ROADS });
  await menu(made, "hand");
  await made.tap("dialog .seats .button >> nth=1");
  await made.fill("dialog .sum input", "3");
  await made.fill("dialog .why", "the dog ate it");
  await made.tap("[data-hand]");
  await made.waitForFunction(() => !document.querySelector("dialog[open]"));
  let kept = await told(made, id);
  assert.match(kept.told.at(-1), /set-points 1 by 3$/);
  assert.deepEqual(
    kept.notes.map((one) => one.text),
    ["the dog ate it"],
  );
  const [saved] = await Promise.all([
    made.waitForEvent("download"),
    (async () => {
      await made.tap('header [aria-label="Menu"]');
      await made.tap("text=Save the record");
    })(),
  ]);
  const { readFileSync } = await import("node:fs");
  const record = readFileSync(await saved.path(), "utf8");
  assert.match(record, /set-points 1 by 3;/);
  assert.match(record, /^#note 7 the dog ate it$/m);
  assert.match(record, /^open 0 3;/m);
  await made.tap('header [aria-label="Undo"], header [title="Undo"]');
  await made.waitForFunction(
    (name) => JSON.parse(localStorage.getItem(`aude.table.${name}`)).notes.length === 0,
    id,
  );
  kept = await told(made, id);
  assert.equal(kept.told.length, 6);
  await done(made);
});

test("the pen goes to another phone, which writes on; the first one can take it back", async () => {
  const server = await host(held);
  const { made } = await opened({ ...two, told: ROADS }, server.url);
  await menu(made, "watch");
  await made.tap("[data-pen]");
  const link = await made
    .waitForFunction(() => document.querySelector("dialog input")?.value || null)
    .then((value) => value.jsonValue());
  assert.match(link, /#\/box\/pen-[\w-]{43}~/);
  await made.keyboard.press("Escape");
  await made.waitForSelector("text=The pen is with another phone");
  const other = await page(held.browser, phone);
  other.setDefaultTimeout(patience);
  await other.addInitScript(
    (settings) =>
      localStorage.getItem("aude.settings") ??
      localStorage.setItem("aude.settings", JSON.stringify(settings)),
    still,
  );
  await other.goto(link);
  await other.waitForSelector(".clerk[data-at]");
  const id = other.url().split("#/box/")[1];
  assert.match(id, /^box-/);
  assert.deepEqual(
    (await told(other, id)).told.map((line) => line.split(" ").slice(3).join(" ")),
    ROADS,
  );
  await made.tap("text=Take it back");
  await made.waitForFunction(() => !document.body.textContent.includes("The pen is with another phone"));
  await done(other);
  // a link that is no pen
  await made.goto(`${server.url}#/box/pen-guessed`);
  await made.waitForSelector(".first[role=alert]");
  await done(made);
  await server.down("SIGKILL");
});

test("two followers far apart were touched: told exactly, though no throw of the rules touches just these", async () => {
  const far = [
    ...["draw base/road-straight", "lay 1,0 0", "put small road E W"],
    ...["draw base/monastery", "lay 0,1 0", "put small monastery"],
    ...["draw base/road-straight", "lay 2,0 0", "pass"],
    ...["draw base/road-straight", "lay 3,0 0", "pass"],
    ...["draw base/road-straight", "lay 4,0 0", "pass"],
    ...["draw base/monastery-road", "lay 5,0 90", "put small monastery"],
    ...["draw catapult/field", "lay 1,1 0", "pass"],
    "catapult knock-out",
  ];
  const { made, id } = await opened({
    setup: "rules grow\nseats 2\nexpansions catapult",
    names: two.names,
    told: far,
  });
  await made.tap('[data-hit="1"]');
  await made.tap('[data-hit="2"]');
  await made.tap('[data-hit="done"]');
  await made.waitForFunction(
    ([name, n]) => JSON.parse(localStorage.getItem(`aude.table.${name}`)).told.length > n,
    [id, far.length],
  );
  const lines = (await told(made, id)).told
    .slice(far.length)
    .map((line) => line.split(" ").slice(3).join(" "));
  assert.ok(
    lines.some((one) => one.startsWith("throw ")),
    lines.join("; "),
  );
  assert.equal(
    await made.$$eval("[data-hit]:not([data-hit=done])", (all) => all.length),
    1,
    lines.join("; "),
  );
  await done(made);
});
