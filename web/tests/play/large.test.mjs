// large.test.mjs -- somebody has set the browser's letters to twice their size: the lobby, the club, the game and its end on a desktop and a phone.
// Everything that can be pressed is reached and lies under nothing else, and no text is cut off.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { asked, at, deal, home, host, phone, playOn, seat, stage, variants } from "./hands.mjs";

const held = stage(["--blink-settings=defaultFontSize=32"]);
let server;
before(async () => {
  server = await host(held);
});
const views = { desktop: { viewport: { width: 1280, height: 800 } }, phone };

/** What is wrong with what is shown: text that is cut off, controls that cannot be brought before one's eyes or lie under something. */
const faulty = (made) =>
  made.evaluate(() => {
    const wide = document.documentElement.clientWidth,
      top = document.querySelector("dialog[open]") ?? document.body,
      wrong = [];
    const seen = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest(".hide, .choices, [inert]") &&
      one.getClientRects().length;
    const say = (one) =>
      (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    const name = (one) =>
      `${one.tagName.toLowerCase()}.${[...one.classList].filter((part) => !part.startsWith("svelte")).join(".")} "${say(one)}"`;
    const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const CUT = ["hidden", "clip"];
    /** Scroll to it as a person can: what hides its overflow stays where it is. */
    const bring = (one, block) => {
      one.scrollIntoView({ block, inline: block });
      for (let box = one.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box),
          outer = box === document.body || box === document.documentElement;
        if (outer || CUT.includes(overflowX)) box.scrollLeft = 0;
        if (outer || CUT.includes(overflowY)) box.scrollTop = 0;
      }
    };
    for (const one of top.querySelectorAll("*")) {
      if (one.closest("svg, canvas, option") || !seen(one) || !own(one)) continue;
      const style = getComputedStyle(one),
        range = document.createRange();
      if (style.clipPath !== "none" || one.closest(".word")) continue; // only for readers
      bring(one, "nearest");
      range.selectNodeContents(one);
      const text = range.getBoundingClientRect();
      if (text.width < 2) continue;
      if (text.left < -1 || text.right > wide + 1)
        wrong.push(`${name(one)} leaves the screen: ${Math.round(text.left)} to ${Math.round(text.right)}`);
      if (text.height < innerHeight / 2 && (text.top < -2 || text.bottom > innerHeight + 2))
        wrong.push(
          `${name(one)} cannot be brought before one's eyes: ${Math.round(text.top)} to ${Math.round(text.bottom)}`,
        );
      for (let box = one; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box),
          around = box.getBoundingClientRect();
        if (
          CUT.includes(overflowX) &&
          textOverflow !== "ellipsis" &&
          (text.right > around.right + 2 || text.left < around.left - 2)
        )
          wrong.push(`${name(one)} is cut off at a side by ${name(box)}`);
        if (
          CUT.includes(overflowY) &&
          (text.bottom > around.bottom + 0.25 * parseFloat(style.fontSize) ||
            text.top < around.top - 0.25 * parseFloat(style.fontSize))
        )
          wrong.push(`${name(one)} is cut off above or below by ${name(box)}`);
      }
      const control = one.closest("button, a, .slip"),
        edge = control?.getBoundingClientRect();
      if (
        edge &&
        (text.right > edge.right + 3 ||
          text.left < edge.left - 3 ||
          text.bottom > edge.bottom + 0.25 * parseFloat(style.fontSize) ||
          text.top < edge.top - 0.25 * parseFloat(style.fontSize))
      )
        wrong.push(`${name(one)} is larger than ${name(control)}`);
    }
    // Text that lies on a control it does not belong to, though it lets presses through.
    const texts = [...top.querySelectorAll("h1, h2, p, span, b, td, th, li")].filter(
      (one) =>
        seen(one) &&
        own(one) &&
        getComputedStyle(one).pointerEvents === "none" &&
        !one.closest("svg, .hide, .choices, .word"),
    );
    for (const control of [...top.querySelectorAll("button:not(.all), a[href], input, select")].filter(
      seen,
    )) {
      const edge = control.getBoundingClientRect();
      for (const one of texts) {
        const range = document.createRange();
        range.selectNodeContents(one);
        const text = range.getBoundingClientRect(),
          left = Math.max(text.left, edge.left),
          right = Math.min(text.right, edge.right),
          above = Math.max(text.top, edge.top),
          below = Math.min(text.bottom, edge.bottom);
        if (control.contains(one) || one.closest("label") || right - left < 4 || below - above < 4) continue;
        if (
          document
            .elementFromPoint((left + right) / 2, (above + below) / 2)
            ?.closest("button, a, input, select") === control
        )
          wrong.push(`${name(one)} lies on ${name(control)}`);
      }
    }
    for (const one of top.querySelectorAll("button, a[href], input, select, summary, textarea")) {
      if (!seen(one) || one.tabIndex < 0) continue;
      bring(one, "center");
      const { left, top: above, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, above + height / 2);
      if (!there || !(one.contains(there) || there.contains(one) || there.closest("label")?.contains(one)))
        wrong.push(`${name(one)} lies under ${there ? name(there) : "nothing: outside"}`);
    }
    return [...new Set(wrong)];
  });
async function fine(made, where) {
  let wrong;
  for (let n = 0; n < 100 && (n < 2 || wrong.length); n++) {
    await made.waitForTimeout(100); // it comes to rest
    wrong = await faulty(made);
  }
  if (process.env.AUDE_SHOTS)
    await made.screenshot({ path: `${process.env.AUDE_SHOTS}/large-${where.replace(/\W+/g, "-")}.png` });
  found.push(...wrong.map((one) => `${where}: ${one}`));
}
const found = [];

for (const [where, view] of variants([["phone", views.phone]], [["desktop", views.desktop]]))
  test(`letters twice as large, ${where}: the lobby`, async () => {
    found.length = 0;
    const ana = await home(
      held,
      { seats: [seat("here", "Ana", 1), seat("link", "", 0), seat("computer", "Mason", 3)], clock: "budget" },
      view,
      {},
      server.url,
    );
    assert.equal(
      await ana.evaluate(() => getComputedStyle(document.querySelector(".start .main")).fontSize),
      "50px",
      "letters follow the browser's size",
    );
    await fine(ana, `${where} set-up`);
    await ana.click(".start .main");
    await ana.waitForSelector(".lobby .invite");
    await fine(ana, `${where} lobby`);
    await ana.click(".lobby summary");
    await fine(ana, `${where} lobby with talk`);
    await ana.context().close();
    assert.deepEqual(found, []);
  });

for (const [where, view] of variants([["phone", views.phone]], [["desktop", views.desktop]]))
  test(`letters twice as large, ${where}: the club`, async () => {
    found.length = 0;
    const ana = await home(
      held,
      { seats: [seat("here", "Ana", 1), seat("link", "", 0)] },
      view,
      {},
      server.url,
    );
    for (const [page, there] of Object.entries({
      "": ".find .main",
      "/hold": ".hold",
      "/games": ".archive",
    })) {
      await ana.goto(`${server.url}#/club${page}`);
      await ana.waitForSelector(`.club ${there}`);
      await fine(ana, `${where} club${page}`);
    }
    await ana.context().close();
    assert.deepEqual(found, []);
  });

for (const where of variants(["phone"], ["desktop"]))
  test(`letters twice as large, ${where}: a game and its end`, async () => {
    const view = views[where];
    found.length = 0;
    const setup =
        "rules grow\nseats 6\ndraws 36\nexpansions inns-cathedrals traders-builders princess-dragon tower",
      names = ["Ana", "Bruno", "Carla", "Dan", "Eva", "Francisca"];
    const made = await deal(held, { setup, names, seed: "7", options: { aids: "coach" } }, view);
    const shown = new Set();
    const look = async (what) => {
      if (shown.has(what)) return;
      shown.add(what);
      await made.waitForFunction(() => !document.querySelector(".handover"));
      await fine(made, `${where} ${what}`);
    };
    await asked(made);
    await look("lay");
    await playOn(made, {
      seed: 5,
      done: async () => {
        const phase = await made.evaluate(() =>
          document.querySelector(".hand .turns")
            ? "lay"
            : document.querySelector(".figures")
              ? "figure"
              : document.querySelector(".ways")
                ? "ways"
                : "",
        );
        if (phase && (await at(made)) > 12) await look(`${phase} later`);
        return (
          shown.has("lay later") &&
          shown.has("figure later") &&
          (shown.has("ways later") || (await at(made)) > 40)
        );
      },
    });
    await made.keyboard.press("]");
    await look("a feature");
    await made.keyboard.press("Escape");
    await made.click("[aria-label=Menu]");
    await look("the menu");
    await made.keyboard.press("Escape");
    await made.click(`${where === "phone" ? ".strip" : ".strip, .people"} button >> nth=1`);
    await made.waitForTimeout(300);
    await look("a player");
    await made.keyboard.press("Escape");
    await playOn(made, { seed: 5 });
    await made.waitForSelector(".end h1");
    await look("the end");
    await made.click(".story .line .quiet");
    await made.waitForTimeout(300);
    await look("the end, all of it");
    assert.deepEqual(made.faults, []);
    await made.context().close();
    assert.deepEqual(found, []);
  });
