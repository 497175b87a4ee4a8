import { expect, test } from 'vitest';
import { closed, system } from './setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.standIn.requests.filter(
    ({ status, path }) => status >= 400 && status !== 404 && !closed.some((id) => path.startsWith(`/channels/${id}/`)),
  );
  expect(refused).toEqual([]);
});
