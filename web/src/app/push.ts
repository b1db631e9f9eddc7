// push -- what the service worker does when the server calls while no page is open, and when somebody presses the message that is shown.
import { readSentence } from "./told";
import { whereIs } from "./where";

/** What the server says (docs/protocol.md): it is the turn of that seat at that table. */
interface Told {
  table: string;
  title: string;
  name: string;
}

function read(event: PushEvent): Told | null {
  try {
    const told = event.data?.json() as Partial<Told> | undefined;
    if (typeof told?.table !== "string" || !/^[a-z0-9]{1,15}$/.test(told.table)) return null;
    return { table: told.table, title: String(told.title ?? ""), name: String(told.name ?? "") };
  } catch {
    return null;
  }
}

const route = (table: string) => `#/t/${table}`;

/** The windows that show that table. */
async function windowsAt(self: ServiceWorkerGlobalScope, table: string): Promise<WindowClient[]> {
  const all = await self.clients.matchAll({ type: "window" }),
    places = await Promise.all(all.map(whereIs));
  return all.filter((_, i) => places[i] === route(table) || places[i].startsWith(`${route(table)}/`));
}

/** One message for each table: a later one takes the place of the one before. Who looks at the table needs none. */
export async function onPush(self: ServiceWorkerGlobalScope, event: PushEvent): Promise<void> {
  const told = read(event);
  if (!told) return;
  if ((await windowsAt(self, told.table)).some((one) => one.visibilityState === "visible")) return;
  const scope = self.registration.scope,
    sentence = await readSentence(scope).catch(() => undefined);
  await self.registration.showNotification(told.title ? `Aude: ${told.title}` : "Aude", {
    body: (sentence?.turn ?? "{name}").replace("{name}", () => told.name),
    lang: sentence?.lang ?? "",
    tag: told.table,
    icon: new URL("app/icon-192.png", scope).href,
    badge: new URL("app/icon-48.png", scope).href,
    data: told.table,
  });
}

/** To the table: the window that shows it, or a new one. Other windows stay where they are. */
export async function onClick(self: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const table = String(event.notification.data ?? "");
  event.notification.close();
  const [open] = await windowsAt(self, table);
  if (open) await open.focus();
  else await self.clients.openWindow(new URL(route(table), self.registration.scope));
}
