/** Attacks by commands that no client sends. */

import { type Channel, NoResponse, type Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../support/messages.ts';
import { outdated, system } from './setup.ts';

describe('a command that does not match its definition', () => {
  const command = (person: Person, channel: Channel, name: string, options: unknown) =>
    person.forge({ kind: 'command', channel, data: { id: '1', name, type: 1, options } });
  const sub = (name: string, ...options: unknown[]) => [{ type: 1, name, options }];
  const option = (name: string, value: unknown, type = 3) => ({ type, name, value });
  const position = option('position', '867254301');

  const cases: Record<string, [string, unknown]> = {
    'no subcommand': ['solve', []],
    'an unknown subcommand': ['solve', sub('nine', position)],
    'a subcommand named as something of JavaScript': ['settings', sub('constructor')],
    'two subcommands': ['solve', [...sub('eight', position), ...sub('six', position)]],
    'an option missing': ['solve', sub('eight')],
    'an option twice': ['solve', sub('eight', position, position)],
    'an unknown option': ['solve', sub('eight', position, option('token', 'x'))],
    'a number for a text': ['solve', sub('eight', option('position', 867254301))],
    'an object for a text': ['solve', sub('eight', option('position', { toString: 'x' }))],
    'an array for a text': ['solve', sub('eight', option('position', ['8', '6']))],
    'nothing for a text': ['solve', sub('eight', option('position', null))],
    'another type': ['solve', sub('eight', option('position', 5, 4))],
    'a text that is too long': ['solve', sub('eight', option('position', '8'.repeat(6000)))],
    'a text of a megabyte': ['solve', sub('eight', option('position', '9'.repeat(10 ** 6)))],
    'a method that is too long': ['solve', sub('eight', position, option('method', 'x'.repeat(61)))],
    'a metric that is none': ['solve', sub('board', position, option('metric', 'jumps'))],
    'a view that is none': ['solve', sub('eight', position, option('view', '__proto__'))],
    'a difficulty that is none': ['play', sub('new', option('puzzle', 'five'), option('difficulty', 'x'.repeat(5000)))],
    'a text for a number': ['scramble', [option('puzzle', 'eight'), option('length', '20', 4)]],
    'a number out of range': ['scramble', [option('puzzle', 'eight'), option('length', 1e9, 4)]],
    'a number that is not whole': ['scramble', [option('puzzle', 'eight'), option('length', 2.5, 4)]],
    'a contest without end': ['contest', sub('guess', option('puzzle', 'eight'), option('minutes', 1e9, 4))],
    'an unknown subcommand beside one that stops': ['contest', sub('begin')],
    'a period that is none': ['leaderboard', sub('daily', option('period', 'x:y'))],
    'a scope of another server': ['leaderboard', sub('hardest', option('puzzle', 'six'), option('scope', '1'))],
    'a day of the year 9999': ['daily', sub('archive', option('number', 2 ** 53, 4))],
    'an unknown subcommand of /privacy': ['privacy', sub('show-all')],
    'a person that is no id': ['stats', [option('user', '@everyone', 6)]],
    'a command that is none': ['eval', [option('code', 'process.exit()')]],
  };

  test.each(Object.entries(cases))('is refused privately: %s', async (_, [name, options]) => {
    const ann = system.person('ann');
    const before = await system.keys('*');
    const message = await command(ann, system.channel, name, options).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message).trim()).toBe(outdated);
    const own = (await system.keys('*')).filter((key) => !before.includes(key) && key.includes(ann.id));
    expect(own).toEqual([]);
  });

  test.each([
    ['play', sub('new', option('puzzle', 'constructor'))],
    ['contest', sub('guess', option('puzzle', 'ninety'))],
    ['compare', [option('puzzle', '__proto__'), option('position', '867254301')]],
  ])('is told which puzzles there are: /%s', async (name, options) => {
    const message = await command(system.person('ann'), system.channel, name, options).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('isn’t a puzzle here. Choose one of ');
  });

  test.each([
    ['solve', sub('board', option('puzzle', 'eihgt'), position), '`eight`? Example: `eight 867254301`'],
    ['solve', sub('pegs', option('board', 'diamnd41'), position), '`diamond41`? Example: `diamond41 '],
    ['convert', [option('text', '12'), option('puzzle', 'fiften')], '`fifteen`? Example: `fifteen '],
  ])('is told which puzzle is meant: /%s', async (name, options, says) => {
    const message = await command(system.person('ann'), system.channel, name, options).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain(`isn’t a puzzle here. Did you mean ${says}`);
  });

  test.each([
    ['none', sub('eight', position, option('method', 'magic'))],
    ['one of another puzzle', sub('five', option('position', '123450'), option('method', 'ida-pdb'))],
  ])('is told which methods fit: a method that is %s', async (_, options) => {
    const message = await command(system.person('ann'), system.channel, 'solve', options).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('This method doesn’t fit here');
  });

  test('leaves the bot running when it makes no sense at all', async () => {
    const ann = system.person('ann');
    for (const options of [undefined, null, [[]], [{}], [{ type: 1 }], [{ type: 99, name: 'eight' }]]) {
      await command(ann, system.channel, 'solve', options).acknowledged.catch((error) =>
        expect(error).toBeInstanceOf(NoResponse),
      );
    }
    const asked = await ann.command(system.channel, 'help');
    expect(textOf(await asked.until())).toContain('How to write a position');
  });
});
