/** Contests for the end-to-end tests: the processes, a server for each test, and what people and tests do in it. */
import type { ChildProcess } from 'node:child_process';
import {
  type Channel,
  type Guild,
  type InteractionHandle,
  type Message,
  NoResponse,
  type Person,
} from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { buttonsOf, isFinal, rankAt, textOf } from '../../support/messages.ts';
import { TestSystem } from '../../support/test-system.ts';

export let system: TestSystem;
export let bot: ChildProcess;
let redis: Redis;
export let steps: Queue;
beforeAll(async () => {
  system = await TestSystem.open();
  [bot] = await Promise.all([system.start('bot'), system.start('worker')]);
  redis = system.redis.duplicate({ maxRetriesPerRequest: null });
  steps = new Queue('contest-step', { connection: redis, prefix: 'antipode' });
});
afterAll(async () => {
  await steps?.close();
  redis?.disconnect();
  await system?.close();
});

/** How often the bot was started again. */
export let restarts = 0;
/** Starts the bot again after it was killed. */
export const start = async (): Promise<void> => {
  restarts++;
  bot = await system.start('bot');
};
export const kill = (): Promise<void> => system.crash(bot);
export const restart = async (): Promise<void> => {
  await kill();
  await start();
};

/** Each test has a server of its own, so that its leaderboard is that of one contest. */
export let guild: Guild;
export let channel: Channel;
export let host: Person;
export const person = (name: string, locale = 'en-US', permissions?: bigint): Person =>
  system.person(name, { locale, guild, ...(permissions !== undefined && { permissions }) });
export const openServer = (locale: string): void => {
  guild = system.standIn.createGuild({ name: 'Contestants', locale });
  channel = guild.createChannel({ name: 'contests' });
  host = person('host');
};
/** Goes back to a server. */
export const enter = (place: { readonly guild: Guild; readonly channel: Channel; readonly host: Person }): void => {
  ({ guild, channel, host } = place);
};
beforeEach(() => openServer('en-US'));

export const crowd = (count = 30): Person[] => Array.from({ length: count }, (_, index) => person(`member-${index}`));

/** The ids of channels that the bot has lost access to. */
export const closed: string[] = [];

const isResult = (message: Message): boolean => textOf(message).includes('[The contest](');
export const isOver = (message: Message): boolean => textOf(message).includes('[See results](');
export const resultsIn = (where: Channel): Message[] => [...where.messages.values()].filter(isResult);

/** Uses a subcommand of /contest. @returns the text of the answer */
export const command = async (
  who: Person,
  subcommand: string,
  options: Record<string, OptionValue> = {},
  where = channel,
): Promise<string> => textOf(await (await who.command(where, 'contest', { subcommand, options })).until(isFinal));

/** Starts a contest. @returns its message */
export const begin = async (kind: string, options: Record<string, OptionValue>): Promise<Message> => {
  // The buttons of a contest that is over may still be there.
  const earlier = new Set(channel.messages.values());
  expect(await command(host, kind, options)).toMatch(/The (contest|duel) begins in this channel\./u);
  const begun = await system.messageIn(channel, (message) => !earlier.has(message) && buttonsOf(message).length > 0);
  // The message can be there before the bot knows of it.
  const key = `antipode:contest:${idOf(begun)}`;
  await expect.poll(() => system.redis.hexists(key, 'message'), { interval: 10 }).toBe(1);
  return begun;
};

export const idOf = (message: Message): string => buttonsOf(message)[0]!.custom_id!.split('|')[1]!;

/** A job of a contest. The message of a contest can be there before its job. */
export const jobOf = async (id: string): Promise<Job> => {
  let job: Job | undefined;
  await expect.poll(async () => (job = await steps.getJob(id)), { interval: 10 }).toBeTruthy();
  return job!;
};
/** Lets the time of a contest run out. */
export const runOut = async (id: string): Promise<void> => {
  await (await jobOf(`end-${id}`)).promote();
};

/** Waits until the contest of a channel is over and the channel is free. */
export const waitForEnd = async (where = channel): Promise<void> => {
  await expect.poll(() => system.redis.exists(`antipode:contest:channel:${where.id}`), { interval: 10 }).toBe(0);
};

export const positionIn = (puzzle: Puzzle, message: Message): Position => {
  for (const [, text] of textOf(message).matchAll(/^`(\S+)`$/gmu)) {
    const position = puzzle.parsePosition(text!);
    if (position.ok) return position.value;
  }
  throw new Error(`no position in:\n${textOf(message)}`);
};
/** A solution that begins with this many detours of two moves. */
export const withDetours = (moves: readonly Move[], detours: number): Move[] => [
  ...Array.from({ length: detours }, () => [[...moves[0]!], moves[0]!.toReversed()]).flat(),
  ...moves,
];

/** Fills in the form of a contest, and tries again where the bot does not respond. @returns the last try */
export const send = async (
  who: Person,
  message: Message,
  text: string,
): Promise<{ sent: InteractionHandle; told: string }> => {
  for (;;) {
    try {
      const answer = buttonsOf(message).find(({ custom_id: id }) => id!.startsWith('contest-answer|'));
      const pressed = await who.press(message, answer!.custom_id!);
      await pressed.acknowledged;
      const modal = pressed.modal();
      if (!modal) return { sent: pressed, told: textOf(await pressed.until()) };
      const sent = await who.submit(modal, { answer: text });
      const reply = await sent.until();
      expect(reply.ephemeral).toBe(true);
      return { sent, told: textOf(reply) };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
    }
  }
};

/** The places in a message with results. */
export const placesIn = (message: Message): { rank: number; user: string; value: number; rest: string }[] =>
  [...textOf(message).matchAll(/^\S+ <@(\d+)> · \*\*(\d+)[^*]*\*\*(.*)$/gmu)].flatMap(([line, user, value, rest]) => {
    const rank = rankAt(line);
    return rank === undefined ? [] : [{ rank, user: user!, value: Number(value), rest: rest! }];
  });

export const pointsIn = async (scope: string): Promise<Record<string, number>> => {
  const rows = await system.redis.zrange(`antipode:contest:board:${scope}`, '0', '-1', 'WITHSCORES');
  return Object.fromEntries(rows.flatMap((user, index) => (index % 2 === 0 ? [[user, Number(rows[index + 1])]] : [])));
};
/** The points for these people, the winner first. */
const pointsFor = (users: readonly string[]): Record<string, number> =>
  Object.fromEntries(users.map((user, index) => [user, [5, 3, 2][index] ?? 1]));

export const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

export const isEarlier = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1);

/** The moves of each person, from a message of results or its file. */
export const linesIn = (message: Message): string[] =>
  message.attachments.length > 0
    ? everyPlace(message).map(({ line }) => line)
    : [...textOf(message).matchAll(/^-# (?:🥇|🥈|🥉|\d+\\\.) `(.+)`$/gmu)].map(([, line]) => line!);

/** All places of a message of results, from its file where it has one. */
export const everyPlace = (message: Message): { user: string; value: number; line: string }[] => {
  const file = message.attachments[0];
  if (!file) return placesIn(message).map(({ user, value }) => ({ user, value, line: '' }));
  return [
    ...Buffer.from(file.bytes)
      .toString()
      .matchAll(/^\d+\.\t(\d+)\t(\d+)(?:\t(.+))?$/gmu),
  ].map(([, value, user, line = '']) => ({ user: user!, value: Number(value), line }));
};

/** Expects one message of results with these places, and their points in the leaderboard. @returns the message */
export const expectResults = async (expected: readonly { user: string; value: number }[]): Promise<Message> => {
  await waitForEnd();
  const results = resultsIn(channel);
  expect(results).toHaveLength(1);
  expect(results[0]!.history).toHaveLength(1);
  const shown = placesIn(results[0]!);
  expect(shown.map(({ rank }) => rank)).toEqual(shown.map((_, index) => index + 1));
  expect(shown.map(({ user, value }) => ({ user, value }))).toEqual(expected.slice(0, shown.length));
  expect(everyPlace(results[0]!).map(({ user, value }) => ({ user, value }))).toEqual(expected);
  expect(await pointsIn(guild.id)).toEqual(pointsFor(expected.map(({ user }) => user)));
  return results[0]!;
};

export const eight = puzzleOf('eight')!;

/** The move with this name. */
export const moveOf = (puzzle: Puzzle, position: Position, name: string): Move => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(position));
  const codes: number[] = [];
  const count = cursor.moves(codes, 0);
  return codes
    .slice(0, count)
    .map((code) => cursor.path(code))
    .find((move) => formatMoves(puzzle, position, [move])[0] === name)!;
};
