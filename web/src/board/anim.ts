// anim.ts -- things that move: a tile that drops, figures that come and walk home, the dragon's hop, pills, the catapult's tokens. All of
// it can be finished at once; with no motion, or on a page that nobody sees, nothing is begun: a hidden page is given no frames, and whoever
// waits for the end of a motion would wait as long. Times are those of UX section 7.

export type Ease = (k: number) => number;
export const outCubic: Ease = (k) => 1 - (1 - k) ** 3;
export const inQuad: Ease = (k) => k * k;
export const inOut: Ease = (k) => (k < 0.5 ? 2 * k * k : 1 - (2 - 2 * k) ** 2 / 2);
export const linear: Ease = (k) => k;

interface Run {
  name: string;
  from: number;
  ms: number;
  ease: Ease;
  step: (k: number) => void;
  done: () => void;
}

export class Motion {
  private runs: Run[] = [];
  speed = 1; // 1 normal, 0.5 quick, 0 none

  constructor(private readonly wake: () => void) {
    document.addEventListener("visibilitychange", this.hide);
  }
  close(): void {
    document.removeEventListener("visibilitychange", this.hide);
    this.finish();
  }
  private hide = (): void => {
    if (document.hidden) this.finish();
  };

  /** Call `step` with 0..1 for `ms`; a run of the same name ends first. The promise comes back when it is over or finished early. */
  run(name: string, ms: number, step: (k: number) => void, ease: Ease = linear, delay = 0): Promise<void> {
    this.finish(name);
    if (!this.speed || document.hidden) {
      step(1);
      this.wake();
      return Promise.resolve();
    }
    return new Promise((done) => {
      step(0);
      this.runs.push({
        name,
        from: performance.now() + delay * this.speed,
        ms: Math.max(1, ms * this.speed),
        ease,
        step,
        done,
      });
      this.wake();
    });
  }
  wait(ms: number): Promise<void> {
    return this.run(`wait ${Math.random()}`, ms, () => {});
  }
  /** One moment: false when nothing moves any more. */
  tick(now: number): boolean {
    for (const run of [...this.runs]) {
      const k = Math.min(1, (now - run.from) / run.ms);
      if (k < 0) continue;
      run.step(run.ease(k));
      if (k >= 1) this.end(run);
    }
    return this.runs.length > 0;
  }
  private end(run: Run): void {
    this.runs = this.runs.filter((other) => other !== run);
    run.done();
  }
  finish(name?: string): void {
    for (const run of [...this.runs])
      if (name === undefined || run.name === name) {
        run.step(1);
        this.end(run);
      }
  }
  has(name: string): boolean {
    return this.runs.some((run) => run.name === name);
  }
  get busy(): boolean {
    return this.runs.length > 0;
  }
}
