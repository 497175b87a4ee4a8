/** What people read about a bound, in every language. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { boundProblem, heuristicAnswer } from '../../../src/features/heuristic/answer.ts';
import { type HeuristicResult, heuristicJob, rankedNodes } from '../../../src/features/heuristic/job.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { boundProblems, mostOperations, readBound } from '../../../src/search/bounds/expression.ts';
import { featuresOf } from '../../../src/search/bounds/features.ts';
import { spaceNeeds } from '../../../src/search/bounds/space.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { drawingHere } from '../../support/drawing.ts';

const judgedOf = (puzzle: string, typed: string) => {
  const bound = unwrap(readBound(typed, featuresOf(knownPuzzle(puzzle))), typed).text;
  const tables = new Map(spaceNeeds(knownPuzzle(puzzle)).map((need) => [need.key, need.build()]));
  const limits = { control: new SearchControl() };
  const request = heuristicJob.input.parse({ puzzle, bound });
  const found = heuristicJob.run(request, { tables, databases: '7-7-1', limits });
  // What the queue keeps is what the answer shows.
  const result = heuristicJob.result.parse(JSON.parse(JSON.stringify(found)));
  return { request, result };
};

const judged = new Map<string, ReturnType<typeof judgedOf>>();
/** Each is judged once. */
const resultOf = (puzzle: string, typed: string) => {
  const found = judged.get(`${puzzle} ${typed}`) ?? judgedOf(puzzle, typed);
  judged.set(`${puzzle} ${typed}`, found);
  return found;
};

interface Asked extends ReturnType<typeof judgedOf> {
  readonly withheld?: ReadonlySet<number>;
}

const textsOf = async ({ request, result, withheld }: Asked, language: string): Promise<string> => {
  const { components } = await heuristicAnswer(translator(language), { request, withheld }, result, drawingHere);
  const body = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
  checkMessage(body, { route: 'webhook', knowsEmoji: () => false, uploads: [] });
  const said = JSON.stringify(components);
  expect(said).not.toMatch(/heuristic\.|\{\{|undefined|NaN/u);
  return [...said.matchAll(/"content":"((?:[^"\\]|\\.)*)"/gu)].map(([, text]) => JSON.parse(`"${text}"`)).join('\n');
};

const long = `${'-('.repeat(mostOperations)}blank${')'.repeat(mostOperations)}`;

test.each(languages)('an answer fits and is translated, in %s', async (language) => {
  const asked = [
    ['eight', 'max(manhattan, misplaced)'],
    ['eight', '2 * manhattan'],
    ['eight', 'blank / misplaced'],
    ['eight', long],
    ['onoff', 'wide + misplaced'],
    ['peg15', 'pegs / 3'],
    ['six', 'distance(3) * 2'],
    ['2x5', 'manhattan + misplaced'],
    ['fifteen', '2 * manhattan'],
  ] as const;
  for (const [puzzle, typed] of asked) {
    const answer = resultOf(puzzle, typed);
    const shared = { ...answer, request: { ...answer.request, isShared: true as const } };
    expect(await textsOf(shared, language)).toContain(`\n\`${shared.request.bound}\`\n`);
  }
});

test('an admissible bound', async () => {
  expect(await textsOf(resultOf('eight', 'walking'), 'en')).toBe(`### 8 puzzle (3 × 3)
\`walking\`
**Admissible**: it exceeds the true distance at none of 181,440 positions.
**Consistent**: none of 483,840 moves lowers it by more than 1.
Mean 15.68; mean distance 21.97.
Positions expanded from 100 fixed starts:
\`\`\`
         A*        IDA*
     50,144     104,033  yours
    111,687     235,225  manhattan
     63,582     114,608  manhattan + conflicts
      2,221       2,221  the distance itself
\`\`\``);
});

test('one that is too high, with boards', async () => {
  const said = (await textsOf(resultOf('eight', '2 * manhattan'), 'en')).split('\n');
  expect(said.slice(2, 17)).toEqual([
    '**Not admissible**: it exceeds the true distance at 157,176 of 181,440 positions.',
    'Nearest to the goal, it says 2 where the distance is 1:',
    ...['1️⃣2️⃣3️⃣', '4️⃣5️⃣⬛', '7️⃣8️⃣6️⃣'],
    '**Not consistent**: 241,920 of 483,840 moves lower it by more than 1.',
    'Nearest to the goal, this move lowers it from 2 to 0:',
    ...['1️⃣2️⃣3️⃣', '4️⃣5️⃣⬛', '7️⃣8️⃣6️⃣', '⬇️', '1️⃣2️⃣3️⃣', '4️⃣5️⃣6️⃣', '7️⃣8️⃣⬛'],
    'Mean 28; mean distance 21.97.',
  ]);
  expect(said.slice(-2)).toEqual([
    'A\\*: 63 solutions that it found were too long, by up to 10.',
    'IDA\\*: 72 solutions that it found were too long, by up to 10.',
  ]);
});

test('a sample, which proves nothing of other positions', async () => {
  const said = (await textsOf(resultOf('2x5', 'manhattan'), 'en')).split('\n');
  expect(said.slice(2, 4)).toEqual([
    '**No counterexample** among 10,000 random positions.',
    '-# A random sample: too high at 0% to 0.04% of all positions, with 95% confidence.',
  ]);
  expect(said[4]).toMatch(/^None of [\d,]+ moves from them lowers it by more than 1.$/u);
  expect(said[5]).toMatch(/^Mean 18.5\d* ± 0.07; mean distance 34.8\d* ± 0.11.$/u);
  expect(said).toHaveLength(6);
});

test('a sample of the 15 puzzle, by lengths that are proved', async () => {
  const said = (await textsOf(resultOf('fifteen', 'manhattan + conflicts'), 'en')).split('\n');
  expect(said.slice(2, 4)).toEqual([
    '**No counterexample** among 500 random positions.',
    '-# A random sample: too high at 0% to 0.76% of all positions, with 95% confidence.',
  ]);
  expect(said[5]).toMatch(/^Mean 39 ± 0.\d+; mean distance 52.\d+ ± 0.\d+.$/u);
});

test('a bound without a value', async () => {
  expect((await textsOf(resultOf('eight', '1 + blank / misplaced'), 'en')).split('\n')).toEqual([
    ...['### 8 puzzle (3 × 3)', '`1 + blank / misplaced`'],
    'At this position, `blank / misplaced` divides by zero or becomes too large:',
    ...['1️⃣2️⃣3️⃣', '4️⃣5️⃣6️⃣', '7️⃣8️⃣⬛'],
  ]);
});

describe('what is wrong is told with its place, and what there is:', () => {
  const eight = knownPuzzle('eight');
  const said = (typed: string, language: string): string => {
    const read = readBound(typed, featuresOf(eight));
    return read.ok ? '' : boundProblem(translator(language), eight, typed, read.problem);
  };

  test.each([
    ['en', '', 'The bound is empty.\n'],
    ['en', '1 + manhatan', 'Column 5: there is no "manhatan". Did you mean `manhattan`?'],
    ['ja', '1 + manhatan', '5 文字目：「manhatan」というものはありません。`manhattan` のことですか？'],
    ['en', '1 + manhatan', '\n```\n1 + manhatan\n    ^^^^^^^^\n```\n'],
    ['en', 'max(manhattan', 'Column 14: something is missing.'],
    ['en', '**2', 'Column 1: "\\*" can’t be used here.'],
    ['en', 'distance(9)', 'Column 10: "9" isn’t a piece here. Use one of 1, 2, 3, 4, 5, 6, 7, 8.'],
    ['en', 'distance', 'Column 1: `distance` needs a piece, as in `distance(1)`.'],
    ['en', `1${'+1'.repeat(26)}`, 'That is more than 25 operations.'],
    [
      'en',
      '',
      'For 8 puzzle (3 × 3): `manhattan`, `misplaced`, `distance(1)`, `blank`, `conflicts`, `walking` · `max`,',
    ],
  ])('in %s, "%s"', (language, typed, part) => {
    expect(said(typed, language)).toContain(part);
  });

  test('all problems have words', () => {
    for (const language of languages) {
      for (const code of boundProblems) {
        const values = { column: 1, part: '@everyone', nearest: 'max', name: 'max', pieces: '1', piece: 1, most: 9 };
        const text = boundProblem(translator(language), eight, '@everyone', { code, values });
        expect(text).not.toMatch(/heuristic\.|\{\{|@everyone/u);
      }
    }
  });
});

test('only a short admissible bound of the 8 puzzle ranks', () => {
  const nodesOf = (puzzle: string, typed: string): number | undefined => {
    const { request, result } = resultOf(puzzle, typed);
    return rankedNodes(request, result);
  };
  expect(nodesOf('eight', 'max(walking, manhattan + conflicts)')).toBeLessThan(nodesOf('eight', 'walking')!);
  expect(nodesOf('eight', '2 * manhattan')).toBeUndefined();
  expect(nodesOf('eight', `walking${' + 0'.repeat(10)}`)).toBe(104_033);
  expect(nodesOf('eight', `walking${' + 0'.repeat(11)}`)).toBeUndefined();
  // The searches are stopped before their end.
  expect(nodesOf('eight', '0')).toBeUndefined();
  expect(nodesOf('seven', 'walking')).toBeUndefined();
});

test('the distance of a position near a running challenge is left out', async () => {
  const asked = resultOf('eight', '2 * manhattan');
  const revealed = [...heuristicJob.revealsEach!(asked.request, asked.result)];
  expect(revealed).toMatchObject([{ positions: [[1, 2, 3, 4, 5, 0, 7, 8, 6]] }]);
  const said = await textsOf({ ...asked, withheld: new Set([0]) }, 'en');
  expect(said).toContain('would spoil a running challenge');
  expect(said).not.toContain('where the distance is');
  const admissible = resultOf('eight', 'manhattan');
  expect([...heuristicJob.revealsEach!(admissible.request, admissible.result)]).toEqual([]);
});

test('a search that is stopped says so', async () => {
  const { request } = resultOf('five', '0');
  const result: HeuristicResult = { status: 'gave-up', reason: 'cancelled' };
  expect(await textsOf({ request, result }, 'en')).toContain('The search was cancelled.');
});
