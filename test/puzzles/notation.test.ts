/** Everything people paste for a position means that position: random positions, written in every style we know. */

import { describe, expect, it } from 'vitest';
import { fileAndRow } from '../../src/puzzles/board.ts';
import { longestInput } from '../../src/puzzles/notation.ts';
import type { Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import fc from '../support/properties.ts';
import { piecesOf, questionOf, walkBack, walks } from '../support/truth.ts';

const of = (words: Puzzle['words']) =>
  puzzles.filter((puzzle) => puzzle.words === words).map((puzzle) => [puzzle.id, puzzle] as const);

const positions = (puzzle: Puzzle, goal = puzzle.goal) => walks(40).map((choices) => walkBack(puzzle, goal, choices));

/** The written pieces, row by row. */
const inRows = ({ board }: Puzzle, written: readonly string[]): string[][] =>
  Array.from({ length: board.rows }, (_, row) => written.filter((_, cell) => board.y[cell] === row));

/** Lay out written pieces. */
const laidOut = (rows: readonly (readonly string[])[], between: string, rowEnd: string): string =>
  rows.map((row) => row.join(between)).join(rowEnd);

const expectSame = (puzzle: Puzzle, position: Position, text: string) => {
  // On the largest boards shortcodes with separators between them are longer than what is read at all.
  if (text.length > longestInput && text.includes(':')) return;
  expect(puzzle.parsePosition(text), JSON.stringify(text)).toEqual({ ok: true, value: position });
};

const zeroWidthSpace = '\u200B';
const variation = '\uFE0F';
const keycap = '\u20E3';
const regional = (letter: string): string => String.fromCodePoint(0x1f1e6 + letter.toLowerCase().charCodeAt(0) - 97);
const fullWidth = (text: string): string =>
  [...text].map((mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)).join('');
const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const blanks = ['0', '_', '.', 'x', 'X', '□', '⬜', '⬛', '▢', '🟦', '０', '0️⃣', ':zero:'];
blanks.push(':white_large_square:', ':black_large_square:');

/** How a tile can be written; those over nine by a letter unless the style says otherwise. */
const letter = (tile: number): string => tile.toString(36);
const tileStyles: Record<string, (tile: number) => string> = {
  'capital letters': (tile) => letter(tile).toUpperCase(),
  'small letters': letter,
  'full-width': (tile) => fullWidth(letter(tile).toUpperCase()),
  keycaps: (tile) =>
    tile < 10 ? tile + variation + keycap : tile === 10 ? '🔟' : zeroWidthSpace + regional(letter(tile)),
  'keycaps without variation selectors': (tile) =>
    tile < 10 ? tile + keycap : regional(letter(tile)) + zeroWidthSpace,
  shortcodes: (tile) =>
    tile < 10 ? `:${names[tile]}:` : tile === 10 ? ':keycap_ten:' : `:regional_indicator_${letter(tile)}:`,
};
const between = fc.constantFrom('', ' ', ',', ', ', '\t', ' | ', ';', '、', '，', '\u00A0', '\u3000');
const rowEnd = fc.constantFrom('/', '\n', '\r\n', ' / ', ' ; ', '|', '／', ')(', '\n\n');
const around = fc.constantFrom(
  ['', ''],
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['"', '"'],
  ['`', '`'],
  [' ', '\n'],
  ['||', '||'],
);

describe.each(of('sliding'))('%s', (_, puzzle) => {
  it.each(Object.entries(tileStyles))('reads tiles in %s, with any separators, brackets and blank', (_, write) => {
    const layout = fc.tuple(positions(puzzle), fc.constantFrom(...blanks), between, rowEnd, around);
    fc.assert(
      fc.property(layout, ([position, blank, gap, end, [open, close]]) => {
        const rows = inRows(
          puzzle,
          position.map((tile) => (tile === 0 ? blank : write(tile))),
        );
        expectSame(puzzle, position, open + laidOut(rows, gap, end) + close);
      }),
      { numRuns: 100 },
    );
  });

  it('reads decimal numbers that are written apart', () => {
    const gaps = fc.constantFrom(' ', ',', ', ', '\t', '\n', ' | ', ';');
    fc.assert(
      fc.property(
        positions(puzzle),
        fc.constantFrom(...blanks),
        gaps,
        rowEnd,
        around,
        (position, blank, gap, end, [open, close]) => {
          const rows = inRows(
            puzzle,
            position.map((tile) => (tile === 0 ? blank : String(tile))),
          );
          expectSame(puzzle, position, open + laidOut(rows, gap, end) + close);
        },
      ),
    );
  });

  it('reads JSON, flat and nested, of numbers and of strings', () => {
    fc.assert(
      fc.property(positions(puzzle), (position) => {
        const nested = inRows(puzzle, position.map(String));
        for (const indent of [undefined, 2]) {
          expectSame(puzzle, position, JSON.stringify(position, undefined, indent));
          expectSame(puzzle, position, JSON.stringify(position.map(String), undefined, indent));
          expectSame(puzzle, position, JSON.stringify(nested, undefined, indent));
          expectSame(
            puzzle,
            position,
            JSON.stringify(
              nested.map((row) => row.map(Number)),
              undefined,
              indent,
            ),
          );
        }
      }),
    );
  });

  it('reads the same for a goal', () => {
    fc.assert(
      fc.property(positions(puzzle), (position) => {
        const goal = puzzle.parseGoal(position.join(' '));
        expect(goal).toEqual({ ok: true, value: { text: puzzle.formatPosition(position), positions: [position] } });
      }),
    );
  });
});

describe.each(of('blocks'))('%s', (_, puzzle) => {
  const styles: Record<string, (letter: string) => string> = {
    capital: (letter) => letter,
    'full-width': fullWidth,
    emoji: (letter) => zeroWidthSpace + regional(letter) + zeroWidthSpace,
    'emoji with variation selectors': (letter) => zeroWidthSpace + regional(letter) + variation,
    shortcode: (letter) => `:regional_indicator_${letter.toLowerCase()}:`,
  };
  const empties = [...blanks.filter((blank) => !/x/iu.test(blank)), 'o', '.'];
  /** Boards with other letters and walls, and the usual one. */
  const questions = puzzle.landmarks.map(({ position, goal }) => {
    const question = questionOf(puzzle, position, goal);
    // Its own, as its start has pieces of its own.
    return { ...question, goal: { ...question.goal } };
  });
  const anyBoard = fc
    .tuple(fc.constantFrom(...questions), walks(30), fc.nat({ max: 25 }))
    .map(([question, choices, shift]) => {
      const position = walkBack(puzzle, question.goal, choices, question.start);
      return position.map((code) => (code >= 1 && code <= 26 ? ((code - 1 + shift) % 26) + 1 : code));
    });

  it.each(Object.entries(styles))('reads %s letters, each empty cell, wall and separator', (_, write) => {
    const gaps = fc.constantFrom('', ' ', ', ', ' | ');
    // A line of cells is no tray of its own.
    const ends = fc.constantFrom('/', '\n', ' / ', '\r\n', ...(puzzle.id === 'blocks' ? [] : ['']));
    const marks = fc.tuple(fc.constantFrom(...empties), fc.constantFrom('x', '🧱', 'ｘ'));
    fc.assert(
      fc.property(anyBoard, marks, gaps, ends, (position, [blank, wall], gap, end) => {
        const written = position.map((code) => {
          if (code === 0) return blank;
          return code > 26 ? wall : write(String.fromCharCode(64 + code));
        });
        expectSame(puzzle, position, laidOut(inRows(puzzle, written), gap, end));
      }),
      { numRuns: 150 },
    );
  });

  it('reads small letters but o and x, which are an empty cell and a wall', () => {
    fc.assert(
      fc.property(anyBoard, (position) => {
        const written = puzzle.formatPosition(position);
        // Capitals beside small letters are other pieces of a tray.
        if (puzzle.id === 'blocks' && /[OX]/u.test(written)) return;
        const text = written.replace(/[A-NP-WYZ]/gu, (letter) => letter.toLowerCase());
        expectSame(puzzle, position, text);
      }),
    );
  });
});

describe.each(of('cards'))('%s', (_, puzzle) => {
  const marked = questionOf(puzzle, puzzle.landmarks[1]!.position, puzzle.landmarks[1]!.goal).goal;
  const cards = ['==', '--', '–', '—', '––', '[]', '＝＝', '🟰🟰', ':heavy_equals_sign::heavy_equals_sign:'];
  const blockBlanks = blanks.filter((blank) => blank !== 'X');
  const capitals: Record<string, string> = { O: '🅾️', F: '🅵' };
  const styles: Record<string, (letter: string) => string> = {
    plain: (letter) => letter,
    'full-width': fullWidth,
    emoji: (letter) => capitals[letter] ?? zeroWidthSpace + regional(letter) + zeroWidthSpace,
    shortcodes: (letter) =>
      letter === 'O' ? ':o2:' : letter === 'F' ? '🅵' : `:regional_indicator_${letter.toLowerCase()}:`,
  };

  it.each(Object.entries(styles))('reads %s cards, each wide card, blank and separator', (_, write) => {
    const layout = fc.tuple(fc.constantFrom(puzzle.goal, marked), walks(80), fc.constantFrom(...cards));
    const gaps = fc.constantFrom('', ' ', ', ', ' | ');
    // A line of cells is no tray of its own.
    const ends = fc.constantFrom('/', '\n', ' / ', '\r\n', ...(puzzle.id === 'blocks' ? [] : ['']));
    fc.assert(
      fc.property(layout, fc.constantFrom(...blockBlanks), gaps, ends, ([goal, choices, card], blank, gap, end) => {
        const position = walkBack(puzzle, goal, choices);
        const shown = piecesOf(puzzle, position);
        // The left half stands for both; the right half is written as nothing.
        const written = shown.map((text, cell) => {
          if (text === '') return blank;
          if (text === '=') return shown.indexOf('=') === cell ? card : undefined;
          return write(text);
        });
        const rows = inRows(puzzle, written.map(String)).map((row) => row.filter((text) => text !== 'undefined'));
        expectSame(puzzle, position, laidOut(rows, gap, end));
      }),
      { numRuns: 150 },
    );
  });

  it('takes the capital of a letter that has no twin for the letter', () => {
    expect(puzzle.parsePosition('==No/OfF_')).toEqual(puzzle.parsePosition('==no/OfF_'));
  });
});

describe.each(of('pegs'))('%s', (_, puzzle) => {
  const cells = puzzle.board.x.map((_, cell) => cell);
  const one = (cell: number) => cells.map((other) => (other === cell ? 1 : 0));
  /** What each hole is called: numbers on triangles, file and row on crosses. */
  const names = puzzle.board.lattice === 'square' ? fileAndRow(puzzle.board) : cells.map((cell) => String(cell + 1));

  const pairs = [
    ['1', '0'],
    ['o', '.'],
    ['O', '_'],
    ['●', '○'],
    ['🟠', '⚫'],
    ['🔴', '⚪'],
    ['⬤', '⬜'],
    ['１', '０'],
    ['1️⃣', '0️⃣'],
    [':orange_circle:', ':black_circle:'],
    [':one:', ':zero:'],
  ] as const;

  it.each(pairs)('reads %s for a peg and %s for a hole, with any white space', (peg, hole) => {
    const gaps = fc.constantFrom('', ' ', ',', ', ');
    const ends = fc.constantFrom('\n', '', '/', '\r\n', '\n  ');
    fc.assert(
      fc.property(positions(puzzle), gaps, ends, fc.constantFrom('', ' ', '\n'), (position, gap, end, before) => {
        const rows = inRows(
          puzzle,
          position.map((piece) => (piece ? peg : hole)),
        );
        expectSame(puzzle, position, before + laidOut(rows, gap, end));
      }),
    );
  });

  it('reads what is filled but for some holes', () => {
    const some = fc.uniqueArray(fc.constantFrom(...cells), { minLength: 1, maxLength: cells.length - 1 });
    const all = fc.constantFrom('all', 'All', 'ALL', ' all', 'ａｌｌ');
    const dashes = fc.constantFrom('-', ' - ', '–', '—', '−', '‑', '－', ' ', ', ', '，', ' -');
    fc.assert(
      fc.property(some, all, dashes, (empty, word, dash) => {
        const position = cells.map((cell) => (empty.includes(cell) ? 0 : 1));
        expectSame(puzzle, position, [word, ...empty.map((cell) => names[cell]!)].join(dash));
        expectSame(puzzle, position, [word, ...empty.map((cell) => fullWidth(names[cell]!))].join(dash));
      }),
    );
  });

  it('reads a hole, a set of holes, or any hole as a goal', () => {
    for (const cell of cells) {
      const name = names[cell]!;
      const goal = { ok: true, value: { text: name, positions: [one(cell)] } };
      for (const text of [name, ` ${name}\n`, name.toUpperCase(), fullWidth(name), one(cell).join('')]) {
        expect(puzzle.parseGoal(text), text).toEqual(goal);
      }
    }
    for (const text of ['any', 'ANY', ' any ', 'ａｎｙ']) {
      expect(puzzle.parseGoal(text)).toEqual({ ok: true, value: { text: 'any', positions: cells.map(one) } });
    }
    const two = cells.map((cell) => (cell < 2 ? 1 : 0));
    const goal = { ok: true, value: { text: two.join(''), positions: [two] } };
    for (const text of [two.join(''), two.map((peg) => (peg ? '●' : '○')).join(' ')]) {
      expect(puzzle.parseGoal(text)).toEqual(goal);
    }
    expect(puzzle.parseGoal(`all-${names.slice(2).join('-')}`)).toEqual(goal);
  });
});

it.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))(
  '%s reads its own emoji board pasted back',
  (_, puzzle) => {
    const shown = puzzle.landmarks.map(({ position, goal }) => questionOf(puzzle, position, goal).goal);
    const goals = [puzzle.goal, ...shown];
    fc.assert(
      fc.property(fc.constantFrom(...goals), walks(), (goal, choices) => {
        const position = walkBack(puzzle, goal, choices);
        expectSame(puzzle, position, emojiBoard(puzzle, position));
      }),
    );
  },
);

describe('one position in the notations of the tutorials', () => {
  const eight = [
    '867254301',
    '8 6 7/2 5 4/3 0 1',
    '[8, 6, 7, 2, 5, 4, 3, 0, 1]',
    '[[8,6,7],[2,5,4],[3,0,1]]',
    '867/254/3_1',
    '867 254 3.1',
    '8️⃣6️⃣7️⃣\n2️⃣5️⃣4️⃣\n3️⃣⬜1️⃣',
    ':eight::six::seven:\n:two::five::four:\n:three::black_large_square::one:',
    '８６７２５４３０１',
    '( 8 6 7 ; 2 5 4 ; 3 x 1 )',
    '［8 6 7］［2 5 4］［3 0 1］',
    '\u200F867254301\u200E',
  ];
  it.each(eight)('eight: %j', (text) => {
    const puzzle = puzzleOf('eight')!;
    expect(puzzle.parsePosition(text)).toEqual({ ok: true, value: [8, 6, 7, 2, 5, 4, 3, 0, 1] });
  });

  const eleven = [
    '032187654BA9',
    '032187654ba9',
    '0 3 2 1 / 8 7 6 5 / 4 11 10 9',
    '0321/8765/4BA9',
    '[[0,3,2,1],[8,7,6,5],[4,11,10,9]]',
    '⬛3️⃣2️⃣1️⃣\n8️⃣7️⃣6️⃣5️⃣\n4️⃣🇧\u200B🔟9️⃣',
    '⬛3️⃣2️⃣1️⃣\n8️⃣7️⃣6️⃣5️⃣\n4️⃣🇧\u200B🇦\u200B9️⃣',
  ];
  it.each(eleven)('eleven: %j', (text) => {
    const puzzle = puzzleOf('eleven')!;
    expect(puzzle.parsePosition(text)).toEqual({ ok: true, value: [0, 3, 2, 1, 8, 7, 6, 5, 4, 11, 10, 9] });
  });

  const onoff = [
    '==no/off_',
    '==no off_',
    '==nooff_',
    '--no/off.',
    '–no/off_',
    '—no/off_',
    '[]no/offX',
    '==NO/off_',
    '==NO/OFF_',
  ];
  it.each(onoff)('onoff: %j', (text) => {
    const puzzle = puzzleOf('onoff')!;
    expect(questionOf(puzzle, text).start).toEqual(questionOf(puzzle, '==no/off_').start);
  });

  const peg21 = [
    '111111011111111111111',
    'oooooo.oooooooooooooo',
    '11\n1\n11\n101\n1111\n1111111\n11',
    '●●●●●●○●●●●●●●●●●●●●●',
    `${':orange_circle: '.repeat(6)}:white_circle: ${':orange_circle: '.repeat(14)}`,
    'all-7',
  ];
  it.each(peg21)('peg21: %j', (text) => {
    expect(puzzleOf('peg21')!.parsePosition(text)).toEqual({
      ok: true,
      value: new Array<number>(21).fill(1).with(6, 0),
    });
  });

  it('peg21 but for two holes', () => {
    const position = new Array<number>(21).fill(1).with(6, 0).with(11, 0);
    expect(puzzleOf('peg21')!.parsePosition('all-7-12')).toEqual({ ok: true, value: position });
  });
});
