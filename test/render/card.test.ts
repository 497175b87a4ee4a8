import { describe, expect, test } from 'vitest';
import { cardOf } from '../../src/features/daily/answer.ts';
import { mostStars } from '../../src/features/daily/rules.ts';
import { translator } from '../../src/locales/index.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { drawCard } from '../../src/render/card.ts';
import { themeNames, themes } from '../../src/render/theme.ts';
import { contrast, readPng } from '../support/pixels.ts';

const figures = [{ value: '33/31', label: 'moves' }];

describe.each(themeNames)('a card in the theme %s', (theme) => {
  test('has as many stars as were won, which stand out, and a line around the others', async () => {
    for (let won = 1; won <= mostStars; won++) {
      const png = drawCard({ title: 'title', subtitle: 'subtitle', stars: { won, of: mostStars }, figures, theme });
      const { at, width, height } = await readPng(png);
      expect([width, height]).toEqual([640, 288]);
      // The centres of the stars, one beside the other.
      const centres = Array.from({ length: mostStars }, (_, index) => at(56 + index * 60, 138));
      const { page, peg } = themes[theme];
      expect(centres).toEqual(centres.map((_, index) => (index < won ? peg.face : page)));
      expect(contrast(peg.face, page)).toBeGreaterThan(3);
    }
  });

  test.each(['en', 'ja'])('is a small file whatever there is to say, in %s', (locale) => {
    for (const { id } of puzzles) {
      const effort = { moves: 1976, hints: 1234, seconds: 359_999 };
      const result = { number: 98_765, puzzle: id, optimal: 45 };
      const { card, alt } = cardOf(translator(locale), result, effort, { streak: 54_321, theme });
      expect(card.figures).toHaveLength(4);
      expect(drawCard(card).length).toBeLessThan(50_000);
      expect(alt.length).toBeLessThanOrEqual(1024);
      expect(alt).not.toMatch(/daily\.|\{\{/u);
      // Others see it on its day, when neither the fewest moves nor those of the person may be told.
      expect(JSON.stringify([card, alt])).not.toMatch(/45|1976|1,976|3210|3,210/u);
    }
  });
});

test('a card says no more than there is: no hints, no streak', () => {
  const effort = { moves: 31, hints: 0, seconds: 134 };
  const result = { number: 123, puzzle: 'eight', optimal: 31 };
  const { card, alt } = cardOf(translator('en'), result, effort, { streak: 0, theme: 'dark' });
  expect(card).toEqual({
    title: 'Daily #123',
    subtitle: '8 puzzle (3 × 3)',
    stars: { won: 5, of: 5 },
    figures: [
      { value: '+0', label: 'over the best' },
      { value: '2:14', label: 'time' },
    ],
    theme: 'dark',
  });
  expect(alt).toBe('Daily #123, 8 puzzle (3 × 3): 5 of 5 stars, 0 over the fewest moves, without hints; time 2:14.');
});
