// names.ts -- the map's names: letters west to east, numbers north to south, fixed at the start tile (M13), so that a name never changes.
export { cellName as name, letters } from "./props";
import { cellName } from "./props";

export function columnName(x: number): string {
  return cellName(x, 0).replace(/-?\d+$/, "");
}
export function rowName(y: number): string {
  return String(y + 13);
}
