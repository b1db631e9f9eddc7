// plant.mjs -- a table in the browser's store, played so far as the test wants it: the page opens it like any other kept game.
import { loadEngine } from "../unit/load.mjs";

const COLOURS = ["red", "blue", "green", "yellow", "black", "violet"];

/** `setup` is a record's head without names and seed. `next(game)` gives the action to play, or "" to stop. */
export async function plant(id, setup, names, seed, next, { computers = [], options = {} } = {}) {
  const engine = await loadEngine(),
    game = engine.create(setup, names, seed),
    entries = [];
  const add = (entry) =>
    entries.push({ ...entry, seq: entries.length + 1, at: 1760000000000 + 1000 * entries.length });
  add({
    type: "open",
    head: game.head(),
    seats: names.map((name, i) => ({
      kind: computers.includes(i) ? "computer" : "here",
      name,
      colour: COLOURS[i],
      level: computers.includes(i) ? engine.computers()[0].name : "",
      taken: true,
    })),
    options,
    commit: "",
  });
  add({ type: "start", head: game.head(), text: game.opening.step });
  for (let n = 1, text; (text = next(game)); n++) {
    const seat = game.state().actor,
      { error, step } = game.play(text);
    if (error) throw new Error(`${text}: ${error.text}`);
    add({ type: "step", n, seat, action: text, text: step, ms: 1000, by: "human" });
  }
  return { engine, game, names, seed, setup, kept: { id, seed, setup, entries, when: 1760000000000 } };
}

/** Open the planted table in a page. */
export async function open(page, base, kept, settings = {}) {
  await page.addInitScript(
    ([kept, settings]) => {
      if (localStorage.getItem(`aude.table.${kept.id}`)) return; // it was loaded again
      localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
      localStorage.setItem("aude.settings", JSON.stringify(settings));
    },
    [kept, { language: "en", theme: "light", sound: false, ...settings }],
  );
  await page.goto(`${base}#/t/${kept.id}`);
  await page.waitForSelector(".board canvas, .end table");
}

/** Every action of the table as the page has kept it, in order. */
export async function actionsOf(page, id) {
  return page.evaluate((id) => {
    const { entries } = JSON.parse(localStorage.getItem(`aude.table.${id}`)),
      steps = [];
    for (const entry of entries) {
      if (entry.type === "step") steps.push(entry);
      if (entry.type === "rewind") steps.length = entry.to;
    }
    return steps.map((step) => ({ seat: step.seat, action: step.action, text: step.text, by: step.by }));
  }, id);
}
