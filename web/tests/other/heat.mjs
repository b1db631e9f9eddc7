// heat.mjs -- the players' module, played until a browser has compiled it as well as it can: whole games by themselves, without the page.
// Browsers have two or three compilers for WebAssembly, and the last one begins with what is called often. What comes out is a
// number of all actions: the same in every browser, or a compiler has made something else of the module.

/** Everything that it needs is in it, since it is sent to the browser as text. `module` is an address or bytes. */
export async function heat({ module, games }) {
  const bytes = typeof module === "string" ? await (await fetch(module)).arrayBuffer() : module;
  const made = await WebAssembly.compile(bytes),
    imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(made))
    (imports[from] ??= {})[name] = () => 0;
  const { exports: calls } = await WebAssembly.instantiate(made, imports);
  calls._initialize();
  const say = (name, text, ...args) => {
    const at = calls.bridge_in(text.length); // ASCII
    new Uint8Array(calls.memory.buffer, at, text.length).set([...text].map((one) => one.charCodeAt(0)));
    return calls[name](...args);
  };
  const heard = () =>
    String.fromCharCode(
      ...new Uint8Array(calls.memory.buffer, calls.bridge_out(), calls.bridge_out_n()).slice(0, 2000),
    );
  const players = ["random", "random", "greedy", "random", "level-5"];
  const some = "inns-cathedrals traders-builders tower";
  const rules = ["", `expansions ${some}`, `expansions ${some} abbey-mayor catapult`];
  let sum = 0,
    steps = 0;
  for (let seed = 1; seed <= games; seed++) {
    const head = [
      "rules grow",
      "seats 3",
      rules[seed % 3],
      `name 0 A`,
      `name 1 B`,
      `name 2 C`,
      `seed ${seed}`,
    ];
    const game = say("bridge_create", head.filter(Boolean).join("\n"), 0);
    if (!game) throw new Error(heard());
    for (;;) {
      say("bridge_think_choose", players[steps % players.length], game, 0, steps);
      const action = heard();
      if (!action) break;
      for (const one of action) sum = (sum * 31 + one.charCodeAt(0)) % 4294967291;
      say("bridge_play", action, game);
      steps++;
    }
    calls.bridge_free(game);
  }
  return { sum, steps };
}
