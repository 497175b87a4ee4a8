/**
 * Which bot handles an interaction. Discord sends each one to all bots of a shard, of which there are two during an update: if
 * both handled it, the answer of the one that changed nothing could come first.
 */
import { within } from '../runtime/deadline.ts';
import { poll } from '../runtime/repeat.ts';
import { Store } from '../runtime/store.ts';

/** After that, a bot that no longer renews its claim is dead. */
const leaseMilliseconds = 1000;
/** How often a bot renews it. Most interactions are handled before. */
const renewMilliseconds = 400;
/** How long another bot is ready to go on in its place: it still has time then for a response within Discord's three seconds. */
const readyMilliseconds = 1800;
/** Longer than Discord takes a first response, and than a bot may lag behind another. */
const handledMilliseconds = 5000;
/** The longest wait for Redis. */
const patienceMilliseconds = 500;

export class Claims extends Store {
  protected readonly section = 'interaction';

  /** Handles an interaction, unless another bot does. @returns whether it is handled here */
  async handle(interaction: string, work: () => Promise<void>): Promise<boolean> {
    const take = async () => (await this.take(interaction)) || undefined;
    if (!((await take()) ?? (await poll(take, readyMilliseconds)))) return false;
    const renewal = setInterval(() => void this.keep(interaction, leaseMilliseconds), renewMilliseconds);
    try {
      await work();
    } finally {
      clearInterval(renewal);
      void this.keep(interaction, handledMilliseconds);
    }
    return true;
  }

  /** @returns false if another bot has it. While Redis is away, any bot does */
  private async take(interaction: string): Promise<boolean> {
    const taken = this.redis.set(this.key(interaction), '', 'PX', leaseMilliseconds, 'NX').then(
      (reply) => reply !== null,
      () => true,
    );
    return (await within(patienceMilliseconds, taken)) ?? true;
  }

  private async keep(interaction: string, milliseconds: number): Promise<void> {
    await this.redis.pexpire(this.key(interaction), milliseconds).catch(() => {});
  }
}
