// aids -- what this table lets people see besides the rules: the host chose a level, every level adds to the one before.
import type { Aids } from "../table/types";

export interface Allowed {
  level: Aids;
  left: boolean;
  fields: boolean;
  projected: boolean;
  odds: boolean;
  dead: boolean;
  coach: boolean;
}

export const LEVELS: Aids[] = ["purist", "club", "friendly", "coach"];

export function aidsAllowed(level: Aids = "friendly"): Allowed {
  const n = LEVELS.indexOf(level);
  return {
    level,
    left: n >= 1,
    fields: n >= 1,
    projected: n >= 2,
    odds: n >= 2,
    dead: n >= 2,
    coach: n >= 3,
  };
}
