// types -- the few calls of the mounted board that a lesson makes.
import type { Cell } from "../board/props";

export interface Board {
  fit(): void;
  zoom(by: number): void;
  show(cells: Cell[]): void;
}
