// catapult.test.mjs -- rounds of the Catapult on the page, in Chromium: all four kinds by key, mouse and touch at one table; sliders with
// known outcomes; what is hidden between toss and reaction; no motion; a computer. Needs web/dist: node --test tests/play/catapult.test.mjs
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, page as newPage, usual } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { web } from "../unit/load.mjs";
import { patience } from "./hands.mjs";
import { actionsOf, open, plant } from "./plant.mjs";

const skip = !existsSync(usual)
  ? "no Chromium here"
  : !existsSync(join(web, "dist", "index.html"))
    ? "the page is not built"
    : false;
const NAMES = ["Ana", "Bruno", "Carla"],
  SEED = "00000000000000000000000000000007";
const FIRST =
  "base/road-straight base/monastery base/city2-corner base/road-curve base/road-straight base/monastery-road base/road-curve base/city2-corner base/road-straight";
const FAIRS = "catapult/city catapult/field catapult/road2-corner catapult/monastery-split-field";
const setup = (...lines) =>
  ["rules grow", "seats 3", "expansions catapult", ...lines, `order ${FIRST}`, `order ${FAIRS}`].join("\n");
const ID = "here-catapult";

let chrome, site;
before(async () => {
  if (skip) return;
  chrome = await browser();
  site = await serve(join(web, "dist"));
});
after(async () => {
  await chrome?.close();
  site?.close();
});

/** Tiles laid and followers put until the first fair asks what its round is about. */
function toTheFair(game) {
  const { phase } = game.state(),
    actions = game.actions();
  if (phase === "catapult") return "";
  return (actions.find((action) => action.kind === "put") ?? actions[Math.floor(actions.length / 3)]).text;
}
async function table({ lines = [], next = toTheFair, more = {}, context = {}, settings = {} } = {}) {
  const planted = await plant(ID, setup(...lines), NAMES, SEED, next, more);
  const page = await newPage(chrome, context);
  await open(page, site.url, planted.kept, { speed: "quick", ...settings });
  return { ...planted, page };
}
const question = (page, text) =>
  page.waitForFunction((text) => document.querySelector("h1")?.textContent?.includes(text), text, {
    timeout: patience,
    polling: 50,
  });
const stop = (page) => page.locator(".stop:not([aria-disabled=true])");
const count = async (page) => (await actionsOf(page, ID)).length;
/** Wait until the page has kept n actions; give the last. */
async function kept(page, n) {
  await page.waitForFunction(
    ([id, n]) =>
      JSON.parse(localStorage.getItem(`aude.table.${id}`)).entries.filter((entry) => entry.type === "step")
        .length >= n,
    [ID, n],
    { timeout: patience },
  );
  return (await actionsOf(page, ID)).at(-1).action;
}
/** The kind of a round, by its key. */
async function choose(page, key) {
  const n = await count(page);
  await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  return kept(page, n + 1);
}
/** Lay the next fair by the list that is always there, without a figure, and come to its round. */
async function toNextFair(page) {
  await question(page, "lay your tile");
  for (const wanted of [/^Lay at/, /^No figure/]) {
    const n = await count(page);
    await page
      .locator("nav.choices button")
      .filter({ hasText: wanted })
      .first()
      .evaluate((button) => button.click());
    await kept(page, n + 1);
  }
  await question(page, "what is the round about");
}
const numbers = (action) => action.match(/-?\d+/g).map(Number);

/** The page's game again from seed and actions alone: every word it told others must come out the same. */
async function assertReplays({ engine, page }, lines = []) {
  const steps = await actionsOf(page, ID),
    again = engine.create(setup(...lines), NAMES, SEED);
  for (const one of steps) {
    const { error, step } = again.play(one.action);
    assert.equal(error, undefined, one.action);
    assert.equal(step, one.text);
  }
  const opened = engine.open(again.record());
  assert.ok(opened.game, `the record does not read: ${opened.text}`);
  assert.equal(opened.game.state().hash, again.state().hash);
  const follower = engine.follow(again.head());
  for (const text of [again.opening.step, ...steps.map((one) => one.text)])
    assert.equal(follower.feed(text).error, undefined, text);
  assert.equal(follower.state().hash, again.state().hash);
  return again;
}

test("one table, all four kinds: by key, mouse and touch; it replays exactly", { skip }, async () => {
  const play = await table({ context: { hasTouch: true } }),
    { page } = play;
  await question(page, "Bruno, what is the round about");

  // Target by keys alone: a stand, the direction, two stops.
  assert.equal(await choose(page, "3"), "catapult target");
  for (const [name, stand] of [
    ["Bruno", 2],
    ["Carla", 5],
    ["Ana", 7],
  ]) {
    await question(page, `${name}, throw`);
    const n = await count(page);
    await stop(page).waitFor();
    await page.keyboard.press(String(stand + 1));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Enter");
    const [at, aim, power] = numbers(await kept(page, n + 1));
    assert.equal(at, stand);
    assert.ok(power >= 0 && power <= 1023);
    // The needle swings 64 either side of the way from the stand to the fair.
    const round = play.game.clone().state().catapult;
    assert.ok(round, "the planted game is at its round");
    const probe = play.game.clone();
    probe.play("catapult target");
    const from = probe.flight(stand, 0, 0).stand,
      straight =
        (Math.round(
          (Math.atan2((round.fair.y + 0.5) * 1024 - from.y, (round.fair.x + 0.5) * 1024 - from.x) /
            (2 * Math.PI)) *
            4096,
        ) +
          4096) %
        4096;
    const off = ((aim - straight + 2048 + 4096) % 4096) - 2048;
    assert.ok(Math.abs(off) <= 64 + 2, `aim ${aim} is ${off} from ${straight}`);
    probe.free();
  }
  await page.waitForFunction(() => /off the mark|scores/.test(document.body.innerText), null, {
    timeout: patience,
  });

  // Knock-out by mouse: drag on the map, press the button twice; another stand, and the map itself stops the bar.
  await toNextFair(page);
  assert.equal(await choose(page, "1"), "catapult knock-out");
  const canvas = await page.locator(".board canvas").boundingBox();
  for (let i = 0; i < 3; i++) {
    const n = await count(page);
    await question(page, "throw!");
    await stop(page).waitFor();
    await page.waitForTimeout(400); // the camera comes to rest
    const before = await page.locator(".stands g").getAttribute("transform");
    await page.mouse.move(canvas.x + 300, canvas.y + 330);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 520, canvas.y + 260 + 20 * i, { steps: 5 });
    await page.mouse.up();
    assert.notEqual(
      await page.locator(".stands g").getAttribute("transform"),
      before,
      "the drag turned the catapult",
    );
    await stop(page).click();
    await page.waitForSelector(".needle.held");
    if (i === 1) await page.mouse.click(canvas.x + 520, canvas.y + 300);
    else await stop(page).click();
    assert.match(await kept(page, n + 1), /^throw stand \d aim \d+ power \d+$/);
    await question(page, i === 2 ? "lay your tile" : "throw!");
  }

  // Seduction by touch: a stand on the desk, a tap on the map, the button.
  await toNextFair(page);
  assert.equal(await choose(page, "2"), "catapult seduction");
  for (let i = 0; i < 3; i++) {
    const n = await count(page);
    await question(page, "throw!");
    await stop(page).waitFor();
    await page.waitForTimeout(400);
    await page
      .locator(".stands button")
      .nth(2 + i)
      .tap();
    assert.equal(
      await page
        .locator(".stands button")
        .nth(2 + i)
        .getAttribute("aria-checked"),
      "true",
    );
    await page.touchscreen.tap(canvas.x + 560, canvas.y + 320);
    await stop(page).tap();
    await page.waitForSelector(".needle.held");
    await stop(page).tap();
    const made = await kept(page, n + 1);
    assert.equal(numbers(made)[0], 2 + i);
    await page.waitForFunction(
      () =>
        /throw!|which follower|lay your tile/.test(document.querySelector("h1")?.textContent) &&
        !/throws/.test(document.querySelector("h1")?.textContent),
      null,
      { timeout: patience },
    );
    if (await page.locator("h1", { hasText: "which follower" }).count()) {
      const m = await count(page),
        ways = page.locator(".ways button");
      assert.ok((await ways.count()) >= 2);
      await ways.last().tap();
      await page.locator(".deck .main").tap();
      assert.match(await kept(page, m + 1), /^(replace|pick|decline)/);
      await page.waitForFunction(
        () => /throw!|lay your tile/.test(document.querySelector("h1")?.textContent),
        null,
        { timeout: patience },
      );
    }
  }

  // Catch: tossed and caught by keys, by mouse, by touch; hands off once.
  await toNextFair(page);
  assert.equal(await choose(page, "4"), "catapult catch");
  for (let i = 0; i < 3; i++) {
    const n = await count(page);
    await question(page, "throw!");
    await stop(page).waitFor();
    const lane = await page.locator(".lane svg[role]").boundingBox();
    if (i === 0) {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Space");
    } else if (i === 1) {
      await page.mouse.click(lane.x + 0.6 * lane.width, lane.y + 0.3 * lane.height);
      await stop(page).click();
    } else {
      await page.touchscreen.tap(lane.x + 0.7 * lane.width, lane.y + 0.6 * lane.height);
      await stop(page).tap();
    }
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    const toss = await kept(page, n + 1);
    assert.match(toss, /^toss lateral -?\d+ power \d+$/);
    await page.locator("dialog[open] .main").click(); // the screen is passed on to the catcher
    await question(page, "where are your hands");
    await stop(page).waitFor();
    // Only the glimpse is to be seen and to be heard (CAT-26, CAT-34).
    const [lateral, power] = numbers(toss),
      step = (await actionsOf(page, ID)).at(-1).text;
    assert.equal(
      step.trim(),
      `glimpse ${Math.floor(Math.floor((power * 1280) / 1023) / 256)},${Math.floor((lateral + 512) / 256)};`,
    );
    assert.equal(await page.locator(".lane .glimpse").count(), 1);
    assert.equal(await page.locator(".lane .way, .lane .ghost, .bar, .dial").count(), 0);
    if (i === 0) {
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
    } else if (i === 1) await page.mouse.click(lane.x + 0.5 * lane.width, lane.y + 0.5 * lane.height);
    else await page.locator(".desk").getByRole("button", { name: "Hands off" }).last().tap();
    const hands = await kept(page, n + 2);
    assert.match(hands, i === 2 ? /^hands off$/ : /^hands \d+,-?\d+$/);
    await question(page, i === 2 ? "lay your tile" : "throw!");
  }

  await assertReplays(play);
  assert.deepEqual(page.faults, []);
  await page.close();
});

/** The throw of this position that scores best by `worth` of its events: the test's game knows the scatter. */
function best(game, worth) {
  let found = null;
  for (let stand = 0; stand < 8; stand += 2)
    for (let aim = 0; aim < 4096; aim += 32)
      for (let power = 0; power < 800; power += 50) {
        const copy = game.clone(),
          score = worth(copy.play(`throw stand ${stand} aim ${aim} power ${power}`).events);
        copy.free();
        if (!found || score > found.score) found = { score, stand, aim, power };
      }
  return found;
}

test(
  "sliders at a table that throws by them: exact numbers, whoever is hit goes home",
  { skip },
  async () => {
    const lines = ["switch catapult_mode DIRECT"],
      play = await table({ lines }),
      { page, game } = play;
    await question(page, "what is the round about");
    assert.equal(await choose(page, "1"), "catapult knock-out");
    game.play("catapult knock-out");
    for (let i = 0; i < 3; i++) {
      const n = await count(page),
        { score, stand, aim, power } = best(
          game,
          (events) => events.filter((event) => event.kind === "hit").length,
        );
      assert.ok(score >= 1, "no throw hits anybody here");
      await question(page, "throw!");
      await stop(page).waitFor();
      assert.equal(
        await page.getByRole("button", { name: "Use the needle" }).count(),
        0,
        "this table has no needle",
      );
      await page.keyboard.press(String(stand + 1));
      const set = (which, value) =>
        page
          .locator(".ranges input")
          .nth(which)
          .evaluate((input, value) => {
            input.value = value;
            input.dispatchEvent(new Event("input", { bubbles: true }));
          }, value);
      await set(0, ((aim - 1024 - 512 * stand + 2048 + 8192) % 4096) - 2048);
      await set(1, power);
      await stop(page).click();
      assert.equal(await kept(page, n + 1), `throw stand ${stand} aim ${aim} power ${power}`);
      const { events } = game.play(`throw stand ${stand} aim ${aim} power ${power}`),
        hit = events.find((event) => event.kind === "hit");
      await page.waitForFunction(
        (name) =>
          document.querySelector(".said")?.textContent?.includes(`${name}’s`) &&
          /is hit/.test(document.querySelector(".said")?.textContent),
        NAMES[hit.seat],
        { timeout: patience },
      );
      await question(page, i === 2 ? "lay your tile" : "throw!");
      const log = await page.locator(".rail").innerText();
      assert.match(log, /is hit/);
    }
    const again = await assertReplays(play, lines);
    assert.ok(again.state().figures.length <= 7);
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test(
  "without motion: sliders by default, the throw is there at once, and the list throws too",
  { skip },
  async () => {
    const play = await table({ context: { reducedMotion: "reduce" } }),
      { page } = play;
    await question(page, "what is the round about");
    await choose(page, "3");
    await question(page, "throw!");
    assert.equal(await page.locator(".ranges input").count(), 2);
    let n = await count(page);
    await page.keyboard.press("Space");
    assert.match(await kept(page, n + 1), /^throw stand 4 /);
    await question(page, "Carla, throw");
    // From the list that is always in the document.
    n = await count(page);
    const sample = page.locator("nav.choices button").filter({ hasText: /^Throw from stand 5/ });
    assert.ok((await sample.count()) >= 1);
    await sample.first().focus();
    await page.keyboard.press("Enter");
    assert.match(await kept(page, n + 1), /^throw stand 4 aim 3072 power \d+$/);
    // The needle may be had all the same: it goes in steps.
    await question(page, "Ana, throw");
    await page.getByRole("button", { name: "Use the needle" }).click();
    await page.waitForSelector(".dial");
    n = await count(page);
    await stop(page).click();
    await page.waitForSelector(".needle.held");
    await stop(page).click();
    await kept(page, n + 1);
    await question(page, "lay your tile");
    await assertReplays(play);
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test(
  "the server goes away after the game was opened: the catapult is there already, with its looks",
  { skip },
  async () => {
    const { page } = await table({ next: (game) => (game.state().turn < 6 ? toTheFair(game) : "") });
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    for (
      let n = await count(page);
      !(await page.locator("h1", { hasText: "what is the round about" }).count());
      await kept(page, ++n)
    ) {
      assert.ok(n < 30, "a fair comes");
      await page
        .locator("nav.choices button")
        .first()
        .evaluate((button) => button.click());
      await page.waitForTimeout(300);
    }
    await question(page, "what is the round about");
    await choose(page, "3");
    await stop(page).waitFor();
    assert.equal(
      await page
        .locator(".stands button")
        .first()
        .evaluate((one) => getComputedStyle(one).position),
      "absolute",
      "it comes with its looks",
    );
    const n = await count(page);
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    await kept(page, n + 1);
    await question(page, "Carla, throw");
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test(
  "the catapult cannot be fetched: it is said, the list throws, and it comes when it is tried again",
  { skip },
  async () => {
    const planted = await plant(ID, setup(), NAMES, SEED, toTheFair),
      page = await newPage(chrome);
    let away = true;
    await page.route(/\/part-/, (route) => (away ? route.abort() : route.continue()));
    await open(page, site.url, planted.kept, { speed: "quick" });
    await question(page, "what is the round about");
    await page.waitForSelector(".missing .button");
    assert.match(await page.textContent(".missing"), /could not be fetched/);
    await page.locator(".ways button", { hasText: "Target" }).click();
    await page.locator(".deck .main").click();
    await question(page, "Bruno, throw");
    let n = await count(page);
    await page.locator(".ways button").first().click();
    await page.locator(".deck .main").click();
    assert.match(await kept(page, n + 1), /^throw stand /);
    await question(page, "Carla, throw");
    away = false;
    // At once: the page also tries by itself, and the button is gone when that came first.
    await page.evaluate(() => document.querySelector(".missing .button")?.click());
    await stop(page).waitFor();
    assert.equal(await page.locator(".missing").count(), 0);
    n = await count(page);
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    assert.match(await kept(page, n + 1), /^throw stand /);
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test("a computer's throws are told from their events, and a press skips them", { skip }, async () => {
  const { page } = await table({ more: { computers: [2] }, settings: { speed: "calm" } });
  await question(page, "what is the round about");
  await choose(page, "3");
  await question(page, "Bruno, throw");
  await stop(page).waitFor();
  await page.keyboard.press("Space");
  await page.waitForSelector(".needle.held");
  await page.keyboard.press("Space");
  await question(page, "Bruno throws");
  await page.waitForTimeout(300);
  await page.keyboard.press("Space"); // enough seen
  await question(page, "Carla throws");
  await question(page, "Ana, throw");
  const all = await actionsOf(page, ID),
    carla = all.find((one) => one.seat === 2 && one.action.startsWith("throw "));
  assert.equal(carla.by, "computer");
  assert.match(await page.locator(".rail .far").innerText(), /Carla\s*\n?\s*\d+ off the mark/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test(
  "computers throw at once where that is wanted: the box beside the round, and what came of it is still told",
  { skip },
  async () => {
    const { page } = await table({ more: { computers: [2] }, settings: { speed: "calm" } });
    await question(page, "what is the round about");
    await page.check(".rail .atonce input");
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("aude.settings")).throwsAtOnce === true);
    await choose(page, "3");
    await question(page, "Bruno, throw");
    await stop(page).waitFor();
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    await question(page, "Ana, throw");
    assert.match(await page.locator(".rail .far").innerText(), /Carla\s*\n?\s*\d+ off the mark/);
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test(
  "nobody looks while a computer throws: a hidden page is given no frames, and the game goes on",
  { skip },
  async () => {
    const { page } = await table({ more: { computers: [2] }, settings: { speed: "calm" } });
    await question(page, "what is the round about");
    await choose(page, "3");
    await question(page, "Bruno, throw");
    await stop(page).waitFor();
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    await question(page, "Bruno throws");
    await page.evaluate(() => {
      window.asked = [];
      window.given = window.requestAnimationFrame;
      window.requestAnimationFrame = (go) => window.asked.push(go); // asked for, and never given
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await question(page, "Ana, throw");
    assert.equal(
      (await actionsOf(page, ID)).filter((one) => one.action.startsWith("throw ")).length,
      2,
      "Bruno's and the computer's",
    );
    // Somebody looks again: everything is where it belongs, and the next throw is seen in flight.
    await page.evaluate(() => {
      delete document.hidden;
      window.requestAnimationFrame = window.given;
      window.asked.forEach((go) => window.requestAnimationFrame(go));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await stop(page).waitFor();
    await page.keyboard.press("Space");
    await page.waitForSelector(".needle.held");
    await page.keyboard.press("Space");
    await question(page, "Ana throws");
    await page.waitForFunction(() => /Carla/.test(document.querySelector("h1")?.textContent), null, {
      timeout: patience,
    });
    assert.deepEqual(page.faults, []);
    await page.close();
  },
);

test("the set-up page offers the Catapult in two sentences", { skip }, async () => {
  const page = await newPage(chrome);
  await page.goto(`${site.url}#/new`);
  const card = page.locator("button, label, [role=checkbox]").filter({ hasText: "The Catapult" }).first();
  await card.waitFor();
  assert.doesNotMatch(await card.innerText(), /not yet/);
  await card.hover();
  await page.waitForFunction(() => /catapult/i.test(document.querySelector("#told")?.textContent));
  assert.equal((await page.locator("#told").innerText()).match(/[.](\s|$)/g).length >= 2, true);
  await card.click();
  assert.match(
    await card.evaluate(
      (button) =>
        button.getAttribute("aria-checked") ??
        button.getAttribute("aria-pressed") ??
        String(button.querySelector("input")?.checked),
    ),
    /true/,
  );
  assert.deepEqual(page.faults, []);
  await page.close();
});
