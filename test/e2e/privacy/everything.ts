/** People who have used every command: what is exported, deleted and hidden. */

import type { Message, Person } from '@antipode/stand-in';
import type { CommandLine } from '@antipode/stand-in/person/command-options';
import { describe, expect, test, vi } from 'vitest';
import { usagesOf } from '../../../src/discord/definition.ts';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { definitions } from '../../../src/features/index.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { hashed } from '../../../src/runtime/erasure.ts';
import { solve } from '../../../src/search/solve.ts';
import { fileOf } from '../../support/files.ts';
import { buttonsOf, isFinal, textOf } from '../../support/messages.ts';
import {
  ask,
  confirmed,
  daily,
  exportOf,
  isSaid,
  placesOf,
  press,
  quiet,
  removed,
  settled,
  snapshot,
  system,
  used,
  withoutAdvice,
  worker,
} from './setup.ts';

/** The second person in every contest. */
let rival: Person | undefined;
/** Holds a contest of each kind and duels from both sides, and stops them. */
const compete = async (who: Person): Promise<void> => {
  rival ??= system.person('rival');
  const channel = system.guild.createChannel({ name: 'contests' });
  for (const [kind, answer] of Object.entries({ guess: '20', 'fewest-moves': '', 'first-move': '' })) {
    await ask(who, 'contest', { subcommand: kind, options: { puzzle: 'five' } }, channel);
    const shown = () =>
      [...channel.messages.values()].find((message) => /"contest-(answer|move)\|/u.test(json(message)));
    await vi.waitFor(() => expect(shown()).toBeDefined(), { timeout: 100_000 });
    const idsLike = (form: RegExp) => buttonsOf(shown()!).flatMap(({ custom_id: id }) => (form.test(id!) ? id! : []));
    for (const play of idsLike(/^contest-play\|/u)) await (await who.press(shown()!, play)).until();
    for (const person of [who, rival]) {
      const pressed = await person.press(shown()!, idsLike(/^contest-(answer|move)\|/u)[0]!);
      await pressed.acknowledged;
      const modal = pressed.modal();
      if (modal) await (await person.submit(modal, { answer: answer || solved(shown()!) })).until();
    }
    await ask(who, 'contest', { subcommand: 'stop' }, channel);
    await vi.waitFor(async () => expect(await system.keys(`contest:channel:${channel.id}`)).toEqual([]), 100_000);
  }
  for (const [owner, opponent] of [
    [who, rival],
    [rival, who],
  ] as const) {
    await ask(owner, 'contest', { subcommand: 'duel', options: { opponent, puzzle: 'five' } }, channel);
    const playIn = (message: Message) =>
      buttonsOf(message).find(({ custom_id: id }) => id!.startsWith('contest-play|'));
    const message = await system.messageIn(channel, (one) => playIn(one) !== undefined);
    await (await who.press(message, playIn(message)!.custom_id!)).until();
    await ask(who, 'contest', { subcommand: 'stop' }, channel);
    await vi.waitFor(async () => expect(await system.keys(`contest:channel:${channel.id}`)).toEqual([]), 100_000);
  }
  await ask(who, 'leaderboard', { subcommand: 'contest' }, channel);
};
const json = ({ components }: Message): string => JSON.stringify(components);
/** A shortest solution of the five puzzle in a message, or of a position. */
const solved = (message: Message): string => solutionOf(/`(\d{6})`/u.exec(textOf(message))![1]!);
const solutionOf = (position: string): string => {
  const five = puzzleOf('five')!;
  const question = parseQuestion(five, position);
  const outcome = question.ok ? solve(five, question.value) : undefined;
  return question.ok && outcome?.status === 'solved'
    ? formatMoves(five, question.value.start, outcome.moves).join(' ')
    : '';
};

/** Gives up after a move, which counts, and solves a position; an admin removes both from the server's leaderboards. */
const practise = async (who: Person): Promise<void> => {
  const options = { puzzle: 'five', mode: 'farthest' };
  const given = await ask(who, 'play', { subcommand: 'practice', options });
  const tapped = await press(who, given, 'play|tap');
  await press(who, await press(who, tapped, 'Give up …'), 'Give up');
  let board = await ask(who, 'play', { subcommand: 'practice', options });
  const [, game = ''] = buttonsOf(board)[0]!.custom_id!.split('|').slice(1);
  const { start } = JSON.parse((await system.redis.get(`antipode:play:game:${game}`))!);
  for (const tile of solutionOf(start).split(' ')) board = await press(who, board, tile);
  expect(textOf(board)).toContain('single: **');
  const admin = system.standIn.createUser({ name: 'admin' });
  admin.join(system.guild, { administrator: true });
  await ask(admin, 'settings', { subcommand: 'practice', options: { user: who, puzzle: 'five' } });
  await ask(who, 'play', { subcommand: 'bests' });
  await ask(who, 'leaderboard', { subcommand: 'practice', options });
};

/** Uses every command, whether it stores something or not. */
const useEverything = async (who: Person, other: Person, position: string): Promise<void> => {
  const options = { position };
  const solved = await ask(who, 'solve', { subcommand: 'eight', options });
  await press(who, solved, '▶');
  await ask(who, 'solve', { subcommand: 'six', options: { position: '4651320', view: 'picture' } }, who.direct());
  await who.complete(system.channel, 'solve', { subcommand: 'eight', focused: 'position' });
  await ask(who, 'solve', { subcommand: 'slide', options: { position: '12/3_' } });
  await ask(who, 'solve', { subcommand: 'pegs', options: { position: '111/101/111', goal: 'b1' } });
  await ask(who, 'solve', { subcommand: 'board', options: { position: '321/450' } });
  await ask(who, 'solve', { subcommand: 'file', options: { attachment: fileOf(position) } });
  await ask(who, 'hardest', { options: { puzzle: 'six' } });
  await ask(who, 'compare', { options: { puzzle: 'six', position: '4651302', private: true } });
  await ask(who, 'heuristic', { options: { bound: 'manhattan', share: true } });
  await ask(who, 'leaderboard', { subcommand: 'bounds' });
  await ask(who, 'watch', { options: { puzzle: 'six', position: '4651302' } });
  await ask(who, 'analyse', { options: { puzzle: 'five', position: '123450', moves: '3 2 2 3' } });
  await ask(who, 'scramble', { options: { puzzle: 'eight', length: '20' } });
  await ask(who, 'probability', { options: { puzzle: 'eight', moves: '<=20' } });
  await ask(who, 'convert', { options: { puzzle: 'eight', text: position } });
  const asked = await who.messageCommand(
    system.channel,
    'Solve this position',
    who.say(system.channel, 'and 5432106?'),
  );
  await asked.until(isFinal);
  const won = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'five', position: '123405' } });
  await press(who, await press(who, won, '5'), 'play|again');
  const given = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'seven' } });
  await press(who, await press(who, given, 'Hint'), 'Give up …');
  await practise(who);
  const shared = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'five', shared: true } });
  await press(other, shared, 'Hint');
  await ask(who, 'play', { subcommand: 'resume' });
  await ask(who, 'daily', { subcommand: 'show' });
  await ask(who, 'daily', { subcommand: 'play' });
  await press(who, await ask(who, 'daily', { subcommand: 'submit', options: { moves: await daily() } }), 'daily-share');
  await ask(who, 'daily', { subcommand: 'share' });
  await ask(who, 'daily', { subcommand: 'archive', options: { number: numberAt(Date.now()) } });
  await ask(who, 'stats');
  await ask(other, 'stats', { options: { user: who } });
  await compete(who);
  for (const subcommand of ['off', 'on']) await ask(who, 'daily', { group: 'remind', subcommand });
  await ask(who, 'leaderboard', { subcommand: 'daily' });
  await ask(who, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
  await ask(who, 'privacy', { subcommand: 'show' });
  await ask(who, 'privacy', { subcommand: 'hide' });
  await press(who, await ask(who, 'help'), 'lesson|0');
  await ask(who, 'about');
};

describe('somebody who has used every command', () => {
  /** Keys of nobody, which stay: results, drawings, finds without a finder, contests, the hash of an erased person. */
  const nobodys = new RegExp(
    [
      '^work:(result|drawing|cache):',
      String.raw`^hardest:\w+:\w+:(finds|finders)$`,
      String.raw`^(left|daily:unranked):[\w-]{43}$`,
      String.raw`^contest:\d+(:(answers|message|results))?$`,
      // Late in the day, others are reminded meanwhile.
      String.raw`^posting:reminder-post:[\w-]{43}$`,
    ].join('|'),
    'u',
  );

  test('gets all stored data in an export, and has all of it deleted, and nothing of others', async () => {
    const ben = system.person('ben');
    await useEverything(ben, system.person('eve'), '867254301');
    await quiet();
    const empty = settled(await snapshot());
    const ann = system.person('ann');
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await useEverything(ann, ben, '085672341');
    worker.kill('SIGSTOP');
    const waiting = await ann.command(system.channel, 'solve', {
      subcommand: 'eleven',
      options: { position: '94B72508A613', method: 'iddfs' },
    });
    await waiting.until((message) => textOf(message).includes('In the queue'));

    const before = await snapshot();
    const all = await exportOf(ann);
    expect(all).toMatchObject({ format: 'antipode-personal-data/1', user: ann.id });
    // An export changes nothing.
    expect(settled(await snapshot())).toEqual(settled(before));
    const said = await confirmed(ann);
    const after = await snapshot();
    expect(textOf(said)).toMatch(
      /Deleted.*questions: \d+\n- shared bounds: 2\n- games: 11\n- practice results and leaderboard entries: 6\n- hardest positions found: 2/su,
    );

    expect(placesOf(before, ann).length).toBeGreaterThan(5);
    expect(placesOf(after, ann)).toEqual([]);
    const unsaid = removed(withoutAdvice(settled(before)), withoutAdvice(settled(after))).filter(
      (one) => !isSaid(all, one),
    );
    expect(unsaid).toEqual([]);

    worker.kill('SIGCONT');
    await waiting.until((message) => textOf(message).includes('was cancelled'));
    await quiet();
    const end = settled(await snapshot());
    expect(placesOf(end, ann)).toEqual([]);
    expect([...end.keys()].filter((key) => !empty.has(key) && !nobodys.test(key))).toEqual([]);
    expect([...empty.keys()].filter((key) => !end.has(key))).toEqual([]);
    // All data of others is unchanged, byte for byte, in whatever order Redis lists the fields of a hash.
    expect(placesOf(end, ben)).toEqual(placesOf(empty, ben));
    for (const [key, parts] of end) {
      // Late in the day, others are reminded meanwhile.
      if (/^(left|daily:unranked|posting:reminder-post):|^posting:reminded$/u.test(key)) continue;
      const was = before.get(key) ?? new Map<string, string>();
      const isOthers = ([part]: [string, string]): boolean =>
        ![part, was.get(part) ?? ''].some((text) => text.includes(ann.id) || text.includes(hashed(ann.id)));
      expect(new Map([...parts].filter(isOthers)), key).toEqual(new Map([...was].filter(isOthers)));
    }
    for (const [keys, seconds] of [
      ['left:*', 15 * 60],
      ['daily:unranked:*', 86_400],
    ] as const) {
      for (const key of await system.keys(keys)) {
        expect(await system.redis.ttl(`antipode:${key}`)).toBeLessThanOrEqual(seconds);
      }
    }

    expect((await exportOf(ann)).data).toEqual({});
    const board = await ask(ben, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
    expect(textOf(board)).toContain('found by someone who left');
    expect(textOf(await ask(ann, 'play', { subcommand: 'resume' }))).not.toContain('moves**');
    expect(textOf(await ask(ann, 'stats'))).toContain('You haven’t played a daily challenge yet');
    expect(textOf(await ask(ann, 'privacy', { subcommand: 'delete' }))).toBe('No data about you is stored.');
  });

  test('is not shown while hidden, and shown as before afterwards', { tags: 'long' }, async () => {
    const [cid, dot] = [system.person('cid'), system.person('dot')];
    await useEverything(cid, dot, '678130452');
    const show = () => ask(cid, 'privacy', { subcommand: 'show' });
    const hide = () => ask(cid, 'privacy', { subcommand: 'hide' });
    const seen = async (): Promise<string> => {
      const lines: CommandLine[] = [
        { subcommand: 'hardest', options: { puzzle: 'eight' } },
        { subcommand: 'contest' },
        { subcommand: 'bounds' },
        { subcommand: 'practice', options: { puzzle: 'five', mode: 'farthest', scope: 'everywhere' } },
        ...['day', 'week', 'month', 'all'].map((period) => ({ subcommand: 'daily', options: { period } })),
      ];
      const texts: string[] = [];
      for (const line of lines) texts.push(textOf(await ask(dot, 'leaderboard', line)));
      return texts.join('\n');
    };
    expect(textOf(await show())).toContain('You are visible');
    await quiet();
    const before = settled(await snapshot());
    const sight = await seen();
    expect(sight.split(cid.id).length).toBeGreaterThan(7);
    for (let twice = 0; twice < 2; twice++) {
      expect(textOf(await hide())).toContain('You are hidden from leaderboards');
      expect(await seen()).not.toContain(cid.id);
      expect(textOf(await ask(dot, 'stats', { options: { user: cid } }))).not.toMatch(/solved: \d/u);
      expect(textOf(await ask(dot, 'play', { subcommand: 'bests', options: { user: cid } }))).not.toMatch(
        /solved: \d/u,
      );
      expect(textOf(await hide())).toContain('You are hidden from leaderboards');
      await show();
    }
    expect(await seen()).toBe(sight);
    await quiet();
    expect(settled(await snapshot())).toEqual(before);
  });

  test('has used every command', () => {
    const all = definitions.flatMap((definition) => usagesOf(definition)).map(({ path }) => path);
    // /settings is about servers.
    expect(all.filter((path) => !path.startsWith('settings ') && !used.has(path))).toEqual([]);
  });
});
