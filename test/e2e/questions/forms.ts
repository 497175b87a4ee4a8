/** One reader for all: what one entry takes for a position, every entry does. */

import { describe, expect, test } from 'vitest';
import { fileOf, rowsOf } from '../../support/files.ts';
import { forms } from '../../support/forms.ts';
import { buttonsOf, isFinal, textOf } from '../../support/messages.ts';
import { ask, system } from './setup.ts';

const position = '867254301';
const other = '647850321';
const rows = (board: string): string[] => [board.slice(0, 3), board.slice(3, 6), board.slice(6)];

describe.each(Object.entries(forms))('%s is a position for', (_, form) => {
  const text = form(rows(position));

  test('/solve and its autocomplete', async () => {
    expect(textOf(await ask('solve', { position: text }, 'eight'))).toContain('**31 moves**');
    const typing = { subcommand: 'eight', focused: 'position', options: { position: text } };
    const [first] = await system.person('ann').complete(system.channel, 'solve', typing);
    expect(first).toEqual({ name: position, value: position });
  });

  test('/analyse', async () => {
    expect(textOf(await ask('analyse', { position: text, moves: '1 4 1 4', puzzle: 'eight' }))).not.toContain('cell');
  });

  test('/convert', async () => {
    expect(textOf(await ask('convert', { text, puzzle: 'eight' }))).toContain('8 6 7/2 5 4/3 0 1');
  });

  test('/play new', async () => {
    const board = await ask('play', { position: text, puzzle: 'eight' }, 'new');
    const labels = buttonsOf(board).map(({ label }) => label);
    expect(labels.slice(0, 9).join(' ')).toMatch(/^8 6 7 2 5 4 3 \S+ 1$/u);
  });

  test('the message command', async () => {
    const message = system.person('bob').say(system.channel, text);
    const asked = await system.person('ann').messageCommand(system.channel, 'Solve this position', message);
    expect(textOf(await asked.until(isFinal))).toContain('**31 moves**');
  });

  test('/solve file, with the other boards of the file', async () => {
    const boards = [position, other, position].map((board) => form(rows(board)));
    // Boards of several lines stand between blank lines.
    const content = boards.join(text.includes('\n') ? '\n\n' : '\n');
    const found = rowsOf(await ask('solve', { attachment: fileOf(content), puzzle: 'eight' }, 'file'));
    expect(found.map((row) => [row.position, row.length])).toEqual([
      ['8 6 7/2 5 4/3 0 1', '31'],
      ['6 4 7/8 5 0/3 2 1', '31'],
      ['8 6 7/2 5 4/3 0 1', '31'],
    ]);
  });
});

test('a text with two positions is refused, and both are named', async () => {
  const said = textOf(await ask('solve', { position: `${position} or ${other}?` }, 'eight'));
  expect(said).toContain(`There are several positions of eight: ${position} and ${other}`);
});

describe('a start and its goal in one text are the question for', () => {
  const text = 'from 283164705 to 123804765';
  const written = '283164705 -> 123804765';

  test('/solve and its autocomplete', async () => {
    expect(textOf(await ask('solve', { position: text }, 'eight'))).toContain('**5 moves**');
    const typing = { subcommand: 'eight', focused: 'position', options: { position: text } };
    const [first] = await system.person('ann').complete(system.channel, 'solve', typing);
    expect(first).toEqual({ name: written, value: written });
    expect(textOf(await ask('solve', { position: written }, 'eight'))).toContain('**5 moves**');
  });

  test('the message command', async () => {
    const message = system.person('bob').say(system.channel, text);
    const asked = await system.person('ann').messageCommand(system.channel, 'Solve this position', message);
    expect(textOf(await asked.until(isFinal))).toContain('**5 moves**');
  });

  test('/solve file', async () => {
    const found = rowsOf(await ask('solve', { attachment: fileOf(`${text}\n${position}\n`), puzzle: 'eight' }, 'file'));
    expect(found.map((row) => [row.position, row.length])).toEqual([
      ['2 8 3/1 6 4/7 0 5 -> 123804765', '5'],
      ['8 6 7/2 5 4/3 0 1', '31'],
    ]);
  });
});
