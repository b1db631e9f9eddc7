// analysis.test.mjs -- trees of variations without a browser: links that hold everything, what a cut one says, rows, thoughts that add up.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, loadEngine, root } from "./load.mjs";

const engine = await loadEngine();
const { Tree } = await load("analysis/tree.ts");
const { addressOf, openLink } = await load("analysis/link.ts");
const { rowsOf } = await load("analysis/rows.ts");
const { alike, different, merged } = await load("analysis/merge.ts");
const record = (name) => readFileSync(join(root, "tests", name), "utf8");
const opened = (text) => {
  const tree = Tree.open(engine, text);
  assert.ok(tree instanceof Tree, JSON.stringify(tree));
  return tree;
};
const packedOf = async (tree, at = 0) => (await addressOf(tree, at)).split("/")[2];

/** `n` variations of up to `long` moments, at moments spread over the game. */
function grow(tree, n, long) {
  let dice = 1;
  const any = (most) => (dice = (dice * 48271) % 2147483647) % most;
  const size = tree.moments.length;
  for (let made = 0, tries = 0; made < n && tries < 40 * n; tries++) {
    let at = any(size);
    const before = tree.moments.length;
    for (let k = 0; k < long; k++) {
      const { game } = engine.open(tree.way(at));
      const list = game.state().over ? [] : game.actions();
      game.free();
      if (!list.length) break;
      at = tree.add(at, list[any(list.length)].text);
      assert.equal(typeof at, "number", JSON.stringify(at));
    }
    if (tree.moments.length > before) made++;
  }
}

test("a link of a whole game with ten variations is below 4 KB, one of a position below 2,000 letters", async () => {
  const tree = opened(record("conformance/valid/whole-grow.aude"));
  grow(tree, 10, 12);
  tree.note(5, "Two lines,\nand a sign: é – ț");
  const link = await addressOf(tree, 40);
  assert.ok(link.length < 4096, `${link.length} letters`);
  const position = opened(tree.way(200));
  assert.ok((await addressOf(position, 0)).length < 2000);
  for (const name of ["golden-03", "golden-07", "golden-12"]) {
    const large = opened(record(`games/${name}.aude`));
    const letters = (await addressOf(large, 0)).length;
    assert.ok(letters < 1000, `${name}: the last position of a large game takes ${letters} letters`);
    large.free();
  }
  position.free();
  tree.free();
});

test("what a link holds is what was put into it, for every set", async () => {
  const names = [
    "whole-devir-es",
    "set-tower",
    "set-catapult",
    "set-count",
    "set-abbey-mayor",
    "set-river-1",
  ];
  for (const name of names) {
    const tree = opened(record(`conformance/valid/${name}.aude`));
    grow(tree, 6, 5);
    tree.note(0, "the beginning");
    const at = tree.moments.length - 1;
    const [, , packed, number] = (await addressOf(tree, at)).split("/");
    const again = await openLink(engine, packed);
    assert.ok(again instanceof Tree, `${name}: ${JSON.stringify(again)}`);
    assert.deepEqual(again.packed(Number(number)), tree.packed(at), name);
    assert.equal(again.way(Number(number)), tree.way(at), name);
    assert.equal(again.real, true, "a game that is over stays as it was played");
    again.free();
    tree.free();
  }
});

test("a link that is cut says how far it goes; a damaged one what does not hold, and where", async () => {
  const tree = opened(record("conformance/valid/whole-grow.aude"));
  const packed = await packedOf(tree);
  const cut = await openLink(engine, packed.slice(0, packed.length >> 1));
  assert.equal(cut.whole, false);
  assert.ok(cut.moments > 20 && cut.moments < 213 && cut.turn > 5 && cut.turn < 71, JSON.stringify(cut));
  for (let n = 1; n < packed.length; n += 97)
    assert.ok(
      !((await openLink(engine, packed.slice(0, n))) instanceof Tree),
      `${n} letters are a whole link`,
    );
  assert.equal((await openLink(engine, "")).moments, 0);
  assert.equal((await openLink(engine, "what?")).moments, 0);
  // a letter that is wrong on its way: refused, with a place that is not behind it
  const letters = [...packed];
  letters[packed.length - 40] = letters[packed.length - 40] === "A" ? "B" : "A";
  const damaged = await openLink(engine, letters.join(""));
  assert.ok(!(damaged instanceof Tree), "a damaged link is a whole one");
  assert.equal(damaged.whole, true);
  assert.ok(damaged.moments < tree.moments.length && damaged.error.code !== "OK", JSON.stringify(damaged));
  // what stands before the actions: the engine's own refusal, and a moment that there is not
  const { text, moves } = tree.packed(0);
  const seats = Tree.ofPack(engine, text.replace("seats 2", "seats 9") + moves);
  assert.deepEqual([seats.whole, seats.moments, seats.error.code], [true, 0, "SEATS"]);
  const nowhere = Tree.ofPack(engine, text.replace("lines 0:", "lines 7:") + moves);
  assert.deepEqual([nowhere.whole, nowhere.moments, nowhere.error.code], [true, 0, "TREE_MOMENT"]);
  tree.free();
});

test("promote, remove, a note; a record with its seed keeps it and its own lines", () => {
  const source = record("conformance/trees/seed.aude");
  const tree = opened(source);
  assert.equal(tree.record(), source);
  const line = tree.moments.find((one) => !one.played && one.id > 0);
  assert.equal(tree.remove(tree.moments[1].id), false, "what was played stays");
  assert.ok(tree.note(line.id, "better"));
  assert.match(tree.record(), /^seed 0+7$/m);
  assert.match(tree.record(), /\n#note 1\.1 better\n/);
  assert.equal(opened(tree.record()).record(), tree.record());
  assert.ok(tree.remove(line.id));
  assert.ok(!tree.record().includes("#line"));
  const bad = Tree.open(engine, record("conformance/trees/bad-detached.aude"));
  assert.deepEqual([bad.code, bad.rule, bad.line], ["DETACHED", "BASE-10", 18]);
  tree.free();
});

test("rows: one for what belongs together, variations below what they replace", () => {
  const tree = opened(record("conformance/trees/hidden.aude"));
  const rows = rowsOf(tree.moments);
  assert.deepEqual(
    rows.flatMap((row) => row.moments).sort((a, b) => a - b),
    tree.moments.slice(1).map((one) => one.id),
    "every moment stands in one row",
  );
  const first = rows.findIndex((row) => row.depth === 1);
  assert.equal(tree.moments[rows[first].moments[0]].words, "lay 1,-1 180");
  assert.equal(tree.moments[rows[first - 1].moments[0]].words, "lay 0,-2 180");
  assert.ok(
    rows.some((row) => row.depth === 1 && tree.moments[row.moments[0]].words === "draw base/monastery"),
  );
  tree.free();
});

test("two thoughts are one of all their playouts", () => {
  const one = (line, playouts, difference, error, win) => ({
    line: [line],
    playouts,
    difference,
    error,
    win,
    exact: false,
  });
  const [a, b] = merged([one("x", 100, 2, 0.4, 0.6), one("y", 10, 9, 3, 0.9)], [one("x", 300, 4, 0.2, 0.7)]);
  assert.deepEqual([a.playouts, a.difference], [400, 3.5]);
  assert.ok(Math.abs(a.error - Math.hypot(40, 60) / 400) < 1e-9 && Math.abs(a.win - 0.675) < 1e-9);
  assert.equal(b.line[0], "y", "what was dropped at once does not come first by luck");
  assert.deepEqual(merged([], [one("z", 0, 1, -1, 0.5)])[0].error, -1);
});

test("turns that look alike are one candidate: a monastery lies four times the same, a straight road twice, a city never", () => {
  const tile = (id) => engine.kinds().find((one) => one.id === `base/${id}`),
    said = (words) => engine.said(words),
    lines = (...list) => list.map((line) => ({ line: line.split("; ") })),
    left = (id, ...list) => different(lines(...list), tile(id), said).map((one) => one.line.join("; "));
  assert.deepEqual(
    ["monastery", "road-straight", "city-city-opposite", "city", "crossing4", "city-city-adjacent"].map(
      (id) => alike(tile(id)),
    ),
    [4, 2, 2, 1, 4, 1],
  );
  const turns = [
    "lay 1,0 0; pass",
    "lay 1,0 90; pass",
    "lay 1,0 180; pass",
    "lay 2,0 0; pass",
    "lay 1,0 0; put small monastery",
  ];
  assert.deepEqual(left("monastery", ...turns), [turns[0], turns[3], turns[4]]);
  assert.deepEqual(left("road-straight", ...turns), [turns[0], turns[1], turns[3], turns[4]]);
  assert.deepEqual(left("city", ...turns), turns);
  assert.deepEqual(different(lines("pass", "put small city N"), null, said).length, 2);
});

test("a link that is cut anywhere says so, or still has every moment", async () => {
  const text = record("conformance/valid/hidden-without-hashes.aude"),
    tree = opened(text.replace(/^end .*$/m, "end 20 20; hash ad9fb3e9dfb71be8")),
    packed = await packedOf(tree, 5);
  for (let n = 0; n < packed.length; n++) {
    const got = await openLink(engine, packed.slice(0, n));
    if (got instanceof Tree) {
      assert.equal(got.moments.length, tree.moments.length, `cut after ${n} letters`);
      got.free();
    } else assert.equal(got.whole, false, `cut after ${n} letters: ${JSON.stringify(got)}`);
  }
  tree.free();
});
