import { leavesOf, parseLine } from '@antipode/playground/command-line';
import type { Command, CommandOption } from '@antipode/stand-in/command';
import { describe, expect, it } from 'vitest';

const option = (type: number, name: string, more: Partial<CommandOption> = {}): CommandOption => ({
  type,
  name,
  description: name,
  ...more,
});
const command = (name: string, options: CommandOption[], ja?: string): Command => ({
  id: '1',
  application_id: '1',
  version: '1',
  type: 1,
  name,
  name_localizations: ja === undefined ? null : { ja },
  description: name,
  description_localizations: null,
  options,
  default_member_permissions: null,
  nsfw: false,
  integration_types: [0],
  contexts: null,
});

const position = option(3, 'position', { required: true, autocomplete: true, name_localizations: { ja: '配置' } });
const commands = [
  command('solve', [option(1, 'eight', { options: [position, option(3, 'goal', { autocomplete: true })] })], '解く'),
  command('say', [option(3, 'words'), option(4, 'times')]),
  command('list', [option(2, 'find', { options: [option(1, 'all', { options: [] })] })]),
];
const read = (line: string, locale = 'en-US') => {
  const { name, group, subcommand, values, at, leaf } = parseLine(commands, locale, line);
  return { name, group, subcommand, values: Object.fromEntries(values), at, isWhole: leaf !== undefined };
};

describe('a line', () => {
  it.each([
    ['/solve eight 8 6 7', { subcommand: 'eight', values: { position: '8 6 7' }, isWhole: true }],
    ['/solve eight 867 goal: 123', { values: { position: '867', goal: '123' }, at: 'goal' }],
    ['/solve eight goal:123 position:867', { values: { goal: '123', position: '867' }, at: 'position' }],
    ['/solve eight 867 golf: 1', { values: { position: '867', golf: '1' }, at: 'golf' }],
    ['/solve', { name: 'solve', subcommand: undefined, isWhole: false }],
    ['/solve nine', { subcommand: 'nine', isWhole: false }],
    // Any text may hold a colon.
    ['/say note: this', { values: { words: 'note: this' } }],
    ['/say hello times: 3', { values: { words: 'hello', times: '3' } }],
    ['/list find all', { group: 'find', subcommand: 'all', isWhole: true }],
    ['/nothing at all', { name: 'nothing', values: {}, isWhole: false }],
  ])('%j', (line, expected) => {
    expect(read(line)).toMatchObject(expected);
  });

  it('is parsed in the person’s language and in English', () => {
    expect(read('/解く eight 配置: 867', 'ja')).toMatchObject({ name: '解く', values: { 配置: '867' }, isWhole: true });
    expect(read('/solve eight position: 867', 'ja')).toMatchObject({ values: { position: '867' }, isWhole: true });
    expect(read('/解く eight', 'en-US').isWhole).toBe(false);
  });
});

it('lists every command and subcommand to run', () => {
  const names = commands
    .flatMap(leavesOf)
    .map(({ command, path }) => [command, ...path].map(({ name }) => name).join(' '));
  expect(names).toEqual(['solve eight', 'say', 'list find all']);
});
