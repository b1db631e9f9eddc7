// box.mjs -- a clerk for the tests: tells the companion a recorded game by touches alone, and counts them.
import assert from "node:assert/strict";
import { engine, patience } from "./hands.mjs";

/** A record as the clerk hears it: one entry a turn, { seat, told: [words, ...] }. */
export function turnsOf(record) {
  const play = record.slice(record.indexOf("\nplay\n") + 6);
  return play
    .split("\n")
    .filter((line) => line.startsWith("turn "))
    .map((line) => {
      const [head, rest] = [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)];
      const told = rest
        .split(";")
        .map((one) => one.trim())
        .filter((one) => one && !/^(hash|discard|rest|reshuffle|aside|river-end)\b/.test(one));
      return { seat: Number(head.split(" ").at(-1)), told };
    });
}
export const pointsOf = (record) => /\nend ([-\d ]+);/.exec(record)[1].trim().split(" ").map(Number);

/** The sides of a tile of this kind turned so: ["city", "road", ...] from the north. */
export async function sidesOf(id, rot) {
  const { segments } = (await engine()).kinds().find((kind) => kind.id === id);
  const sides = ["field", "field", "field", "field"];
  for (const part of segments)
    if (part.kind === "road" || part.kind === "city")
      for (let side = 0; side < 4; side++) if ((part.sides >> side) & 1) sides[side] = part.kind;
  return sides.map((_, side) => sides[(side - rot + 4) % 4]);
}

export class Clerk {
  taps = 0;
  constructor(made) {
    this.made = made;
  }
  async tap(where) {
    await this.made.locator(where).first().tap();
    this.taps++;
  }
  at = () => this.made.evaluate(() => Number(document.querySelector(".clerk")?.dataset.at ?? 1e6));
  /** What the page has kept of this game. */
  kept = () =>
    this.made.evaluate(() =>
      JSON.parse(localStorage.getItem(`aude.table.${/box-\w+/.exec(location.hash)[0]}`)),
    );
  told = async () => (await this.kept()).told.map((line) => line.split(" ").slice(3).join(" "));

  /** The page has taken what was told last. */
  async until(n) {
    await this.made.waitForFunction(
      (n) => {
        const id = /box-\w+/.exec(location.hash)[0];
        const shown = document.querySelector(".clerk")?.dataset.at;
        const { told } = JSON.parse(localStorage.getItem(`aude.table.${id}`));
        return told.length >= n && (document.querySelector(".end") || Number(shown) === told.length);
      },
      n,
      { timeout: patience, polling: 20 },
    );
  }

  /** The tile by its sides as it lies on the table, until few enough are left to press the right one. */
  async draw(id, rot) {
    const { made } = this,
      before = (await this.told()).length,
      few = 10; // two rows of pictures
    let told = 0;
    for (const side of await sidesOf(id, rot)) {
      const n = await made.locator(".picker li").count();
      if (n <= few) break;
      await this.tap(`.picker [data-edge="${side}"]`);
      told++;
      await made.waitForFunction(
        ([told, before]) => {
          const id = /box-\w+/.exec(location.hash)[0];
          const kept = JSON.parse(localStorage.getItem(`aude.table.${id}`));
          return kept.told.length > before || document.querySelectorAll(".pad .told").length === told;
        },
        [told, before],
        { timeout: patience, polling: 15 },
      );
      if ((await this.told()).length > before) break;
    }
    if ((await this.told()).length === before) await this.tap(`.picker [data-kind="${id}"]`);
    await this.until(before + 1);
    assert.equal((await this.told())[before], `draw ${id}`, "the tile that was told");
  }
  /** The cell on the map; then, if it came to lie otherwise, it is turned. */
  async lay(words) {
    const { made } = this,
      before = (await this.told()).length,
      [, x, y, degrees] = /^lay (-?\d+),(-?\d+) (\d+)$/.exec(words);
    const point = await this.point(Number(x) + 0.5, Number(y) + 0.5);
    await made.touchscreen.tap(point.x, point.y);
    this.taps++;
    await this.until(before + 1);
    const id = (await this.told())[before - 1].slice(5);
    const want = (await sidesOf(id, Number(degrees) / 90)).join();
    for (let turns = 0; turns < 4; turns++) {
      const now = (await this.told())[before];
      assert.ok(now.startsWith(`lay ${x},${y} `), `${now} for ${words}`);
      if ((await sidesOf(id, Number(now.split(" ")[2]) / 90)).join() === want) return;
      await this.tap(".dock .turn");
      await made.waitForFunction(
        ([before, now]) => {
          const id = /box-\w+/.exec(location.hash)[0];
          return !JSON.parse(localStorage.getItem(`aude.table.${id}`)).told[before].endsWith(now);
        },
        [before, now],
        { timeout: patience },
      );
    }
    assert.fail(`the tile cannot be turned to ${words}`);
  }
  /** Where a point of the map is on the screen. The camera may still move: it is asked until it stands. */
  async point(x, y) {
    const { made } = this;
    let last = "";
    for (let n = 0; n < 200; n++) {
      const now = await made.$eval(".board", (box) => box.dataset.origin ?? "");
      if (now && now === last) break;
      last = now;
      await made.waitForTimeout(60);
    }
    const [ox, oy, s] = last.split(" ").map(Number),
      box = await made.locator(".board").boundingBox();
    const at = { x: box.x + ox + s * x, y: box.y + oy + s * y };
    assert.ok(
      at.x > box.x && at.y > box.y && at.x < box.x + box.width && at.y < box.y + box.height,
      `the place ${x},${y} is on the screen`,
    );
    return at;
  }
  async figure(words) {
    const before = (await this.told()).length;
    await this.tap(`.dock [data-act="${words}"]`);
    await this.until(before + 1);
  }
  /** One turn of a recorded base game. What the page does by itself (nobody left to place) is not told. */
  async turn({ told }) {
    for (let i = 0; i < told.length; i++) {
      const words = told[i],
        done = await this.told();
      if (words.startsWith("draw ")) {
        const lay = told.slice(i).find((one) => one.startsWith("lay "));
        await this.draw(words.slice(5), lay ? Number(lay.split(" ")[2]) / 90 : 0);
      } else if (words.startsWith("lay ")) await this.lay(words);
      else if (words === "pass" && done.at(-1) === "pass" && done.length > 1) continue;
      else await this.figure(words);
    }
  }
}

/** A game beside the box as the page keeps one; `told` are the words so far. */
export async function plant({ setup, names, told = [] }) {
  const e = await engine(),
    head = [setup, "first 0", ...names.map((name, i) => `name ${i} ${name}`)].join("\n"),
    game = e.told(head),
    lines = [];
  for (const words of told) {
    const { turn, part, actor, seat } = game.state(),
      line = `${turn} ${part} ${actor ?? seat} ${words}`;
    assert.deepEqual(game.json("bridge_told_again", line).notes, [], line);
    lines.push(line);
  }
  game.free();
  const seats = names.map((name, i) => ({
    kind: "here",
    name,
    colour: ["red", "blue", "green"][i],
    level: "",
    taken: true,
  }));
  const open = { seq: 1, at: Date.now(), type: "open", head: "", seats, options: { aids: "friendly" } };
  const id = `box-${String(Math.random()).slice(2, 12)}`;
  return {
    id,
    seed: "",
    setup: head,
    entries: [open],
    when: Date.now(),
    told: lines,
    waiting: [],
    stopped: false,
    before: null,
  };
}
/** What a record's head says, as the set-up screen remembers it: the switches that differ from the book. */
export function setupOf(record) {
  return { first: Number(/^first (\d)/m.exec(record)[1]), use: {}, copies: {}, figures: {}, draws: 0 };
}
