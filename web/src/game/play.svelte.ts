// play -- a person at the table: what may be done now, what is chosen, and doing it. It shows the action list and asks the engine; it
// judges nothing.
import type { Engine } from "../engine/engine";
import type { Action, ActionKind, Phase } from "../engine/types";
import type Board from "../board/Board.svelte";
import type { Overlay } from "../board/props";
import { engine } from "../loaded";
import { t } from "../lang/index.svelte";
import { settings } from "../settings.svelte";
import { Show } from "../show.svelte";
import { undoable, type Fold } from "../table/fold.svelte";
import type { Answer, Table } from "../table/types";
import { act as actWords, acts, consequence, failure, type Context } from "../words";
import { aidsAllowed } from "./aids";
import { CatapultLoad } from "../catapult/load.svelte";
import { groupsOf, type Hand } from "./chooser";
import { endOfTurn } from "./past";

const ELSEWHERE: (Hand | "")[] = ["fairy", "tower", "princess", "recall"]; // figures that choose among things that stand already
const NOT_ON_THE_MAP: ActionKind[] = ["pass", "pile", "decline", "second", "home"];
const ARROWS = { N: "north", E: "east", S: "south", W: "west" };

export class Play {
  readonly table: Table;
  readonly log: Fold;
  readonly show: Show;
  readonly engine: Engine;
  readonly catapult = new CatapultLoad();
  board = $state<Board>();
  heading = $state<HTMLElement>(); // the question: the focus goes there after every act

  chosen = $state.raw<Action | null>(null);
  figure = $state<Hand | "">(""); // of the chooser
  turnWanted = $state(0);
  trouble = $state(""); // a sentence, until it is put away
  onpick: (action: Action | null) => void = () => {}; // somebody else wants to know: see Looking
  onsend: () => void = () => {};

  pos = $derived.by(() => this.show.state);
  context = $derived.by<Context>(() => ({
    names: this.log.seats.map((seat) => seat.name),
    kinds: this.engine.kinds(),
    state: this.pos,
  }));
  mine = $derived.by(() => this.table.mine);
  watching = $derived.by(() => this.log.started && !this.mine.length);
  aids = $derived.by(() => aidsAllowed(this.log.options.aids));
  actions = $derived.by(() => {
    const { table, log, show } = this;
    return table.active && !table.pending && !log.paused && table.line !== "down" && !log.over && !show.acting
      ? show.actions
      : [];
  });
  my = $derived.by(() => this.actions.length > 0);
  over = $derived.by(() => !!this.log.over && this.show.total === this.show.at);
  phase = $derived.by<Phase | "">(() => this.pos?.phase ?? "");
  plays = $derived.by(() => this.actions.filter((action) => action.kind !== "ransom"));
  #said = $derived.by(() => acts(this.plays, this.context));
  ransoms = $derived.by(() =>
    this.actions
      .filter((action) => action.kind === "ransom")
      .map((action) => ({
        text: action.text,
        seat: action.seat ?? 0,
        figure: action.figure ?? "small",
        price: action.points ?? 0,
      })),
  );
  round = $derived.by(() => this.pos?.catapult ?? null);
  throwing = $derived.by(() => this.catapult.throwing);
  /** I throw or catch. */
  desk = $derived.by(
    () => !!this.round && !!this.throwing && this.throwing.what !== "none" && (this.my || this.show.acting),
  );
  question = $derived.by<"lay" | "figure" | "target" | "step" | "none">(() => {
    if (!this.my) return "none";
    if (this.phase === "tile") return "lay";
    if (this.phase === "action") return ELSEWHERE.includes(this.figure) ? "target" : "figure";
    return this.dragon ? "step" : "target";
  });
  dragon = $derived.by(() => this.phase === "dragon" || this.phase === "late dragon");
  overlays = $derived.by(
    () =>
      new Set(
        (settings.tools as Overlay[]).filter(
          (tool) =>
            tool === "last" || (tool === "fields" && this.aids.fields) || (tool === "odds" && this.aids.odds),
        ),
      ),
  );
  cells = $derived.by(
    () =>
      new Set(this.plays.filter((action) => action.kind === "lay").map((action) => `${action.x},${action.y}`))
        .size,
  );
  turns = $derived.by(() =>
    this.chosen?.kind === "lay"
      ? this.plays.filter(
          (action) => action.kind === "lay" && action.x === this.chosen!.x && action.y === this.chosen!.y,
        )
      : [],
  );
  undo = $derived.by(
    () => this.my && undoable(this.log, this.mine) && this.log.steps.at(-1)?.seat === this.pos?.actor,
  );
  groups = $derived.by(() =>
    this.phase === "action" && this.my && this.pos
      ? groupsOf(this.show.game!, this.pos, this.plays, this.log.seats[this.pos.actor!].colour)
      : [],
  );
  group = $derived.by(() => this.groups.find((one) => one.key === this.figure));
  shown = $derived.by(() =>
    this.phase === "action"
      ? (this.group?.actions ?? [])
      : this.plays.filter((action) => !NOT_ON_THE_MAP.includes(action.kind)),
  );
  passes = $derived.by(() => this.plays.find((action) => action.kind === "pass"));
  /** No figure can be placed and nothing else done: going on is all that is left (and taking the tile back). */
  nothing = $derived.by(
    () => !!this.passes && this.phase === "action" && this.groups.every((one) => !one.actions.length),
  );
  listed = $derived.by(() => this.my && this.phase !== "tile" && this.phase !== "action");
  ways = $derived.by(() =>
    this.plays
      .filter((action) => action.kind !== "lay")
      .map((action) => ({
        action,
        text: this.says(action),
        note: consequence(action, this.context, this.show.game),
        icon: action.kind === "step" ? ARROWS[action.side!] : undefined,
      })),
  );
  /** Somebody else lays a tile: where it may lie. */
  theirs = $derived.by(() => {
    const { pos, show } = this;
    if (
      !settings.tools.includes("theirs") ||
      this.my ||
      !pos ||
      pos.actor === null ||
      this.phase !== "tile" ||
      !show.game ||
      this.over ||
      (show.live && this.mine.includes(pos.actor))
    )
      return null;
    const cells = new Map(
      show.game
        .actions()
        .filter((action) => action.kind === "lay")
        .map((action) => [`${action.x},${action.y}`, { x: action.x!, y: action.y! }]),
    );
    return { seat: pos.actor, cells: [...cells.values()] };
  });
  /** Several people share this screen: it is said whose turn it is. */
  shared = $derived.by(() => this.mine.length > 1);
  actorColour = $derived.by(() =>
    this.pos?.actor === null || !this.pos
      ? null
      : this.engine.colours()[this.log.seats[this.pos.actor].colour].colour,
  );
  /** Several decide one after the other: the dragon's steps, throws. */
  order = $derived.by(() => {
    const { pos } = this;
    if (pos?.catapult) return { list: pos.catapult.throwers, current: pos.catapult.current };
    return pos?.walk ? { list: pos.walk.order, current: pos.walk.steps } : null;
  });

  constructor(table: Table) {
    this.table = table;
    this.log = table.log;
    this.engine = engine();
    this.show = new Show(this.engine, table.log, () => table.mine);
  }

  /** Of the drawings of the tile in hand the one that its place has: what is laid looks as it did in the hand. */
  get copy(): number {
    return this.chosen?.x === undefined ? 0 : this.engine.copyAt(this.chosen.x, this.chosen.y!);
  }

  /** A new decision: nothing is chosen yet, but where only one way is left it is taken up at once. */
  begin(): void {
    this.chosen = null;
    if (!this.my) return;
    if (this.phase === "tile") {
      const lays = this.plays.filter((action) => action.kind === "lay");
      if (this.cells === 1)
        this.chosen = lays.find((action) => action.rot === this.turnWanted) ?? lays[0] ?? null;
    }
    if (this.phase === "action")
      this.figure =
        this.groups.find((one) => one.actions.length && one.key === "small")?.key ??
        this.groups.find((one) => one.actions.length)?.key ??
        "";
    if (this.listed && this.ways.length === 1) this.chosen = this.ways[0].action;
  }

  /** What its button says. */
  says(action: Action): string {
    return this.#said.get(action.text) ?? actWords(action, this.context);
  }

  // ---- choosing

  pick(action: Action | null): void {
    if (action?.kind === "lay") this.turnWanted = action.rot ?? 0;
    this.chosen = action;
    if (action && this.#atOnce(action)) void this.act(action);
    else this.onpick(action);
  }
  /** Pressed on the map: a cell is laid on at once, anything else is chosen first. */
  choose(action: Action): void {
    if (action.kind === "lay" || this.chosen?.text === action.text) void this.act(action);
    else this.pick(action);
  }
  /** A plain placement may be done by one press; what is costly or final takes two. */
  #atOnce(action: Action): boolean {
    return (
      settings.atOnce && action.kind === "put" && (this.pos?.seats[this.pos.actor ?? 0].supply.small ?? 0) > 1
    );
  }
  pickFigure(key: Hand): void {
    this.figure = key;
    const only = this.groups.find((one) => one.key === key)?.actions ?? [];
    this.pick(only.length === 1 ? only[0] : null);
    if (only.length && only[0].kind !== "put")
      this.board?.show(
        only.filter((action) => action.x !== undefined).map((action) => ({ x: action.x!, y: action.y! })),
      );
  }
  turn(by: 1 | -1): void {
    if (!this.chosen) {
      this.turnWanted = (this.turnWanted + by + 4) % 4;
      return;
    }
    for (let step = 1; step <= 4; step++) {
      const rot = ((((this.chosen.rot ?? 0) + by * step) % 4) + 4) % 4;
      const next = this.turns.find((action) => action.rot === rot);
      if (next) return this.pick(next);
    }
  }

  // ---- doing

  async act(action: Action): Promise<void> {
    if (!this.my || this.table.pending) return;
    this.show.skip();
    if (settings.vibrate && "vibrate" in navigator && action.kind === "lay") navigator.vibrate?.(10);
    if (action.kind === "lay") this.turnWanted = action.rot ?? 0;
    if (!(await this.send(action.text))) this.chosen = null;
  }
  /** The words of an action; a throw is made of numbers and need not be in the list. */
  async send(text: string): Promise<boolean> {
    if (!this.my || this.table.pending) return false;
    this.trouble = "";
    this.onsend();
    const answer = await this.table.act(text);
    if (!answer.ok) this.trouble = answer.code === "STALE" ? t("stale") : failure(answer);
    else this.heading?.focus({ preventScroll: true });
    return answer.ok;
  }
  /** The main button: the chosen one, or a word on what to choose. */
  main(): void {
    if (this.chosen) void this.act(this.chosen);
    else if (this.nothing) void this.act(this.passes!);
    else this.trouble = t(this.phase === "tile" ? "hint.place" : "hint.choose");
  }
  ransom(text: string): void {
    const found = this.actions.find((action) => action.text === text);
    if (found) void this.act(found);
  }
  async takeBack(): Promise<void> {
    const answer = await this.table.undo();
    if (!answer.ok) this.trouble = failure(answer);
  }
  async request(promise: Promise<Answer>): Promise<Answer> {
    const answer = await promise;
    if (!answer.ok) this.trouble = failure(answer);
    return answer;
  }
  backOne(): void {
    const { show } = this;
    show.goto(endOfTurn(show.moments, (show.moments[show.at]?.turn ?? 1) - 1));
  }
}
