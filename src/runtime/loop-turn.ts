import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop of one's own. Work that takes long asks for one before each piece of a few
 * milliseconds. Whoever else does the same has other turns, so nothing waits for more than a piece.
 */
export const loopTurn = (): Promise<void> => {
  last = last.then(() => setImmediate());
  return last;
};
