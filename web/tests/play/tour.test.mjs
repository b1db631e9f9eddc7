// tour.test.mjs -- one walk through every room of the page, at a real server with people, finished games and a tournament: axe finds nothing at
// all on any screen. Languages, light and dark, at a desk, on a phone, zoomed to 200 % and with letters twice as large: one way in `make test`,
// all forty in long runs. What is found on one screen does not end the walk: all of it is told together.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { browser, page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import { plant } from "./box.mjs";
import { finished } from "./finished.mjs";
import {
  accessible,
  asked,
  dealt,
  device,
  host,
  patience,
  phone,
  plain,
  program,
  quiet,
  seat,
  stage,
  still,
  take,
  variants,
} from "./hands.mjs";

const held = stage();
const views = {
  desk: {},
  phone,
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }, // what 200 % leaves of 1440 x 900
  letters: {},
};
const all = ["en", "es", "pt-BR", "pt-PT", "ro"].flatMap((language) =>
  ["light", "dark"].flatMap((theme) => Object.keys(views).map((view) => [language, theme, view])),
);
const few = ["es dark phone"];
const isFew = (one) => few.includes(one.join(" "));

let server, tournament, player, large, begun;
/** The server with everything in it, made for whoever walks first. */
const begin = () => (begun ??= fill());
async function fill() {
  const filled = spawnSync(join(dirname(program), "archive"), [
    `sqlite:${join(held.folder, "games.db")}`,
    "20",
    "400",
  ]);
  assert.equal(filled.status, 0, String(filled.stderr));
  server = await host(held);
  tournament = await holdOne();
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  await made.goto(`${server.url}#/club/games`);
  const link = made.locator("[aria-labelledby=h-games] li a[href^='#/club/u/']").first();
  player = await link.getAttribute("href");
  await made.context().close();
}

after(() => large?.close());

/** A tournament whose first round is played, held by somebody who keeps a name: its address. */
async function holdOne() {
  const site = server.url.replace("127.0.0.1", "localhost"), // passkeys want a name
    people = [];
  for (const name of ["Ana", "Bruno"]) {
    const made = await device(held);
    await made.goto(`${site}#/name`);
    await made.waitForSelector(".name h1");
    await made.fill(".name input", name);
    await made.keyboard.press("Enter");
    await made.waitForSelector("[data-code]");
    people.push(made);
  }
  const [ana, bruno] = people;
  await ana.goto(`${site}#/club/hold`);
  await ana.fill(".hold input[type=text]", "Thursday evening");
  await ana.getByText("each table its own").click();
  await ana.click(".hold .main");
  await ana.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  const { hash } = new URL(ana.url());
  for (const made of people) {
    await made.goto(`${site}${hash}`);
    await made.click(".doing .main");
    await made.waitForSelector(".entered .own");
  }
  await ana.click(".desk .main"); // the first round
  await bruno.waitForSelector(".doing a.main");
  for (const made of people) await made.context().close();
  return hash;
}

/** A browser that has a running game, a finished one, and one told from a box. */
async function visitor(language, theme, view) {
  const from =
    view === "letters" ? (large ??= await browser(["--blink-settings=defaultFontSize=32"])) : held.browser;
  const made = await page(from, { bypassCSP: true, ...views[view] });
  made.setDefaultTimeout(patience);
  const over = await finished("here-tour000001", "rules grow\nseats 2\ndraws 14", ["Ana", "Bruno"]);
  const { kept: open } = await dealt({
    setup: "rules grow\nseats 3\nexpansions inns-cathedrals tower",
    names: ["Ana", "Bruno", "Carla"],
    options: { aids: "coach" },
  });
  const box = await plant({ setup: "rules grow\nseats 2", names: ["Ana", "Bruno"], told: [] });
  await made.addInitScript(
    ([games, settings]) => {
      if (localStorage.getItem("aude.settings")) return;
      localStorage.setItem("aude.settings", JSON.stringify(settings));
      for (const one of games) localStorage.setItem(`aude.table.${one.id}`, JSON.stringify(one));
    },
    [
      [over.kept, open, box],
      {
        ...still,
        language,
        theme,
        choice: { ...plain, seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] },
      },
    ],
  );
  return Object.assign(made, { over: over.kept.id, open: open.id, box: box.id });
}

for (const [language, theme, view] of variants(
  all.filter(isFew),
  all.filter((one) => !isFew(one)),
))
  test(`every room in ${language}, ${theme}, ${view}`, async () => {
    await begin();
    const words = JSON.parse(readFileSync(join(web, "src", "lang", `${language}.json`), "utf8"));
    const made = await visitor(language, theme, view),
      found = [];
    const label = (key) => made.locator(`[aria-label="${words[key]}"]:visible`).first();
    const look = async (where) => {
      await accessible(made, where, true).catch((error) => found.push(...(error.actual ?? [String(error)])));
      if (process.env.AUDE_SHOTS)
        await made.screenshot({
          path: `${process.env.AUDE_SHOTS}/${[language, theme, view, where].join("-").replace(/[^\w-]+/g, "-")}.png`,
        });
    };
    const go = async (hash, there, where = hash) => {
      await made.evaluate((hash) => (location.hash = hash), hash);
      await made.waitForSelector(there);
      await look(where);
    };
    const closed = async () => {
      await made.keyboard.press("Escape");
      await made.waitForFunction(() => !document.querySelector("dialog[open]"));
    };
    await made.goto(server.url);
    await made.waitForSelector(".doors a[href='#/club']");
    await look("home");
    await go("#/games", ".games li", "my games");
    await go("#/new", ".start .main", "set-up");
    await label("rules").click();
    await made.waitForSelector("dialog article");
    await look("rules");
    await closed();
    await go("#/learn", ".list .main", "lessons");
    await go("#/learn/9/1", ".lesson [role=radio]", "a lesson");
    await made.locator(".lesson [role=radio]").first().click(); // nobody: a wrong try
    await made.locator(".lesson .does .main").click();
    await made.waitForSelector(".answer:not(.met)");
    await look("a lesson answers");
    await go("#/puzzles", ".list .row", "puzzles");
    await go("#/puzzles/today", ".puzzle canvas", "a puzzle");
    await made.waitForSelector("[data-act]", { state: "attached" });
    await made.$eval("[data-act]", (one) => one.click());
    await made.waitForSelector(".does [role=radio], .rows li");
    if (await made.$(".does [role=radio]")) {
      await made.locator(".does [role=radio]").last().click();
      await look("a puzzle asks for a figure");
      await made.click(".does .main");
    }
    await made.waitForSelector(".rows li");
    await look("a puzzle answers");
    await go("#/deal", ".deal .main", "the deal");
    await go("#/analyse", ".main", "analysis");
    await made.click("main .main");
    await made.waitForSelector(".study canvas");
    await look("analysis board");
    await go("#/box", ".room .main", "at the table");
    await go(`#/box/${made.box}`, ".picker li", "at the table: which tile");
    await go("#/name", ".name h1", "your name");
    await go("#/club", ".club .find .main", "club");
    await go("#/club/hold", ".club .hold", "a tournament is set up");
    await go("#/club/games", ".club .archive li", "finished games");
    await go(player, ".who .name", "a player");
    await go(tournament, ".boards", "a tournament");

    await go(`#/t/${made.open}`, ".game .choices button", "lay");
    await take(made, (await asked(made))[0]);
    await made.waitForSelector(".figures");
    await look("figure");
    await label("menu").click();
    await made.waitForSelector(".menu");
    await look("menu");
    await closed();
    await go(`#/t/${made.over}`, ".end table", "the end");
    const rest = await made.$(".story .line .quiet");
    if (rest && (await made.$(".story .line .main"))) await rest.click();
    await made.waitForFunction(() => !document.querySelector(".story .line .main"));
    await look("the end, counted");
    await made.click(".end .share");
    await made.waitForSelector('dialog .button[aria-disabled="false"] >> nth=1');
    await look("share");
    await closed();
    await made.getByText(words.review, { exact: true }).first().click();
    await made.waitForSelector(".review[open] ol .n");
    await look("review");
    assert.deepEqual(found, []);
    assert.deepEqual(quiet(made), []);
    await made.context().close();
  });
