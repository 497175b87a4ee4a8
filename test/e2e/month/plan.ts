/** What a run of the test consists of. */
import type { Channel, Guild, Person } from '@antipode/stand-in';

export interface Server {
  readonly guild: Guild;
  readonly channel: Channel;
  readonly admin: Person;
  readonly zone: string;
  readonly hour: number;
  /** Whether the admin changes the hour during the run. */
  readonly changes: boolean;
}

export interface Member {
  readonly person: Person;
  readonly server: Server;
  /** The numbers that they have finished, and when. */
  readonly finished: Map<number, number>;
  /** Whether they submit solutions by the command; the test records those of the others. */
  readonly types: boolean;
  readonly wantsReminders: boolean;
}

/** Something that happens at a time, whether the bot is running or not. */
export interface Happening {
  readonly at: number;
  readonly act?: () => Promise<void>;
  /** The bot is not killed meanwhile. */
  readonly isCalm?: true;
}

export interface Plan {
  readonly from: string;
  readonly days: number;
  readonly servers: number;
  readonly members: number;
  readonly kills: number;
  /** How long the bot is away at some times, in hours. */
  readonly downtimes: readonly number[];
  readonly seed: string;
}

const isFull = (import.meta as ImportMeta & { env: { MODE: string } }).env.MODE === 'full';

/** 60 servers in 24 zones; in the spring all but the American ones change their clocks within ten days. */
export const plans: readonly Plan[] = isFull
  ? [
      { from: '2027-03-10', days: 31, servers: 60, members: 40, kills: 200, downtimes: [26, 30, 49], seed: '1' },
      { from: '2027-10-09', days: 31, servers: 60, members: 40, kills: 100, downtimes: [30, 75], seed: '2' },
    ]
  : [{ from: '2027-03-27', days: 5, servers: 15, members: 10, kills: 5, downtimes: [30], seed: '3' }];
