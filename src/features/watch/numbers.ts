import type { Trace } from '../../search/trace.ts';

/** The counts of a trace as comma-separated values: a row for each ring, or for each limit. */
export const numbersOf = (trace: Trace): string => {
  const rows: (string | number)[][] = [];
  if (trace.kind === 'rings') {
    rows.push(['end', 'moves', 'positions', 'seen']);
    const made = trace.sides.map(() => 0);
    let seen = 0;
    for (const side of trace.order) {
      const { count } = trace.sides[side]!.rings[made[side]!]!;
      seen += count;
      rows.push([side === 0 ? 'start' : 'goal', made[side]!++, count, seen]);
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
