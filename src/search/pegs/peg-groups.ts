/** What the bound by groups of holes needs to know of a board and its goals, for `kernels/assembly/peg/groups.ts`. */
import type { Board } from '../../puzzles/board.ts';
import { groupsOf } from '../../puzzles/families/pegs/classes.ts';
import { paired } from '../../puzzles/lists.ts';
import type { Position } from '../../puzzles/puzzle.ts';

/** Of lists of numbers, those that no other one exceeds or equals in each number. */
const largestOf = (lists: readonly (readonly number[])[]): (readonly number[])[] =>
  lists.filter((list) => !lists.some((other) => other !== list && paired(other, list).every(([a, b]) => a >= b)));

/** Chains tried of one group. The English board has 13,484, and a triangle of 45 holes has billions. */
const mostChains = 300_000;
/**
 * Numbers in a table at most, times the groups squared: each number compares the chains of each group, each by the pegs
 * of each group. The diamond of 41 holes takes most of the named boards: half of this, in half a second.
 */
const mostComparisons = 2 ** 28;

/**
 * For chains of jumps by a peg of a group, how many pegs of each group they jump over at most. Where there are too many
 * chains: all pegs that the group can jump over.
 */
const chainsOf = ({ jumps, size }: Board, groups: readonly number[], group: number): (readonly number[])[] => {
  const groupCount = Math.max(...groups) + 1;
  let left = mostChains;
  const found = new Map<string, readonly number[]>();
  const removed = new Array<number>(groupCount).fill(0);
  const isEmpty = new Array<boolean>(size).fill(false);
  const extend = (at: number): void => {
    found.set(removed.join(' '), [...removed]);
    if (--left < 0) return;
    for (const { from, over, to } of jumps) {
      if (from !== at || isEmpty[over]) continue;
      isEmpty[over] = true;
      removed[groups[over]!]!++;
      extend(to);
      removed[groups[over]!]!--;
      isEmpty[over] = false;
    }
  };
  for (let cell = 0; cell < size; cell++) if (groups[cell] === group) extend(cell);
  if (left >= 0) return largestOf([...found.values()]);
  const overs = new Set(jumps.filter(({ from }) => groups[from] === group).map(({ over }) => over));
  return [removed.map((_, other) => [...overs].filter((over) => groups[over] === other).length)];
};

interface Counter {
  readonly cells: readonly number[];
  /** What one peg adds to the index of the table. */
  readonly stride: number;
}

export interface GroupRules {
  /** One for each group, and behind them one for each group with corners that pegs must leave. */
  readonly counters: readonly Counter[];
  readonly groupCount: number;
  /** By kind of chain: the counter of its peg's corners (255 if none), then how many pegs of each group it jumps at most. */
  readonly chains: readonly (readonly number[])[];
  /** For each goal the pegs in each group. */
  readonly goals: readonly (readonly number[])[];
  /** Numbers in the table. */
  readonly entries: number;
}

/** What to count of groups of holes and of corners. */
const countersOf = (groups: readonly number[], leavers: readonly number[], mostFull: number) => {
  const groupCount = Math.max(...groups) + 1;
  const numbers = Array.from({ length: groupCount }, (_, group) => group);
  const members = numbers.map((group) => [...groups.keys()].filter((cell) => groups[cell] === group));
  const corners = numbers.map((group) => leavers.filter((cell) => groups[cell] === group));
  const cornered = numbers.filter((group) => leavers.some((cell) => groups[cell] === group));
  const counters: Counter[] = [];
  let entries = mostFull + 1;
  for (const cells of [...members, ...corners.filter((cells) => cells.length > 0)].reverse()) {
    counters.unshift({ cells, stride: entries });
    entries *= cells.length + 1;
  }
  return { groups, groupCount, numbers, members, cornered, counters, entries };
};

/**
 * On a board of many groups, the table would be too large: there corners do not count, or all holes are one group.
 * @param leavers corners that are empty at every goal
 * @param mostFull the most full regions at once
 */
export const groupRules = (
  board: Board,
  goals: readonly Position[],
  leavers: readonly number[],
  mostFull: number,
): GroupRules => {
  const own = groupsOf(board);
  const variants = [countersOf(own, leavers, mostFull), countersOf(own, [], mostFull)];
  const { groups, groupCount, numbers, members, cornered, counters, entries } =
    variants.find((variant) => variant.entries * variant.groupCount ** 2 <= mostComparisons) ??
    countersOf(new Array<number>(board.size).fill(0), [], mostFull);
  const cornersOf = (group: number): number => (cornered.includes(group) ? groupCount + cornered.indexOf(group) : 255);
  const pegsIn = (goal: Position): number[] => members.map((cells) => cells.filter((cell) => goal[cell] === 1).length);
  return {
    counters,
    groupCount,
    chains: numbers.flatMap((group) => chainsOf(board, groups, group).map((most) => [cornersOf(group), ...most])),
    goals: largestOf([...new Map(goals.map((goal) => [pegsIn(goal).join(' '), pegsIn(goal)])).values()]),
    entries,
  };
};
