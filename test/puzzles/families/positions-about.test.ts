/** The estimate of a board's positions against counts of them. */
import { describe, expect, it } from 'vitest';
import { tooLarge } from '../../../src/features/solve/job.ts';
import { translator } from '../../../src/locales/index.ts';
import { type Random, unwrap } from '../../../src/puzzles/puzzle.ts';
import { questionFor } from '../../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { seeded } from '../../../src/search/scramble.ts';

const asked = (name: string, position: string, goal?: string) =>
  unwrap(questionFor(puzzleOrKind(name)!, position, goal), position);
const about = (name: string, position: string, random: Random, goal?: string): number => {
  const { puzzle, question } = asked(name, position, goal);
  return puzzle.positionsAbout!(question, random);
};

describe('the estimate of positions', () => {
  it.each([
    // Published: all arrangements of the pieces of Klotski.
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', undefined, 65_880],
    // Two single pieces, of which one is named, on nine cells.
    ['blocks', 'A../.B./...', 'A bottom right', 72],
    // Two cars in a row of five cells, of which one has to leave: three places, in either order.
    ['rush', '...../AA.BB/.....', undefined, 6],
    // The same with two walls, which leave six cells in one part.
    ['blocks', 'A#./..#/..B', 'A bottom left', 30],
  ])('of %s %s is near the count', (name, position, goal, count) => {
    let sum = 0;
    for (let times = 0; times < 20; times++) sum += about(name, position, seeded(String(times)), goal);
    expect(sum / 20 / count).toBeGreaterThan(0.8);
    expect(sum / 20 / count).toBeLessThan(1.25);
  });

  it('is told of boards that are too large to search, in both languages', () => {
    const pieces = [...'ABCDEFGHIJKLMNPQRSTUVWYZ'];
    const rows = Array.from({ length: 8 }, (_, row) =>
      pieces
        .slice(row * 3, row * 3 + 3)
        .join('.')
        .padEnd(8, '.'),
    );
    const large = asked('blocks', rows.join('/'), 'A bottom right');
    const small = asked('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J');
    for (const [language, words] of [
      ['en', 'only 67 million fit into memory'],
      ['ja', '6700 万通り'],
    ] as const) {
      const told = ({ puzzle, question }: typeof large) =>
        tooLarge(translator(language), { puzzle: puzzle.id, question });
      expect(told(large)).toContain(words);
      expect(told(large)).toMatch(/10[⁰¹²³⁴⁵⁶⁷⁸⁹]+/u);
      expect(told(small)).toBeUndefined();
    }
  });
});
