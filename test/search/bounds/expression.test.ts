/** Bounds as people type them: what is read, and what is refused, with its place. */
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { mostCharacters, mostOperations, readBound, valuesOf } from '../../../src/search/bounds/expression.ts';
import { featuresOf } from '../../../src/search/bounds/features.ts';
import { judge } from '../../../src/search/bounds/judgement.ts';
import { Budget } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';

const eight = featuresOf(knownPuzzle('eight'));
const read = (typed: string) => unwrap(readBound(typed, eight), typed);
const numbers = (typed: string) => valuesOf(read(typed), { rows: 1, column: () => [5] });

test.each([
  ['manhattan', 'manhattan', 0],
  [' ( Manhattan ) ', 'manhattan', 0],
  ['max(manhattan,2*misplaced)', 'max(manhattan, 2 * misplaced)', 2],
  ['ｍａｘ（ｂｌａｎｋ，１）　＋　２', 'max(blank, 1) + 2', 2],
  ['manhattan×2÷3−1', 'manhattan * 2 / 3 - 1', 3],
  ['(1+2)*3', '(1 + 2) * 3', 2],
  ['1+(2*3)', '1 + 2 * 3', 2],
  ['1-(2-3)', '1 - (2 - 3)', 2],
  ['(1-2)-3', '1 - 2 - 3', 2],
  ['-(1+2)', '-(1 + 2)', 2],
  ['1 - -2', '1 - -2', 2],
  ['min(1,2,3,4)', 'min(1, 2, 3, 4)', 3],
  ['floor(.5)+ceil(1e-3)', 'floor(0.5) + ceil(0.001)', 3],
  ['distance(8)', 'distance(8)', 0],
])('"%s" is read as %s, with %i operations', (typed, text, operations) => {
  expect(read(typed)).toMatchObject({ text, operations });
  expect(read(text).text).toBe(text);
});

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['7 - 2 - 1', 4],
  ['7 - (2 - 1)', 6],
  ['12 / 3 / 2', 2],
  ['-2 * 3', -6],
  ['max(1, manhattan, 3) - min(4, 2)', 3],
  ['floor(7 / 2)', 3],
  ['ceil(7 / 2)', 4],
  ['floor((1 / 49) * 49)', 1],
])('%s is %d', (typed, value) => {
  expect(numbers(typed)).toEqual(Float64Array.of(value));
});

test.each([
  ['1 / (misplaced - 5)', '1 / (misplaced - 5)'],
  ['2 + 0 / (blank - 5)', '0 / (blank - 5)'],
  ['1e9 / 1e-300', /^1000000000 \/ /u],
])('%s has no value', (typed, part) => {
  expect(numbers(typed)).toEqual({ row: 0, part: typeof part === 'string' ? part : expect.stringMatching(part) });
});

describe('what is wrong is named, with its column:', () => {
  test.each([
    ['', 'empty', undefined],
    [' \u3000', 'empty', undefined],
    ['manhatan', 'unlike-name', 1],
    ['1 + mispalced', 'unlike-name', 5],
    ['1 + floot(2)', 'unlike-name', 5],
    ['cube', 'unknown-name', 1],
    ['pegs', 'unknown-name', 1],
    ['process', 'unknown-name', 1],
    ['constructor', 'unknown-name', 1],
    ['__proto__', 'unknown-name', 1],
    ['toString()', 'unknown-name', 1],
    ['negative(1)', 'unknown-name', 1],
    ['blank(3)', 'no-function', 1],
    ['max', 'too-few', 1],
    ['1+max(2)', 'too-few', 3],
    ['floor()', 'too-few', 1],
    ['distance()', 'too-few', 1],
    ['floor(1, 2)', 'too-many', 10],
    ['distance(1, 2)', 'too-many', 13],
    ['distance', 'piece-missing', 1],
    ['1 + distance(9)', 'no-piece', 14],
    ['distance(blank)', 'no-piece', 10],
    ['distance(true)', 'no-piece', 10],
    ['1e10', 'large-number', 1],
    ['2 * 1e999', 'large-number', 5],
    ['max(1, 2', 'incomplete', 9],
    ['1 +', 'incomplete', 4],
    ['1 + 2)', 'unreadable', 6],
    ['1 2', 'unreadable', 3],
    ['1; 2', 'unreadable', 4],
    ['1\n2', 'unreadable', 3],
    ['manhattan // 2', 'unreadable', 12],
    ['manhattan /* 2', 'unreadable', 11],
    ['2 ** 3', 'unreadable', 1],
    ['1 + 2 % 3', 'unreadable', 5],
    ['1 + "2"', 'unreadable', 5],
    ['`x`', 'unreadable', 1],
    ['1n', 'unreadable', 1],
    ['max(...1, 2)', 'unreadable', 5],
    ['a => a', 'unreadable', 1],
    ['blank = 1', 'unreadable', 1],
    ['blank.x', 'unreadable', 1],
    ['this', 'unreadable', 1],
    ['(function () {})()', 'unreadable', 1],
    ['import("x")', 'unreadable', 1],
    ['while (1);', 'unreadable', 1],
    ['{}', 'unreadable', 1],
    ['#', 'unreadable', 1],
    ['😀', 'unreadable', 1],
    [
      Array(mostOperations + 2)
        .fill(1)
        .join('+'),
      'too-many-operations',
      1,
    ],
  ])('%j: %s', (typed, code, column) => {
    const result = readBound(typed, eight);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    if (!result.ok) expect(result.problem.values.column).toBe(column);
  });
});

const words = [
  ...['manhattan', 'misplaced', 'conflicts', 'walking', 'blank', 'distance(3)', 'distance(', 'max(', 'min(', 'floor('],
  ...[
    'ceil(',
    ')',
    ')',
    ')',
    ',',
    ', ',
    '+',
    '-',
    '*',
    '/',
    '//',
    '**',
    '0',
    '1',
    '2',
    '0.5',
    '1e9',
    ' ',
    '.',
    '=>',
    '{',
  ],
  ...['"', '`', '\\', '\u3000', '（', '😀', '\0', 'e', 'function', 'İ'],
];

/** Characters of an expression, or an expression that is right, a few of whose characters are others. */
const typedBy = (random: () => number): string => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const grown = (depth: number): string => {
    const two = (): string => `${grown(depth - 1)}, ${grown(depth - 1)}`;
    if (depth === 0 || random() < 0.2) return pick([...words.slice(0, 6), '0', '1', '2', '0.5', '1e9']);
    return pick([
      () => `(${grown(depth - 1)}) ${pick(['+', '-', '*', '/'])} ${grown(depth - 1)}`,
      () => `${pick(['max', 'min'])}(${two()})`,
      () => `${pick(['floor', 'ceil', '-'])}(${grown(depth - 1)})`,
    ])();
  };
  if (random() < 0.3) return Array.from({ length: 1 + random() * 30 }, () => pick(words)).join('');
  const right = [...grown(4)];
  for (let wrong = Math.floor(random() * 3); wrong > 0; wrong--)
    right[Math.floor(random() * right.length)] = pick(words);
  return right.join('');
};

const fuzz = (count: number, seed: string): void => {
  const five = knownPuzzle('five');
  const random = seeded(seed);
  const features = featuresOf(five);
  const seen = { refused: 0, judged: 0, 'without a value': 0 };
  for (let done = 0; done < count; done++) {
    const typed = typedBy(random).slice(0, mostCharacters);
    const bound = readBound(typed, features);
    if (!bound.ok) {
      seen.refused++;
      const { span = [0, 0], values } = bound.problem;
      expect(span[0], typed).toBeLessThanOrEqual(typed.length);
      if (values.column !== undefined) expect(values.column, typed).toBe(span[0] + 1);
      continue;
    }
    const { text } = bound.value;
    expect(text, typed).toMatch(/^[\w .,()*/+-]+$/u);
    expect(unwrap(readBound(text, features), text)).toEqual(bound.value);
    // The searches may take a million steps.
    if (done % 30 > 0) continue;
    const found = judge(five, bound.value, new Map(), new Budget());
    if (typeof found === 'string') throw new Error(found);
    seen['part' in found ? 'without a value' : 'judged']++;
    if (!('part' in found)) expect(Number.isFinite(found.mean.mean), typed).toBe(true);
  }
  for (const often of Object.values(seen)) expect(often).toBeGreaterThan(count / 1000);
};

test('no text breaks the reader', () => fuzz(3000, 'few'));
test('a hundred thousand texts don’t', { tags: 'heavy' }, () => fuzz(100_000, 'many'));
