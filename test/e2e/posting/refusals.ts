import { expect, test } from 'vitest';
import { system } from './setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.refused().filter(({ status }) => status < 500);
  expect(refused.filter(({ status, path }) => status !== 403 || !/^\/channels\/|\/roles\//u.test(path))).toEqual([]);
});
