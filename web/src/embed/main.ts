// main -- the viewer for other pages (docs/viewer.md): shows a record, turn by turn. It stores nothing, opens no socket, and judges no rule.
import { Engine } from "../engine/engine";
import { shield } from "../sharing/shield";
import { pack } from "../table/pack";
import "./embed.css";
import { MapView } from "./map";
import { Reel } from "./reel";
import { fetchRecord, wanted, type Trouble } from "./source";
import { fill, speak, type Words } from "./words";

const PACE = 900; // ms a turn
const MOST = 2 * 1024 * 1024; // letters of a record that another page may send
const page = new URL("../", document.baseURI).href; // where Aude itself is
const asked = new URLSearchParams(location.search);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

const icons = {
  prev: "m14 6-6 6 6 6",
  next: "m10 6 6 6-6 6",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
};

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside);
  return made;
}
function icon(button: HTMLButtonElement, name: keyof typeof icons, label: string): void {
  button.innerHTML = `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="${icons[name]}"/></svg>`;
  button.ariaLabel = label;
  button.title = label;
}

class Viewer {
  private readonly title = make("h1", "hide", "Aude");
  private readonly seats = make("ul", "seats");
  private readonly canvas = make("canvas", "map");
  private readonly said = make("p", "said");
  private readonly back = make("button", "");
  private readonly run = make("button", "");
  private readonly on = make("button", "");
  private readonly slider = make("input", "");
  private readonly where = make("span", "where");
  private readonly door = make("a", "door", "Aude");
  private readonly map: MapView;
  private reel: Reel | null = null;
  private timer = 0;

  constructor(
    private readonly engine: Engine,
    private readonly words: Words,
    private readonly root: HTMLElement,
  ) {
    const dark = matchMedia("(prefers-color-scheme: dark)"),
      isDark = () => (asked.get("theme") ?? (dark.matches ? "dark" : "light")) === "dark";
    const light = () => (document.documentElement.dataset.theme = isDark() ? "dark" : "light");
    light();
    this.said.role = "status";
    this.canvas.role = "img";
    Object.assign(this.slider, { type: "range", min: "0", ariaLabel: words.slider });
    Object.assign(this.door, { target: "_blank", rel: "noopener", title: words.open, ariaLabel: words.open });
    icon(this.back, "prev", words.prev);
    icon(this.on, "next", words.next);
    const bar = make("div", "bar", this.back, this.run, this.on, this.slider, this.where, this.door);
    root.append(this.title, this.seats, this.canvas, this.said, bar);
    this.map = new MapView(engine, this.canvas, isDark);
    dark.addEventListener("change", () => (light(), this.map.draw()));
    this.listen();
  }
  private listen(): void {
    this.back.onclick = () => this.step(-1);
    this.on.onclick = () => this.step(1);
    this.run.onclick = () => (this.timer ? this.pause() : this.play());
    this.slider.oninput = () => this.move(Number(this.slider.value));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys: Record<string, () => void> = {
        ArrowRight: () => this.step(1),
        ArrowLeft: () => this.step(-1),
        Home: () => this.move(0),
        End: () => this.move(this.reel?.turns ?? 0),
        " ": () => this.run.click(),
      };
      if (!keys[event.key] || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
      event.preventDefault();
      keys[event.key]!();
    });
    addEventListener("message", (event) => {
      if (event.source !== parent || parent === window) return;
      const { aude, record, turn, at } = (event.data ?? {}) as Record<string, unknown>;
      if (aude === "show" && typeof record === "string")
        void this.open(record, typeof at === "number" ? at : null);
      if (aude === "turn" && typeof turn === "number") this.move(turn);
    });
    addEventListener("hashchange", () => void this.fetch());
  }
  /** Tell the page around. It may be anybody's: nothing is said that it does not know already. */
  private tell(what: Record<string, unknown>): void {
    if (parent !== window) parent.postMessage(what, "*");
  }

  async fetch(): Promise<void> {
    const what = wanted(location.hash),
      got = await fetchRecord(what, page);
    if ("trouble" in got) return this.fail(got.trouble);
    const link = what.game ? `#/t/${what.game}` : `#/r/${what.packed}`;
    await this.open(got.text, what.at, link);
  }
  private async open(text: string, at: number | null, link = ""): Promise<void> {
    this.pause();
    const reel = text.length > MOST ? 1 : Reel.open(this.engine, text);
    if (typeof reel === "number") return this.fail("unread", reel);
    this.reel?.free();
    this.reel = reel;
    this.said.textContent = "";
    this.root.dataset.state = "shown";
    this.slider.max = String(reel.turns);
    this.title.textContent = document.title = `${reel.names.join(", ")} · Aude`;
    this.move(at ?? (asked.has("play") && !still ? 0 : reel.turns));
    this.door.href = `${page}${link || `#/r/${await pack(text)}`}`;
    if (asked.has("play") && !still) this.play();
  }
  fail(why: Trouble | "unread" | "broken", line = 0): void {
    this.pause();
    this.reel?.free();
    this.reel = null;
    this.root.dataset.state = "trouble";
    this.said.textContent = fill(this.words[why], { line });
    this.tell(why === "none" ? { aude: "ready" } : { aude: "trouble", text: this.said.textContent });
  }

  private step(by: number): void {
    this.pause();
    if (this.reel) this.move(this.reel.turn + by);
  }
  private move(turn: number): void {
    const { reel, words } = this;
    if (!reel) return;
    reel.goto(turn);
    const shown = reel.look();
    this.map.show(shown, reel.last);
    this.canvas.ariaLabel = fill(words.map, { n: shown.state.laid.length });
    this.canvas.dataset.tiles = String(shown.state.laid.length);
    this.slider.value = String(reel.turn);
    this.slider.ariaValueText = this.where.textContent = fill(words.turn, { n: reel.turn, of: reel.turns });
    this.seats.replaceChildren(
      ...reel.names.map((name, seat) => {
        const points = shown.state.seats[seat]?.points ?? 0,
          mark = make("i", ""),
          paint = this.engine.colours()[seat]?.colour ?? "none",
          row = make("li", "", mark, make("span", "name", name), make("b", "", String(points)));
        mark.innerHTML = `<svg viewBox="0 0 25 28" width="16" height="18" aria-hidden="true">${shield(seat, paint, "currentColor")}</svg>`;
        row.ariaLabel = fill(words.points, { name, n: points });
        return row;
      }),
    );
    if (reel.turn === reel.turns) this.pause();
    this.tell({ aude: "shown", turn: reel.turn, turns: reel.turns });
  }
  private play(): void {
    if (!this.reel) return;
    if (this.reel.turn === this.reel.turns) this.move(0);
    this.timer = window.setInterval(() => this.move(this.reel!.turn + 1), PACE);
    icon(this.run, "pause", this.words.pause);
  }
  private pause(): void {
    clearInterval(this.timer);
    this.timer = 0;
    icon(this.run, "play", this.words.play);
  }
}

const root = document.getElementById("viewer")!;
const [{ code, words }, engine] = await Promise.all([
  speak(asked.get("lang")),
  Engine.load(new URL("./view.wasm", import.meta.url)).catch(() => null),
]);
document.documentElement.lang = code;
if (engine) await new Viewer(engine, words, root).fetch();
else root.append(make("p", "said", words.broken));
