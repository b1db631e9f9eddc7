// paint.ts -- the art library's SVG on a canvas. As an image the browser makes a document of every drawing, with a thousand elements
// in it, before it paints a pixel: 24 ms a tile. Read here it takes a fifth of that, at once, and in a worker too. Only what the
// library writes is understood; tests/board/paint.test.mjs holds every drawing against the browser's own.

interface Node {
  tag: string;
  at: Record<string, string>;
  kids: Node[];
  text: string;
}
interface Look {
  fill: string;
  stroke: string;
  width: number;
  cap: CanvasLineCap;
  join: CanvasLineJoin;
  dash: number[];
  rule: CanvasFillRule;
  colour: string;
  alpha: number;
}
type Move = ["translate" | "scale" | "rotate", number, number];
type Op = { path: Path2D; look: Look } | { moves: Move[]; clip: Path2D | null; ops: Op[] };
export interface Drawing {
  box: number[];
  ops: Op[];
}
type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const plain: Look = {
  fill: "#000",
  stroke: "",
  width: 1,
  cap: "butt",
  join: "miter",
  dash: [],
  rule: "nonzero",
  colour: "#000",
  alpha: 1,
};
const tokens = /<(\/?)(\w+)([^>]*?)(\/?)>|([^<]+)/g,
  attributes = /([\w-]+)="([^"]*)"/g,
  numbers = /-?\.?\d[\d.]*/g;

// What all tiles share (ids "auX"; a tile's own have a dash) is read once.
const sprites = new Map<string, Op[]>();

function parse(text: string): Node {
  const root: Node = { tag: "", at: {}, kids: [], text: "" },
    open = [root];
  for (const [, end, tag, rest, empty, plainText] of text.matchAll(tokens)) {
    const parent = open[open.length - 1]!;
    if (plainText !== undefined) parent.text += plainText;
    else if (end) open.pop();
    else {
      const node: Node = { tag: tag!, at: {}, kids: [], text: "" };
      for (const [, key, value] of rest!.matchAll(attributes)) node.at[key!] = value!;
      parent.kids.push(node);
      if (!empty) open.push(node);
    }
  }
  return root.kids[0]!;
}

class Reader {
  private ids = new Map<string, Node>();
  private css = new Map<string, Record<string, string>>();

  constructor(root: Node) {
    const walk = (node: Node): void => {
      if (node.at.id) this.ids.set(node.at.id, node);
      if (node.tag === "style") this.rules(node.text);
      node.kids.forEach(walk);
    };
    walk(root);
  }
  private rules(text: string): void {
    for (const [, names, body] of text.matchAll(/([^{}]+)\{([^}]*)\}/g))
      for (const name of names!.split(",")) {
        const rule = this.css.get(name.trim().slice(1)) ?? {};
        for (const part of body!.split(";")) rule[part.split(":")[0]!] = part.split(":")[1]!;
        this.css.set(name.trim().slice(1), rule);
      }
  }
  /** What an element looks like, given its parent's look. A class goes before an attribute, as in CSS. */
  private look(node: Node, from: Look): Look {
    let at = node.at;
    for (const name of node.at.class?.split(" ") ?? []) at = { ...at, ...this.css.get(name) };
    const colour = at.color ?? from.colour,
      paint = (value: string | undefined, otherwise: string) =>
        value === undefined ? otherwise : value === "none" ? "" : value === "currentColor" ? colour : value;
    return {
      fill: paint(at.fill, from.fill),
      stroke: paint(at.stroke, from.stroke),
      width: at["stroke-width"] ? Number(at["stroke-width"]) : from.width,
      cap: (at["stroke-linecap"] as CanvasLineCap) ?? from.cap,
      join: (at["stroke-linejoin"] as CanvasLineJoin) ?? from.join,
      dash: at["stroke-dasharray"]?.match(numbers)?.map(Number) ?? from.dash,
      rule: (at["fill-rule"] as CanvasFillRule) ?? from.rule,
      colour,
      alpha: from.alpha * Number(at.opacity ?? 1),
    };
  }
  read(node: Node, from: Look, out: Op[]): void {
    const { tag, at } = node;
    if (tag === "defs" || tag === "style" || tag === "clipPath") return;
    const look = this.look(node, from),
      moves: Move[] = [];
    for (const [, kind, values] of at.transform?.matchAll(/(\w+)\(([^)]*)\)/g) ?? []) {
      const [x = 0, y] = values!.match(numbers)!.map(Number);
      moves.push([kind as Move[0], x, y ?? (kind === "scale" ? x : 0)]);
    }
    if (tag === "use" && (at.x || at.y)) moves.push(["translate", Number(at.x ?? 0), Number(at.y ?? 0)]);
    const clip = at["clip-path"] ? this.clip(at["clip-path"].slice(5, -1)) : null,
      inner: Op[] = moves.length || clip ? [] : out;
    if (tag === "use") this.use(at.href!.slice(1), look, inner);
    else if (tag === "g" || tag === "svg") for (const kid of node.kids) this.read(kid, look, inner);
    else inner.push({ path: shape(node), look });
    if (inner !== out) out.push({ moves, clip, ops: inner });
  }
  private use(id: string, look: Look, out: Op[]): void {
    const shared = !id.includes("-") && look.alpha === 1,
      there = shared && sprites.get(id);
    if (there) return void out.push({ moves: [], clip: null, ops: there });
    const ops: Op[] = shared ? [] : out;
    this.read(this.ids.get(id)!, shared ? plain : look, ops);
    if (!shared) return;
    sprites.set(id, ops);
    out.push({ moves: [], clip: null, ops });
  }
  private clip(id: string): Path2D {
    const path = new Path2D();
    for (const kid of this.ids.get(id)!.kids) path.addPath(shape(kid));
    return path;
  }
}

function shape({ tag, at }: Node): Path2D {
  if (tag === "path") return new Path2D(at.d);
  const path = new Path2D(),
    v = (key: string) => Number(at[key] ?? 0);
  if (tag === "circle") path.arc(v("cx"), v("cy"), v("r"), 0, 2 * Math.PI);
  else if (tag === "ellipse") path.ellipse(v("cx"), v("cy"), v("rx"), v("ry"), 0, 0, 2 * Math.PI);
  else if (tag === "rect") path.roundRect(v("x"), v("y"), v("width"), v("height"), v("rx"));
  else throw new Error(`paint: <${tag}> is not drawn`);
  path.closePath();
  return path;
}

/** A drawing of the art library, ready to be painted at any size. */
export function readSvg(text: string): Drawing {
  const root = parse(text),
    ops: Op[] = [];
  new Reader(root).read(root, plain, ops);
  return { box: root.at.viewBox!.split(" ").map(Number), ops };
}

function run(ctx: Canvas, ops: Op[]): void {
  for (const op of ops) {
    if ("path" in op) {
      const { path, look } = op;
      ctx.globalAlpha = look.alpha;
      if (look.fill) ((ctx.fillStyle = look.fill), ctx.fill(path, look.rule));
      if (!look.stroke || !look.width) continue; // a canvas would keep the width it has
      ctx.strokeStyle = look.stroke;
      ctx.lineWidth = look.width;
      ctx.lineCap = look.cap;
      ctx.lineJoin = look.join;
      ctx.setLineDash(look.dash);
      ctx.stroke(path);
    } else if (op.moves.length || op.clip) {
      ctx.save();
      for (const [kind, x, y] of op.moves)
        kind === "rotate" ? ctx.rotate((x * Math.PI) / 180) : ctx[kind](x, y);
      if (op.clip) ctx.clip(op.clip);
      run(ctx, op.ops);
      ctx.restore();
    } else run(ctx, op.ops);
  }
}

/** Into the square of `px` pixels at the origin, clipped by nothing but the canvas. */
export function paint(ctx: Canvas, { box, ops }: Drawing, px: number): void {
  ctx.save();
  ctx.scale(px / box[2]!, px / box[3]!);
  ctx.translate(-box[0]!, -box[1]!);
  ctx.miterLimit = 4; // SVG's; a canvas has 10
  run(ctx, ops);
  ctx.restore();
}
