/** The daily challenge as a board with submitted moves. */

import type { Person } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { titleOf, translator } from '../../../src/locales/index.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { isFinal, press, textOf } from '../../support/messages.ts';
import { secret, system } from './setup.ts';

const number = numberAt(Date.now());
const key = `antipode:work:result:daily|${number}`;

const ask = async (who: Person, name: string, subcommand?: string, options: Record<string, string> = {}) =>
  (await who.command(system.channel, name, { ...(subcommand && { subcommand }), options }))
    .until(isFinal)
    .catch((error) => {
      throw new Error(`${name} ${JSON.stringify(options)}`, { cause: error });
    });

interface Running {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly position: string;
  readonly moves: readonly Move[];
  /** A shortest solution, as people type it. */
  readonly typed: string;
}

/** Today's challenge, from Redis. */
const running = async (): Promise<Running> => {
  const drawn = JSON.parse((await system.redis.get(key))!);
  const puzzle = puzzleOf(drawn.puzzle)!;
  const start = puzzle.parsePosition(drawn.position);
  if (!start.ok) throw new Error(drawn.position);
  const typed = formatMoves(puzzle, start.value, drawn.moves).join(' ');
  return { ...drawn, puzzle, start: start.value, typed };
};

test('today’s board is shown privately, without its length, and the secret does not leak', async () => {
  const ann = system.person('ann');
  const before = await ask(ann, 'daily', 'show');
  expect(before.ephemeral).toBe(true);
  expect(textOf(before)).toContain('You see the board when you press Play, and your time starts then.');
  expect(textOf(before)).not.toContain((await running()).position);
  expect(await system.redis.exists(`antipode:daily:results:${ann.id}`)).toBe(0);
  await ask(ann, 'daily', 'play');
  const message = await ask(ann, 'daily', 'show');
  const { puzzle, position, moves } = await running();
  expect(message.ephemeral).toBe(true);
  expect(textOf(message)).toContain(`Daily #${number}`);
  expect(textOf(message)).toContain(`\`${position}\``);
  expect(textOf(message)).toMatch(/the next one <t:\d+:R>/u);
  expect(textOf(message)).not.toContain(`${moves.length} moves`);
  expect(puzzle.parsePosition(position).ok).toBe(true);
  for (const name of await system.redis.keys('*')) {
    expect(await system.contentOf(name)).not.toContain(secret);
  }
});

describe('a solution', () => {
  test.each(['en-US', 'ja'])('is checked, scored, ranked and shared, in %s', async (locale) => {
    const ann = system.person('ann', { locale });
    await ask(ann, 'daily', 'play');
    const { puzzle, typed } = await running();
    const early = await ask(ann, 'daily', 'submit', { moves: typed.split(' ').slice(0, -1).join(' ') });
    expect(textOf(early)).toMatch(/it isn’t solved|ゴールに着いていません/u);
    const nonsense = await ask(ann, 'daily', 'submit', { moves: 'Z%' });
    expect(nonsense.ephemeral).toBe(true);
    const message = await ask(ann, 'daily', 'submit', { moves: typed });
    expect(message.ephemeral).toBe(true);
    const line = (language: string) => `Antipode #${number} · ${titleOf(translator(language), puzzle)} · ★★★★★ +0 · `;
    expect(textOf(message)).toContain(line(locale));
    const button = [...walk(message.components)].find(({ node }) => node.custom_id?.startsWith('daily-share'))!;
    const post = await press(ann, message, button.node.custom_id!);
    expect(post.ephemeral).toBe(false);
    // In the language of the server.
    expect(textOf(post)).toContain(line('en-US'));
    expect(textOf(post)).not.toContain(typed);
    // Squares would tell how long the solution is.
    expect(textOf(post)).not.toMatch(/🟩|🟥/u);
    const again = await press(ann, message, button.node.custom_id!);
    expect(again.ephemeral).toBe(true);
    const board = await ask(ann, 'leaderboard', 'daily');
    expect(textOf(board)).toMatch(new RegExp(`🥇 <@${ann.id}> · \\*\\*\\+0 (?:moves|手)\\*\\* · \\d+:\\d\\d`, 'u'));
    const stats = await ask(system.person('bob', { locale }), 'stats', undefined, { user: ann.id });
    expect(textOf(stats)).toContain(`<@${ann.id}>`);
    expect(textOf(stats)).toMatch(/played: 1\nsolved: 1\nperfect: 1\nstreak: 1 day/u);
  });

  test('is refused before its sender has seen the board', async () => {
    await system.redis.del(key);
    expect(textOf(await ask(system.person('cid'), 'daily', 'submit', { moves: '1' }))).toContain('/daily show');
  });
});

test('Discord has refused nothing', () => {
  expect(system.refused()).toEqual([]);
});
