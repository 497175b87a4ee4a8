/** What a search shows before it ends: a solution that leads to the goal, and a bound that is below every solution. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isAt, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { type Progress, SearchControl } from '../../src/search/budget.ts';
import { seeded } from '../../src/search/scramble.ts';
import { methodsOf, needsOf, type Outcome, type SolveOptions, solve } from '../../src/search/solve.ts';
import type { Tables } from '../../src/search/tables/contract.ts';
import { sharedTables } from '../support/tables.ts';
import { knownDistances, questionOf, rankOf } from '../support/truth.ts';

/** Sees every report of a search as another thread would. */
class Watch extends SearchControl {
  readonly seen: Progress[] = [];
  override report(progress: Progress): void {
    super.report(progress);
    this.seen.push(this.progress);
  }
}

const isSolution = (puzzle: Puzzle, text: string, moves: NonNullable<Progress['best']>): boolean => {
  const { start, goal } = questionOf(puzzle, text);
  return isAt(replay(puzzle, start, moves).at(-1) ?? start, goal);
};

describe('a hard position of the 15 puzzle', () => {
  const fifteen = knownPuzzle('fifteen');
  let tables: Tables;
  beforeAll(() => {
    tables = sharedTables(needsOf(fifteen, fifteen.goal));
  });

  const check = (text: string, fewest: number): void => {
    const control = new Watch();
    const options: SolveOptions = { tables, control, nodes: 6_000_000, withoutCount: true };
    const outcome = solve(fifteen, questionOf(fifteen, text), options) as Outcome & { status: 'solved' };
    expect(outcome).toMatchObject({ status: 'solved', optimal: false, reason: 'nodes' });
    expect(isSolution(fifteen, text, outcome.moves)).toBe(true);
    expect(outcome.moves.length).toBeGreaterThanOrEqual(fewest);
    expect(outcome.moves.length).toBeLessThanOrEqual(fewest + 6);
    expect(outcome.lowerBound).toBeLessThanOrEqual(fewest);
    expect(outcome.lowerBound).toBeGreaterThanOrEqual(fewest - 10);
    let shortest = Number.POSITIVE_INFINITY;
    for (const { best, lowerBound } of control.seen) {
      expect(lowerBound).toBeLessThanOrEqual(fewest);
      if (!best) continue;
      expect(best.length).toBeLessThanOrEqual(shortest);
      if (best.length < shortest) expect(isSolution(fifteen, text, best)).toBe(true);
      shortest = best.length;
    }
    expect(shortest).toBe(outcome.moves.length);
  };

  const title = '%s has an answer soon, near the %i moves that are the fewest, also where the budget ends it';
  it.each([['0F83CB74EA659D21', 70]])(title, check);
  // One of the farthest positions, and another board that is hard for these databases.
  it.each([
    ['0B9DCFAE37624851', 80],
    ['659D21AE370F48CB', 72],
  ])(title, { tags: 'long' }, check);

  it('is proved as soon as two moves less are disproved', { tags: 'long' }, () => {
    const outcome = solve(fifteen, questionOf(fifteen, '0C9DFBAE37254861'), { tables, withoutCount: true });
    expect(outcome).toMatchObject({ status: 'solved', optimal: true, lowerBound: 80 });
    expect(outcome.status === 'solved' && outcome.moves.length).toBe(80);
    // Of the 39 million positions that a search up to 80 moves generates.
    expect(outcome.generated).toBeLessThan(35_000_000);
  });
});

describe.each(['five', 'six', 'seven', 'eight', 'onoff', 'peg15', 'peg21'])('every report on %s', (id) => {
  const puzzle = knownPuzzle(id);
  const methods = methodsOf(puzzle).filter((method) => method !== 'table');

  const check = (boards: number): void => {
    const random = seeded(id);
    const distances = knownDistances(puzzle, puzzle.goal);
    for (let board = 0; board < boards; board++) {
      const position = puzzle.randomPosition(random, puzzle.goal);
      const length = distances.get(rankOf(puzzle, position));
      const text = puzzle.formatPosition(position);
      const control = new Watch();
      const method = methods[board % methods.length]!;
      const outcome = solve(puzzle, questionOf(puzzle, text), { method, control, nodes: 60_000, withoutCount: true });
      const reports = [...control.seen, ...(outcome.status === 'unsolvable' ? [] : [outcome])];
      for (const { lowerBound } of reports) if (length !== undefined) expect(lowerBound).toBeLessThanOrEqual(length);
      for (const { best } of control.seen) {
        if (best) expect(best.length).toBeGreaterThanOrEqual(length!);
        if (best) expect(isSolution(puzzle, text, best)).toBe(true);
      }
      if (outcome.status === 'solved') expect(outcome.moves.length).toBeGreaterThanOrEqual(length!);
      if (outcome.status === 'solved' && outcome.optimal) expect(outcome.moves).toHaveLength(length!);
    }
  };

  it('encloses the truth', () => check(20));
  it('encloses the truth on 100 random boards', { tags: 'long' }, () => check(100));
});

describe('the shared memory of a search', () => {
  it('shows a solution to whoever holds it', () => {
    const here = new SearchControl();
    const there = new SearchControl(here.memory);
    expect(there.progress.best).toBeUndefined();
    const moves = [
      [3, 7],
      [16, 4, 6, 18, 30],
      [0, 63],
    ];
    here.share(moves);
    expect(there.progress.best).toEqual(moves);
    here.share([]);
    expect(there.progress.best).toEqual([]);
  });

  it('has room for every solution that is worth showing, and leaves out longer ones', () => {
    const control = new SearchControl();
    const long = Array.from({ length: 255 }, (_, index) => [index % 64, (index + 1) % 64]);
    control.share(long);
    expect(control.progress.best).toEqual(long);
    control.share([...long, [0, 1]]);
    expect(control.progress.best).toEqual(long);
  });
});
