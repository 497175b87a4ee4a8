/** Results that are asked for again: each kind of board reads the same few texts, in the same ways. */
import { LRUCache } from 'lru-cache';

/** The same function of a text and perhaps of something else, which keeps the results of the last texts. */
export const remembered = <Rest extends readonly [other?: unknown], Value>(
  read: (text: string, ...rest: Rest) => Value,
): ((text: string, ...rest: Rest) => Value) => {
  const known = new LRUCache<string, Map<unknown, Value>>({ max: 16 });
  return (text, ...rest) => {
    const values = known.get(text) ?? new Map<unknown, Value>();
    if (values.size === 0) known.set(text, values);
    if (!values.has(rest[0])) values.set(rest[0], read(text, ...rest));
    return values.get(rest[0])!;
  };
};
