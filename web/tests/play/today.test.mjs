// today.test.mjs -- today's deal at a real server: two guests play the same tiles, one on a phone in the dark; nothing of others before one's
// own game is over; afterwards the results of the day and the games side by side.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import {
  accessible,
  host,
  narrow,
  patience,
  phone,
  playOn,
  quiet,
  seat,
  stage,
  front,
  variants,
} from "./hands.mjs";

const held = stage();
const shots = process.env.AUDE_SHOTS;
const text = (made, where) => made.locator(where).first().innerText();

async function come(server, options = {}, settings = {}) {
  const seats = [seat("here", "Ana", 1), seat("computer", "Mason", 3)];
  const made = await front(held, { seats }, { bypassCSP: true, ...options }, settings, server.url);
  made.setDefaultTimeout(patience);
  await made.goto(`${server.url}#/deal`);
  await made.waitForSelector(".deal .main");
  return made;
}
async function check(made, where) {
  await accessible(made, where);
  await narrow(made, ".deal", where);
  if (shots) await made.screenshot({ path: `${shots}/today-${where}.png` });
}
const told = (made, date = "") =>
  made.evaluate(async (date) => (await fetch(`api/deals${date}`)).json(), date && `/${date}`);

/** The day is over: what the store has of it was two days ago. */
function passTwoDays(store, others) {
  const program = `
import sqlite3, sys, datetime
db = sqlite3.connect(sys.argv[1])
day, = db.execute("SELECT id FROM aude_tournament WHERE id LIKE 'day-%' ORDER BY id DESC").fetchone()
then = "day-" + str(datetime.date.fromisoformat(day[4:]) - datetime.timedelta(days=2))
db.execute("UPDATE aude_tournament SET id = ? WHERE id = ?", (then, day))
db.execute("UPDATE aude_tournament_line SET tournament = ? WHERE tournament = ?", (then, day))
db.execute("UPDATE result SET ended = ended - 2 * 86400000")
seq, = db.execute("SELECT max(seq) FROM aude_tournament_line WHERE tournament = ?", (then,)).fetchone()
ended, = db.execute("SELECT max(ended) FROM result").fetchone()
for n in range(int(sys.argv[2])):
    game = "other%d" % n
    db.execute("INSERT INTO aude_tournament_line VALUES(?, ?, 0, '0 plays', 0, ?, 'Guest', ?)", (then, seq + 1 + n, game, game))
    db.execute("INSERT INTO result(game, began, ended, pool, rated, open, why, turns, sets, rules) VALUES(?, 0, ?, 0, 0, 0, 0, 70, 1, 'grow_revised')", (game, ended))
    for s, points in enumerate((60 + 3 * n % 40, 70)):
        db.execute("INSERT INTO result_seat SELECT seq, ?, ended, 0, '', 'Guest', 'guest', '', ?, 1 FROM result WHERE game = ?", (s, points, game))
db.commit()
print(then[4:])
`;
  return execFileSync("python3", ["-c", program, store, String(others)], { encoding: "utf8" }).trim();
}

test("today's deal of a server: sealed, then compared", async () => {
  const server = await host(held);
  const ana = await come(server),
    bruno = await come(server, phone, { theme: "dark" });
  assert.match(await text(ana, ".deal h2"), /The same \d+ tiles for everybody, against Mason/);
  assert.match(await text(ana, ".deal"), /0 have played it to its end/);
  await check(ana, "before");
  await ana.focus(".deal .main"); // by keyboard
  await ana.keyboard.press("Enter");
  await ana.waitForSelector(".game[data-at]");
  const table = new URL(ana.url()).hash.slice(4);

  // Left in the middle: the room leads back to the same game, and there is no second one.
  await ana.goto(`${server.url}#/deal`);
  await ana.waitForSelector(".deal a.main");
  assert.equal(await ana.getAttribute(".deal a.main", "href"), `#/t/${table}`);
  await ana.click(".deal a.main");
  await playOn(ana, { seed: 5 });
  await ana.goto(`${server.url}#/deal`);
  await ana.waitForSelector(".deal .results");
  const first = await told(ana);
  assert.equal(first.mine.counts, true);
  assert.match(
    await text(ana, ".deal h2"),
    new RegExp(`^${first.mine.points[0]} to ${first.mine.points[1]} against Mason$`),
  );
  assert.equal(await ana.locator(".deal tbody tr.own").count(), 1);
  assert.equal(
    await ana.locator(".deal a[href$='/beside']").count(),
    0,
    "no game is shown while it is sealed",
  );
  await check(ana, "after");

  // Who has not played hears that somebody has, and nothing else.
  const before = await told(bruno);
  assert.deepEqual([before.played, before.results, before.spread, before.seed], [1, [], [], null]);
  assert.equal(before.promise, first.promise);
  await bruno.reload();
  await bruno.waitForSelector(".deal .main");
  assert.equal(await bruno.locator(".deal .results").count(), 0);
  await check(bruno, "phone-dark");
  await bruno.goto(`${server.url}#/t/${table}`); // nor by the other's address
  await bruno.waitForFunction(
    () => !document.querySelector(".game[data-at]") && document.body.innerText.length > 20,
  );
  await bruno.goto(`${server.url}#/deal`);
  await bruno.click(".deal .main");
  await bruno.waitForSelector(".game[data-at]");
  await playOn(bruno, { seed: 11 });

  await server.down("SIGTERM");
  const date = passTwoDays(join(held.folder, "games.db"), 9);
  await server.up();
  for (const made of [ana, bruno]) {
    await made.goto(`${server.url}#/deal/${date}`);
    await made.reload();
    await made.waitForSelector(".deal [data-bars]"); // eleven results are worth a picture
    assert.equal(await made.locator(".deal tbody tr").count(), 11);
    assert.equal(await made.locator(".deal tbody tr.own").count(), 1);
    assert.match(await text(made, ".deal .hash"), /seed: [0-9a-f]{32}/);
    await made.waitForSelector("#h-decided"); // against the other: of the invented ones there is no game
    assert.match(await text(made, ".deal .results"), /tile \d+\s+\d+ points? for [\s\S]*Against the game of/);
    assert.match(await text(made, ".deal tbody tr.own"), made === ana ? /\d+\/20\s+\d+%/ : /./);
  }
  await check(ana, "told");
  await check(bruno, "told-phone-dark");
  await bruno.click(".deal a[href$='/beside']");
  await bruno.waitForSelector(".beside");
  assert.match(await text(bruno, ".beside .big"), /^Tile 1 of 71/);
  await check(bruno, "beside-phone-dark");
  await ana.click(".deal >> text=Play it again"); // for oneself, on this device
  await ana.waitForSelector(".game[data-at]");
  assert.deepEqual(quiet(ana), []);
  await ana.close();
  await bruno.close();
});

test("the room in another language, or in five in long runs, at a server", async () => {
  const server = held.server;
  for (const [language, words] of variants(
    [["ro", /o singură partidă/]],
    [
      ["es", /una partida por nombre/],
      ["pt-BR", /uma partida por nome/],
      ["pt-PT", /uma partida por nome/],
    ],
  )) {
    const made = await come(server, phone, { language });
    assert.match(await text(made, ".deal .now"), words);
    await check(made, language);
    await made.close();
  }
});
