import { expect, it } from 'vitest';
import { StateStore } from '../../src/puzzles/state-store.ts';
import fc from '../support/properties.ts';

it('finds what was added under the index at which it was added, and nothing else', () => {
  const state = fc.oneof(
    fc.maxSafeNat(),
    fc.nat({ max: 100 }),
    fc.nat({ max: 1000 }).map((high) => high * 2 ** 32),
  );
  fc.assert(
    fc.property(
      fc.array(state, { maxLength: 3000, size: 'max' }),
      fc.array(state, { maxLength: 50 }),
      (added, others) => {
        const store = new StateStore();
        const model = new Map<number, number>();
        for (const state of added) {
          expect(store.add(state, -1, 0)).toBe(!model.has(state));
          if (!model.has(state)) model.set(state, model.size);
        }
        expect(store.size).toBe(model.size);
        for (const state of [...added, ...others]) expect(store.find(state)).toBe(model.get(state) ?? -1);
        expect(Array.from({ length: store.size }, (_, index) => store.at(index))).toEqual([...model.keys()]);
      },
    ),
    { numRuns: 20 },
  );
});

it('tells states apart that differ above the 32nd bit only', () => {
  const store = new StateStore();
  for (let high = 0; high < 2 ** 21; high += 2 ** 10) expect(store.add(high * 2 ** 32 + 7, -1, 0)).toBe(true);
  expect(store.find(5 * 2 ** 10 * 2 ** 32 + 7)).toBe(5);
  expect(store.find(5 * 2 ** 10 * 2 ** 32 + 8)).toBe(-1);
});

it('gives the moves from a root in order, also after it has grown', () => {
  const store = new StateStore();
  const before = store.bytes;
  store.add(1e9, -1, 0);
  for (let step = 1; step <= 5000; step++) store.add(step, step - 1, step * 2);
  expect(store.movesTo(0)).toEqual([]);
  expect(store.movesTo(3)).toEqual([2, 4, 6]);
  expect(store.movesTo(5000)).toEqual(Array.from({ length: 5000 }, (_, step) => (step + 1) * 2));
  // 16 bytes for the state, its parent and its move, in two chunks; and 4 for each slot of the table.
  expect(before).toBe(2048 * 4);
  expect(store.bytes).toBe(2 * 4096 * 16 + 8192 * 4);
});

it('takes at most 26 bytes a state and a chunk, as it said before', () => {
  const store = new StateStore();
  // What is more than it may be: an `expect` for each of so many states would take seconds.
  let [overSaid, overMost] = [0, 0];
  for (let state = 0; state < 200_000; state++) {
    const said = store.bytes + store.growth(1);
    store.add(state * 7919, state - 1, 0);
    overSaid = Math.max(overSaid, store.bytes - said);
    overMost = Math.max(overMost, store.bytes - (26 * store.size + 2 ** 16 + 2 ** 13));
  }
  expect(store.size).toBe(200_000);
  expect([overSaid, overMost]).toEqual([0, 0]);
});
