/** Positions in prose, in code, in quotes and lists; whatever else is written, nothing throws and nothing takes long. */

import { describe, expect, it } from 'vitest';
import { findPositions } from '../../src/puzzles/finder.ts';
import type { Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { characters } from '../support/characters.ts';
import fc from '../support/properties.ts';
import { piecesOf } from '../support/truth.ts';

const names = (text: string): string[] =>
  findPositions(text, puzzles).map(({ puzzle, position }) => `${puzzle.id} ${puzzle.formatPosition(position)}`);

/** A position of a puzzle after some moves from its first landmark (or its goal). */
const positionsOf = (puzzle: Puzzle): fc.Arbitrary<Position> =>
  fc.array(fc.nat(1000), { maxLength: 30 }).map((choices) => {
    const begin = puzzle.parsePosition(puzzle.landmarks[0]?.position ?? puzzle.goal.text);
    if (!begin.ok) throw new Error('a landmark that is no position');
    let position = begin.value;
    const cursor = puzzle.cursor(puzzle.goal);
    for (const choice of choices) {
      const codes: number[] = [];
      cursor.load(cursor.rank(position));
      const count = cursor.moves(codes, 0);
      if (count === 0) break;
      position = puzzle.play(position, cursor.path(codes[choice % count]!));
    }
    return position;
  });
const anything = fc
  .constantFrom(...puzzles)
  .chain((puzzle) =>
    positionsOf(puzzle).map((position) => ({ puzzle, position, toString: () => `${puzzle.id} ${position}` })),
  );

/** Lines of a position by the rows of its board. */
const rows = (puzzle: Puzzle, position: Position, between: string): string => {
  const { board } = puzzle;
  const pieces = piecesOf(puzzle, position).map((piece) => piece || (puzzle.family === 'pegs' ? '○' : '_'));
  return Array.from({ length: board.rows }, (_, row) =>
    pieces.filter((_, cell) => board.y[cell] === row).join(between),
  ).join('\n');
};

const around: ((board: string) => string)[] = [
  (board) => board,
  (board) => `I am stuck with this one since yesterday: ${board}`,
  (board) => `help please\n${board}\nWho can do it in under 40?`,
  (board) => `\`\`\`\n${board}\n\`\`\`\nsays my program`,
  (board) => `Here it is:\n\`\`\`text\n${board}\n\`\`\``,
  (board) =>
    board
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  (board) => `**${board}**`,
  (board) =>
    `<@123456789012345678> <:tile:123456789012345678>\n\n${board}\n\nsee https://example.com/8/6/7/254301?x=867254310`,
];

describe('a position in a text is found', () => {
  const forms: [string, (puzzle: Puzzle, position: Position) => string][] = [
    ['as it is printed', (puzzle, position) => puzzle.formatPosition(position)],
    ['as a board of emoji', emojiBoard],
    ['in rows', (puzzle, position) => rows(puzzle, position, '')],
  ];
  it.each(forms)('%s', (_, form) => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...around), ({ puzzle, position }, text) => {
        const found = names(text(form(puzzle, position)));
        expect(found).toContain(`${puzzle.id} ${puzzle.formatPosition(position)}`);
        expect(found.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 400 },
    );
  });

  it('with spaces and commas between its tiles', () => {
    const sliding = anything.filter(({ puzzle }) => puzzle.family === 'sliding');
    fc.assert(
      fc.property(sliding, fc.constantFrom(' ', ', ', ','), fc.constantFrom(...around), (one, between, text) => {
        const { puzzle, position } = one;
        expect(names(text(position.join(between)))).toContain(`${puzzle.id} ${puzzle.formatPosition(position)}`);
      }),
    );
  });

  it.each([
    ['my cube? no, 867254301.', ['eight 867254301']],
    ['turn ==no/off_ into on, off we go', ['onoff ==no/off_']],
    ['867254301 or 647850321?', ['eight 867254301', 'eight 647850321']],
    ['- 867254301\n- 647850321', ['eight 867254301', 'eight 647850321']],
    ['give me a 8 6 7 2 5 4 3 0 1, be quick', ['eight 867254301']],
    ['||867254301|| (spoiler)', ['eight 867254301']],
    ['[8, 6, 7, 2, 5, 4, 3, 0, 1]', ['eight 867254301']],
    ['[[8, 6, 7], [2, 5, 4], [3, 0, 1]]', ['eight 867254301']],
    ['all-7', ['peg15 111111011111111', 'peg21 111111011111111111111']],
    ['from all-d4 to d4', ['peg33 111111111111111101111111111111111', 'peg37 1111111111111111110111111111111111111']],
    ['８６７２５４３０１ です', ['eight 867254301']],
    ['0 1 2 3 4 5 6 7 8 9 10 11', ['eleven 0123456789AB']],
    ['> 867254301', ['eight 867254301']],
    ['> > - 867254301', ['eight 867254301']],
    ['1. 8 6 7 2 5 4 3 0 1', ['eight 867254301']],
    ['__867254301__', ['eight 867254301']],
    ['3\n8 6 7\n2 5 4\n3 0 1', ['eight 867254301']],
    ['3 3\n867\n254\n301', ['eight 867254301']],
    ['1 867/254/301 31', ['eight 867254301']],
    ['867\n254\n301\n647\n850\n321', ['eight 867254301', 'eight 647850321']],
    ['60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332', ['rush IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM']],
    ['I have ABBC/ABBC/DEEF/DGHF/I..J here', ['klotski ABBC/ABBC/DEEF/DGHF/I..J']],
  ])('%j', (text, expected) => expect(names(text)).toEqual(expected));
});

/** Boards of other sizes, of which some rows or words are positions. */
describe('nothing is taken from inside of a larger board:', () => {
  it.each([
    ['walls in the row below', '412\n053\n67#'],
    ['a row below', '1 2 3\n4 5 6\n7 8 0\n9 A B'],
    ['a row below, of letters only', '1 2 3\n4 5 6\n7 8 0\nA B 9'],
    ['a row above', '9 A B\n1 2 3\n4 5 6\n7 8 0'],
    ['rows in a line', '1 2 3/4 5 6/7 8 0/A B 9'],
    ['rows without spaces', '123/456/780/9AB/CDE'],
    ['a row below that is too short', '1 2\n2 5 4\n3 0 1'],
    ['a row above that is too long', '1 2 3 4\n2 5 4\n3 0 1'],
    ['a row above that is too short, without spaces', '86\n254\n301'],
    ['a row of a larger board with a tile twice', '0 1 2 3 4 5\n6 7 8 9 10 11\n12 13 14 15 16 16'],
    ['a list, the first number of which has a sign', '3 3⍴8 6 7 2 5 4 3 0 1'],
    ['a list, the last number of which has a sign', '1 2 3 4 5 6 0 7 8~'],
    ['a list', '1 2 3 4 5 6 7 8 0 A'],
    ['a longer list', 'A 1 2 3 4 5 6 7 8 0'],
    ['7 rows of 6', 'GBBoLo\nGHIoLM\nGHIAAM\nCCCKoM\nooJKDD\nEEJFFo\noooooo'],
    ['6 rows of 4', 'ABBC/ABBC/DEEF/DGHF/I..J/....'],
    ['3 rows of cards', '==no/off_/..on'],
    ['a triangle of six rows', '1\n11\n111\n1111\n11111\n111110'],
    ['a triangle of seven rows', '1\n11\n111\n1111\n11111\n111110\n1111111'],
    ['a hexagon', 'oooo\nooooo\noooooo\nooo.ooo\noooooo\nooooo\noooo'],
    ['a diamond', 'o\nooo\nooooo\nooooooo\noooo.oooo\nooooooo\nooooo\nooo\no'],
    ['a cross of 45', 'ooo\nooo\nooo\nooooooooo\noooo.oooo\nooooooooo\nooo\nooo\nooo'],
    ['a matrix of another board', '2222222\n2211122\n1111111\n1110111\n1111111\n2211122\n2222222'],
    ['more holes', 'all-7-99'],
    ['more pegs', '111111011111111 1'],
  ])('%s', (_, text) => expect(names(text)).toEqual([]));

  it('but a matrix of the board is the board', () => {
    const cross = '2211122\n2211122\n1111111\n1110111\n1111111\n2211122\n2211122';
    const apart = cross.replace(/\d/gu, (mark) => `${mark === '2' ? '-1' : mark} `);
    for (const text of [cross, apart]) {
      expect(names(`Look:\n\n${text}\n\nWho can?`)).toEqual([`peg33 ${'1'.repeat(16)}0${'1'.repeat(16)}`]);
    }
  });
});

/** Texts that cost seconds before, each as long as a file's line or a message. */
it.each(['●'.repeat(36), '●'.repeat(37), '8 6 7 2 5 4 3 0 1', '1'.repeat(21), 'o\n', 'AAAA\n', '==n', 'o n', '0'])(
  'the parsers read a few times the text for 4,000 characters of %j',
  (crumb) => {
    for (const text of [`${crumb} `, crumb].map((one) => one.repeat(4000).slice(0, 4000))) {
      for (const puzzle of puzzles) {
        let read = 0;
        const counting = {
          ...puzzle,
          parsePosition: (part: string) => {
            read += part.length;
            return puzzle.parsePosition(part);
          },
        };
        findPositions(text, [counting]);
        expect(read, puzzle.id).toBeLessThanOrEqual(8 * text.length);
      }
    }
  },
);

it.each([
  'hello',
  '',
  '8672543012',
  '8 6 7 2 5 4 3 0 1 2 3',
  '112233440',
  'a phone: 030 1234567, a date: 2026-11-20, a version 1.2.3',
  '<@867254301> <#867254301>',
  'no. of. on off',
  '```js\nfor (const x of []) {}\n```',
])('nothing is found in %j', (text) => expect(names(text)).toEqual([]));

describe('whatever is written', () => {
  const crumbs = fc.constantFrom(
    ...[
      '0',
      '1',
      '8',
      '==',
      'no',
      'off',
      '_',
      '.',
      ' ',
      '\n',
      '`',
      '```',
      '\n\n',
      'all',
      '-',
      '7',
      'a',
      'x',
      '—',
      '[',
      ']',
    ],
    ...[
      '🟠',
      '⚫',
      '8️⃣',
      ':eight:',
      '<@1',
      '>',
      'http://',
      '*',
      '\uD83D',
      '\u200B',
      '🇦',
      '==no/off_',
      '867254301',
      '● ',
    ],
  );
  it('does not throw, and what is found is what stands at its place', () => {
    const text = fc.oneof(
      characters(300),
      fc.array(crumbs, { maxLength: 120 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        for (const { puzzle, position, span } of findPositions(given, puzzles)) {
          expect(puzzles).toContain(puzzle);
          expect(puzzle.parsePosition(puzzle.formatPosition(position))).toEqual({ ok: true, value: position });
          expect(span[0]).toBeLessThan(span[1]);
        }
      }),
      { numRuns: 600 },
    );
  });

  it.each(['0 ', '1', 'o\n', '==no/off_ ', '8 6 7 2 5 4 3 0 1 ', '0.', '`0` ', 'all-7 ', '_', '[', '— ', '<@', '>'])(
    'takes no time over 4,000 characters of %j',
    (crumb) => {
      const text = crumb.repeat(4000).slice(0, 4000);
      findPositions(text, puzzles);
      const started = performance.now();
      findPositions(text, puzzles);
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );
});
