// progress -- how far somebody has come in the lessons, kept on this device.
import { store, textOf } from "../store";

const KEY = "aude.lessons";
export interface Progress {
  done: string[]; // lessons
  at: Record<string, number>; // the step that is next, of lessons begun
  last: string; // the lesson opened last
  skipped: Record<string, number[]>; // steps that were left out, of lessons begun
}
const none = (): Progress => ({ done: [], at: {}, last: "", skipped: {} });

const isThing = (value: unknown): value is Record<string, unknown> =>
  !!value && typeof value === "object" && !Array.isArray(value);
const isStep = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isSteps = (value: unknown) => Array.isArray(value) && value.every(isStep);
/** The fields that are as they should be. */
function fields<T>(value: unknown, good: (one: unknown) => boolean): Record<string, T> {
  return Object.fromEntries(
    Object.entries(isThing(value) ? value : {}).filter(([, one]) => good(one)),
  ) as Record<string, T>;
}

/** What is kept, whatever an older version or a damaged store has left of it. `lost`: something could not be read. */
export function readProgress(text: string | null): { kept: Progress; lost: boolean } {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    // nothing is left of it
  }
  if (!isThing(found)) return { kept: none(), lost: true };
  const kept: Progress = {
    done: Array.isArray(found.done) ? found.done.filter((one) => typeof one === "string") : [],
    at: fields(found.at, isStep),
    last: typeof found.last === "string" ? found.last : "",
    skipped: fields(found.skipped, isSteps),
  };
  const lost = Object.entries(kept).some(
    ([key, value]) => found[key] !== undefined && JSON.stringify(value) !== JSON.stringify(found[key]),
  );
  return { kept, lost };
}
export function progress(lost: () => void = () => {}): Progress {
  const read = readProgress(textOf(KEY));
  if (read.lost) {
    lost();
    store(KEY, read.kept); // said once
  }
  return read.kept;
}

/** The next step is `step` of `steps`. A lesson is done when its end is reached and no step of it was left out. */
export function reached(lesson: string, step: number, steps: number): void {
  store(KEY, after(progress(), lesson, step, steps));
}
export function after(kept: Progress, lesson: string, step: number, steps: number): Progress {
  kept.last = lesson;
  if (step < steps) {
    kept.at[lesson] = step;
    return kept;
  }
  const left = kept.skipped[lesson] ?? [];
  if (left.length) kept.at[lesson] = Math.min(...left);
  else {
    delete kept.at[lesson];
    if (!kept.done.includes(lesson)) kept.done.push(lesson);
  }
  return kept;
}
/** A step was left out, or done after all. */
export function mark(lesson: string, step: number, skipped: boolean): void {
  store(KEY, marked(progress(), lesson, step, skipped));
}
export function marked(kept: Progress, lesson: string, step: number, skipped: boolean): Progress {
  if (kept.done.includes(lesson)) return kept;
  const others = (kept.skipped[lesson] ?? []).filter((one) => one !== step);
  kept.skipped[lesson] = skipped ? [...others, step] : others;
  if (!kept.skipped[lesson].length) delete kept.skipped[lesson];
  return kept;
}
export function forgetLessons(): void {
  store(KEY, none());
}
