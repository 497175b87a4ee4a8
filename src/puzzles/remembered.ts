/** Results that are asked for again: each kind of board reads the same few texts, in the same ways. */
import { LRUCache } from 'lru-cache';

/** The same function, which keeps its last results. */
export const remembered = <Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  read: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new LRUCache<Key, Value>({ max: 16 });
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    known.set(key, value);
    return value;
  };
};
