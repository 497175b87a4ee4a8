/** Daily posts for the end-to-end tests: the processes, servers with settings, and their posts. */
import type { ChildProcess } from 'node:child_process';
import type { Channel, Guild, Message, Person } from '@antipode/stand-in';
import type { ComponentNode } from '@antipode/stand-in/components';
import { MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { Queue } from 'bullmq';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { postQueue } from '../../../src/features/daily/poster.ts';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { DailyStore } from '../../../src/features/daily/store.ts';
import { nodesOf } from '../../support/messages.ts';
import { TestSystem } from '../../support/test-system.ts';

export const P = PermissionFlagsBits;
export const hour = 3_600_000;
export const day = 24 * hour;
export let system: TestSystem;
let bot: ChildProcess;
let queue: Queue;
let daily: DailyStore;

beforeAll(async () => {
  system = await TestSystem.open();
  [bot] = await Promise.all([system.start('bot'), system.start('worker')]);
  queue = new Queue(postQueue, { connection: system.redis, prefix: 'antipode' });
  daily = new DailyStore(system.redis, 'antipode');
  // The tests begin early in a day and go on by hours.
  await system.later(startOf(numberAt(Date.now()) + 1) + hour / 2 - Date.now());
});
afterAll(async () => {
  await queue?.close();
  await system?.close();
});

/** Sets the clock of the bot alone ahead of all others, by milliseconds. */
export const turnBot = (milliseconds: number): Promise<void> => system.turn([bot], system.ahead + milliseconds);

/** Waits until all jobs of the poster are done; one waits for the next minute. */
export const idle = (): Promise<void> =>
  eventually(async () => {
    const { waiting, active, delayed } = await queue.getJobCounts('waiting', 'active', 'delayed');
    return waiting === 0 && active === 0 && delayed! <= 1;
  }, 'no job is left');

export const kill = (): Promise<void> => system.crash(bot);

/** Starts the bot again after it was killed. */
export const restart = async (): Promise<void> => {
  bot = await system.start('bot');
};

/** Makes the poster poll now: its worker sleeps until the next minute of a clock that was moved. */
export const look = async (): Promise<void> => {
  await queue.add('look', {}, { removeOnComplete: true, removeOnFail: true });
};

/** Moves the clocks forward once no job is active, since the locks of a Redis in this process would expire at once. */
export const later = async (milliseconds: number): Promise<void> => {
  await eventually(async () => (await queue.getActiveCount()) === 0, 'nothing is under way');
  await system.later(milliseconds);
};

/** Waits until a condition holds that no event tells. */
export const eventually = async (condition: () => Promise<boolean> | boolean, what: string): Promise<void> => {
  const end = performance.now() + 40_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

export interface Place {
  readonly guild: Guild;
  readonly channel: Channel;
  readonly admin: Person;
}

const places: Place[] = [];
/** Removes the servers of a test, so that later days bring no posts for them. */
afterEach(() => {
  for (const { guild } of places.splice(0)) guild.removeBot();
});

export const openPlace = (options: { locale?: string; botPermissions?: bigint } = {}): Place => {
  const guild = system.standIn.createGuild(options);
  const channel = guild.createChannel({ name: 'daily' });
  const permissions = MEMBER_PERMISSIONS | P.ManageGuild | P.ManageRoles;
  const admin = system.person('admin', { locale: options.locale ?? 'en-US', guild, permissions });
  const place = { guild, channel, admin };
  places.push(place);
  return place;
};

export const set = async ({ admin, channel }: Place, options: Record<string, OptionValue> = {}): Promise<Message> => {
  const message = await (await admin.command(channel, 'settings', { subcommand: 'daily', options })).until();
  expect(message.ephemeral).toBe(true);
  return message;
};

/** The next hour of UTC, and the milliseconds until then. */
export const nextHour = (): { readonly hour: number; readonly wait: number } => {
  const wait = hour - (Date.now() % hour);
  return { hour: new Date(Date.now() + wait).getUTCHours(), wait: wait + 1000 };
};

export const posts = ({ channel }: Pick<Place, 'channel'>): Message[] =>
  [...channel.messages.values()].filter((message) => button(message, 'daily-play') && !message.ephemeral);

export const post = async (place: Pick<Place, 'channel'>, count = 1): Promise<Message> => {
  await look();
  await eventually(() => posts(place).length >= count, `${count} posts`);
  return posts(place).at(-1)!;
};

/** Sets posts for the next hour, and moves the clocks there. @returns the post */
export const begin = async (place: Place, options: Record<string, OptionValue> = {}): Promise<Message> => {
  const { hour: at, wait } = nextHour();
  await set(place, { channel: place.channel, hour: at, zone: 'UTC', ...options });
  await later(wait);
  return post(place);
};

/** The state of the post of a number. */
export const stateOf = async ({ guild }: Place, number: number): Promise<string | null> =>
  system.redis.hget(`antipode:posting:post:${guild.id}:${number}`, 'state');
export const settled = async (place: Place, number: number, state: string): Promise<void> =>
  eventually(async () => (await stateOf(place, number)) === state, `${number} is ${state}`);

export const button = (message: Message, id: string): ComponentNode | undefined =>
  nodesOf(message).find(({ custom_id }) => custom_id?.startsWith(id));

/** Records a result, as the game and /daily submit do. */
export const finish = async (
  person: Person,
  number: number,
  guild: Guild,
  moves: number,
  optimal: number,
): Promise<void> => {
  await daily.begin(number, person.id, startOf(number) + hour);
  const at = startOf(number) + hour + 60_000;
  await daily.record(number, person.id, { moves, hints: 0, seconds: 60 }, { optimal, at, guild: guild.id });
};
export const optimalOf = async (number: number): Promise<number> =>
  JSON.parse((await system.redis.get(`antipode:work:result:daily|${number}`))!).moves.length;
