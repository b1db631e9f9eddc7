// engine.test.mjs -- the engine in WebAssembly is the engine: the same records, the same hashes, the same refusals.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { loadEngine, root, wasmFile } from "./load.mjs";
import { loadPlayers, wouldDo } from "./players.mjs";

const engine = await loadEngine();
const games = join(root, "tests", "games");
const golden = readdirSync(games)
  .filter((file) => /^golden-.*\.aude$/.test(file))
  .sort();
const expansions = engine
  .sets()
  .filter((set) => set.playable && !/^(base|river-|abbot|count)/.test(set.name))
  .map((set) => set.name);
const everything = `rules grow\nseats 3\nswitch river RIVER_II\nswitch abbot ON\nexpansions ${expansions.join(" ")}`;

function opened(record) {
  const answer = engine.open(record);
  assert.ok("game" in answer, JSON.stringify(answer));
  return answer;
}
const seedOf = (record) => /^seed ([0-9a-f]+)$/m.exec(record)?.[1];
const namesOf = (record) => [...record.matchAll(/^name \d (.*)$/gm)].map((found) => found[1]);
const wordsOf = (step) => step.trim().split(";")[0];

// A small generator: the same choices on every machine.
function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
function randomGame(head, seed, each = () => {}) {
  const game = engine.create(head, [], seed.toString(16).padStart(32, "0")),
    below = dice(seed);
  const steps = [game.opening.step];
  for (let list = game.actions(); list.length; list = game.actions()) {
    const chosen = list[below(list.length)];
    each(game, chosen);
    const played = game.play(chosen.text);
    assert.equal(played.error, undefined);
    steps.push(played.step);
  }
  return { game, steps };
}

test("the golden games replay, every hash as recorded", () => {
  assert.ok(golden.length >= 12, "the golden games are missing");
  for (const file of golden) {
    const record = readFileSync(join(games, file), "utf8");
    const { game, finished } = opened(record);
    assert.equal(game.state().hash, /hash ([0-9a-f]{16})\s*$/.exec(record)[1], file);
    assert.equal(finished, /^end /m.test(record));
    game.free();
  }
});

test("a record with one digit changed is refused, and says where", () => {
  const record = readFileSync(join(games, golden[0]), "utf8");
  const at = record.indexOf("hash ", record.length / 2) + 5;
  const answer = engine.open(record.slice(0, at) + (record[at] === "0" ? "1" : "0") + record.slice(at + 1));
  assert.equal(answer.code, "HASH");
  assert.ok(answer.line > 10 && answer.at.startsWith("hash "));
  assert.equal(engine.open(record.slice(0, record.length / 2)).game, undefined);
});

test("playing the golden games again writes the same text", () => {
  for (const file of golden) {
    const record = readFileSync(join(games, file), "utf8"),
      seed = seedOf(record);
    if (!seed) continue;
    const { opening, steps, game: whole } = opened(record);
    const game = engine.create(record.split("\nplay")[0], namesOf(record), seed);
    assert.equal(game.opening.step, opening, file);
    const secret = record.includes(" toss "); // others hear of a toss later, and in other words
    for (const step of steps) {
      assert.equal(game.state().actor, step.seat);
      const played = game.play(step.action);
      if (!secret) assert.equal(played.step, step.text, file);
    }
    assert.equal(
      game.record(),
      whole.record().replace(/^[^]*?\nplay\n/, game.record(false).match(/^[^]*?\nplay\n/)[0]),
      file,
    );
    assert.equal(game.record().split("\nplay\n")[1], record.split("\nplay\n")[1], file);
  }
});

test("a hidden game fed with an authority's steps is the same game", () => {
  const below = dice(7),
    game = engine.create(everything, ["Ana", "Bo", "Cy"], "2a");
  const hidden = engine.follow(game.head());
  let n = 0,
    error = hidden.feed(game.opening.step).error;
  for (let list = game.actions(); list.length; list = game.actions()) {
    assert.equal(error, undefined);
    assert.deepEqual(hidden.state(), game.state());
    assert.deepEqual(hidden.actions(), list);
    const { step, events } = game.play(list[below(list.length)].text);
    const heard = hidden.feed(step);
    error = heard.error;
    assert.deepEqual(heard.events, events);
    n++;
  }
  assert.ok(n > 200 && hidden.state().over);
  assert.equal(hidden.state().hash, game.state().hash);
  if (expansions.includes("catapult")) assert.match(hidden.record(), / throw .* scatter .* rest /);
  assert.ok(!hidden.record().includes("2a\n") && hidden.record().includes("seed hidden"));
});

test("a fed text that does not hold changes nothing", () => {
  const { game, steps } = randomGame("rules grow\nseats 2", 5),
    hidden = engine.follow(game.head());
  for (const step of steps.slice(0, 9)) assert.equal(hidden.feed(step).error, undefined);
  const before = hidden.state(),
    record = hidden.record();
  for (const wrong of [
    steps[12],
    steps[9].replace(/[;:].*/s, ";") + " lay 99,99 0;",
    " lay 0,0 0;",
    "nonsense",
    " pass; pass; pass;",
  ]) {
    assert.ok(hidden.feed(wrong).error, wrong);
    assert.deepEqual(hidden.state(), before);
    assert.equal(hidden.record(), record);
  }
  assert.equal(hidden.feed(steps[9]).error, undefined);
});

test("an illegal action says which rule and changes nothing", () => {
  const game = engine.create("rules grow\nseats 2", [], "1"),
    before = game.state();
  const { error } = game.play("lay 0,0 0");
  assert.deepEqual([error.code, error.rule], ["OCCUPIED", "BASE-10"]);
  assert.deepEqual(game.why("lay 5,5 0").code, "DETACHED");
  assert.equal(game.why(game.actions()[0].text), null);
  assert.deepEqual(game.state(), before);
});

test("every action of the list is legal, is named, and a preview does not play it", () => {
  let seen = new Set(),
    shown = 0;
  for (let seed = 1; seed <= 4; seed++)
    randomGame(everything, seed, (game, chosen) => {
      seen.add(chosen.kind);
      if (++shown % 9) return;
      const before = game.state();
      assert.equal(game.why(chosen.text), null);
      const preview = game.preview(chosen.text);
      assert.equal(preview.error, undefined);
      assert.deepEqual(game.state(), before);
      if (chosen.kind !== "lay") return;
      assert.equal(preview.state.laid.length, before.laid.length + 1);
      assert.equal(chosen.tile, before.hand);
    });
  for (const kind of ["lay", "put", "pass", "step", "tower", "capture", "fairy"])
    assert.ok(seen.has(kind), kind);
});

test("a preview never tells the next draw", () => {
  randomGame("rules grow\nseats 2", 3, (game, chosen) => {
    const { state, events } = game.preview(chosen.text);
    if (chosen.kind === "put")
      assert.ok(state.hand === null && !events.some((event) => event.kind === "draw"));
  });
});

test("points and projections are those of the end", () => {
  const { game } = randomGame(everything, 11),
    state = game.state();
  assert.ok(state.over && state.left === 0);
  for (const seat of state.seats) assert.equal(seat.points, seat.projected);
  const most = Math.max(...state.seats.map((seat) => seat.points));
  assert.deepEqual(
    state.winners,
    state.seats.flatMap((seat, i) => (seat.points === most ? [i] : [])),
  );
});

test("a feature has all its segments, and its open ends lead to empty cells", () => {
  const at = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  let shown = 0,
    ends = 0;
  randomGame(everything, 21, (game) => {
    if (++shown % 60) return;
    const laid = new Map(game.state().laid.map((tile) => [`${tile.x},${tile.y}`, tile])),
      kinds = engine.kinds();
    const features = game.features();
    const segments = [...laid.values()].reduce((sum, tile) => sum + kinds[tile.kind].segments.length, 0);
    assert.equal(
      features.reduce((sum, feature) => sum + feature.cells.length, 0),
      segments,
    );
    for (const feature of features) {
      const { x, y, segment } = feature.cells[0];
      assert.deepEqual(
        new Set(game.feature(x, y, segment).cells.map((c) => JSON.stringify(c))),
        new Set(feature.cells.map((c) => JSON.stringify(c))),
      );
      if (feature.kind === "road" || feature.kind === "city")
        assert.equal(feature.ends.length, feature.open, JSON.stringify(feature));
      for (const end of feature.ends)
        assert.ok(!laid.has(`${end.x + at[end.side][0]},${end.y + at[end.side][1]}`), String(ends++));
    }
  });
});

test("what each seat would get for each feature is what the end would bring; where farmers are paid by the city nothing is said of fields", () => {
  let shared = 0,
    nothing = 0,
    paid = 0;
  for (const [head, field] of [
    ["rules grow\nseats 3\nexpansions inns-cathedrals", true],
    ["rules devir_pt\nseats 3\nswitch farm_rule CITY_POOLED", false],
  ])
    for (const seed of [5, 6, 7, 8])
      randomGame(head, seed, (game) => {
        const { seats } = game.state(),
          sum = seats.map((seat) => seat.points);
        for (const feature of game.features()) {
          const { x, y, segment } = feature.cells[0],
            due = game.due(x, y, segment);
          assert.equal(due === null, feature.kind === "field" && !field, feature.kind);
          due?.forEach((points, seat) => {
            assert.ok(!points || feature.owners.includes(seat), "only owners are paid");
            if (points && feature.owners.length > 1) shared++;
            if (!points && feature.strength[seat] && due.some(Boolean)) nothing++;
            sum[seat] += points;
          });
        }
        if (!field) return;
        assert.deepEqual(
          sum,
          seats.map((seat) => seat.projected),
        );
        paid++;
      });
  assert.ok(
    shared > 5 && nothing > 5 && paid > 100,
    `${shared} shared, ${nothing} outnumbered, ${paid} positions`,
  );
});

test("a field counts its cities, whatever an edition pays for one", () => {
  for (const each of [3, 4]) {
    let most = 0;
    randomGame(`rules grow\nseats 2\nswitch farm_city_points ${each}`, 3, (game, chosen) => {
      if (chosen.kind !== "lay") return;
      for (const feature of game.features()) {
        if (feature.kind === "field") assert.equal(feature.points, each * feature.cities);
        else assert.equal(feature.cities, 0);
        most = Math.max(most, feature.cities);
      }
    });
    assert.ok(most > 1, "a field with more than one");
  }
});

test("what fits a cell agrees with the list of actions", () => {
  let checked = 0;
  randomGame("rules grow\nseats 2\nexpansions inns-cathedrals", 4, (game, chosen) => {
    if (chosen.kind !== "lay") return;
    const dead = new Set(game.dead().map((cell) => `${cell.x},${cell.y}`));
    for (const action of game.actions())
      assert.ok(game.fit(action.x, action.y).hand && !dead.has(`${action.x},${action.y}`));
    for (const cell of dead) assert.equal(game.fit(...cell.split(",").map(Number)).fits, 0);
    assert.equal(
      game.left().reduce((sum, kind) => sum + kind.left, 0),
      game.state().left,
    );
    checked += dead.size;
  });
  assert.ok(checked > 0, "no cell died in the whole game");
});

test("every drawn segment can be pointed at, and a figure's foot is on its tile", () => {
  const missed = [];
  for (const kind of engine.kinds()) {
    const rot = kind.kind & 3,
      hit = new Set();
    for (let py = 5; py < 1000; py += 10)
      for (let px = 5; px < 1000; px += 10) hit.add(engine.segmentAt(kind.kind, rot, px, py));
    kind.segments.forEach((segment, i) => {
      const { px, py } = engine.foot(kind.kind, rot, i);
      assert.ok(px >= 0 && px <= 1000 && py >= 0 && py <= 1000);
      if (engine.path(kind.kind, rot, i) && !hit.has(i))
        missed.push(`${kind.id} ${rot} ${i} ${segment.kind}`);
    });
  }
  assert.deepEqual(missed, []);
});

test("pictures are whole SVG documents and the same each time", () => {
  for (const kind of engine.kinds()) {
    const svg = engine.tileSvg(kind.kind, 1, 2, "map");
    assert.ok(svg.startsWith("<svg") && svg.endsWith("</svg>") && svg.length < 24 * 1024, kind.id);
    assert.equal(engine.tileSvg(kind.kind, 1, 2, "map"), svg);
    assert.notEqual(engine.tileSvg(kind.kind, 1, 2, "plain"), svg);
  }
  for (const figure of ["small", "dragon", "count", "tower", "target"])
    assert.match(engine.figureSvg(figure, 2, "standing", 3), /^<svg.*<\/svg>$/s);
  assert.match(engine.cornerSvg(), /^<svg.*<use href="#au.*<\/svg>$/s);
});

test("a head is read: its rules, expansions and sets", () => {
  const text =
    "rules devir_pt\nseats 3\nswitch river RIVER_I\nexpansions tower inns-cathedrals\ntiles-only traders-builders";
  const head = engine.readHead(text);
  assert.equal(head.error, undefined);
  assert.equal(head.rules, "devir_pt");
  assert.deepEqual(head.expansions, ["inns-cathedrals", "tower"]);
  assert.deepEqual(head.tilesOnly, ["traders-builders"]);
  assert.deepEqual(head.sets, ["base", "river-1", "inns-cathedrals", "tower"]);
  const plain = engine.readHead("seats 2");
  assert.deepEqual([plain.rules, plain.expansions, plain.tilesOnly], ["grow", [], []]);
});

test("the dragon's walk says whose step it is; the fairy is named where there is one", () => {
  let steps = 0;
  for (let seed = 1; seed <= 3; seed++)
    randomGame("rules grow\nseats 4\nexpansions princess-dragon", seed, (game) => {
      const { walk, actor, hasFairy } = game.state();
      assert.equal(hasFairy, true);
      if (!walk) return;
      assert.equal(walk.order.length, walk.of);
      assert.equal(walk.order[walk.steps], actor);
      if (walk.steps) steps++;
    });
  assert.ok(steps > 20, `only ${steps} steps`);
  for (const none of ["seats 2", "seats 2\nexpansions princess-dragon\nswitch fairy OFF"])
    assert.equal(engine.create(`rules grow\n${none}`, [], "0".repeat(32)).state().hasFairy, false);
});

const noCatapult = expansions.includes("catapult") ? false : "this engine has no catapult";
test(
  "the catapult: ranges, flights, rounds; others hear of a toss only what they may",
  { skip: noCatapult },
  () => {
    const seen = { throw: 0, toss: 0, hands: 0, rests: 0, glimpses: 0, aims: 0 };
    let before, caught; // who tossed last, and to whom
    for (let seed = 1; seed <= 6; seed++)
      randomGame("rules grow\nseats 3\nexpansions catapult", seed, (game, chosen) => {
        const range = game.range(),
          { catapult, actor } = game.state();
        if (!range) return;
        seen[range.kind]++;
        assert.ok(catapult && range.x[0] < range.x[1] && range.y[0] < range.y[1]);
        assert.ok(catapult.throwers.length === 3 && catapult.throws.length <= 3);
        assert.equal(catapult.throwers[catapult.current], range.kind === "hands" ? before : actor);
        if (range.kind === "throw") {
          assert.equal(catapult.catcher, null);
          const half = 512,
            aim = [catapult.aim.x, catapult.aim.y].join(),
            others = game.state().figures.filter((one) => one.seat !== actor),
            fair = [1024 * catapult.fair.x + half, 1024 * catapult.fair.y + half].join();
          if (catapult.kind === "target" || !others.length) assert.equal(aim, fair);
          else if (aim !== fair) seen.aims++;
        }
        if (range.kind === "toss") caught = catapult.catcher;
        if (range.kind === "hands") assert.ok(catapult.catcher === caught && actor === caught);
        before = actor;
        seen.rests += catapult.throws.length;
        if (catapult.glimpse) seen.glimpses++;
        assert.equal(game.why(game.fallback()), null);
        if (range.kind === "throw") {
          const { stand, land, rest } = game.flight(chosen.stand, chosen.aim, chosen.power);
          assert.ok(
            Math.hypot(land.x - stand.x, land.y - stand.y) > 500 &&
              Math.hypot(rest.x - land.x, rest.y - land.y) > 10,
          );
          assert.equal(
            game.why(`throw stand ${range.stands - 1} aim ${range.x[1]} power ${range.y[1]}`),
            null,
          );
          assert.equal(game.why(`throw stand 0 aim ${range.x[1] + 1} power 0`).code, "THROW");
          const { events } = game.clone().play(chosen.text);
          assert.ok(
            events.some((event) => event.kind === "rest" && Number.isInteger(event.at.x)),
            JSON.stringify(events),
          );
        }
        if (range.kind === "toss") assert.match(game.clone().play(chosen.text).step, /^ glimpse \d,\d;$/);
      });
    for (const [what, n] of Object.entries(seen)) assert.ok(n > 0, what);
  },
);

test("setups: what plays, and why one does not", () => {
  assert.equal(engine.check("rules grow\nseats 2").tiles, 72);
  assert.equal(engine.check("rules grow\nseats 2").figures.small, 7);
  const wrong = engine.check("rules grow\nseats 6");
  assert.deepEqual([wrong.error.code, wrong.error.rule], ["SEATS", "BASE-1"]);
  assert.equal(engine.check("rules nobody\nseats 2").error.code, "PRESET");
  assert.throws(() => engine.create("rules grow\nseats 9", [], "1"), /one to five/);
  assert.ok(
    engine.presets().length >= 6 &&
      engine.switches().every((s) => s.values.length > 0) &&
      engine.sets().length >= 13,
  );
});

test("a setup that is refused says which one switch would mend it", () => {
  const setup = (switches) =>
    engine.check(
      ["rules grow", "seats 2", ...Object.entries(switches).map((one) => `switch ${one.join(" ")}`)].join(
        "\n",
      ) + "\nexpansions count",
    );
  const refused = setup({ river: "RIVER_BOTH" });
  assert.ok(refused.error);
  assert.deepEqual(
    refused.mends.map((one) => `${one.name} ${one.value}`),
    ["river OFF", "count_with_river ALLOW"],
  );
  for (const one of refused.mends)
    assert.equal(setup({ river: "RIVER_BOTH", [one.name]: one.value }).error, undefined);
  assert.deepEqual(
    engine.check("rules grow\nseats 6").mends.map((one) => one.name),
    ["max_players"],
  );
  assert.equal(engine.check("rules grow\nseats 2").mends, undefined, "nothing to mend");
});

test("the commitment of a game is text with its seed and its draws", () => {
  const text = engine.commitText("rules grow\nseats 2", "2a");
  assert.match(text, /^aude draw 1\nseed 0{30}2a\nfirst [01]\norder base\//);
  assert.equal(engine.commitText("rules nobody\nseats 2", "2a"), "");
});

test("computers play whole games by the list", () => {
  for (const { name } of engine.computers().slice(0, 3)) {
    const game = engine.create("rules grow\nseats 2\ndraws 12", [], "3");
    for (let n = 0; game.actions().length; n++) {
      const text = wouldDo(game, name, 20, n);
      assert.ok(
        game.actions().some((action) => action.text === text),
        `${name}: ${text}`,
      );
      game.play(text);
    }
    assert.ok(game.state().over);
  }
});

test("the players' weights are a file of their own; with them the Master plays otherwise, and the same again", async () => {
  const weights = readFileSync(wasmFile.replace(/wasm$/, "net")),
    seeing = await loadPlayers();
  assert.equal(seeing.sees(weights.subarray(1)), false, "weights of another size are refused");
  const choices = (with_) => {
    const game = with_.create("rules grow\nseats 2\ndraws 30", [], "5"),
      below = dice(5),
      all = [];
    for (let list = game.actions(); list.length; list = game.actions()) {
      all.push(game.choose("level-6", 0, 1));
      assert.equal(game.play(list[below(list.length)].text).error, undefined);
    }
    game.free();
    return all;
  };
  const plain = choices(await loadPlayers());
  assert.deepEqual(choices(seeing), plain, "what was refused is not seen by");
  assert.equal(seeing.sees(weights), true);
  const seen = choices(seeing);
  assert.notDeepEqual(seen, plain);
  assert.deepEqual(choices(seeing), seen);
});

test("games may be freed, copied and made again without end", () => {
  const game = engine.create("rules grow\nseats 2", [], "9");
  game.clone().free();
  const before = engine.bytes;
  for (let i = 0; i < 2000; i++) game.clone().free();
  assert.equal(engine.bytes, before);
  const copy = game.clone();
  copy.play(copy.actions()[0].text);
  assert.notEqual(copy.state().hash, game.state().hash);
});

test("sizes", (t) => {
  assert.ok(existsSync(wasmFile));
  const bytes = readFileSync(wasmFile);
  t.diagnostic(`aude.wasm: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
  assert.ok(gzipSync(bytes).length < 190 * 1024, "the module alone would take half of the page's bytes");
  const calls = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  assert.deepEqual(
    calls.filter((name) => /^bridge_(think|review)/.test(name)),
    [],
    "players come later, in the worker's module",
  );
});

test("the usual rulings go on top of any book, and what a book advises against is said", () => {
  const usual = engine.usual(),
    rulings = engine
      .switches()
      .filter((one) => one.ruling)
      .map((one) => one.name);
  assert.deepEqual(Object.keys(usual).sort(), [...rulings].sort());
  assert.ok(rulings.includes("barn_timing") && !rulings.includes("small_city"));
  const jcz = engine.presets().find((book) => book.name === "jcz");
  for (const name of rulings) assert.equal(usual[name], jcz.switches[name], name);
  assert.equal(engine.presets().find((book) => book.name === "bigbox_ro").switches.barn_timing, "AT_ONCE");

  const both = engine.check("rules bigbox_ro\nseats 2\nswitch river RIVER_I\nexpansions count");
  assert.equal(both.error, undefined);
  assert.deepEqual(
    both.advice.map((one) => one.rule),
    ["COC-23"],
  );
  assert.match(both.advice[0].sentence, /advises against/);
  assert.deepEqual(engine.check("rules bigbox_ro\nseats 2\nexpansions count").advice, []);
});

test("points are written as the book marks whole laps of the track", () => {
  for (const file of ["golden-04.aude", "golden-10.aude"]) {
    const { game } = opened(readFileSync(join(games, file), "utf8"));
    for (const seat of game.state().seats) {
      assert.ok(Array.isArray(seat.laps));
      assert.equal(
        seat.laps.reduce((sum, part) => sum + Number(part), 0),
        seat.points,
      );
      assert.equal(seat.laps.length > 1, seat.points >= 50, String(seat.laps));
    }
  }
});

test("a mayor who comes home after the dragon's last step was not eaten", () => {
  const steps = {
    // 3013: on its last step the dragon eats a small follower; then a city without shields is scored, and its mayor gets nothing.
    3013: [
      "lay 0,1 180|put small field ER SL SR WL|lay -1,1 180|put small road E W|lay 1,1 180|pass|lay 0,-1 180|put mayor city S|step W",
      ["small"],
    ],
    7192: [
      "lay -1,0 0|pass|lay -2,0 180|put mayor city N at 0,0|lay 0,-1 180|put small field NL ER WL WR",
      [],
    ],
  };
  for (const [seed, [moves, eaten]] of Object.entries(steps)) {
    const head = "rules bigbox_ro\nseats 2\nfirst 0\nexpansions princess-dragon abbey-mayor";
    const game = engine.create(head, [], seed.padStart(32, "0"));
    for (const move of moves.split("|")) assert.equal(game.play(move).error, undefined, move);
    const home = game.preview("step W").events.filter((event) => event.kind === "return");
    assert.deepEqual(
      home.map((event) => event.figure),
      [...eaten, "mayor"],
      "the mayor comes home, too",
    );
    assert.deepEqual(
      game.eaten("step W").map((event) => event.figure),
      eaten,
    );
    game.free();
  }
});
