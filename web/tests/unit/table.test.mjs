// table.test.mjs -- the situations of tests/table/situations.json at a table that this page runs; tests/table/test_situations.c runs the
// same ones at the server's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, loadEngine, root } from "./load.mjs";

const engine = await loadEngine();
const { Authority } = await load("table/authority.ts");
const situations = JSON.parse(readFileSync(join(root, "tests", "table", "situations.json"), "utf8"));

/** A table, the time, and what the script wants of them. */
class Run {
  now = 1_000_000;
  marked = null;
  constructor({ head, seats, clock, late }) {
    const n = Number(/seats (\d)/.exec(head)[1]);
    const kinds = seats ?? Array.from({ length: n }, () => "here");
    this.kept = {
      id: "here-test",
      seed: "0123456789abcdef0123456789abcdef",
      setup: head,
      entries: [],
      when: 0,
    };
    this.authority = new Authority(engine, this.kept, () => this.now);
    this.authority.begin(
      kinds.map((kind, i) => ({ kind, name: `P${i}`, colour: "red", level: "" })),
      { clock: clock ?? { kind: "none" }, late },
      "",
    );
    this.humans = kinds.flatMap((kind, i) => (kind === "here" ? [i] : []));
  }
  actions() {
    return this.authority.game.actions().map((action) => action.text);
  }
  human(text) {
    assert.deepEqual(this.authority.act(text), { ok: true });
  }
  turnNumber() {
    return this.authority.game.state().turn;
  }
  // ---- the words of the script
  lay() {
    this.human(this.actions()[0]);
  }
  act(word) {
    this.human(this.actions().find((text) => text.startsWith(word)));
  }
  plain() {
    const list = this.actions();
    this.human(list.find((text) => text === "pass") ?? list[0]);
  }
  turn() {
    for (const turn = this.turnNumber(); this.turnNumber() === turn; ) this.plain();
  }
  seek(word, preferred) {
    for (let i = 0; i < 2000; i++) {
      const list = this.actions();
      if (list.some((text) => text.startsWith(word))) return;
      const wanted = list.find((text) => preferred.some((one) => text.startsWith(one)));
      if (wanted) this.human(wanted);
      else this.plain();
    }
    assert.fail(`${word} never came`);
  }
  thinks() {
    assert.ok(this.authority.look([]).computer, "no computer has to decide");
    const list = this.actions();
    assert.deepEqual(this.authority.play(list.find((text) => text === "pass") ?? list[0], "computer"), {
      ok: true,
    });
  }
  wait(ms) {
    this.now += ms;
    for (
      let clock = this.authority.look([]).clock;
      clock && !this.authority.over && clock.running !== null && clock.left[clock.running] === 0;
      clock = this.authority.look([]).clock
    )
      this.authority.late(clock.running, false);
  }
  code(answer, code) {
    assert.equal(answer.ok ? "OK" : answer.code, code);
  }
  undo(code) {
    this.code(this.authority.undo(), code);
  }
  takeback(seat, code) {
    this.code(this.authority.takeback(seat === "marked" ? this.marked.seat : seat), code);
  }
  pause(seat, code) {
    this.code(this.authority.pause(seat), code);
  }
  resume(seat, code) {
    this.code(this.authority.resume(seat), code);
  }
  back(seat, code) {
    this.code(this.authority.back(seat), code);
  }
  resign(seat, code) {
    this.code(this.authority.resign(seat), code);
  }
  mark() {
    const { hash, actor } = this.authority.game.state();
    this.marked = { hash, seat: actor };
  }
  leftOf(_, ms) {
    assert.equal(this.authority.look([]).clock.left[this.marked.seat], ms);
  }
  computer(seat, code) {
    this.code(this.authority.computer(seat), code);
  }
  same() {
    assert.equal(this.authority.game.state().hash, this.marked.hash);
  }
  is(facts) {
    const look = this.authority.look(this.humans),
      state = this.authority.game.state();
    const over = this.kept.entries.find((entry) => entry.type === "over");
    const last = this.kept.entries.at(-1);
    const steps = this.kept.entries.reduce(
      (n, entry) => (entry.type === "step" ? entry.n : entry.type === "rewind" ? entry.to : n),
      0,
    );
    const truth = {
      steps,
      actor: state.actor,
      computer: look.computer,
      undo: look.undo === "ok",
      phase: state.phase,
      left: look.clock?.left,
      running: look.clock?.running,
      over: over?.why ?? null,
      paused: this.authority.paused,
      winners: over?.winners,
    };
    for (const [fact, value] of Object.entries(facts)) assert.deepEqual(truth[fact], value, fact);
    if ("undo" in facts && last.type === "step")
      assert.equal(last.undo, facts.undo, "what the step itself says");
  }
}

for (const situation of situations)
  test(situation.name, () => {
    const run = new Run(situation);
    for (const [word, ...args] of situation.do) run[word](...args);
    // The log tells the same table again.
    const again = new Authority(engine, structuredClone(run.kept), () => run.now);
    again.restore(run.now);
    assert.equal(again.game.state().hash, run.authority.game.state().hash);
    assert.deepEqual([again.over, again.paused], [run.authority.over, run.authority.paused]);
    if (!run.authority.over) assert.deepEqual(again.look(run.humans), run.authority.look(run.humans));
    assert.equal(again.game.record(), run.authority.game.record());
    again.free();
    run.authority.free();
  });

test("while the page was closed nobody's time ran", () => {
  const run = new Run({ head: "rules grow\nseats 2\nfirst 0", clock: { kind: "move", seconds: 60 } });
  run.wait(20000);
  const again = new Authority(engine, structuredClone(run.kept), () => run.now + 7_200_000);
  again.restore(run.now);
  assert.deepEqual(again.look([0]).clock, { left: [40000, 60000], running: 0 });
});
