// sharing.test.mjs -- what is made to be shared, without a page: the picture's text, names of files, the film's file, links, the viewer's reel.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { finished } from "../play/finished.mjs";
import { load, web } from "./load.mjs";
import { lastPicture, readGif, unpack as unpackLzw } from "./gif.mjs";

const { boardSvg } = await load("sharing/svg.ts");
const { chosen, times } = await load("sharing/film.ts");
const { Census, Colours, Gif, TRANSPARENT, lzw } = await load("sharing/gif.ts");
const { fileName, gameAt, playersOf, setsOf, subjectOf } = await load("sharing/subject.ts");
const { linkTo, viewerCode } = await load("sharing/links.ts");
const { pack, unpack } = await load("table/pack.ts");
const { wanted, fetchRecord } = await load("embed/source.ts");
const { Reel } = await load("embed/reel.ts");

const whole = await finished("here-unit", "rules grow\nseats 2", ["Ana", "Bruno"]);
const log = {
  head: whole.kept.entries[0].head,
  opening: whole.kept.entries[1].text,
  steps: whole.kept.entries.filter((entry) => entry.type === "step"),
  seats: [
    { name: "Ana", colour: 3 },
    { name: "Bruno", colour: 1 },
  ],
  created: 0,
};
const count = (text, what) => text.split(what).length - 1;

test("a picture has every tile and every figure of its moment, and no other", () => {
  for (const at of [0, 1, 20, 60, log.steps.length]) {
    const subject = subjectOf(log, at),
      game = gameAt(whole.engine, subject),
      state = game.state();
    const words = { players: playersOf(subject, state), line: "Aude" };
    const { text, width, height } = boardSvg(whole.engine, game, state, subject.colours, words);
    assert.equal(count(text, 'class="tile"'), state.laid.length, `tiles after ${at} steps`);
    assert.equal(count(text, 'class="figure"'), state.figures.length, `figures after ${at} steps`);
    assert.ok(text.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`));
    assert.equal(count(text, "<svg"), count(text, "</svg>"));
    const used = new Set([...text.matchAll(/(?:href="#|url\(#)([\w-]+)/g)].map((found) => found[1]));
    for (const id of used) assert.equal(count(text, ` id="${id}"`), 1, `${id} is drawn once`);
    assert.ok(width <= 1600 && height <= 2200, `${width} x ${height}`);
    game.free();
  }
});

test("the caption has names and points, and a name is never markup", () => {
  const subject = { ...subjectOf(log), names: ["<b>\"A&'", "x".repeat(31)] },
    game = gameAt(whole.engine, subject),
    state = game.state();
  const words = { players: playersOf(subject, state), line: "a & b" };
  const { text } = boardSvg(whole.engine, game, state, subject.colours, words);
  assert.ok(!text.includes("<b>") && text.includes("&#60;b&#62;&#34;A&#38;&#39;"));
  for (const seat of [0, 1]) assert.ok(text.includes(`>${state.seats[seat].points}</tspan>`));
  assert.equal(state.seats[0].points, whole.state.seats[0].points);
  const [dark, light] = [true, false].map(
    (dark) => boardSvg(whole.engine, game, state, subject.colours, words, { dark }).text,
  );
  assert.ok(light.includes('fill="#f7eed8"/><path') && dark.includes('fill="#31261b"/><path'));
  game.free();
});

test("files have plain names", () => {
  const when = new Date(2026, 10, 16, 12).getTime(),
    subject = { ...subjectOf(log), when };
  assert.equal(fileName(subject, "png"), "aude-2026-11-16-ana-bruno.png");
  assert.equal(fileName({ ...subject, turn: 12 }, "gif"), "aude-2026-11-16-ana-bruno-12.gif");
  const odd = ["Ștefan Ț.", "../../x", "", "日本", "a".repeat(40)];
  assert.equal(
    fileName({ ...subject, names: odd }, "svg"),
    `aude-2026-11-16-stefant-x-日本-${"a".repeat(16)}.svg`,
  );
  assert.deepEqual(setsOf(whole.engine, subject), []);
});

test("the packing of the film is read back as it was, whatever the pixels are", () => {
  let seed = 1;
  const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % n;
  for (const [what, n, colours] of [
    ["nothing", 0, 1],
    ["one", 1, 256],
    ["flat", 5000, 1],
    ["two colours", 70000, 2],
    ["noise", 20000, 256],
    ["little noise", 3 * 256 * 16, 7],
  ]) {
    const pixels = Uint8Array.from({ length: n }, () => random(colours));
    assert.deepEqual(unpackLzw([...lzw(pixels)], 8), [...pixels], what);
  }
  for (let n = 250; n < 270; n++) {
    const pixels = Uint8Array.from({ length: n }, (_, i) => i & 255); // sizes of codes change near here
    assert.deepEqual(unpackLzw([...lzw(pixels)], 8), [...pixels], `${n} pixels`);
  }
});

test("a film's file has the frames that were given, with their times, and goes round for ever", async () => {
  const census = new Census();
  census.add(Uint8ClampedArray.from([255, 0, 0, 255, 0, 0, 255, 255]));
  const colours = new Colours(census),
    [red, blue] = [colours.index(255, 0, 0), colours.index(0, 0, 255)];
  assert.notEqual(red, blue);
  assert.deepEqual([...colours.table.slice(3 * red, 3 * red + 3)], [255, 0, 0]);
  const gif = new Gif(3, 2, colours.table);
  gif.frame({ x: 0, y: 0, w: 3, h: 2 }, new Uint8Array(6).fill(red), 500);
  gif.frame({ x: 1, y: 1, w: 2, h: 1 }, Uint8Array.from([blue, TRANSPARENT]), 90);
  const read = readGif(new Uint8Array(await gif.end().arrayBuffer()));
  assert.deepEqual(
    read.frames.map(({ x, y, w, h, ms }) => [x, y, w, h, ms]),
    [
      [0, 0, 3, 2, 500],
      [1, 1, 2, 1, 90],
    ],
  );
  assert.deepEqual([...lastPicture(read)], [red, red, red, red, blue, red]);
  assert.equal(read.loops, 0);
  assert.deepEqual([gif.frames, gif.ms], [2, 590]);
});

test("a film is short whatever the game's length, and shows its beginning and its end", () => {
  for (const steps of [0, 1, 2, 30, 150, 160, 161, 400, 3000]) {
    const frames = chosen(0, steps),
      sum = times(frames.length).reduce((total, ms) => total + ms, 0);
    assert.ok(frames.length <= 160 && sum <= 20_500, `${steps} steps: ${frames.length} frames, ${sum} ms`);
    assert.deepEqual([frames[0], frames.at(-1)], [0, steps]);
    assert.deepEqual(
      frames,
      [...new Set(frames)].sort((a, b) => a - b),
    );
    if (steps < 160) assert.equal(frames.length, steps + 1, "every step");
  }
  assert.deepEqual(chosen(20, 23), [20, 21, 22, 23]);
});

test("a link that was cut or changed, or that unpacks to too much, is refused", async () => {
  const packed = await pack(whole.record);
  assert.equal(await unpack(packed), whole.record);
  for (const bad of [packed.slice(0, 100), packed.slice(0, -9), "%%%", `x${packed}`])
    await assert.rejects(
      unpack(bad).then((text) => {
        if (text === whole.record) return text;
        throw new Error("other text");
      }),
      bad.slice(0, 20),
    );
  const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString("base64url");
  await assert.rejects(unpack(bomb), /too long/);
});

test("links: short where a server knows the game, else with the record inside; a turn at the end", async () => {
  globalThis.document = { baseURI: "https://a.example/x/index.html?y#z" };
  const record = async () => whole.record,
    subject = subjectOf(log);
  assert.equal(await linkTo("k3m9", subject, record), "https://a.example/x/g/k3m9");
  assert.equal(await linkTo("k3m9", { ...subject, turn: 12 }, record), "https://a.example/x/g/k3m9/12");
  const long = await linkTo("", { ...subject, turn: 3 }, record);
  assert.equal(await unpack(/#\/r\/([^/]+)\/3$/.exec(long)[1]), whole.record);
  const code = await viewerCode("k3m9", { ...subject, turn: 7, names: ['"><script>'] }, record, "ro");
  assert.ok(
    code.startsWith('<iframe src="https://a.example/x/embed/?lang=ro#g=k3m9&at=7" title="&#34;'),
    code,
  );
  assert.ok(!code.includes("<script"));
  delete globalThis.document;
});

test("the viewer's address is read, and what is wrong with it is told", async () => {
  assert.deepEqual(wanted("#g=abc&at=12"), { packed: "", game: "abc", at: 12 });
  assert.deepEqual(wanted("#at=-1&r=x"), { packed: "x", game: "", at: null });
  assert.deepEqual(await fetchRecord(wanted(""), "http://x/"), { trouble: "none" });
  assert.deepEqual(await fetchRecord(wanted("#r=%25%25"), "http://x/"), { trouble: "damaged" });
  for (const bad of ["../secret", "a/b", "A", "a".repeat(16), "x?y"])
    assert.deepEqual(await fetchRecord({ packed: "", game: bad, at: null }, "http://x/"), {
      trouble: "unknown",
    });
  assert.deepEqual(await fetchRecord(wanted("#g=abc"), "http://127.0.0.1:9/"), { trouble: "line" });
});

test("the viewer says the same in five languages", () => {
  const read = (code) => JSON.parse(readFileSync(join(web, "src", "embed", "lang", `${code}.json`), "utf8"));
  const holes = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  const model = read("en");
  for (const code of ["es", "pt-BR", "pt-PT", "ro"]) {
    const told = read(code);
    assert.deepEqual(Object.keys(told).sort(), Object.keys(model).sort(), code);
    for (const [key, text] of Object.entries(told))
      assert.deepEqual(holes(text), holes(model[key]), `${code}: ${key}`);
  }
});

test("the viewer stands at the end of any turn, forwards and backwards; half a record is one line that is wrong", () => {
  const reel = Reel.open(whole.engine, whole.record);
  assert.equal(reel.turns, whole.state.turn);
  for (const turn of [reel.turns, 0, 5, 4, 30, 1, reel.turns]) {
    reel.goto(turn);
    assert.equal(reel.look().state.laid.length, turn + 1, `turn ${turn}: a tile each, and the first`);
  }
  reel.goto(999);
  assert.equal(reel.turn, reel.turns);
  assert.deepEqual(
    reel.look().state.seats.map((seat) => seat.points),
    whole.state.seats.map((seat) => seat.points),
  );
  reel.free();
  for (const bad of [
    "",
    "hello",
    whole.record.slice(0, 40),
    whole.record.replace(/lay [^;]+;/, "lay 90,90 0;"),
  ])
    assert.equal(typeof Reel.open(whole.engine, bad), "number", bad.slice(0, 20));
});
