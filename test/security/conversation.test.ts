/**
 * Attacks on a running bot: by typed text, by forged interactions, and by the queue and ports. All suites use the same
 * processes; the last test of the last suite stops them.
 */
import { expect, test } from 'vitest';
import './conversation/typed-text.ts';
import './conversation/forged-commands.ts';
import './conversation/forged-components.ts';
import './conversation/permissions.ts';
import './conversation/neighbours.ts';
import { system } from './conversation/setup.ts';

test('no message mentioned anybody', () => {
  expect(system.sent.messages).toBeGreaterThan(100);
  expect(system.sent.loud).toEqual([]);
});
