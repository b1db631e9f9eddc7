// worker.ts -- computer players in a thread of their own. thinker.ts is the page's end of it.
// A position travels as a record; the player gets a view of it, so the seed in it helps nobody.

import { Engine } from "./engine";
import type { Candidate, RuleError, StepReview, Whole } from "./types";

export type Request =
  | { id: number; what: "module"; module: WebAssembly.Module }
  | { id: number; what: "choose"; record: string; computer: string; ms: number; seed: number }
  | { id: number; what: "analyse"; record: string; ms: number; max: number }
  | { id: number; what: "lines"; record: string; ms: number; max: number; seed: number }
  | { id: number; what: "win"; record: string; seat: number; ms: number }
  | {
      id: number;
      what: "review";
      head: string;
      texts: string[];
      action: string;
      next: string;
      playouts: number;
    };
export type Answer = {
  review?: StepReview;
  id: number;
  action?: string;
  candidates?: Candidate[];
  lines?: Whole[];
  win?: number;
  error?: RuleError;
};

let came: (engine: Promise<Engine>) => void;
const engine = new Promise<Engine>((done) => (came = done)); // with the module, which the page sends first of all

/** With what the players see by. Where that does not come they play all the same, by formulas alone. */
async function load(module: WebAssembly.Module): Promise<Engine> {
  const weights = fetch(new URL("./aude.net", import.meta.url))
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
    .catch(() => null);
  const made = await Engine.load(module),
    bytes = await weights;
  if (bytes) made.sees(new Uint8Array(bytes));
  return made;
}

/** The game after `texts`, in which `action` is done and `next` is what everybody hears of it. */
function review(
  engine: Engine,
  { id, head, texts, action, next, playouts }: Request & { what: "review" },
): Answer {
  const game = engine.follow(head);
  for (const text of texts) game.feed(text);
  const later = game.clone();
  later.feed(next);
  const { hand } = later.state();
  later.free();
  try {
    return { id, review: game.review(action, hand, playouts) };
  } finally {
    game.free();
  }
}

async function answer(request: Request): Promise<Answer> {
  if (request.what === "module") {
    came(load(request.module));
    await engine;
    return { id: request.id };
  }
  if (request.what === "review") return review(await engine, request);
  const opened = (await engine).open(request.record);
  if (!("game" in opened)) return { id: request.id, error: opened };
  const game = opened.game;
  try {
    if (request.what === "choose")
      return { id: request.id, action: game.choose(request.computer, request.ms, request.seed) };
    if (request.what === "analyse")
      return { id: request.id, candidates: game.analyse(request.ms, request.max) };
    if (request.what === "lines")
      return { id: request.id, lines: game.lines(request.ms, request.max, request.seed) };
    return { id: request.id, win: game.win(request.seat, request.ms) };
  } finally {
    game.free();
  }
}

self.onmessage = async (message: MessageEvent<Request>) => {
  try {
    self.postMessage(await answer(message.data));
  } catch (fault) {
    const error: RuleError = {
      code: "ENGINE",
      rule: "",
      text: fault instanceof Error ? fault.message : String(fault),
    };
    self.postMessage({ id: message.data.id, error } satisfies Answer);
  }
};
