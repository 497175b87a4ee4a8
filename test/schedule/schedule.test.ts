import { Queue } from 'bullmq';
import { REST } from 'discord.js';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { queueOptions } from '../../src/queue/bullmq.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { type AgendaServer, AgendaStore, agendaFields } from '../../src/schedule/agenda.ts';
import { Later, Schedule } from '../../src/schedule/schedule.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();

// Without an answer of Discord, the clock of Redis tells the time.
const rest = new REST({ api: 'http://127.0.0.1:9', retries: 0 }).setToken('none');
const log = createLogger('test', 'silent');

class Servers extends AgendaStore<AgendaServer> {
  protected readonly section = 'looks';
  protected readonly schema = z.object(agendaFields);

  async save(guild: string, revision: number): Promise<void> {
    await this.redis.multi().hset(this.serverKey(guild), { revision }).zadd(this.agenda, 0, guild).exec();
  }
}
const agenda = new Servers(redis, 'test');
const queue = new Queue('looks', queueOptions(redis, 'test'));
afterAll(() => queue.close());
let schedule: Schedule<AgendaServer> | undefined;
afterEach(() => schedule?.close());
type Deps = ConstructorParameters<typeof Schedule<AgendaServer>>[3];
const open = async (deps: Pick<Deps, 'check' | 'prepare' | 'run'>): Promise<void> => {
  schedule = new Schedule('looks', redis, 'test', { rest, log, agenda, name: 'check', ...deps });
  await schedule.ready();
};
const counts = () => queue.getJobCounts('failed', 'completed', 'waiting', 'active');
const idle = { failed: 0, completed: 0, waiting: 0, active: 0 };
const never = async () => Date.now() + 1e9;

test('a look that has lost its content is made again, and leaves nothing behind', async () => {
  let looks = 0;
  const names: string[] = [];
  await open({
    check: never,
    prepare: async () => {
      looks++;
      return [];
    },
    run: async ({ name }) => void names.push(name),
  });
  await expect.poll(() => looks).toBeGreaterThan(0);
  const [scheduled] = await queue.getDelayed();
  // Its hash is gone, but its id is in the queue.
  await redis.del(queue.toKey(scheduled!.id!));
  await redis.zadd(queue.toKey('delayed'), 0, scheduled!.id!);
  await queue.add('other', {});
  await expect.poll(() => looks).toBeGreaterThan(1);
  await expect.poll(() => names).toContain('other');
  await expect.poll(counts).toEqual(idle);
});

test('a bot starts while another runs the look of the same minute', async () => {
  const scheduler = await queue.upsertJobScheduler('look', { pattern: '0 * * * * *', tz: 'UTC' }, { name: 'look' });
  // The job is taken, and the scheduler isn't moved on yet.
  await redis.zrem(queue.toKey('delayed'), scheduler!.id!);
  let looks = 0;
  await open({
    check: never,
    prepare: async () => {
      looks++;
      return [];
    },
  });
  await expect.poll(() => looks).toBe(1);
});

test('servers that are due are checked until they say when to check them next', async () => {
  await agenda.save('ann', 1);
  await agenda.save('bob', 1);
  const checked: string[] = [];
  await open({
    check: async (guild, { revision }) => {
      checked.push(`${guild} ${revision}`);
      if (revision > 1) return 5000;
      await agenda.save(guild, 2);
      // One says that it has changed; the other is planned by the settings that it knew.
      return guild === 'ann' ? undefined : 5000;
    },
  });
  await expect.poll(() => checked.toSorted()).toEqual(['ann 1', 'ann 2', 'bob 1']);
  await expect
    .poll(() => redis.zrange('test:looks:agenda', 0, '-1', 'WITHSCORES'))
    .toEqual(['bob', '0', 'ann', '5000']);
  await agenda.remove('bob');
  expect(await agenda.due(Date.now())).toEqual(['ann']);
});

test('what must wait runs again, and of looks that must wait only one does', async () => {
  await agenda.save('ann', 1);
  let [looks, checks] = [0, 0];
  await queue.addBulk(Array.from({ length: 20 }, () => ({ name: 'look', data: {} })));
  await open({
    check: async () => {
      if (++checks < 3) throw new Later();
      return Date.now() + 1e9;
    },
    prepare: async () => {
      if (++looks <= 21) throw new Later();
      return [];
    },
  });
  await expect.poll(() => checks, { timeout: 20_000 }).toBe(3);
  await expect.poll(counts).toEqual(idle);
  expect(looks).toBeLessThan(30);
});
