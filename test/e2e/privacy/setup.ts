/** Personal data for the end-to-end tests: the processes, snapshots of Redis, and exports to compare them with. */
import type { ChildProcess } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import type { Channel, Message, Person } from '@antipode/stand-in';
import type { CommandLine } from '@antipode/stand-in/person/command-options';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { canonical } from '../../../src/puzzles/symmetry.ts';
import { replyQueue } from '../../../src/queue/queue.ts';
import { hashed } from '../../../src/runtime/erasure.ts';
import { promptly } from '../../support/disturbances.ts';
import { isFinal, nodesOf } from '../../support/messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { rankOf } from '../../support/truth.ts';

export let system: TestSystem;
let bot: ChildProcess;
export let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, {}, { waits: promptly });
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterEach(() => {
  worker.kill('SIGCONT');
  system.standIn.faults.clear();
});
afterAll(() => system?.close());

export const killBot = (): Promise<void> => system.crash(bot);
export const startBot = async (): Promise<void> => {
  bot = await system.start('bot');
};

/** Commands that were used, as people type them. */
export const used = new Set<string>();
export const ask = async (who: Person, name: string, line: CommandLine = {}, channel: Channel = system.channel) => {
  used.add([name, line.group ?? [], line.subcommand ?? []].flat().join(' '));
  return (await who.command(channel, name, line)).until(isFinal);
};
/** Presses the button with this label, or whose custom id begins with it. */
export const press = async (who: Person, message: Message, button: string): Promise<Message> => {
  const node = nodesOf(message).find(({ custom_id: id, label }) => label === button || id?.startsWith(button));
  return (await who.press(message, node?.custom_id ?? button)).until(isFinal);
};

/** The content of each key of Redis by its parts: fields, members, or one part for the whole. */
type Snapshot = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Keys that change by themselves: those of the queue, and locks of a few seconds. */
const restless =
  /^(reply|work-\w+)-v\d+:(meta|id|marker|events|stalled|stalled-check|wait|active|delayed|prioritized|pc)$|^(post|contest-step|contest-week):|^interaction:|^work:(taken|alive|editing|entering|pace|rate|report|versions|search|attending|threads)(:|$)/u;

export const snapshot = async (): Promise<Snapshot> => {
  const { redis } = system;
  const pairs = (rows: string[]) =>
    new Map(rows.flatMap((row, index): [string, string][] => (index % 2 ? [] : [[row, rows[index + 1]!]])));
  const read: Record<string, (key: string) => Promise<Map<string, string>>> = {
    string: async (key) => new Map([['', (await redis.get(key)) ?? '']]),
    hash: async (key) => new Map(Object.entries(await redis.hgetall(key))),
    set: async (key) => new Map((await redis.smembers(key)).map((member) => [member, ''])),
    zset: async (key) => pairs(await redis.zrange(key, '0', '-1', 'WITHSCORES')),
    list: async (key) => new Map((await redis.lrange(key, 0, -1)).map((item, index) => [String(index), item])),
    stream: async (key) => new Map([['', JSON.stringify(await redis.xrange(key, '-', '+'))]]),
  };
  const kept = new Map<string, Map<string, string>>();
  for (const key of await system.keys('*')) {
    const parts = await read[await redis.type(`antipode:${key}`)]?.(`antipode:${key}`);
    if (parts) kept.set(key, parts);
  }
  return kept;
};
/** Waits until every request has been answered, and the queue has removed its jobs. */
export const quiet = () =>
  vi.waitFor(async () => expect(await system.keys('*-v*:*-??????????????????*')).toEqual([]), { timeout: 100_000 });
export const settled = (kept: Snapshot): Snapshot => new Map([...kept].filter(([key]) => !restless.test(key)));

/** A snapshot without the results of searches in games, which belong to nobody and may be secret. */
export const withoutAdvice = (kept: Snapshot): Snapshot =>
  new Map(
    [...kept].map(([key, parts]) => {
      if (!key.startsWith('play:game:')) return [key, parts];
      const told = ([part, text]: [string, string]) =>
        [part, JSON.stringify({ ...JSON.parse(text), advice: undefined })] as const;
      return [key, new Map([...parts].map(told))];
    }),
  );

/** The keys that contain the id of a person, streams and job data too. */
export const placesOf = (kept: Snapshot, { id }: Person): string[] =>
  [...kept]
    .filter(([key, parts]) => [key, ...[...parts].flat()].some((text) => text.includes(id)))
    .map(([key]) => key)
    .sort();

const words = (text: string): string[] => text.match(/[^\s,:|"{}[\]]+/gu) ?? [];

/** Each word of a key, field, member or value that is in the first snapshot and not in the second. */
export const removed = (before: Snapshot, after: Snapshot): { key: string; word: string }[] =>
  [...before].flatMap(([key, parts]) => {
    const left = after.get(key);
    const gone = [...parts].flatMap(([part, content]) => {
      const now = left?.get(part);
      if (now === content) return [];
      const still = new Set(now === undefined ? [] : words(now));
      return [...(now === undefined ? words(part) : []), ...words(content).filter((word) => !still.has(word))];
    });
    return gone.map((word) => ({ key, word }));
  });

interface Exported {
  readonly format: string;
  readonly at: string;
  readonly user: string;
  readonly data: Record<string, Record<string, unknown>>;
}
export const exportOf = async (who: Person, channel: Channel = system.channel): Promise<Exported> => {
  const message = await ask(who, 'privacy', { subcommand: 'export' }, channel);
  expect(message.ephemeral).toBe(true);
  const [file] = message.attachments;
  const bytes = Buffer.from(await (await fetch(file!.url)).arrayBuffer());
  const text = (file!.filename.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return JSON.parse(text);
};

/** The section of an export for each prefix of keys. */
const sections: Readonly<Record<string, string>> = {
  work: 'questions',
  [replyQueue()]: 'questions',
  play: 'games',
  practice: 'practice',
  hardest: 'finds',
  bounds: 'bounds',
  daily: 'daily challenges',
  posting: 'reminder',
  contest: 'contests',
};

/** Whether an export contains a removed word, in the right section. */
export const isSaid = ({ user, data }: Exported, { key, word }: { key: string; word: string }): boolean => {
  const section = sections[key.split(':')[0]!];
  const text = JSON.stringify(data[section ?? '']) ?? '';
  const said = new Set([user, hashed(user), ...words(text)]);
  // Times are in seconds or milliseconds, and scores where less is better are negative.
  if (said.has(word.replace(/^-(?=\d+$)/u, ''))) return true;
  if (/^\d{10}(\d{3})?$/u.test(word) && text.includes(new Date(Number(word.padEnd(13, '0'))).toISOString()))
    return true;
  // A member of a leaderboard is ten digits of time and its person; a score is made of the parts of a result.
  if (key.startsWith('daily:board:')) return word.endsWith(user) || /^-?\d+$/u.test(word);
  const finds = (data.finds?.finds ?? []) as { puzzle: string; position: string }[];
  if (!key.startsWith('hardest:')) return false;
  return finds.some(({ puzzle: id, position }) => {
    const puzzle = puzzleOf(id)!;
    const question = parseQuestion(puzzle, position);
    // The same position as keys contain it.
    return question.ok && rankOf(puzzle, canonical(puzzle, question.value.start, puzzle.goal)).toString(36) === word;
  });
};

export const confirmed = async (who: Person, channel: Channel = system.channel): Promise<Message> => {
  const question = await ask(who, 'privacy', { subcommand: 'delete' }, channel);
  expect(question.ephemeral).toBe(true);
  return press(who, question, 'privacy-delete');
};

/** A solution of today's challenge, as people type it. */
export const daily = async (): Promise<string> => {
  const key = `antipode:work:result:daily|${numberAt(Date.now())}`;
  const { puzzle: id, position, moves } = JSON.parse((await system.redis.get(key))!);
  const puzzle = puzzleOf(id)!;
  const start = puzzle.parsePosition(position);
  return start.ok ? formatMoves(puzzle, start.value, moves).join(' ') : '';
};
