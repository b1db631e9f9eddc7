// learn.test.mjs -- the room of lessons in Chromium: 1 to 3 by touch on a phone and by keyboard at a desk, what is remembered, a set's
// lesson by mouse, the coach of the first game, the rules as a book. Nothing for axe on any of these screens.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import { accessible, asked, outward, patience, phone, stage, variants } from "./hands.mjs";

const held = stage();
const json = (...path) => JSON.parse(readFileSync(join(web, "src", ...path), "utf8"));
const lessons = json("learn", "lessons.json"),
  words = (code) => ({ ...json("lang", `${code}.json`), ...json("learn", "lang", `${code}.json`) });

async function visit(route, view = {}, settings = {}) {
  const made = await page(held.browser, view);
  made.setDefaultTimeout(patience);
  await made.addInitScript(
    (kept) => localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", kept),
    JSON.stringify({ language: "en", theme: "light", sound: false, speed: "none", ...settings }),
  );
  await made.goto(`${held.url}${route}`);
  return made;
}
const clean = (made, where) => accessible(made, where, true);
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
const task = (made, lesson, n, code = "en") =>
  made.waitForFunction(
    (text) => document.querySelector(".lesson h1")?.textContent.trim() === text,
    words(code)[`lesson.${lesson.id}.${n + 1}.task`],
  );

/** Waits until the page has drawn what it was told. */
const drawn = (made) =>
  made.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/** A finger looks for the cell of an action, turns the tile and lays it. */
async function layByTouch(made, text) {
  const [, cell] = text.split(" ");
  const box = await made.locator(".lesson canvas").boundingBox();
  const chosen = () => made.$eval("[data-act][aria-current=true]", (one) => one.dataset.act).catch(() => "");
  for (const { x, y } of outward(box)) {
    await made.touchscreen.tap(x, y);
    await drawn(made); // or the next tap comes before the tile is seen there, and lays it
    if (await made.$(".answer.met")) return; // laid after all
    if (await made.$(".answer")) await made.tap(".does .button.wide"); // it does not fit there: try again
    if ((await chosen()).startsWith(`lay ${cell} `)) break;
  }
  assert.ok((await chosen()).startsWith(`lay ${cell} `), `no finger found ${text}`);
  for (let turns = 0; turns < 4 && (await chosen()) !== text; turns++) {
    const before = await chosen();
    await made.tap(".hand .button:last-child");
    await made.waitForFunction(
      (before) => document.querySelector("[data-act][aria-current=true]")?.dataset.act !== before,
      before,
    );
  }
  assert.equal(await chosen(), text);
  await made.tap(".does .main");
}
async function putByTouch(made, name) {
  await made.locator(".does [role=radio]", { hasText: name }).first().tap();
  await made.tap(".does .main");
}

const places = { "put small road E W": "Thief to the road", "put small city E S W": "Knight to the city" };

test("lessons 1 to 3 by touch on a phone, one wrong try kindly answered, and remembered", async () => {
  const made = await visit("#/learn", phone);
  await made.waitForSelector(".list .main");
  await clean(made, "list, phone");
  await made.tap(".now .main");
  for (const lesson of lessons.slice(0, 3))
    for (const [n, step] of lesson.steps.entries()) {
      await task(made, lesson, n);
      const board = await made.locator(".lesson .board").boundingBox();
      assert.ok(board.height >= 844 * 0.42, `${lesson.id} ${n + 1}: the board has ${board.height}`);
      if (lesson.id === "road" && n === 0) {
        await putByTouch(made, "No figure");
        await made.waitForSelector(".answer:not(.met)");
        assert.match(await made.innerText(".answer"), /do send somebody/);
        await clean(made, "wrong try, phone");
        await made.tap(".does .button.wide");
      }
      if (step.guess) await made.tap(".guess .button:nth-child(2)");
      else if (step.best.startsWith("lay")) await layByTouch(made, step.best);
      else await putByTouch(made, places[step.best]);
      await made.waitForSelector(".answer.met");
      await made.tap(".does .main");
    }
  await task(made, lessons[3], 0);
  assert.match(made.url(), /#\/learn\/4\/1$/);
  await made.reload();
  await task(made, lessons[3], 0);
  await made.tap(".lesson header .plainbutton");
  await made.waitForSelector(".list");
  assert.equal(await made.locator(".rows .state .hide").count(), 3, "three are ticked");
  await done(made);
});

test("a skipped lesson is not ticked", async () => {
  const made = await visit("#/learn/1/1");
  const lesson = lessons[0];
  for (let n = 0; n < lesson.steps.length; n++) {
    await task(made, lesson, n);
    await made.click("text=Skip this step");
  }
  await task(made, lessons[1], 0);
  await made.goto(`${held.url}#/learn`);
  const row = made.locator(".row").first();
  await row.waitFor();
  assert.match(await row.innerText(), /skipped/);
  assert.equal(await row.locator("svg").count(), 0, "no tick");
  await done(made);
});

test("lessons 1 to 3 by keyboard at a desk", async () => {
  const made = await visit("#/learn");
  await made.waitForSelector(".list .main");
  await clean(made, "list, desk");
  await made.keyboard.press("Enter");
  const chosen = () => made.$eval("[data-act][aria-current=true]", (one) => one.dataset.act).catch(() => "");
  for (const lesson of lessons.slice(0, 3))
    for (const [n, step] of lesson.steps.entries()) {
      await task(made, lesson, n);
      if (step.guess) {
        for (let i = 0; i < 30; i++) {
          await made.keyboard.press("Tab");
          if ((await made.evaluate(() => document.activeElement.textContent.trim())) === "4") break;
        }
        await made.keyboard.press("Enter");
      } else if (step.best.startsWith("lay")) {
        const cell = step.best.split(" ")[1];
        const ways = [
          "ArrowRight",
          "ArrowUp",
          "ArrowRight",
          "ArrowUp",
          "ArrowLeft",
          "ArrowUp",
          "ArrowDown",
          "ArrowRight",
        ];
        for (let i = 0; i < 48 && !(await chosen()).startsWith(`lay ${cell} `); i++)
          await made.keyboard.press(ways[i % ways.length]);
        for (let i = 0; i < 4 && (await chosen()) !== step.best; i++) await made.keyboard.press("r");
        assert.equal(await chosen(), step.best, `${lesson.id} ${n + 1}: arrows and R reach it`);
        await made.keyboard.press("Enter");
      } else {
        const wanted = places[step.best];
        for (let i = 0; i < 6; i++) {
          await made.keyboard.press("ArrowDown");
          if ((await made.locator("[role=radio][aria-checked=true]").innerText()).includes(wanted)) break;
        }
        await made.keyboard.press("Enter");
      }
      await made.waitForSelector(".answer.met");
      if (lesson.id === "city") await clean(made, `city ${n + 1}, desk`);
      await made.locator(".lesson h1").focus();
      await made.keyboard.press("Enter");
    }
  await task(made, lessons[3], 0);
  await made.keyboard.press("Backspace");
  await made.waitForSelector(".list");
  await done(made);
});

test("a refused try cites its rule in the reader's language, and the exact one is a press away", async () => {
  for (const code of variants(["ro"], ["es"])) {
    const made = await visit("#/learn/taken/1", {}, { language: code });
    await task(
      made,
      lessons.find((one) => one.id === "taken"),
      0,
      code,
    );
    const box = await made.locator(".lesson canvas").boundingBox();
    search: for (let y = box.y + 120; y < box.y + box.height - 60; y += 40)
      for (let x = box.x + box.width / 2; x < box.x + box.width - 60; x += 40) {
        await made.mouse.click(x, y);
        await drawn(made);
        if (await made.$(".answer[role=alert]")) break search;
        if (await made.$(".answer")) await made.click(".does .button.wide, .does .main");
      }
    const said = await made.innerText(".answer[role=alert]");
    assert.ok(said.includes(words(code)["err.FEATURE_TAKEN"]), said);
    await made.click(".answer .quiet");
    await made.waitForSelector("dialog[open] [data-rule=BASE-31]");
    const told = json("lang", `rules-${code}.json`)["BASE-31"];
    assert.equal((await made.innerText("[data-rule=BASE-31] .told")).trim(), told);
    await done(made);
  }
});

test("the rules are a book, in all five languages in long runs; every rule can be reached", async () => {
  for (const code of variants(["ro"], ["en", "es", "pt-BR", "pt-PT"])) {
    const made = await visit("#/learn", code === "ro" ? phone : {}, {
      language: code,
      theme: code === "es" ? "dark" : "light",
    });
    await made.click(".list header .plainbutton");
    await made.waitForSelector("dialog[open] article section");
    const chapters = await made.locator(".chapters .button").count();
    assert.equal(chapters, json("learn", "book.json").length);
    for (let i = 0; i < chapters; i++) {
      await made.locator(".chapters .button").nth(i).click();
      const text = await made.innerText("dialog[open] article");
      assert.doesNotMatch(text, /\b(lesson|book|set|rules|learn)\.[a-z]/, `${code}: a sentence is missing`);
      assert.ok((await made.locator("dialog[open] article img").count()) > 0, "with pictures");
    }
    await clean(made, `book ${code}`);
    await made.locator(".layers .button").nth(1).click();
    await made.waitForSelector("dialog[open] ol > li");
    await made.locator("dialog[open] .groups + p + p + ol + p .button").click(); // the others are told of, and come
    assert.ok((await made.locator("dialog[open] ol > li").count()) > 400);
    await done(made);
  }
});

const few = ["es dark desk"],
  all = ["en", "es", "pt-BR", "pt-PT", "ro"].flatMap((code) =>
    ["light desk", "light phone", "dark desk", "dark phone"].map((look) => `${code} ${look}`),
  );
for (const which of variants(
  few,
  all.filter((one) => !few.includes(one)),
)) {
  const [code, theme, view] = which.split(" "),
    large = (theme === "dark") === (view === "desk"),
    where = `${which}${large ? " 200 %" : ""}`;
  test(`nothing serious, and nothing sticks out: ${where}`, async () => {
    const made = await visit("#/learn", view === "phone" ? phone : {}, { language: code, theme });
    if (large) await made.addStyleTag({ content: "html { font-size: 200% }" });
    await made.waitForSelector(".list .main");
    await clean(made, `list ${where}`);
    await made.evaluate(() => (location.hash = "#/learn/9/1"));
    await made.waitForSelector(".lesson [role=radio]");
    await clean(made, `lesson ${where}`);
    await made.locator(".lesson [role=radio]").first().click(); // nobody: a wrong try
    await made.locator(".lesson .does .main").click();
    await made.waitForSelector(".answer:not(.met)");
    await clean(made, `answer ${where}`);
    assert.equal(await made.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, where);
    await done(made);
  });
}

test("the first game: a sentence at each first, never over the board, and off when asked", async () => {
  const made = await visit("#/learn", phone);
  await made.tap(".list .game .button");
  await made.waitForSelector(".coach");
  assert.match(await made.innerText(".coach"), /first tile/);
  const over = async () => {
    const coach = await made.locator(".coach").boundingBox(),
      board = await made.locator(".game .board").boundingBox();
    assert.ok(coach.y >= board.y + board.height - 1, "the coach lies over the board");
    assert.ok(board.height >= 844 / 3, `the board has ${board.height}`);
  };
  await over();
  await clean(made, "first game");
  const act = (text) =>
    made.evaluate((one) => document.querySelector(`.choices [data-act^="${one}"]`).click(), text);
  await act("lay");
  await made.waitForFunction(() => /follower/.test(document.querySelector(".coach")?.textContent ?? ""));
  await over();
  await act("put small");
  await made.waitForFunction(() => !/you may send/.test(document.querySelector(".coach")?.textContent ?? ""));
  // Within the page: the computer moves meanwhile, the dock changes, and a finger would land beside the button.
  await made.waitForFunction(() => {
    const off = document.querySelector(".coach .foot .quiet");
    off?.click();
    return !!off;
  });
  await made.waitForFunction(() => !document.querySelector(".coach"));
  await made.reload();
  await asked(made); // it would speak by now
  await drawn(made);
  assert.equal(await made.locator(".coach").count(), 0, "it stays off");
  await done(made);
});
