// sound -- soft wood on cloth, a peg, a plucked string: made here by WebAudio, each under 400 ms, at most two at once.
import { settings } from "./settings.svelte";

export type Sound = "tile" | "figure" | "score" | "dragon" | "turn" | "tick" | "creak" | "thud";

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
  setTimeout(() => playing--, 380);
  ({ tile, figure, score, dragon, turn, tick, creak, thud })[sound](to, size);
}

/** Browsers allow sound only after a press. Making the context holds the page for a tenth of a second: not while somebody waits for
 *  what he pressed. */
export function wake(): void {
  if (audio) context();
  else setTimeout(context, 800);
}

function envelope(to: AudioContext, peak: number, seconds: number, attack = 0.004): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0, to.currentTime);
  gain.gain.linearRampToValueAtTime(peak, to.currentTime + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, to.currentTime + seconds);
  gain.connect(to.destination);
  return gain;
}

function tone(to: AudioContext, hz: number, peak: number, seconds: number, type: OscillatorType = "sine", slide = 1): void {
  const osc = to.createOscillator();
  osc.type = type;
  osc.frequency.setValueAtTime(hz, to.currentTime);
  osc.frequency.exponentialRampToValueAtTime(hz * slide, to.currentTime + seconds);
  osc.connect(envelope(to, peak, seconds));
  osc.start();
  osc.stop(to.currentTime + seconds);
}

function noise(to: AudioContext, hz: number, q: number, peak: number, seconds: number): void {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * seconds), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hz;
  filter.Q.value = q;
  source.connect(filter).connect(envelope(to, peak, seconds, 0.002));
  source.start();
}

const tile = (to: AudioContext) => {
  noise(to, 320, 1.2, 0.35, 0.12);
  tone(to, 150, 0.16, 0.14, "sine", 0.7);
};
const figure = (to: AudioContext) => {
  noise(to, 1100, 3, 0.18, 0.06);
  tone(to, 420, 0.1, 0.09, "triangle", 0.8);
};
const score = (to: AudioContext, points: number) => {
  const hz = 196 * 2 ** (Math.min(24, Math.max(0, points)) / 24);
  tone(to, hz, 0.14, 0.38, "triangle");
  tone(to, hz * 2.003, 0.05, 0.26);
};
const dragon = (to: AudioContext) => tone(to, 82, 0.3, 0.3, "sine", 0.6);
const turn = (to: AudioContext) => {
  tone(to, 784, 0.07, 0.38);
  tone(to, 1176, 0.04, 0.3);
};
const tick = (to: AudioContext) => noise(to, 2400, 6, 0.08, 0.03);
const creak = (to: AudioContext) => {
  noise(to, 500, 8, 0.2, 0.3);
  tone(to, 110, 0.15, 0.35, "sawtooth", 0.8);
};
const thud = (to: AudioContext) => {
  noise(to, 140, 1, 0.5, 0.16);
  tone(to, 74, 0.34, 0.2, "sine", 0.5);
};
