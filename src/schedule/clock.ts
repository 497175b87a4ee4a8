/** Whether this process's clock is right: compared with the `Date` of Discord's responses, or else with Redis's clock. */
import { type REST, Routes } from 'discord.js';
import type { Redis } from 'ioredis';

/** How far the bot's clock may be ahead of Discord's, in milliseconds. */
export const skewMilliseconds = 60_000;

export class DiscordClock {
  private readonly rest: REST;
  private readonly redis: Redis;
  /** Discord's time at the last response, and when that was by a clock that never jumps. */
  private last: { readonly date: number; readonly at: number } | undefined;

  constructor(rest: REST, redis: Redis) {
    this.rest = rest;
    this.redis = redis;
    rest.on('response', (_, { headers }) => {
      const date = Date.parse(headers.get('date') ?? '');
      if (!Number.isNaN(date)) this.last = { date, at: performance.now() };
    });
  }

  /** @throws Error if this clock is more than some milliseconds ahead */
  async expectNotAhead(most: number): Promise<void> {
    if ((this.ahead() ?? Number.POSITIVE_INFINITY) <= most) return;
    // There was no response yet, or the machine slept since.
    await this.rest.get(Routes.gatewayBot()).catch(() => {});
    const ahead = this.ahead() ?? Date.now() - (await this.redisTime());
    if (ahead > most) throw new Error(`this clock is ${Math.round(ahead / 1000)} s ahead: set it right`);
  }

  private ahead(): number | undefined {
    return this.last && Date.now() - (this.last.date + performance.now() - this.last.at);
  }

  private async redisTime(): Promise<number> {
    const [seconds] = await this.redis.time();
    return Number(seconds) * 1000;
  }
}
