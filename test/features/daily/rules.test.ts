import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  challenge,
  challengeNeeds,
  challengesUpTo,
  clock,
  longestMemory,
  numberAt,
  shareLine,
  starsOf,
  startOf,
  turnOf,
} from '../../../src/features/daily/rules.ts';
import { week } from '../../../src/puzzles/catalogue/daily.ts';
import { canonical } from '../../../src/puzzles/symmetry.ts';
import { solve } from '../../../src/search/solve.ts';
import { sharedTables } from '../../support/tables.ts';

const secret = 'a secret of the tests';
const years = Array.from({ length: longestMemory }, (_, index) => index + 1);

describe('numbers', () => {
  test('change at midnight UTC and nowhere else, also around the changes of clocks', () => {
    expect(numberAt(Date.parse('2026-11-20T00:00:00Z'))).toBe(1);
    expect(numberAt(Date.parse('2026-11-20T23:59:59.999Z'))).toBe(1);
    expect(numberAt(Date.parse('2026-11-21T00:00:00Z'))).toBe(2);
    expect(numberAt(Date.parse('2027-11-20T12:00:00Z'))).toBe(366);
    for (const number of years) {
      expect(numberAt(startOf(number))).toBe(number);
      expect(numberAt(startOf(number) - 1)).toBe(Math.max(1, number - 1));
    }
  });

  test('start at one, whatever a clock says', () => expect(numberAt(0)).toBe(1));
});

describe('the week', () => {
  test('is gentle: small puzzles on Mondays, the large one on weekends only', () => {
    for (const number of years) {
      const day = new Date(startOf(number)).getUTCDay();
      const { puzzle } = turnOf(number).deck;
      if (day === 1) expect(['five', 'six', 'seven', 'peg15']).toContain(puzzle);
      if (puzzle === 'eleven') expect([0, 6]).toContain(day);
    }
  });

  test('has decks without a length in common', () => {
    const lengths = week
      .flat()
      .flatMap(({ puzzle, least, most }) =>
        Array.from({ length: most - least + 1 }, (_, index) => `${puzzle} ${least + index}`),
      );
    expect(new Set(lengths).size).toBe(lengths.length);
  });

  test('counts the rounds of each deck without a gap', () => {
    const rounds = new Map<unknown, number>();
    for (const number of years) {
      const { deck, round } = turnOf(number);
      expect(round).toBe(rounds.get(deck) ?? 0);
      rounds.set(deck, round + 1);
    }
    expect(rounds.size).toBe(week.flat().length);
  });
});

const hasNoneTwice = (among: readonly number[]): void => {
  /** The last number of each deck brings all before it. */
  const last = new Map(among.map((number) => [turnOf(number).deck, number]));
  const seen = new Set<string>();
  const numbers = new Set<number>();
  // Decks of one puzzle in a row share a list of its positions.
  const byPuzzle = [...last].sort(([one], [other]) => (one.puzzle < other.puzzle ? -1 : 1));
  for (const [deck, number] of byPuzzle) {
    const tables = sharedTables(challengeNeeds(number));
    for (const { number: now, puzzle, position, length } of challengesUpTo(number, secret, tables)) {
      numbers.add(now);
      expect(turnOf(now).deck).toBe(deck);
      expect(length).toBeGreaterThanOrEqual(deck.least);
      expect(length).toBeLessThanOrEqual(deck.most);
      const outcome = solve(puzzle, { start: position, goal: puzzle.goal }, { tables, withoutCount: true });
      expect(outcome).toMatchObject({ status: 'solved', optimal: true });
      expect(outcome.status === 'solved' && outcome.moves.length).toBe(length);
      seen.add(`${puzzle.id} ${puzzle.encode(canonical(puzzle, position, puzzle.goal))}`);
    }
  }
  expect(numbers.size).toBe(among.length);
  expect(seen.size).toBe(among.length);
};
test('a year of numbers: none twice, nor as a mirror image, each as long as stated', () =>
  hasNoneTwice(years.slice(0, 365)));
test('ten years of them', { tags: 'heavy' }, () => hasNoneTwice(years));

test('a challenge is the same in another process, and another with another secret', { tags: 'long' }, () => {
  const numbers = [1, 2, 17];
  const draw = (key: string): string[] =>
    numbers.map((number) => {
      const { puzzle, position } = challenge(number, key, sharedTables(challengeNeeds(number)));
      return `${puzzle.id} ${puzzle.formatPosition(position)}`;
    });
  const code = `
    const { challenge, challengeNeeds } = await import('./features/daily/rules.js');
    const { buildTables } = await import('./search/solve.js');
    const drawn = ${JSON.stringify(numbers)}.map((number) => {
      const { puzzle, position } = challenge(number, ${JSON.stringify(secret)}, buildTables(challengeNeeds(number)));
      return puzzle.id + ' ' + puzzle.formatPosition(position);
    });
    process.stdout.write(JSON.stringify(drawn));`;
  const cwd = fileURLToPath(new URL('../../../dist/', import.meta.url));
  const elsewhere = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' }),
  );
  expect(elsewhere).toEqual(draw(secret));
  const others = draw('another secret of the tests');
  for (const [index, drawn] of others.entries()) expect(drawn).not.toBe(elsewhere[index]);
});

test('stars and the line to share tell how good a result is, and five stars are for the best alone', () => {
  const stars = (moves: number, hints: number) => starsOf(31, { moves, hints });
  expect([stars(31, 0), stars(31, 1), stars(33, 0), stars(62, 0), stars(400, 0)]).toEqual([5, 4, 4, 2, 1]);
  expect(shareLine(123, '8 puzzle', 31, { moves: 33, hints: 0, seconds: 134 })).toBe(
    'Antipode #123 · 8 puzzle · ★★★★☆ +2 · 2:14',
  );
  expect([0, 59, 60, 3599, 3600, 86_399].map(clock)).toEqual(['0:00', '0:59', '1:00', '59:59', '1:00:00', '23:59:59']);
});
