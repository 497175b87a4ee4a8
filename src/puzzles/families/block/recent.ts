import { LRUCache } from 'lru-cache';
import type { Position } from '../../puzzle.ts';

/**
 * A function of a position that knows the last positions of a line. Their moves are read, played and written in several
 * notations, each time from the same positions.
 */
export const ofRecent = <Value extends object>(
  tell: (position: Position) => Value,
): ((position: Position) => Value) => {
  const known = new LRUCache<string, Value>({ max: 1024 });
  return (position) => {
    const key = position.join();
    const before = known.get(key);
    if (before) return before;
    const value = tell(position);
    known.set(key, value);
    return value;
  };
};
