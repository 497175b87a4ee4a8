import type { Trace } from '../../search/trace.ts';

/** The counts of a trace as comma-separated values: a row for each ring, or for each limit. */
export const numbersOf = (trace: Trace): string => {
  const rows: (string | number)[][] = [];
  if (trace.kind === 'rings') {
    rows.push(['end', 'moves', 'positions', 'seen']);
    let seen = 0;
    for (const [index, side] of trace.order.entries()) {
      const made = trace.order.slice(0, index).filter((one) => one === side).length;
      const { count } = trace.sides[side]!.rings[made]!;
      seen += count;
      rows.push([side === 0 ? 'start' : 'goal', made, count, seen]);
    }
  } else {
    rows.push(['limit', 'positions', 'branches', 'seen']);
    let seen = 0;
    for (const { limit, visited, ended } of trace.limits) {
      seen += visited;
      rows.push([limit, visited, ended, seen]);
    }
  }
  return rows.map((row) => `${row.join(',')}\n`).join('');
};
