/** The bot's side of a kind of work: what its answer says, and to whom. */
import type { TFunction } from 'i18next';
import { type Message, plainMessage } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Logger } from '../runtime/log.ts';
import { loopTurn } from '../runtime/loop-turn.ts';
import type { AnswerGuard, JobDefinition, JobResult, RequestOf, ResultOf } from './define.ts';
import type { ReplyJob } from './job.ts';

/** Attempts to render an answer. They take about 4 s, in which a killed Redis is back. */
const renderedWithin = 4;

export interface Asked<Definition extends JobDefinition = JobDefinition>
  extends Pick<ReplyJob, 'id' | 'step' | 'user' | 'presentation' | 'locale' | 'guild'> {
  readonly request: RequestOf<Definition>;
  /** Why the answer must leave out what it would reveal. Only for kinds with `redacts`. */
  readonly refusal?: string | undefined;
  /** Which parts the answer must leave out. Only for kinds with `revealsEach`. */
  readonly withheld?: ReadonlySet<number> | undefined;
}

export interface Answer<Definition extends JobDefinition = JobDefinition> {
  render(t: TFunction, asked: Asked<Definition>, result: ResultOf<Definition>): Message | Promise<Message>;
  /** Called after the delivery, and again if the job is repeated. */
  delivered?(asked: Asked<Definition>, result: ResultOf<Definition>): Promise<void>;
}

export type AnswersOf<Definition extends JobDefinition> = {
  readonly [Kind in Definition['kind']]: Answer<Extract<Definition, { kind: Kind }>>;
};

/** An answer as its asker reads it. */
export interface WrittenAnswer {
  readonly message: Message;
  /** Nobody else may read it. */
  readonly isForAsker: boolean;
  /** To be called after the delivery. */
  delivered(): Promise<void>;
}

interface AnswerWriterDeps {
  answerOf(kind: string): Answer | undefined;
  readonly guard: AnswerGuard;
  readonly log: Logger;
}

export class AnswerWriter {
  private readonly deps: AnswerWriterDeps;

  constructor(deps: AnswerWriterDeps) {
    this.deps = deps;
  }

  /**
   * Writes the answer, without what would spoil a running challenge.
   * @param attemptsMade how often that has failed: the last attempt apologises instead of throwing
   */
  async write(asked: ReplyJob, result: JobResult, attemptsMade: number): Promise<WrittenAnswer> {
    const { guard } = this.deps;
    const t = translator(asked.locale);
    await loopTurn(asked.user);
    const { job: definition, request } = asked.work;
    const revealed = definition.reveals?.(request, result);
    const spoiled = await guard.spoiledBy(asked, revealed);
    const refusal = spoiled && (await guard.refusal(t, spoiled, asked.user));
    const delivered = this.listener(asked, result);
    if (!spoiled || definition.redacts) {
      const parts = definition.revealsEach?.(request, result);
      const withheld = parts && (await guard.spoiledAmong(asked, parts));
      const message = await this.render(asked, result, attemptsMade, { refusal, withheld });
      return { message, isForAsker: false, delivered };
    }
    if (await guard.spoiledBy({ ...asked, private: true }, revealed)) {
      return { message: plainMessage(refusal!), isForAsker: true, delivered: async () => {} };
    }
    return { message: await this.render(asked, result, attemptsMade), isForAsker: true, delivered };
  }

  private listener({ work, ...asked }: ReplyJob, result: JobResult): WrittenAnswer['delivered'] {
    const answer = this.deps.answerOf(work.job.kind);
    return async () => answer?.delivered?.({ ...asked, request: work.request }, result);
  }

  private async render(
    asked: ReplyJob,
    result: JobResult,
    attemptsMade: number,
    hidden?: Pick<Asked, 'refusal' | 'withheld'>,
  ): Promise<Message> {
    const { id: interaction, guild, locale, work } = asked;
    const t = translator(locale);
    try {
      const answer = this.deps.answerOf(work.job.kind);
      if (!answer) throw new Error(`no answer for ${work.job.kind}`);
      await loopTurn(asked.user);
      return await answer.render(t, { ...asked, request: work.request, ...hidden }, result);
    } catch (error) {
      // Redis may be away for a moment.
      if (attemptsMade < renderedWithin) throw error;
      // A bug: another attempt would fail too, and the asker would never get an answer.
      this.deps.log.error({ err: error, interaction, guild }, 'an answer could not be rendered');
      return plainMessage(t('error.ours', { id: interaction }));
    }
  }
}
