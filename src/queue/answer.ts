/** The bot's side of a kind of work: what its answer says, and to whom. */
import type { TFunction } from 'i18next';
import { type Message, plainMessage } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Drawing } from '../render/drawing.ts';
import type { Logger } from '../runtime/log.ts';
import { loopTurn } from '../runtime/loop-turn.ts';
import { waits } from '../runtime/waits.ts';
import type { AnswerGuard, JobDefinition, JobResult, RequestOf, ResultOf } from './define.ts';
import type { ReplyJob } from './job.ts';

/** Attempts to render an answer: they take about 4 s, in which a killed Redis is back. */
const renderedWithin = Math.ceil(Math.log2(4000 / waits.retry + 1));

export interface ReplyContext<Definition extends JobDefinition = JobDefinition>
  extends Pick<ReplyJob, 'id' | 'step' | 'user' | 'presentation' | 'locale' | 'guild'> {
  readonly request: RequestOf<Definition>;
  /** Why the answer must leave out what it would reveal. Only for kinds with `redacts`. */
  readonly refusal?: string | undefined;
  /** Which parts the answer must leave out. Only for kinds with `revealsEach`. */
  readonly withheld?: ReadonlySet<number> | undefined;
}

/** Renders a kind of work. `Fields` are what it reads of the context, besides the request. */
export type Render<Definition extends JobDefinition, Fields extends keyof ReplyContext = never> = (
  t: TFunction,
  context: Pick<ReplyContext<Definition>, 'request' | Fields>,
  result: ResultOf<Definition>,
  drawing: Drawing,
) => Promise<Message>;

export interface Answer<Definition extends JobDefinition = JobDefinition> {
  render(...parameters: Parameters<Render<Definition, keyof ReplyContext>>): Message | Promise<Message>;
  /** Whether a result says what is wrong with the request. Only its asker reads that, in their language. */
  isProblem?(result: ResultOf<Definition>): boolean;
  /** Called after the delivery, and again if the job is repeated. */
  delivered?(context: ReplyContext<Definition>, result: ResultOf<Definition>): Promise<void>;
}

export type AnswersOf<Definition extends JobDefinition> = {
  readonly [Kind in Definition['kind']]: Answer<Extract<Definition, { kind: Kind }>>;
};

/** An answer as its asker reads it. */
interface WrittenAnswer {
  readonly message: Message;
  /** Nobody else may read it. */
  readonly isForAsker: boolean;
  /** To be called after the delivery. */
  delivered(): Promise<void>;
}

export interface AnswerDeps {
  /** By the kind of work. */
  readonly answers: Readonly<Record<string, Answer | undefined>>;
  readonly drawing: Drawing;
  readonly guard: AnswerGuard;
  readonly log: Logger;
}

/**
 * Writes the answer, without what would spoil a running challenge.
 * @param attemptsMade how often that has failed: the last attempt apologises instead of throwing
 */
export const writeAnswer = async (
  { answers, drawing, guard, log }: AnswerDeps,
  { work, ...reply }: ReplyJob,
  result: JobResult,
  attemptsMade: number,
): Promise<WrittenAnswer> => {
  const { id, guild, user, locale } = reply;
  const { job, request } = work;
  const answer = answers[job.kind];
  const isProblem = answer?.isProblem?.(result) ?? false;
  const t = translator(isProblem ? (reply.own ?? locale) : locale);
  const render = async (hidden?: Pick<ReplyContext, 'refusal' | 'withheld'>): Promise<Message> => {
    try {
      if (!answer) throw new Error(`no answer for ${job.kind}`);
      await loopTurn(user);
      return await answer.render(t, { ...reply, request, ...hidden }, result, drawing);
    } catch (error) {
      // Redis may be away for a moment.
      if (attemptsMade < renderedWithin) throw error;
      // A bug: another attempt would fail too, and the asker would never get an answer.
      log.error({ err: error, interaction: id, guild }, 'an answer could not be rendered');
      return plainMessage(t('error.ours', { id }));
    }
  };
  const delivered = async () => answer?.delivered?.({ ...reply, request }, result);
  if (isProblem) return { message: await render(), isForAsker: true, delivered };
  await loopTurn(user);
  const revealed = job.reveals?.(request, result);
  const spoiled = await guard.spoiledBy(reply, revealed);
  const refusal = spoiled && (await guard.refusal(t, spoiled, user));
  if (!spoiled || job.redacts) {
    const parts = job.revealsEach?.(request, result);
    const withheld = parts && (await guard.spoiledAmong(reply, parts));
    return { message: await render({ refusal, withheld }), isForAsker: false, delivered };
  }
  if (await guard.spoiledBy({ ...reply, private: true }, revealed)) {
    return { message: plainMessage(refusal!), isForAsker: true, delivered: async () => {} };
  }
  return { message: await render(), isForAsker: true, delivered };
};
