/** The contract of a feature; `index.ts` lists all features. */
import type { Guild, REST } from 'discord.js';
import type { Redis } from 'ioredis';
import type { RecentQuestions } from '../ask/recent-questions.ts';
import type { Handlers } from '../discord/command.ts';
import type { Definition, Subcommand } from '../discord/definition.ts';
import type { WorkQueue } from '../queue/queue.ts';
import type { QueueLimits, Quota } from '../queue/quota.ts';
import type { Requests } from '../queue/request.ts';
import type { WorkStore } from '../queue/store.ts';
import type { Drawing } from '../render/drawing.ts';
import type { Config } from '../runtime/config.ts';
import type { PersonalData } from '../runtime/erasure.ts';
import type { Logger } from '../runtime/log.ts';
import type { Posts } from '../schedule/posts.ts';
import type { ChallengeSource } from '../spoilers/challenge.ts';
import type { SpoilerGuard } from '../spoilers/guard.ts';
import type { Answers } from './jobs.ts';
import type { GameBoards } from './play/boards.ts';

export interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  /** For messages that the bot posts by itself. */
  readonly rest: REST;
  /** Fails while Redis is away: for commands, because a person waits. */
  readonly producer: Redis;
  /** Waits while Redis is away. */
  readonly consumer: Redis;
  /** Results, by `producer`. */
  readonly store: WorkStore;
  readonly recent: RecentQuestions;
  readonly queue: WorkQueue;
  readonly drawing: Drawing;
  /** For what runs by the clock: the same results, and messages that are posted once, by `consumer`. */
  readonly patientStore: WorkStore;
  readonly posts: Posts;
}

export interface Services extends Foundation {
  /** For `/help`. */
  readonly features: readonly Feature[];
  readonly limits: QueueLimits;
  readonly quota: Quota;
  readonly guard: SpoilerGuard;
  readonly requests: Requests;
  readonly personalData: readonly PersonalData[];
  /** Shared by `/play` and `/daily play`. */
  readonly gameBoards: GameBoards;
}

/** Work that starts without an interaction. */
interface BackgroundTask {
  /** Resolves once it takes jobs. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Called once an answer is delivered, and again if its job is repeated. */
type DeliveryListeners = { readonly [Kind in keyof Answers]?: NonNullable<Answers[Kind]['delivered']> };

/** What a feature does in the bot. */
export interface RunningFeature extends Handlers {
  readonly answers?: Partial<Answers>;
  readonly onDelivered?: DeliveryListeners;
  /** The bot was added to a server. */
  readonly onGuildCreate?: (guild: Guild) => Promise<void>;
  readonly onGuildDelete?: (guild: Guild) => Promise<void>;
  readonly onGuildUpdate?: (guild: Guild) => Promise<void>;
  readonly background?: BackgroundTask;
}

/** The pages of `/help` that list commands, in their order. */
export const helpPages = ['play', 'challenges', 'solve', 'more'] as const;
export type HelpPage = (typeof helpPages)[number];

export interface Feature {
  /** Where `/help` lists its commands and subcommands. Absent if it has none that people type. */
  readonly helpPage?: HelpPage;
  readonly commands: readonly Definition[];
  /** Subcommands that it adds to commands of other features, by their names. */
  readonly subcommands?: Readonly<Record<string, readonly Subcommand[]>>;
  readonly personalData?: (foundation: Foundation) => readonly PersonalData[];
  readonly challenges?: (foundation: Foundation) => ChallengeSource;
  /** A large feature is several. */
  readonly create: (services: Services) => RunningFeature | readonly RunningFeature[];
}
