// sets.test.mjs -- the expansions on the page: games in which each new action is taken at least once by what a person presses, and whole
// games against computers with many sets.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  checkEnd,
  deal,
  dice,
  engine,
  everything,
  phone,
  playOn,
  replayed,
  stage,
  variants,
} from "./hands.mjs";
import { explore } from "./script.mjs";

const held = stage();
const three = ["Ana", "Bruno", "Carla"];
const smaller = { viewport: { width: 1100, height: 700 } }; // a small one is drawn sooner

/** Games, one after the other, until everything wanted was done. Gives all that the page's log said. */
async function scripted(setup, wanted, seeds, more = {}) {
  const used = new Set(),
    told = new Set();
  for (const seed of seeds) {
    const made = await deal(held, { setup, names: three, seed: seed.toString(16) }, smaller);
    await made.exposeFunction("hear", (line) => told.add(line));
    await made.click("button[aria-label=Chronicle]");
    await made.evaluate(() => {
      const heard = new Set(),
        listen = () =>
          document
            .querySelectorAll(".middle .line .text")
            .forEach(
              (one) =>
                heard.has(one.textContent) || (heard.add(one.textContent), window.hear(one.textContent)),
            );
      new MutationObserver(listen).observe(document.body, { childList: true, subtree: true });
    });
    await explore(made, { seed, wanted, used, ...more });
    if (await made.$(".end h1")) await checkEnd(made);
    assert.deepEqual(made.faults, []);
    await made.context().close();
    made.mirror.free();
    if (wanted.every((one) => used.has(one))) break;
  }
  assert.deepEqual(
    wanted.filter((one) => !used.has(one)),
    [],
    "everything was done through the page",
  );
  return [...told].join("\n");
}

test("I to IV: each new action through the page", async () => {
  const told = await scripted(
    "rules grow\nseats 3\nswitch max_players 6\nexpansions inns-cathedrals traders-builders princess-dragon tower",
    [
      "put large",
      "put builder",
      "put pig",
      "second",
      "decline",
      "goods",
      "fairy",
      "step",
      "remove",
      "put through a portal",
      "tower",
      "capture",
      "put on a tower",
      "swap",
      "ransom",
    ],
    [16, 13, 6, 1, 2, 3],
    { avoid: ["ransom", "pass"] },
  );
  for (const sentence of [
    /large (knight|thief|farmer|monk) to/,
    /builder earns a second tile/,
    /second tile/,
    /takes \d+ (wine|grain|cloth)/i,
    /puts the fairy at/,
    /moves the dragon to/,
    /raises the tower at \w+ to \d/,
    /takes \w+’s \w+ prisoner/,
    /pays \w+ \d points/,
  ])
    assert.match(told, sentence);
});

test("a tower takes a prisoner: nobody is what one may also take, and the question is not one of ways to go", async () => {
  const setup = "rules grow\nseats 2\nexpansions tower",
    names = ["Ana", "Bruno"],
    played = [],
    roll = dice(3);
  const game = (await engine()).create(setup, names, "2a".padStart(32, "0"));
  for (let list = game.actions(); !list.some((one) => one.kind === "capture"); list = game.actions()) {
    played.push(list[roll(list.length)].text);
    game.play(played.at(-1));
  }
  game.free();
  const made = await deal(held, { setup, names, played });
  await made.waitForSelector(".ways button");
  const words = await made.$$eval(".ways button b", (all) => all.map((one) => one.textContent));
  assert.equal(words[0], "Take nobody");
  assert.match(words[1], /^Take (Ana|Bruno)’s/);
  assert.equal(await made.textContent("h2.heading:has(+ .ways)"), `${words.length} choices`);
  await made.context().close();
  made.mirror.free();
});

/** A game in which nobody places an abbey, up to the first time that one is offered with tiles left, or with none. */
async function beforeAbbey(setup, last) {
  const roll = dice(3);
  for (let seed = 1; seed < 40; seed++) {
    const game = (await engine()).create(setup, ["Ana", "Bruno"], String(seed).padStart(32, "0")),
      played = [];
    for (let list, state; (list = game.actions()).length; ) {
      state = game.state();
      if (state.phase === "source" && last === (state.left === 0)) return { played, seed: String(seed) };
      const { text } = list.find((one) => one.kind === "pile") ?? list[roll(list.length)];
      played.push(text);
      game.play(text);
    }
    game.free();
  }
  throw new Error("no abbey was offered");
}
test("before an abbey: beside a tile there is a choice, after the last tile there is none to draw, in every language", async () => {
  const setup = "rules grow\nseats 2\ndraws 50\nexpansions abbey-mayor\nswitch abbey_endgame ROUND",
    end = await beforeAbbey(setup, true),
    middle = await beforeAbbey(setup, false);
  const desk = [{}, []],
    hand = [phone, [0, 1]];
  for (const [language, question, short, keep, ...looks] of [
    ["en", "place your abbey?", "Place your abbey?", "Keep the abbey", ...variants([desk], [hand])],
    ["es", "¿colocas tu abadía?", "¿Colocas tu abadía?", "Guardar la abadía", ...variants([], [desk, hand])],
    ["pt-BR", "colocar a abadia?", "Colocar a abadia?", "Guardar a abadia", ...variants([], [desk, hand])],
    ["pt-PT", "colocar a abadia?", "Colocar a abadia?", "Guardar a abadia", ...variants([], [desk, hand])],
    ["ro", "îți așezi abația?", "Îți așezi abația?", "Păstrează abația", ...variants([hand], [desk])],
  ]) {
    for (const [view, computers] of looks) {
      const names = ["Ana", "Bruno"],
        mirror = (await engine()).create(setup, names, end.seed.padStart(32, "0"));
      for (const text of end.played) mirror.play(text);
      const { actor } = mirror.state();
      const made = await deal(
        held,
        { setup, names, ...end, computers: computers.filter((seat) => seat !== actor) },
        view,
        { language },
      );
      await asked(made);
      assert.equal(
        await made.textContent(".game h1"),
        computers.length ? short : `${names[actor]}, ${question}`,
      );
      assert.match(await made.textContent(".ways"), new RegExp(keep));
      assert.deepEqual(made.faults, []);
      await made.context().close();
      mirror.free();
    }
  }
  const made = await deal(held, { setup, names: ["Ana", "Bruno"], ...middle });
  await asked(made);
  assert.match(await made.textContent(".game h1"), /, an abbey or a tile\?$/);
  await made.context().close();
});

test("V and VI, and the second river: each new action through the page", async () => {
  const told = await scripted(
    "rules grow\nseats 3\ndraws 46\nswitch river RIVER_II\nswitch count_with_river ALLOW\nexpansions inns-cathedrals abbey-mayor count king-robber",
    [
      "abbey",
      "pile",
      "put in an abbey",
      "put mayor",
      "barn",
      "put wagon",
      "move",
      "home",
      "award city",
      "award road",
      "enter",
      "count",
      "send",
      "send market",
      "tile river-2/fork",
      "tile river-2/volcano-lake",
    ],
    [51, 47, 46, 54, 57, 3, 1, 2],
  );
  for (const sentence of [
    /becomes king with a city of \d/,
    /becomes robber baron with a road of \d/,
    /wagon moves on to/,
    /builds a barn at/,
    /sends the [\w ]+ into the/,
    /sends the [\w ]+ from the [\w ]+ to/,
    /The count goes to the/,
  ])
    assert.match(told, sentence);
});

test("a shrine beside a monastery: whoever is first scores, the other's figure comes home for nothing", async () => {
  const setup = "rules grow\nseats 2\nexpansions cult\norder base/monastery cult/shrine";
  const made = await deal(held, { setup, names: ["Ana", "Bruno"], seed: "3" }),
    { mirror } = made;
  const monks = () =>
    mirror
      .state()
      .figures.filter(
        (one) =>
          mirror.engine.kinds()[mirror.state().laid.find((tile) => tile.x === one.x && tile.y === one.y).kind]
            .segments[one.segment]?.kind === "monastery",
      );
  const near = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= 1;
  const prefer = (list, game, roll) => {
    const holy = game
      .state()
      .laid.filter((tile) => /monastery|shrine/.test(game.engine.kinds()[tile.kind].id))
      .slice(0, 2);
    const lays = list.filter((one) => one.kind === "lay" && holy.some((tile) => near(tile, one)));
    if (lays.length)
      return lays.sort(
        (a, b) => holy.filter((tile) => near(tile, b)).length - holy.filter((tile) => near(tile, a)).length,
      )[0];
    if (list[0].kind === "lay") return list[roll(list.length)];
    return (
      (monks().length < 2 && list.find((one) => one.text === "put small monastery")) ||
      list.find((one) => one.kind === "pass")
    );
  };
  const used = new Set();
  await explore(made, { seed: 3, wanted: ["put in a shrine", "score monastery"], used, prefer });
  assert.ok(used.has("put in a shrine") && used.has("score monastery"));
  assert.equal(monks().length, 0, "both came home");
  const shown = await made.$$eval(".people .points", (all) => all.map((one) => Number(one.textContent)));
  assert.deepEqual(
    shown,
    mirror.state().seats.map((one) => one.points),
  );
  assert.deepEqual(
    [...shown].sort((a, b) => a - b),
    [0, 9],
    "one got it, the other nothing",
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

/** One person and five computers, to the end; the record holds. */
async function crowd(setup) {
  const names = ["Ana", "Bela", "Caio", "Dora", "Edu", "Flor"];
  const made = await deal(
    held,
    { setup, names, computers: [1, 2, 3, 4, 5], level: "greedy", seed: "6" },
    smaller,
  );
  await playOn(made, { seed: 8 });
  const points = await checkEnd(made);
  assert.deepEqual(Object.keys(points).sort(), names);
  const { answer, path } = await replayed(made, held);
  assert.equal(answer.finished, true);
  assert.deepEqual(Object.fromEntries(answer.players.map((one) => [one.name, one.points])), points);
  await made.goto(held.url);
  await made.waitForSelector(".play");
  await made.setInputFiles("input[type=file]", path);
  await made.waitForSelector(".end tfoot td");
  assert.deepEqual(await checkEnd(made), points, "the record opened again shows the same");
  await made.context().close();
}

// The whole bag takes minutes: `make test` plays its first tiles, with everything in it.
test("everything on, six seats, to the end", () =>
  crowd(
    `rules grow\nseats 6\n${process.env.AUDE_LONG ? "" : "draws 24\n"}switch max_players 6\nswitch river RIVER_BOTH\nswitch count_with_river ALLOW\nswitch abbot ON\nexpansions ${everything.join(" ")}`,
  ));

for (const sets of variants([], ["inns-cathedrals traders-builders princess-dragon tower"]))
  test("six players, I to IV, against computers to the end", () =>
    crowd(`rules grow\nseats 6\ndraws 90\nswitch max_players 6\nexpansions ${sets}`));
