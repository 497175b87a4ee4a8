/** A few of the inputs of `npm run fuzz`, so that no change breaks a target for long. */

import { describe, expect, it } from 'vitest';
import fc from '../support/properties.ts';
// @ts-expect-error: on the compiled program, and so without types.
import { targets, textsFor } from './targets.js';

interface Target {
  readonly run: (text: string) => void;
  readonly seeds: readonly string[];
  readonly most: number;
}

describe.each(Object.entries(targets as Record<string, Target>))('%s', (_, target) => {
  it('keeps its promises for any input', () => {
    for (const seed of target.seeds) target.run(seed);
    fc.assert(
      fc.property(textsFor(target), (text: string) => target.run(text)),
      { numRuns: 100 },
    );
  });
});

it('detects a broken promise', () => {
  const broken = (text: string): void => {
    if (text.includes('@everyone')) throw new Error('a mention');
  };
  const careless: Target = { run: broken, seeds: ['867254301'], most: 100 };
  const result = fc.check(fc.property(textsFor(careless), careless.run), { numRuns: 5000 });
  expect(result.counterexample?.[0]).toContain('@everyone');
});
