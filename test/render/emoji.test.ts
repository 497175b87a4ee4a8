/** Boards in Unicode and in the application's emoji: all are read back, and each emoji is as Discord wants it. */
import { afterEach, describe, expect, test } from 'vitest';
import { anything, type Puzzle, unwrap } from '../../src/puzzles/puzzle.ts';
import { puzzleFor } from '../../src/puzzles/reader.ts';
import { puzzleOrKind, puzzles } from '../../src/puzzles/registry.ts';
import { emojiBoard, emojiPrefix, hashLength, inUnicode, plainLabel, setEmoji } from '../../src/render/emoji.ts';
import { drawEmoji, emojiNames } from '../../src/render/emoji-art.ts';
import { themes } from '../../src/render/theme.ts';
import { seeded } from '../../src/search/scramble.ts';
import { readPng } from '../support/pixels.ts';
import { positionOf, unrank } from '../support/truth.ts';

const uploaded = emojiNames.map((name, index) => ({
  name: `${emojiPrefix}${name}_${'0123456789abcdef'.slice(0, hashLength)}`,
  id: String(1_000_000_000_000_000_000n + BigInt(index)),
}));
afterEach(() => setEmoji([]));

describe.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('a board of %s', (_, puzzle) => {
  const random = seeded(puzzle.id);
  const draw = () =>
    puzzle.family === 'pegs'
      ? unrank(puzzle, 1 + Math.floor(random() * (2 ** puzzle.board.size - 1)))
      : puzzle.randomPosition(random, puzzle.goal);
  const landmarks = puzzle.landmarks.map(({ position }) => positionOf(puzzle, position));
  const ends = puzzle.goal.positions.slice(0, 1).filter((end) => !end.includes(anything));
  const positions = [...Array.from({ length: 50 }, draw), ...landmarks, ...ends];

  test.each([
    ['Unicode', []],
    ['the application’s emoji', uploaded],
  ])('in %s is read back', (_kind, known) => {
    setEmoji(known);
    for (const position of positions) {
      for (const goal of [undefined, puzzle.goal]) {
        const board = emojiBoard(puzzle, position, goal);
        expect(board.includes('<:')).toBe(known.length > 0);
        expect(puzzle.parsePosition(board)).toEqual({ ok: true, value: position });
        if (known.length > 0) expect(inUnicode(board)).not.toContain('ap_');
        // As it is pasted into the message field.
        expect(puzzle.parsePosition(board.replace(/<(:\w+:)\d+>/gu, '$1'))).toEqual({ ok: true, value: position });
      }
    }
  });
});

test('holes up to 49 have their number in a circle', () => {
  for (let hole = 1; hole <= 49; hole++) {
    expect(plainLabel(String(hole)).slice(1).normalize('NFKC')).toBe(String(hole));
  }
});

test.each([
  [
    'pegs',
    Array.from({ length: 7 }, (_, row) => ' '.repeat(7 - row) + (row === 3 ? '1 1 0 1 1 1 1' : '1 1 1 1 1 1 1')).join(
      '\n',
    ),
  ],
  ['pegs', '   111/   111/   111/111111111/111101111/111111111/   111/   111/   111'],
  ['rush', '..B..../..B..../..B..../AA.C.../...C.../......./.DDD...'],
  ['blocks', 'ABBC#/ABBC#/DEEF#/DGHF#/I..J#'],
  // The exit is in the upper of the middle rows.
  ...[8, 12].map((size) => {
    const cars = new Map([
      [0, 'BBCCDDEE'],
      [size / 2 - 1, 'AA'],
    ]);
    return ['rush', Array.from({ length: size }, (_, row) => (cars.get(row) ?? '').padEnd(size, '.')).join('/')];
  }),
])('a board of one’s own for %s is read back', (name, text) => {
  const puzzle = unwrap(puzzleFor(puzzleOrKind(name)!, text), text);
  const position = positionOf(puzzle, text);
  for (const known of [[], uploaded]) {
    setEmoji(known);
    const board = emojiBoard(puzzle, position, puzzle.goal);
    expect(puzzle.parsePosition(board)).toEqual({ ok: true, value: position });
    expect(unwrap(puzzleFor(puzzleOrKind(name)!, board), board).id).toBe(puzzle.id);
    // A message has 4,000 characters.
    expect(board.length).toBeLessThan(2600);
  }
});

test('the letters of blocks have the colours that they have in pictures', async () => {
  const klotski = puzzleOrKind('klotski') as Puzzle;
  const { blocks, wide, home } = themes.dark;
  /** A point of the face beside the letter. */
  const faceOf = async (name: string) => (await readPng(drawEmoji(name))).at(20, 24);
  for (const [hue, letter] of [...'abcdefghijklmnopqrstuvwxyz'].entries()) {
    expect(await faceOf(`block_${letter}`)).toBe(blocks[hue % blocks.length]!.face);
    expect(await faceOf(`block_${letter}_goal`)).toBe(wide.face);
    expect(await faceOf(`block_${letter}_home`)).toBe(home.face);
  }
  setEmoji(uploaded);
  const namesIn = (text: string) =>
    new Set(
      [...emojiBoard(klotski, positionOf(klotski, text), klotski.goal).matchAll(/ap_(b\w+?)_0123/gu)].map(
        ([, name]) => name,
      ),
    );
  expect(namesIn('ABB./ABB./..../..../....')).toEqual(new Set(['block_a', 'block_b_goal', 'blank']));
  // Not half at home.
  expect(namesIn('A.../A.../..../..BB/..BB')).toEqual(new Set(['block_a', 'block_b_goal', 'blank']));
  expect(namesIn('A.../A.../..../.BB./.BB.')).toEqual(new Set(['block_a', 'block_b_home', 'blank']));
});

test('each emoji is a small PNG with a name that Discord takes', () => {
  // Discord takes 2,000; each is uploaded at the first start.
  expect(emojiNames.length).toBeLessThan(200);
  for (const [index, name] of emojiNames.entries()) {
    const data = drawEmoji(name);
    expect(data.subarray(1, 4).toString()).toBe('PNG');
    expect(data.length).toBeLessThan(256 * 1024);
    expect(uploaded[index]!.name).toMatch(/^\w{2,32}$/u);
  }
  expect(new Set(emojiNames.map((name) => drawEmoji(name).toString('base64'))).size).toBe(emojiNames.length);
});

test('each emoji has a Unicode form, for terminals', () => {
  const raw = uploaded.flatMap(({ name, id }) => [`<:${name}:${id}>`, name]).filter((text) => inUnicode(text) === text);
  expect(raw).toEqual([]);
});
