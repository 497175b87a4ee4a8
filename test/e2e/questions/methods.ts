import { describe, expect, test } from 'vitest';
import { puzzleOfSize } from '../../../src/puzzles/registry.ts';
import { methodsOf } from '../../../src/search/solve.ts';
import { textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

describe('the option method', () => {
  test('names the methods that fit, where one does not', async () => {
    const asked = await system.person('ann').command(system.channel, 'solve', {
      subcommand: 'board',
      options: { position: '1234567809', puzzle: '2x5', method: 'IDA* with a lower bound' },
    });
    expect(textOf(await asked.until())).toContain('**1 move** · proved shortest');
    const other = await system.person('ann').command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '867254301', method: '`magic`' },
    });
    const refusal = textOf(await other.until());
    expect(refusal).toContain('This method doesn’t fit here');
    expect(refusal).toContain('breadth-first search');
    expect(refusal).toContain('IDA\\* with linear conflicts');
    expect(refusal).not.toContain('`magic`');
  });

  test('offers the methods of the puzzle while one is typed', async () => {
    const person = system.person('ann');
    const offered = async (options: Record<string, string>) =>
      (await person.complete(system.channel, 'solve', { subcommand: 'board', options, focused: 'method' })).map(
        ({ value }) => value,
      );
    expect(await offered({ puzzle: '2x5', method: '' })).toEqual(methodsOf(puzzleOfSize('2x5')!));
    expect(await offered({ puzzle: '3x3', method: 'table' })).toEqual(['table']);
  });
});
