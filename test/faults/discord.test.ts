/** Faults of Discord: dropped gateway connections, failing and rate-limited requests, expired tokens, deleted channels. */
import type { ChildProcess } from 'node:child_process';
import type { Channel, InteractionHandle, Person } from '@antipode/stand-in';
import type { Fault } from '@antipode/stand-in/faults';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, promptly, shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import {
  expectRecovery,
  groupTroubles,
  type ResourceUse,
  type Trouble,
  underLoad,
  warmUp,
} from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const long = isLong ? 5 : 1;

let system: TestSystem;
let processes: ChildProcess[];
let before: ResourceUse;
beforeAll(async () => {
  system = await TestSystem.open(
    {},
    { SOLVER_THREADS: '2', LOG_LEVEL: 'fatal' },
    { waits: { ...shortWaits, ...promptly } },
  );
  processes = await Promise.all([system.start('bot'), system.start('worker')]);
  before = await warmUp(system, processes);
});
afterAll(() => system?.close());

const drop = (how: { resumable: boolean; abrupt?: boolean }): Trouble => {
  return async () => {
    const { gateway } = system.standIn;
    const { resumes, identifies } = gateway;
    for (let time = 0; time < long; time++) {
      system.standIn.gateway.drop(how);
      await expect.poll(() => gateway.connected, { interval: 20 }).toBe(true);
    }
    if (how.resumable) expect(gateway.resumes).toBe(resumes + long);
    else expect(gateway.identifies).toBe(identifies + long);
  };
};

test.each(
  groupTroubles({
    'to be resumed': drop({ resumable: true }),
    'to be resumed, without a word': drop({ resumable: true, abrupt: true }),
    'for good': drop({ resumable: false }),
    'for good, without a word': drop({ resumable: false, abrupt: true }),
  }),
)('a dropped gateway connection: %s', async (_, troubles) => {
  await underLoad(system, processes, before, troubles);
});

describe('requests that fail', () => {
  const answers = { method: 'PATCH', path: /^\/webhooks\// } as const;
  const acknowledgements = { method: 'POST', path: /^\/interactions\// } as const;
  const tooMany = (scope: 'user' | 'global' | 'shared') => ({ kind: 'rate-limit', retryAfter: 0.5, scope }) as const;
  const status = (status: number) => ({ kind: 'status', status }) as const;
  const hangUp = { kind: 'hang-up' } as const;

  const strike = (fault: Fault, times = 8 * long): Trouble => {
    return async () => {
      const { faults, invalidRequests } = system.standIn;
      const invalid = invalidRequests.recent;
      const { injected } = faults;
      faults.add({ ...fault, times });
      await expect.poll(() => faults.injected - injected, { interval: 20 }).toBe(times);
      // Discord bans bots with too many invalid requests.
      expect(invalidRequests.recent - invalid).toBeLessThanOrEqual(times);
    };
  };

  test.each(
    groupTroubles({
      'too many for a route': strike({ ...answers, answer: tooMany('user') }),
      'too many of all': strike({ ...answers, answer: tooMany('global') }),
      'too many of others': strike({ ...answers, answer: tooMany('shared') }),
      '500, not taken': strike({ ...answers, answer: status(500) }),
      '502, taken': strike({ ...answers, when: 'after', answer: status(502) }),
      'hung up, not taken': strike({ ...answers, answer: hangUp }),
      'hung up, taken': strike({ ...answers, when: 'after', answer: hangUp }),
      'taking seconds': strike({ ...answers, answer: { kind: 'delay', ms: 2000 } }),
    }),
  )('answers: %s', async (_, troubles) => {
    await underLoad(system, processes, before, troubles);
  });

  // Each is tried four times.
  test.each(
    groupTroubles({
      '500, not taken': strike({ ...acknowledgements, answer: status(500) }, 3),
      '500, taken': strike({ ...acknowledgements, when: 'after', answer: status(500) }, 3),
      'hung up, not taken': strike({ ...acknowledgements, answer: hangUp }, 3),
      'hung up, taken': strike({ ...acknowledgements, when: 'after', answer: hangUp }, 3),
    }),
  )('acknowledgements: %s', async (_, troubles) => {
    const totals = await underLoad(system, processes, before, troubles);
    expect(totals).toMatchObject({ silent: 0, refused: 0 });
  });
});

test.each([502, 504])(
  'a first response that Discord takes, although the bot hears %i: the bot goes on',
  async (heard) => {
    const unheard = (): void => {
      const answer = { kind: 'status', status: heard } as const;
      system.standIn.faults.add({ method: 'POST', path: /^\/interactions\//, when: 'after', answer });
    };
    const ann = system.person('ann');
    const run = (name: string, line: { subcommand?: string; options?: Record<string, string> }) => {
      unheard();
      return ann.command(system.channel, name, line);
    };
    const solved = await run('solve', { subcommand: 'eight', options: { position: '867254301' } });
    expect(movesOf(await solved.until(isFinal))).toHaveLength(31);
    // A deferred reply, and a deferred update of the message with the button.
    const exported = await run('privacy', { subcommand: 'export' });
    expect(textOf(await exported.until(isFinal))).toBe('This is all the data about you.');
    const asked = await run('privacy', { subcommand: 'delete' });
    const message = await asked.until(isFinal);
    unheard();
    const pressed = await ann.press(message, 'Delete all my data');
    await pressed.until((now) => textOf(now).includes('**Deleted.**'));
    // It is remembered for longer than this test.
    await system.redis.del(...(await system.redis.keys('*:left:*')));
    // A reply, which is there already.
    const helped = await run('help', {});
    await expectRecovery(system, processes, before);
    expect(helped.reply()!.history).toHaveLength(1);
  },
);

test('an acknowledgement that hangs holds up no answer of others', async () => {
  const { faults } = system.standIn;
  const { injected } = faults;
  faults.add({ method: 'POST', path: /^\/interactions\//, when: 'after', answer: { kind: 'delay', ms: 60_000 } });
  const ask = (name: string): Promise<InteractionHandle> =>
    system.person(name).command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  const held = await ask('ann');
  await expect.poll(() => faults.injected, { interval: 10 }).toBe(injected + 1);
  const other = await ask('ben');
  for (const asked of [other, held]) expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
});

describe('an answer that can’t be delivered', () => {
  /** Sends a request, and does something before it is answered. */
  const ask = async (
    person: Person,
    channel: Channel,
    happens: (asked: InteractionHandle) => Promise<void> | void,
    options: Record<string, boolean> = {},
  ): Promise<void> => {
    const [, worker] = processes;
    worker!.kill('SIGSTOP');
    try {
      const line = { subcommand: 'eight', options: { position: '867254301', ...options } };
      const asked = await person.command(channel, 'solve', line);
      await asked.acknowledged;
      // The job stays in the queue meanwhile.
      const token = `antipode:work:token:${asked.id}`;
      await expect.poll(() => system.redis.pttl(token), { interval: 10 }).toBeGreaterThan(60_000);
      await happens(asked);
      worker!.kill('SIGCONT');
      await over(asked);
    } finally {
      worker!.kill('SIGCONT');
    }
  };
  /** Lets the token expire before the answer. */
  const expire = async (asked: InteractionHandle): Promise<void> => {
    await system.redis.del(`antipode:work:token:${asked.id}`);
  };
  /** Waits until nothing of a request is left in the queue. */
  const over = async (asked: InteractionHandle): Promise<void> => {
    const { redis } = system;
    const left = async () => {
      const keys = [...(await redis.keys(`*${asked.id}*`)), ...(await redis.keys('*:pending:*'))];
      return keys.filter((key) => !key.includes(':taken:'));
    };
    await expect.poll(left, { interval: 100 }).toEqual([]);
  };
  const here = (channel: Channel) => [...channel.messages.values()].filter((message) => !message.deleted);

  test('the message was deleted', async () => {
    const channel = system.guild.createChannel({ name: 'messages' });
    await ask(system.person('ann'), channel, (asked) => system.standIn.world.remove(asked.reply()!));
    expect(here(channel)).toEqual([]);
  });

  test('the channel was deleted; if the token has expired too, the answer comes in a direct message', async () => {
    const bob = system.person('bob');
    const channel = system.guild.createChannel({ name: 'gone' });
    await ask(bob, channel, () => channel.delete());
    expect(here(bob.direct())).toEqual([]);
    const other = system.guild.createChannel({ name: 'gone too' });
    await ask(bob, other, async (asked) => {
      await expire(asked);
      other.delete();
    });
    expect(here(bob.direct()).map((message) => movesOf(message).length)).toEqual([31]);
  });

  test('the token has expired: the answer comes in the channel, once, whatever happens to its post', async () => {
    const channel = system.guild.createChannel({ name: 'late' });
    const posts = { method: 'POST', path: /^\/channels\/\d+\/messages$/, when: 'after' } as const;
    system.standIn.faults.add({ ...posts, answer: { kind: 'hang-up' } });
    system.standIn.faults.add({ ...posts, answer: { kind: 'status', status: 502 } });
    const { injected } = system.standIn.faults;
    const cid = system.person('cid');
    await ask(cid, channel, expire);
    expect(system.standIn.faults.injected).toBe(injected + 2);
    const late = here(channel).filter((message) => textOf(message).includes('your answer is ready'));
    expect(late.map((message) => movesOf(message).length)).toEqual([31]);
    expect(late[0]!.pings).toEqual({ users: [cid.id], roles: [], everyone: false });
  });

  test('the token has expired and the bot cannot post: the answer comes in a direct message', async () => {
    const channel = system.guild.createChannel({ name: 'silent' });
    const dot = system.person('dot');
    await ask(dot, channel, async (asked) => {
      channel.allowBot(PermissionFlagsBits.ViewChannel);
      await expire(asked);
    });
    expect(here(dot.direct()).map((message) => movesOf(message).length)).toEqual([31]);
  });

  test('the token of a private request has expired, and direct messages are closed', async () => {
    const eve = system.person('eve');
    const channel = system.guild.createChannel({ name: 'private' });
    eve.closeDirectMessages();
    await ask(eve, channel, expire, { private: true });
    expect(here(channel).filter((message) => !message.ephemeral)).toEqual([]);
    expect(here(eve.direct())).toEqual([]);
  });

  test('after all of them, the system has recovered', async () => {
    await expectRecovery(system, processes, before);
  });
});
