/** Results that are kept, as they take long to make and are asked for again. */

/**
 * The same function, which makes each result once.
 * @param keyOf tells apart what results are of: by a text, or by an object, which has its result as long as it lives. By
 * default, the first argument does
 */
export const kept = <Args extends readonly [unknown, ...unknown[]], Value>(
  make: (...args: Args) => Value,
  keyOf: (...args: Args) => unknown = (...args) => args[0],
): ((...args: Args) => Value) => {
  const byText = new Map<unknown, Value>();
  const byObject = new WeakMap<WeakKey, Value>();
  return (...args) => {
    const key = keyOf(...args);
    const results = (typeof key === 'object' ? byObject : byText) as Map<unknown, Value>;
    if (!results.has(key)) results.set(key, make(...args));
    return results.get(key)!;
  };
};
