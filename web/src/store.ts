// store -- what this device keeps, by name. What finds no room there is remembered until the page is closed.

export const TABLE = "aude.table."; // names of kept games begin so

const unkept = new Map<string, string>(); // written, but the browser had no room

/** The text under a name; null: there is none. */
export function textOf(key: string): string | null {
  return unkept.get(key) ?? written(key);
}
/** The same without what found no room: what other windows see. */
export function written(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}
export function stored<T>(key: string, otherwise: T): T {
  const text = textOf(key);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}
/** Does the browser keep nothing for this page at all, because its person or host forbids it? That is no want of room. */
export function forbidden(): boolean {
  try {
    void localStorage.length;
    return false;
  } catch {
    return true; // asking alone is refused
  }
}
/** True if it could be kept: private windows and full stores refuse. */
export function store(key: string, value: unknown): boolean {
  return storeText(key, JSON.stringify(value));
}
export function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, text);
    return false;
  }
}
/** Forget it. What found no room before is tried again. */
export function drop(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
  for (const [other, text] of [...unkept]) storeText(other, text);
}
export function names(): string[] {
  const found = new Set(unkept.keys());
  try {
    for (let i = 0; i < localStorage.length; i++) found.add(localStorage.key(i)!);
  } catch {
    // a browser that keeps nothing
  }
  return [...found];
}
/** Is this only in this window, because there was no room for it? */
export function onlyHere(key: string): boolean {
  return unkept.has(key);
}

// Another window found room: its word is the newer one. A game's own table looks after its game (table/local).
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  if (key && !key.startsWith(TABLE)) unkept.delete(key);
});
