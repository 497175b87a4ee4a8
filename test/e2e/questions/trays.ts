/** Sliding blocks on boards of other sizes. */
import { expect, test } from 'vitest';
import { textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

test.each([
  ['blocks', 'ABBC#/ABBC#/DEEF#/DGHF#/I..J#', '...../...../...../.BB../.BB..', 81],
  ['blocks', 'AABB/AABB/C..D/C..D', 'A bottom', 2],
  ['rush', '..B..../..B..../..B..../AA.C.../...C.../......./DDD....', undefined, 2],
  ['klotski', 'AABB/AABB/C..D/C..D', 'A bottom right', 6],
] as const)('%s solves the board that is drawn: %s to %s', async (subcommand, position, goal, length) => {
  const asked = await system
    .person('ann')
    .command(system.channel, 'solve', { subcommand, options: { position, ...(goal && { goal }) } });
  const message = await asked.until((answer) => textOf(answer).includes('proved'));
  expect(textOf(message)).toContain(`**${length} moves** · proved shortest`);
});
