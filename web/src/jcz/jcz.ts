// jcz -- JCloisterZone's saves: a record becomes one, or one a record. By a module of its own (wasm/jcz), fetched when somebody needs it.
import { wasi } from "../engine/wasi";

interface Door {
  memory: WebAssembly.Memory;
  _initialize(): void;
  door_in(n: number): number;
  door_export(n: number): number;
  door_import(n: number): number;
  door_out(): number;
  door_out_n(): number;
}
type Source = URL | BufferSource;
/** The text that was made, or why there is none. */
export type Made = { text: string } | { why: string };

let compiled: Promise<WebAssembly.Module> | null = null;
async function fetched(from: URL): Promise<WebAssembly.Module> {
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(String(answer.status));
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Each call has an instance of its own: the module gives no memory back. */
async function call(what: "door_export" | "door_import", text: string, source?: Source): Promise<Made> {
  compiled ??=
    source && !(source instanceof URL)
      ? WebAssembly.compile(source)
      : fetched(source ?? new URL("./jcz.wasm", import.meta.url));
  const module = await compiled.catch((cause: unknown) => {
    compiled = null; // the line may be there again next time
    throw cause;
  });
  let door: Door;
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi(() => new DataView(door.memory.buffer)),
  });
  door = instance.exports as unknown as Door;
  door._initialize();
  const bytes = new TextEncoder().encode(text),
    at = door.door_in(bytes.length);
  new Uint8Array(door.memory.buffer).set(bytes, at);
  const done = door[what](bytes.length);
  const out = new Uint8Array(door.memory.buffer, door.door_out(), door.door_out_n());
  const answer = new TextDecoder().decode(out);
  return done ? { text: answer } : { why: answer };
}

export const toJcz = (record: string, source?: Source): Promise<Made> => call("door_export", record, source);
export const fromJcz = (save: string, source?: Source): Promise<Made> => call("door_import", save, source);
