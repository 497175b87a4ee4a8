/**
 * Daily posts and reminders, as servers and people meet them. The tests move the clocks where people would wait for a
 * day. All suites use the same processes.
 */
import { expect, test } from 'vitest';
import './posting/settings.ts';
import './posting/posts.ts';
import './posting/failures.ts';
import './posting/reminders.ts';
import { system } from './posting/setup.ts';

test('Discord has refused only what the tests meant it to refuse', () => {
  const refused = system.standIn.requests.filter(({ status }) => status >= 400 && status < 500 && status !== 404);
  expect(refused.filter(({ status, path }) => status !== 403 || !/^\/channels\/|\/roles\//u.test(path))).toEqual([]);
});
