// progress -- how far somebody has come in the lessons, kept on this device.
import { store, stored } from "../settings.svelte";

const KEY = "aude.lessons";
export interface Progress {
  done: string[]; // lessons
  at: Record<string, number>; // the step that is next, of lessons begun
  last: string; // the lesson opened last
}

/** What is kept, whatever an older version or a full store has left of it. */
export function progress(): Progress {
  const found = stored<Partial<Progress> | null>(KEY, null) ?? {};
  return {
    done: Array.isArray(found.done) ? found.done : [],
    at: found.at && typeof found.at === "object" ? found.at : {},
    last: typeof found.last === "string" ? found.last : "",
  };
}
export function reached(lesson: string, step: number, steps: number): void {
  const kept = progress();
  kept.last = lesson;
  if (step < steps) kept.at[lesson] = step;
  else {
    delete kept.at[lesson];
    if (!kept.done.includes(lesson)) kept.done.push(lesson);
  }
  store(KEY, kept);
}
export function forget(): void {
  store(KEY, { done: [], at: {}, last: "" });
}
