// tell -- this browser is told when it is my turn at a table that is played over days, also when no page is open. Off until it is asked
// for; the browser's permission is asked for by that press and at no other time.
import { allow, permission } from "../notify";
import { base } from "../table/remote.svelte";
import type { Calls } from "../table/types";
import { keepSentence, type Sentence } from "./told";
import { browserOf, readWanted, text, unwant, want } from "./wanted";

export class Tell {
  may = $state(false); // it can be switched on here
  on = $state(false);
  busy = $state(false);
  denied = $state(false); // the browser allows no messages
  failed = $state(false); // it could not be done now
  #calls: Calls;
  #table: string;

  constructor(calls: Calls, table: string) {
    this.#calls = calls;
    this.#table = table;
  }

  /** Is this browser able to, and does the server tell it already? */
  async look(): Promise<void> {
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || permission() === "no") return;
    const made = await navigator.serviceWorker.getRegistration(base()).catch(() => undefined),
      known = await made?.pushManager.getSubscription().catch(() => null);
    const answer = await this.#calls.subscribed(known ? { endpoint: known.endpoint } : {});
    this.may = !!answer.may;
    this.on = !!answer.on && permission() === "granted";
    if (this.may && !this.on && known && permission() === "granted") await this.#renew(known);
  }
  /** The browser has another address than when it was asked for here, and the server was not told: it is now. */
  async #renew(now: PushSubscription): Promise<void> {
    const wanted = await readWanted(new URL(base()).href).catch(() => undefined);
    if (!wanted?.tables.includes(this.#table) || wanted.endpoint === now.endpoint) return;
    this.on = await this.#tell(now).catch(() => false);
  }

  async begin(sentence: Sentence): Promise<void> {
    this.failed = this.denied = false;
    this.busy = true;
    this.denied = !(await allow());
    if (!this.denied) this.on = await this.#subscribe(sentence).catch(() => false);
    this.failed = !this.denied && !this.on;
    this.busy = false;
  }

  async #subscribe(sentence: Sentence): Promise<boolean> {
    const made = await this.#worker(),
      subscription = await this.#subscription(made);
    await keepSentence(made.scope, sentence);
    return this.#tell(subscription);
  }
  async #tell(subscription: PushSubscription): Promise<boolean> {
    const browser = browserOf(subscription),
      answer = await this.#calls.subscribe(browser);
    if (answer.ok && this.#calls.key)
      await want(new URL(base()).href, this.#table, browser.endpoint, this.#calls.key).catch(() => {});
    return answer.ok;
  }
  /** The service worker is usually at work; on a thrifty line it begins now. */
  async #worker(): Promise<ServiceWorkerRegistration> {
    await navigator.serviceWorker.register(new URL("sw.js", base()), { updateViaCache: "none" });
    return navigator.serviceWorker.ready;
  }
  /** One for all tables of this server; one that was made for another key is of no use. */
  async #subscription(made: ServiceWorkerRegistration): Promise<PushSubscription> {
    const known = await made.pushManager.getSubscription();
    if (known && text(known.options.applicationServerKey) === this.#calls.key) return known;
    await known?.unsubscribe();
    return made.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#calls.key });
  }

  async stop(): Promise<void> {
    this.failed = false;
    this.busy = true;
    await unwant(new URL(base()).href, this.#table).catch(() => {});
    const made = await navigator.serviceWorker.getRegistration(base()).catch(() => undefined),
      known = await made?.pushManager.getSubscription().catch(() => null);
    const answer = known ? await this.#calls.unsubscribe({ endpoint: known.endpoint }) : { ok: true };
    this.on = !answer.ok;
    this.failed = !answer.ok;
    this.busy = false;
  }

  /** The language has changed. */
  async say(sentence: Sentence): Promise<void> {
    if (this.on) await keepSentence(new URL(base()).href, sentence).catch(() => {});
  }
}
