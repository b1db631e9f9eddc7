// lookout -- is there a server behind this page, which tables there wait for me, and which are open to everybody? Asked again now and then.
import { VERSION, type Calls, type Summary } from "./table/messages";
import { base, connection, joined, lookAt } from "./table/remote.svelte";

const EVERY_MS = 15_000;

export class Lookout {
  server = $state<boolean | null>(null); // null: not known yet
  afar = $state.raw<Awaited<ReturnType<typeof lookAt>>>([]); // tables on the server where I have a seat
  tables = $state.raw<Summary[]>([]);
  #may = true; // there may be one: it answered, or nothing was reached at all

  /** Look now, and on; gives what stops it. */
  watch(): () => void {
    void this.#look();
    const again = () => this.#may && void this.#look();
    const timer = setInterval(again, EVERY_MS);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }
  async #look(): Promise<void> {
    try {
      const me = await fetch(new URL("api/me", base())); // a copy without a server has a file there that says so (app.mjs)
      const json = (me.headers.get("content-type") ?? "").includes("json");
      this.server = this.#may = me.ok && json && ((await me.json()) as Calls["GET /api/me"]).v === VERSION;
      if (!this.server) return;
      void connection.open();
      if (joined().length && (await connection.ready(3000))) this.afar = await lookAt(joined().slice(0, 8));
      const answer = await fetch(new URL("api/tables", base()));
      if (answer.ok) this.tables = ((await answer.json()) as Calls["GET /api/tables"]).tables ?? [];
    } catch {
      this.server = false;
      this.#may = location.protocol !== "file:";
    }
  }
}
