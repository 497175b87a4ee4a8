/** The longest answers that there can be, held to Discord's limits by the rules of the stand-in, in every language. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/discord/message.ts';
import { compareAnswer } from '../../src/features/compare/answer.ts';
import { fileAnswer } from '../../src/features/file/answer.ts';
import { fileJob } from '../../src/features/file/job.ts';
import { mostLines, purposes } from '../../src/features/file/lines.ts';
import { type KnownOfLine, packLines } from '../../src/features/file/result.ts';
import { hardestAnswer } from '../../src/features/hardest/answer.ts';
import { solveAnswer } from '../../src/features/solve/answer.ts';
import { solveJob, solveWork } from '../../src/features/solve/job.ts';
import { languages, translator } from '../../src/locales/index.ts';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { progressMessage } from '../../src/queue/progress.ts';
import { Drawing } from '../../src/render/drawing.ts';
import { defaultPresentation } from '../../src/render/presentation.ts';
import { formatQuestion } from '../../src/search/schemas.ts';
import { methods, type Outcome } from '../../src/search/solve.ts';
import { noBoards } from '../support/drawing.ts';

/** Only the place of a drawing in its message matters here. */
const blank = new Drawing(async () => Buffer.alloc(8));

const owner = '100000000000000000000';
const large = { generated: 9_007_199_254_740_991, peakFrontier: 9_007_199_254_740_991, milliseconds: 839_999 };

/** What the stand-in says of a message; Discord would refuse what it refuses. */
const check = ({ components, files = [] }: Message) =>
  checkMessage(
    {
      components,
      flags: MessageFlags.IsComponentsV2,
      allowed_mentions: { parse: [] },
      attachments: files.map(({ name }, id) => ({ id: String(id), filename: name })),
    },
    {
      route: 'webhook',
      knowsEmoji: () => false,
      uploads: files.map(({ name, data }, index) => ({
        index: String(index),
        filename: name,
        contentType: 'image/png',
        bytes: data,
      })),
    },
  );

/** As many moves as a walk of this length has, never straight back. */
const walk = (puzzle: Puzzle, length: number): { start: Position; moves: Move[] } => {
  const cursor = puzzle.cursor(puzzle.goal);
  if (puzzle.family === 'pegs') {
    // Backwards from one peg, a jump at a time: the most moves that a game can have.
    const moves: Move[] = [];
    for (;;) {
      const codes: number[] = [];
      cursor.predecessors(codes, 0);
      const single = codes.find((code) => cursor.path(code).length === 2);
      if (single === undefined) return { start: cursor.unrank(cursor.state()), moves };
      moves.unshift(cursor.path(single));
      cursor.unmake(single);
    }
  }
  const start = cursor.unrank(cursor.state());
  const moves: Move[] = [];
  let previous = -1;
  while (moves.length < length) {
    const codes: number[] = [];
    cursor.moves(codes, 0);
    const next = codes.find((code) => previous === -1 || !cursor.redundant(previous, code)) ?? codes[0]!;
    moves.push(cursor.path(next));
    cursor.make(next);
    previous = next;
  }
  return { start, moves };
};

describe.each(languages)('in %s', (language) => {
  const t = translator(language);

  test.each(purposes)('the longest answer to a file: %s', async (purpose) => {
    const count = mostLines + 1;
    const lines = Array.from({ length: count }, (_, index) => [index + 1, 'x'.repeat(250)] as const);
    const judged = { moves: 500, isSolved: true, mistakes: 99 };
    const values = { puzzle: 'fifteen', cell: 16, piece: '@'.repeat(60), last: 'F' };
    const solved = {
      is: 'solved',
      position: '9'.repeat(100),
      length: 80,
      least: 80,
      solution: 'R2'.repeat(1000),
    } as const;
    const results: KnownOfLine[] = lines.map(([number]) =>
      number % 2 === 0
        ? { is: 'wrong', about: 'position', code: 'unknown-piece', values }
        : { ...solved, judged: { ...judged, moves: 80 + number } },
    );
    const request = { puzzle: 'fifteen', purpose, ...(await packLines(lines)) };
    const done = { status: 'done', lines: results, milliseconds: 1, reason: 'cancelled' } as const;
    const message = await fileAnswer(t, { request, withheld: new Set([1]), user: owner }, done);
    check(message);
    expect(message.files![0]!.data.length).toBeLessThan(4 * 2 ** 20);
    check(
      progressMessage(
        t,
        { job: fileJob, request },
        { status: { state: 'working', progress: { ...large, lowerBound: 0 } }, id: owner },
      ),
    );
  });

  test.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('the longest answer of %s', async (_, puzzle) => {
    const { start, moves } = walk(puzzle, 80);
    const question = puzzle.question(start, puzzle.goal);
    if (!question.ok) throw new Error('no question');
    const work = solveWork(puzzle, question.value, 'bidirectional');
    const { request } = work;
    const { position, goal } = formatQuestion(puzzle, question.value);
    const percentile = { diameter: 99, antipodes: 999_999, closer: 0.999999 };
    const outcome: Outcome = {
      status: 'solved',
      optimal: true,
      lowerBound: moves.length,
      moves,
      method: 'ida-pdb',
      solutions: 9_007_199_254_740_991,
      estimate: 79,
      percentile,
      ...large,
    };
    for (const view of ['emoji', 'picture'] as const) {
      const asked = { request, step: moves.length, presentation: { ...defaultPresentation, view }, user: owner };
      expect(() => check({ components: [] })).toThrow();
      expect(check(await solveAnswer(t, asked, outcome, blank)).components?.length).toBeGreaterThan(0);
      const unproved = { ...outcome, optimal: false, lowerBound: 1 };
      check(await solveAnswer(t, asked, { ...unproved, reason: 'deadline' }, blank, Number.POSITIVE_INFINITY));
    }
    const gaveUp: Outcome = { status: 'gave-up', reason: 'deadline', lowerBound: 79, method: 'iddfs', ...large };
    const whole = { request, step: 0, presentation: defaultPresentation, user: owner };
    check(await solveAnswer(t, whole, gaveUp, noBoards, Number.POSITIVE_INFINITY));
    const values = { holes: Array.from({ length: 37 }, () => 'g7').join(' '), start: 1, goal: 0 };
    const obstacle = { code: 'peg-class', values, nearest: { position, goal } } as const;
    const unsolvable: Outcome = { status: 'unsolvable', obstacle, method: 'iddfs', ...large };
    check(await solveAnswer(t, whole, unsolvable, noBoards));
    const progress = { generated: large.generated, lowerBound: 79, peakFrontier: 1 };
    const status = { state: 'working', progress } as const;
    check(progressMessage(t, work, { status, id: owner }));
    const known = solveJob.partial!(request, { ...progress, best: outcome.moves });
    check(progressMessage(t, work, { status, id: owner, known: { ...progress, best: outcome.moves } }));
    const remaining = { most: 1e9, estimate: 1e8 };
    const proving = { state: 'working', progress: { ...progress, remaining } } as const;
    check(progressMessage(t, { ...work, isLong: true }, { status: proving, id: owner, isPrivate: true }));
    check(await solveAnswer(t, whole, known!, noBoards));

    const outcomes = methods.map((method): Outcome => ({ ...outcome, method }));
    check(await compareAnswer(t, { request }, { status: 'compared', outcomes }, noBoards));
    const half = { ...outcome, optimal: false, lowerBound: 1 };
    const halves = check(await compareAnswer(t, { request }, { status: 'compared', outcomes: [half] }, blank));
    const between = t('compare.between', { least: 1, most: moves.length });
    expect(JSON.stringify(halves.components)).toContain(between);
    const survey = {
      status: 'surveyed',
      states: large.generated,
      diameter: 80,
      histogram: new Array<number>(81).fill(large.generated),
      positions: new Array<string>(999).fill(position),
      ...(puzzle.hasOwnPieces && { pair: { start: position, goal: position, length: 190 } }),
      milliseconds: large.milliseconds,
    } as const;
    check(await hardestAnswer(t, { request: { puzzle: puzzle.id } }, survey, noBoards));
  });
});
