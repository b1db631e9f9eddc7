// record -- a table that is only a record: opened from a file or out of a link, to be looked at.
import { load } from "../loaded";
import { Fold } from "./fold.svelte";
export { pack, unpack } from "./pack";
import type { Answer, Entry, Line, NewEntry, Table } from "./types";

const no: Answer = { ok: false, code: "OVER" };

export class RecordTable implements Table {
  readonly log = new Fold();
  readonly can = { link: false, chat: false, ask: false };
  own: number[] = [];
  mine: number[] = [];
  lent: number[] = [];
  host = false;
  active = true;
  line: Line = "online";
  retryAt = 0;
  restarting = false;
  pending = null;
  passed = null;
  presence: Table["presence"] = [];
  watchers = 0;
  thinking = null;
  clock = null;

  private constructor(
    readonly id: string,
    private readonly text: string,
  ) {}

  /** Null if the text is no record that holds. */
  static async open(text: string, id: string): Promise<RecordTable | null> {
    const opened = (await load()).open(text);
    if (!("game" in opened)) return null;
    const { head, game } = opened;
    const state = game.state();
    game.free();
    const entries: NewEntry[] = [
      {
        type: "open",
        head,
        seats: opened.names.map((name, i) => ({ kind: "here", name, colour: i, taken: true })),
        options: { aids: "coach" },
        commit: opened.commit,
      },
      { type: "start", head, text: opened.opening },
      ...opened.steps.map(
        (step, i): NewEntry => ({ type: "step", n: i + 1, ...step, ms: 0, by: "human", undo: false }),
      ),
      {
        type: "over",
        why: "end",
        points: state.seats.map((seat) => seat.points),
        winners: state.winners,
        seed: opened.seed,
        text: "",
      },
    ];
    const table = new RecordTable(id, text);
    table.log.apply(entries.map((entry, i) => ({ ...entry, seq: i + 1, at: 0 }) as Entry));
    return table;
  }

  act = async () => no;
  undo = async () => no;
  ask = async () => no;
  answer = async () => no;
  back = async () => no;
  resign = async () => no;
  rematch = async () => no;
  chat = async () => no;
  nudge = async () => no;
  here = async () => no;
  sit = async () => no;
  stand = async () => no;
  change = async () => no;
  start = async () => no;
  record = async () => this.text;
  retry(): void {}
  close(): void {}
}
