/**
 * Personal data with the whole bot: all of it is exported, all of that is deleted, and nothing else. All suites use
 * the same processes.
 */
import { expect, test } from 'vitest';
import './privacy/everything.ts';
import './privacy/requests.ts';
import './privacy/deletion.ts';
import { system } from './privacy/setup.ts';

test('Discord has refused nothing', () => {
  expect(system.refused()).toEqual([]);
});
