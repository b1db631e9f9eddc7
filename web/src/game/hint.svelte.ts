// hint -- what the coach would do now: asked of a computer player in a worker, shown as a ghost, with one sentence why. An aid: only
// where the host allows it.
import { Thinker } from "../engine/thinker";
import type { Action, FeatureInfo, Game } from "../engine/engine";
import { small as lower, t } from "../lang/index.svelte";
import { followLine, type Played } from "../review/line";
import { act, featureName, featureWord, name, place, sum, type Context } from "../words";
import type { Play } from "./play.svelte";

const COACH = "level-7",
  MS = 400;

export interface Advice {
  lay: Action | null;
  figure: Action | null;
  first: Action;
  words: string;
  why: string;
}

export class Hint {
  thinking = $state(false);
  advice = $state.raw<Advice | null>(null);
  can = $derived.by(() => this.#play.aids.coach && this.#play.my && !this.#play.round);
  #play: Play;
  #thinker: Thinker | null = null;
  #asked = 0; // an answer about a position that is gone is not heard

  constructor(play: Play) {
    this.#play = play;
  }

  async ask(): Promise<void> {
    const play = this.#play;
    if (!play.aids.coach)
      return void (play.trouble = t(play.table.aids ? "hint.off.here" : "hint.off", {
        level: t(`aids.${play.aids.level}`),
      }));
    if (!this.can || this.thinking || !play.show.game) return;
    const asked = ++this.#asked,
      game = play.show.game.clone();
    this.thinking = true;
    try {
      const texts = await this.#line(game);
      if (asked === this.#asked) this.#tell(texts);
    } catch {
      if (asked === this.#asked) play.trouble = t("hint.none");
    } finally {
      game.free();
      if (asked === this.#asked) this.thinking = false;
    }
  }
  /** The coach's action, and the figure that would follow a tile. `game` is played on. */
  async #line(game: Game): Promise<string[]> {
    const thinker = (this.#thinker ??= new Thinker());
    const first = await thinker.choose(game.record(), COACH, MS, 1);
    const kind = game.actions().find((action) => action.text === first)?.kind;
    if (kind !== "lay" || game.play(first).error) return [first];
    return game.state().phase === "action"
      ? [first, await thinker.choose(game.record(), COACH, MS, 1)]
      : [first];
  }
  #tell(texts: string[]): void {
    const play = this.#play,
      first = play.actions.find((action) => action.text === texts[0]);
    if (!first) return;
    const line = followLine(play.show.game!, texts, play.context);
    this.advice = {
      lay: line.lay,
      figure: line.figure,
      first,
      words: wordsOf(line, play.context),
      why: reason(play.show.game!, texts, play.pos!.actor!, play.context),
    };
    if (first.kind === "pass") play.chosen = null;
    else {
      const group = play.groups.find((one) => one.actions.some((action) => action.text === first.text));
      if (group) play.figure = group.key;
      play.chosen = first;
      if (first.kind === "lay") play.turnWanted = first.rot ?? 0;
    }
    play.heading?.focus({ preventScroll: true }); // Enter does it
    if (first.x !== undefined) play.board?.show([{ x: first.x, y: first.y! }]);
  }
  forget(): void {
    this.#asked++;
    this.thinking = false;
    this.advice = null;
  }
  close(): void {
    this.forget();
    this.#thinker?.stop();
  }
}

/** "Lay at D6, knight to the city": how the tile is turned is seen. */
function wordsOf(line: Played, context: Context): string {
  if (!line.lay) return line.words;
  const laid = t("hint.lay", { place: place(line.lay) });
  return line.figure ? `${laid}, ${lower(act(line.figure, { ...context, state: line.state }))}` : laid;
}
const percent = (chance: number) => Math.round(100 * chance);
const chances = (game: Game, list: FeatureInfo[]) =>
  new Map(
    list.map((one) => [
      `${one.cells[0].x},${one.cells[0].y} ${one.cells[0].segment}`,
      game.outlook(one.cells[0].x, one.cells[0].y, one.cells[0].segment)?.chance ?? null,
    ]),
  );

/** The most telling thing about it: points at once, what a figure may expect, whom it hinders, what grows. */
export function reason(from: Game, texts: string[], seat: number, context: Context): string {
  const game = from.clone(),
    rivals = from
      .features()
      .filter(
        (one) =>
          !one.complete &&
          one.kind !== "field" &&
          one.owners.some((owner) => owner !== seat) &&
          !one.owners.includes(seat),
      ),
    before = chances(from, rivals);
  try {
    const line = followLine(from, texts, context);
    for (const text of texts) game.play(text);
    const scored = line.events.find(
      (event) => event.kind === "score" && !event.final && event.seat === seat && (event.points ?? 0) > 0,
    );
    if (scored)
      return t("why.scores", {
        what: lower(featureWord(scored.feature ?? "")),
        sum: sum(scored.terms, scored.points ?? 0),
      });
    if (line.figure?.segment !== undefined) {
      const { x, y, segment } = line.figure,
        outlook = game.outlook(x!, y!, segment);
      if (outlook)
        return outlook.chance === null
          ? t("hint.field", { n: Math.round(outlook.points) })
          : t("hint.figure", { n: Math.round(outlook.points), chance: percent(outlook.chance) });
    }
    const after = chances(game, rivals),
      fallen = (one: FeatureInfo) => (before.get(key(one)) ?? 0) - (after.get(key(one)) ?? 1);
    const worst = rivals.toSorted((a, b) => fallen(b) - fallen(a))[0];
    if (worst && fallen(worst) >= 0.15)
      return t("hint.spoils", {
        what: lower(featureWord(featureName(worst))),
        name: name(context, worst.owners[0]),
        from: percent(before.get(key(worst)) ?? 0),
        to: percent(after.get(key(worst)) ?? 0),
      });
    const grown = line.touched
      .filter((one) => !one.complete && one.tiles > 1 && one.owners.includes(seat) && one.kind !== "field")
      .sort((a, b) => b.points - a.points)[0];
    if (grown) return t("hint.grows", { what: lower(featureWord(featureName(grown))), n: grown.tiles });
    return t("why.keeps");
  } finally {
    game.free();
  }
}
const key = (one: FeatureInfo) => `${one.cells[0].x},${one.cells[0].y} ${one.cells[0].segment}`;
