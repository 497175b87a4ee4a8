/** Positions in prose, in code, in quotes and lists; whatever else is written, nothing throws and nothing takes long. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPositions } from '../../src/puzzles/finder.ts';
import type { Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { characters } from '../support/characters.ts';
import { piecesOf } from '../support/truth.ts';

const names = (text: string): string[] =>
  findPositions(text).map(({ puzzle, position }) => `${puzzle.id} ${puzzle.formatPosition(position)}`);

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
  const pieces = piecesOf(puzzle, position).map((piece) => piece || (puzzle.family === 'peg' ? '○' : '_'));
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
  ])('%s', (text, expected) => expect(names(text)).toEqual(expected));
});

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
        for (const { puzzle, position, span } of findPositions(given)) {
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
      findPositions(text);
      const started = performance.now();
      findPositions(text);
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );
});
