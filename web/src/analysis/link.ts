// link -- a whole tree in an address: the text of tree/tree_pack.c, its head deflated, base64url (docs/analysis.md).
import type { Engine } from "../engine/engine";
import { pack, unpackFar } from "../table/pack";
import { Tree, type Unread } from "./tree";

export async function addressOf(tree: Tree, at: number): Promise<string> {
  const { text, moves, number } = tree.packed(at);
  return `#/analyse/${await pack(text)}~${moves}/${number}`;
}
/** Only the way to this moment: the position, without variations and notes. */
export async function positionOf(engine: Engine, tree: Tree, at: number): Promise<string> {
  const way = Tree.open(engine, tree.way(at));
  if (!(way instanceof Tree)) return addressOf(tree, at);
  const address = await addressOf(way, way.last(0));
  way.free();
  return address;
}
/** The moments of the tree have the numbers that the link gave them. Behind the wave stand the actions. */
export async function openLink(engine: Engine, packed: string): Promise<Tree | Unread> {
  const wave = packed.indexOf("~"),
    head = wave < 0 ? packed : packed.slice(0, wave),
    moves = wave < 0 ? "" : packed.slice(wave + 1);
  return Tree.ofPack(engine, (await unpackFar(base64Of(head))).text + moves);
}
/** Of base64 one letter alone behind groups of four says nothing. */
function base64Of(packed: string): string {
  const letters = packed.replace(/[^\w-]/g, "");
  return letters.slice(0, letters.length - (letters.length % 4 === 1 ? 1 : 0));
}
