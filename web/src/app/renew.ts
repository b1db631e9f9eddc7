// renew -- the browser has taken another address for push messages, perhaps while no page was open: the service worker tells the server the
// new one for every table at which somebody asked to be told, and takes the old one back.
import { browserOf, keepWanted, readWanted, type Wanted } from "./wanted";

const PATIENCE_MS = 20_000;

/** What is said to the server, in this order; the first must be answered before the others are sent. */
function requests(wanted: Wanted, now: PushSubscription): object[] {
  const browser = browserOf(now);
  return [
    { type: "hello", v: 1 },
    ...wanted.tables.flatMap((table) => [
      { type: "subscribe", table, ...browser },
      { type: "unsubscribe", table, endpoint: wanted.endpoint },
    ]),
  ].map((one, i) => ({ ...one, id: i + 1 }));
}

/** Sends all of it; true when every request was answered. A table that is over refuses, and that is an answer. */
function tellServer(scope: string, all: object[]): Promise<boolean> {
  const url = new URL("ws", scope);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url, "aude-1");
  return new Promise((done) => {
    let answered = 0;
    const end = (well: boolean) => {
      clearTimeout(late);
      socket.close();
      done(well);
    };
    const late = setTimeout(() => end(false), PATIENCE_MS);
    socket.onopen = () => socket.send(JSON.stringify(all[0]));
    socket.onclose = () => end(false);
    socket.onmessage = (event) => {
      if ((JSON.parse(String(event.data)) as { id?: unknown }).id === undefined) return; // no answer to us
      if (++answered === 1) for (const one of all.slice(1)) socket.send(JSON.stringify(one));
      if (answered === all.length) end(true);
    };
  });
}

/** If the server is not reached, the page does it when it is next at the table (tell.svelte.ts). */
export async function onChange(
  self: ServiceWorkerGlobalScope,
  event: PushSubscriptionChangeEvent,
): Promise<void> {
  const { scope, pushManager } = self.registration,
    wanted = await readWanted(scope);
  if (!wanted?.tables.length) return;
  const now =
    event.newSubscription ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted.key }));
  if (now.endpoint === wanted.endpoint) return;
  if (await tellServer(scope, requests(wanted, now)))
    await keepWanted(scope, { ...wanted, endpoint: now.endpoint });
}
