// whole.test.mjs -- whole games on one screen: against a computer, and three in turn (a shorter one, unless the run is long); the end adds up, the draw was fair, the record holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, at, checkEnd, home, playOn, replayed, seat, stage, start, steps, take } from "./hands.mjs";

const held = stage();

test("a whole base game against a computer, with a reload in the middle", async () => {
  const made = await home(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] });
  assert.match(await made.textContent(".start .numbers"), /72/);
  await start(made);
  await playOn(made, { seed: 3, done: async () => (await at(made)) > 50 });
  const before = await made.textContent(".people"),
    step = await at(made);
  await made.reload();
  await made.waitForFunction((step) => Number(document.querySelector(".game")?.dataset.at) === step, step);
  assert.equal(await made.textContent(".people"), before, "the game goes on where it was");
  await playOn(made, { seed: 5 });
  const points = await checkEnd(made);

  const laid = (await steps(made)).filter((one) => one.action.startsWith("lay "));
  assert.ok(
    laid.length >= 69 && laid.length <= 71,
    `all tiles were laid but those that fitted nowhere: ${laid.length}`,
  );
  assert.ok((await steps(made)).some((one) => one.by === "computer" && one.seat === 1));
  await made.waitForFunction(() => /checked/.test(document.querySelector(".fair")?.textContent ?? ""));
  await made.click(".fair button");
  const [promise, now, seed] = await made.$$eval(".proof dd", (all) => all.map((one) => one.textContent));
  assert.match(promise, /^sha256:[0-9a-f]{64}$/);
  assert.equal(now, promise, "the draw was what had been promised");
  await made.keyboard.press("Escape");

  const { answer } = await replayed(made, held);
  assert.equal(answer.finished, true);
  assert.deepEqual(Object.fromEntries(answer.players.map((one) => [one.name, one.points])), points);
  assert.match(seed, /^[0-9a-f]{32}$/);
  await made.close();
});

test("three on one screen, each asked by name", async () => {
  const made = await home(held, {
    seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0), seat("here", "Carla", 2)],
    abbot: true,
    river: "RIVER_I",
    sets: ["inns-cathedrals"],
    draws: process.env.AUDE_LONG ? 0 : 40, // the game above was a whole one
  });
  await start(made);
  const names = new Map();
  for (let n = 0, last = -1; n < 40; n++) {
    const list = await asked(made, last);
    const name = (await made.textContent(".game h1")).split(",")[0];
    names.set(name, (names.get(name) ?? 0) + 1);
    last = await at(made);
    await take(made, list[(n * 7) % list.length]);
  }
  assert.deepEqual([...names.keys()].sort(), ["Ana", "Bruno", "Carla"]);
  await playOn(made, { seed: 11 });
  const points = await checkEnd(made);
  assert.deepEqual(Object.keys(points).sort(), ["Ana", "Bruno", "Carla"]);

  // once more at the same table
  const before = made.url();
  await made.click("footer >> text=/again|rematch/i");
  await made.waitForSelector(".game[data-at='0']");
  assert.notEqual(made.url(), before);
  assert.equal((await asked(made)).length > 0, true);
  assert.deepEqual(made.faults, []);
  await made.close();
});
