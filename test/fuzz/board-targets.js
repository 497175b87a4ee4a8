/** Readers of boards of one's own, as functions of one text for fuzzers. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wrongInput } from '../../dist/ask/wrong-input.js';
import { languages } from '../../dist/locales/index.js';
import { withoutMarks } from '../../dist/puzzles/markup.js';
import { findBoards, plainTexts, puzzleFor, puzzlesOf, questionFor, readPosition } from '../../dist/puzzles/reader.js';
import { drawnKinds, puzzleOrKind, puzzles, puzzlesAndSizes } from '../../dist/puzzles/registry.js';
import { forms } from '../support/board-forms.js';
import { checkPosition, checkSaid, mostContent } from './promises.js';

/** Each kind reads each part of a text a few times at most. */
const mostReadings = 4;

/**
 * Boards of one's own: as many rows as their text has, for everybody who asks, and read in time.
 * @param timed calls a reader, and measures it by itself
 */
const findOwn = (text, timed = (read) => read()) => {
  let read = 0;
  const counting = drawnKinds.map((kind) => ({
    ...kind,
    idOf: (part, named) => {
      read += part.length;
      return kind.idOf(part, named);
    },
  }));
  for (const { puzzle, position: found, span } of timed(() => findBoards(text, puzzles, counting))) {
    checkPosition(puzzle, found);
    const [whole, ...others] = plainTexts(text);
    const own = withoutMarks(whole).slice(...span);
    const lines = own.split(own.includes('\n') ? '\n' : /[/／;]/u).filter((line) => line.trim() !== '');
    // The rows of a table are at other places.
    if (others.length > 0 || lines.length < 2 || !readPosition(puzzle, own).ok || !puzzle.kind) continue;
    // A row of a drawing may have nothing but outside, and a bracket, a quote or half an emoji may have a line of its own.
    const { rows } = puzzle.board;
    // Some rows may be on one line.
    const most = own.split(/[\n/／;]/u).length;
    assert(
      lines.filter((line) => /(?![\uFE0F\u20E3])[^xX\s[\](){}"'`,、，｜|]/u.test(line)).length <= rows && rows <= most,
      'another shape',
    );
  }
  assert(read <= mostReadings * counting.length * text.length, `${read} characters read of ${text.length}`);
};

/** A board of one's own of a kind, with its goal or without. */
const boardOf = (chosen) => (text) => {
  const [start, goal] = text.split('\u0001');
  const asked = questionFor(chosen, start, goal);
  if (asked.ok) checkPosition(asked.value.puzzle, asked.value.question.start);
  else for (const language of languages) checkSaid(wrongInput(language, start, asked.problem), mostContent);
};

/** Whoever reads a board at all reads one of its rows and cells. @param timed calls a reader, and measures it by itself */
const shaped = (text, timed = (read) => read()) => {
  const [shape, board] = text.split('\u0001');
  const check = ({ id, board: { rows, size } }) => assert.equal(`${rows} ${size}`, shape, id);
  for (const { puzzle } of timed(() => findBoards(board, puzzles, drawnKinds))) check(puzzle);
  for (const puzzle of timed(() => puzzlesOf(board))) check(puzzle);
  const outside = board.replace(/^```.*/gmu, '').match(/x/giu)?.length ?? 0;
  for (const { name } of drawnKinds) {
    const drawn = timed(() => puzzleFor(puzzleOrKind(name), board));
    if (!drawn.ok || !timed(() => readPosition(drawn.value, board)).ok) continue;
    const { rows, size } = drawn.value.board;
    // What is outside of one kind of board can be the blank or a car where another kind is chosen.
    if (`${rows} ${size - outside}` !== shape) check(drawn.value);
  }
  for (const puzzle of puzzlesAndSizes) if (timed(() => readPosition(puzzle, board)).ok) check(puzzle);
};

const pick = (random, values) => values[random % values.length];

/** A tray with pieces at random places. */
const tray = (rows, columns, numbers) => {
  const cells = Array.from({ length: rows }, () => new Array(columns).fill('.'));
  numbers.forEach((number, index) => {
    const [y, x] = [number % rows, (number >> 4) % columns];
    const [height, width] = pick(number >> 8, [
      [1, 2],
      [2, 1],
      [1, 3],
      [3, 1],
      [2, 2],
      [1, 1],
    ]);
    const own = Array.from({ length: height * width }, (_, at) => [y + Math.floor(at / width), x + (at % width)]);
    if (own.every(([row, column]) => cells[row]?.[column] === '.'))
      for (const [row, column] of own) cells[row][column] = 'ABCDEFGHIJKL'[index];
  });
  return cells;
};

/** Pegs on some cells of a rectangle, each row and column of which has holes. */
const pegs = (rows, columns, numbers) =>
  Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => {
      const number = numbers[(y * columns + x) % numbers.length] >> (y % 8);
      return x === y % columns || y === x % rows ? pick(number, ['1', '0']) : pick(number, ['1', '0', 'x', '1']);
    }),
  );

/** Numbered tiles in an order, some of them walls. */
const tiles = (rows, columns, numbers) => {
  const order = Array.from({ length: rows * columns }, (_, cell) => [numbers[cell % numbers.length] % 977, cell]);
  const cells = order.sort(([a, x], [b, y]) => a - b || x - y).map(([, cell]) => cell);
  const walls = numbers[0] % 3;
  const marks = cells.map((cell) => (cell >= cells.length - walls ? '#' : cell.toString(36).toUpperCase()));
  return Array.from({ length: rows }, (_, row) => marks.slice(row * columns, (row + 1) * columns));
};

/** Boards of all kinds in all forms, after their numbers of rows and cells. */
const shapedTexts = fc
  .record({
    rows: fc.integer({ min: 3, max: 8 }),
    columns: fc.integer({ min: 3, max: 8 }),
    numbers: fc.array(fc.nat(0xffff), { minLength: 12, maxLength: 12 }),
    draw: fc.constantFrom(tray, pegs, tiles),
    form: fc.constantFrom(...Object.values(forms)),
  })
  .map(({ rows, columns, numbers, draw, form }) => {
    const [height, width] =
      draw === tiles ? [rows, Math.max(3, Math.min(columns, Math.floor(36 / rows)))] : [rows, columns];
    const cells = draw(height, width, numbers);
    const inside = cells.flat().filter((cell) => cell !== 'x' && cell !== '#').length;
    return `${height} ${inside}\u0001${form(cells.map((row) => row.join('')).join('/'))}`;
  });

const ownBoards = [
  '..B..../..B..../..B..../AA.C.../...C.../......./.DDD...',
  'ABBC#\nABBC#\nDEEF#\nDGHF#\nI..J#',
  '   111\n   111\n   111\n111111111\n111101111\n111111111\n   111\n   111\n   111',
  '| . | B | B |\n| A | A | . |\n| C | C | . |',
  '12#34\n5678_\n#9AB#',
  'RATE/YOUR/MIND/PAL_',
  '    1\n   1 1\n  1 0 1\n 1 1 1 1\n1 1 1 1 1',
];

/** By name, as in `targets.js`. `texts` makes texts that are not arbitrary. */
export const boardTargets = {
  'boards of one’s own in a text': {
    run: findOwn,
    seeds: ownBoards.flatMap((board) => [board, `Look:\n\`\`\`\n${board}\n\`\`\`\n${board}`]),
    most: 3000,
  },
  'puzzles of a text': {
    run: (text) => {
      puzzlesOf(text);
    },
    seeds: ownBoards,
    most: 3000,
  },
  ...Object.fromEntries(
    drawnKinds.map(({ name }) => [
      `board of ${name}`,
      { run: boardOf(puzzleOrKind(name)), seeds: [...ownBoards, `${ownBoards[1]}\u0001C bottom`], most: 1400 },
    ]),
  ),
  'shapes of boards': { run: shaped, seeds: [], most: 3000, texts: shapedTexts },
};
