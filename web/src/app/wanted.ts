// wanted -- at which tables this browser wants to be told of turns, and under which address the server knows it: kept where page and service
// worker can both read it, because the browser may change the address while no page is open.

export interface Wanted {
  endpoint: string;
  key: string; // the server's, with which the browser subscribed
  tables: string[];
}

const STORE = "aude told";
const MOST = 64; // tables; a server keeps no more of one person
const address = (scope: string) => new URL("wanted.json", scope).href;

/** Undefined: nothing was asked for, or the browser has cleared it away. */
export async function readWanted(scope: string): Promise<Wanted | undefined> {
  const kept = await (await caches.open(STORE)).match(address(scope));
  return kept ? ((await kept.json()) as Wanted) : undefined;
}
export async function keepWanted(scope: string, wanted: Wanted): Promise<void> {
  await (await caches.open(STORE)).put(address(scope), new Response(JSON.stringify(wanted)));
}

/** This table, too. */
export async function want(scope: string, table: string, endpoint: string, key: string): Promise<void> {
  const tables = (await readWanted(scope))?.tables ?? [];
  await keepWanted(scope, {
    endpoint,
    key,
    tables: [...tables.filter((one) => one !== table), table].slice(-MOST),
  });
}
/** This table no longer. */
export async function unwant(scope: string, table: string): Promise<void> {
  const kept = await readWanted(scope);
  if (kept) await keepWanted(scope, { ...kept, tables: kept.tables.filter((one) => one !== table) });
}

/** In base64url, as the protocol has keys. */
export function text(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
/** What the server needs of a subscription. */
export const browserOf = (one: PushSubscription) => ({
  endpoint: one.endpoint,
  key: text(one.getKey("p256dh")),
  auth: text(one.getKey("auth")),
});
