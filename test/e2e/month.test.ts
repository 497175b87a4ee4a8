/**
 * A month of posts in servers of many time zones, over clock changes in both directions, while the bot is killed many
 * times. Everything is real (bot, worker, queue, Redis) except Discord and the clocks, which the test moves from one
 * event to the next.
 *
 * `npm run month` runs two whole months, and kills the bot 200 times in the first; the suite runs the days around the
 * clock changes of a spring.
 */
import { expect, test } from 'vitest';
import { hasRedisServer } from '../support/needs.ts';
import { Month } from './month/month.ts';
import { plans } from './month/plan.ts';
import { minute } from './month/time-zones.ts';

test.skipIf(!hasRedisServer).each(plans)(
  'from $from, for $days days and $kills kills: every number is posted once, and all streaks are right (needs redis-server)',
  async (plan) => {
    const started = performance.now();
    const { figures } = await Month.run(plan);
    const rows = [...figures].map(([what, count]) => `${String(count).padStart(8)}  ${what}`);
    const took = `${Math.round((performance.now() - started) / 1000)} s`;
    const title = `${plan.days} days from ${plan.from} in ${plan.servers} servers, ${took}:`;
    process.stdout.write(`${[title, ...rows].join('\n')}\n`);
    expect(figures.get('kills')).toBe(plan.kills + plan.downtimes.length);
    // Enough of the kills struck at a critical time.
    const loose = [...figures].filter(([what]) => what.startsWith('posts left'));
    expect(loose.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(plan.kills / 8);
    const downDays = plan.downtimes.reduce((sum, hours) => sum + hours, 0) / 24;
    expect(figures.get('posts')).toBeGreaterThan(0.8 * (plan.days - downDays) * plan.servers);
  },
  20 * minute,
);
