import { describe, expect, test } from 'vitest';
import { puzzleOfSize } from '../../../src/puzzles/registry.ts';
import { methodsOf } from '../../../src/search/solve.ts';
import { isFinal, leadsToGoal, movesOf, press, textOf } from '../../support/messages.ts';
import { ask, system } from './setup.ts';

describe('the option metric', () => {
  const solve = (subcommand: string, options: Record<string, string>) =>
    system.person('ann').command(system.channel, 'solve', { subcommand, options });

  test.each([
    ['eight', '147208365', 'mtm', undefined, 24],
    ['board', '5432109876', 'mtm', '2x5', 36],
    ['eleven', '0821B67534A9', 'mtm', undefined, 33],
  ])('of %s %s counts %s', async (subcommand, position, metric, puzzle, length) => {
    const asked = await solve(subcommand, { position, metric, ...(puzzle && { puzzle }) });
    const message = await asked.until(isFinal);
    expect(textOf(message)).toContain(`**${length} moves** · proved shortest`);
    const moves = movesOf(message);
    expect(moves).toHaveLength(length);
    const name = puzzle ?? subcommand;
    expect(leadsToGoal(`${name}-${metric}`, position, moves)).toBe(true);
  });

  test('solves 4 × 4 by databases of its own', { tags: 'heavy' }, async () => {
    const asked = await solve('fifteen', { position: 'DE90B4C1732AF856', metric: 'mtm' });
    const message = await asked.until(isFinal);
    expect(textOf(message)).toContain('**33 moves** · proved shortest');
    expect(leadsToGoal('fifteen-mtm', 'DE90B4C1732AF856', movesOf(message))).toBe(true);
  });

  test('shows the rows and columns that move, step by step', async () => {
    const ann = system.person('ann');
    const asked = await solve('five', { position: '321054', metric: 'mtm' });
    let message = await asked.until(isFinal);
    expect(textOf(message)).toContain('5 puzzle (2 × 3), counting multi-tile moves (MTM)');
    const [first] = movesOf(message);
    message = await press(ann, message, '▶');
    expect(textOf(message)).toContain(`Move 1 of 20: ${first}`);
    const details = await press(ann, message, 'Details');
    expect(textOf(details)).toContain('R2 slides two tiles at once');
  });

  test('says where it does not fit', async () => {
    const asked = await solve('board', { position: '1', puzzle: '3x5', metric: 'mtm' });
    const message = await asked.until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('not on this one: 14 puzzle (3 × 5)');
  });

  test('tells the methods that are offered', async () => {
    const options = { puzzle: '3x3', metric: 'mtm', method: '' };
    const asked = { subcommand: 'board', options, focused: 'method' };
    const offered = await system.person('ann').complete(system.channel, 'solve', asked);
    expect(offered.map(({ value }) => value)).toEqual(methodsOf(puzzleOfSize('3x3')!.inMetric!('mtm')!));
    expect(offered.map(({ value }) => value)).not.toContain('ida-wd');
  });
});

describe('a puzzle in another metric', () => {
  test('is judged by /analyse', async () => {
    const text = textOf(await ask('analyse', { puzzle: 'eight-mtm', moves: 'ULLDDRRUULL' }));
    expect(text).toContain('6 moves');
    expect(text).toContain('U L2 D2 R2 U2 L2');
  });

  test('is surveyed by /hardest', async () => {
    const text = textOf(await ask('hardest', { puzzle: 'eight-mtm' }));
    expect(text).toContain('147208365');
    expect(text).toContain('24');
  });

  test('is scrambled to a length', async () => {
    const text = textOf(await ask('scramble', { puzzle: 'five-mtm', length: 20 }));
    expect(text).toContain('321054');
  });

  test('has its own leaderboard of hardest positions', async () => {
    const asked = { subcommand: 'hardest', options: { puzzle: 'five-mtm' } };
    const message = await (await system.person('ann').command(system.channel, 'leaderboard', asked)).until(isFinal);
    expect(textOf(message)).toContain('321054');
  });
});
