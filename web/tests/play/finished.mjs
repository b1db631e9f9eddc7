// finished.mjs -- a whole game that the greedy player has played, kept in the browser's store as the page keeps one.
import { plant } from "./plant.mjs";
import { wouldDo } from "../unit/players.mjs";

/** `kept` goes into the store; `record` is its text; `game` stands at the end. `choose` may want something else at a decision. */
export async function finished(
  id,
  setup,
  names,
  seed = "5",
  most = Infinity,
  choose = (game, n, best) => best,
  more = {},
) {
  let n = 0;
  const next = (game) =>
    game.state().over || n >= most ? "" : choose(game, ++n, wouldDo(game, "greedy", 0, n));
  const made = await plant(id, setup, names, seed.padStart(32, "0"), next, more);
  const state = made.game.state(),
    { entries } = made.kept;
  if (state.over)
    entries.push({
      type: "over",
      why: "end",
      points: state.seats.map((one) => one.points),
      winners: state.winners,
      seed: made.seed,
      text: "",
      seq: entries.length + 1,
      at: entries.at(-1).at,
    });
  return { ...made, state, record: made.game.record() };
}
