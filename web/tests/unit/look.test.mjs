// look.test.mjs -- what the page says of a position: who a field with a barn belongs to, odds while the river flows, figures in the last
// count, whom one waits for and who watches, where a figure went.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { load, loadEngine, root } from "./load.mjs";
import { wouldDo } from "./players.mjs";

let engine;
before(async () => (engine = await loadEngine()));

test("a field with a barn belongs to whoever would be paid for it", () => {
  const {
    head,
    opening,
    steps,
    game: whole,
  } = engine.open(readFileSync(join(root, "docs", "board.aude"), "utf8"));
  whole.free();
  const game = engine.follow(head);
  let found = 0;
  for (const text of [opening, ...steps.map((step) => step.text)]) {
    game.feed(text);
    const { figures, over } = game.state();
    const barns = over ? [] : figures.filter((one) => one.kind === "barn");
    for (const barn of barns) {
      const info = game.feature(barn.x, barn.y, barn.segment),
        due = game.due(barn.x, barn.y, barn.segment);
      for (const [seat, points] of due.entries())
        if (points > 0) {
          assert.ok(info.owners.includes(seat), `seat ${seat} is paid ${points} and owns nothing`);
          assert.equal(info.paid[seat], points);
          found++;
        }
    }
  }
  game.free();
  assert.ok(found > 0, "some barn is worth something in that game");
});

test("a barn's field is its owner's also while it is worth nothing", () => {
  let poor = 0;
  const game = engine.create(
    "rules grow\nseats 3\nexpansions abbey-mayor",
    ["Ana", "Bruno", "Carla"],
    "7".padStart(32, "0"),
  );
  for (let n = 0; !game.state().over && n < 400; n++) {
    const built = game.actions().find((one) => one.kind === "barn"); // as soon as one can be built
    game.play(built?.text ?? wouldDo(game, "greedy", 0, n + 1));
    for (const { kind, seat, x, y, segment } of game.state().over ? [] : game.state().figures) {
      if (kind !== "barn") continue;
      assert.ok(game.feature(x, y, segment).owners.includes(seat), `the barn of seat ${seat}`);
      if (!game.due(x, y, segment)[seat]) poor++;
    }
  }
  game.free();
  assert.ok(poor > 0, "some barn is worth nothing for a while");
});

test("while the river flows nothing is said of land", () => {
  const game = engine.create(
    "rules grow\nseats 2\nswitch river RIVER_I",
    ["Ana", "Bruno"],
    "5".padStart(32, "0"),
  );
  const cells = game.actions().filter((action) => action.kind === "lay");
  assert.equal(game.fit(cells[0].x, cells[0].y).river, true);
  assert.ok(game.fit(cells[0].x, cells[0].y).fits > 0, "the river itself goes on there");
  game.free();
  const dry = engine.create("rules grow\nseats 2", ["Ana", "Bruno"], "5".padStart(32, "0"));
  const lay = dry.actions()[0];
  assert.equal(dry.fit(lay.x, lay.y).river, false);
  dry.free();
});

test("in the last count every figure stands until its feature is told", async () => {
  const { duringCount } = await load("game/finale.ts");
  const game = engine.create("rules grow\nseats 2\ndraws 24", ["Ana", "Bruno"], "2a".padStart(32, "0"));
  let events, before;
  while (!game.state().over) {
    const list = game.actions();
    before = game.state();
    events = game.play((list.find((one) => one.kind === "put") ?? list[0]).text).events;
  }
  const end = game.state(),
    finals = events.filter((one) => one.kind === "score" && one.final).length;
  const at = (told) => duringCount(engine, game, end, events, told).figures;
  const place = (one) =>
    `${one.seat} ${one.kind} ${one.x},${one.y} ${one.segment} ${one.px},${one.py} ${one.lying}`;
  assert.deepEqual(
    at(0).map(place).sort(),
    before.figures.map(place).sort(),
    "all that stood before the count",
  );
  for (let told = 1; told <= finals; told++) assert.ok(at(told).length <= at(told - 1).length);
  assert.equal(at(1).length, at(0).length, "it is there while it is counted");
  assert.ok(at(2).length < at(1).length, "and then it goes home");
  assert.deepEqual(at(finals), end.figures);
  game.free();
});

test("one player alone, with every set that goes together: to the end, and its record reads", () => {
  const sets = engine
    .sets()
    .map((set) => set.name)
    .filter((name) => !/^(base|river|abbot|count)/.test(name));
  const game = engine.create(
    `rules grow\nseats 1\nexpansions ${sets.join(" ")}`,
    ["Ana"],
    "9".padStart(32, "0"),
  );
  while (!game.state().over) assert.equal(game.play(game.fallback()).error, undefined);
  assert.deepEqual(game.state().winners, [0]);
  const again = engine.open(game.record());
  assert.ok("game" in again, JSON.stringify(again));
  assert.equal(again.game.state().hash, game.state().hash);
  again.game.free();
  game.free();
});

/** Svelte's own words, as far as plain node needs them; no language is spoken, so every sentence is its key. */
function speechless() {
  Object.assign(globalThis, {
    $state: Object.assign((value) => value, { raw: (value) => value }),
    $derived: Object.assign((value) => value, { by: (run) => run() }),
  });
  globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
}

test("a review says where a figure went, once", async () => {
  speechless();
  const { followLine } = await load("review/line.ts"),
    game = engine.create("rules grow\nseats 2", ["Ana", "Bruno"], "5".padStart(32, "0")),
    context = { names: ["Ana", "Bruno"], kinds: engine.kinds(), state: null };
  const lay = game.actions()[0].text,
    after = game.clone();
  after.play(lay);
  const put = after.actions().find((one) => one.kind === "put").text;
  assert.match(followLine(game, [lay, put], context).words, /^act\.lay, to\.\w+$/);
  assert.equal(followLine(after, [put], context).words, "extent.one");
  for (const one of [game, after]) one.free();
});

test("nobody is told to wait for himself, and who watches alone hears of no others", async () => {
  speechless();
  const { titleOf, factOf } = await load("game/question.ts");
  const play = {
    pos: { actor: 0, left: 3 },
    show: { ready: true, live: true, moments: [], at: 0 },
    context: { names: ["Ana", "Mason"] },
    table: { watchers: 0 },
    log: {},
    my: false,
    phase: "tile",
    mine: [0],
    watching: false,
  };
  assert.equal(titleOf(play, true), "q.soon", "what the other did is still being told");
  assert.equal(titleOf({ ...play, pos: { actor: 1, left: 3 } }, true), "q.waiting");
  const watching = { ...play, mine: [], watching: true };
  assert.equal(titleOf(watching, true), "q.watching");
  assert.equal(factOf({ ...watching, table: { watchers: 1 } }, true, 0), "fact.watching.alone");
  assert.equal(factOf({ ...watching, table: { watchers: 2 } }, true, 0), "fact.watching");
});
