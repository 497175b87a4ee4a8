/** Goals in words, and boards of other sizes than the usual one. */
import { describe, expect, it } from 'vitest';
import { translator } from '../../../src/locales/index.ts';
import { placeName, wordsOfGoal, writtenGoal } from '../../../src/puzzles/families/blocks/goal-words.ts';
import { questionFor } from '../../../src/puzzles/reader.ts';
import { knownPuzzle, puzzleOf } from '../../../src/puzzles/registry.ts';

it.each([
  ['B bottom', 'B bottom'],
  ['b to the top left', 'b top left'],
  ['B: bottom middle', 'B bottom middle'],
  ['B center', 'B middle'],
  ['X out right', 'X out right'],
  ['car:X', 'X out right'],
  ['B 下', 'B bottom'],
  ['B を右下へ', 'B bottom right'],
  ['B 下の中央', 'B bottom middle'],
  ['X を右に出す', 'X out right'],
  ['move the block B to the bottom right corner.', 'B bottom right'],
  ['B exits at the bottom', 'B out bottom'],
  ['B must leave at the bottom', 'B out bottom'],
  ['Get the B block out at the bottom', 'B out bottom'],
  ['bring block "B" to the lower-left corner', 'B bottom left'],
  ['Piece B -> upper right', 'B top right'],
  ['I want B to be at the bottom', 'B bottom'],
  ['B nach unten links', 'B bottom left'],
  ['Bewege den Stein B in die Ecke unten rechts', 'B bottom right'],
  ['B oben in der Mitte', 'B top middle'],
  ['X rechts raus', 'X out right'],
  ['B en bas à gauche', 'B bottom left'],
  ['Déplace le bloc B vers le haut', 'B top'],
  ['B abajo a la derecha', 'B bottom right'],
  ['Lleva la pieza B al centro', 'B middle'],
])('%s is %s', (typed, expected) => {
  const words = wordsOfGoal(typed)!;
  expect(writtenGoal(words)).toBe(expected);
  expect(wordsOfGoal(expected)).toEqual(words);
});

const [xs, ys] = [
  ['left', 'middle', 'right'],
  ['top', 'middle', 'bottom'],
] as const;
describe.each(['en', 'ja'])('our own sentence in the language %s', (language) => {
  const t = translator(language);

  it.each(ys.flatMap((y) => xs.map((x) => placeName({ x, y }))))('says the place %s', (place) => {
    expect(placeName(wordsOfGoal(t('aim.bring', { piece: 'B', place }))!)).toBe(place);
  });

  it.each(['left', 'right'] as const)('says where a car leaves: %s', (x) => {
    expect(wordsOfGoal(t(`aim.drive-${x}`, { piece: 'X' }))).toMatchObject({ letter: 'X', x, isOut: true });
  });
});

it.each([
  'B',
  'Move it down',
  'B left right',
  'B out',
  'B out bottom left',
  'B nowhere',
  'bottom',
  'AB./...',
  'A . . . B',
  'B top middle left',
  'move a block to the bottom',
  'get a car out',
])('%s says no place', (typed) => {
  expect(wordsOfGoal(typed)).toBeUndefined();
});

const asked = (id: string, position: string, goal?: string): string => {
  const read = questionFor(knownPuzzle(id), position, goal);
  return read.ok ? `${read.value.puzzle.id} ${read.value.question.goal.text}` : read.problem.code;
};

it.each([
  ['rush', 'AA..../....../.XX.../....../....../......', 'get A out', 'ooooAAoooooooooooooooooooooooooooooo'],
  ['rush', 'AA..../....../<.XX.../....../....../......', 'get A out', 'AAoooooooooooooooooooooooooooooooooo'],
  ['rush', 'AA..../....../.XX.../....../....../......\n\nGoal: get A out', '', 'ooooAAoooooooooooooooooooooooooooooo'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'Move B to the exit', '..../..../..../.BB./.BB.'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'Move A to the exit', undefined],
])('%s %s: a piece leaves by the exit where "%s" names no side', (id, position, goal, expected) => {
  const read = questionFor(knownPuzzle(id), position, goal);
  expect(read.ok ? read.value.question.goal.text : undefined).toBe(expected);
});

describe('a board of another size', () => {
  it.each([
    ['rush', 'AA...BB.............CC...', undefined, 'no-exit-car'],
    ['rush', 'B....B....AA..........CC.', undefined, 'rush-5x5 oooooooooooooAAoooooooooo'],
    [
      'rush',
      `${'.'.repeat(21)}AA..B......B......B.........`.slice(0, 49),
      undefined,
      `rush-7x7 ${'o'.repeat(26)}AA${'o'.repeat(21)}`,
    ],
    ['rush', '..B../..B../AAB../...CC', 'car:B', 'upright-car'],
    ['rush', '..B../..B../AAB../...CC', 'B out down', 'rush-4x5 oooooooBooooBooooBoo'],
    ['klotski', 'ABBC/ABBC/D..E/D..E', undefined, 'klotski-4x4 ..../..../.BB./.BB.'],
    ['klotski', 'ABB.C/ABB.C/D...E/D...E', undefined, 'goal-missing'],
    ['klotski', 'ABB.C/ABB.C/D...E/D...E', 'B bottom', 'klotski-4x5 B bottom'],
    ['blocks', 'AB/..', 'B left', 'blocks-2x2 B left'],
    ['blocks', 'AB/..', 'a right bottom', 'blocks-2x2 ../.A'],
    ['blocks', 'AaB/...', 'a left', 'blocks-2x3 a left'],
    ['blocks', 'AB#/..#', 'x left', 'unknown-car'],
    ['blocks', 'AB/..', 'o left', 'unknown-car'],
    ['blocks', 'AX/..', 'x left', 'blocks-2x2 X left'],
    ['blocks', 'AO/..', 'o bottom right', 'blocks-2x2 ../.O'],
    ['blocks', 'AaB/...', 'b../...', 'blocks-2x3 B../...'],
    ['blocks', 'AB/...', 'B left', 'row-length'],
  ])('%s %s with the goal %s is %s', (id, position, goal, expected) => {
    expect(asked(id, position, goal)).toBe(expected);
  });

  it('has an id of its own, and one only', () => {
    expect(puzzleOf('rush-7x7-steps')?.metric).toBe('steps');
    expect(puzzleOf('klotski-6x5')?.board.rows).toBe(6);
    for (const id of ['rush-6x6', 'rush-07x7', 'rush-13x4', 'eight-4x4', 'rush-7x7-slides', 'blocks-0x4']) {
      expect(puzzleOf(id)).toBeUndefined();
    }
  });
});
