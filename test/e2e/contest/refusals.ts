import { expect, test } from 'vitest';
import { closed, restarts, system } from './setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.refused().filter(({ path }) => !closed.some((id) => path.startsWith(`/channels/${id}/`)));
  expect(refused.filter(({ status }) => status !== 429)).toEqual([]);
  // A bot does not know how much of a rate limit was used up before it was killed.
  expect(refused.slice(restarts)).toEqual([]);
});
