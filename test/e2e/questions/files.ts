/** Files of positions and of solves: results in order, every wrong line named, progress, cancelling. */

import type { Message } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { describe, expect, test } from 'vitest';
import { readLine } from '../../../src/puzzles/line.ts';
import { formatMoves, withCounts } from '../../../src/puzzles/moves.ts';
import { type Move, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { numberRows } from '../../../src/puzzles/replay-link.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { fileOf, rowsOf } from '../../support/files.ts';
import { answerTo, isFinal, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { positionOf, vectorsOf } from '../../support/truth.ts';
import { system } from './setup.ts';

const send = (text: string | Uint8Array, options: Record<string, OptionValue> = {}, person = system.person('ann')) =>
  person.command(system.channel, 'solve', {
    subcommand: 'file',
    options: { attachment: fileOf(text), ...options },
  });
const solveFile = async (text: string | Uint8Array, options: Record<string, OptionValue> = {}): Promise<Message> =>
  answerTo(await send(text, options));

const eight = puzzleOf('eight')!;
const random = seeded('a file');
const drawn = (id: string, count: number): string[] => {
  const puzzle = puzzleOf(id)!;
  return Array.from({ length: count }, () => numberRows(puzzle, puzzle.randomPosition(random, puzzle.goal))!);
};

const analyseFile = async (text: string, options: Record<string, OptionValue> = {}): Promise<Message> => {
  const given = { file: fileOf(text, 'solves.csv'), ...options };
  return (await system.person('ann').command(system.channel, 'analyse', { options: given })).until(isFinal);
};

describe('/analyse with a file', () => {
  /** A shortest solution with one tile moved there and back after some moves, as directions. */
  const solveOf = (position: string, detours: number): string => {
    const start = positionOf(eight, position);
    const moves = [...solved(eight, start, eight.goal)];
    const detour = (): Move[] => {
      const there = eight.legalSteps(replay(eight, start, moves.slice(0, 2)).at(-1)!)[0]!;
      return [there, there.toReversed()];
    };
    for (let made = 0; made < detours; made++) moves.splice(2, 0, ...detour());
    return withCounts(formatMoves(eight, start, moves, 'piece-directions')).join('');
  };

  test('counts the moves over the fewest of each solve, in order, as eggbot does', async () => {
    const positions = drawn('eight', 12);
    const lines = positions.map((position, index) => `${position} ${solveOf(position, index % 3)}`);
    const message = await analyseFile(lines.join('\n'));
    const rows = rowsOf(message);
    expect(rows.map(({ position }) => position)).toEqual(positions);
    expect(rows.map(({ over }) => over)).toEqual(positions.map((_, index) => String(2 * (index % 3))));
    for (const { moves, length, over, mistakes } of rows) {
      expect(Number(moves)).toBe(Number(length) + Number(over));
      expect(Number(mistakes)).toBe(Number(over) / 2);
    }
    expect(textOf(message)).toContain('12 of 12 solves compared with a shortest solution');
    expect(textOf(message)).toMatch(
      /Your moves: [\d.]+ on average, 2 more than the fewest\n\+0: 4 · \+2: 4 · \+4: 4$/mu,
    );
  });

  test('takes moves without positions, in the sense that is told', async () => {
    const message = await analyseFile('moves\nR2ULDLULU2R3D3L3UR2U2L2\n', { puzzle: '4x4', letters: 'tile' });
    expect(rowsOf(message)).toMatchObject([{ line: '2', moves: '26', length: '26', over: '0' }]);
    const other = await analyseFile('R2ULDLULU2R3D3L3UR2U2L2\n', { puzzle: '4x4', letters: 'blank' });
    expect(textOf(other)).toContain('1 line can’t be read:\n- line 1: ');
  });

  test('names wrong moves, and moves that don’t reach the goal', async () => {
    const message = await analyseFile('867254301 RRRR\n867254301 R\n86725430 R\n', {
      letters: 'tile',
      puzzle: 'eight',
    });
    expect(textOf(message)).toContain('0 of 3 solves');
    const [wrong, short, other] = rowsOf(message);
    expect(wrong!.note).toContain('move 2');
    expect(short).toMatchObject({ moves: '1', length: '31', over: '', note: 'the moves don’t reach the goal' });
    expect(other!.note).not.toBe('');
  });

  test('needs either moves or a file', async () => {
    const both = await analyseFile('867254301 R', { moves: 'R' });
    const neither = await system.person('ann').command(system.channel, 'analyse', { options: { puzzle: 'eight' } });
    for (const message of [both, await neither.until(isFinal)]) {
      expect([message.ephemeral, textOf(message)]).toEqual([
        true,
        expect.stringContaining('either `moves` or a `file`'),
      ]);
    }
  });
});

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
      const read = readLine(eight, solution!, { start, notation: 'piece-directions' });
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
    expect(rows.filter(({ note }) => note!.includes('cell 9') || note!.includes('has 9 cells'))).toHaveLength(10);
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
      const release = system.standIn.faults.hold({ path });
      const asked = await send(text, { private: isPrivate });
      await asked.acknowledged;
      expect(asked.reply()?.loading).toBe(true);
      release();
      const isGood = text === '867254301';
      const message = await (isGood ? asked.until(isFinal) : asked.untilFollowUp());
      expect([message.ephemeral, textOf(message)]).toEqual([
        isPrivate || !isGood,
        expect.stringContaining(isGood ? '1 of 1 positions' : 'Add `puzzle`'),
      ]);
    }
  });

  test('shows its progress, and keeps what it has when it is cancelled', async () => {
    // So many that some are left on any machine, and none that is proved soon.
    const hard = vectorsOf('twentyfour').flatMap(([text, length]) => (length >= 103 ? [text] : []));
    expect(hard).toHaveLength(12);
    const easy = numberRows(puzzleOf('twentyfour')!, puzzleOf('twentyfour')!.goal.positions[0]!)!;
    const ann = system.person('ann');
    const asked = await send([easy, ...hard].join('\n'), {}, ann);
    const running = await asked.until((now) => /[1-9] of 13 lines done/u.test(textOf(now)));
    await (await ann.press(running, 'Cancel')).acknowledged;
    const message = await asked.until(isFinal);
    expect(textOf(message)).toMatch(/Cancelled: \d+ of 13 lines (?:is|are) done\./u);
    expect(rowsOf(message).map(({ optimal }) => optimal)).toEqual([
      'yes',
      ...hard.map(() => expect.not.stringContaining('yes')),
    ]);
  });
});
