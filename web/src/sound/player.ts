// player -- plays what recipes.ts describes, if sound is on: at most two at once, and none before the first press.
import { settings } from "../settings.svelte";
import { SOUNDS, type Sound } from "./recipes";
export type { Sound } from "./recipes";

const LONGEST = 380; // ms

let audio: AudioContext | null = null;
let playing = 0;

function context(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

export function play(sound: Sound, size = 0): void {
  const to = audio && context();
  if (!to || playing >= 2 || to.state !== "running") return;
  playing++;
  setTimeout(() => playing--, LONGEST);
  SOUNDS[sound](to, size);
}

/** Browsers allow sound only after a press. Making the context holds the page for a tenth of a second: not while somebody waits for
 *  what he pressed. */
export function wake(): void {
  if (audio) context();
  else setTimeout(context, 800);
}
