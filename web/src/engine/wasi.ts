// wasi.ts -- the few system calls that the module may make, and nothing else: a clock, random bytes, an end, a place for words.

type Memory = () => DataView;

const OK = 0,
  BADF = 8,
  NOSYS = 52;

function clock(view: DataView, at: number): number {
  const now = BigInt(Math.round(performance.now() * 1e6));
  view.setBigUint64(at, now, true);
  return OK;
}

// What the module writes goes to the console: it writes only when something is badly wrong.
function write(view: DataView, fd: number, list: number, n: number, written: number): number {
  if (fd !== 1 && fd !== 2) return BADF;
  let text = "",
    sum = 0;
  for (let i = 0; i < n; i++) {
    const at = view.getUint32(list + 8 * i, true),
      length = view.getUint32(list + 8 * i + 4, true);
    text += new TextDecoder().decode(new Uint8Array(view.buffer, at, length));
    sum += length;
  }
  view.setUint32(written, sum, true);
  console.error(text);
  return OK;
}

export function wasi(memory: Memory): WebAssembly.ModuleImports {
  const calls: Record<string, (...args: number[]) => number> = {
    clock_time_get: (_id, _precision, at) => clock(memory(), at!),
    random_get: (at, n) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer as ArrayBuffer, at, n));
      return OK;
    },
    fd_write: (fd, list, n, written) => write(memory(), fd!, list!, n!, written!),
    environ_sizes_get: (n, bytes) => {
      // no environment
      memory().setUint32(n!, 0, true);
      memory().setUint32(bytes!, 0, true);
      return OK;
    },
    environ_get: () => OK,
    fd_close: () => BADF,
    fd_seek: () => BADF,
    fd_fdstat_get: () => BADF,
    proc_exit: (code) => {
      throw new Error(`the engine stopped with ${code}`);
    },
  };
  return new Proxy(calls, {
    get: (all, name: string) => all[name] ?? (() => NOSYS),
  }) as WebAssembly.ModuleImports;
}
