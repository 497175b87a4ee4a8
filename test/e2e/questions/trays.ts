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

test.each([
  ['solve', 'rush', { position: 'BB.../...../AA.C./...C./DD...' }],
  ['scramble', undefined, { puzzle: 'klotski' }],
] as const)('/%s shows blocks as a picture, or in emoji on request', async (command, subcommand, options) => {
  const filesOf = async (more: { view?: string }): Promise<number> => {
    const asked = await system.person('ann').command(system.channel, command, {
      ...(subcommand && { subcommand }),
      options: { ...options, ...more },
    });
    return (await asked.until((answer) => /proved shortest|random/u.test(textOf(answer)))).attachments.length;
  };
  expect([await filesOf({}), await filesOf({ view: 'emoji' })]).toEqual([1, 0]);
});
