/** Servers that get something by the clock, in Redis: their settings, and when to check which. */
import { z } from 'zod';
import { defineScripts, Store } from '../runtime/store.ts';

/** The fields of each server. */
export const agendaFields = {
  locale: z.string().default('en-US'),
  /** Grows with each change of the settings. */
  revision: z.coerce.number(),
};
const agendaServer = z.object(agendaFields);
export type AgendaServer = Readonly<z.infer<typeof agendaServer>>;

/** A field with JSON. */
export const jsonField = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

export abstract class AgendaStore<Server extends AgendaServer> extends Store {
  private readonly agendaScripts = defineScripts(this.redis, import.meta.url, ['agendaPlan', 'agendaRelocate']);

  /** Of all fields of a server. */
  protected abstract readonly schema: z.ZodType<Server>;

  /** Undefined where nothing is wanted, or settings are those of another version. */
  async server(guild: string): Promise<Server | undefined> {
    return this.schema.safeParse(await this.redis.hgetall(this.serverKey(guild))).data;
  }

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
