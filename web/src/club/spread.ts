// spread -- how the results of one deal are spread over its tables: bars of equal width, and where one table stands among them.
/** Of a table: how far who began was ahead. */
export interface Ahead {
  ahead: number;
}
export interface Bar {
  from: number; // points that who began was ahead: from here,
  to: number; // up to here, without it
  tables: number;
  mine: boolean; // my table is one of them
}

const WIDTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];
const MOST = 21; // bars

/** Bars from the lowest to the highest result, with those between that nobody had. */
export function spread(tables: Ahead[], mine: Ahead | undefined): Bar[] {
  const list = tables.map((one) => one.ahead);
  const low = Math.min(...list),
    high = Math.max(...list);
  if (!list.length) return [];
  const floor = (value: number, width: number) => Math.floor(value / width) * width;
  const width = WIDTHS.find((one) => (floor(high, one) - floor(low, one)) / one < MOST) ?? WIDTHS.at(-1)!;
  return Array.from({ length: (floor(high, width) - floor(low, width)) / width + 1 }, (_, i) => {
    const from = floor(low, width) + i * width;
    const within = (value: number) => value >= from && value < from + width;
    return { from, to: from + width, tables: list.filter(within).length, mine: !!mine && within(mine.ahead) };
  });
}

/** At how many of the other tables who sat in my seat did worse, and at how many as well. `first`: I began. */
export function standing(tables: Ahead[], mine: Ahead, first: boolean): { worse: number; equal: number } {
  const others = tables.filter((one) => one !== mine);
  return {
    worse: others.filter((one) => (first ? one.ahead < mine.ahead : one.ahead > mine.ahead)).length,
    equal: others.filter((one) => one.ahead === mine.ahead).length,
  };
}
