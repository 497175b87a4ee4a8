/** Reading moves in every notation, blaming the first wrong one, and the ways to change a list of them. */

import { describe, expect, it, test } from 'vitest';
import { explainMoveProblem, translator } from '../../../src/locales/index.ts';
import { readLine } from '../../../src/puzzles/line.ts';
import {
  backwards,
  formatMoves,
  longestMoves,
  mostMoves,
  parseMoves,
  parseMovesTo,
  simplified,
} from '../../../src/puzzles/moves.ts';
import {
  type Move,
  type MoveNotation,
  type MoveProblemCode,
  moveProblemCodes,
  type Position,
  type Puzzle,
  replay,
  type Step,
} from '../../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../../src/puzzles/registry.ts';
import { characters } from '../../support/characters.ts';
import fc from '../../support/properties.ts';
import { positionOf, somePosition, walks } from '../../support/truth.ts';

/** A walk by the choices, undoing now and then; never by two moves of one piece in a row that count as one. */
const walkFrom = (puzzle: Puzzle, start: Position, choices: readonly number[]): Move[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(start));
  const moves: Move[] = [];
  for (const choice of choices) {
    const codes: number[] = [];
    const count = cursor.moves(codes, 0);
    const open = codes.slice(0, count).filter((code) => {
      const [from, to] = cursor.path(code) as Step;
      const last = moves.at(-1);
      return !last || !puzzle.extended(last, [from, to]);
    });
    if (open.length === 0) break;
    const code = open[choice % open.length]!;
    moves.push(cursor.path(code));
    cursor.make(code);
  }
  return moves;
};

/** A puzzle, a position of it and some moves from there. */
const lines = (among: readonly Puzzle[] = puzzles) =>
  fc.tuple(fc.constantFrom(...among.map(({ id }) => id)), walks(80)).map(([id, choices]) => {
    const puzzle = puzzleOf(id)!;
    const start = somePosition(puzzle);
    return { id, start, moves: walkFrom(puzzle, start, choices) };
  });
const sliding = puzzles.filter(({ family }) => family === 'sliding');
const slides = puzzles.filter(({ moveNotations }) =>
  moveNotations.some(({ notation }) => notation === 'piece-directions'),
);
const endOf = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position =>
  replay(puzzle, start, moves).at(-1)!;

describe('moves are read as they are written', () => {
  it('by names', () => {
    fc.assert(
      fc.property(lines(), fc.constantFrom(' ', ', ', '; ', ' → ', '\n'), ({ id, start, moves }, between) => {
        fc.pre(moves.length > 0);
        const puzzle = puzzleOf(id)!;
        const link = puzzle.family === 'pegs' ? between.replace(' → ', ' ') : between;
        const read = parseMoves(puzzle, start, formatMoves(puzzle, start, moves).join(link));
        if (!read.ok) throw new Error(read.problem.code);
        expect(read.value.notation).toBe('named');
        // Two ways of look-alikes may end alike.
        if (puzzle.words !== 'cards') expect(read.value.moves).toEqual(moves);
        expect(read.value.moves).toHaveLength(moves.length);
      }),
    );
  });

  it('by names, where each digit could be a tile too', () => {
    const eleven = puzzleOf('eleven')!;
    const start = positionOf(eleven, '032187654BA9');
    const text = '3 2 1 5 6 1 2 7 11';
    const read = parseMoves(eleven, start, text);
    expect(read.ok && formatMoves(eleven, start, read.value.moves).join(' ')).toBe(text);
  });

  it('as one character a tile', () => {
    fc.assert(
      fc.property(lines(sliding), ({ id, start, moves }) => {
        fc.pre(moves.length > 0);
        const puzzle = puzzleOf(id)!;
        const text = formatMoves(puzzle, start, moves)
          .map((tile) => Number(tile).toString(36))
          .join('');
        const read = parseMoves(puzzle, start, text);
        // The letters D and L alone may be tiles or directions, and two digits one tile.
        fc.pre(!/^(?:[dl]+|[12]\d)$/u.test(text));
        expect(read).toMatchObject({ ok: true, value: { moves, notation: 'named' } });
      }),
    );
  });

  it('by directions of the pieces, and from numbers to directions and back', () => {
    fc.assert(
      fc.property(lines(slides), fc.boolean(), ({ id, start, moves }, isLower) => {
        fc.pre(moves.length > 0);
        const puzzle = puzzleOf(id)!;
        const goal = { text: '', positions: [endOf(puzzle, start, moves)] };
        const text = formatMoves(puzzle, start, moves, 'piece-directions').join(
          puzzle.board.lattice === 'square' ? '' : ' ',
        );
        const read = parseMoves(puzzle, start, isLower ? text.toLowerCase() : text, goal);
        expect(read).toMatchObject({ ok: true, value: { moves, notation: 'piece-directions' } });
      }),
    );
  });

  it('by directions of the blank, where the goal tells that they are', () => {
    fc.assert(
      fc.property(lines(slides), ({ id, start, moves }) => {
        fc.pre(moves.length > 0);
        const puzzle = puzzleOf(id)!;
        const goal = { text: '', positions: [endOf(puzzle, start, moves)] };
        const read = parseMoves(puzzle, start, formatMoves(puzzle, start, moves, 'blank-directions').join(' '), goal);
        if (!read.ok) throw new Error(read.problem.code);
        // Back and forth both ways end alike; then they are taken for those of the pieces.
        if (read.value.notation === 'blank-directions') expect(read.value.moves).toEqual(moves);
        expect(endOf(puzzle, start, read.value.moves)).toEqual(goal.positions[0]);
        expect(read.value.certainty === 'usage').toBe(read.value.notation === 'piece-directions');
      }),
    );
  });

  it('from their end, too', () => {
    fc.assert(
      fc.property(lines(sliding), ({ id, start, moves }) => {
        fc.pre(moves.length > 0);
        const puzzle = puzzleOf(id)!;
        const end = endOf(puzzle, start, moves);
        expect(parseMovesTo(puzzle, end, formatMoves(puzzle, start, moves).join(' '))).toMatchObject({
          ok: true,
          value: { moves },
        });
      }),
    );
  });

  test.each([
    ['eight', '123405786', 'up, left', undefined, 'piece-directions'],
    ['eight', '123405786', '⬆️➡️', undefined, 'piece-directions'],
    ['eight', '123405786', '右上', undefined, 'piece-directions'],
    ['eight', '123405786', '5️⃣6️⃣', ['5', '6'], 'named'],
    ['fifteen', '123456789ABCDE0F', '15', ['15'], 'named'],
    ['fifteen', '123456789ABCDE0F', 'f', ['15'], 'named'],
    ['onoff', '==no/off_', 'O', ['o'], 'named'],
    ['onoff', '==no/OfF_', 'F f', ['F', 'f'], 'named'],
    ['onoff', '==_n/offo', '—', ['=='], 'named'],
    ['peg21', 'all-7', '(15,7)(12,10)', ['15-7', '12-10'], 'named'],
    ['peg21', 'all-7', '[[15, 7], [12, 10]]', ['15-7', '12-10'], 'named'],
    ['peg21', 'all-7', '15,7 12,10', ['15-7', '12-10'], 'named'],
    ['peg21', 'all-7', '15→7, 12 – 10', ['15-7', '12-10'], 'named'],
    ['peg33', 'all-d4', 'D2D4 b3-d3', ['d2-d4', 'b3-d3'], 'named'],
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', '1. G↓ 2. H⬇️', ['GD', 'HD'], 'named'],
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'G-D, G-R; H:L', ['GDR', 'HL'], 'named'],
    ['klotski-slides', 'ABBC/ABBC/DEEF/DGHF/I..J', 'gdr hl', ['GD', 'GR', 'HL'], 'named'],
    ['klotski-steps', 'ABBC/ABBC/DEEF/DGHF/I..J', 'IR2', ['IR', 'IR'], 'named'],
    ['rush', 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo', 'F+1 K+1', ['FR', 'KD'], 'named'],
  ] as const)('%s %s: %s', (id, position, text, expected, notation) => {
    const puzzle = puzzleOf(id)!;
    // As it is written: the usual goal would take the marks off.
    const parsed = puzzle.parsePosition(position);
    if (!parsed.ok) throw new Error(parsed.problem.code);
    const start = parsed.value;
    const read = parseMoves(puzzle, start, text);
    if (!read.ok) throw new Error(read.problem.code);
    if (expected) expect(formatMoves(puzzle, start, read.value.moves)).toEqual(expected);
    expect(read.value.notation).toBe(notation);
  });

  test('a long line of numbers of two digits, which would be too long with one move a digit', () => {
    const fifteen = puzzleOf('fifteen')!;
    const text = '15 15 '.repeat(mostMoves / 2);
    const line = parseMoves(fifteen, fifteen.goal.positions[0]!, text);
    expect(line.ok && line.value.moves.length).toBe(mostMoves);
    const longer = parseMoves(fifteen, fifteen.goal.positions[0]!, `${text}15`);
    expect(longer.ok ? undefined : longer.problem.code).toBe('too-many');
  });

  test('jumps that one peg makes in a row are one move', () => {
    const puzzle = puzzleOf('peg21')!;
    const text = '15-7 12-10 4-11 2-4 8-3 1-5 13-15 15-7';
    const read = parseMoves(puzzle, positionOf(puzzle, 'all-7'), text);
    expect(read).toMatchObject({ ok: true, value: { joined: 1 } });
    expect(read.ok && read.value.moves.at(-1)).toEqual([12, 14, 6]);
  });
});

type Wrong = [
  puzzle: string,
  position: string,
  text: string,
  code: MoveProblemCode,
  number?: number,
  at?: string,
  told?: MoveNotation,
];
const wrong: Wrong[] = [
  ['eight', '123456708', '', 'no-moves'],
  ['eight', '123456708', ' , ', 'no-moves'],
  ['peg21', 'all-7', '()', 'no-moves'],
  ['eight', '123456708', '8'.repeat(longestMoves + 1), 'too-long'],
  ['eight', '123456708', '8 '.repeat(mostMoves + 1), 'too-many'],
  ['eight', '123456708', 'R9999L9999', 'too-many'],
  ['eight', '123456708', '8 z', 'unknown', 2, 'z'],
  ['eight', '123456708', 'L R Q', 'unknown', 3, 'Q'],
  ['onoff', '==no/off_', 'f n q', 'unknown', 3, 'q'],
  ['onoff', '==no/off_', 'f o', 'not-beside', 2, 'o'],
  ['onoff', '==no/off_', 'f 7', 'unknown', 2, '7'],
  ['peg21', 'all-7', '15-7 12-z', 'unknown', 2, 'z'],
  ['eight', '123456708', '7 8 5', 'not-beside', 2, '8'],
  ['fifteen', '123456789ABCDE0F', '15 14', 'not-beside', 2, '14'],
  ['eight', '123456780', 'R U', 'no-piece-direction', 2, 'U'],
  ['eight', '123456780', 'U D D D', 'no-blank-direction', 3, 'D'],
  ['eight', '123456780', 'R U', 'illegal-piece-direction', 2, 'U', 'piece-directions'],
  ['eight', '123456780', 'U D D D', 'illegal-blank-direction', 3, 'D', 'blank-directions'],
  ['peg21', 'all-7', '15-7 99-10', 'unknown-hole', 2, '99'],
  ['peg33', 'all-d4', 'd2-d9', 'unknown-hole', 1, 'd9'],
  ['peg21', 'all-7', '15-7 12', 'one-hole', 2, '12'],
  ['peg21', 'all-7', '1-7', 'no-jump', 1, '1-7'],
  ['peg21', 'all-7', '15-7, 15-7', 'no-peg', 2, '15-7'],
  ['peg21', 'all-7', '15-7 8-6', 'hole-taken', 2, '8-6'],
  ['peg21', 'all-7-10', '15-7', 'no-peg-over', 1, '15-7'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'IR ZU', 'no-piece', 2, 'ZU'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'IR2 JL', 'blocked', 2, 'JL'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'GD, GX', 'unknown', 2, 'GX'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'IR IL '.repeat(mostMoves / 2 + 1), 'too-many'],
  ['rush', 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo', 'F+1 K+1 AR', 'blocked', 3, 'AR'],
];

describe('what is wrong is named by the first wrong move', () => {
  test.each(wrong)('%s %s: %j is %s', (...row) => {
    const [id, position, text, code, number, at, told] = row;
    const puzzle = puzzleOf(id)!;
    const read = parseMoves(puzzle, positionOf(puzzle, position), text, puzzle.goal, told);
    if (read.ok) throw new Error(`read as ${JSON.stringify(read.value)}`);
    expect(read.problem.code).toBe(code);
    if (number !== undefined) expect(read.problem.values.number).toBe(number);
    if (at !== undefined) expect(text.slice(...read.problem.span!)).toBe(at);
  });

  test('moves on a board of one’s own need its position', () => {
    for (const [id, text] of [
      ['rush-7x7', 'AR'],
      ['pegs-s3sf', 'a1-c1'],
    ] as const) {
      expect(readLine(puzzleOf(id)!, text)).toMatchObject({ ok: false, problem: { code: 'no-start' } });
    }
  });

  test('every code is one of these, and has a sentence', () => {
    expect(new Set([...wrong.map(([, , , code]) => code), 'no-start'])).toEqual(new Set(moveProblemCodes));
    for (const language of ['en', 'ja']) {
      for (const code of moveProblemCodes) {
        for (const { id, words } of puzzles) {
          // Pegs and blocks have no blank to be beside.
          if ((words === 'pegs' || words === 'blocks') && code === 'not-beside') continue;
          expect(explainMoveProblem(translator(language), { code, values: { puzzle: id } })).not.toContain(
            'moveProblem',
          );
        }
      }
    }
  });
});

describe('nothing that can be typed', () => {
  const crumbs = fc.constantFrom(
    ...['5', '8', '12', 'R', 'l', 'UL', '2', ' ', ',', '-', '→', '(', ')', '[', ']', '=', '==', 'o', 'n', 'F', 'd2'],
    ...['—', '\n', '🟠', '\uD83D', '8️⃣', ':eight:', 'all', '.', '右', '\u202E', '_', '0', '999'],
  );
  const text = fc.oneof(
    characters(200),
    fc.array(crumbs, { maxLength: 80 }).map((all) => all.join('')),
  );
  it('throws, and what is read is legal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...puzzles.map(({ id }) => id)), text, (id, given) => {
        const puzzle = puzzleOf(id)!;
        const start = somePosition(puzzle);
        const read = parseMoves(puzzle, start, given);
        if (read.ok) replay(puzzle, start, read.value.moves);
        else {
          const [from, to] = read.problem.span ?? [0, 1];
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(Math.max(1, given.length));
        }
        if (puzzle.family !== 'pegs') parseMovesTo(puzzle, puzzle.goal.positions[0]!, given);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['8 ', 'R', 'R2', 'o', '== ', '15-7 ', '(', '[1,', '1-', 'd2', '-'])('takes long: %j', (crumb) => {
    const given = crumb.repeat(longestMoves).slice(0, longestMoves);
    const started = performance.now();
    for (const puzzle of puzzles) parseMoves(puzzle, somePosition(puzzle), given);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('a list of slides', () => {
  it('simplified ends where it did, and nothing in it is undone', () => {
    fc.assert(
      fc.property(lines(slides), ({ id, start, moves }) => {
        const puzzle = puzzleOf(id)!;
        const fewer = simplified(moves);
        expect(endOf(puzzle, start, fewer)).toEqual(endOf(puzzle, start, moves));
        expect((moves.length - fewer.length) % 2).toBe(0);
        expect(simplified(fewer)).toEqual(fewer);
        expect(simplified([...moves, ...backwards(moves)])).toEqual([]);
      }),
    );
  });

  it('backwards leads from its end to its start', () => {
    fc.assert(
      fc.property(lines(slides), ({ id, start, moves }) => {
        const puzzle = puzzleOf(id)!;
        expect(endOf(puzzle, endOf(puzzle, start, moves), backwards(moves))).toEqual(start);
        expect(backwards(backwards(moves))).toEqual(moves);
      }),
    );
  });
});
