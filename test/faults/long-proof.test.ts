/** Searches that ended without a proof and are continued for hours: nothing of them is lost, and the answer comes once. */
import type { ChildProcess } from 'node:child_process';
import type { InteractionHandle, Message, Person } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOptions } from '../../src/queue/bullmq.ts';
import { workQueue } from '../../src/queue/queue.ts';
import type { LimitRecord, SearchRecord } from '../../src/search/search-record.ts';
import { holdSearches, releaseSearches, shortWaits } from '../support/disturbances.ts';
import { buttonsOf, isFinal, leadsToGoal, movesOf, publicMessages, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

/** 70 moves, which take some seconds to prove; and 70 that take minutes. */
const seconds = { subcommand: 'fifteen', options: { position: '650D219E37AF48CB' } };
const minutes = { subcommand: 'fifteen', options: { position: '0F83CB74EA659D21' } };
const label = 'Keep proving';

let system: TestSystem;
let running: ChildProcess[];
const start = async (): Promise<void> => {
  running = await Promise.all([system.start('bot'), system.start('worker')]);
};
beforeAll(async () => {
  system = await TestSystem.open(
    {},
    { LOG_LEVEL: 'fatal', SOLVER_THREADS: '2', LONG_PROOF_HOURS: '168' },
    { held: 'parts', waits: shortWaits },
  );
  await start();
});
afterAll(() => system?.close());

const isLate = (message: Message): boolean => textOf(message).includes('your answer is ready');
const isProving = (message: Message): boolean => textOf(message).includes('still proving');
/** Whether a report tells what was found before. */
const isContinued = (message: Message): boolean =>
  /still proving.*The answer will be posted here\./su.test(textOf(message));
const hasButton = (message: Message): boolean => buttonsOf(message).some((button) => button.label === label);

interface StoredRecord extends SearchRecord {
  readonly revision: number;
}
const storedRecord = async (): Promise<StoredRecord> => {
  const [key] = await system.redis.keys('*:work:search:*');
  const { revision, record } = await system.redis.hgetall(key!);
  return { ...(JSON.parse(record!) as SearchRecord), revision: Number(revision) };
};
/** The limits of which nothing is left. */
const finished = ({ limit, limits }: SearchRecord): readonly LimitRecord[] => limits.filter((one) => one.limit < limit);

/** Whether a record is what became of another one, rather than of a new search. */
const expectSame = (after: StoredRecord, before: StoredRecord): void => {
  expect(after.revision).toBeGreaterThanOrEqual(before.revision);
  expect(after.milliseconds).toBeGreaterThanOrEqual(before.milliseconds);
  expect(finished(after).slice(0, finished(before).length)).toEqual(finished(before));
};

/** A request fails for what went wrong in a row, not for what has in days. */
const expectForgiven = async (request: string): Promise<void> => {
  const job = `antipode:${workQueue('searches')}:work-${request}`;
  await system.redis.hset(job, { stc: lockOptions.maxStalledCount, atm: 2 });
  await expect.poll(() => system.redis.hmget(job, 'stc', 'atm')).toEqual(['0', '0']);
};

/** Has a search end at its limit, once it has a solution. From then on it is held. */
const ended = async (person: Person, question: typeof seconds): Promise<Message> => {
  const asked = await person.command(system.channel, 'solve', question);
  await asked.until(isProving);
  await holdSearches(system, 60_000);
  const answer = await asked.until(isFinal);
  await holdSearches(system);
  expect(textOf(answer)).toMatch(/not proved shortest: between \d\d and \d\d moves/u);
  return answer;
};

/** The 15 minutes of an interaction are over. */
const expire = async ({ id }: InteractionHandle): Promise<void> => {
  await system.redis.del(`antipode:work:token:${id}`);
  await system.later(16 * 60_000);
};

test('its asker continues a search; it outlives bots, workers, Redis and its token, and its answer comes once', async () => {
  const [ann, bob] = [system.person('ann'), system.person('bob')];
  const answer = await ended(ann, seconds);
  const before = await storedRecord();
  expect(finished(before).length).toBeGreaterThan(1);

  const refusal = await (await bob.press(answer, label)).until();
  expect(textOf(refusal)).toContain('Only the person who asked can do that.');

  const pressed = await ann.press(answer, label);
  const report = textOf(await pressed.until(isContinued));
  expect(report).toMatch(/(About|At most) .* to go, longer while others ask\.|longer than the .* left/u);
  const continued = await storedRecord();
  expectSame(continued, before);
  await expectForgiven(pressed.id);

  await Promise.all(running.map((program) => system.kill(program)));
  system.redis.on('error', () => {});
  // One in memory can't be killed.
  system.signalRedis('SIGKILL');
  await expire(pressed);
  await start();
  await expect.poll(async () => (await storedRecord()).revision).toBeGreaterThan(continued.revision);
  expectSame(await storedRecord(), continued);
  await releaseSearches(system);
  const proved = await system.messageIn(system.channel, isLate);
  expect(textOf(proved)).toContain(`<@${ann.id}>`);
  expect(textOf(proved)).toContain('**70 moves** · proved shortest');
  expect(leadsToGoal('fifteen', seconds.options.position, movesOf(proved))).toBe(true);
  expect(hasButton(proved)).toBe(false);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  expect(publicMessages(system.channel).filter(isLate)).toHaveLength(1);

  // The proof is the answer to later questions too.
  const again = await bob.command(system.channel, 'solve', seconds);
  expect(textOf(await again.until(isFinal))).toContain('**70 moves** · proved shortest');
});

test('it can be stopped long after the life of its token, and be continued again', async () => {
  const cid = system.person('cid');
  const answer = await ended(cid, minutes);
  const before = await storedRecord();
  const pressed = await cid.press(answer, label);
  const report = await pressed.until(isContinued);
  await expire(pressed);
  await (await cid.press(report, 'Keep this answer')).acknowledged;
  const kept = await system.messageIn(
    system.channel,
    (message) => isLate(message) && textOf(message).includes('not proved shortest'),
  );

  const next = await cid.press(kept, label);
  const other = await next.until(isContinued);
  expectSame(await storedRecord(), before);
  await (await cid.press(other, 'Keep this answer')).acknowledged;
  expect(hasButton(await next.until(isFinal))).toBe(true);
  // What is left of the search stays for an hour.
  const isRecord = (key: string): boolean => key.includes(':work:search:');
  await expect.poll(async () => (await leftoverKeys(system)).filter((key) => !isRecord(key))).toEqual([]);
  const [record] = await system.redis.keys('*:work:search:*');
  const life = await system.redis.ttl(record!);
  expect(life).toBeGreaterThan(0);
  expect(life).toBeLessThanOrEqual(3600);

  await system.kill(running[0]!);
  await system.start('bot', { LONG_PROOF_HOURS: '0' });
  const again = await cid.command(system.channel, 'solve', minutes);
  const same = await again.until(isFinal);
  expect(textOf(same)).toContain('not proved shortest');
  expect(hasButton(same)).toBe(false);
});
