/**
 * What all jobs have in common. zod reads them on both sides of the queue. Bump `jobVersion` when a change would make an
 * older process misread a job: bots and workers of both versions then run side by side, each with queues of their own.
 * Jobs of a version without any process left are refused, with an answer that says so.
 */
import { z } from 'zod';
import { themeNames } from '../render/theme.ts';
import type { Work } from './define.ts';
import { snowflake } from './fields.ts';

export const jobVersion = 2;

/** When an interaction (or anything with a snowflake) was made, in milliseconds since 1970. */
export const madeAt = (id: string): number => Number(BigInt(id) >> 22n) + 1_420_070_400_000;

/** How boards are shown: as emoji, as a picture, or the whole solution as an animation. */
export const views = ['emoji', 'picture', 'animation'] as const;
export const presentationSchema = z.strictObject({ view: z.enum(views), theme: z.enum(themeNames) });
export type Presentation = z.infer<typeof presentationSchema>;
export const defaultPresentation: Presentation = { view: 'emoji', theme: 'dark' };

const version = z.literal(jobVersion);

/** The child job, run by a worker, but for its work. `id` is the interaction's; the server is for the log. */
export const workJobBase = z.strictObject({ version, id: snowflake, guild: snowflake.optional() });

/** Where an answer goes. The interaction's token is not part of it: it has a key of its own, which expires with it. */
const address = {
  id: snowflake,
  application: snowflake,
  channel: snowflake.optional(),
  guild: snowflake.optional(),
  user: snowflake,
  private: z.boolean(),
  /** Whether the answer changes the message that a component was on; absent: it is a reply of its own. */
  update: z.literal(true).optional(),
  locale: z.string().max(10),
};

/** The part of a request that is the same in all versions. */
export const addressSchema = z.object(address);
export type Address = z.infer<typeof addressSchema>;

/** The parent job, run by a bot, but for its work. */
export const replyJobBase = z.strictObject({
  version,
  ...address,
  /** Which board of a solution to show: 0 is the start. */
  step: z.int().min(0).max(10_000),
  presentation: presentationSchema,
});
export type ReplyJob = z.infer<typeof replyJobBase> & { readonly work: Work };

/** The request of a person whose data was deleted since: the application stands in their place. */
export const disowned = <Asked extends Address>(asked: Asked): Asked => ({ ...asked, user: asked.application });
export const isDisowned = ({ user, application }: Address): boolean => user === application;

/** What a work job returns when its worker doesn't know its version. */
export const refusalSchema = z.strictObject({ status: z.literal('refused'), version: z.unknown() });
export type Refusal = z.infer<typeof refusalSchema>;

export const progressSchema = z.object({ generated: z.number(), lowerBound: z.number(), peakFrontier: z.number() });
