// board.test.mjs -- the board's plain parts: the camera, what is offered where, what lies under the pointer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "./load.mjs";

const engine = await loadEngine();
const { Camera, SMALLEST, WHOLE, bounds, bringing, fitting, inside, pictured } =
  await load("board/camera.ts");
const { offers, turnedOffer, nextTurn } = await load("board/offers.ts");
const { hit } = await load("board/hit.ts");
const { standings, figureBox } = await load("board/figures.ts");
const { bucket } = await load("board/tiles.ts");
const { clearSpot } = await load("board/overlay.ts");
const { story } = await load("board/story.ts");

function camera(w = 1000, h = 800, dpr = 1) {
  return Object.assign(new Camera(), { w, h, dpr });
}
const none = { top: 0, right: 0, bottom: 0, left: 0 };

// A game of a few sets, played by a fixed rule until `stop` says so.
function played(head, stop, seed = 5) {
  const game = engine.create(head, [], seed.toString(16));
  let n = 0;
  for (let list = game.actions(); list.length; list = game.actions()) {
    if (stop(game, list)) return { game, list };
    game.play(list[(n++ * 7 + 3) % list.length].text);
  }
  throw new Error("the game ended first");
}

test("zooming keeps what is under the pointer, and screen and world are each other's inverse", () => {
  const cam = camera(),
    at = cam.toWorld(730, 210);
  cam.zoomAt(1.7, 730, 210);
  const now = cam.toScreen(at.x, at.y);
  assert.ok(Math.abs(now.x - 730) < 1e-9 && Math.abs(now.y - 210) < 1e-9);
  cam.zoomAt(100, 0, 0);
  assert.equal(cam.s, 300);
  cam.zoomAt(1e-6, 0, 0);
  assert.equal(cam.s, 22);
});

test("at rest tiles have whole device pixels and lie on them, and neighbours share an edge always", () => {
  for (const dpr of [1, 1.25, 1.5, 2, 3]) {
    const cam = camera(977, 613, dpr);
    cam.place = { x: 3.217, y: -1.881, s: 93.37 };
    for (let x = -5; x < 5; x++) assert.ok(cam.col(x + 1) - cam.col(x) >= Math.floor(93.37 * dpr));
    cam.settle();
    for (let x = -5; x < 5; x++) {
      assert.ok(
        Math.abs(cam.px(x) - Math.round(cam.px(x))) < 1e-6 &&
          Math.abs(cam.py(x) - Math.round(cam.py(x))) < 1e-6,
        `${dpr}`,
      );
      assert.equal(cam.col(x + 1) - cam.col(x), Math.round(93.37 * dpr));
    }
  }
});

test("fit shows all tiles and a ring, clear of the insets", () => {
  const tiles = [
      { x: -3, y: 2 },
      { x: 4, y: -5 },
    ],
    inset = { top: 96, right: 280, bottom: 70, left: 20 },
    cam = camera(1440, 900);
  cam.place = fitting(cam, bounds(tiles), inset);
  const seen = cam.seen(inset);
  assert.equal(
    inside(seen, [
      { x: -4, y: -6 },
      { x: 5, y: 3 },
    ]),
    2,
  );
  assert.ok(cam.s > 60 && cam.s <= 132);
  assert.equal(fitting(cam, bounds([{ x: 0, y: 0 }]), none).s, 132, "a small board is not blown up");
  // a large one on a phone: in play tiles stay large enough to press, afterwards all of it is seen
  const large = [
      { x: -11, y: -7 },
      { x: 12, y: 6 },
    ],
    small = camera(362, 388);
  small.place = fitting(small, bounds(large, 0), none);
  assert.equal(small.s, SMALLEST);
  assert.equal(inside(small.seen(none), large), 0);
  small.least = WHOLE;
  small.place = fitting(small, bounds(large, 0), none);
  assert.equal(inside(small.seen(none), large), 2);
  small.zoomAt(1e-6, 0, 0);
  assert.equal(small.s, WHOLE);
});

test("bringing cells into view moves no more than it must", () => {
  const cam = camera();
  assert.deepEqual(bringing(cam, bounds([{ x: 0, y: 0 }], 0), none), cam.place);
  const to = bringing(cam, bounds([{ x: 8, y: 0 }], 0), none);
  cam.place = to;
  const seen = cam.seen(none);
  assert.ok(Math.abs(seen.x1 - 9) < 1e-9 && to.y === 0.5 && to.s === 96);
});

test("a ghost is always legal: the wanted turn or the next one round", () => {
  const list = [{ rot: 1 }, { rot: 3 }];
  assert.equal(turnedOffer(list, 1).rot, 1);
  assert.equal(turnedOffer(list, 2).rot, 3);
  assert.equal(turnedOffer(list, 0).rot, 1);
  assert.equal(nextTurn(list, 1, 1).rot, 3);
  assert.equal(nextTurn(list, 3, 1).rot, 1);
  assert.equal(nextTurn([{ rot: 2 }], 2, 1), null);
});

test("every action with a place is offered on the map, and pressing it finds it", () => {
  const all = "rules grow\nseats 2\nexpansions inns-cathedrals princess-dragon tower abbey-mayor count",
    seen = new Set();
  const places = new Set([
    "lay",
    "put",
    "tower",
    "fairy",
    "remove",
    "capture",
    "step",
    "barn",
    "move",
    "abbey",
    "send",
    "enter",
    "count",
  ]);
  for (let seed = 1; seed <= 12; seed++) {
    try {
      played(
        all,
        (game, list) => {
          if (game.state().laid.length < 20) return false;
          const state = game.state(),
            found = offers(engine, state, list),
            laid = new Map(state.laid.map((tile) => [`${tile.x},${tile.y}`, tile]));
          const scene = {
            engine,
            state,
            offers: found,
            laid,
            standing: standings(engine, state, [0, 1]),
            ghost: null,
            s: 200,
            box: figureBox(200),
          };
          const offered = new Set(
            [...found.cells.values()]
              .flat()
              .concat(
                found.areas.map((a) => a.action),
                found.spots.map((s) => s.action),
                found.steps,
              )
              .map((action) => action.text),
          );
          for (const action of list) {
            if (!places.has(action.kind)) continue;
            assert.ok(offered.has(action.text), action.text);
            seen.add(action.kind);
          }
          for (const spot of found.spots) {
            const y = spot.what === "figure" ? spot.y - 0.12 : spot.y,
              got = hit(scene, spot.x, y, 0);
            assert.ok(got.what === "action", `${spot.action.text}: ${got.what}`);
          }
          for (const { action, x, y } of found.spots)
            if (action.kind === "barn")
              assert.deepEqual([x, y], [action.x, action.y], "a barn stands on the corner");
          for (const step of found.steps)
            assert.equal(hit(scene, step.x + 0.5, step.y + 0.5, 0).action?.text, step.text);
          for (const [key, lays] of found.cells) {
            const [x, y] = key.split(",").map(Number);
            assert.deepEqual(hit(scene, x + 0.4, y + 0.6, 0).list, lays);
          }
          return false;
        },
        seed,
      );
    } catch (fault) {
      if (fault.message !== "the game ended first") throw fault;
    }
  }
  for (const kind of ["lay", "put", "tower", "fairy", "capture", "step", "barn", "enter", "count"])
    assert.ok(seen.has(kind), `${kind} never came up`);
});

test("a point of a tile is the segment drawn there; a legal area comes first, a bare cell is empty", () => {
  const { game, list } = played(
    "rules grow\nseats 2",
    (game, list) =>
      game.state().laid.length > 12 && list.filter((action) => action.kind === "put").length > 2,
  );
  const state = game.state(),
    laid = new Map(state.laid.map((tile) => [`${tile.x},${tile.y}`, tile]));
  const scene = (actions) => ({
    engine,
    state,
    offers: offers(engine, state, actions),
    laid,
    standing: [],
    ghost: null,
    s: 120,
    box: figureBox(120),
  });
  let areas = 0;
  for (let py = 0.005; py < 1; py += 0.05)
    for (let px = 0.005; px < 1; px += 0.05) {
      const tile = state.laid.at(-1),
        segment = engine.segmentAt(tile.kind, tile.rot, 1000 * px, 1000 * py);
      const bare = hit(scene([]), tile.x + px, tile.y + py, 0),
        offered = hit(scene(list), tile.x + px, tile.y + py, 0);
      assert.equal(bare.what, segment === null ? "tile" : "feature");
      if (segment !== null) assert.equal(bare.segment, segment);
      const put = list.find((action) => action.kind === "put" && action.segment === segment);
      if (put && segment !== null) assert.equal(offered.action?.segment, segment, String(areas++));
    }
  assert.ok(areas > 50);
  assert.deepEqual(hit(scene([]), 40.5, 40.5, 0), { what: "empty", x: 40, y: 40 });
});

test("figures keep their size between 26 and 64 px, whatever the scale", () => {
  const height = (s) => (figureBox(s) / 0.48) * 0.23;
  assert.ok(Math.abs(height(30) - 26) < 0.1 && Math.abs(height(300) - 64) < 0.1);
  assert.ok(height(160) > 26 && height(160) < 64);
});

test("bitmaps are drawn no smaller than shown", () => {
  for (const px of [10, 24, 25, 97, 128, 400])
    assert.ok(bucket(px) >= px && bucket(px) <= Math.max(24, 1.34 * px));
});

test("a stamp keeps clear of figures", () => {
  const places = [
    { x: 0.5, y: 0.5 },
    { x: 1.5, y: 0.5 },
    { x: 2.5, y: 0.5 },
  ];
  assert.deepEqual(clearSpot(places, []), places[1]);
  assert.deepEqual(
    clearSpot(places, [
      { x: 1.5, y: 0.6 },
      { x: 0.6, y: 0.6 },
    ]),
    places[2],
  );
});

test("a throw becomes one flight with its hits", () => {
  const events = [
    { kind: "throw", seat: 2, at: { x: 1, y: 2 } },
    { kind: "scatter", seat: 2 },
    { kind: "land", seat: 2, at: { x: 30, y: 40 } },
    { kind: "rest", seat: 2, at: { x: 50, y: 60 } },
    { kind: "hit", seat: 0, points: 0, at: { x: 51, y: 61 } },
    { kind: "hit", seat: 1, points: 1, at: { x: 70, y: 80 } },
  ];
  assert.deepEqual(story(events), [
    {
      kind: "throw",
      seat: 2,
      from: { x: 1, y: 2 },
      land: { x: 30, y: 40 },
      rest: { x: 50, y: 60 },
      hits: [
        { x: 51, y: 61, chain: 0 },
        { x: 70, y: 80, chain: 1 },
      ],
    },
  ]);
});

test("needle and bar stay within their range, and point where they should", async () => {
  const { aimTo, needleAt, powerAt, powerTo } = await load("catapult/meter.ts");
  for (let ms = 0; ms < 20000; ms += 37)
    for (const steps of [false, true]) {
      assert.ok(Math.abs(needleAt(ms, steps)) <= 64, String(needleAt(ms, steps)));
      assert.ok(powerAt(ms, steps) >= 0 && powerAt(ms, steps) <= 1023);
    }
  assert.deepEqual([powerAt(0), powerAt(1500), powerAt(3000)], [0, 1023, 0]);
  assert.deepEqual([needleAt(0), needleAt(400), needleAt(1200)], [0, 64, -64]);
  assert.equal(aimTo({ x: 512, y: -1000 }, { x: 512, y: 512 }), 1024, "from the north the fair lies south");
  assert.equal(aimTo({ x: -1000, y: 512 }, { x: 512, y: 512 }), 0);
  assert.equal(
    powerTo((power) => 2 * power, 400),
    200,
  );
});

test("all boards of a page share their pictures; one that is gone hears nothing", async () => {
  const { Pictures } = await load("board/tiles.ts"),
    here = {},
    there = {};
  assert.equal(Pictures.of(here), Pictures.of(here));
  assert.notEqual(Pictures.of(here), Pictures.of(there));
  const heard = [],
    shared = Pictures.of(here),
    leave = shared.join(
      () => heard.push("first"),
      () => false,
    );
  shared.join(
    () => heard.push("second"),
    () => true,
  );
  shared.changed();
  leave();
  shared.changed();
  assert.deepEqual(heard, ["first", "second", "second"]);
});

/** Where a pen touches the edge of a sketch, and in which colour: the middle of each stroke's outer end. */
function strokes(draw) {
  let at = [1, 0, 0, 1, 0, 0];
  const found = [],
    kept = [];
  const touch = (x, y) =>
    found.push({ x: at[0] * x + at[2] * y + at[4], y: at[1] * x + at[3] * y + at[5], colour: pen.fillStyle });
  const pen = {
    save: () => kept.push(at),
    restore: () => (at = kept.pop()),
    setTransform: (...all) => (at = all),
    resetTransform: () => (at = [1, 0, 0, 1, 0, 0]),
    rotate(turn) {
      const [a, b, c, d, e, f] = at,
        [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      at = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f];
    },
    fillRect: (x, y, w) => x < 0 && touch(x + w / 2, y), // the ground begins at 0, 0
    beginPath: () => {},
    moveTo: (x, y) => touch(x + 0.5, y),
    lineTo: () => {},
    fill: () => {},
  };
  draw(pen);
  return found;
}

test("a tile's sketch has its cities and roads where the tile has them, in every turn", async () => {
  const { drawSketch, SKETCH } = await load("board/sketch.ts");
  for (const [at, info] of engine.kinds().entries()) {
    assert.equal(info.kind, at, "a kind is its place in the list");
    const sides = info.segments.flatMap(({ kind, sides }) =>
      kind === "city" || kind === "road" ? [0, 1, 2, 3].filter((side) => (sides >> side) & 1) : [],
    );
    for (let rot = 0; rot < 4; rot++) {
      const drawn = strokes((pen) => drawSketch(pen, info.segments, rot, ""));
      assert.equal(drawn.length, sides.length, `${info.id}: one stroke a side`);
      const inside = (one) => 500 + 970 * (one / SKETCH - 0.5);
      for (const { x, y, colour } of drawn) {
        const { kind } = info.segments[engine.segmentAt(info.kind, rot, inside(x), inside(y))];
        const wanted = kind === "city" ? "#b4684a" : "#efe0b8";
        assert.equal(colour, wanted, `${info.id}, turned ${rot}: a ${kind} at ${x}, ${y}`);
      }
    }
  }
});

test("a small picture of a large map is whole", () => {
  const tiles = Array.from({ length: 90 }, (_, i) => ({ x: (i % 45) - 20, y: -(i % 30) }));
  for (const [w, h, dpr] of [
    [96, 64, 1],
    [120, 90, 2],
    [390, 240, 3],
  ]) {
    const cam = camera(w, h, dpr),
      box = bounds(tiles, 0.3);
    cam.place = pictured(cam, box, { top: 0, right: 0, bottom: 0, left: 0 }, 40);
    cam.settle();
    const { s, x, y } = cam.place;
    assert.ok((x - box.x0) * s <= w / 2 + 1 && (box.x1 - x) * s <= w / 2 + 1, `${w}x${h}: nothing is cut`);
    assert.ok((y - box.y0) * s <= h / 2 + 1 && (box.y1 - y) * s <= h / 2 + 1, `${w}x${h}: nothing is cut`);
  }
});
