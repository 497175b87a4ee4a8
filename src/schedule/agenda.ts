/** Servers that get something by the clock, in Redis: their settings, and when to check which. */
import { defineScripts, Store } from '../runtime/store.ts';

/** What the store of a feature reads of a server. */
export interface AgendaServer {
  readonly locale: string;
  /** Grows with each change of the settings. */
  readonly revision: number;
}

export abstract class AgendaStore<Server extends AgendaServer> extends Store {
  private readonly agendaScripts = defineScripts(this.redis, import.meta.url, ['agendaPlan', 'agendaRelocate']);

  /** Undefined where nothing is wanted. */
  abstract server(guild: string): Promise<Server | undefined>;

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

  /** Plans the next check of a server: at once if its settings have changed since `revision`, and never if it was removed. */
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
