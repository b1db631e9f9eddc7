// hands.mjs -- what the browser tests share: a browser, the built page behind a plain file server or inside a running `aude serve`,
// tables that are set up without the page, and hands that play.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { browser, page, patience, usual } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { loadEngine, root, web } from "../unit/load.mjs";
import { wouldDo } from "../unit/players.mjs";

export const dist = process.env.AUDE_DIST ?? join(web, "dist");
export const program = process.env.AUDE_BIN ?? join(root, "build", "aude");
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
};
export { patience };
/** Variants of one test: all of them in long runs (AUDE_LONG), these few in `make test`. */
export const variants = (few, more) => (process.env.AUDE_LONG ? [...few, ...more] : few);
/** For `skip`: what only a long run has. Whoever reads the report of a short one is told so. */
export const seldom = process.env.AUDE_LONG ? false : "only in make test-all (AUDE_LONG=1)";
const COLOURS = ["red", "blue", "green", "yellow", "black", "violet"];

/** Run the program: { code, out, err }. */
export function aude(...words) {
  const ran = spawnSync(program, words, { encoding: "utf8" });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

// ---- where the page comes from

/** A browser for the tests of one file, and a static copy of the page under a sub-path (no server anywhere). */
export function stage(flags = [], program = usual) {
  const held = { folder: mkdtempSync(join(tmpdir(), "aude-play-")) };
  before(async () => {
    assert.ok(existsSync(join(dist, "index.html")), "build the page first: scripts/web");
    assert.ok(
      existsSync(program),
      "build the program first: cmake --preset release && cmake --build --preset release",
    );
    held.browser = await browser(flags, program);
    held.site = await serve(dist, "/some/where/");
    held.url = held.site.url;
  });
  after(async () => {
    await held.browser?.close();
    held.site?.close();
    held.server?.child?.kill("SIGKILL");
    rmSync(held.folder, { recursive: true, force: true });
  });
  return held;
}

let tried = 0;
/** A port that nobody takes between two starts of a server: below those that the system hands out by itself, and another one in each process. */
function freePort() {
  const port = 12000 + ((process.pid * 17 + tried++) % 8000);
  return new Promise((tell) => {
    const server = createServer().once("error", () => tell(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => tell(port)));
  });
}

/** `aude serve` with its store in the stage's folder; `up()` again after a `down()` is a restart. The page's address is `url`. */
export async function host(held, ...more) {
  const port = await freePort(),
    url = `http://127.0.0.1:${port}/`;
  const server = { url, child: null, said: "" };
  server.up = async () => {
    const child = spawn(
      program,
      [
        "serve",
        "--listen",
        `127.0.0.1:${port}`,
        "--store",
        `sqlite:${join(held.folder, "games.db")}`,
        "--quiet",
        "--think",
        "50",
        "--away",
        "1",
        ...more,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    child.stderr.on("data", (text) => (server.said += text));
    server.child = child;
    for (
      const until = Date.now() + patience;
      Date.now() < until && child.exitCode === null;
      await new Promise((go) => setTimeout(go, 50))
    )
      if (
        await fetch(`${url}api/health`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
    throw new Error(`the server does not answer: ${server.said}`);
  };
  server.down = async (signal) => {
    const gone = new Promise((tell) => server.child.once("exit", tell));
    server.child.kill(signal);
    await gone;
  };
  await server.up();
  held.server = server;
  return server;
}

// ---- tables

export const seat = (kind, name, colour, level = "greedy") => ({ kind, name, colour, level });
export const everything = [
  "inns-cathedrals",
  "traders-builders",
  "princess-dragon",
  "tower",
  "abbey-mayor",
  "count",
  "king-robber",
  "cult",
  "catapult",
];

export const still = { language: "en", speed: "none", sound: false };

/** A set-up of the base box alone, without a clock; seats are to be added. */
export const plain = {
  rules: "grow",
  river: "OFF",
  abbot: false,
  sets: [],
  switches: {},
  clock: "none",
  seconds: 900,
  increment: 10,
  late: "default",
  aids: "friendly",
  listed: false,
  seed: "",
};

/** A page on the set-up screen that remembers this set-up and moves without delay. `watch` sees the page before it fetches anything. */
export async function home(
  held,
  choice,
  { watch = () => {}, ...options } = {},
  settings = {},
  url = held.url,
  door = "#/new",
) {
  const made = await page(held.browser, options);
  watch(made);
  made.setDefaultTimeout(patience);
  const whole = { ...plain, ...choice };
  await made.addInitScript(
    (kept) =>
      localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", JSON.stringify(kept)),
    { ...still, choice: whole, ...settings },
  );
  await made.goto(`${url}${door}`);
  await made.waitForSelector(door ? ".start .main" : ".play");
  return made;
}
/** The same, on the home screen. */
export const front = (held, choice, options, settings, url) => home(held, choice, options, settings, url, "");
export async function start(made) {
  await made.click(".start .main");
  await made.waitForSelector(".game[data-at]");
}

let loaded = null;
export const engine = () => (loaded ??= loadEngine());

/** A table that was dealt elsewhere, as the page keeps one: `setup` is a record's head without names and seed, so it may hold `draws` and
 *  `order`. `played` are actions already done. `mirror` is the same game, here. */
export async function dealt({
  setup,
  names,
  computers = [],
  level = "greedy",
  seed = "2a",
  options = {},
  played = [],
}) {
  const id = `here-${String(Math.random()).slice(2, 12)}`,
    whole = seed.padStart(32, "0");
  const mirror = (await engine()).create(setup, names, whole),
    entries = [];
  const add = (entry) => entries.push({ ...entry, seq: entries.length + 1, at: Date.now() });
  add({
    type: "open",
    head: mirror.head(),
    seats: names.map((name, i) => ({
      kind: computers.includes(i) ? "computer" : "here",
      name,
      colour: COLOURS[i],
      level: computers.includes(i) ? level : "",
      taken: true,
    })),
    options,
    commit: "",
  });
  add({ type: "start", head: mirror.head(), text: mirror.opening.step });
  for (const action of played) {
    const by = mirror.state().actor,
      { error, step } = mirror.play(action);
    assert.equal(error, undefined, action);
    add({ type: "step", n: entries.length - 1, seat: by, action, text: step, ms: 0, by: "human" });
  }
  return { mirror, kept: { id, seed: whole, setup, entries, when: Date.now() } };
}

/** A page at such a table: it opens it like any game it has kept. */
export async function deal(held, table, view = {}, settings = {}) {
  const { mirror, kept } = await dealt(table);
  const made = await page(held.browser, view);
  made.setDefaultTimeout(patience);
  await made.addInitScript(
    ([kept, settings]) => {
      localStorage.getItem("aude.settings") ??
        localStorage.setItem("aude.settings", JSON.stringify(settings));
      localStorage.getItem(`aude.table.${kept.id}`) ??
        localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
    },
    [kept, { ...still, ...settings }],
  );
  await made.goto(`${held.url}#/t/${kept.id}`);
  await made.waitForSelector(".game[data-at]");
  return Object.assign(made, { mirror, seen: (table.played ?? []).length });
}

// ---- hands

export const over = (made) => made.$(".end h1").then(Boolean);
export const at = (made) => made.evaluate(() => Number(document.querySelector(".game")?.dataset.at ?? -1));

/** Wait until somebody here is asked, or the game is over: the choices as the record words them. What others do is not told slowly. */
export async function asked(made, from = -1) {
  const found = await made
    .waitForFunction(
      (from) => {
        if (document.querySelector(".end h1")) return [];
        const game = document.querySelector(".game[data-at]");
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
        const list = [...document.querySelectorAll(".choices button")].map((button) => button.dataset.act);
        return game && Number(game.dataset.at) > from && list.length ? list : null;
      },
      from,
      { polling: 15, timeout: patience },
    )
    .catch(async (error) => {
      const shown = await made.evaluate(
        () =>
          document.querySelector(".game")?.innerText.slice(0, 200) ?? document.body.innerText.slice(0, 200),
      );
      throw new Error(
        `nobody is asked after ${from}, at ${await at(made)}: ${JSON.stringify(shown)} ${made.faults}`,
        { cause: error },
      );
    });
  return found.jsonValue();
}
/** Take a choice of the list, by the words of the record. False: it is not there any more, others went on meanwhile. */
export const take = (made, action) =>
  made.evaluate((action) => {
    const button = [...document.querySelectorAll(".choices button")].find(
      (button) => button.dataset.act === action,
    );
    button?.click();
    return !!button;
  }, action);

/** Where a finger that looks for a place taps: from the middle of a box outward, in rings. */
export function* outward({ x: left, y: top, width, height }, foot = 12) {
  for (let ring = 0; ring < 9; ring++)
    for (let side = 0; side < Math.max(1, ring * 8); side++) {
      const turn = (2 * Math.PI * side) / Math.max(1, ring * 8),
        x = left + width / 2 + Math.cos(turn) * ring * 44,
        y = top + height / 2 + Math.sin(turn) * ring * 44;
      if (x >= left + 12 && y >= top + 12 && x <= left + width - 12 && y <= top + height - foot)
        yield { x, y };
    }
}

/** A small generator, so that a run can be repeated. */
export function dice(seed) {
  let state = seed >>> 0;
  return (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), Math.floor((state / 2 ** 32) * n));
}

/** Play by the list of choices until the end, or until `done`. */
export async function playOn(made, { seed = 7, done = null, choose = null } = {}) {
  if (!done && !choose) return playOut(made, seed);
  const roll = dice(seed);
  for (let last = -1, n = 0; n < 3000; n++) {
    const list = await asked(made, last);
    if (!list.length || (await done?.(n))) return n;
    const now = await at(made);
    if (await take(made, choose?.(list) ?? list[roll(list.length)])) last = now;
  }
  throw new Error("the game did not come to its end");
}
/** The same to the end, in the page itself: nobody is asked across processes at each of its decisions. */
function playOut(made, seed) {
  return made.evaluate(
    ([seed, patience]) =>
      new Promise((end, fail) => {
        let state = seed >>> 0,
          last = -1,
          n = 0,
          moved = Date.now();
        const roll = (n) => (
          (state = (Math.imul(state, 1664525) + 1013904223) >>> 0),
          Math.floor((state / 2 ** 32) * n)
        ); // as dice()
        const look = () => {
          if (document.querySelector(".end h1")) return end(n);
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true })); // what others do is not told slowly
          const list = document.querySelectorAll(".choices button"),
            now = Number(document.querySelector(".game[data-at]")?.dataset.at ?? -1);
          if (now > last && list.length) {
            last = now;
            n++;
            moved = Date.now();
            list[roll(list.length)].click();
          } else if (Date.now() - moved > patience || n > 3000)
            return fail(
              new Error(`nobody is asked after ${last}, at ${now}: ${document.body.innerText.slice(0, 200)}`),
            );
          setTimeout(look, 5);
        };
        look();
      }),
    [seed, patience],
  );
}

/** Every action of a local table as the page has kept it. */
export const steps = (made) =>
  made.evaluate(() => {
    const { entries } = JSON.parse(localStorage.getItem(`aude.table.${/here-\w+/.exec(location.hash)[0]}`)),
      found = [];
    for (const entry of entries) {
      if (entry.type === "step") found.push(entry);
      if (entry.type === "rewind") found.length = entry.to;
    }
    return found.map(({ seat, action, by }) => ({ seat, action, by }));
  });

/** The end screen adds up, and nothing went wrong on the way. Gives names and points as shown, best first. */
export async function checkEnd(made) {
  await made.waitForSelector(".end table");
  const all = await made.$(".story .line .quiet");
  if (all && (await made.$(".story .line .main"))) await all.click();
  await made.waitForFunction(() => !document.querySelector(".story .line .main"));
  const [names, points, rows] = await made.evaluate(() => {
    const number = (cell) => Number(cell.textContent.replace("−", "-"));
    return [
      [...document.querySelectorAll("thead th")].map((cell) => cell.textContent.trim()),
      [...document.querySelectorAll("tfoot td")].map(number),
      [...document.querySelectorAll("tbody tr")].map((line) => [...line.querySelectorAll("td")].map(number)),
    ];
  });
  assert.ok(points.length >= 2 && points.every(Number.isInteger), `points are shown: ${points}`);
  points.forEach((sum, i) =>
    assert.equal(
      rows.reduce((total, row) => total + row[i], 0),
      sum,
      "the sources add up to the points",
    ),
  );
  assert.deepEqual(
    points,
    [...points].sort((a, b) => b - a),
    "the table is sorted by points",
  );
  assert.deepEqual(made.faults, []);
  return Object.fromEntries(names.map((name, i) => [name, points[i]]));
}

/** Save the record from the sheet for sharing and replay it with the program: the points by name. */
export async function replayed(made, held) {
  await made.click(".end .share");
  const [download] = await Promise.all([
    made.waitForEvent("download"),
    made.click("dialog >> text=Save the record"),
  ]);
  await made.keyboard.press("Escape");
  const path = join(held.folder, `${Date.now()}.aude`);
  await download.saveAs(path);
  const { code, out, err } = aude("replay", path, "--json");
  assert.equal(code, 0, err);
  return { path, answer: JSON.parse(out) };
}

/** What the greedy player does in a game of this seed until `stop`. */
export async function opening(setup, names, seed, stop) {
  const game = (await engine()).create(setup, names, seed.padStart(32, "0")),
    played = [];
  for (let n = 0; !stop(game.state(), n); n++) {
    const text = wouldDo(game, "greedy", 0, n + 1);
    played.push(text);
    game.play(text);
  }
  game.free();
  return played;
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** Nothing fades in any more, nor what began to while another did. */
const settled = (made) =>
  made.evaluate(async () => {
    const fading = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && one.effect.getComputedTiming().iterations < 9);
    for (let all; (all = fading()).length; await new Promise(requestAnimationFrame))
      await Promise.all(all.map((one) => one.finished.catch(() => {})));
  });
/** axe finds nothing serious, or (`all`) nothing at all. Where a server sends the page it must have been opened with bypassCSP. */
export async function accessible(made, where, all = false) {
  if (all) await settled(made);
  if (!(await made.evaluate(() => "axe" in globalThis))) await made.addScriptTag({ path: axe });
  const { violations } = await made.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  const told = ({ target, any }) => `${target} ${any[0]?.message ?? ""}`;
  assert.deepEqual(
    violations
      .filter((one) => all || one.impact === "serious" || one.impact === "critical")
      .map((one) => `${where}: ${one.id}: ${one.nodes.slice(0, 3).map(told).join(" | ")}`),
    [],
  );
}
/** Nothing below `part` is wider than the screen. */
export async function narrow(made, part, where) {
  const over = await made.evaluate(
    (part) => document.querySelector(part).scrollWidth - document.documentElement.clientWidth,
    part,
  );
  assert.ok(over <= 0, `${where}: nothing is wider than the screen`);
  const below = await made.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(
    below <= 0,
    `${where}: the room scrolls, and not the window, which has ${below} empty pixels below it`,
  );
}

/** A browser of its own, with a device of its own that keeps passkeys and says yes to everything. `key` speaks with the device. */
export async function device(held, options = {}, settings = {}) {
  const made = await page(held.browser, { bypassCSP: true, ...options }); // for axe alone
  made.setDefaultTimeout(patience);
  const talk = await made.context().newCDPSession(made);
  await talk.send("WebAuthn.enable");
  const { authenticatorId } = await talk.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  made.key = (method, more = {}) => talk.send(`WebAuthn.${method}`, { authenticatorId, ...more });
  await made.addInitScript(
    (kept) => {
      if (!localStorage.getItem("aude.settings")) localStorage.setItem("aude.settings", JSON.stringify(kept));
    },
    { ...still, ...settings },
  );
  return made;
}

/** The page's faults, without the browser's own word on a line that a test has cut. */
export const quiet = (made) => made.faults.filter((fault) => !/WebSocket connection/.test(fault));

const banners = (made, pattern, there) =>
  made.waitForFunction(
    ([source, there]) =>
      new RegExp(source).test(document.querySelector(".banners")?.textContent ?? "") === there,
    [pattern.source, there],
  );
/** Wait until a banner says so, or until none does. */
export const banner = (made, pattern) => banners(made, pattern, true);
export const noBanner = (made, pattern) => banners(made, pattern, false);
