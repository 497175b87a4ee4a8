/** The longest answers of practice, held to Discord's limits, in every language. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import type { Message } from '../../../src/discord/message.ts';
import { bestsAnswer, practiceStandings, resultLines } from '../../../src/features/practice/answer.ts';
import { emptyRecord, measures, type PracticeRecord, withSolve } from '../../../src/features/practice/rules.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { puzzlesAndSizes } from '../../../src/puzzles/registry.ts';
import { draws } from '../../../src/search/scramble.ts';
import { standingsPage } from '../../../src/standings/pager.ts';
import { everywhere } from '../../../src/standings/scope.ts';

const user = '100000000000000000000';
const game = (index: number): string => String(10n ** 19n + BigInt(index));
const record = Array.from({ length: 13 }, (_, index) => index).reduce<PracticeRecord>(
  (now, index) => withSolve(now, { game: game(index), at: 1000 + index, moves: 1999, time: 99_999_999 - index })!,
  emptyRecord,
);
const check = ({ components }: Message): string => {
  const body = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
  checkMessage(body, { route: 'webhook', knowsEmoji: () => false, uploads: [] });
  // Nothing is left untranslated.
  expect(JSON.stringify(components)).not.toMatch(/practice\.|\{\{/u);
  return JSON.stringify(components);
};

test.each(languages)('bests of all puzzles and a full page of a leaderboard fit, in %s', (language) => {
  const t = translator(language);
  const records = puzzlesAndSizes.flatMap(({ id: puzzle }) => draws.map((mode) => ({ puzzle, mode, record })));
  expect(check(bestsAnswer(t, user, records))).toContain('277:46:39.87');
  expect(check(bestsAnswer(t, user, records.slice(0, 1)))).toContain('277:46:39.87');
  for (const measure of measures) {
    const rows = Array.from({ length: 10 }, () => ({ user, rank: 999_999, value: 99_999_999 }));
    const own = { value: 99_999_999, absence: 'removed' } as const;
    const board = { puzzle: 'twentyfour', mode: 'farthest', measure, scope: everywhere } as const;
    const shown = practiceStandings(t, board, { page: 99_998, total: 999_999, rows, own });
    const id = ['practice-page', board.puzzle, board.mode, measure] as const;
    check(standingsPage(t, shown, { scope: everywhere, reader: user }, id));
  }
});

test('a game shows each measure beside its best; one that is no longer kept shows none', () => {
  const t = translator('en');
  const lines = resultLines(t, record, game(12)).split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([...measures]);
  expect(lines[0]).toBe('single: **277:46:39.87** · 🏆 a new best');
  expect(lines[3]).toBe('moves: **1,999 moves** · best 1,999 moves');
  expect(resultLines(t, record, game(0))).toBe('');
  const given = withSolve(emptyRecord, { game: game(0), at: 1, moves: 5 })!;
  expect(resultLines(t, given, game(0))).toBe('single: **DNF**');
});
