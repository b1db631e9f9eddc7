// script.mjs -- games of people who try everything: what has not been done yet is done first, else what the greedy player would do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "../unit/load.mjs";
import { asked, at, dice, patience } from "./hands.mjs";
import { wouldDo } from "../unit/players.mjs";

const words = JSON.parse(readFileSync(join(web, "src", "lang", "en.json"), "utf8"));

/** What an action shows off: "put large", "put through a portal", "step" ... */
export function newsOf(action, mirror) {
  const said = action.text.split(" "),
    news = [said[0]];
  if (said[0] === "put") {
    news.push(`put ${said[1]}`);
    if (/ at /.test(action.text))
      news.push(/ tower at /.test(action.text) ? "put on a tower" : "put through a portal");
    const laid = mirror.state().laid.find((tile) => tile.x === action.x && tile.y === action.y);
    const tags = laid && mirror.engine.kinds()[laid.kind].segments[action.segment]?.tags;
    if (tags?.includes("shrine")) news.push("put in a shrine");
    if (tags?.includes("abbey")) news.push("put in an abbey");
  }
  if (said[0] === "send" || said[0] === "enter") news.push(`${said[0]} ${said[1]}`);
  return news;
}
/** What happened: goods handed out, titles won, tiles that were laid ... */
const happened = (event, mirror) =>
  event.kind === "award"
    ? `award ${event.feature}`
    : event.kind === "score"
      ? `score ${event.feature}`
      : event.kind === "lay"
        ? `tile ${mirror.engine.kinds()[event.tile].id}`
        : event.kind;

/** Chooses for everybody of one game, always the same way. `used` is shared by the games of a test. */
export function explorer(seed, wanted, used, { avoid = ["pass"], prefer = null } = {}) {
  const roll = dice(seed);
  return {
    choose(mirror) {
      const list = mirror.actions();
      const fresh = list.filter((action) =>
        newsOf(action, mirror).some((one) => wanted.includes(one) && !used.has(one)),
      );
      if (fresh.length) return { action: fresh[roll(fresh.length)], fresh: true };
      const best = prefer?.(list, mirror, roll);
      if (best) return { action: best, fresh: false };
      const text = wouldDo(mirror, "greedy", 0, roll(1e9)),
        found = list.find((action) => action.text === text),
        kinds = list.filter((action) => !avoid.includes(action.kind));
      return {
        action: found && !avoid.includes(found.kind) ? found : (kinds[roll(kinds.length)] ?? list[0]),
        fresh: false,
      };
    },
    played(action, events, mirror, news) {
      for (const one of news) used.add(one);
      for (const event of events) used.add(happened(event, mirror));
    },
  };
}

/** Do it as a person does: by the figures, the ways, the panel; not by the list for readers aloud. */
export async function perform(made, action, mirror) {
  const list = mirror.actions(),
    state = mirror.state();
  const key = {
    put: action.figure,
    barn: "barn",
    fairy: "fairy",
    tower: "tower",
    recall: "recall",
    remove: "princess",
  };
  if (action.kind === "ransom") {
    const of = list
      .filter((one) => one.kind === "ransom" && one.seat === action.seat)
      .findIndex((one) => one.text === action.text);
    await made.click(`[data-seat="${action.seat}"] .ransom >> nth=${of}`);
  } else if (action.kind === "lay" || action.kind === "pass") {
    await made.evaluate(
      (text) =>
        [...document.querySelectorAll(".choices button")]
          .find((button) => button.dataset.act === text)
          .click(),
      action.text,
    );
  } else if (state.phase === "action") {
    const group = list.filter(
      (one) =>
        one.kind !== "pass" &&
        one.kind !== "ransom" &&
        (key[one.kind] === undefined || one.kind === "put" ? (one.figure ?? one.kind) : key[one.kind]) ===
          (action.kind === "put" ? action.figure : key[action.kind]),
    );
    const button = made
      .locator(".figures .one:not(.no)")
      .filter({ has: made.locator(`span:text-is("${words[`figure.${key[action.kind]}`]}")`) });
    await button.click();
    const n = group.findIndex((one) => one.text === action.text);
    for (let i = 0; group.length > 1 && i <= n; i++) await made.keyboard.press("ArrowRight");
    await made.click(".figures ~ .main[aria-disabled=false]");
  } else {
    const ways = list.filter((one) => one.kind !== "lay" && one.kind !== "ransom");
    if (ways.length > 1)
      await made.click(`.ways [role=radio] >> nth=${ways.findIndex((one) => one.text === action.text)}`); // one way is chosen already
    await made.click(".ways ~ .main[aria-disabled=false]");
  }
}

/** These steps one after the other, in the page itself: nobody asks across processes, and several go by between two frames. Each has the
 *  list that must be offered before it. Gives the state of the game before the last of them. */
async function follow(made, steps, from) {
  if (!steps.length) return from;
  const { last, n, list } = await made.evaluate(
    ([steps, from, patience]) =>
      new Promise((done, fail) => {
        let last = from,
          n = 0,
          moved = Date.now();
        const look = () => {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true })); // what others do is not told slowly
          const all = [...document.querySelectorAll(".choices button")],
            list = all.map((button) => button.dataset.act),
            now = Number(document.querySelector(".game[data-at]")?.dataset.at ?? -1);
          if (document.querySelector(".end h1")) return done({ last, n, list: [] });
          if (now > last && list.length) {
            if (list.join("\n") !== steps[n].list.join("\n")) return done({ last, n, list });
            last = now;
            moved = Date.now();
            all.find((button) => button.dataset.act === steps[n].action).click();
            if (++n === steps.length) return done({ last, n });
          } else if (Date.now() - moved > patience)
            return fail(
              new Error(`nobody is asked after ${last}, at ${now}: ${document.body.innerText.slice(0, 200)}`),
            );
          setTimeout(look, 2);
        };
        look();
      }),
    [steps, from, patience],
  );
  if (n < steps.length) assert.deepEqual(list, steps[n].list, "the page offers what the engine lists");
  return last;
}

/** Play a dealt table until everything wanted was used, or to the end. Every choice the page offers is the engine's, and no other. What is
 *  new is done as a person does it. */
export async function explore(made, { seed, wanted, used, toTheEnd = false, ...more }) {
  const { mirror } = made,
    who = explorer(seed, wanted, used, more);
  for (let last = -1, n = 0, ahead = []; n < 2000; n++) {
    const list = mirror
      .actions()
      .filter((action) => action.kind !== "ransom")
      .map((action) => action.text)
      .slice(0, 300);
    const over = !list.length || (!toTheEnd && wanted.every((one) => used.has(one))),
      { action, fresh } = over ? {} : who.choose(mirror),
      byHand = fresh || action?.kind === "ransom";
    if (over || byHand) {
      last = await follow(made, ahead, last);
      ahead = [];
      assert.deepEqual(await asked(made, last), list, `step ${n}: the page offers what the engine lists`);
      if (over) return n;
      last = await at(made);
      await perform(made, action, mirror);
    } else ahead.push({ list, action: action.text });
    const news = newsOf(action, mirror),
      { error, events } = mirror.play(action.text);
    assert.equal(error, undefined);
    who.played(action, events, mirror, news);
  }
  throw new Error("no end");
}
