// ways.test.mjs -- a game by keyboard alone, and one by touch alone on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkEnd, deal, home, outward, phone, seat, stage } from "./hands.mjs";

const held = stage();
const setup = "rules grow\nseats 2\ndraws 9";
const heading = (made, pattern) =>
  made.waitForFunction(
    ([source]) =>
      document.querySelector(".end h1") ||
      new RegExp(source).test(document.querySelector(".game h1")?.textContent ?? ""),
    [pattern.source],
  );
const atStep = (made, step) =>
  made.waitForFunction(
    (step) =>
      document.querySelector(".end h1") || Number(document.querySelector(".game")?.dataset.at) === step,
    step,
  );

test("by keyboard alone: from the home screen to the end of a game", async () => {
  const first = await home(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] });
  // every control can be reached by Tab, and has a name
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    await first.keyboard.press("Tab");
    const on = await first.evaluate(() =>
      document.activeElement?.closest(".start .main")
        ? "start"
        : document.activeElement?.getAttribute("aria-label") ||
          document.activeElement?.textContent.trim() ||
          document.activeElement?.tagName,
    );
    seen.add(on);
    if (on === "start") break;
  }
  assert.ok(seen.has("start"), `Tab does not lead to the start: ${[...seen].join(" | ")}`);
  await first.keyboard.press("Enter");
  await first.waitForSelector(".game[data-at='0']");
  assert.deepEqual(first.faults, []);
  await first.context().close();

  const made = await deal(held, { setup, names: ["Ana", "Bruno"], seed: "5" });
  await made.waitForFunction(() => document.querySelectorAll(".choices button").length);
  let step = 0,
    undone = false,
    put = 0;
  while (!(await made.$(".end h1"))) {
    await heading(made, /lay your tile/);
    await made.keyboard.press("ArrowRight");
    await made.waitForSelector(".hand + .main[aria-disabled=false]");
    await made.keyboard.press("r");
    await made.keyboard.press("ArrowUp");
    await made.keyboard.press("Enter");
    await atStep(made, ++step);
    await heading(made, /place a figure/);
    if (!undone) {
      undone = true;
      await made.keyboard.press("Backspace");
      await atStep(made, --step);
      continue;
    }
    if (step % 4 === 1 && (await made.$(".figures .one:not(.no)"))) {
      await made.keyboard.press("1");
      await made.keyboard.press("ArrowRight");
      await made.waitForSelector(".figures ~ .main[aria-disabled=false]");
      await made.keyboard.press("Enter");
      put++;
    } else await made.keyboard.press("n");
    await atStep(made, ++step);
  }
  assert.ok(put >= 2 && undone);
  // the end, by keys: tell the last scorings, then back to the third turn
  for (let i = 0; i < 40 && (await made.$(".story .line .main")); i++)
    await made.keyboard.press("ArrowRight");
  await checkEnd(made);
  await made.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await made.keyboard.press("ArrowRight");
  await made.waitForFunction(() => /Turn 3 of/.test(document.querySelector(".where")?.textContent));
  await made.keyboard.press("End");
  await checkEnd(made);
  await made.context().close();
});

/** Taps outward from the middle of the board, until the main button can be pressed: a finger that looks for a place. */
async function feel(made) {
  const box = await made.locator(".board canvas").first().boundingBox();
  let tried = 0;
  for (const { x, y } of outward(box, 70)) {
    await made.touchscreen.tap(x, y);
    tried++;
    const now = await made.evaluate(
      () =>
        new Promise((go) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              go(
                document.querySelector(".sheetcard, .card .foot")
                  ? "card"
                  : document.querySelector(".dock .main:not([aria-disabled=true])")
                    ? "found"
                    : "",
              ),
            ),
          ),
        ),
    );
    if (now === "found") return;
    if (now === "card") await made.tap(".sheetcard .three .button:last-child, .card .foot .quiet:last-child");
  }
  throw new Error(`none of ${tried} taps did it`);
}

test("by touch alone on a phone", async () => {
  const first = await home(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] }, phone);
  assert.ok(
    await first.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "nothing sticks out sideways",
  );
  await first.tap(".books .chosen"); // the list of books unfolds
  await first.tap(".book >> nth=3");
  await first.tap(".start .main");
  await first.waitForSelector(".game[data-at='0']");
  assert.deepEqual(first.faults, []);
  await first.context().close();

  const made = await deal(
    held,
    { setup: setup.replace("9", "4"), names: ["Ana", "Bruno"], seed: "7" },
    phone,
  );
  let step = 0,
    put = 0;
  const ready = ".dock .main:not([aria-disabled=true])";
  while (!(await made.$(".end h1"))) {
    await made.waitForSelector(".dock .hand");
    await feel(made);
    await made.tap(".dock .turns .button:last-child");
    await made.tap(ready);
    await atStep(made, ++step);
    await made.waitForSelector(".dock .figures");
    if (step === 1) await checkTargets(made);
    if (step % 4 === 1) {
      await made.tap(".figures .one:not(.no)");
      if (!(await made.$(ready))) await feel(made);
      await made.tap(ready);
      put++;
    } else await made.tap(".pair .button:last-child");
    await atStep(made, ++step);
  }
  assert.ok(put >= 1);
  assert.ok(
    await made.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "nothing sticks out sideways",
  );
  if (await made.$(".story .line .main")) await made.tap(".story .line .main");
  await checkEnd(made);
  await made.context().close();
});
/** A game against a computer, every question answered by a finger; gives how many figures were placed. */
async function byTouch(made) {
  const ready = ".dock .main:not([aria-disabled=true])";
  let put = 0;
  for (let n = 0; n < 40; n++) {
    await made.waitForSelector(".end h1, .dock .hand, .dock .figures");
    if (await made.$(".end h1")) return put;
    const step = await made.evaluate(() => Number(document.querySelector(".game").dataset.at)),
      figure = !!(await made.$(".dock .figures"));
    if (!(await made.$(ready))) await feel(made); // a place, or an area for the figure
    await made.tap(ready);
    put += figure;
    await made.waitForFunction(
      (step) =>
        document.querySelector(".end h1") || Number(document.querySelector(".game")?.dataset.at) > step,
      step,
    );
  }
  throw new Error("no end");
}

test("by touch alone against a computer: every figure placed, a picture saved, the game deleted", async () => {
  const made = await deal(
    held,
    { setup: setup.replace("9", "8"), names: ["Ana", "Mason"], computers: [1], level: "level-1", seed: "5" },
    { ...phone, acceptDownloads: true },
  );
  assert.equal(await byTouch(made), 4);
  await checkEnd(made);
  await made.tap(".end .share");
  await made.waitForSelector('dialog .button[aria-disabled="false"] >> nth=1');
  const [picture] = await Promise.all([
    made.waitForEvent("download"),
    made.tap("dialog >> text=Save as PNG"),
  ]);
  assert.match(picture.suggestedFilename(), /\.png$/);
  await made.tap("dialog [aria-label=Close]");
  await made.waitForSelector("dialog", { state: "detached" });
  await made.tap(".end header [title=Home]");
  await made.waitForSelector(".play");
  await made.tap("text=My games");
  await made.waitForSelector(".games li");
  await made.tap(".games li [aria-label^=Delete]");
  assert.equal(await made.locator(".games li").count(), 1, "it is asked first");
  await made.tap(".games li .button >> text=Delete");
  await made.waitForSelector(".games li", { state: "detached" });
  assert.equal(
    await made.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("aude.table."))),
    false,
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

async function checkTargets(made) {
  const small = await made.$$eval("button", (all) =>
    all
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          !one.closest(".choices") &&
          !one.classList.contains("all"),
      )
      .map((one) => ({
        box: one.getBoundingClientRect(),
        text: one.getAttribute("aria-label") ?? one.textContent,
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ box, text }) => `${text} ${box.width}x${box.height}`),
  );
  assert.deepEqual(small, [], "targets of 44 pixels");
}
