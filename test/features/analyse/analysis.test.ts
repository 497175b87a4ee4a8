/** Analyses held to the distances of tables, and their answers to Discord's limits. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { describe, expect, it, test } from 'vitest';
import { analyseAnswer } from '../../../src/features/analyse/answer.ts';
import { type AnalyseRequest, analyseJob } from '../../../src/features/analyse/job.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { mostMoves } from '../../../src/puzzles/moves.ts';
import { type Move, type Puzzle, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../../src/puzzles/registry.ts';
import type { Analysis } from '../../../src/search/analysis.ts';
import { analyse, costsOf, unreachable } from '../../../src/search/analysis.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { needsOf, solve } from '../../../src/search/solve.ts';
import { hasTable } from '../../../src/search/tables/table.ts';
import { noBoards } from '../../support/drawing.ts';
import fc from '../../support/properties.ts';
import { sharedTables } from '../../support/tables.ts';
import { distancesTo, questionOf, rankOf, somePosition, walks } from '../../support/truth.ts';

const walkFrom = (puzzle: Puzzle, start: readonly number[], choices: readonly number[]): Move[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(start));
  return choices.flatMap((choice) => {
    const codes: number[] = [];
    const count = cursor.moves(codes, 0);
    if (count === 0) return [];
    const code = codes[choice % count]!;
    cursor.make(code);
    return [cursor.path(code)];
  });
};

const small = puzzles.filter((puzzle) => hasTable(puzzle) && puzzle.states <= 2 ** 18);

describe.each(small.map((puzzle) => [puzzle.id, puzzle] as const))('moves of %s', (_, puzzle) => {
  const distance = distancesTo(puzzle, puzzle.goal);
  const tables = sharedTables(needsOf(puzzle, puzzle.goal));
  const start = somePosition(puzzle);
  const isBipartite = puzzle.family === 'sliding' && puzzle.board.colours !== undefined;

  it('are judged by the true distances, and what they cost adds up', () => {
    fc.assert(
      fc.property(walks(40), (choices) => {
        const moves = walkFrom(puzzle, start, choices);
        const result = analyse(puzzle, { start, goal: puzzle.goal }, moves, { tables });
        if (result.status !== 'analysed') throw new Error(result.status);
        const true_ = replay(puzzle, start, moves).map(
          (position) => distance.get(rankOf(puzzle, position)) ?? unreachable,
        );
        expect(result.distances).toEqual(true_);
        const costs = costsOf(result.distances);
        for (const cost of costs) {
          expect(cost).toBeGreaterThanOrEqual(0);
          if (isBipartite) expect([0, 2]).toContain(cost);
        }
        if (!true_.includes(unreachable)) {
          expect(costs.reduce((sum, cost) => sum! + cost!, 0)).toBe(moves.length + true_.at(-1)! - true_[0]!);
        }
        const from = costs.findIndex((cost) => cost! > 0);
        expect(result.bestFrom).toBe(from === -1 ? moves.length : from);
        expect(result.best).toHaveLength(Math.max(0, true_[result.bestFrom]!));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a shortest solution of 867254301', () => {
  const puzzle = puzzleOf('eight')!;
  const question = questionOf(puzzle, '867254301');
  const tables = sharedTables(needsOf(puzzle, puzzle.goal));
  const outcome = solve(puzzle, question, { tables });
  if (outcome.status !== 'solved') throw new Error(outcome.status);
  const costs = (moves: readonly Move[]): (number | undefined)[] => {
    const result = analyse(puzzle, question, moves, { tables });
    if (result.status !== 'analysed') throw new Error(result.status);
    return costsOf(result.distances);
  };

  it('has no mistake', () => expect(costs(outcome.moves).every((cost) => cost === 0)).toBe(true));

  it('with a detour anywhere has just one, of two moves', () => {
    const positions = replay(puzzle, question.start, outcome.moves);
    const cursor = puzzle.cursor(puzzle.goal);
    for (let at = 0; at < outcome.moves.length; at++) {
      const codes: number[] = [];
      cursor.load(cursor.rank(positions[at]!));
      cursor.moves(codes, 0);
      const best = solve(puzzle, { start: positions[at]!, goal: puzzle.goal }, { tables });
      const first = best.status === 'solved' ? best.firstMoves!.map(String) : [];
      for (const astray of codes.map((code) => cursor.path(code)).filter((move) => !first.includes(String(move)))) {
        const found = costs(outcome.moves.toSpliced(at, 0, astray, astray.toReversed()));
        expect(found.map((cost, index) => (cost === 0 ? undefined : [index, cost])).filter(Boolean)).toEqual([[at, 2]]);
      }
    }
  });
});

describe('where no table tells', () => {
  const puzzle = puzzleOf('fifteen')!;
  const tables = sharedTables(needsOf(puzzle, puzzle.goal));

  it('positions that are too hard are left undecided, and the easy ones near the end are not', () => {
    const question = questionOf(puzzle, '0C9DFBAE37254861');
    const { start } = questionOf(puzzle, '123456789ABCDE0F');
    const moves = walkFrom(puzzle, start, [0, 1, 0, 2, 1]);
    const near = analyse(puzzle, { start, goal: puzzle.goal }, moves, { tables });
    if (near.status !== 'analysed') throw new Error(near.status);
    expect(near.distances).not.toContain(null);
    const hard = analyse(puzzle, question, walkFrom(puzzle, question.start, [0, 1, 2]), { tables, nodes: 1 });
    expect(hard).toMatchObject({ status: 'analysed', best: [] });
    expect(hard.status === 'analysed' && hard.distances.every((distance) => distance === null)).toBe(true);
  });

  it('a cancel ends it', () => {
    const control = new SearchControl();
    control.cancel();
    const question = questionOf(puzzle, 'D68CFE0AB7459132');
    const result = analyse(puzzle, question, walkFrom(puzzle, question.start, [0, 1, 2]), { tables, control });
    expect(result).toEqual({ status: 'gave-up', reason: 'cancelled' });
  });
});

describe.each(languages)('the answer in %s', (language) => {
  const t = translator(language);
  const check = async (request: AnalyseRequest, result: Analysis) => {
    const input = JSON.parse(JSON.stringify(analyseJob.input.encode(request)));
    expect(analyseJob.input.safeParse(input)).toEqual({ success: true, data: request });
    expect(analyseJob.result.safeParse(result).success).toBe(true);
    // A board in emoji takes more of the text than a picture.
    const { components } = await analyseAnswer(t, { request }, result, noBoards);
    checkMessage(
      { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] }, attachments: [] },
      { route: 'webhook', knowsEmoji: () => false, uploads: [] },
    );
  };

  test.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('of %s keeps to the limits', async (_, puzzle) => {
    const start = somePosition(puzzle);
    const moves = walkFrom(
      puzzle,
      start,
      Array.from({ length: mostMoves }, (_, index) => index * 7919),
    );
    const question = puzzle.question(start, puzzle.goal);
    if (!question.ok) throw new Error('no question');
    const request: AnalyseRequest = {
      puzzle: puzzle.id,
      question: question.value,
      moves,
      notation: 'piece-directions',
      certainty: 'usage',
      joined: 99,
    };
    const best = moves.slice(0, 80);
    const zigzag = moves.map((_, index) => 40 + (index % 2));
    for (const distances of [
      [...zigzag, 41],
      [...zigzag.map((one, i) => one + (i % 3)), 41],
      [...moves.map(() => null), null],
    ]) {
      await check(request, { status: 'analysed', distances, best, bestFrom: 0 });
    }
    const dead = [...moves.map((_, index) => (index < 3 ? 40 - index : unreachable)), unreachable];
    await check(request, { status: 'analysed', distances: dead, best: moves.slice(2, 82), bestFrom: 2 });
    await check(request, { status: 'gave-up', reason: 'cancelled' });
    await check(request, { status: 'unsolvable', obstacle: { code: 'exhausted', values: { generated: 1 } } });
  });
});
