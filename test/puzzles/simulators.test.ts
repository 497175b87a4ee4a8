/** Moves and positions as simulators of sliding puzzles write them: written, then read, they are the same. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { readLine } from '../../src/puzzles/line.ts';
import { formatMoves, mostMoves, parseMoves, parseMovesTo, withCounts } from '../../src/puzzles/moves.ts';
import { type Move, type MoveNotation, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzleOfSize, puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { readReplayLink, replayLink } from '../../src/puzzles/replay-link.ts';
import { seeded } from '../../src/search/scramble.ts';
import fc from '../support/properties.ts';
import { positionOf, walks } from '../support/truth.ts';

const slides = puzzlesAndSizes.filter(({ moveNotations }) => moveNotations.some(({ hasCounts }) => hasCounts));
const senses = ['piece-directions', 'blank-directions'] as const;
const separatorOf = ({ moveNotations }: Puzzle, wanted: MoveNotation): string =>
  moveNotations.find(({ notation }) => notation === wanted)!.separator;

/** A random position, and a random walk from there. It repeats its direction often, as in counts. */
const walkFrom = (puzzle: Puzzle, start: Position, choices: readonly number[]): Move[] => {
  const moves: Move[] = [];
  let position = start;
  for (const choice of choices) {
    const steps = puzzle.legalSteps(position);
    const last = moves.at(-1);
    const same = last && steps.find(([from, to]) => to === last[0] && from - to === last[0]! - last[1]!);
    const step = same && choice % 3 > 0 ? same : steps[choice % steps.length]!;
    moves.push(step);
    position = puzzle.play(position, step);
  }
  return moves;
};
const questions = (puzzle: Puzzle) =>
  fc.tuple(fc.nat(), walks(80)).map(([seed, choices]) => {
    const start = puzzle.randomPosition(seeded(`${seed}`), puzzle.goal);
    return { start, moves: walkFrom(puzzle, start, choices) };
  });
const endOf = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position =>
  replay(puzzle, start, moves).at(-1)!;

test('equal moves in a row are one with a count', () => {
  expect(withCounts(['R', 'R', 'D', 'R', 'UL', 'UL', 'UL'])).toEqual(['R2', 'D', 'R', 'UL3']);
  // A number says no more about a move that ends in one.
  expect(withCounts(['5', '5', 'R2', 'R2'])).toEqual(['5', '5', 'R2', 'R2']);
  expect(withCounts([])).toEqual([]);
});

describe.each(slides.map((puzzle) => [puzzle.id, puzzle] as const))('%s', (_, puzzle) => {
  it('reads the moves that it writes, in both senses, with and without counts', () => {
    fc.assert(
      fc.property(questions(puzzle), fc.constantFrom(...senses), fc.boolean(), ({ start, moves }, sense, hasCounts) => {
        fc.pre(moves.length > 0);
        const single = formatMoves(puzzle, start, moves, sense);
        const text = (hasCounts ? withCounts(single) : single).join(separatorOf(puzzle, sense));
        const end = endOf(puzzle, start, moves);
        const expected = { ok: true, value: { moves, notation: sense, certainty: 'chosen' } };
        expect(parseMoves(puzzle, start, text, puzzle.goal, sense)).toMatchObject(expected);
        expect(parseMovesTo(puzzle, end, text, sense)).toMatchObject(expected);
        // Without the sense, the end tells what is meant, or both readings end there.
        const guessed = parseMoves(puzzle, start, text, { text: '', positions: [end] });
        if (!guessed.ok) throw new Error(guessed.problem.code);
        expect(endOf(puzzle, start, guessed.value.moves)).toEqual(end);
      }),
      { numRuns: 15 },
    );
  });

  it('reads a solution by its end and a scramble by its beginning', () => {
    fc.assert(
      fc.property(walks(60), (choices) => {
        const goal = puzzle.goal.positions[0]!;
        const moves = walkFrom(puzzle, goal, choices);
        fc.pre(moves.length > 0);
        const text = withCounts(formatMoves(puzzle, goal, moves, 'piece-directions')).join(
          separatorOf(puzzle, 'piece-directions'),
        );
        const read = readLine(puzzle, text, { as: 'scramble', notation: 'piece-directions' });
        expect(read).toMatchObject({ ok: true, line: { moves, kind: 'scramble', start: goal } });
        // Without being notation: a solution if it can be one, which says where the scramble would lead.
        const guessed = readLine(puzzle, text, { notation: 'piece-directions' });
        const end = endOf(puzzle, goal, moves);
        if (!guessed.ok) throw new Error(guessed.problem.code);
        if (guessed.line.kind === 'scramble') expect(guessed.line.moves).toEqual(moves);
        else {
          expect(guessed.line.scrambled).toEqual(end);
          expect(endOf(puzzle, guessed.line.start, guessed.line.moves)).toEqual(goal);
        }
      }),
      { numRuns: 15 },
    );
  });
});

const rectangles = slides.filter((puzzle) => replayLink(puzzle, puzzle.goal.positions[0]!, []) !== undefined);

describe('replays', () => {
  it('have a link for every rectangle of numbered tiles, and for nothing else', () => {
    const sizes = slides.filter(({ board, words }) => words === 'sliding' && board.lattice === 'square');
    expect(rectangles.map(({ id }) => id)).toEqual(sizes.map(({ id }) => id));
    expect(rectangles.length).toBeGreaterThanOrEqual(20);
  });

  it.each(rectangles.map((puzzle) => [puzzle.id, puzzle] as const))(
    'of %s are read as they are written',
    (_, puzzle) => {
      fc.assert(
        fc.property(questions(puzzle), ({ start, moves }) => {
          fc.pre(moves.length > 0);
          const read = readReplayLink(replayLink(puzzle, start, moves)!);
          if (read === undefined || read === 'broken') throw new Error(read);
          expect(puzzleOfSize(read.size)).toBe(puzzle);
          expect(puzzle.parsePosition(read.position!)).toEqual({ ok: true, value: start });
          expect(parseMoves(puzzle, start, read.moves, puzzle.goal, 'piece-directions')).toMatchObject({
            value: { moves },
          });
        }),
        { numRuns: 6 },
      );
    },
  );

  // Written by the page's own `compressArrayToString`.
  const page =
    'https://slidysim.github.io/replay?r=eNqLVnIxCgo18jECUUGhKLQRSFxJx8LAwEBHyULBTMFc30jBVMFE31jBQMFQSUfXMBYA75cOLQ%3D%3D';

  it('are read from links of the page', () => {
    const replay = { moves: 'D2RU2L2D2RURUL2D2RURUL2D2R2U2L2', position: '8 6 7/2 5 4/3 0 1', size: '3x3' };
    expect(readReplayLink(page)).toEqual(replay);
    expect(readReplayLink(`<${page.replace('https', 'http')}>`)).toEqual(replay);
    const eight = puzzleOf('eight')!;
    const start = positionOf(eight, replay.position);
    const line = parseMoves(eight, start, replay.moves, eight.goal, 'piece-directions');
    expect(line.ok && endOf(eight, start, line.value.moves)).toEqual(eight.goal.positions[0]);
  });

  // A record on 4 × 4, as the page's leaderboard shares it, but for its name.
  const record = [
    'https://slidysim.github.io/replay?r=',
    'eNodzllvgkAUBeD%2Fcl87jZdFWaJNwLRpFQWEipOmDxMZO1BUwgy4xf%2FukvPyJec8nJ8LHIpcCXBNAoIXf0I9qYotB9dBh8B2',
    '33EJrj5AxHtRP2wP0LgS4JNDVaZyGp%2FfZ%2F74BWebOji22KwW1TpaBT2GSUxroUSpnRwr6rpdgMgM4zT5VoXN%2FtskyTSvTB',
    'z%2B4S9CWYXTJB4zOvYx3K9ppi9jZJ6ILGoZOc0rK5fSn%2Bt2klGrWHwuU2R9b2P0e3P84ud4NAJygUKmTSsVz8FVTcuv5HmWmP',
    'fAUNZs92YezWHvKSCvGgFW1YIBeax%2Fb%2F%2FOVHo%3D',
  ].join('');

  it('are read from links of the leaderboard, whose moves end at the goal', () => {
    const replay = readReplayLink(record);
    expect(replay).toEqual({ moves: 'R2ULDLULU2R3D3L3UR2U2L2', size: '4x4' });
    const line = readLine(puzzleOf('fifteen')!, 'R2ULDLULU2R3D3L3UR2U2L2', { notation: 'piece-directions' });
    expect(line.ok && line.line.moves.length).toBe(26);
  });

  const linkOf = (value: unknown): string =>
    `https://slidysim.github.io/replay?r=${encodeURIComponent(deflateSync(JSON.stringify(value)).toString('base64'))}`;

  test.each([
    ['no base64', 'https://slidysim.github.io/replay?r=%25%25'],
    ['a wrong escape', 'https://slidysim.github.io/replay?r=%E0%A4%A'],
    ['nothing compressed', 'https://slidysim.github.io/replay?r=abcd'],
    ['no list', linkOf({ moves: 'R' })],
    ['too few parts', linkOf(['R', 8000])],
    ['parts of other types', linkOf([1, 2, 3, 4])],
    ['a bomb', linkOf(['R'.repeat(2 ** 22), 8000, '1 0', -1])],
    ['several solutions', linkOf([0, deflateSync('R2,L2;1').toString('base64'), 0, 0, 4, 4, '', '', '', true])],
  ])('with %s are refused', (_, link) => {
    expect(readReplayLink(link)).toBe('broken');
  });

  test.each(['R2D2', '', 'https://example.org/replay?r=eNo', 'https://slidysim.github.io/?r=eNo'])(
    'are not found in %j',
    (text) => {
      expect(readReplayLink(text)).toBeUndefined();
    },
  );

  it('of the longest solutions fit into an answer', () => {
    const puzzle = puzzleOf('twentyfour')!;
    const start = puzzle.goal.positions[0]!;
    const moves = walkFrom(
      puzzle,
      start,
      Array.from({ length: mostMoves }, (_, index) => index * 7919),
    );
    expect(replayLink(puzzle, start, moves)!.length).toBeLessThan(2000);
  });
});
