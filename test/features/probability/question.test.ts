/** What people type, and the answers to it in every language. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import type { TFunction } from 'i18next';
import { describe, expect, it, test } from 'vitest';
import { probabilityAnswer } from '../../../src/features/probability/answer.ts';
import { chanceFor } from '../../../src/features/probability/chance.ts';
import {
  type ChanceQuestion,
  chanceRange,
  mostAttempts,
  readChance,
  type Written,
} from '../../../src/features/probability/question.ts';
import { chanceTexts, explain } from '../../../src/features/probability/wording.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzlesAndSizes } from '../../../src/puzzles/registry.ts';
import type { Chart } from '../../../src/render/chart.ts';
import type { Drawing } from '../../../src/render/drawing.ts';

const asked = (written: Written) => unwrap(readChance(written), JSON.stringify(written));
const answerTo = (t: TFunction, request: ChanceQuestion, chart: Drawing['chart']) =>
  probabilityAnswer(t, { request }, { status: 'computed', ...chanceFor(request) }, { chart } as unknown as Drawing);
const endless = Number.POSITIVE_INFINITY;

describe('a range of moves', () => {
  const most20 = [
    '<=20',
    '<= 20',
    '=<20',
    '≤20',
    '＜＝２０',
    'at most 20 moves',
    'up to 20',
    '20以下',
    '20手以下',
    '<21',
    'under 21',
  ];
  const least20 = ['>=20', '≥ 20', '20+', 'at least 20', '20手以上', '>19', 'over 19', 'more than 19'];
  const exactly20 = ['20', '=20', '==20', 'exactly 20', 'ちょうど20手', '20 moves', '20-20'];
  const between = ['20-30', '20 – 30', '20..30', '20 to 30', '20～30', '20から30'];

  test.each([
    ...most20.map((typed) => [typed, 0, 20] as const),
    ...least20.map((typed) => [typed, 20, endless] as const),
    ...exactly20.map((typed) => [typed, 20, 20] as const),
    ...between.map((typed) => [typed, 20, 30] as const),
  ])('is read from "%s"', (moves, least, most) => {
    expect(chanceRange(asked({ puzzle: 'eight', moves }))).toEqual({ least, most });
  });

  test.each([
    ['<=52.33', 0, 157],
    ['<52.33', 0, 156],
    ['<=52.34', 0, 157],
    ['<=52.5', 0, 157],
    ['>=52.5', 158, endless],
    ['>52.33', 158, endless],
    ['52.33', 157, 157],
    ['52.333', 157, 157],
    ['52', 156, 156],
    ['52-52.67', 156, 158],
  ])('of a mean of three is read from "%s" as sums', (moves, least, most) => {
    expect(chanceRange(asked({ puzzle: 'fifteen', moves, solves: 3 }))).toEqual({ least, most });
  });
});

test.each([
  ['fifteen', ['fifteen']],
  ['4x4', ['fifteen']],
  [' 2 × 3 ', ['five']],
  ['3X2', ['3x2']],
  ['2x2, 3x3 + 4', ['2x2', 'eight', 'fifteen']],
  ['2-4 relay', ['2x2', 'eight', 'fifteen']],
  ['eight eight', ['eight', 'eight']],
  ['eight-mtm 2x3-mtm', ['eight-mtm', 'five-mtm']],
  ['2x3 eut', ['2x2', 'five']],
  ['3eut, six', ['2x2', 'five', '3x2', 'eight', 'six']],
])('the puzzles of "%s" are %j', (puzzle, ids) => {
  expect(asked({ puzzle, moves: '9' }).puzzles).toEqual(ids);
});

describe('what is wrong is named:', () => {
  test.each<[Partial<Written>, string]>([
    [{ moves: 'abc' }, '"abc" isn’t a number of moves.'],
    [{ moves: '' }, '"" isn’t a number of moves.'],
    [{ moves: '-5' }, '"-5" isn’t a number of moves.'],
    [{ moves: '<=20 or so' }, '"<=20 or so" isn’t a number of moves.'],
    [{ moves: '<=20-30' }, '"<=20-30" isn’t a number of moves.'],
    [{ moves: '1e5' }, '"1e5" isn’t a number of moves.'],
    [{ moves: '99999999' }, '"99999999" isn’t a number of moves.'],
    [{ moves: '20.5' }, '"20.5" isn’t a whole number of moves.'],
    [{ moves: '20.5', solves: 3, kind: 'marathon' }, '"20.5" isn’t a whole number of moves.'],
    [{ moves: '20.5', solves: 3 }, 'No mean of 3 solves is 20.5. The nearest are 20.333 and 20.667.'],
    [{ moves: '30-20' }, '"30-20" ends before it begins.'],
    [{ moves: '<0' }, '"<0": no solution has fewer than 0 moves.'],
    [{ puzzle: 'cube' }, '"cube" isn’t a puzzle here. Write an id or a size: five, six,'],
    [{ puzzle: '2x2 fiften' }, '"fiften" isn’t a puzzle here. Did you mean `fifteen`?'],
    [{ puzzle: '2x2 9x9' }, 'I have no count of the lengths of `9x9`.'],
    [{ puzzle: '2x2 9x21' }, '"9x21" isn’t a puzzle here.'],
    [{ puzzle: '4-2' }, '"4-2" isn’t a puzzle here.'],
    [{ puzzle: ' ' }, '" " isn’t a puzzle here.'],
    [{ puzzle: 'peg33' }, 'I have no count of the lengths of `peg33`.'],
    [{ solves: 200 }, '200 solves are too many: at most 100 in all, with those of a relay.'],
    [{ puzzle: '2-4', solves: 34 }, '102 solves are too many'],
  ])('%j', (wrong, says) => {
    const read = readChance({ puzzle: 'eight', moves: '20', ...wrong });
    expect(read.ok ? '' : explain(translator('en'), read.problem)).toContain(says);
  });
});

describe('an answer', () => {
  const texts = (written: Written, language = 'en') => {
    const question = asked(written);
    return chanceTexts(translator(language), question, chanceFor(question));
  };

  it('tells the chance, of what, and how it is known', () => {
    expect(texts({ puzzle: 'fifteen', moves: '<=45', attempts: 20 })).toEqual({
      headline: '9.64% · 1 in 10.4',
      claim: 'The shortest solution of a random position takes at most 45 moves.',
      attempts: 'At least once in 20 attempts: 86.8% · all but 1 in 7.59',
      figures: ['0 to 80 moves', 'mean 52.59', 'median 53', 'most often 53', 'standard deviation 5.34'],
      sources: [
        'Exact: all solvable positions are equally likely, wherever the blank is.',
        '1,008,037,828,593 of all 10,461,394,944,000 solvable positions.',
        'Published counts: OEIS A089484.',
      ],
    });
    expect(texts({ puzzle: '5x5', moves: '<=95' })).toMatchObject({
      headline: '20% · 1 in 5',
      confidence: 'Between 11.2% and 33% with 95% confidence.',
      sources: ['An estimate from the sample of Korf and Felner (2002), 50 random positions of 5 × 5.'],
    });
  });

  test.each([
    ['en', '2x7', 'An estimate from our own sample, 100,000 random positions of 2 × 7.'],
    ['en', '5x3', 'An estimate from our own sample, 50,000 random positions of 3 × 5.'],
    ['ja', '2x8', '独自に解いた 2×8 のランダムな配置 3,500 個からの推定です。'],
  ])('tells in %s how large the sample of %s is', (language, puzzle, source) => {
    const { confidence, figures, sources } = texts({ puzzle, moves: '<=60' }, language);
    expect(sources).toEqual([source]);
    expect(confidence).toMatch(/\d% .*\d%/u);
    expect(figures[0]).toMatch(/in the sample|標本では/u);
  });

  it('names each sample of a relay once', () => {
    expect(texts({ puzzle: '2x7 7x2 5x5 3x3', moves: '<=250' }).sources).toEqual([
      'An estimate from our own sample, 100,000 random positions of 2 × 7.',
      'An estimate from the sample of Korf and Felner (2002), 50 random positions of 5 × 5.',
    ]);
  });

  test.each<[Written, string]>([
    [{ puzzle: 'eight', moves: '1' }, 'The shortest solution of a random position takes exactly 1 move.'],
    [
      { puzzle: '4x4', moves: '<=50', solves: 3 },
      'The mean of 3 shortest solutions is at most 50 moves, that is at most 150 moves in all.',
    ],
    [
      { puzzle: '4x4', moves: '>500', solves: 10, kind: 'marathon' },
      'The shortest solutions of 10 random positions take at least 501 moves in all.',
    ],
    [{ puzzle: '2-4', moves: '70-80' }, 'The shortest solutions of a random relay take 70 to 80 moves in all.'],
    [
      { puzzle: '2-4', moves: '<=75.5', solves: 2 },
      'The mean of 2 random relays is at most 75.5 moves, that is at most 151 moves in all.',
    ],
    [
      { puzzle: '2-4', moves: '<=150', solves: 2, kind: 'marathon' },
      'The shortest solutions of 2 random relays take at most 150 moves in all.',
    ],
  ])('of %j says what it is about', (written, claim) => {
    expect(texts(written).claim).toBe(claim);
  });

  test.each([
    ['80', '1 in 615,376,173,176'],
    ['<80', 'all but 1 in 615,376,173,176'],
    ['<=66', '99.82% · all but 1 in 554'],
    ['<=70', '99.9956% · all but 1 in 22,945'],
    ['>=81', 'never'],
    ['<=99', 'always'],
  ])('is never rounded to 0 or to 100 %%: %s', (moves, headline) => {
    expect(texts({ puzzle: 'fifteen', moves }).headline).toBe(headline);
  });

  it('tells very small chances by their order', () => {
    const hundred = { puzzle: '4x4', solves: 100, kind: 'marathon' } as const;
    expect(texts({ ...hundred, moves: '>=7900' }).headline).toBe('less than 1 in 10³⁰⁰');
    expect(texts({ puzzle: 'fifteen', moves: '>=240', solves: 3, kind: 'marathon' }).headline).toBe('1 in 2.33 × 10³⁵');
    expect(texts({ puzzle: '5x5', moves: '<=80', attempts: 9 })).toMatchObject({ headline: '0%', attempts: undefined });
  });

  describe.each(languages)('in %s', (language) => {
    const t = translator(language);
    const relay = puzzlesAndSizes.filter(({ id }) => /^\dx\d$/u.test(id)).map(({ id }) => id);

    test.each<Written>([
      { puzzle: 'fifteen', moves: '<=45' },
      { puzzle: 'six', moves: '>=99' },
      { puzzle: '5x5 4x4 3x3', moves: '<=150.5', solves: 20, attempts: mostAttempts },
      { puzzle: [...relay, ...relay, ...relay].slice(0, 39).join(' '), moves: '>=1', solves: 2, kind: 'marathon' },
    ])('%j keeps to the limits of Discord, and the chart to those of colours', async (written) => {
      let drawn: Chart | undefined;
      const chart = async (task: Chart) => {
        drawn = task;
        return Buffer.alloc(8);
      };
      const question = asked(written);
      const message = await answerTo(t, question, chart);
      checkMessage(
        {
          components: message.components,
          flags: MessageFlags.IsComponentsV2,
          allowed_mentions: { parse: [] },
          attachments: [{ id: '0', filename: 'chances.png' }],
        },
        {
          route: 'webhook',
          knowsEmoji: () => false,
          uploads: [{ index: '0', filename: 'chances.png', contentType: 'image/png', bytes: Buffer.alloc(8) }],
        },
      );
      expect(JSON.stringify(message)).not.toMatch(/probability\.\w|NaN|undefined|\{\{/u);
      const { bars } = drawn!;
      expect(bars.length).toBeLessThanOrEqual(90);
      expect(Math.max(...bars.map(({ value }) => value))).toBe(1);
    });
  });

  it('marks the columns of the range, also where several sums share one', async () => {
    const marked = async (written: Written): Promise<string[]> => {
      const question = asked(written);
      let labels: string[] = [];
      const chart = async ({ bars }: Chart) => {
        labels = bars.filter(({ isMarked }) => isMarked).map(({ label }) => label);
        return Buffer.alloc(8);
      };
      await answerTo(translator('en'), question, chart);
      return labels;
    };
    expect(await marked({ puzzle: 'eight', moves: '29-31' })).toEqual(['29', '30', '31']);
    const mean = await marked({ puzzle: 'fifteen', moves: '56-57', solves: 10 });
    expect(mean.length).toBeGreaterThan(3);
    expect([...new Set(mean)]).toEqual(['56', '57']);
  });
});
