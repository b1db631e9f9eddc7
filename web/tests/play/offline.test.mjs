// offline.test.mjs -- a static copy of the page under a sub-path, no server: it plays, goes on after a reload, opens records and files
// of JCloisterZone, and writes them.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../unit/load.mjs";
import {
  asked,
  at,
  aude,
  checkEnd,
  deal,
  dice,
  engine,
  front,
  home,
  playOn,
  replayed,
  seat,
  stage,
  start,
  steps,
  take,
} from "./hands.mjs";

const held = stage();
const one = { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] };

/** A game of our own, as a record that JCloisterZone could have played. */
async function ours(path) {
  const game = (await engine()).create("rules jcz\nseats 2", ["Ana", "Bruno"], "7".padStart(32, "0")),
    roll = dice(7);
  for (let list; (list = game.actions()).length; ) game.play(list[roll(list.length)].text);
  writeFileSync(path, game.record());
  game.free();
  return path;
}

test("no server: everything comes from the copy; a link to others is not offered; a reload goes on", async () => {
  const made = await home(held, one);
  const asks = [];
  made.on("request", (request) => asks.push(request.url()));
  await made.click(".table ul .line >> nth=1");
  assert.equal(
    await made.getAttribute(".kinds .button >> nth=2", "aria-disabled"),
    "true",
    "no seat for somebody elsewhere",
  );
  assert.equal(
    await made.$$eval("h3.label", (all) => all.filter((one) => /open tables/i.test(one.textContent)).length),
    0,
  );
  await start(made);
  await playOn(made, { done: async () => (await at(made)) >= 8 });
  const played = await steps(made),
    people = await made.textContent(".people");
  await made.reload();
  await asked(made);
  assert.deepEqual((await steps(made)).slice(0, played.length), played);
  assert.equal(await made.textContent(".people"), people);
  // from the home screen, too
  await made.goto(held.url);
  await made.click(".lists >> text=Ana and Mason");
  await asked(made);
  assert.equal(await made.textContent(".people"), people);
  const list = await asked(made),
    last = await at(made);
  await take(made, list[0]);
  await asked(made, last);
  for (const url of asks)
    assert.ok(
      url.startsWith(held.url) || url.startsWith("blob:") || url.startsWith("data:"),
      `asked elsewhere: ${url}`,
    );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("a record is saved, opened from its file, and linked to by its moment", async () => {
  const made = await deal(held, {
    setup: "rules devir_pt\nseats 3\ndraws 14\nswitch river RIVER_I",
    names: ["Ana", "Bruno", "Carla"],
    computers: [2],
  });
  await playOn(made, { seed: 9 });
  const points = await checkEnd(made);
  const { path, answer } = await replayed(made, held);
  assert.deepEqual(Object.fromEntries(answer.players.map((one) => [one.name, one.points])), points);
  await made.goto(held.url);
  await made.waitForSelector(".play");
  await made.setInputFiles("input[type=file]", path);
  await made.waitForSelector(".end tfoot td");
  assert.deepEqual(await checkEnd(made), points);
  const link = made.url();
  assert.match(link, /#\/r\//);
  const other = await home(held, one);
  await other.goto(`${link}/4`);
  await other.waitForFunction(() => /Turn 4 of/.test(document.querySelector(".where")?.textContent ?? ""));
  await other.keyboard.press("End");
  assert.deepEqual(await checkEnd(other), points);

  // a file that is no record says why, and nothing is lost
  const bad = join(held.folder, "bad.aude");
  writeFileSync(bad, readFileSync(path, "utf8").replace(/lay (-?\d+),(-?\d+)/, "lay 9,9"));
  await other.goto(held.url);
  await other.waitForSelector(".play");
  await other.setInputFiles("input[type=file]", bad);
  await other.waitForSelector(".plate [role=alert]");
  assert.match(await other.textContent(".plate [role=alert]"), /line \d+/i);
  const jcz = join(held.folder, "empty.jcz");
  writeFileSync(jcz, "{}");
  await other.setInputFiles("input[type=file]", jcz);
  await other.waitForFunction(() =>
    /not a save of JCloisterZone/i.test(document.querySelector(".plate [role=alert]")?.textContent ?? ""),
  );
  assert.deepEqual(other.faults, []);
  for (const page of [made, other]) await page.context().close();
});

test("a .jcz file of our own, without a server: in, and out again from the analysis board", async () => {
  const from = await ours(join(held.folder, "ours.aude")),
    path = join(held.folder, "ours.jcz");
  const made = await front(held, one);
  const ran = aude("convert", from, path);
  assert.equal(ran.code, 0, ran.err);
  const wanted = JSON.parse(aude("replay", path, "--json").out)
    .players.map((one) => one.points)
    .sort((a, b) => b - a);
  await made.setInputFiles("input[type=file]", path);
  await made.waitForSelector(".end tfoot td");
  assert.deepEqual(Object.values(await checkEnd(made)), wanted);
  await made.goto(`${held.url}#/analyse`);
  await made.setInputFiles("input[type=file]", path);
  await made.waitForSelector(".study canvas");
  await made.keyboard.press("l");
  const [saved] = await Promise.all([
    made.waitForEvent("download"),
    made.click("text=Save for JCloisterZone"),
  ]);
  assert.match(saved.suggestedFilename(), /\.jcz$/);
  assert.deepEqual(
    JSON.parse(readFileSync(await saved.path(), "utf8")).replay,
    JSON.parse(readFileSync(path, "utf8")).replay,
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

const samples = [
  join(root, "..", "shared", "jcz", "samples"),
  join(root, "..", "..", "shared", "jcz", "samples"),
].find(existsSync);
test(
  "saves of JCloisterZone without a server",
  { skip: samples ? false : "no samples beside the checkout" },
  async () => {
    const made = await front(held, one);
    for (const name of readdirSync(samples)
      .filter((name) => name.endsWith(".jcz"))
      .slice(0, 2)) {
      const ran = aude("replay", join(samples, name), "--json");
      assert.equal(ran.code, 0, ran.err);
      await made.setInputFiles("input[type=file]", join(samples, name));
      await made.waitForSelector(".end tfoot td");
      assert.deepEqual(
        Object.values(await checkEnd(made)),
        JSON.parse(ran.out)
          .players.map((one) => one.points)
          .sort((a, b) => b - a),
        name,
      );
      await made.goto(held.url);
      await made.waitForSelector(".play");
    }
    await made.context().close();
  },
);
