/**
 * Contests of thirty people in one channel, with the bot killed in the middle of each: the results are right, and come
 * once. All suites use the same processes.
 */
import { expect, test } from 'vitest';
import './contest/fewest-moves.ts';
import './contest/rounds.ts';
import './contest/kills.ts';
import './contest/rules.ts';
import { closed, system } from './contest/setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.standIn.requests.filter(
    ({ status, path }) => status >= 400 && status !== 404 && !closed.some((id) => path.startsWith(`/channels/${id}/`)),
  );
  expect(refused).toEqual([]);
});
