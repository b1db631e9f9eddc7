// setup.test.mjs -- from the choices of the home screen to a head the engine takes: copies, tiles without rules, figures, and what a link may say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "./load.mjs";

const engine = await loadEngine();
const { BOOKS, book, dealt, first, freedom, head, inBag, mend, relevant, shared, span, EXPANSIONS, wanted } =
  await load("setup.ts");
const level = engine.computers().at(-1).name;
const fresh = () => ({
  ...first(engine, "en", ["Ana", "Mason"], level),
  rules: "grow",
  river: "OFF",
  abbot: false,
});
const tiles = (choice) => engine.check(head(choice));
const named = (seat, i) => `${seat.kind} ${i}`;

test("copies, tiles only and rules only change the bag as they say", () => {
  assert.equal(tiles(fresh()).tiles, 72);
  assert.equal(tiles({ ...fresh(), copies: { base: 2 } }).tiles, 144);
  const tower = { ...fresh(), sets: ["tower"] };
  assert.equal(tiles(tower).tiles, 90);
  assert.equal(tiles({ ...tower, copies: { tower: 3 } }).tiles, 72 + 3 * 18);
  assert.equal(tiles({ ...tower, use: { tower: "rules" } }).tiles, 72);
  const only = { ...tower, use: { tower: "tiles" } };
  assert.deepEqual(
    [tiles(only).tiles, tiles(only).sets],
    [90, ["base"]],
    "the tiles are there, the set is not",
  );
  assert.equal(
    tiles({ ...fresh(), copies: { tower: 3 } }).tiles,
    72,
    "copies of a set that is not in the bag are none",
  );
  assert.equal(tiles({ ...fresh(), draws: 10 }).tiles, 11);
  assert.equal(tiles({ ...fresh(), copies: { base: 9 } }).error.code, "TOO_MANY_TILES");
});

test("figures: what the sets deal, unless the table says otherwise", () => {
  const choice = { ...fresh(), sets: ["inns-cathedrals"] };
  assert.deepEqual(dealt(engine, choice), { small: 7, large: 1 });
  assert.deepEqual(tiles({ ...choice, figures: { small: 3, large: 2 } }).figures, { small: 3, large: 2 });
  const without = { ...choice, sets: [], figures: { small: 3, large: 2 } };
  assert.deepEqual(tiles(without).figures, { small: 3 }, "nobody has large followers without their set");
  assert.deepEqual(wanted(engine, without), { small: 3 }, "so they are no longer wanted");
  assert.deepEqual(
    dealt(engine, { ...choice, figures: { small: 3 } }),
    { small: 7, large: 1 },
    "the usual number is not the chosen one",
  );
  assert.equal(tiles({ ...choice, figures: { small: 0 } }).error.code, "FIGURES");
});

test("only what changes something is offered, and all that is offered plays to the end", () => {
  assert.deepEqual(freedom(engine, "grow", "base"), { tiles: false, rules: false, copies: true });
  assert.deepEqual(freedom(engine, "grow", "river-1"), { tiles: false, rules: false, copies: true });
  assert.deepEqual(freedom(engine, "grow", "count"), { tiles: false, rules: false, copies: false });
  for (const { set } of EXPANSIONS) {
    const may = freedom(engine, "grow", set);
    const ways = [
      ...(may.tiles ? [{ use: { [set]: "tiles" } }] : []),
      ...(may.rules ? [{ use: { [set]: "rules" } }] : []),
      ...(may.copies ? [{ copies: { [set]: 2 } }] : []),
    ];
    assert.ok(ways.length || set === "count", set);
    for (const way of ways) {
      const game = engine.create(head({ ...fresh(), sets: [set], ...way }), [], "2a");
      let n = 0;
      for (let list = game.actions(); list.length; list = game.actions())
        assert.equal(game.play(list[(n++ * 7 + 3) % list.length].text).error, undefined);
      assert.equal(game.state().over, true, JSON.stringify(way));
      game.free();
    }
  }
});

test("switches are shown for what is played, and for nothing else", () => {
  const plain = relevant(engine, fresh());
  for (const name of [
    "dragon",
    "goods",
    "inn",
    "cathedral",
    "king",
    "fairy",
    "abbey",
    "garden",
    "catapult_mode",
    "tower_top_dragon",
    "pig_herd",
  ])
    assert.ok(!plain.includes(name), name);
  assert.ok(plain.includes("farm_rule"));
  const shown = (name, choice) => relevant(engine, { ...fresh(), ...choice }).includes(name);
  assert.ok(shown("inn", { sets: ["inns-cathedrals"] }) && !shown("goods", { sets: ["inns-cathedrals"] }));
  assert.ok(
    !shown("inn", { sets: ["inns-cathedrals"], use: { "inns-cathedrals": "tiles" } }),
    "tiles without rules have no rules to change",
  );
  // what two sets or another switch must be there for
  const apart = [
    ["coc_exposed", { sets: ["count"] }, { sets: ["count", "catapult"] }],
    ["loser_wagon", { sets: ["abbey-mayor"] }, { sets: ["abbey-mayor", "cult"] }],
    ["tower_top_dragon", { sets: ["tower"] }, { sets: ["tower", "princess-dragon"] }],
    [
      "barn_without_farmers",
      { sets: ["abbey-mayor"] },
      { sets: ["abbey-mayor"], switches: { farmers: "OFF" } },
    ],
    ["half_cathedral", { sets: ["inns-cathedrals"] }, { sets: ["inns-cathedrals"], rules: "devir_es" }],
    ["garden", { abbot: true }, { abbot: true, rules: "grow_revised" }],
    ["farm_rule", { switches: { farmers: "OFF" } }, {}],
  ];
  for (const [name, without, together] of apart)
    assert.deepEqual([shown(name, without), shown(name, together)], [false, true], name);
  // somewhere every switch with a choice can be reached
  const all = {
    river: "RIVER_BOTH",
    abbot: true,
    sets: EXPANSIONS.map((one) => one.set),
    rules: "grow_revised",
  };
  const ways = [
    all,
    { ...all, sets: all.sets.filter((set) => set !== "inns-cathedrals" && set !== "princess-dragon") },
    { ...all, switches: { farmers: "OFF", small_city: "HALF", fairy_binding: "FOLLOWER" } },
  ];
  const reached = new Set(ways.flatMap((way) => relevant(engine, { ...fresh(), ...way })));
  const elsewhere = ["river", "abbot", "starter"];
  assert.deepEqual(
    engine
      .switches()
      .filter((sw) => sw.values.length > 1 && !elsewhere.includes(sw.name) && !reached.has(sw.name))
      .map((sw) => sw.name),
    [],
  );
});

test("a book on the page is the program's book", () => {
  for (const [language, rules] of [
    ["en", "grow_revised"],
    ["pt-BR", "grow_revised"],
    ["pt-PT", "devir_pt"],
    ["es", "devir_es"],
    ["ro", "bigbox_ro"],
  ]) {
    const choice = first(engine, language, ["Ana", "Mason"], level);
    assert.equal(choice.rules, rules);
    assert.ok(BOOKS.includes(rules));
    const game = engine.create(head(choice), [], "2a"),
      said = game
        .head()
        .split("\n")
        .filter((line) => line.startsWith("switch "));
    assert.deepEqual(
      said,
      engine.switches().map(({ name }) => `switch ${name} ${book(engine, rules)[name]}`),
      rules,
    );
    assert.equal(tiles(choice).tiles, 72, rules); // EDN-7, EDN-8: river and abbot are not for the first games
    game.free();
  }
});

test("a shared set-up names nobody and comes out as it went in", () => {
  const choice = {
    ...fresh(),
    sets: ["tower", "cult"],
    use: { cult: "tiles" },
    copies: { base: 2 },
    figures: { small: 9 },
    draws: 40,
    first: 1,
    switches: { farmers: "OFF" },
    clock: "move",
    seconds: 172800,
    seed: "2a",
    listed: true,
  };
  const text = JSON.stringify(shared(choice));
  assert.ok(!text.includes("Ana") && !text.includes("Mason") && !text.includes("2a"));
  const back = mend(JSON.parse(text), fresh(), engine, named);
  assert.deepEqual(back, {
    ...choice,
    seed: "",
    listed: false,
    seats: choice.seats.map((seat, i) => ({ ...seat, name: named(seat, i) })),
  });
  assert.equal(head(back), head(choice));
});

test("what comes from outside is believed only as far as it is known", () => {
  for (const bad of [
    null,
    7,
    "x",
    [],
    {},
    { rules: "grow" },
    { rules: "grow", seats: [] },
    { rules: "no such book", seats: [{}, {}] },
    { rules: "grow", seats: new Array(9).fill({}) },
  ])
    assert.equal(mend(bad, fresh(), engine, named), null, JSON.stringify(bad));
  const odd = mend(
    {
      rules: "grow",
      seats: [null, { kind: "robot", colour: 77, name: "x".repeat(200), level: "god" }],
      sets: ["tower", "no-such", "tower\ndraws 1"],
      use: { tower: "all", cult: "tiles" },
      copies: { tower: 1e9, base: "2\nseed 1" },
      figures: { small: -1, king: 3, "pig\ndraws": 2 },
      draws: "5",
      first: 9,
      switches: { farmers: "OFF\nseed 2", nonsense: "ON", river: "RIVER_I" },
      clock: "sand",
      seconds: 1e12,
      aids: {},
      seed: "2a",
    },
    fresh(),
    engine,
    named,
  );
  assert.deepEqual(odd.sets, ["tower"]);
  assert.deepEqual(
    [odd.use, odd.copies, odd.figures, odd.draws, odd.first, odd.seed, odd.clock, odd.seconds, odd.aids],
    [{ cult: "tiles" }, {}, {}, 0, -1, "", "none", 900, "friendly"],
  );
  assert.equal(odd.seats[1].name.length, 24);
  assert.notEqual(odd.seats[0].colour, odd.seats[1].colour);
  assert.equal(tiles(odd).error, undefined, head(odd));
  assert.deepEqual(inBag(odd), ["base", "tower"]);
});

test("times as people say them", () => {
  assert.deepEqual(
    [45, 90, 900, 7200, 86400, 172800, 100000].map((n) => Object.values(span(n)).join(" ")),
    ["45 s", "90 s", "15 min", "2 h", "1 d", "2 d", "100000 s"],
  );
});

test("a name is cut where a record would refuse it, letters of two and more bytes too, and says how long it may be", async () => {
  const { cutName, fullName } = await load("table/types.ts");
  for (const letter of ["a", "ș", "я", "漢", "🐉"]) {
    const cut = cutName(letter.repeat(40)),
      head = `rules grow\nseats 2`;
    engine.create(head, [cut, "Bruno"], "5".padStart(32, "0")).free();
    assert.equal(fullName(cut), [...cut].length, letter);
    assert.equal(fullName(cutName(letter.repeat(2))), 0);
    assert.throws(() => engine.create(head, [letter.repeat(40), "Bruno"], "5".padStart(32, "0")));
  }
  assert.equal(cutName("Maximiliana von Wolkenstein"), "Maximiliana von Wolkenst");
});
