import { StandIn } from '@antipode/stand-in';
import { plainText } from '@antipode/stand-in/text';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../packages/playground/src/page/markdown.ts';
import { leaderboardAnswer } from '../../src/features/leaderboard/answer.ts';
import { translator } from '../../src/locales/index.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { boardPage, placeLine } from '../../src/standings/pager.ts';

const user = '100000000000000001';
const ranks = [1, 1, 3, 4, 4, 6];
const shownRanks = ['🥇', '🥇', '🥉', '4.', '4.', '6.'];

test.each(['en', 'ja'])('ranks of ties are no list, which Markdown would renumber, in %s', async (locale) => {
  const t = translator(locale);
  const lines = ranks.map((rank) => placeLine(t, { user, rank }, 'worth'));
  const finds = ranks.map((rank) => ({ rank, position: '123456708', length: 1, finder: user, at: 0 }));
  const { components } = leaderboardAnswer(t, {
    puzzle: eight,
    scope: 'all',
    of: { page: 0, finds, total: 6 },
    withheld: new Set(),
    survey: undefined,
  });
  const shown = [...JSON.stringify(components).matchAll(/"content":("(?:[^"\\]|\\.)*")/gu)].map(
    ([, text]) => JSON.parse(text!) as string,
  );
  const texts = [lines.join('\n'), ...shown];
  expect(texts.flatMap(parseMarkdown).map(({ type }) => type)).not.toContain('list');
  const standIn = await StandIn.start();
  const read = texts.map((text) => plainText(text, standIn.world, locale)).join('\n');
  await standIn.close();
  expect(read.match(/^(?:\d+\.|🥇|🥈|🥉) /gmu)).toEqual([...shownRanks, ...shownRanks].map((rank) => `${rank} `));
});

test.each([
  [10, 0, []],
  [11, 0, ['◀', '▶']],
  // The page that somebody reads may be gone.
  [10, 1, ['◀', '▶']],
])('%i lines on page %i have the buttons %j', (total, page, signs) => {
  const view = { title: 'Board', scope: 'all', page, total, parts: [], id: ['x'] } as const;
  const shown = JSON.stringify(boardPage(translator('en'), view).components);
  expect([...shown.matchAll(/"emoji":\{"name":"(.)"\}/gu)].map(([, sign]) => sign)).toEqual(signs);
  expect(shown.includes('page ')).toBe(signs.length > 0);
});
