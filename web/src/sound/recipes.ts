// recipes -- what each sound is made of: soft wood on cloth, a peg, a plucked string. Each is under 400 ms and far below full volume.
// They play into any audio context, so that a test can listen to them.

/** Every sound, and when it plays. `size` raises a string by the points it is plucked for. */
export const SOUNDS = {
  tile, // a tile is laid: wood on cloth
  figure, // a figure, a barn or a tower piece is put down: a peg
  score, // points: a string, higher for more
  dragon, // the dragon takes a step: a low drum
  turn, // it becomes my turn, or somebody nudges me: a bell
  tick, // ten seconds are left on my clock; a needle of the catapult stops
  creak, // the catapult's arm is drawn back
  thud, // a token lands
  join, // somebody sits down in the lobby: two pegs
  talk, // somebody else says something: a fingertip on the table
} as const satisfies Record<string, (to: BaseAudioContext, size: number) => void>;
export type Sound = keyof typeof SOUNDS;

function envelope(
  to: BaseAudioContext,
  peak: number,
  seconds: number,
  after: number,
  attack = 0.004,
): GainNode {
  const gain = to.createGain(),
    from = to.currentTime + after;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(peak, from + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  gain.connect(to.destination);
  return gain;
}

function tone(
  to: BaseAudioContext,
  hz: number,
  peak: number,
  seconds: number,
  type: OscillatorType = "sine",
  slide = 1,
  after = 0,
): void {
  const osc = to.createOscillator(),
    from = to.currentTime + after;
  osc.type = type;
  osc.frequency.setValueAtTime(hz, from);
  osc.frequency.exponentialRampToValueAtTime(hz * slide, from + seconds);
  osc.connect(envelope(to, peak, seconds, after));
  osc.start(from);
  osc.stop(from + seconds);
}

function noise(to: BaseAudioContext, hz: number, q: number, peak: number, seconds: number, after = 0): void {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * seconds), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hz;
  filter.Q.value = q;
  source.connect(filter).connect(envelope(to, peak, seconds, after, 0.002));
  source.start(to.currentTime + after);
}

function tile(to: BaseAudioContext): void {
  noise(to, 320, 1.2, 0.35, 0.12);
  tone(to, 150, 0.16, 0.14, "sine", 0.7);
}
function figure(to: BaseAudioContext): void {
  noise(to, 1100, 3, 0.18, 0.06);
  tone(to, 420, 0.1, 0.09, "triangle", 0.8);
}
function score(to: BaseAudioContext, points: number): void {
  const hz = 196 * 2 ** (Math.min(24, Math.max(0, points)) / 24);
  tone(to, hz, 0.14, 0.38, "triangle");
  tone(to, hz * 2.003, 0.05, 0.26);
}
function dragon(to: BaseAudioContext): void {
  tone(to, 82, 0.3, 0.3, "sine", 0.6);
}
function turn(to: BaseAudioContext): void {
  tone(to, 784, 0.07, 0.38);
  tone(to, 1176, 0.04, 0.3);
}
function tick(to: BaseAudioContext): void {
  noise(to, 2400, 6, 0.14, 0.04);
}
function creak(to: BaseAudioContext): void {
  noise(to, 500, 8, 0.2, 0.3);
  tone(to, 110, 0.15, 0.35, "sawtooth", 0.8);
}
function thud(to: BaseAudioContext): void {
  noise(to, 140, 1, 0.5, 0.16);
  tone(to, 74, 0.34, 0.2, "sine", 0.5);
}
function join(to: BaseAudioContext): void {
  tone(to, 392, 0.08, 0.12, "triangle", 0.9);
  tone(to, 523, 0.08, 0.18, "triangle", 0.9, 0.1);
}
function talk(to: BaseAudioContext): void {
  noise(to, 700, 2, 0.12, 0.05);
  noise(to, 900, 2, 0.09, 0.05, 0.09);
}
