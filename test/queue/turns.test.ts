/** Turns of long searches: who has to make room for whom, and when. */
import { describe, expect, it } from 'vitest';
import { inPlace, isLast, isOver, lastPriority, priorityAt } from '../../src/queue/whole.ts';

/** The priority of the first request of somebody, after a number of turns. */
const priorityOf = (turns: number): number => priorityAt(500 * (2 ** turns - 1), 1);

describe('a search', () => {
  it('is not interrupted before its turn is over for one that has had as many, nor ever for one that has had more', () => {
    expect(isOver(priorityOf(1), 999, priorityOf(1))).toBe(false);
    expect(isOver(priorityOf(1), 1000, priorityOf(1))).toBe(true);
    expect(isOver(priorityOf(1), 1000, priorityOf(2))).toBe(true);
    expect(isOver(priorityOf(1), 1e9, priorityOf(3))).toBe(false);
  });

  it('makes room for a new one when its turn is over', () => {
    expect(isOver(priorityOf(3), 3999, 1)).toBe(false);
    expect(isOver(priorityOf(3), 4000, 1)).toBe(true);
  });

  it('has had as many turns as fit into the time that its parts have had', () => {
    expect([0, 499, 500, 1499, 1500, 120_000].map((milliseconds) => priorityAt(milliseconds, 1))).toEqual(
      [0, 0, 1, 1, 2, 7].map((turns) => 1 + turns * 4096),
    );
    expect(priorityAt(600, 4)).toBe(priorityOf(1) + 3);
  });

  it('is the last one for a long proof, however little it has had', () => {
    expect(isLast(priorityAt(3_600_000, 1))).toBe(false);
    expect(priorityAt(0, lastPriority(2))).toBe(lastPriority(2));
  });

  it('keeps its turns when it moves up among the requests of its asker', () => {
    expect(inPlace(priorityOf(2) + 3, 1)).toBe(priorityOf(2));
    expect(inPlace(7, 2)).toBe(2);
  });
});
