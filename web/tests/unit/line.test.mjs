// line.test.mjs -- the page asks, it never judges (ARCHITECTURE.md, "Where C meets the page"): what its sources may not do, found in their
// trees. words.test.mjs holds the other half: words that are compared are the compiler's business.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lists, read, sources, values, walk } from "./sources.mjs";

const { ACTIONS, ERRORS, SETS } = lists("engine/names.ts"),
  RULED = new Set([...SETS.filter((one) => one !== "base"), ...values().filter((one) => /^[A-Z]/.test(one))]),
  REFUSALS = new Set(Object.values(lists("table/messages.ts")).flat());
const CHAPTERS = "BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT";
// The words that lines of a record's head begin with; statements begin with the kinds of action.
const HEAD =
  "aude seed name commit order draws turn hash play first rules rules-only expansions tiles-only switch seats copies figures start open end";
const GRAMMAR = [...new Set([...HEAD.split(" "), ...ACTIONS, "toss", "rest", "lateral"])].join("|");

/** Who takes texts apart, and which: none of them is a record. */
const READERS = {
  "analysis/Analyse.svelte": "the page's address",
  "analysis/Note.svelte": "a note as somebody typed it",
  "analysis/Start.svelte": "is what was pasted another program's game? The engine reads it then",
  "app/": "addresses and names of the browser's store",
  "begin.ts": "a seed as somebody typed it",
  "board/overlay.ts": "its own key of what is drawn",
  "board/paint.ts": "SVG that the engine drew",
  "board/scene.ts": "its own keys of cells",
  "board/shapes.ts": "names of emblems",
  "club/Room.svelte": "the page's address",
  "companion/Room.svelte": "ids of boxes",
  "deal/Room.svelte": "the page's address",
  "embed/": "the address of a viewer",
  "game/Sheets.svelte": "the name of a hash",
  "home/Waiting.svelte": "ids of tables",
  "lang/": "sentences and their holes, tags of languages",
  "learn/Lessons.svelte": "the page's address",
  "loaded.ts": "SVG that the engine drew",
  "lookout.svelte.ts": "a header of HTTP",
  "open.ts": "is a file ours or another program's? The engine reads it then",
  "App.svelte": "ids of tables",
  "parts/Banner.svelte": "kinds of news",
  "parts/Chat.svelte": "what people write to each other",
  "parts/Invite.svelte": "addresses",
  "parts/Join.svelte": "addresses",
  "parts/Seats.svelte": "names of people",
  "qr.ts": "rows of black and white",
  "rooms.ts": "the page's address",
  "rules.ts": "the texts of rules, for searching and showing",
  "screens/Games.svelte": "ids of boxes",
  "screens/Setup.svelte": "ids of tiles, for a picture",
  "sharing/": "names of people, SVG",
  "store.ts": "names of the browser's store",
  "table/kept.ts": "names of the browser's store",
  "table/keeping.ts": "ids of tables",
  "table/pack.ts": "base64",
  "name/key.ts": "base64",
};
const reads = (path) =>
  Object.keys(READERS).some((one) => (one.endsWith("/") ? path.startsWith(one) : path === one));
const APART = "split match matchAll search startsWith endsWith charAt charCodeAt substring substr".split(" ");
const LOOKS = [
  ...APART,
  "includes",
  "indexOf",
  "lastIndexOf",
  "replace",
  "replaceAll",
  "slice",
  "test",
  "exec",
  "at",
];
const WORDS = /^(action|head|opening|record|text)$/; // fields that hold words of a record
const RECORD = /^(action|head|line|lines|opening|record|setup|step|text|words)$/i; // what texts of records are called

// Facts from which rules make points, owners and winners. To add up what the engine paid is no rule; who does, and why.
const FACTS = /^(tiles|shields|cities|terms|each|strength)$/,
  PAID = /^(points|projected)$/;
const SUMS = {
  "companion/Scores.svelte": "adds up what events paid",
  "screens/End.svelte": "adds up what was paid, by kind and by turn",
  "learn/lesson.ts": "adds up what events paid",
  "parts/Graph.svelte": "the height of a curve",
  "game/hint.svelte.ts": "the order in which what is due is told",
  "game/looking.svelte.ts": "the order in which what is due is told",
  "review/line.ts": "points that moves gave away, as computers see it",
  "review/work.svelte.ts": "points that moves gave away, as computers see it",
};
const SIZES = {
  "setup.ts": "minutes that a game takes",
  "screens/Setup.svelte": "tiles in the boxes",
  "club/Playing.svelte": "how many tiles of the bag are laid",
  "game/question.ts": "which of two features is named",
};
/** Who looks at owners and strengths, and what for. */
const OWNED = {
  "board/overlay.ts": "the colour of a field",
  "game/hint.svelte.ts": "whose feature a hint speaks of",
  "game/looking.svelte.ts": "whose features are gone through",
  "game/Sheets.svelte": "whose features are listed",
  "parts/FeatureCard.svelte": "says who has it, and how strongly",
  "review/line.ts": "of which features a review speaks",
};
/** Who asks how many figures a seat has. */
const SUPPLIED = {
  "game/play.svelte.ts": "whether a press is enough where one follower is left",
  "learn/firsts.ts": "the coach's word when all followers are out",
};
const KIND = /^(kind|what|where|figure|phase|key|code)$/; // a word that a set's name only resembles

const nameOf = (node) =>
  node?.type === "Identifier"
    ? node.name
    : node?.type === "MemberExpression"
      ? nameOf(node.property)
      : node?.type === "ChainExpression" || node?.type?.startsWith("TS")
        ? nameOf(node.expression)
        : "";
const has = (node, wanted) => {
  let found = false;
  walk(node, (one) => (found ||= wanted(one)));
  return found;
};
const isText = (node) =>
  (node?.type === "Literal" && typeof node.value === "string") || node?.type === "TemplateLiteral";
const textOf = (node) =>
  node.type === "Literal" ? String(node.value) : node.quasis.map((one) => one.value.raw).join("\0");
const isCompared = (node) => node.type === "BinaryExpression" && /^([!=]==?|[<>]=?|in)$/.test(node.operator);
const isReckoned = (node) =>
  (node.type === "BinaryExpression" && /^([-+*/%]|<<)$/.test(node.operator)) ||
  (node.type === "AssignmentExpression" && /^[-+*/]=$/.test(node.operator));

/** A code of the server, made or compared: the protocol has its own. */
const isServers = (node) => nameOf(node?.left) === "code" || nameOf(node?.key) === "code";

/** Each rule: what is wrong with a node of code, or nothing. */
const RULES = {
  "names a rule": (node) =>
    isText(node) && new RegExp(`(^|\\0|[^\\w-])(${CHAPTERS})-(C?\\d+)?($|\\0|[^\\w])`).test(textOf(node)),
  "decides by the number of a rule": (node) =>
    (isCompared(node) &&
      [node.left, node.right].some((one) => /^(rule|chapter)$/.test(nameOf(one))) &&
      [node.left, node.right].some(isText)) ||
    (node.type === "SwitchStatement" && nameOf(node.discriminant) === "rule") ||
    (node.type === "CallExpression" &&
      LOOKS.includes(nameOf(node.callee)) &&
      nameOf(node.callee.object) === "rule"),
  "decides by an error's code": (node, parents) =>
    (isText(node) &&
      ERRORS.includes(textOf(node)) &&
      !(REFUSALS.has(textOf(node)) && isServers(parents.at(-1)))) ||
    (node.type === "Property" &&
      ERRORS.includes(node.key.name ?? node.key.value) &&
      /_/.test(node.key.name ?? node.key.value)) ||
    (node.type === "CallExpression" &&
      LOOKS.includes(nameOf(node.callee)) &&
      nameOf(node.callee.object) === "code"),
  "takes a text apart": (node, _, path) => {
    if (node.type === "NewExpression") return nameOf(node.callee) === "RegExp" && !reads(path);
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
    const from = node.callee.object,
      how = nameOf(node.callee);
    if (has(from, (one) => one.type === "MemberExpression" && WORDS.test(nameOf(one)) && !one.computed))
      return LOOKS.includes(how); // also in a file that may take other texts apart
    if (reads(path) || nameOf(from) === "key") return false; // of a keyboard
    const shown = node.arguments.some((one) => isText(one) || one.regex);
    return APART.includes(how) || (RECORD.test(nameOf(from)) && LOOKS.includes(how) && shown);
  },
  "reads a record": (node) => {
    const of = (pattern) =>
      new RegExp(`(^|\\^|\\\\b|[|(/\\s;]|\\\\n|\\\\s[+*]?|\\n)(\\?[:<=!]+)?(${GRAMMAR})(\\b|\\\\)`).test(
        pattern,
      );
    const sides = /\[NESW\]|\[[NESWLR]{4,}\]|-\?(\\d|\[0-9\])\S*,/;
    if (node.type === "Literal" && node.regex)
      return (
        (of(node.regex.pattern) && !/^\^aude\\\./.test(node.regex.pattern)) || sides.test(node.regex.pattern)
      );
    if (node.type === "NewExpression" && nameOf(node.callee) === "RegExp")
      return (
        isText(node.arguments[0]) && (of(textOf(node.arguments[0])) || sides.test(textOf(node.arguments[0])))
      );
    if (
      node.type !== "CallExpression" ||
      !LOOKS.includes(nameOf(node.callee)) ||
      node.callee.type !== "MemberExpression"
    )
      return false;
    const [what] = node.arguments;
    return (
      isText(what) &&
      (new RegExp(`^(\\n|; ?)?(${GRAMMAR}) `).test(textOf(what)) ||
        textOf(what) === ";" ||
        textOf(what) === "\n")
    );
  },
  "reckons points": (node, _, path) => {
    const isFact = (one) => one.type === "MemberExpression" && FACTS.test(nameOf(one)) && !SIZES[path],
      isEach = (one) =>
        one.type === "MemberExpression" && one.computed && PAID.test(nameOf(one.object)) && !SUMS[path],
      isPaid = (one) => one.type === "MemberExpression" && PAID.test(nameOf(one)) && !SUMS[path];
    if (isReckoned(node)) return [node.left, node.right].some((one) => has(one, isFact) || isPaid(one));
    if (isCompared(node))
      return (
        [node.left, node.right].every((one) => has(one, isPaid)) ||
        ([node.left, node.right].some((one) => isEach(one)) &&
          ![node.left, node.right].some((one) => "value" in one))
      );
    return (
      node.type === "CallExpression" && /^(max|min)$/.test(nameOf(node.callee)) && has(node.arguments, isPaid)
    );
  },
  "says who may stand where": (node, _, path) =>
    node.type === "MemberExpression" &&
    ((/^(halves|sides)$/.test(nameOf(node)) &&
      !/^(error|clash)$/.test(nameOf(node.object)) &&
      path !== "board/sketch.ts") || // it paints the sides of a tile, and says nothing of them
      (/^(owners|strength)$/.test(nameOf(node)) && !OWNED[path])),
  "counts figures": (node, _, path) =>
    !SUPPLIED[path] &&
    isCompared(node) &&
    [node.left, node.right].some((one) => has(one, (inner) => nameOf(inner) === "supply")),
  "decides by a set or a switch": (node) =>
    (isCompared(node) &&
      ![node.left, node.right].some((one) => KIND.test(nameOf(one))) &&
      [node.left, node.right].some((one) => isText(one) && RULED.has(textOf(one)))) ||
    (node.type === "CallExpression" &&
      LOOKS.includes(nameOf(node.callee)) &&
      node.arguments.some((one) => isText(one) && RULED.has(textOf(one)))),
  "counts seats on": (node) =>
    (node.type === "BinaryExpression" &&
      node.operator === "%" &&
      (has(node.right, (one) => /^(n_?[sS]eats|seats|players)$/.test(nameOf(one))) ||
        has(
          node.left,
          (one) => one.type === "Identifier" && /^(seat|actor|player|thrower)$/.test(one.name),
        ))) ||
    (node.type === "ConditionalExpression" &&
      isCompared(node.test) &&
      [node.consequent, node.alternate].some((one) => one.value === 0) &&
      [node.consequent, node.alternate].some((one) => one.operator === "+" && one.right.value === 1)),
  "judges a throw": (node) =>
    isCompared(node) &&
    has(node, (one) => /^(R_CATCH|R_TOUCH|R_TOKEN|catchRadius|touchRadius|tokenRadius)$/.test(nameOf(one))),
  "keeps a clock": (node) =>
    isReckoned(node) && [node.left, node.right].some((one) => nameOf(one) === "increment"),
};

/** What may stay as it is, and why. */
const FINE = {
  'open.ts text.startsWith("aude ")': "see READERS",
  'board/paint.ts body!.split(";")': "see READERS",
  'setup.ts abbot === "ON"': "the card of the abbot",
  'screens/Setup.svelte choice.river === "RIVER_BOTH"': "the cards of the two rivers",
  'screens/Game.svelte head?.sets.includes("catapult")': "its part of the page is fetched",
  'screens/Game.svelte head?.switches.catapult_mode === "DIRECT"': "sliders instead of a meter",
};

/** "file:line: what is wrong: the code". */
function wrongs(all) {
  const found = new Set();
  for (const { path, code, tree } of all)
    walk(tree, (node, parents) => {
      for (const [what, wrong] of Object.entries(RULES))
        if (wrong(node, parents, path) && !FINE[`${path} ${code.slice(node.start, node.end)}`])
          found.add(
            `${path}:${code.slice(0, node.start).split("\n").length}: ${what}: ${code.slice(node.start, node.end)}`,
          );
    });
  return [...found];
}

test("the page judges nothing", () => {
  assert.deepEqual(wrongs(sources()), []);
});

// What was found here once, or might be: each must be seen wherever it stands.
const PLANTED = [
  'const kind = action.text.split(" ")[0];',
  "export const isLay = (text: string) => /^lay (-?\\d+),(-?\\d+)/.test(text);",
  'const seed = log.head.split("\\n").find((line) => line.startsWith("seed "));',
  'if (record.includes("expansions tower")) show();',
  "for (const [, side] of words.matchAll(/ ([NESW])[LR]?/g)) go(side);",
  'if (error.rule === "BASE-31") say();',
  'const fairy = error.rule.startsWith("PD-");',
  'if (e.check(head).error?.code === "COUNT_RIVER") choice.river = "OFF";',
  'const WHY: Record<string, string> = { FEATURE_TAKEN: "taken", NO_FIT: "no" };',
  "const worth = info.complete ? 2 * info.tiles + 2 * info.shields : info.tiles + info.shields;",
  "const best = Math.max(...state.seats.map((seat) => seat.points));",
  "const next = (state.seat + 1) % state.seats.length;",
  "const free = info.owners.length === 0;",
  "const caught = Math.hypot(dx, dy) <= R_CATCH;",
  "const left = clock.seconds * 1000 + clock.increment * turns;",
  "const mine = info.strength[me] > info.strength[you];",
  "const next = seat === last ? 0 : seat + 1;",
  "const may = state.seats[seat].supply.large > 0;",
  'if (choice.sets.includes("count") && choice.river !== "OFF") refuse();',
  "const winners = seats.filter((_, i) => points[i] === top);",
  "const meets = kinds[k].segments[0].sides & 1;",
  "const total = terms.reduce((n, one) => n + one.count * one.each, 0);",
  'const verb = action.text.slice(0, action.text.indexOf(" "));',
];
for (const code of PLANTED)
  test(`is seen: ${code}`, () => {
    for (const path of ["game/planted.ts", "open.ts"])
      assert.notDeepEqual(wrongs([read(path, code)]), [], path);
  });
