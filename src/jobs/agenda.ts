/** Servers that get something by the clock, in Redis: their settings, and when to check which. */
import { defineScripts, Store } from '../runtime/store.ts';

export abstract class AgendaStore extends Store {
  private readonly agendaScripts = defineScripts(this.redis, import.meta.url, ['agendaPlan', 'agendaRelocate']);

  protected get agenda(): string {
    return this.key('agenda');
  }

  protected serverKey(guild: string): string {
    return this.key('server', guild);
  }

  /** The servers whose next check is due. */
  due(now: number): Promise<string[]> {
    return this.redis.zrangebyscore(this.agenda, '-inf', now);
  }

  /** Plans the next check of a server; if its settings have changed since `revision`, at once. */
  async plan(guild: string, revision: number, at: number): Promise<void> {
    await this.agendaScripts.agendaPlan([this.serverKey(guild), this.agenda], guild, revision, at);
  }

  async relocate(guild: string, locale: string): Promise<void> {
    await this.agendaScripts.agendaRelocate([this.serverKey(guild)], locale);
  }

  /** Removes a server with its settings. */
  async remove(guild: string): Promise<void> {
    await this.redis.multi().del(this.serverKey(guild)).zrem(this.agenda, guild).exec();
  }
}
