/** Takes a request from a person: gives it to the queue, acknowledges it, and lets its asker cancel it. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { type Component, component } from '../discord/command.ts';
import { about, plainMessage } from '../discord/message.ts';
import { isAcknowledged } from '../discord/rest.ts';
import { translator } from '../locales/index.ts';
import type { PersonalData } from '../runtime/erasure.ts';
import { metrics } from '../runtime/metrics.ts';
import type { JobDefinition, Work } from './define.ts';
import type { AnswerGuard, Spoiled } from './guard.ts';
import { defaultPresentation, jobVersion, type Presentation, type ReplyJob } from './job.ts';
import type { PendingReplies } from './pending-replies.ts';
import { cancelComponent, parseCancel } from './progress.ts';
import type { WorkQueue } from './queue.ts';
import type { Admission, QueueLimits, Quota } from './quota.ts';
import type { WorkStore } from './store.ts';

/** How long Redis is waited for. Of the 3 s that Discord gives, the acknowledgements of a rush need some themselves. */
const patienceMilliseconds = 1500;

/** An acknowledgement, unless there is one: only word of it was lost, or another bot was first. */
const unlessAcknowledged = (acknowledging: Promise<unknown>): Promise<unknown> =>
  acknowledging.catch((error: unknown) => {
    if (!isAcknowledged(error)) throw error;
  });

export type Requester =
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | MessageComponentInteraction;

interface ReplyOptions {
  readonly isPrivate: boolean;
  /** The board of a solution to show first, and how. */
  readonly step?: number;
  readonly presentation?: Presentation;
  /** Whether the answer changes the message that a component is on. */
  readonly isUpdate?: boolean;
}

/** What became of a request. */
type Decision = Admission | { readonly is: 'spoiler'; readonly spoiled: Spoiled };

export class Requests implements PersonalData {
  readonly name = 'questions';
  private readonly limits: QueueLimits;
  private readonly quota: Quota;
  private readonly store: WorkStore;
  private readonly queue: WorkQueue;
  private readonly replies: PendingReplies;
  private readonly guard: AnswerGuard;

  constructor(
    limits: QueueLimits,
    quota: Quota,
    store: WorkStore,
    queue: WorkQueue,
    replies: PendingReplies,
    guard: AnswerGuard,
  ) {
    this.limits = limits;
    this.quota = quota;
    this.store = store;
    this.queue = queue;
    this.replies = replies;
    this.guard = guard;
  }

  /**
   * Give a request to the queue. The queue has it before the acknowledgement: once a person sees "thinking…", Redis owes
   * the answer. Where Redis is too slow for that, the asker is told that there may be no answer; if the queue has the
   * request after all, its answer replaces those words.
   * @returns whether it was accepted; if not, the asker has been told
   */
  async ask<Definition extends JobDefinition>(
    interaction: Requester,
    work: Work<Definition>,
    { isPrivate: isWished, step = 0, presentation = defaultPresentation, isUpdate: isChange = false }: ReplyOptions,
  ): Promise<boolean> {
    const { id, user, channelId } = interaction;
    const patience = sleep(patienceMilliseconds, undefined);
    const isSpoiler = !isWished && (await Promise.race([this.isSpoilerToOthers(work), patience])) === true;
    const isPrivate = isWished || isSpoiler;
    const isUpdate = isChange && !isSpoiler && interaction.isMessageComponent();
    const request: ReplyJob = {
      version: jobVersion,
      id,
      application: interaction.applicationId,
      user: user.id,
      private: isPrivate,
      ...(isUpdate && { update: true as const }),
      locale: isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale),
      work,
      step,
      presentation,
      ...(channelId && { channel: channelId }),
      ...(interaction.guildId && { guild: interaction.guildId }),
    };
    const accepting = this.accept(request, interaction.token);
    const early = await Promise.race([accepting, patience]);
    const isRefused = early !== undefined && early.is !== 'accepted' && early.is !== 'answered';
    if (!early) {
      const { components } = plainMessage(translator(request.locale)('refused.slow'));
      const flags = MessageFlags.IsComponentsV2 | (isPrivate ? MessageFlags.Ephemeral : 0);
      await unlessAcknowledged(interaction.reply({ components, flags }));
    } else if (early.is === 'accepted') {
      const acknowledged = isUpdate
        ? interaction.deferUpdate()
        : interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
      await unlessAcknowledged(acknowledged);
    }
    const decision = await accepting;
    metrics.requests.inc({ kind: work.job.kind, verdict: decision.is });
    if (decision.is === 'answered') return true;
    if (decision.is === 'accepted') {
      void this.replies.report(request);
      return true;
    }
    const content = await this.refusal(translator(interaction.locale), decision);
    const privately = { content, flags: MessageFlags.Ephemeral } as const;
    if (isRefused) await interaction.reply(privately);
    else {
      // What fills in a public "thinking…" is public too.
      if (interaction.ephemeral === false) await interaction.deleteReply();
      await interaction.followUp(privately);
    }
    return false;
  }

  /** Whether only the asker may see the answer: they have solved a challenge that others may still be working on. */
  private async isSpoilerToOthers({ job, request }: Work): Promise<boolean> {
    return !job.redacts && (await this.guard.spoiledBy(undefined, job.reveals?.(request))) !== undefined;
  }

  /** Give a request to the queue, if all limits allow it. From then on Redis owns it, and no process. */
  private async accept(asked: ReplyJob, token: string): Promise<Decision> {
    const { id, user, work } = asked;
    const { job, request } = work;
    const spoiled = await this.guard.spoiledBy(user, job.reveals?.(request));
    if (spoiled) return { is: 'spoiler', spoiled };
    // A known result needs no search: the quick lane serves it at once.
    const lane = (await this.store.isKnown(work)) ? 'quick' : job.lane(request);
    const admission = await this.quota.acquire(asked, lane, this.queue.keysOf(lane), this.limits);
    if (admission.is !== 'accepted') return admission;
    try {
      await this.store.keepToken(id, token);
      await this.queue.add(asked, lane, admission.place);
    } catch (error) {
      await this.quota.release(asked, lane).catch(() => {});
      throw error;
    }
    await this.replies.entered(asked, lane);
    return admission;
  }

  /** Why a request is not taken, in words. */
  private async refusal(t: TFunction, decision: Exclude<Decision, { is: 'accepted' | 'answered' }>): Promise<string> {
    switch (decision.is) {
      case 'spoiler':
        return decision.spoiled.refusal(t);
      case 'busy':
        return t('refused.busy', { count: this.limits.quota });
      case 'asker':
      case 'server':
        return t(`refused.${decision.is}`, { when: `<t:${Math.ceil(decision.at / 1000)}:R>` });
      case 'full': {
        const { lane, length } = decision;
        const wait = await this.queue.wait(lane, length, await this.store.pace(lane));
        const values = { count: length };
        return wait === undefined
          ? t('refused.full', values)
          : t('refused.fullFor', { ...values, time: about(t, wait) });
      }
    }
  }

  async exported(user: string): Promise<unknown> {
    const [recent, places, waiting] = await Promise.all([
      this.store.recent(user),
      this.quota.pendingRequests(user),
      this.queue.requestsOf(user),
    ]);
    if (recent.length + places.length + waiting.length === 0) return undefined;
    return {
      recent: recent.map(({ at, ...question }) => ({ ...question, at: new Date(at) })),
      places: places.map(({ request, until }) => ({ request, until: new Date(until) })),
      waiting,
    };
  }

  /** What is under way is called off, and says so to whoever waits for it, without our knowing who that is. */
  async erase(user: string): Promise<void> {
    for (const { id } of await this.queue.requestsOf(user)) await this.store.cancel(id);
    await this.queue.disown(user);
    await Promise.all([this.store.forget(user), this.quota.forget(user)]);
  }

  /** The Cancel button under a report of progress. */
  readonly cancel: Component = component({
    name: cancelComponent,
    parse: parseCancel,
    run: async (interaction, [id]) => {
      // The queue knows whose it is; a custom id that is sent back may say anything.
      const asker = await this.queue.askerOf(id);
      if (asker === undefined) {
        await interaction.deferUpdate();
        return;
      }
      if (interaction.user.id !== asker) {
        const content = translator(interaction.locale)('progress.notYours');
        await interaction.reply({ content, flags: MessageFlags.Ephemeral });
        return;
      }
      await this.store.cancel(id);
      await interaction.deferUpdate();
    },
  });
}
