import { expect, test } from 'vitest';
import { system } from './setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.standIn.requests.filter(({ status }) => status >= 400 && status < 500 && status !== 404);
  expect(refused.filter(({ status, path }) => status !== 403 || !/^\/channels\/|\/roles\//u.test(path))).toEqual([]);
});
