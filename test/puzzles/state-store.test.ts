import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StateStore } from '../../src/puzzles/state-store.ts';

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
        expect(Array.from(store.states.subarray(0, store.size))).toEqual([...model.keys()]);
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
  // 24 bytes a place: 16 for the state, its parent and its move, 8 for the table.
  expect(before).toBe(1024 * 24);
  expect(store.bytes).toBe(8192 * 24);
});
