// boxsets.test.mjs -- at the table with the sets: every decision that they ask for is told by touches on a phone, in positions of games
// that computers played. Dragon, fairy, princess; tower, prisoner, ransom, exchange; abbey, barn, wagon; the count and Carcassonne.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { Clerk, plant, turnsOf } from "./box.mjs";
import { aude, engine, patience, phone, stage, still } from "./hands.mjs";

const held = stage();
/** What each set asks; players who do anything at all come to every one of these within so many games. */
const ASKED = [
  { sets: ["princess-dragon"], games: 12, kinds: ["remove", "step", "fairy"] },
  { sets: ["tower", "inns-cathedrals"], games: 60, kinds: ["tower", "capture", "ransom", "swap"] },
  { sets: ["abbey-mayor"], games: 12, kinds: ["move", "barn", "abbey", "pile"] },
  { sets: ["count"], games: 12, kinds: ["enter", "count", "send"] },
];
const kindOf = (words) => words.split(" ")[0];

/** The earliest moments of the games in which each kind is told: { setup, told, words }. */
function moments({ sets, games, kinds }) {
  const folder = join(held.folder, sets[0]);
  const ran = aude(
    ...["sim", "--games", `${games}`, "--records", folder, "--players", "random,random,random"],
    ...["--seed", "7", "--rules", "bigbox_ro", "--first", "0"],
    ...sets.flatMap((set) => ["--expansion", set]),
  );
  assert.equal(ran.code, 0, ran.err);
  const found = new Map();
  for (const name of readdirSync(folder).sort()) {
    const record = readFileSync(join(folder, name), "utf8"),
      told = turnsOf(record).flatMap((turn) => turn.told),
      head = record.slice(0, record.indexOf("\nplay\n")).split("\n"),
      setup = head.filter((line) => !/^(aude|name|seed|first|order|commit) /.test(line)).join("\n");
    for (const kind of kinds) {
      const at = told.findIndex((words) => kindOf(words) === kind);
      if (at >= 0 && at < (found.get(kind)?.told.length ?? Infinity))
        found.set(kind, { setup, told: told.slice(0, at), words: told[at] });
    }
  }
  assert.deepEqual([...found.keys()].sort(), [...kinds].sort(), "every kind comes up");
  return found;
}

/** A phone at that moment. */
async function seated({ setup, told }) {
  const made = await page(held.browser, phone);
  made.setDefaultTimeout(patience);
  const kept = await plant({ setup, names: ["Ana", "Bruno", "Carla"], told });
  await made.addInitScript(
    ([kept, settings]) => {
      localStorage.setItem("aude.settings", JSON.stringify(settings));
      localStorage.getItem(`aude.table.${kept.id}`) ??
        localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
    },
    [kept, still],
  );
  await made.goto(`${held.url}#/box/${kept.id}`);
  await made.waitForSelector(".clerk[data-at]");
  return made;
}

/** Presses the decision's button; where figures of several kinds can be used its kind is pressed first. */
async function tell(made, words) {
  const wanted = made.locator(`.clerk [data-act="${words}"]`),
    groups = made.locator(".dock .groups button");
  await made.waitForSelector(".dock h1");
  for (let n = 0; n < (await groups.count()) && !(await wanted.count()); n++) await groups.nth(n).tap();
  await wanted.first().tap();
}

for (const asked of ASKED)
  test(`${asked.sets[0]}: ${asked.kinds.join(", ")} are told by touch`, async () => {
    for (const [kind, moment] of moments(asked)) {
      const made = await seated(moment),
        clerk = new Clerk(made),
        before = moment.told.length;
      await tell(made, moment.words);
      await clerk.until(before + 1);
      assert.equal((await clerk.told())[before], moment.words, kind);
      const wide = await made.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wide, false, `${kind}: nothing hangs over the edge`);
      // what the page has kept is what the engine makes of the same words
      const { setup, told } = await clerk.kept(),
        game = (await engine()).told(setup);
      assert.deepEqual(game.json("bridge_told_again", told.join("\n")).notes, [], kind);
      const points = game.state().seats.map((seat) => seat.points);
      game.free();
      assert.deepEqual(
        await made.$$eval(".strip .points", (all) => all.map((one) => Number(one.textContent))),
        points,
        `${kind}: the points on the screen`,
      );
      // and it is taken back by one touch
      await made.locator(".clerk header [aria-label=Undo]").tap();
      await made.waitForFunction((n) => Number(document.querySelector(".clerk")?.dataset.at) <= n, before);
      assert.deepEqual(made.faults, []);
      await made.context().close();
    }
  });
