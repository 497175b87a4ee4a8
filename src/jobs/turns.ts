/**
 * Turns of long work that is not done in parts (multilevel feedback, Corbató et al. 1962). The first turn is short, and each
 * further one twice as long as the one before. Those that have had fewer turns come first, so a short search never waits for
 * the end of a long one. Nobody is interrupted while nobody waits.
 */

/** Short, as a question that has missed its slice on a busy machine waits for all first turns that have just begun. */
const firstTurnMilliseconds = 500;
/** Priorities count the turns that a search has had. Below them is its place among the requests of its asker. */
const turnStep = 4096;

const turnsIn = (priority: number): number => Math.floor(priority / turnStep);
const turnMilliseconds = (turns: number): number => firstTurnMilliseconds * 2 ** turns;

/** The priority of a search in another place among the requests of its asker. */
export const inPlace = (priority: number, place: number): number => turnsIn(priority) * turnStep + place;

/** More turns than any search has, whose priorities BullMQ still allows: below 2 ** 21. */
const allTurns = 256;
/** The priority of a long proof, which comes after all other work. */
export const lastPriority = (place: number): number => allTurns * turnStep + Math.max(1, place);
export const isLast = (priority: number): boolean => turnsIn(priority) >= allTurns;

export interface Turn {
  /** Of the search, when its turn began. */
  readonly priority: number;
  /** Milliseconds so far. */
  readonly took: number;
  /** Whether it can go on where it was. The others begin again, so they must not be interrupted before their turn is over. */
  readonly keepsState: boolean;
}

/** Whether a search has to make room for the first one that waits. */
export const isOver = ({ priority, took, keepsState }: Turn, waiting: number): boolean => {
  const [own, other] = [turnsIn(priority), turnsIn(waiting)];
  const isWhole = took >= turnMilliseconds(own);
  return isWhole ? other <= own + 1 : keepsState && other < own && took >= turnMilliseconds(other);
};

/** The priority of a search after a turn, which may have been interrupted early. */
export const priorityAfter = ({ priority, took }: Turn): number =>
  took < turnMilliseconds(turnsIn(priority)) ? priority : priority + turnStep;
