/** Answers whose delivery Discord delays, refuses or confuses with reports of progress, and bots that die before it. */
import type { ChildProcess } from 'node:child_process';
import type { Channel, InteractionHandle, Message } from '@antipode/stand-in';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replyQueue } from '../../src/queue/queue.ts';
import { holdSearches, promptly, releaseSearches, searches } from '../support/disturbances.ts';
import type { Disturbance } from '../support/disturbed/disturbance.ts';
import { isFinal, movesOf, publicMessages, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { disturbanceOf, TestSystem } from '../support/test-system.ts';

const edits = { method: 'PATCH', path: /^\/webhooks\// } as const;
const posts = { method: 'POST', path: /^\/channels\/\d+\/messages$/ } as const;
const acknowledgements = { method: 'POST', path: /^\/interactions\// } as const;
const unavailable = { kind: 'status', status: 503 } as const;
/** A question that a table answers. */
const question = { subcommand: 'eight', options: { position: '867254301' } };
const isLate = (message: Message): boolean => textOf(message).includes('your answer is ready');

let system: TestSystem;
let replies: Queue;
let worker: ChildProcess;
let channel: Channel;
const bots: ChildProcess[] = [];
beforeAll(async () => {
  system = await TestSystem.open({}, { LOG_LEVEL: 'fatal' }, { held: 'searches', waits: promptly });
  replies = new Queue(replyQueue(), { connection: system.redis, prefix: 'antipode' });
  worker = await system.start('worker');
});
beforeEach(() => {
  channel = system.guild.createChannel();
});
afterEach(() => system.standIn.faults.clear());
afterAll(() => system?.close());

/** Starts a bot beside those that run. */
const startBot = async (more: Disturbance = {}): Promise<ChildProcess> => {
  const bot = await system.start('bot', disturbanceOf({ waits: promptly, ...more }));
  bots.push(bot);
  return bot;
};
const killBots = async (): Promise<void> => {
  await Promise.all(bots.splice(0).map((bot) => bot.signalCode ?? system.kill(bot)));
};
/** Has one bot, that of the test before if there is one. */
const haveBot = async (): Promise<void> => {
  if (bots.length === 0) await startBot();
};

const ask = (name: string, line: typeof question): Promise<InteractionHandle> =>
  system.person(name).command(channel, 'solve', line);
const tokenOf = ({ id }: InteractionHandle): string => `antipode:work:token:${id}`;
/** Waits until nothing of any request is left, without the pauses between attempts. */
const over = (): Promise<void> => {
  const left = async () => {
    await replies.promoteJobs();
    return leftoverKeys(system);
  };
  return expect.poll(left, { interval: 50 }).toEqual([]);
};

test('an answer that no report replaced is not given again: its asker may have stepped through it', async () => {
  await haveBot();
  await holdSearches(system);
  const ann = system.person('ann');
  const asked = await ann.command(channel, 'solve', searches[2]!);
  const lock = `antipode:work:report:${asked.id}`;
  await system.redis.set(lock, 'a bot that was lost', 'PX', 600_000);
  await releaseSearches(system);
  await asked.until(isFinal);
  await expect.poll(() => replies.getDelayedCount(), { interval: 5 }).toBe(1);
  const next = await ann.press(asked.reply()!, '▶');
  await next.until((message) => textOf(message).includes('Move 1 of 20'));
  await system.redis.pexpire(lock, 1);
  await over();
  expect(textOf(asked.reply()!)).toContain('Move 1 of 20');
});

describe('Discord fails for long', () => {
  const pause = (): Promise<void> => expect.poll(() => replies.getDelayedCount(), { interval: 5 }).toBe(1);
  /** Lets attempts fail whose pauses take this number of seconds, which are left out. */
  const keepFailing = async (seconds: number): Promise<void> => {
    for (let waited = 0; waited < seconds * 1000; ) {
      await pause();
      const [job] = await replies.getDelayed();
      // A turned clock ends a pause too.
      waited += job?.delay ?? 0;
      await replies.promoteJobs();
    }
    await pause();
  };

  test('for less than the 15 minutes of a token: the answer comes as an edit', async () => {
    await haveBot();
    system.standIn.faults.add({ ...edits, times: 1e6, answer: unavailable });
    const asked = await ask('ann', question);
    await keepFailing(14 * 60);
    system.standIn.faults.clear();
    await over();
    expect(movesOf(asked.reply()!)).toHaveLength(31);
    expect(publicMessages(channel)).toHaveLength(1);
  });

  test('for an hour: the answer comes in the channel, once, also if Discord took a post long ago', async () => {
    await haveBot();
    const { faults } = system.standIn;
    faults.add({ ...edits, times: 1e6, answer: unavailable });
    const asked = await ask('ann', question);
    await keepFailing(15 * 60);
    // The first late post arrives, which the bot is not told in any of its four requests.
    faults.add({ ...posts, times: 4, when: 'after', answer: unavailable });
    await system.redis.del(tokenOf(asked));
    await system.later(16 * 60_000);
    await replies.promoteJobs();
    await system.messageIn(channel, isLate);
    await pause();
    faults.add({ path: /^\/channels\//, times: 1e6, answer: unavailable });
    await keepFailing(45 * 60);
    // Discord forgets the nonce.
    await system.later(6 * 60_000);
    faults.clear();
    await over();
    const late = publicMessages(channel).filter(isLate);
    expect(late.map((message) => movesOf(message).length)).toEqual([31]);
  });

  test('and never takes the form of an answer: the asker reads that something went wrong', async () => {
    await haveBot();
    const body = { code: 50_035, message: 'Invalid Form Body', errors: {} };
    system.standIn.faults.add({ ...edits, answer: { kind: 'status', status: 400, body } });
    const asked = await ask('ann', question);
    expect(textOf(await asked.until(isFinal))).toContain('went wrong');
    await over();
  });
});

describe('a report of progress that Discord takes only after the answer does not replace it', () => {
  /** A bot reports on a search, and Discord holds the report until `release`. The bot takes no answers. */
  const holdReport = async (search: typeof question) => {
    await killBots();
    const reporter = await startBot({ stopsAt: 'answers' });
    const { faults } = system.standIn;
    const { injected } = faults;
    const release = faults.hold(edits);
    await holdSearches(system);
    const asked = await ask('ann', search);
    await expect.poll(() => faults.injected, { interval: 10 }).toBe(injected + 1);
    return { reporter, asked, release };
  };
  const isReport = (message: Message): boolean => !isFinal(message);

  test('the bot that reports lives', async () => {
    const { asked, release } = await holdReport(searches[0]!);
    await startBot();
    await releaseSearches(system);
    await asked.until(isFinal);
    release();
    await asked.until(isReport);
    await over();
    expect(movesOf(asked.reply()!)).toHaveLength(20);
  });

  test('the bot that reports is killed', async () => {
    const { reporter, asked, release } = await holdReport(searches[1]!);
    await system.kill(reporter);
    // Its lock would end by itself. On a slow machine, that may be sooner than the answer.
    const lock = `antipode:work:report:${asked.id}`;
    expect(await system.redis.pttl(lock)).toBeGreaterThan(0);
    await system.redis.pexpire(lock, 600_000);
    await startBot();
    await releaseSearches(system);
    await asked.until(isFinal);
    release();
    await asked.until(isReport);
    await system.redis.pexpire(lock, 1);
    await over();
    expect(movesOf(asked.reply()!)).toHaveLength(20);
  });
});

test('the request of a bot that dies before it acknowledged it ends quietly', { tags: 'heavy' }, async () => {
  await killBots();
  for (const endsAt of ['add', 'entered', 'acknowledgement'] as const) {
    const bot = await startBot({ endsAt });
    const asked = await ask('ann', question);
    await expect.poll(() => bot.signalCode, { interval: 10 }).toBe('SIGABRT');
    await expect(asked.acknowledged).rejects.toThrow('did not respond');
  }
  await startBot();
  await over();
  expect(publicMessages(channel).map(textOf)).toEqual([]);
});

test('a bot dies after it accepted a request, and before the queue: another that received it too adds it', async () => {
  await killBots();
  const bot = await startBot({ endsAt: 'add' });
  await startBot();
  // Until it is the first one.
  while (bot.signalCode === null) {
    const asked = await ask('ann', question);
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
    await over();
  }
  expect(bot.signalCode).toBe('SIGABRT');
});

test('an acknowledgement without a confirmation counts: after the token, the answer comes in the channel', async () => {
  await haveBot();
  system.standIn.faults.add({ ...acknowledgements, times: 8, when: 'after', answer: { kind: 'hang-up' } });
  worker.kill('SIGSTOP');
  const asked = await ask('ann', question);
  await asked.acknowledged;
  await killBots();
  await startBot();
  await system.redis.del(tokenOf(asked));
  worker.kill('SIGCONT');
  expect(movesOf(await system.messageIn(channel, isLate))).toHaveLength(31);
  await over();
});
