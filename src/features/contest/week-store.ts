/** Settings and running contests of servers with a weekly contest, in Redis. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import { timetableSchema } from '../../discord/timetable.ts';
import { defineScripts } from '../../runtime/store.ts';
import { AgendaStore, agendaFields, jsonField } from '../../schedule/agenda.ts';
import { weekdays } from './week-rules.ts';

/** Contests in a row that Discord refused, after which there are no more. */
const patience = 4;

const settingsSchema = timetableSchema.extend({ weekday: z.enum(weekdays) });
type WeekSettings = Readonly<z.infer<typeof settingsSchema>>;

const currentSchema = z.strictObject({
  /** Of the contest. */
  id: snowflake,
  /** Its position follows from it. */
  seed: snowflake,
  /** In milliseconds since 1970. */
  ends: z.int(),
});
export type CurrentContest = Readonly<z.infer<typeof currentSchema>>;

const serverSchema = z.object({
  ...agendaFields,
  settings: jsonField(settingsSchema),
  /** The contest that has begun and not ended. */
  current: jsonField(currentSchema).optional(),
  /** The next one begins at this time or later, in milliseconds since 1970. */
  from: z.coerce.number(),
});
export type WeekServer = Readonly<z.infer<typeof serverSchema>>;

const written = (contest: CurrentContest | undefined): string => (contest ? JSON.stringify(contest) : '');

export class WeekStore extends AgendaStore<WeekServer> {
  protected readonly section = 'weekly';
  protected readonly schema = serverSchema;
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['weekSave', 'weekReplace', 'weekEnd']);

  /**
   * @param now in milliseconds since 1970
   * @param retried the current contest, if it could not be posted
   */
  async save(
    guild: string,
    settings: WeekSettings,
    { locale, now, retried }: { locale: string; now: number; retried?: CurrentContest | undefined },
  ): Promise<void> {
    const values = [guild, JSON.stringify(settings), locale, now, written(retried)];
    await this.scripts.weekSave([this.serverKey(guild), this.agenda], ...values);
  }

  /** Replaces the current contest, unless it changed since it was read. */
  async replace(guild: string, before: CurrentContest | undefined, after: CurrentContest): Promise<void> {
    await this.scripts.weekReplace([this.serverKey(guild)], written(before), written(after));
  }

  /**
   * Ends the current contest, unless it was ended. After some that Discord refused, the server is removed.
   * @param isPosted whether people could take part
   */
  async end(guild: string, contest: CurrentContest, isPosted: boolean): Promise<void> {
    const values = [guild, written(contest), contest.ends, isPosted ? 1 : 0, patience];
    await this.scripts.weekEnd([this.serverKey(guild), this.agenda], ...values);
  }
}
