// shelf -- one whole version of the page in the browser's own store: filling it, finding a file in it, clearing others away. Each file is
// taken only with the bytes that the build has seen, so a shelf never holds parts of two versions.

export interface Version {
  scope: string; // the page's address: ends with a slash
  version: string;
  files: Record<string, string>; // name beside the page -> SHA-256 of its bytes, in base64; "index.html" is the page
}

const AT_ONCE = 4; // files fetched side by side: the visitor's own requests come first

const family = (scope: string) => `aude ${new URL(scope).pathname} `;
const shelfName = (one: Version) => family(one.scope) + one.version;
const addressOf = (one: Version, name: string) => new URL(name, one.scope).href;

/** Which file of this version a request means; undefined: none, the network answers. */
export function fileFor(one: Version, method: string, url: string): string | undefined {
  const { origin, pathname } = new URL(url),
    scope = new URL(one.scope);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return Object.hasOwn(one.files, name) ? name : undefined;
}

/** Every file, or an error: then the next try goes on where this one stopped. */
export async function fill(one: Version): Promise<void> {
  const shelf = await caches.open(shelfName(one)),
    names = Object.keys(one.files);
  const next = async (): Promise<void> => {
    for (let name; (name = names.pop()); ) {
      const address = addressOf(one, name);
      if (!(await shelf.match(address))) await shelf.put(address, await whole(one, name));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** The file with the right bytes: out of an older version, or as the browser still has it, or fetched anew. */
async function whole(one: Version, name: string): Promise<Response> {
  const address = addressOf(one, name),
    older = name.startsWith("assets/") ? await caches.match(address) : undefined;
  const ways = [
    () => Promise.resolve(older),
    () => fetch(address, { credentials: "same-origin" }),
    () => fetch(address, { credentials: "same-origin", cache: "reload" }),
  ];
  for (const way of ways) {
    const answer = await way();
    if (answer?.ok && (await sum(answer.clone())) === one.files[name]) return plain(answer);
  }
  throw new Error(`${name} is not of version ${one.version}`);
}
async function sum(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
/** Browsers do not open a page with an answer that came by a detour; some file servers send one from index.html to "./". */
async function plain(answer: Response): Promise<Response> {
  return answer.redirected ? new Response(await answer.blob(), { headers: answer.headers }) : answer;
}

export async function take(one: Version, name: string): Promise<Response | undefined> {
  return (await caches.open(shelfName(one))).match(addressOf(one, name));
}

/** Clear other versions away; other copies of Aude on the same host keep theirs. */
export async function tidy(one: Version): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(family(one.scope)) && name !== shelfName(one),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
/** Clear all of it away: there is no such page any more. */
export async function clear(scope: string): Promise<void> {
  const all = (await caches.keys()).filter((name) => name.startsWith(family(scope)));
  await Promise.all(all.map((name) => caches.delete(name)));
}
