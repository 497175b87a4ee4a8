import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periods, spanOf, startOf } from '../../../src/features/daily/rules.ts';
import { everywhere } from '../../../src/features/scope.ts';
import {
  board,
  type Finish,
  finish,
  groups,
  isInTime,
  monday,
  optimal,
  recount,
  redis,
  rowsOf,
  send,
  stepsOf,
  store,
} from '../../support/daily-results.ts';
import { hasRedisServer } from '../../support/needs.ts';

describe('in any order, boards are what adding up plainly gives', () => {
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
  const steps = fc.array(
    fc.oneof(
      // What is sent at once: the first so often, the others once.
      {
        weight: 6,
        arbitrary: fc.record({ send: fc.array(finishes, { minLength: 1, maxLength: 5 }), twice: fc.nat(5) }),
      },
      { weight: 2, arbitrary: fc.record({ hide: user, isHidden: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ remove: user, number, guild, isHidden: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ share: user, number, guild }) },
      { weight: 1, arbitrary: fc.record({ erase: user }) },
    ),
    { maxLength: 25 },
  );

  test('after every sequence of results, better ones, hiding, showing and erasing', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await redis.flushall();
        let sent: Finish[] = [];
        /** `user number guild` of what was shown there, and of what an admin hides there. */
        const [shared, removed, hidden] = [new Set<string>(), new Set<string>(), new Set<string>()];
        const isThere = (who: string, n: number, where: string): boolean =>
          shared.has(`${who} ${n} ${where}`) ||
          sent.some((one) => one.user === who && one.number === n && one.guild === where && isInTime(one));
        for (const step of sequence) {
          if ('send' in step) {
            const all = Array.from({ length: step.twice }, () => step.send[0]!).concat(step.send);
            await Promise.all(all.map(send));
            sent.push(...step.send);
          } else if ('hide' in step) {
            await store.setHidden(step.hide, step.isHidden);
            if (step.isHidden) hidden.add(step.hide);
            else hidden.delete(step.hide);
          } else if ('remove' in step) {
            const found = await store.hideResult(step.number, step.remove, step.guild, step.isHidden);
            const isKnown = isThere(step.remove, step.number, step.guild);
            expect(found).toBe(isKnown && !hidden.has(step.remove));
            const key = `${step.remove} ${step.number} ${step.guild}`;
            if (isKnown && step.isHidden) removed.add(key);
            else removed.delete(key);
          } else if ('share' in step) {
            const at = startOf(step.number) + 1000;
            await store.share(step.number, step.share, 'channel', { at, guild: step.guild });
            const isLive = sent.some((one) => one.user === step.share && one.number === step.number && isInTime(one));
            if (isLive) shared.add(`${step.share} ${step.number} ${step.guild}`);
          } else {
            await store.erase(step.erase);
            sent = sent.filter((one) => one.user !== step.erase);
            for (const set of [shared, removed, hidden]) {
              for (const key of set) if (key.startsWith(step.erase)) set.delete(key);
            }
          }
        }
        const counted = sent.flatMap((one) =>
          hidden.has(one.user)
            ? []
            : [undefined, '1', '2'].flatMap((where) => {
                const key = `${one.user} ${one.number} ${where}`;
                const isCounted = !where || (isThere(one.user, one.number, where) && !removed.has(key));
                return isCounted ? [{ ...one, guild: where }] : [];
              }),
        );
        for (const n of numbers) {
          for (const period of periods) {
            for (const scope of [everywhere, '1', '2']) {
              const of = board(period, n, scope);
              const wanted = recount(counted, of);
              expect(await rowsOf(of), JSON.stringify(of)).toEqual(wanted);
              for (const who of users) {
                const own = wanted.find((row) => row.user === who)?.rank;
                expect((await store.page(of, 0, who)).own?.rank, who).toBe(own);
              }
            }
          }
        }
        for (const who of users) {
          const own = groups(
            sent.filter((one) => one.user === who),
            (one) => one.number,
          );
          const over = new Array<number>(11).fill(0);
          for (const all of own) over[Math.min(...all.map(stepsOf)) - optimal]! += 1;
          const live = own.filter((all) => all.some(isInTime)).map(([one]) => one!.number);
          const runTo = (last: number): number => (live.includes(last) ? 1 + runTo(last - 1) : 0);
          const latest = Math.max(...live);
          const figures = await store.figures(who, latest);
          expect(figures).toMatchObject({ solved: own.length, over, isHidden: hidden.has(who) });
          expect([figures.streak, figures.best]).toEqual([runTo(latest), Math.max(0, ...live.map(runTo))]);
        }
        for (const who of users) await store.erase(who);
        expect(await redis.keys('*')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});

test('of 100,000 members a page comes soon with the own rank, and what they take is bounded', async ({ skip }) => {
  skip(!hasRedisServer, 'a Redis in memory counts neither time nor bytes');
  const members = 100_000;
  const idOf = (index: number): string => String(10n ** 18n + BigInt(index));
  for (let from = 0; from < members; from += 5000) {
    const people = Array.from({ length: 5000 }, (_, index) => from + index);
    await Promise.all(people.map((index) => finish(9, idOf(index), 20 + (index % 90), { seconds: index % 1000 })));
  }
  for (const period of periods) {
    const of = board(period, 9);
    await redis.config('RESETSTAT');
    const { own, rows, total } = await store.page(of, 5000, idOf(77));
    // Commands inside of scripts are counted with them, and once more by themselves.
    const stats = await redis.info('commandstats');
    const spent = [...stats.matchAll(/cmdstat_(?!config|info)\S+:calls=\d+,usec=(\d+)/gu)];
    expect([total, rows.length, own?.rank]).toEqual([members, 10, expect.any(Number)]);
    expect(spent.length).toBeGreaterThan(3);
    // Promised are 20 ms.
    expect(spent.reduce((sum, [, usec]) => sum + Number(usec), 0)).toBeLessThan(20_000);
    const bytes = await redis.memory('USAGE', `test:daily:board:${period}:${spanOf(period, 9)[0]}:${everywhere}`);
    expect(bytes! / members).toBeLessThan(160);
  }
  const sizes = await Promise.all((await redis.keys(`*:${idOf(77)}`)).map((key) => redis.memory('USAGE', key)));
  expect(sizes.reduce((sum: number, size) => sum + size!, 0)).toBeLessThan(1500);
}, 120_000);
