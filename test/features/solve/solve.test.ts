import { describe, expect, test } from 'vitest';
import { customId } from '../../../src/discord/command.ts';
import { parseStep, solveAnswer, stepComponent, stepTarget } from '../../../src/features/solve/answer.ts';
import { solveWork } from '../../../src/features/solve/job.ts';
import { translator } from '../../../src/locales/index.ts';
import { five } from '../../../src/puzzles/catalogue/five.ts';
import { sizedPuzzle } from '../../../src/puzzles/catalogue/sizes.ts';
import { puzzles } from '../../../src/puzzles/registry.ts';
import { gaveUp } from '../../../src/queue/define.ts';
import { defaultPresentation } from '../../../src/render/presentation.ts';
import { hasAllSolutions } from '../../../src/search/all-solutions.ts';
import { storedQuestion } from '../../../src/search/schemas.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { outcomeSchema } from '../../../src/search/search-result.ts';
import { methods, type Outcome } from '../../../src/search/solve.ts';
import { drawingHere } from '../../support/drawing.ts';

const owner = '100000000000000000000';
const books = { generated: 1, peakFrontier: 1, milliseconds: 1 };

/** The custom ids of the buttons under an answer. */
const idsOf = (components: unknown): string[] =>
  [...JSON.stringify(components).matchAll(/"custom_id":"([^"]+)"/gu)].map(([, id]) => id!);

describe.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('the step buttons of %s', (_, puzzle) => {
  const goals = [
    puzzle.goal,
    // A goal of several pegs, or another arrangement: any position is one. And each hole, whose names are numbers too.
    ...puzzle.landmarks.map(({ position }) => position),
    ...(puzzle.family === 'pegs' ? ['any', ...Array.from({ length: 9 }, (_, hole) => String(hole + 1))] : []),
  ].flatMap((goal) => {
    if (typeof goal !== 'string') return [goal];
    const parsed = puzzle.parseGoal(goal);
    // Custom ids have no room for two whole boards of Rush Hour.
    return parsed.ok && puzzle.name !== 'rush' ? [parsed.value] : [];
  });
  const starts = puzzle.landmarks.flatMap(({ position }) => {
    const parsed = puzzle.parsePosition(position);
    return parsed.ok ? [parsed.value] : [];
  });

  test.each(goals.map((goal) => [goal.text, goal] as const))(
    'with the goal %s mean the same question',
    async (_, goal) => {
      // The goal may have other pieces than the first start.
      const asked = [...starts, puzzle.goal.positions[0]!].map((start) => puzzle.question(start, goal));
      const question = asked.find(({ ok }) => ok);
      if (!question?.ok) throw new Error('no question');
      const cursor = puzzle.cursor(question.value.goal, question.value.start);
      cursor.load(cursor.rank(question.value.start));
      const codes: number[] = [];
      if (cursor.moves(codes, 0) === 0) return;
      for (const method of [undefined, ...methods]) {
        const { request } = solveWork(puzzle, question.value, method);
        const move = cursor.path(codes[0]!);
        const outcome: Outcome = {
          status: 'solved',
          optimal: true,
          lowerBound: 1,
          moves: [move],
          method: 'bfs',
          ...books,
        };
        const asked = { request, step: 1, presentation: defaultPresentation, user: owner };
        const { components } = await solveAnswer(translator('en'), asked, outcome, drawingHere);
        const steps = idsOf(components).map((id) => parseStep(id.split('|').slice(1)));
        expect(steps).toEqual(
          [...actions, ...(hasAllSolutions(puzzle, goal) ? (['all'] as const) : [])].map((action) => ({
            action,
            request,
            at: 1,
            presentation: { ...defaultPresentation, ...(isView(action) && { view: action }) },
            owner,
          })),
        );
      }
    },
  );
});

test('a solution of 10 × 10, which may have over a thousand moves, has its buttons', async () => {
  const puzzle = sizedPuzzle(10, 10);
  const { request } = solveWork(puzzle, {
    start: puzzle.randomPosition(seeded('ids'), puzzle.goal),
    goal: puzzle.goal,
  });
  const blank = request.question.start.indexOf(0);
  const there = puzzle.board.neighbours[blank]![0]!;
  const moves = Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? [there, blank] : [blank, there]));
  const outcome: Outcome = { status: 'solved', optimal: false, lowerBound: 1, moves, method: 'ida', ...books };
  const asked = { request, step: 1999, presentation: defaultPresentation, user: owner };
  const { components } = await solveAnswer(translator('en'), asked, outcome, drawingHere);
  const [first] = idsOf(components).map((id) => parseStep(id.split('|').slice(1)));
  expect(first).toEqual({ action: 'first', request, at: 1999, presentation: defaultPresentation, owner });
});

const actions = ['first', 'back', 'on', 'last', 'picture', 'animation', 'share', 'details'] as const;
const isView = (action: string): action is 'picture' | 'animation' => action === 'picture' || action === 'animation';

test('step buttons lead to the boards of the solution and no further', () => {
  const at = (action: 'first' | 'back' | 'on' | 'last', board: number) =>
    stepTarget(
      {
        action,
        at: board,
        presentation: defaultPresentation,
        owner,
        request: { puzzle: 'five', question: storedQuestion(five, '450123', '123450') },
      },
      21,
    );
  expect([at('first', 7), at('back', 7), at('on', 7), at('last', 7), at('back', 0), at('on', 21)]).toEqual([
    0, 6, 8, 21, 0, 21,
  ]);
});

test.each([
  [[]],
  [['on']],
  [['jump', 'eight', '0', '', '', '1', 'ed', owner]],
  [['on', 'nine', '0', '', '', '1', 'ed', owner]],
  [['on', 'eight', 'zzzzzzzzzzzzzz', '', '', '1', 'ed', owner]],
  [['on', 'eight', '-1', '', '', '1', 'ed', owner]],
  [['on', 'eight', '0', '~x9zz', 'magic', '1', 'ed', owner]],
  [['on', 'eight', '0', 'any', '', '1', 'ed', owner]],
  [['on', 'eight', '0', '', '', '-1', 'ed', owner]],
  [['on', 'eight', '0', '', '', '1', 'xx', owner]],
  [['on', 'eight', '0', '', '', '1', 'ed', '1; DROP']],
  [['constructor', 'eight', '0', '', '', '1', 'ed', owner]],
])('forged fields %j are no step', (fields) => {
  expect(parseStep(fields)).toBeUndefined();
});

test('custom ids are never longer than Discord takes', () => {
  expect(() => customId(stepComponent, 'x'.repeat(100))).toThrow(RangeError);
});

test('a search that was ended from outside has no figures, as nobody knows its time and its method', async () => {
  const { request } = solveWork(five, storedQuestion(five, '450123'));
  const progress = { generated: 10_416_128, lowerBound: 12, peakFrontier: 1 };
  const outcome = outcomeSchema.parse(gaveUp('deadline', progress));
  const asked = { request, step: 0, presentation: defaultPresentation, user: owner };
  const { components } = await solveAnswer(translator('en'), asked, outcome, drawingHere);
  expect(JSON.stringify(components)).toContain('no solution is shorter than 12 moves');
  expect(JSON.stringify(components)).not.toContain('searched in');
});
