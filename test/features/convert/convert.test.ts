/** Every notation that is written is read again; whatever is asked fits into a message. */
import { MessageFlags } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { convert } from '../../../src/features/convert/answer.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { formatMoves, longestMoves, mostMoves, parseMoves } from '../../../src/puzzles/moves.ts';
import { type Move, type Puzzle, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../../src/puzzles/registry.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { checkMessage } from '../../../src/stand-in/payload.ts';
import { somePosition, walkBack, walks } from '../../support/truth.ts';

const ids = fc.constantFrom(...puzzles.map(({ id }) => id));

const movesFrom = (puzzle: Puzzle, start: readonly number[], choices: readonly number[]): Move[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(start));
  const moves: Move[] = [];
  for (const choice of choices) {
    const codes: number[] = [];
    const count = cursor.moves(codes, 0);
    const open = codes.slice(0, count).filter((code) => cursor.path(code)[0] !== moves.at(-1)?.at(-1));
    const usable = puzzle.family === 'peg' ? open : codes.slice(0, count);
    if (usable.length === 0) break;
    const code = usable[choice % usable.length]!;
    moves.push(cursor.path(code));
    cursor.make(code);
  }
  return moves;
};

it('a position in each notation is the same position', () => {
  fc.assert(
    fc.property(ids, walks(60), (id, choices) => {
      const puzzle = puzzleOf(id)!;
      const position = walkBack(puzzle, puzzle.goal, choices);
      const forms = [...puzzle.positionNotations(position).map(({ content }) => content), emojiBoard(puzzle, position)];
      for (const form of forms) expect(puzzle.parsePosition(form)).toEqual({ ok: true, value: position });
    }),
    { numRuns: 300 },
  );
});

it('moves in each notation lead to the same end', () => {
  fc.assert(
    fc.property(ids, walks(60), (id, choices) => {
      const puzzle = puzzleOf(id)!;
      const start = somePosition(puzzle);
      const moves = movesFrom(puzzle, start, choices);
      fc.pre(moves.length > 0);
      const end = replay(puzzle, start, moves).at(-1)!;
      for (const { notation, separator } of puzzle.moveNotations) {
        const text = formatMoves(puzzle, start, moves, notation).join(separator);
        const read = parseMoves(puzzle, start, text, { text: '', positions: [end] });
        if (!read.ok) throw new Error(read.problem.code);
        expect(replay(puzzle, start, read.value.moves).at(-1)).toEqual(end);
      }
    }),
    { numRuns: 300 },
  );
});

describe.each(languages)('an answer in %s', (language) => {
  const t = translator(language);
  const check = (asked: Parameters<typeof convert>[1]): boolean => {
    const { isFound, components } = convert(t, asked);
    checkMessage(
      { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] }, attachments: [] },
      { route: 'webhook', knowsEmoji: () => false, uploads: [] },
    );
    return isFound;
  };

  test.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('about %s keeps to the limits', (_, puzzle) => {
    const start = somePosition(puzzle);
    const plain = { puzzle, isReversed: false, isSimplified: false };
    expect(check({ ...plain, text: puzzle.formatPosition(start) })).toBe(true);
    const moves = movesFrom(
      puzzle,
      start,
      Array.from({ length: mostMoves }, (_, index) => index * 7919),
    );
    const position = puzzle.formatPosition(start);
    for (const { notation, separator } of puzzle.moveNotations) {
      const text = formatMoves(puzzle, start, moves, notation).join(separator);
      expect(check({ ...plain, position, text })).toBe(true);
      if (puzzle.isReversible) check({ puzzle, position, text, isReversed: true, isSimplified: true });
    }
    for (const text of ['', '?', '\u202E@everyone **x**', 'z'.repeat(longestMoves), '🟥'.repeat(1000)]) {
      expect(check({ ...plain, text })).toBe(false);
      expect(check({ ...plain, text: '1', position: text })).toBe(false);
    }
  });
});
