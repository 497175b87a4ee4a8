/** Questions that are the problem of a challenge, as another puzzle, turned, mirrored or renamed. */
import { describe, expect, test } from 'vitest';
import { type Board, symmetriesOf } from '../../src/puzzles/board.ts';
import { type Goal, type Position, type Puzzle, unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { knownPuzzle, puzzleOf, puzzleOfSize, puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { problemFrame } from '../../src/spoilers/frame.ts';
import { SpoilerGuard } from '../../src/spoilers/guard.ts';
import { around } from '../support/challenge.ts';

/** Whether a question is refused while a position is a challenge. */
const isSecret = async (
  [id, challenge]: readonly [string, string],
  [asked, position, goal]: readonly [string, string, string?],
): Promise<boolean> => {
  const secret = { puzzle: id, position: challenge, length: 20, isOpenTo: async () => false, refusal: () => 'no' };
  const guard = new SpoilerGuard([{ running: async () => [secret] }]);
  const puzzle = knownPuzzle(asked);
  const question = unwrap(parseQuestion(puzzle, position, goal), position);
  const revealed = { puzzle, goal: question.goal, positions: [question.start] };
  return (await guard.spoiledBy({ private: false }, revealed)) !== undefined;
};

/** A position of a rectangle on the transposed one. */
const onSide = ({ rows, size }: Board, position: Position): number[] =>
  position.map((_, cell) => position[(cell % rows) * (size / rows) + Math.floor(cell / rows)]!);

const goalAt = (puzzle: Puzzle, end: Position): Goal => ({ text: puzzle.formatPosition(end), positions: [end] });

const sizes = puzzlesAndSizes.flatMap((puzzle) => {
  const { board, family, states } = puzzle;
  const side = puzzleOfSize(`${board.size / board.rows}x${board.rows}`);
  return family === 'sliding' && board.lattice === 'square' && side && states >= 1000
    ? [[puzzle.id, side.id, puzzle, side] as const]
    : [];
});

test('are those of every sliding puzzle on its side', () => {
  expect(sizes.map(([id, side]) => `${id} ${side}`)).toEqual([
    ...['seven 4x2', 'eight eight', 'eleven 4x3', 'fifteen fifteen', 'twentyfour twentyfour'],
    ...['4x2 seven', '2x5 5x2', '5x2 2x5', '2x6 6x2', '6x2 2x6', '2x7 7x2', '7x2 2x7', '2x8 8x2', '8x2 2x8'],
    ...['3x5 5x3', '5x3 3x5', '4x3 eleven'],
  ]);
});

describe.each(sizes)('a challenge of %s', (id, sideId, puzzle, side) => {
  const end = puzzle.goal.positions[0]!;
  const start = puzzle.randomPosition(seeded(id), puzzle.goal);
  const challenge = [id, puzzle.formatPosition(start)] as const;
  const [turned, turnedEnd] = [start, end].map((position) => onSide(puzzle.board, position));

  test(`is asked as ${sideId}, with its own names and with usual ones, in every metric`, async () => {
    const asked = [side.formatPosition(turned!), side.formatPosition(turnedEnd!)] as const;
    expect(await isSecret(challenge, [sideId, ...asked])).toBe(true);
    // From the end to the start.
    expect(await isSecret(challenge, [sideId, asked[1], asked[0]])).toBe(true);
    const [usual] = side.goal.positions;
    const names = new Map(turnedEnd!.map((tile, cell) => [tile, usual![cell]!]));
    // The blank of both goals is in the last cell.
    const renamed = side.formatPosition(turned!.map((tile) => names.get(tile)!));
    expect(await isSecret(challenge, [sideId, renamed])).toBe(true);
    const multiTile = puzzleOf(`${sideId}-mtm`);
    if (multiTile) expect(await isSecret(challenge, [multiTile.id, renamed])).toBe(true);
  });

  test('is no other question', async () => {
    const far = puzzle.randomPosition(seeded(`another ${id}`), puzzle.goal);
    const other = side.formatPosition(onSide(puzzle.board, far));
    expect(await isSecret(challenge, [id, puzzle.formatPosition(far)])).toBe(false);
    expect(await isSecret(challenge, [sideId, other, side.formatPosition(turnedEnd!)])).toBe(false);
  });
});

test('the daily 7 puzzle is secret on its side', async () => {
  expect(await isSecret(['seven', '50263714'], ['4x2', '53072164', '15263740'])).toBe(true);
});

describe('walls', () => {
  test('around a sliding puzzle make it a question of klotski', async () => {
    const challenge = ['eight', '867254301'] as const;
    const goal = 'ABCx/DEFx/GH.x/xxxx/xxxx';
    expect(await isSecret(challenge, ['klotski', 'HFGx/BEDx/C.Ax/xxxx/xxxx', goal])).toBe(true);
    expect(await isSecret(challenge, ['klotski', 'xxxx/xxxx/xHFG/xBED/xC.A', 'xxxx/xxxx/xABC/xDEF/xGH.'])).toBe(true);
    // With other cells behind the walls.
    expect(await isSecret(challenge, ['klotski', 'HFGx/BEDx/C.Ax/xxxx/...I', 'ABCx/DEFx/GH.x/xxxx/....'])).toBe(true);
    expect(await isSecret(challenge, ['klotski', 'ABCx/DEFx/G.Hx/xxxx/xxxx', goal])).toBe(false);
  });

  test('and pieces that are mirrored or elsewhere are the same board', async () => {
    const challenge = ['klotski', 'ABB./ABB./CD../E.../xx.x'] as const;
    const own = '..../..../..../.BB./.BB.';
    expect(await isSecret(challenge, ['klotski', challenge[1], own])).toBe(true);
    expect(await isSecret(challenge, ['klotski', '.BBA/.BBA/..DC/...E/x.xx', own])).toBe(true);
    expect(await isSecret(challenge, ['klotski', '.QQA/.QQA/..DC/...E/x.xx', '..../..../..../.QQ./.QQ.'])).toBe(true);
    expect(await isSecret(challenge, ['klotski', '.BBA/.BBA/..D./..CE/x.xx', own])).toBe(true);
    expect(await isSecret(challenge, ['klotski', '.BBA/.BBA/..DC/...E/.xxx', own])).toBe(false);
  });
});

test('rows of a car park from below, and columns in their place, are the same board', async () => {
  const rows = ['IBBxoo', 'IooLDD', 'JAALoo', 'JooKEE', 'MFFKoo', 'MGGHHH'];
  const challenge = ['rush', rows.join('')] as const;
  const goal = ['oooooo', 'oooooo', 'ooooAA', 'oooooo', 'oooooo', 'oooooo'];
  const transposed = (board: readonly string[]) => board.map((_, x) => board.map((row) => row[x]).join('')).join('');
  expect(await isSecret(challenge, ['rush', rows.toReversed().join(''), goal.toReversed().join('')])).toBe(true);
  expect(await isSecret(challenge, ['rush', transposed(rows), transposed(goal)])).toBe(true);
  expect(await isSecret(challenge, ['rush-steps', rows.toReversed().join(''), goal.toReversed().join('')])).toBe(true);
});

describe.each(['six', 'onoff', 'peg15', 'peg21', 'peg33', 'peg37'])('%s', (id) => {
  const puzzle = puzzleOf(id)!;

  test('has equal frames and keys for all images of a question, and no others', () => {
    const random = seeded(id);
    const { goal, board } = puzzle;
    const start = puzzle.goal.positions[0]!.toSorted(() => random() - 0.5);
    const cards = id === 'onoff' ? around(puzzle, goal.positions[0]!, 20, 1)[0]! : start;
    const key = problemFrame(puzzle, goal, cards).key(cards);
    const images = new Set(puzzle.images(cards, goal).map((image) => puzzle.formatPosition(image)));
    expect(images.size).toBeGreaterThan(0);
    for (const image of puzzle.images(cards, goal)) {
      expect(problemFrame(puzzle, goal, image).keys(image)).toContain(key);
    }
    if (id === 'onoff') return;
    for (const symmetry of symmetriesOf(board)) {
      const turn = (position: Position) => {
        const turned = [...position];
        for (const [cell, piece] of position.entries()) turned[symmetry[cell]!] = piece;
        return turned;
      };
      const frame = problemFrame(puzzle, goalAt(puzzle, turn(goal.positions[0]!)), turn(cards));
      expect(frame.text).toBe(problemFrame(puzzle, goal, cards).text);
      expect(frame.keys(turn(cards))).toContain(key);
    }
  });
});
