/**
 * Takes requests from people: adds them to the queue, acknowledges them, and lets their askers cancel them. A request is
 * acknowledged only when it is in the queue: if its bot stops before, the asker is told so, and nobody waits for an answer.
 */
import {
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { LRUCache } from 'lru-cache';
import type { RecentQuestions } from '../ask/recent-questions.ts';
import { type Component, component } from '../discord/command.ts';
import { about, plainMessage } from '../discord/message.ts';
import { replyPrivately, unlessAcknowledged } from '../discord/replies.ts';
import { translator } from '../locales/index.ts';
import { defaultPresentation, type Presentation } from '../render/presentation.ts';
import { within } from '../runtime/deadline.ts';
import type { PersonalData } from '../runtime/erasure.ts';
import { metrics } from '../runtime/metrics.ts';
import { jobVersion } from '../runtime/version.ts';
import { waits } from '../runtime/waits.ts';
import type { AnswerGuard, JobDefinition, Lane, Spoiled, Work } from './define.ts';
import { encodeReply, type ReplyJob } from './job.ts';
import type { PendingReplies } from './pending-replies.ts';
import { cancelComponent, parseCancel } from './progress.ts';
import type { WorkQueue } from './queue.ts';
import type { Admission, QueueLimits, Quota } from './quota.ts';
import { responseMilliseconds, type WorkStore } from './store.ts';

/** The longest wait for Redis. Of Discord's 3 s, the acknowledgements of a rush need some themselves. */
const patienceMilliseconds = responseMilliseconds / 2;
/** Acknowledgements of that time that a process remembers. Those it forgets cost one more request each. */
const mostAcknowledged = 4096;

export type Requester =
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

export interface ReplyOptions {
  /** By default as the option `private` of the command says. */
  readonly isPrivate?: boolean;
  readonly step?: number;
  readonly presentation?: Presentation;
  readonly isUpdate?: boolean;
}

type Decision = Admission | { readonly is: 'spoiler'; readonly spoiled: Spoiled };

interface RequestsDeps {
  readonly limits: QueueLimits;
  readonly quota: Quota;
  readonly store: WorkStore;
  readonly queue: WorkQueue;
  readonly replies: PendingReplies;
  readonly recent: RecentQuestions;
  readonly guard: AnswerGuard;
}

export class Requests implements PersonalData {
  readonly name = 'questions';
  private readonly deps: RequestsDeps;
  /** Requests that are being let in or acknowledged. */
  private readonly entering = new Set<Promise<unknown>>();
  /** Ends the wait of an acknowledgement for its answer, by the id of the request, from before it is in the queue. */
  private readonly held = new Map<string, () => void>();
  /** Requests that were acknowledged while Discord still takes a first response: it would refuse another one. */
  private readonly acknowledged = new LRUCache<string, true>({ max: mostAcknowledged, ttl: responseMilliseconds });

  constructor(deps: RequestsDeps) {
    this.deps = deps;
  }

  /**
   * Waits until the requests of this moment are let in and the due acknowledgements are sent: Discord waits three seconds for
   * those, and minutes for answers. Later it no longer matters, so one that hangs holds up nobody.
   */
  async urgent(): Promise<void> {
    if (this.entering.size === 0) return;
    await within(responseMilliseconds, Promise.allSettled(this.entering));
  }

  /** Whether a request has its first response, as far as this process knows. */
  isAcknowledged(id: string): boolean | undefined {
    return this.acknowledged.get(id) ?? (this.held.has(id) ? false : undefined);
  }

  /** The answer is the first response: no acknowledgement is needed any more. */
  answered(id: string): void {
    this.held.get(id)?.();
  }

  /**
   * Lets a request in, which makes it a job, and acknowledges it unless its answer comes first. Redis owes the answer then.
   * @returns whether the request was accepted
   */
  async ask<Definition extends JobDefinition>(
    interaction: Requester,
    work: Work<Definition>,
    options: ReplyOptions = {},
  ): Promise<boolean> {
    const began = performance.now();
    const { id } = interaction;
    const answered = new Promise<true>((resolve) => {
      this.held.set(id, () => resolve(true));
    });
    if (interaction.deferred) this.acknowledged.set(id, true);
    try {
      const { request, isUpdate, accepting, isEarly } = await this.first(this.enter(interaction, work, options));
      const decision = await accepting;
      metrics.requests.inc({ kind: work.job.kind, verdict: decision.is });
      if (decision.is === 'answered') return true;
      if (decision.is !== 'accepted') {
        const content = await this.refusal(translator(interaction.locale), decision);
        // An edit of a public reply would be public too.
        if (!isEarly && interaction.replied && interaction.ephemeral === false) await interaction.deleteReply();
        await replyPrivately(interaction, content);
        return false;
      }
      if (isEarly && !interaction.deferred) {
        const hold = Math.max(0, began + waits.acknowledgement - performance.now());
        await this.acknowledge(interaction, request, isUpdate, hold, answered);
      }
      // Discord takes no report of a request that is not acknowledged.
      if (decision.isFirst) void this.deps.replies.report(request, interaction.token);
      return true;
    } finally {
      this.held.delete(id);
    }
  }

  /** Does what people wait three seconds for at most, before any answer. */
  private async first<Result>(entering: Promise<Result>): Promise<Result> {
    this.entering.add(entering);
    return entering.finally(() => this.entering.delete(entering));
  }

  /**
   * Acknowledges a request that has no answer after a moment. Answer and acknowledgement may both be on their way, also
   * from two bots: Discord takes the first one, and refuses the other. No key decides, as a key would lose answers.
   */
  private async acknowledge(
    interaction: Requester,
    { id, private: isPrivate }: ReplyJob,
    isUpdate: boolean,
    hold: number,
    answered: Promise<true>,
  ): Promise<void> {
    if (await within(hold, answered)) return;
    const acknowledging = isUpdate
      ? (interaction as MessageComponentInteraction).deferUpdate()
      : interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
    await this.first(unlessAcknowledged(acknowledging));
    this.acknowledged.set(id, true);
  }

  /** Whether somebody may do what is no request itself, but costs as much. Otherwise they are told why. */
  private async isAdmitted(interaction: Requester, kind: string): Promise<boolean> {
    const { limits, quota, queue } = this.deps;
    const { id, user, guildId } = interaction;
    const asker = { id, user: user.id, guild: guildId ?? undefined };
    const decision = await within(patienceMilliseconds, quota.acquire(asker, queue.keysOf('quick'), limits));
    const t = translator(interaction.locale);
    if (decision) metrics.requests.inc({ kind, verdict: decision.is });
    if (decision?.is === 'accepted') return true;
    if (!decision) await replyPrivately(interaction, t('refused.slow'));
    else if (decision.is !== 'answered') await replyPrivately(interaction, await this.refusal(t, decision));
    return false;
  }

  /** Does what is no job itself but costs as much as a question, such as to show a drawing, within the same limits. */
  async limited(interaction: Requester, kind: string, work: () => Promise<unknown>): Promise<void> {
    const { quota, queue } = this.deps;
    if (!(await this.isAdmitted(interaction, kind))) return;
    try {
      await work();
    } finally {
      await queue.moveUp(await quota.answered(interaction.id, interaction.user.id));
    }
  }

  /** Does what has to be known before a request, within the same limits. @returns undefined after a refusal */
  async before<Result>(interaction: Requester, kind: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (!(await this.isAdmitted(interaction, kind))) return undefined;
    try {
      return await work();
    } finally {
      await this.deps.quota.release({ id: interaction.id, user: interaction.user.id });
    }
  }

  /** Starts to let a request in. If the decision is late, the asker is told to wait. */
  private async enter<Definition extends JobDefinition>(
    interaction: Requester,
    work: Work<Definition>,
    { isPrivate, step = 0, presentation = defaultPresentation, isUpdate: isChange = false }: ReplyOptions,
  ) {
    const { channelId: channel, guildId: guild, deferred: wasDeferred } = interaction;
    const isWished =
      isPrivate ?? (interaction.isChatInputCommand() && interaction.options.getBoolean('private') === true);
    const began = performance.now();
    const left = () => began + patienceMilliseconds - performance.now();
    const place = { user: interaction.user.id, guild: guild ?? undefined };
    const spoiledFor = (isForAsker: boolean): Promise<Spoiled | undefined> =>
      this.deps.guard.spoiledBy({ ...place, private: isForAsker }, work.job.reveals?.(work.request));
    // Both in one look at the running challenges. Whoever has solved one may see an answer that others must not see.
    const spoils = Promise.all([isWished || work.job.redacts ? undefined : spoiledFor(false), spoiledFor(true)]);
    const [spoiled, known] = await Promise.all([within(left(), spoils), within(left(), this.deps.store.result(work))]);
    const isSpoiler = spoiled?.[0] !== undefined;
    const isAlone = isWished || isSpoiler;
    const isUpdate = isChange && !isSpoiler && interaction.isMessageComponent();
    const locale = isAlone ? interaction.locale : (interaction.guildLocale ?? interaction.locale);
    const request: ReplyJob = {
      version: jobVersion,
      id: interaction.id,
      application: interaction.applicationId,
      user: interaction.user.id,
      private: isAlone,
      ...(isUpdate && { update: true as const }),
      locale,
      ...(locale !== interaction.locale && { own: interaction.locale }),
      work,
      step,
      presentation,
      ...(channel && { channel }),
      ...(guild && { guild }),
    };
    // A known result needs no search, so the quick lane serves it.
    const lane = known ? 'quick' : work.job.lane(work.request);
    const accepting = this.accept(request, lane, spoils, interaction.token);
    const isEarly = (await within(left(), accepting)) !== undefined;
    if (!isEarly && !wasDeferred) {
      const { components } = plainMessage(translator(request.locale)('refused.slow'));
      const flags = MessageFlags.IsComponentsV2 | (isAlone ? MessageFlags.Ephemeral : 0);
      await unlessAcknowledged(interaction.reply({ components, flags }));
      this.acknowledged.set(request.id, true);
    }
    return { request, isUpdate, accepting, isEarly };
  }

  /** Accepts a request, which is in the queue then. */
  private async accept(
    request: ReplyJob,
    lane: Lane,
    spoils: Promise<readonly [unknown, Spoiled | undefined]>,
    token: string,
  ): Promise<Decision> {
    const { limits, quota, queue } = this.deps;
    const [, spoiled] = await spoils;
    if (spoiled) return { is: 'spoiler', spoiled };
    const admission = await quota.acquire(request, queue.keysOf(lane), limits, token);
    if (admission.is !== 'accepted') return admission;
    // Another bot that accepted it may have stopped. Work that is added again after its end is done again.
    if (admission.isFirst || !(await queue.request(request.id))) await queue.add(encodeReply(request), admission.place);
    // A deletion in between did not find the request in the queue.
    if (await quota.entered(request, request.work.isLong)) await queue.disown(request.user);
    return admission;
  }

  private async refusal(t: TFunction, decision: Exclude<Decision, { is: 'accepted' | 'answered' }>): Promise<string> {
    const { limits, store, queue } = this.deps;
    switch (decision.is) {
      case 'spoiler':
        return decision.spoiled.refusal(t);
      case 'busy':
        return t('refused.busy', { count: limits.quota });
      case 'asker':
      case 'server':
        return t(`refused.${decision.is}`, { when: `<t:${Math.ceil(decision.at / 1000)}:R>` });
      case 'full': {
        const { lane, length: count } = decision;
        const wait = await queue.wait(lane === 'quick' ? lane : 'searches', count, store);
        return wait === undefined
          ? t('refused.full', { count })
          : t('refused.fullFor', { count, time: about(t, wait) });
      }
    }
  }

  async exported(user: string): Promise<unknown> {
    const { recent: questions, quota, queue } = this.deps;
    const [recent, places, waiting] = await Promise.all([
      questions.of(user),
      quota.pendingRequests(user),
      queue.requestsOf(user),
    ]);
    if (recent.length + places.length + waiting.length === 0) return undefined;
    return {
      recent: recent.map(({ at, ...question }) => ({ ...question, at: new Date(at) })),
      places: places.map(({ request, until }) => ({ request, until: new Date(until) })),
      waiting,
    };
  }

  /** Open requests are cancelled; their answers say so without naming the asker. */
  async erase(user: string): Promise<void> {
    const { recent, store, quota, queue } = this.deps;
    for (const { id } of await queue.requestsOf(user)) await store.cancel(id);
    await queue.disown(user);
    await Promise.all([recent.forget(user), quota.forget(user)]);
  }

  readonly cancel: Component = component(cancelComponent, parseCancel, async (interaction, [id]) => {
    // The queue knows the asker; a custom id can be forged.
    const asker = (await this.deps.queue.request(id))?.user;
    if (asker !== undefined && interaction.user.id !== asker) {
      return replyPrivately(interaction, translator(interaction.locale)('progress.notYours'));
    }
    if (asker !== undefined) {
      await this.deps.store.cancel(id);
      await this.deps.queue.wakeRequest(id);
    }
    await interaction.deferUpdate();
  });
}
