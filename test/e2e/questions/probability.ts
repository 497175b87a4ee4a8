/** /probability: exact chances, those of several solves, an estimate, and what it refuses. */

import { expect, test } from 'vitest';
import { textOf } from '../../support/messages.ts';
import { ask } from './setup.ts';

test('/probability tells the chance of a range of moves, with a chart', async () => {
  const message = await ask('probability', { puzzle: 'fifteen', moves: '<=45' });
  expect(message.ephemeral).toBe(false);
  expect(textOf(message)).toContain(
    '**9.64% · 1 in 10.4**\nThe shortest solution of a random position takes at most 45',
  );
  expect(textOf(message)).toContain('1,008,037,828,593 of all 10,461,394,944,000 solvable positions.');
  expect(message.attachments[0]).toMatchObject({ filename: 'chances.png', contentType: 'image/png', width: 800 });
});

test('/probability knows means, marathons, relays and attempts', async () => {
  const mean = await ask('probability', { puzzle: '4x4', moves: '<45', solves: 3, attempts: 100, private: true });
  expect(mean.ephemeral).toBe(true);
  expect(textOf(mean)).toContain('The mean of 3 shortest solutions is at most 44.667 moves, that is at most 134 moves');
  expect(textOf(mean)).toContain('At least once in 100 attempts: ');
  const marathon = await ask('probability', { puzzle: '2-4', moves: '700-800', solves: 10, kind: 'marathon' });
  expect(textOf(marathon)).toContain('### Relay: 3 puzzle (2 × 2) + 8 puzzle (3 × 3) + 15 puzzle (4 × 4)');
  expect(textOf(marathon)).toContain('The shortest solutions of 10 random relays take 700 to 800 moves in all.');
});

test('/probability says how sure an estimate is', async () => {
  const message = await ask('probability', { puzzle: 'twentyfour', moves: '>=100' });
  expect(textOf(message)).toMatch(/Between [\d.]+% and [\d.]+% with 95% confidence\./u);
  expect(textOf(message)).toContain('50 random positions of 5 × 5');
});

test.each([
  [{ puzzle: 'eight', moves: '@everyone' }, '"@\u200Beveryone" isn’t a number of moves.'],
  [{ puzzle: 'eight', moves: '30-20' }, '"30-20" ends before it begins.'],
  [{ puzzle: 'eight', moves: '20', solves: 200 }, '200 solves are too many'],
  [{ puzzle: 'peg33', moves: '20' }, 'I have no count of the lengths of `peg33`.'],
  [{ puzzle: 'eight **cube**', moves: '20' }, 'cube'],
])('/probability refuses %j', async (options, says) => {
  const message = await ask('probability', options);
  expect(message.ephemeral).toBe(true);
  expect(textOf(message)).toContain(says);
  expect(message.attachments).toEqual([]);
});
