// games.mjs -- what is played in Firefox and in WebKitGTK: a start, some turns against a computer, a short game to its end,
// its picture, film, record and link, and once more without the server. With AUDE_LONG=1 (make test-all) a whole game and every screen.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  at,
  asked,
  checkEnd,
  dealt,
  dist,
  host,
  plain,
  playOn,
  seat,
  seldom,
  steps,
  still,
} from "../play/hands.mjs";
import { serve } from "../serve.mjs";
import { Missing, open } from "./drive.mjs";
import { heat } from "./heat.mjs";

const one = { ...plain, seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3, "level-3")] };

/** A page of this browser that remembers these games; null, and the test is skipped, where there is none. */
async function visit(t, name, url, tables = [], choice = one) {
  let made;
  try {
    made = await open(name);
  } catch (cause) {
    if (!(cause instanceof Missing)) throw cause;
    t.skip(cause.message);
    return null;
  }
  t.after(() => made.close());
  await made.goto(url);
  await made.waitForSelector(".play");
  await made.evaluate(
    ([settings, tables]) => {
      localStorage.setItem("aude.settings", JSON.stringify(settings));
      for (const one of tables) localStorage.setItem(`aude.table.${one.id}`, JSON.stringify(one));
    },
    [{ ...still, choice }, tables],
  );
  await made.reload();
  await made.waitForSelector(".play");
  return made;
}
const clean = async (made) => assert.deepEqual(await made.look(), []);

/** To a kept game's table, and on to its end. */
async function toTheEnd(made, url, id) {
  await made.goto(`${url}#/t/${id}`);
  await made.waitForSelector(".game[data-at], .end h1");
  await playOn(made, { seed: 5 });
  await made.waitForSelector(".end h1");
  return checkEnd(made);
}

/** The sheet for sharing at the end of a game: what a press would save or copy is caught and looked at by this browser itself. */
async function shares(made) {
  await made.evaluate(() => {
    window.caught = {};
    HTMLAnchorElement.prototype.click = function () {
      window.caught[this.download.split(".").pop()] = fetch(this.href).then((answer) => answer.blob());
    };
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: { writeText: async (text) => void (window.caught.link = text) },
    });
  });
  await made.click(".end .share");
  await made.waitForSelector('dialog .button[aria-disabled="false"]');
  await made.waitForFunction(
    () => document.querySelectorAll('dialog .button[aria-disabled="false"]').length > 1,
  );
  for (const words of [/Copy the link/, /Save as PNG/, /Save as SVG/, /Save the record/])
    await made.clickText("dialog .button", words);
  await made.clickText("dialog .button", /The whole game/);
  await made.clickText("dialog .button", /Save the film/);
  await made.evaluate(() => {
    const size = async (blob) => {
      const image = new Image();
      image.src = URL.createObjectURL(blob);
      await image.decode();
      return [blob.type, image.naturalWidth, image.naturalHeight];
    };
    void (async () => {
      const { png, svg, gif, aude, link } = window.caught;
      window.looked = {
        pictures: await Promise.all([png, svg, gif].map(async (one) => size(await one))),
        record: await (await aude).text(),
        link,
      };
    })();
  });
  const looked = await (await made.waitForFunction(() => window.looked ?? null)).jsonValue();
  const [png, svg, gif] = looked.pictures;
  assert.deepEqual([png[0], svg[0].split(";")[0], gif[0]], ["image/png", "image/svg+xml", "image/gif"]);
  for (const [type, width, height] of looked.pictures)
    assert.ok(width > 200 && height > 200, `${type}: ${width} x ${height}`);
  assert.deepEqual(png.slice(1), svg.slice(1), "both show the same");
  assert.match(looked.record, /^aude /);
  assert.match(looked.link, /#\/r\/[\w-]+$/);
  return looked.link;
}

/** The tests of one browser. */
export function plays(name) {
  test(`${name}: some turns against a computer, a reload, a short game to its end, and without the server`, async (t) => {
    const site = await serve(dist, "/some/where/");
    t.after(() => site.stop());
    const { kept } = await dealt({
      setup: "rules grow\nseats 2\ndraws 8",
      names: ["Ana", "Mason"],
      computers: [1],
    });
    const made = await visit(t, name, site.url, [kept]);
    if (!made) return;
    await made.click(".play");
    await made.waitForSelector(".game[data-at]");
    await playOn(made, { done: async () => (await at(made)) >= 6 });
    const played = await steps(made);
    assert.ok(
      played.some((step) => step.by === "computer"),
      "the computer has played",
    );
    await made.reload();
    await asked(made);
    assert.deepEqual((await steps(made)).slice(0, played.length), played);
    assert.equal(Object.keys(await toTheEnd(made, site.url, kept.id)).length, 2);
    const link = await shares(made);
    await made.goto(link.replace("#", "?sent#"));
    await made.waitForSelector(".end h1"); // what was sent leads to the same game
    await clean(made);

    await made.evaluate(async () => void (await navigator.serviceWorker.ready));
    site.stop();
    await made.goto(`${site.url}?again#/`);
    await made.waitForSelector(".play");
    await made.click(".play");
    await asked(made);
    await clean(made);
  });

  test(`${name}: the players' module, compiled as well as this browser can, plays what it plays in node`, async (t) => {
    const site = await serve(dist, "/some/where/"),
      file = readdirSync(join(dist, "assets")).find((one) => /^think-.*\.wasm$/.test(one)),
      games = process.env.AUDE_LONG ? 60 : 12;
    t.after(() => site.stop());
    const made = await visit(t, name, site.url);
    if (!made) return;
    const wanted = await heat({ module: readFileSync(join(dist, "assets", file)), games });
    assert.ok(wanted.steps > 200 * games, "whole games");
    await made.evaluate(
      `(what) => void (${heat})(what).then((found) => (window.found = found), (cause) => (window.found = { cause: String(cause) }))`,
      { module: `assets/${file}`, games },
    );
    const found = await (await made.waitForFunction(() => window.found ?? null)).jsonValue();
    assert.deepEqual(found, wanted);
    await clean(made);
  });

  test(`${name}: a whole game, and every screen`, { skip: seldom }, async (t) => {
    const held = { folder: mkdtempSync(join(tmpdir(), "aude-other-")) };
    after(() => rmSync(held.folder, { recursive: true, force: true }));
    const server = await host(held);
    t.after(() => server.down("SIGKILL"));
    const { kept } = await dealt({
      setup:
        "rules grow\nseats 3\nswitch river RIVER_I\nexpansions inns-cathedrals traders-builders tower catapult",
      names: ["Ana", "Mason", "Bruno"],
      computers: [1],
    });
    const made = await visit(t, name, server.url, [kept]);
    if (!made) return;
    assert.equal(Object.keys(await toTheEnd(made, server.url, kept.id)).length, 3);
    await made.clickText("button, a", /Review/);
    await made.waitForSelector("dialog.review[open]");
    const rooms = {
      "#/new": ".start .main",
      "#/games": ".games h1",
      "#/learn": ".list .main",
      "#/learn/1/1": ".lesson h1",
      "#/": ".play",
    };
    for (const [room, sign] of Object.entries(rooms)) {
      await made.goto(`${server.url}?${room.length}${room}`);
      await made.waitForSelector(sign);
    }
    await made.clickText(".links .quiet", /The rules/);
    await made.waitForSelector("dialog[open] article section img");
    await made.goto(`${server.url}?menu#/`);
    await made.clickText(".links .quiet", /English/);
    await made.waitForSelector("dialog[open] select");
    await made.goto(`${server.url}?again#/`);
    for (const [code, word] of Object.entries({ ro: /Regul/, es: /reglas/i })) {
      await made.waitForSelector(".play");
      await made.evaluate((code) => {
        const settings = JSON.parse(localStorage.getItem("aude.settings"));
        localStorage.setItem("aude.settings", JSON.stringify({ ...settings, language: code, theme: "dark" }));
      }, code);
      await made.reload();
      await made.waitForFunction((code) => document.documentElement.lang === code, code);
      await made.waitForFunction((source) => new RegExp(source).test(document.body.innerText), word.source);
    }
    // a table on the server: one seat here, one by link, and somebody sits down on it
    await made.evaluate(
      ([settings]) => localStorage.setItem("aude.settings", JSON.stringify(settings)),
      [{ ...still, choice: { ...one, seats: [seat("here", "Ana", 1), seat("link", "", 0)] } }],
    );
    await made.reload();
    await made.click(".play");
    await made.waitForSelector(".lobby");
    await clean(made);
  });
}
