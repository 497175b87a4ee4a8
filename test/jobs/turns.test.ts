/** Turns of long searches: who has to make room for whom, and when. */
import { describe, expect, it } from 'vitest';
import { inPlace, isOver, priorityAfter } from '../../src/jobs/turns.ts';

/** The priority of the first request of somebody, after so many whole turns. */
const priorityOf = (turns: number): number =>
  Array.from({ length: turns }).reduce<number>(
    (priority) => priorityAfter({ priority, took: Number.POSITIVE_INFINITY, keepsState: true }),
    1,
  );

describe('a search', () => {
  it('is not interrupted before its turn is over for one that has had as many, nor ever for one that has had more', () => {
    for (const keepsState of [true, false]) {
      expect(isOver({ priority: priorityOf(1), took: 999, keepsState }, priorityOf(1))).toBe(false);
      expect(isOver({ priority: priorityOf(1), took: 1000, keepsState }, priorityOf(1))).toBe(true);
      expect(isOver({ priority: priorityOf(1), took: 1000, keepsState }, priorityOf(2))).toBe(true);
      expect(isOver({ priority: priorityOf(1), took: 1e9, keepsState }, priorityOf(3))).toBe(false);
    }
  });

  it('that can go on makes room for a new one after half a second, any other when its turn is over', () => {
    const priority = priorityOf(3);
    expect(isOver({ priority, took: 499, keepsState: true }, 1)).toBe(false);
    expect(isOver({ priority, took: 500, keepsState: true }, 1)).toBe(true);
    expect(isOver({ priority, took: 3999, keepsState: false }, 1)).toBe(false);
    expect(isOver({ priority, took: 4000, keepsState: false }, 1)).toBe(true);
  });

  it('keeps its rank when its turn was cut short, and comes after the others when it was not', () => {
    const priority = priorityOf(2);
    expect(priorityAfter({ priority, took: 1999, keepsState: true })).toBe(priority);
    expect(priorityAfter({ priority, took: 2000, keepsState: true })).toBeGreaterThan(priority);
  });

  it('keeps its turns when it moves up among the requests of its asker', () => {
    expect(inPlace(priorityOf(2) + 3, 1)).toBe(priorityOf(2));
    expect(inPlace(7, 2)).toBe(2);
  });
});
