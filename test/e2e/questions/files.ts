/** Files of positions and of solves: results in order, every wrong line named, progress, cancelling. */
import { describe, expect, test } from 'vitest';
import { readLine } from '../../../src/puzzles/line.ts';
import { numberRows, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { seeded } from '../../../src/search/scramble.ts';
import type { OptionValue } from '../../../src/stand-in/person/command-options.ts';
import type { Message } from '../../../src/stand-in/stand-in.ts';
import { fileOf, rowsOf } from '../../support/files.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { positionOf } from '../../support/truth.ts';
import { system } from './setup.ts';

const send = (text: string | Uint8Array, options: Record<string, OptionValue> = {}, person = system.person('ann')) =>
  person.command(system.channel, 'solve', {
    subcommand: 'file',
    options: { attachment: fileOf(text), ...options },
  });
const solveFile = async (text: string | Uint8Array, options: Record<string, OptionValue> = {}): Promise<Message> =>
  (await send(text, options)).until(isFinal);

const eight = puzzleOf('eight')!;
const random = seeded('a file');
const drawn = (id: string, count: number): string[] => {
  const puzzle = puzzleOf(id)!;
  return Array.from({ length: count }, () => numberRows(puzzle, puzzle.randomPosition(random, puzzle.goal))!);
};

describe('/solve file', () => {
  test('answers positions in their order, with solutions, and a summary', async () => {
    const positions = drawn('eight', 200);
    const message = await solveFile(positions.join('\r\n'));
    const rows = rowsOf(message);
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['eight.csv']);
    expect(rows.map(({ line, position }) => [line, position])).toEqual(
      positions.map((position, index) => [String(index + 1), position]),
    );
    const lengths = rows.map(({ position, length, optimal, lower_bound: least, solution, note }) => {
      const start = positionOf(eight, position!);
      expect(Number(length)).toBe(solved(eight, start, eight.goal).length);
      const read = readLine(eight, solution!, { start, told: 'piece-ways' });
      expect(read.ok && replay(eight, start, read.line.moves).at(-1)).toEqual(eight.goal.positions[0]);
      expect([read.ok && read.line.moves.length, optimal, least, note]).toEqual([Number(length), 'yes', length, '']);
      return Number(length);
    });
    const mean = Math.round((lengths.reduce((sum, length) => sum + length, 0) / 200) * 1000) / 1000;
    expect(textOf(message)).toContain('**200 of 200 positions proved shortest**');
    expect(textOf(message)).toContain(
      `${mean} moves on average, from ${Math.min(...lengths)} to ${Math.max(...lengths)}`,
    );
  });

  test('names each of ten wrong lines, and solves the others', async () => {
    const lines = drawn('eight', 30);
    const wrong = [2, 3, 5, 8, 13, 21, 22, 24, 28, 30];
    for (const [index, line] of wrong.entries()) lines[line - 1] = `12345678${'9@=&-+zq!'[index] ?? '77'}`;
    const message = await solveFile(`position\n\n${lines.join('\n')}`, { puzzle: 'eight' });
    const text = textOf(message);
    expect(text).toContain('20 of 30 positions');
    expect(text).toContain('10 lines can’t be read:');
    // Behind the header and a blank line.
    expect([...text.matchAll(/- line (\d+): (.+)/gu)].map(([, line]) => Number(line) - 2)).toEqual(wrong);
    expect(text).toContain('- line 4: cell 9: "9" isn’t a tile');
    const rows = rowsOf(message);
    expect(rows.filter(({ length }) => length === '').map(({ line }) => Number(line) - 2)).toEqual(wrong);
    expect(rows.filter(({ note }) => note!.includes('cell 9') || note!.includes('needs 9'))).toHaveLength(10);
  });

  test('gives no formula to a spreadsheet', async () => {
    const message = await solveFile('867254301\n=HYPERLINK("http://x")\n+1,"a ""b"""\n', { puzzle: 'eight' });
    const csv = Buffer.from(message.attachments[0]!.bytes).toString();
    expect(csv).toContain(`\n2,"'=HYPERLINK(""http://x"")",`);
    expect(csv).toContain(`\n3,"'+1,""a """"b""""""",`);
    expect(textOf(message)).not.toContain('http://x');
  });

  test('says of unsolvable positions why', async () => {
    const [row] = rowsOf(await solveFile('123456870'));
    expect(row!.note).toContain('odd permutation');
  });

  test('answers the same file twice at once', async () => {
    const text = drawn('fifteen', 20).join('\n');
    const asked = await Promise.all([send(text), send(text, {}, system.person('bob'))]);
    const answers = await Promise.all(asked.map((one) => one.until(isFinal)));
    const [first, second] = answers.map(rowsOf);
    expect(first).toHaveLength(20);
    expect(second).toEqual(first);
  });

  test.each([
    ['an empty one', '\n \r\n', 'has no lines'],
    ['a binary one', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]), 'isn’t text in UTF-8'],
    ['one in UTF-16', Buffer.from('867254301', 'utf16le'), 'isn’t text in UTF-8'],
    ['one of too many lines', '867254301\n'.repeat(1001), 'has 1,001 lines; at most 1,000'],
    ['one of too many bytes', 'x'.repeat(256 * 1024 + 1), 'may have 256 KB'],
    ['one of no puzzle', 'what is this?', 'Add `puzzle`'],
  ])('refuses %s, privately', async (_, text, reason) => {
    const message = await solveFile(text);
    expect([message.ephemeral, textOf(message)]).toEqual([true, expect.stringContaining(reason)]);
  });

  const path = /^\/attachments\//u;

  test('says so if Discord does not hand it over', async () => {
    system.standIn.faults.add({ path, answer: { kind: 'status', status: 500 } });
    expect(textOf(await solveFile('867254301'))).toContain('Please try again');
  });

  test('waits for Discord after acknowledging, and answers privately or publicly as asked', async () => {
    for (const [isPrivate, text] of [
      [false, '867254301'],
      [true, '867254301'],
      [false, 'what is this?'],
    ] as const) {
      let end: (() => void) | undefined;
      const until = new Promise<void>((resolve) => {
        end = resolve;
      });
      system.standIn.faults.add({ path, answer: { kind: 'hold', until } });
      const asked = await send(text, { private: isPrivate });
      await asked.acknowledged;
      expect(asked.reply()?.loading).toBe(true);
      end!();
      const isGood = text === '867254301';
      const message = await (isGood ? asked.until(isFinal) : asked.untilFollowUp());
      expect([message.ephemeral, textOf(message)]).toEqual([
        isPrivate || !isGood,
        expect.stringContaining(isGood ? '1 of 1 positions' : 'Add `puzzle`'),
      ]);
    }
  });

  test('shows its progress, and keeps what it has when it is cancelled', async () => {
    const hard = drawn('twentyfour', 3);
    const easy = numberRows(puzzleOf('twentyfour')!, puzzleOf('twentyfour')!.goal.positions[0]!)!;
    const ann = system.person('ann');
    const asked = await send([easy, ...hard].join('\n'), {}, ann);
    const running = await asked.until((now) => textOf(now).includes('1 of 4 lines done'));
    await (await ann.press(running, 'Cancel')).acknowledged;
    const message = await asked.until(isFinal);
    expect(textOf(message)).toContain('Cancelled: 1 of 4 lines is done.');
    expect(rowsOf(message).map(({ optimal }) => optimal)).toEqual([
      'yes',
      ...hard.map(() => expect.not.stringContaining('yes')),
    ]);
  });
});
