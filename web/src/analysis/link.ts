// link -- a whole tree in an address: the text of tree/tree_link.c, deflated, base64url (docs/analysis.md).
import type { Engine } from "../engine/engine";
import { pack, unpackFar } from "../table/pack";
import { Tree, type Unread } from "./tree";

export async function addressOf(tree: Tree, at: number): Promise<string> {
  const { text, number } = tree.link(at);
  return `#/analyse/${await pack(text)}/${number}`;
}
/** The moments of the tree have the numbers that the link gave them. Of base64 one letter alone behind groups of four says nothing. */
export async function openLink(engine: Engine, packed: string): Promise<Tree | Unread> {
  const letters = packed.replace(/[^\w-]/g, "");
  const { text } = await unpackFar(letters.slice(0, letters.length - (letters.length % 4 === 1 ? 1 : 0)));
  return Tree.ofLink(engine, text);
}
