/** The contract of a feature. `index.ts` is the list of them, from which everything else is made. */
import type { Guild, REST } from 'discord.js';
import type { Redis } from 'ioredis';
import type { Handlers } from '../discord/command.ts';
import type { Definition, Subcommand } from '../discord/definition.ts';
import type { WorkQueue } from '../jobs/queue.ts';
import type { QueueLimits, Quota } from '../jobs/quota.ts';
import type { Requests } from '../jobs/request.ts';
import type { WorkStore } from '../jobs/store.ts';
import type { Drawing } from '../render/drawing.ts';
import type { Config } from '../runtime/config.ts';
import type { Erasures, PersonalData } from '../runtime/erasure.ts';
import type { Logger } from '../runtime/log.ts';
import type { ChallengeSource, SpoilerGuard } from '../spoilers/guard.ts';
import type { ChallengeResults } from './daily/results.ts';
import type { Answers } from './jobs.ts';
import type { GameBoards } from './play/boards.ts';

/** What the pipeline of requests is built on, too. */
export interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  /** For what the bot posts by itself; answers to interactions have a client of their own. */
  readonly rest: REST;
  /** Redis for what a person waits for: commands fail while it is away. */
  readonly producer: Redis;
  /** Redis for work that waits until it is back. */
  readonly consumer: Redis;
  /** Results and recent questions, by `producer`. */
  readonly store: WorkStore;
  readonly queue: WorkQueue;
  readonly drawing: Drawing;
}

/** Everything that features are made from. */
export interface Services extends Foundation {
  readonly limits: QueueLimits;
  readonly quota: Quota;
  readonly erasures: Erasures;
  readonly guard: SpoilerGuard;
  readonly requests: Requests;
  /** Everything that the bot keeps about people. */
  readonly personalData: readonly PersonalData[];
  /** Takes solutions of daily challenges: `/daily submit` and games share it. */
  readonly challengeResults: ChallengeResults;
  /** Shows games: `/play` and `/daily play` share it. */
  readonly gameBoards: GameBoards;
}

/** Work that goes on without anybody asking. */
interface BackgroundTask {
  /** Resolves once it takes its jobs. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Called once an answer is delivered, and again if its job is repeated. */
type DeliveryListeners = { readonly [Kind in keyof Answers]?: NonNullable<Answers[Kind]['delivered']> };

/** What a feature does in the bot. */
export interface RunningFeature extends Handlers {
  /** How the results of its kinds of work are shown. */
  readonly answers?: Partial<Answers>;
  readonly onDelivered?: DeliveryListeners;
  readonly onGuildDelete?: (guild: Guild) => Promise<void>;
  readonly onGuildUpdate?: (guild: Guild) => Promise<void>;
  readonly background?: BackgroundTask;
}

export interface Feature {
  /** Its commands, as Discord registers them. */
  readonly commands: readonly Definition[];
  /** Subcommands that it adds to commands of other features, by the name of the command. */
  readonly subcommands?: Readonly<Record<string, readonly Subcommand[]>>;
  /** What it keeps about people. */
  readonly personalData?: (foundation: Foundation) => readonly PersonalData[];
  /** The challenges that nobody may be told the solution of. */
  readonly challenges?: (foundation: Foundation) => ChallengeSource;
  readonly create: (services: Services) => RunningFeature;
}
