// box.test.mjs -- at the table: the companion beside the real box, on a phone with touches alone. Three whole games are told and their taps
// counted; something is put right; the catapult's outcome is told; every set at once; without network; after a reload; damaged.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { Clerk, plant, pointsOf, setupOf, turnsOf } from "./box.mjs";
import {
  aude,
  checkEnd,
  dice,
  engine,
  everything,
  home,
  host,
  patience,
  phone,
  stage,
  still,
  variants,
} from "./hands.mjs";

const held = stage();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const codes = ["en", "es", "pt-BR", "pt-PT", "ro"];
const person = (name, colour) => ({ kind: "here", name, colour, level: "level-2" });

async function sound(made, where) {
  await made.addScriptTag({ path: axe });
  const { violations } = await made.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  assert.deepEqual(
    violations.map((one) => `${where}: ${one.id}: ${one.nodes.map((node) => node.target).slice(0, 3)}`),
    [],
  );
}
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
/** A phone at a game that was told so far. */
async function opened(table, view = phone, settings = {}) {
  const made = await page(held.browser, view);
  made.setDefaultTimeout(patience);
  const kept = await plant(table);
  await made.addInitScript(
    ([kept, settings]) => {
      localStorage.getItem("aude.settings") ??
        localStorage.setItem("aude.settings", JSON.stringify(settings));
      localStorage.getItem(`aude.table.${kept.id}`) ??
        localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
    },
    [kept, { ...still, ...settings }],
  );
  await made.goto(`${held.url}#/box/${kept.id}`);
  await made.waitForSelector(".clerk[data-at], .end, .first[role=alert]");
  return made;
}

const asks = (made, what) =>
  made.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector(".dock h1")?.textContent ?? ""),
    [what.source],
  );

// ---- three games, counted

const GAMES = [
  ["--players", "level-2,level-2", "--seed", "11"],
  ["--players", "level-2,level-1,level-2", "--seed", "12", "--rules", "devir_es"],
  ["--players", "greedy,level-2,level-1,greedy", "--seed", "13", "--rules", "bigbox_ro"],
];
/** A computer's record, told from the room's own door by touches: `most` turns of it. The set-up is remembered, so starting is one more press. */
async function toldByTaps(n, words, most) {
  const folder = join(held.folder, `sim-${n}`);
  const ran = aude("sim", "--games", "1", "--records", folder, "--first", "0", ...words);
  assert.equal(ran.code, 0, ran.err);
  const record = readFileSync(join(folder, readdirSync(folder)[0]), "utf8"),
    all = turnsOf(record),
    told = all.slice(0, most),
    points = pointsOf(record),
    book = /^rules (\w+)/m.exec(record)[1],
    seats = points.map((_, i) => person(["Ana", "Bruno", "Carla", "Diogo"][i], i));
  const made = await home(held, { rules: book, seats, ...setupOf(record) }, phone, {}, held.url, "#/new/box");
  await made.tap(".start .main");
  await made.waitForSelector(".clerk");
  const clerk = new Clerk(made);
  for (const turn of told) await clerk.turn(turn);
  console.log(
    `# game ${n + 1}: ${told.length} turns, ${clerk.taps} taps, ${(clerk.taps / told.length).toFixed(2)} a turn`,
  );
  if (told.length === all.length) {
    await made.waitForSelector(".end h1");
    assert.deepEqual(
      await checkEnd(made),
      Object.fromEntries(points.map((sum, i) => [seats[i].name, sum])),
      "the companion counts what the record says",
    );
  }
  await done(made);
  return { turns: told.length, taps: clerk.taps };
}
test("recorded base games are told by at most five taps a turn in the mean: ten turns, or three games in long runs", async () => {
  const long = process.env.AUDE_LONG,
    games = long ? GAMES : GAMES.slice(0, 1);
  const all = await Promise.all(games.map((words, n) => toldByTaps(n, words, long ? Infinity : 10))); // a phone each, at once
  const sum = (field) => all.reduce((total, one) => total + one[field], 0),
    mean = sum("taps") / sum("turns");
  console.log(`# mean: ${mean.toFixed(2)} taps a turn over ${sum("turns")} turns`);
  assert.ok(mean <= 5, `${mean} taps a turn`);
});

// ---- putting something right

const ROADS = [
  "draw base/road-straight",
  "lay 1,0 0",
  "pass",
  "draw base/road-straight",
  "lay 2,0 0",
  "put small road E W",
  "draw base/city",
  "lay 0,-1 180",
  "pass",
  "draw base/road-curve",
  "lay 3,0 90",
  "pass",
];
const two = { setup: "rules grow\nseats 2", names: ["Ana", "Bruno"] };

test("a forgotten follower: what no longer holds is said with its reason before it is accepted", async () => {
  const made = await opened({ ...two, told: ROADS }),
    clerk = new Clerk(made);
  await made.tap("[data-fixes]");
  await made.tap('[data-turn="1.1"]');
  await made.tap('[data-fix="figure"]');
  await made.waitForSelector("[data-fixing]");
  assert.match(await made.textContent(".dock h1"), /Did Ana place a follower/);
  assert.deepEqual(await clerk.told(), ROADS.slice(0, 2));
  await made.tap('[data-act="put small road E W"]');
  await made.waitForSelector('[data-again="accept"]');
  const said = await made.textContent("dialog");
  assert.match(said, /turn 2.*Bruno: Thief/s);
  assert.match(said, /BASE-31/);
  await sound(made, "what no longer holds");
  await made.tap('[data-again="leave"]');
  await clerk.until(12);
  assert.deepEqual(await clerk.told(), ROADS, "left as it was");

  await made.tap("[data-fixes]");
  await made.tap('[data-turn="1.1"]');
  await made.tap('[data-fix="figure"]');
  await made.tap('[data-act="put small road E W"]');
  await made.tap('[data-again="accept"]');
  await clerk.until(12);
  const after = [...ROADS];
  after[2] = "put small road E W";
  after[5] = "pass";
  assert.deepEqual(await clerk.told(), after, "the later follower is gone, the turns hold");
  assert.match(await made.textContent(".dock h1"), /Which tile did Ana draw/);
  await done(made);
});

test("a wrong tile: the turn that breaks is told anew, also after a reload, and the rest follows by itself", async () => {
  const made = await opened({ ...two, told: ROADS }),
    clerk = new Clerk(made);
  await made.tap("[data-fixes]");
  await made.tap('[data-turn="2.1"]');
  await made.tap('[data-fix="tile"]');
  await made.waitForSelector(".picker");
  await made.tap('[data-kind="base/monastery-road"]');
  await made.waitForSelector("dialog[open]");
  assert.match(await made.textContent("dialog"), /turn 2.*BASE-11.*tell this turn anew.*2 more turns wait/s);
  await made.tap('[data-again="accept"]');
  await asks(made, /Where did Bruno lay it/);
  await made.reload();
  await made.waitForSelector(".clerk[data-at]");
  await asks(made, /Where did Bruno lay it/); // nothing was lost
  assert.ok(await made.$("[data-fixing]"), "and what waits still waits");
  await clerk.lay("lay 0,1 0");
  await clerk.figure("put small monastery");
  await made.waitForSelector("dialog[open]"); // the last tile lay beside the one that is gone from there
  assert.match(await made.textContent("dialog"), /turn 4.*BASE-10/s);
  await made.tap('[data-again="accept"]');
  await asks(made, /Where did Bruno lay it/);
  await clerk.lay("lay 2,0 90");
  await clerk.figure("pass");
  await made.waitForFunction(() => !document.querySelector("[data-fixing]"));
  assert.deepEqual(await clerk.told(), [
    ...ROADS.slice(0, 3),
    ...["draw base/monastery-road", "lay 0,1 0", "put small monastery"],
    ...ROADS.slice(6, 10),
    ...["lay 2,0 90", "pass"],
  ]);
  await done(made);
});

test("a builder was forgotten, then taken away: the second tile is asked for, then gone, in plain words", async () => {
  const told = [
    ...["draw base/road-straight", "lay 1,0 0", "put small road E W"],
    ...["draw base/monastery", "lay 0,1 0", "pass"],
    ...["draw base/road-straight", "lay 2,0 0", "pass"],
    ...["draw base/monastery", "lay 1,1 0", "pass"],
    ...["draw base/road-straight", "lay 3,0 0", "pass"],
    ...["draw base/monastery", "lay 2,1 0", "pass"],
  ];
  const setup = "rules grow\nseats 2\nexpansions traders-builders\nswitch second_part MUST";
  const made = await opened({ ...two, setup, told }),
    clerk = new Clerk(made);
  const turnThree = async (figure) => {
    await made.tap("[data-fixes]");
    await made.tap('[data-turn="3.1"]');
    await made.tap('[data-fix="figure"]');
    await asks(made, /Did Ana place/);
    if (figure !== "pass") await made.tap(".dock .groups [aria-label=Builder]");
    await made.tap(`.dock [data-act="${figure}"]`);
    await made.waitForSelector("dialog[open]");
    return made.textContent("dialog");
  };
  const asked = await turnThree("put builder road E W");
  assert.match(
    asked,
    /Ana now has a second tile in turn 5.*Tell that first.*1 more turn waits.*Tell turn 5/s,
  );
  assert.doesNotMatch(asked, /BASE-7|decided now/);
  await made.tap('[data-again="accept"]');
  await asks(made, /Which second tile did Ana draw/);
  assert.match(await made.textContent(".fixing"), /Turn 5 .* 1 turn /);
  await clerk.turn({ told: ["draw base/road-straight", "lay 4,0 0", "pass"] });
  await made.waitForFunction(() => !document.querySelector("[data-fixing]"));
  assert.deepEqual((await clerk.told()).slice(-3), told.slice(-3), "the turn after it followed by itself");

  const gone = await turnThree("pass");
  assert.match(gone, /Ana no longer has a second tile in turn 5/);
  assert.doesNotMatch(gone, /BASE-7|decided now/);
  await made.tap('[data-again="accept"]');
  await clerk.until(18);
  assert.deepEqual(await clerk.told(), told, "without it the game is the first one");
  await done(made);
});

test("undo goes back any number of steps, and a reload in the middle loses nothing", async () => {
  const made = await opened({ ...two, told: ROADS }),
    clerk = new Clerk(made);
  await clerk.draw("base/monastery", 0);
  await made.reload();
  await made.waitForSelector(".clerk[data-at]");
  assert.match(await made.textContent(".dock h1"), /Where did Ana lay it/);
  for (let n = 13; n > 0; n--) {
    await made.tap(`header [aria-label="Undo"]`);
    await made.waitForFunction(
      (n) =>
        JSON.parse(localStorage.getItem(`aude.table.${/box-\w+/.exec(location.hash)[0]}`)).told.length < n,
      n,
    );
    if (!(await clerk.told()).length) break;
  }
  assert.deepEqual(await clerk.told(), []);
  assert.match(await made.textContent(".dock h1"), /Which tile did Ana draw/);
  await done(made);
});

// ---- without network, damaged, other doors

test("without network a game goes on and ends", async () => {
  const made = await opened({
      setup: "rules grow\nseats 2\ndraws 3",
      names: ["Ana", "Bruno"],
      told: ROADS.slice(0, 3),
    }),
    clerk = new Clerk(made);
  await made.waitForLoadState("networkidle"); // the end screen comes at once, long before it is needed
  await made.context().setOffline(true);
  for (let i = 3; i < 9; i += 3) await clerk.turn({ told: ROADS.slice(i, i + 3) });
  await made.waitForSelector(".end h1");
  await checkEnd(made);
  await made.context().setOffline(false);
  await made.goto(`${held.url}#/games`);
  await made.reload();
  await made.waitForSelector(".games li");
  assert.match(
    await made.textContent(".games li"),
    /Ana and Bruno.*At the table/s,
    "kept in My games as a game of its own kind",
  );
  await made.tap(".games li .ways .button");
  await made.waitForSelector(".end h1");
  await done(made);
});

test("what is damaged is one sentence, and nothing else is lost", async () => {
  for (const spoil of [
    (kept) => ({ ...kept, told: ["1 1 0 draw base/nonsense"] }),
    (kept) => ({ ...kept, told: "x" }),
    (kept) => ({ ...kept, setup: "rules nobody" }),
    () => null,
    () => "{{{",
  ]) {
    const made = await page(held.browser, phone);
    const kept = await plant({ ...two, told: ROADS });
    const text = spoil(kept);
    await made.addInitScript(
      ([id, text]) => localStorage.setItem(`aude.table.${id}`, text),
      [kept.id, typeof text === "string" ? text : JSON.stringify(text)],
    );
    await made.goto(`${held.url}#/box/${kept.id}`);
    await made.waitForSelector(".first [role=alert], .first.first p");
    await made.waitForFunction(() => /damaged/.test(document.body.innerText));
    await done(made);
  }
  const made = await page(held.browser, phone);
  await made.goto(`${held.url}#/box/box-nothere`);
  await made.waitForFunction(() => /not on this device/.test(document.body.innerText));
  await made.tap(".first button");
  for (let n = 0; n < 2; n++) {
    // a file that is no record is refused in the room itself, and one comes back to the room each time
    await made.setInputFiles(".room input[type=file]", {
      name: "no.aude",
      mimeType: "text/plain",
      buffer: Buffer.from("hello"),
    });
    await made.waitForFunction(() => /line 1: This is not a record/.test(document.body.innerText));
    await made.tap(".first button");
  }
  await made.waitForSelector(".room .main");
  await done(made);
});

test("languages (two, or all in long runs), light and dark, phone and desktop: nothing sticks out, and axe finds nothing", async () => {
  for (const [i, language] of variants(codes.slice(0, 2), codes.slice(2)).entries())
    for (const view of i === 0 ? [phone, { viewport: { width: 1440, height: 900 } }] : [phone]) {
      const made = await opened(
        { ...two, told: ROADS },
        { ...view, colorScheme: i % 2 ? "dark" : "light" },
        { language },
      );
      await made.waitForSelector(".picker li");
      const wide = () => made.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(await wide(), false, language);
      await sound(made, `${language}, which tile`);
      await made.click("[data-kind='base/monastery']");
      await made.waitForSelector(".hand");
      await sound(made, `${language}, where`);
      await made.evaluate(() => document.querySelector(".choices button").click());
      await made.waitForSelector("[data-act=pass]");
      assert.equal(await wide(), false, language);
      await sound(made, `${language}, who`);
      await made.click("[data-fixes]");
      await made.waitForSelector("[data-turn]");
      await made.click("[data-turn]");
      await sound(made, `${language}, turns`);
      await done(made);
    }
});

test("by keys alone: sides, place, follower, undo", async () => {
  const made = await opened(two, { viewport: { width: 1440, height: 900 } }),
    clerk = new Clerk(made);
  await made.waitForSelector(".picker");
  for (const key of ["r", "r", "r", "r"]) await made.keyboard.press(key); // one crossing of four roads: told at once
  await clerk.until(1);
  assert.deepEqual(await clerk.told(), ["draw base/crossing4"]);
  await made.keyboard.press("ArrowRight");
  await made.keyboard.press("Enter");
  await clerk.until(2);
  assert.match((await clerk.told())[1], /^lay /);
  await made.keyboard.press("n");
  await clerk.until(3);
  assert.equal((await clerk.told())[2], "pass");
  await made.keyboard.press("Control+z");
  await made.waitForFunction(() => document.querySelector("[data-act=pass]"));
  assert.equal((await clerk.told()).length, 2);
  await done(made);
});

test("home has a door to it", async () => {
  const made = await home(held, { seats: [person("Ana", 0), person("Bruno", 1)] }, phone, {}, held.url, "");
  await made.tap('.doors a[href="#/box"]');
  await made.waitForSelector(".room .main");
  await sound(made, "the room");
  await made.tap(".room .main");
  await made.waitForSelector(".start .main");
  await done(made);
});

// ---- others watch

test("others watch by link: what is told shows, and who watches cannot write", async () => {
  const server = await host(held);
  const made = await page(held.browser, phone);
  made.setDefaultTimeout(patience);
  const kept = await plant({ ...two, told: ROADS.slice(0, 3) });
  await made.addInitScript(
    ([kept, settings]) => {
      localStorage.getItem("aude.settings") ??
        localStorage.setItem("aude.settings", JSON.stringify(settings));
      localStorage.getItem(`aude.table.${kept.id}`) ??
        localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
    },
    [kept, still],
  );
  await made.goto(`${server.url}#/box/${kept.id}`);
  await made.waitForSelector(".clerk[data-at]");
  const clerk = new Clerk(made);
  await made.tap('header [aria-label="Menu"]');
  await made.tap('[data-sheet="watch"]');
  await made.tap("[data-watch]");
  const link = await made.inputValue("dialog input");
  await made.keyboard.press("Escape");
  const other = await page(held.browser, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  other.setDefaultTimeout(patience);
  await other.addInitScript(
    (settings) => localStorage.setItem("aude.settings", JSON.stringify(settings)),
    still,
  );
  await other.goto(link);
  await other.waitForSelector(".watch canvas");
  await other.waitForFunction(() => document.querySelectorAll(".watch [data-seat]").length === 2);
  assert.equal(await other.$(".picker"), null, "nothing can be told there");
  await sound(other, "watching");
  const seen = () => other.$eval(".watch .log", (one) => one.innerText);
  assert.doesNotMatch(await seen(), /O13/);
  await clerk.turn({ told: ROADS.slice(3, 6) });
  await other.waitForFunction(() => /O13/.test(document.querySelector(".watch .log").innerText));
  // the link is no key
  const watch = link.split("watch-")[1];
  const answer = await fetch(`${server.url}api/box/${watch}`, {
    method: "POST",
    body: "aude 1\nrules grow\n",
  });
  const got = await answer.json();
  assert.notEqual(got.watch, watch, "whoever tells with the link tells another game");
  await other.waitForTimeout(2500);
  assert.match(await seen(), /O13/);
  await done(other);
  await done(made);
  await server.down("SIGKILL");
});

// ---- the catapult, and everything at once

const FAIR = [
  "draw base/road-straight",
  "lay 1,0 0",
  "put small road E W",
  "draw base/monastery",
  "lay 0,1 0",
  "put small monastery",
  "draw catapult/field",
  "lay 1,1 0",
  "pass",
];
const fair = { setup: "rules grow\nseats 2\nexpansions catapult", names: ["Ana", "Bruno"] };

test("the real catapult: who was hit, where the token fell, who caught it", async () => {
  const made = await opened({ ...fair, told: [...FAIR, "catapult knock-out"] }),
    clerk = new Clerk(made),
    figures = async () => {
      const kept = await clerk.kept(),
        game = (await engine()).follow(kept.entries[1].head);
      for (const entry of kept.entries.slice(1)) game.feed(entry.text);
      const state = game.state();
      game.free();
      return state;
    };
  await made.tap('[data-hit="0"]');
  await made.tap('[data-hit="done"]');
  await clerk.until(12);
  let state = await figures();
  assert.equal(state.figures.length, 1, "just the one who was hit went home");
  await made.tap('[data-hit="done"]'); // nobody
  await clerk.until(14);
  state = await figures();
  assert.equal(state.figures.length, 1);
  assert.equal(state.catapult, null, "both have thrown");
  await done(made);

  const target = await opened({ ...fair, told: [...FAIR, "catapult target"] }),
    aim = new Clerk(target);
  const point = await aim.point(1.5, 1.5);
  await target.touchscreen.tap(point.x, point.y); // on the fair
  await target.tap('[data-rest="here"]');
  await aim.until(12);
  await target.tap('[data-rest="off"]');
  await aim.until(14);
  const strip = await target.$$eval("[data-seat] .points", (all) =>
    all.map((one) => Number(one.textContent)),
  );
  assert.deepEqual(strip, [5, 0], "the nearer token scores");
  await done(target);

  for (const [outcome, points] of variants(
    [
      ["caught", [0, 5]],
      ["touched", [5, 0]],
    ],
    [
      ["far", [5, 0]],
      ["short", [0, 5]],
    ],
  )) {
    const toss = await opened({ ...fair, told: [...FAIR, "catapult catch"] }),
      hands = new Clerk(toss);
    await toss.tap(`[data-catch="${outcome}"]`);
    await hands.until(13);
    assert.deepEqual(
      await toss.$$eval("[data-seat] .points", (all) => all.map((one) => Number(one.textContent))),
      points,
      outcome,
    );
    await done(toss);
  }

  const charm = await opened({ ...fair, told: [...FAIR, "catapult seduction"] }),
    beside = new Clerk(charm);
  await charm.tap('[data-rest="1"]'); // nearest to the monk
  await beside.until(12);
  await charm.waitForSelector("[data-act^=replace], [data-act^=decline]");
  await done(charm);
});

test("every set at once: a whole game of told draws (a short one, unless the run is long), every kind of decision", async () => {
  const made = await opened({
    setup: `rules bigbox_ro\nseats 3\nswitch count_with_river ALLOW\nswitch river RIVER_II\nswitch abbot ON\nexpansions ${everything.join(" ")}\ndraws ${process.env.AUDE_LONG ? 50 : 16}`,
    names: ["Ana", "Bruno", "Carla"],
  });
  const clerk = new Clerk(made),
    roll = dice(5),
    kinds = new Set();
  for (let n = 0; n < 1500 && !(await made.$(".end")); n++) {
    const before = (await clerk.told()).length;
    const what = await made.evaluate(
      ([roll, dice]) => {
        const pick = (list) => list[Math.floor(roll * list.length)];
        const all = (where) => [...document.querySelectorAll(where)];
        const one =
          pick(all(".picker li button")) ??
          pick(all(".dock [data-hit]:not([data-hit=done])").slice(0, dice < 0.4 ? 9 : 0)) ??
          pick(all(".dock [data-hit=done], .dock [data-catch], .dock [data-rest]")) ??
          pick(
            dice < 0.3 && all(".dock [data-act=pass]").length
              ? all(".dock [data-act=pass]")
              : all(".dock [data-act]"),
          ) ??
          pick(all(".choices [data-act]"));
        one?.click();
        return one ? (one.dataset.act ?? Object.keys(one.dataset)[0]) : "";
      },
      [roll(1e6) / 1e6, roll(1e6) / 1e6],
    );
    if (!what) {
      await made.waitForTimeout(50); // the screen changes just now
      continue;
    }
    kinds.add(what.split(" ")[0]);
    if (what === "hit" && (await made.$('.dock [data-hit][aria-pressed="true"]'))) {
      await made.click("[data-hit=done]");
      const near = made.locator(".dock [role=alert] .button");
      await made.waitForTimeout(60);
      if (await near.count()) await near.click();
    }
    await made
      .waitForFunction(
        (n) => {
          const kept = JSON.parse(localStorage.getItem(`aude.table.${/box-\w+/.exec(location.hash)[0]}`));
          return (
            kept.told.length > n &&
            (document.querySelector(".end") ||
              Number(document.querySelector(".clerk").dataset.at) === kept.told.length)
          );
        },
        before,
        { timeout: patience, polling: 15 },
      )
      .catch(async (cause) => {
        throw new Error(
          `${what} after ${(await clerk.told()).slice(-4).join("; ")}: ${(await made.innerText("body")).slice(0, 300)} ${made.faults}`,
          { cause },
        );
      });
  }
  await made.waitForSelector(".end h1");
  await checkEnd(made);
  for (const kind of variants(["kind", "lay", "put", "pass"], ["catapult"]))
    assert.ok(kinds.has(kind), `${kind} in ${[...kinds]}`);
  console.log(`# decisions told: ${[...kinds].sort().join(", ")}`);
  const kept = await clerk.kept(),
    again = (await engine()).told(kept.setup),
    answer = again.json("bridge_told_again", kept.told.join("\n"));
  assert.deepEqual(answer.notes, []);
  assert.equal(again.state().over, true);
  assert.ok("game" in (await engine()).open(again.record()), "its record reads");
  await done(made);
});
