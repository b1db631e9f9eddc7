// kept.test.mjs -- what this device keeps, in node: a store without room, damaged games, settings and lessons, and what older pages left.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./load.mjs";

/** A browser's store with so much room, in letters. */
class Shelf {
  all = new Map();
  room = Infinity;
  get length() {
    return this.all.size;
  }
  key(i) {
    return [...this.all.keys()][i] ?? null;
  }
  getItem(key) {
    return this.all.get(key) ?? null;
  }
  setItem(key, text) {
    const others = [...this.all].filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (used + key.length + text.length > this.room) throw new Error("QuotaExceededError");
    this.all.set(key, text);
  }
  removeItem(key) {
    this.all.delete(key);
  }
}
globalThis.localStorage = new Shelf();
const shelf = globalThis.localStorage;
const store = await load("store.ts");
const kept = await load("table/kept.ts");
const { remembered, usual: made } = await load("remembered.ts");
const lessons = await load("learn/progress.ts");

beforeEach(() => {
  shelf.room = Infinity;
  for (const key of store.names()) store.drop(key);
});

const game = (id, when, more = []) => ({
  id,
  when,
  seed: "1",
  setup: "rules grow",
  entries: [{ type: "open", seats: [{ name: "Ana" }] }, ...more],
});
const line = (id, when) => ({ id, when, over: false, names: ["Ana"] });

test("no room: the window remembers it, what was kept stays, and it is kept as soon as there is room", () => {
  assert.ok(kept.keepGame(game("here-a", 1), line("here-a", 1)));
  store.store("aude.filler", "x".repeat(500));
  shelf.room = [...shelf.all].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  const before = shelf.getItem("aude.table.here-a");
  assert.equal(kept.keepGame(game("here-a", 2, [{ type: "step" }]), line("here-a", 2)), false);
  assert.equal(kept.keepGame(game("here-b", 3), line("here-b", 3)), false);
  assert.equal(shelf.getItem("aude.table.here-a"), before);
  assert.equal(kept.wholeGame("here-a").entries.length, 2, "this window plays on with the newer one");
  assert.deepEqual(
    kept.kept().map((one) => one.id),
    ["here-b", "here-a"],
    "the list has what could not be kept",
  );
  assert.ok(kept.isUnkept("here-b"));
  store.drop("aude.filler");
  assert.ok(!kept.isUnkept("here-b") && !kept.isUnkept("here-a"));
  assert.equal(JSON.parse(shelf.getItem("aude.table.here-a")).entries.length, 2);
  assert.ok(shelf.getItem("aude.table.here-b"));
});

test("newest first, in whatever order they were written", () => {
  for (const [id, when] of [
    ["here-new", 30],
    ["here-old", 10],
    ["here-mid", 20],
  ])
    kept.keepGame(game(id, when), line(id, when));
  assert.deepEqual(
    kept.kept().map((one) => one.id),
    ["here-new", "here-mid", "here-old"],
  );
});

test("a damaged index costs no game; what is no game is listed, so that it can be deleted", () => {
  shelf.setItem("aude.table.here-good", JSON.stringify(game("here-good", 5)));
  shelf.setItem("aude.table.here-bad", "{]");
  shelf.setItem("aude.table.elsewhere", "1");
  shelf.setItem(
    "aude.tables",
    JSON.stringify([
      null,
      5,
      "x",
      [],
      { id: 7, names: [] },
      { id: "here-x", names: [null] },
      { ...line("here-y", "soon"), colours: "red", points: [null], turn: "two" },
    ]),
  );
  const list = kept.kept();
  assert.deepEqual(list.map((one) => one.id).sort(), ["here-bad", "here-good", "here-y"]);
  const odd = list.find((one) => one.id === "here-y");
  assert.deepEqual([odd.when, odd.colours, odd.points, odd.turn], [0, undefined, undefined, undefined]);
  assert.equal(kept.wholeGame("here-bad"), null);
  for (const text of ["null", "5", "[]", '"x"', "{]"]) {
    shelf.setItem("aude.tables", text);
    assert.equal(kept.kept().length, 2, text);
  }
});

const usual = made("en");
const choice = { rules: "grow", seats: [{ kind: "here", name: "Ana", colour: 1, level: "" }] };

test("settings: each damaged one falls back by itself, and it is told", () => {
  const bad = {
    language: "xx",
    theme: 1,
    contrast: "",
    sound: "yes",
    speed: "fast",
    atOnce: 1,
    wheelTurns: null,
    leftHanded: 0,
    notify: [],
    name: 5,
    vibrate: "",
    pointsOnly: {},
    tools: "last",
    choice: 5,
    favourites: 7,
    pace: -1,
  };
  for (const [key, value] of Object.entries(bad)) {
    const read = remembered(
      JSON.stringify({ [key]: value, ...(key === "sound" ? {} : { sound: false }) }),
      usual,
    );
    assert.deepEqual(read.settings[key], usual[key], key);
    assert.ok(read.lost, key);
    if (key !== "sound") assert.equal(read.settings.sound, false, `${key} costs no other`);
  }
  for (const text of ["null", "5", "[]", "{]", '"x"'])
    assert.deepEqual(remembered(text, usual), { settings: usual, lost: true }, text);
  for (const wrong of [{}, { rules: "grow" }, { rules: "grow", seats: 5 }, { rules: "grow", seats: [null] }])
    assert.equal(remembered(JSON.stringify({ choice: wrong }), usual).settings.choice, null);
  const some = remembered(JSON.stringify({ favourites: [{ name: "Friday", choice }, null] }), usual);
  assert.deepEqual(some, { settings: { ...usual, favourites: [{ name: "Friday", choice }] }, lost: true });
});

test("settings of older pages are read, and nothing is said", () => {
  assert.deepEqual(remembered(null, usual), { settings: usual, lost: false });
  assert.deepEqual(remembered(JSON.stringify({ left: true, language: "ro", choice }), usual), {
    settings: { ...usual, leftHanded: true, language: "ro", choice },
    lost: false,
  });
});

test("lessons: what cannot be read falls back and is told; what older pages kept is read", () => {
  const old = { done: ["road"], at: { city: 1 }, last: "city" };
  assert.deepEqual(lessons.readProgress(JSON.stringify(old)), { kept: { ...old, skipped: {} }, lost: false });
  assert.equal(lessons.readProgress(null).lost, false);
  for (const text of ["x", "null", "5", "[]"]) assert.ok(lessons.readProgress(text).lost, text);
  const bad = {
    done: ["road", 5],
    at: { city: "x", field: 2, home: -1 },
    last: 3,
    skipped: { city: [0, "a"] },
  };
  assert.deepEqual(lessons.readProgress(JSON.stringify(bad)), {
    kept: { done: ["road"], at: { field: 2 }, last: "", skipped: {} },
    lost: true,
  });
});

test("a lesson with a step left out is not done until that step is", () => {
  const empty = () => ({ done: [], at: {}, last: "", skipped: {} });
  let now = lessons.marked(empty(), "city", 1, true);
  now = lessons.after(now, "city", 3, 3);
  assert.deepEqual(now.done, []);
  assert.equal(now.at.city, 1, "it goes on where something was left out");
  now = lessons.after(lessons.marked(now, "city", 1, false), "city", 3, 3);
  assert.deepEqual([now.done, now.at, now.skipped], [["city"], {}, {}]);
  now = lessons.after(lessons.marked(now, "city", 0, true), "city", 3, 3);
  assert.deepEqual(now.done, ["city"], "what was done once stays done");
});
