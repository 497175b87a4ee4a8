import { expect, test } from 'vitest';
import { textOf } from '../../support/messages.ts';
import { ask } from './setup.ts';

test('/hardest shows published counts, and says which puzzles have too many positions', async () => {
  const fifteen = await ask('hardest', { puzzle: 'fifteen' });
  expect(textOf(fifteen)).toContain('The farthest are 80 moves away** · 10,461,394,944,000 positions in all');
  expect(textOf(fifteen)).toContain('There are 17 antipodes.');
  expect(textOf(fifteen)).toContain('Counted by others: [A089484](https://oeis.org/A089484)');
  expect(fifteen.attachments[0]).toMatchObject({ filename: 'distances.png', width: 800 });
  const refused = async (puzzle: string): Promise<string> => textOf(await ask('hardest', { puzzle }));
  expect(await refused('twentyfour')).toBe('24 puzzle (5 × 5) has too many positions to visit: about 7.76 × 10²⁴.');
  expect(await refused('10x10')).toBe('99 puzzle (10 × 10) has too many positions to visit: about 4.67 × 10¹⁵⁷.');
});

test('an answer says how hard its position is', async () => {
  const said = async (subcommand: string, position: string): Promise<string> =>
    textOf(await ask('solve', { position }, subcommand));
  expect(await said('eight', '867254301')).toContain(
    '**31 moves** · proved shortest\n-# One of the 2 hardest positions',
  );
  expect(await said('eight', '085672341')).toContain('-# harder than 99.8% of all positions');
  // By published counts.
  expect(await said('fifteen', '0CADFBE937254861')).toContain(
    '**80 moves** · proved shortest\n-# One of the 17 hardest positions',
  );
  expect(await said('fifteen', '09C45328A176BEDF')).toContain(
    '**42 moves** · proved shortest\n-# harder than 2.4% of all',
  );
  expect(await said('fifteen', '123456789ABCDE0F')).not.toContain('harder than');
});
