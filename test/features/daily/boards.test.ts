import { expect, test } from 'vitest';
import { periods, spanOf, startOf } from '../../../src/features/daily/rules.ts';
import type { DailyBoard } from '../../../src/features/daily/store.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import {
  board,
  boardsOf,
  type Finish,
  finish,
  groups,
  isInTime,
  monday,
  openResults,
  optimal,
  recount,
  redis,
  send,
  stepsOf,
  store,
} from '../../support/daily-results.ts';
import { hasRedisServer } from '../../support/needs.ts';
import fc from '../../support/properties.ts';

await openResults();

const users = ['ann', 'bob', 'cid'];
const monthEnd = spanOf('month', monday)[1];
const numbers = [...new Set([monday + 5, monday + 6, monday + 7, monthEnd, monthEnd + 1])];

const user = fc.constantFrom(...users);
const number = fc.constantFrom(...numbers);
const guild = fc.constantFrom('1', '2');
const finishes = fc.record({
  number,
  user,
  moves: fc.integer({ min: 20, max: 23 }),
  hints: fc.integer({ min: 0, max: 1 }),
  seconds: fc.constantFrom(30, 31),
  at: fc.constantFrom(0, 1, 500.5, 86_399, 86_400, 200_000),
  guild: fc.option(guild, { nil: undefined }),
});
const step = fc.oneof(
  // Sent at once: the first several times, the others once.
  {
    weight: 6,
    arbitrary: fc.record({ send: fc.array(finishes, { minLength: 1, maxLength: 5 }), twice: fc.nat(5) }),
  },
  { weight: 2, arbitrary: fc.record({ hide: user, isHidden: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ remove: user, number, guild, isHidden: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ share: user, number, guild }) },
  { weight: 1, arbitrary: fc.record({ erase: user }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What the store must hold after some steps. */
class Model {
  private sent: Finish[] = [];
  /** `user number guild` of results that were shared there, and of those that an admin hides there. */
  private readonly shared = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly hidden = new Set<string>();

  /** Takes a step in the store and here. */
  async take(step: Step): Promise<void> {
    if ('send' in step) {
      const all = Array.from({ length: step.twice }, () => step.send[0]!).concat(step.send);
      await Promise.all(all.map(send));
      this.sent.push(...step.send);
    } else if ('hide' in step) {
      await store.setHidden(step.hide, step.isHidden);
      if (step.isHidden) this.hidden.add(step.hide);
      else this.hidden.delete(step.hide);
    } else if ('remove' in step) {
      const found = await store.hideResult(step.number, step.remove, step.guild, step.isHidden);
      const isKnown = this.isThere(step.remove, step.number, step.guild);
      expect(found).toBe(isKnown && !this.hidden.has(step.remove));
      const key = `${step.remove} ${step.number} ${step.guild}`;
      if (isKnown && step.isHidden) this.removed.add(key);
      else this.removed.delete(key);
    } else if ('share' in step) {
      const at = startOf(step.number) + 1000;
      await store.share(step.number, step.share, 'channel', { at, guild: step.guild });
      const isLive = this.sent.some((one) => one.user === step.share && one.number === step.number && isInTime(one));
      if (isLive) this.shared.add(`${step.share} ${step.number} ${step.guild}`);
    } else {
      await store.erase(step.erase);
      this.sent = this.sent.filter((one) => one.user !== step.erase);
      for (const set of [this.shared, this.removed, this.hidden]) {
        for (const key of set) if (key.startsWith(step.erase)) set.delete(key);
      }
    }
  }

  private isThere(who: string, n: number, where: string): boolean {
    const isShared = this.shared.has(`${who} ${n} ${where}`);
    return (
      isShared || this.sent.some((one) => one.user === who && one.number === n && one.guild === where && isInTime(one))
    );
  }

  /** The results that count, once for each board. */
  private counted(): Finish[] {
    return this.sent
      .filter((one) => !this.hidden.has(one.user))
      .flatMap((one) =>
        [undefined, '1', '2'].flatMap((where) => {
          const key = `${one.user} ${one.number} ${where}`;
          const isCounted = !where || (this.isThere(one.user, one.number, where) && !this.removed.has(key));
          return isCounted ? [{ ...one, guild: where }] : [];
        }),
      );
  }

  async checkBoards(): Promise<void> {
    const counted = this.counted();
    const checks = boardsOf(numbers, [everywhere, '1', '2']).flatMap((of) => {
      const wanted = recount(counted, of);
      // So few people are all on one page.
      return users.map(async (who) => {
        const { rows, own } = await store.page(of, 0, who);
        const rank = wanted.find(({ user }) => user === who)?.rank;
        expect({ rows, rank: own?.rank }, `${JSON.stringify(of)} ${who}`).toEqual({ rows: wanted, rank });
      });
    });
    await Promise.all(checks);
  }

  async checkFigures(): Promise<void> {
    for (const who of users) {
      const own = groups(
        this.sent.filter((one) => one.user === who),
        (one) => one.number,
      );
      const over = new Array<number>(11).fill(0);
      for (const all of own) over[Math.min(...all.map(stepsOf)) - optimal]! += 1;
      const live = own.filter((all) => all.some(isInTime)).map(([one]) => one!.number);
      const runTo = (last: number): number => (live.includes(last) ? 1 + runTo(last - 1) : 0);
      const latest = Math.max(...live);
      const figures = await store.figures(who, latest);
      expect(figures).toMatchObject({ solved: own.length, over, isHidden: this.hidden.has(who) });
      expect([figures.streak, figures.best]).toEqual([runTo(latest), Math.max(0, ...live.map(runTo))]);
    }
  }
}

test('boards are what plain adding gives, after every sequence of results, hiding, showing and erasing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (sequence) => {
      await redis.flushall();
      const model = new Model();
      for (const step of sequence) await model.take(step);
      await model.checkBoards();
      await model.checkFigures();
      for (const who of users) await store.erase(who);
      expect(await redis.keys('*')).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('of 10,000 members a page with the own rank takes as many commands as of 20, and what they take is bounded', async ({
  skip,
}) => {
  skip(!hasRedisServer, 'a Redis in memory counts neither commands nor bytes');
  const idOf = (index: number): string => String(10n ** 18n + BigInt(index));
  const join = async (from: number, to: number) => {
    const people = Array.from({ length: to - from }, (_, index) => from + index);
    await Promise.all(people.map((index) => finish(9, idOf(index), 20 + (index % 90), { seconds: index % 1000 })));
  };
  /** The commands that a page takes, in the middle of a board. */
  const commandsOf = async (of: DailyBoard, members: number): Promise<string[]> => {
    await redis.config('RESETSTAT');
    const { own, rows, total } = await store.page(of, Math.floor(members / 20), idOf(7));
    expect([total, rows.length, own?.rank]).toEqual([members, 10, expect.any(Number)]);
    const stats = await redis.info('commandstats');
    return [...stats.matchAll(/cmdstat_(?!config|info)(\S+):calls=(\d+)/gu)].map(
      ([, name, calls]) => `${name} ${calls}`,
    );
  };
  const boards = periods.map((period) => board(period, 9));
  await join(0, 20);
  const commands = new Map<DailyBoard, string[]>();
  for (const of of boards) commands.set(of, await commandsOf(of, 20));
  const members = 10_000;
  for (let from = 20; from < members; from += 4990) await join(from, from + 4990);
  for (const of of boards) {
    const taken = await commandsOf(of, members);
    expect(taken).toEqual(commands.get(of));
    expect(taken.length).toBeGreaterThan(3);
    const bytes = await redis.memory('USAGE', `test:daily:board:${of.period}:${spanOf(of.period, 9)[0]}:${everywhere}`);
    expect(bytes! / members).toBeLessThan(160);
  }
  const sizes = await Promise.all((await redis.keys(`*:${idOf(77)}`)).map((key) => redis.memory('USAGE', key)));
  expect(sizes.reduce((sum: number, size) => sum + size!, 0)).toBeLessThan(1500);
});
