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

/** The priority of the next turn of a search that has had so much time. */
export const priorityAt = (milliseconds: number, place: number): number =>
  isLast(place) ? place : Math.floor(Math.log2(milliseconds / firstTurnMilliseconds + 1)) * turnStep + place;

/** The priority of a search in another place among the requests of its asker. */
export const inPlace = (priority: number, place: number): number => turnsIn(priority) * turnStep + place;

/** More turns than any search has, whose priorities BullMQ still allows: below 2 ** 21. */
const allTurns = 256;
/** The priority of a long proof, which comes after all other work. */
export const lastPriority = (place: number): number => allTurns * turnStep + Math.max(1, place);
export const isLast = (priority: number): boolean => turnsIn(priority) >= allTurns;

/**
 * Whether a search has to make room for the first one that waits. It begins again, so its turn has to be over.
 * @param priority when its turn began
 * @param took milliseconds so far
 */
export const isOver = (priority: number, took: number, waiting: number): boolean =>
  took >= turnMilliseconds(turnsIn(priority)) && turnsIn(waiting) <= turnsIn(priority) + 1;
