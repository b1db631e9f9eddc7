// looking -- what a person looks at: the one card that is open, what it lights, the drawer and the sheet. Never what is done.
import type { Cell, Overlay } from "../board/props";
import { cellName } from "../board/props";
import type { Line } from "../chronicle";
import type { Action, FeatureInfo, GameEvent, Outlook, RuleError } from "../engine/types";
import { small as lower, t } from "../lang/index.svelte";
import type { Group } from "../parts/Chooser.svelte";
import { keep, settings } from "../settings.svelte";
import { LOST, placed } from "../words";
import type { Play } from "./play.svelte";

/** Why something cannot be. */
export type Reason =
  | { kind: "why"; error: RuleError; title: string; at: Cell | null }
  | { kind: "far"; at: Cell }; // an empty cell that touches nothing
export type Card =
  | Reason
  | { kind: "fit"; at: Cell }
  | { kind: "feature"; info: FeatureInfo; at: Cell; pinned: boolean }
  | { kind: "area"; action: Action }
  | { kind: "lost"; event: GameEvent };

export class Looking {
  card = $state.raw<Card | null>(null);
  lit = $state.raw<{ feature: FeatureInfo; dim: boolean } | null>(null);
  drawer = $state<"" | "log" | "chat">("");
  side = $state(true); // where there is room: the column of log and chat
  sheet = $state<"" | "left" | "player" | "menu" | "resign" | "link" | "share">("");
  who = $state(0); // whose sheet
  heard = $state(0); // chat lines read

  #play: Play;
  #feature = -1; // of those one walks through

  feature = $derived.by(
    () =>
      this.lit?.feature ??
      this.#play.show.told?.feature ??
      (this.card?.kind === "feature" ? this.card.info : null),
  );

  reason = $derived(this.card?.kind === "why" || this.card?.kind === "far" ? this.card : null);

  /** What may become of the feature on the card, or of the area pressed if the figure stood there, as far as this table lets people know. */
  outlook = $derived.by<Outlook | null>(() => {
    const { card } = this,
      { aids, show } = this.#play,
      cell = card?.kind === "feature" ? card.info.cells[0] : card?.kind === "area" ? card.action : null;
    const whole =
      cell && aids.projected && !show.state?.over
        ? show.game?.outlook(cell.x!, cell.y!, cell.segment ?? 0)
        : null;
    return whole ? { ...whole, chance: aids.coach ? whole.chance : null } : null;
  });

  /** What each player would get for the feature on the card if the game ended now, most first: those who are in it or are paid. */
  due = $derived.by<{ seat: number; points: number }[]>(() => {
    const { card } = this,
      { aids, show } = this.#play;
    if (card?.kind !== "feature" || !aids.projected || show.state?.over) return [];
    const { x, y, segment } = card.info.cells[0],
      all = show.game?.due(x, y, segment) ?? [];
    return all
      .map((points, seat) => ({ seat, points }))
      .filter((one) => one.points || card.info.strength[one.seat])
      .sort((a, b) => b.points - a.points);
  });

  constructor(play: Play) {
    this.#play = play;
    play.onpick = (action) => this.#pick(action);
    play.onsend = () => (this.card = null);
  }

  /** A new decision: what was said of the last one is gone. */
  begin(): void {
    this.lit = null;
    if (this.card && this.card.kind !== "feature") this.card = null;
  }
  #pick(action: Action | null): void {
    if (!action) this.card = this.card?.kind === "area" ? null : this.card;
    else if (action.kind === "put" && action.segment !== undefined && !action.onTower)
      this.card = { kind: "area", action };
  }
  /** The refused place whose sides are spoken of. */
  get clash(): (Cell & { sides: string }) | null {
    const { card } = this;
    return card?.kind === "why" && card.at && card.error.sides
      ? { ...card.at, sides: card.error.sides }
      : null;
  }
  refused(text: string, at: Cell): void {
    // Nothing lies there or beside it: no action names such a cell, so the engine is asked about none.
    if (!text) return void (this.card = { kind: "far", at });
    const error = this.#play.show.game?.why(text);
    if (error)
      this.card = {
        kind: "why",
        error,
        title: this.#play.phase === "tile" ? t("why.tile") : t("why.figure"),
        at,
      };
  }
  why(group: Group): void {
    const error = group.why(),
      { laid, lastLaid } = this.#play.pos!;
    if (error)
      this.card = {
        kind: "why",
        error,
        title: t("why.figure.named", { what: lower(group.label) }),
        at: laid[lastLaid ?? 0],
      };
  }
  inspect(info: FeatureInfo | null, at: Cell | null, pinned: boolean): void {
    const { card } = this;
    if (!info || !at) {
      if (card?.kind === "feature" && (!card.pinned || pinned)) this.card = null;
    } else if (pinned || !card || (card.kind === "feature" && !card.pinned))
      this.card = { kind: "feature", info, at, pinned };
  }
  /** Odds of an empty cell, if a tile lies beside it. */
  hover(at: Cell | null): void {
    const near =
      at && this.#play.pos?.laid.some((tile) => Math.abs(tile.x - at.x) + Math.abs(tile.y - at.y) === 1);
    if (at && near && this.#play.aids.odds) this.card = { kind: "fit", at };
    else if (this.card?.kind === "fit") this.card = null;
  }
  walk(by: number): void {
    const all = this.#play.show.game?.features().filter((info) => info.strength.some((n) => n > 0)) ?? [];
    if (!all.length) return;
    this.#feature = (this.#feature + by + all.length) % all.length;
    this.own(all[this.#feature]);
  }
  own(info: FeatureInfo): void {
    this.card = { kind: "feature", info, at: info.cells[0], pinned: true };
    this.#play.board?.show(info.cells);
  }
  /** A line of the log: its feature lights up, a tile nobody could lay is shown again; `move`: it was pressed, the camera goes there. */
  light(line: Line | null, move: boolean): void {
    const { show, board } = this.#play;
    if (move && line?.event && LOST.includes(line.event.kind))
      this.card = { kind: "lost", event: line.event };
    if (!line?.event || !placed(line.event)) return void (this.lit = null);
    const cell = { x: line.event.x!, y: line.event.y! };
    const feature =
      line.scoring && line.event.segment !== undefined
        ? show.game?.feature(cell.x, cell.y, line.event.segment)
        : null;
    if (feature) this.lit = { feature, dim: true };
    if (move) board?.show(feature?.cells ?? [cell]);
  }
  place(text: string): void {
    const found = this.#play.pos?.laid.find((tile) => cellName(tile.x, tile.y) === text);
    if (found) this.#play.board?.show([found]);
  }
  /** A player was pressed: first his last move, then all he has. */
  person(seat: number, mark: Cell | undefined): void {
    if (mark && this.who !== seat) this.#play.board?.show([mark]);
    else this.sheet = "player";
    this.who = seat;
  }
  tool(name: Overlay): void {
    settings.tools = settings.tools.includes(name)
      ? settings.tools.filter((one) => one !== name)
      : [...settings.tools, name];
    keep();
  }
  close(): void {
    this.drawer = "";
    this.lit = null;
  }
  escape(): void {
    if (this.card) this.card = null;
    else if (this.drawer) this.drawer = "";
    else if (this.lit) this.lit = null;
    else this.#play.chosen = null;
  }
}
