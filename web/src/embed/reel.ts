// reel -- a record cut into turns: stands at the end of any of them.
import type { Engine, Game, State } from "../engine/engine";
import type { Opened } from "../engine/engine";

export class Reel {
  private stops: number[] = []; // steps played at the end of each turn
  private texts: string[];
  private game: Game;
  private fed = 0; // texts that `game` has heard
  turn = 0;
  readonly last: State;
  readonly names: string[];

  private constructor(
    private readonly engine: Engine,
    private readonly opened: Opened,
  ) {
    this.names = opened.names;
    this.texts = [opened.opening, ...opened.steps.map((step) => step.text)];
    this.last = opened.game.state();
    this.game = engine.follow(opened.head);
    let turn = 1;
    this.stops[0] = 1;
    this.texts.forEach((text, i) => {
      const { events } = this.game.feed(text);
      this.stops[turn] = i + 1;
      turn = events.findLast((event) => event.kind === "turn")?.points ?? turn;
    });
    for (let i = 1; i < this.stops.length; i++) this.stops[i] ??= this.stops[i - 1]!;
    this.fed = this.texts.length;
    this.turn = this.turns;
    opened.game.free();
  }
  /** Or the number of the line that is wrong. */
  static open(engine: Engine, text: string): Reel | number {
    const opened = engine.open(text);
    return "game" in opened ? new Reel(engine, opened) : (opened.line ?? 1);
  }
  get turns(): number {
    return this.stops.length - 1;
  }
  /** Stand at the end of that turn; 0: the start. */
  goto(turn: number): void {
    this.turn = Math.max(0, Math.min(this.turns, Math.round(turn)));
    const wanted = this.stops[this.turn]!;
    if (wanted < this.fed) {
      this.game.free(); // a game only goes forward
      this.game = this.engine.follow(this.opened.head);
      this.fed = 0;
    }
    for (; this.fed < wanted; this.fed++) this.game.feed(this.texts[this.fed]!);
  }
  look(): { state: State; corners: { x: number; y: number }[] } {
    return { state: this.game.state(), corners: this.game.corners() };
  }
  free(): void {
    this.game.free();
  }
}
