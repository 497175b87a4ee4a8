/** Many scrambles at once, and what their answer reveals of a running challenge. */
import { describe, expect, test } from 'vitest';
import { scrambleAnswer } from '../../../src/features/scramble/answer.ts';
import { mostScrambles, scrambleJob } from '../../../src/features/scramble/job.ts';
import { translator } from '../../../src/locales/index.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { defaultPresentation } from '../../../src/render/presentation.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { drawingHere } from '../../support/drawing.ts';
import { sharedTables } from '../../support/tables.ts';
import { positionOf } from '../../support/truth.ts';

const seed = '123456789012345678';
const eight = puzzleOf('eight')!;

const run = (request: Parameters<typeof scrambleJob.run>[0]) => {
  const result = scrambleJob.run(request, {
    tables: sharedTables(scrambleJob.tables(request, '7-7-1')),
    databases: '7-7-1',
    limits: { control: new SearchControl() },
  });
  if (result.status !== 'scrambled') throw new Error(result.status);
  return result;
};

test('a seed gives the same positions each time, and its first is that of a single scramble', () => {
  const request = { puzzle: 'eight', count: 50, seed };
  const { scrambles } = run(request);
  expect(scrambles).toHaveLength(50);
  expect(run(request).scrambles).toEqual(scrambles);
  expect(run({ puzzle: 'eight', seed }).scrambles).toEqual([scrambles[0]]);
});

test('all have the length that is asked for', () => {
  const { scrambles } = run({ puzzle: 'eight', count: mostScrambles, length: 24, seed });
  expect(new Set(scrambles.map(({ length }) => length))).toEqual(new Set([24]));
  expect(new Set(scrambles.map(({ position }) => position)).size).toBeGreaterThan(mostScrambles / 2);
});

describe('what an answer reveals', () => {
  test('is each position, and with moves all that they pass', () => {
    const plain = run({ puzzle: 'eight', count: 5, seed });
    expect([...scrambleJob.reveals!({ puzzle: 'eight', seed }, plain)!.positions]).toEqual(
      plain.scrambles.map(({ position }) => positionOf(eight, position)),
    );
    const one = run({ puzzle: 'eight', moves: true, seed });
    const positions = [...scrambleJob.reveals!({ puzzle: 'eight', seed }, one)!.positions];
    expect(positions.length).toBeGreaterThan(10);
    expect(positions.at(-1)).toEqual(positionOf(eight, one.scrambles[0]!.position));
  });

  test('is left out while a challenge runs: the lengths and the moves', async () => {
    const request = { puzzle: 'eight', count: 3, moves: true as const, seed };
    const asked = { request, presentation: defaultPresentation };
    const [open, refused] = await Promise.all(
      [undefined, 'Not now.'].map((refusal) =>
        scrambleAnswer(translator('en'), { ...asked, refusal }, run(request), drawingHere),
      ),
    );
    expect(open!.files![0]!.data.toString()).toMatch(/^(?:\d \d \d\/\d \d \d\/\d \d \d\t\d+\t[RLUD\d]+\n){3}$/u);
    expect(refused!.files![0]!.data.toString()).toMatch(/^(?:\d \d \d\/\d \d \d\/\d \d \d\n){3}$/u);
    expect(JSON.stringify(refused!.components)).toContain('Not now.');
    expect(JSON.stringify(refused!.components)).not.toContain('average');
  });
});
