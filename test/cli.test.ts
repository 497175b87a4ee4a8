/** The command line as scripts use it: standard output, standard error, exit codes. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { forms } from './support/forms.ts';
import { program, run } from './support/program.ts';

let calls = 0;

/** Runs the command line in this process: its modules are loaded once, and the program itself anew each time. */
const call = async (args: readonly string[]): Promise<{ code: number; out: string; error: string }> => {
  const written = { out: '', error: '' };
  const streams = [
    ['out', process.stdout],
    ['error', process.stderr],
  ] as const;
  const spies = streams.map(([name, stream]) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  const { argv, exitCode } = process;
  process.argv = [process.execPath, program, ...args];
  try {
    await import(/* @vite-ignore */ `../src/cli.ts?call=${++calls}`);
    // Lines are written then.
    await new Promise(setImmediate);
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = argv;
    process.exitCode = exitCode;
  }
};

test('a process of its own answers as the program in this one', { tags: 'long' }, async () => {
  for (const args of [
    ['eight', '8', '6', '7', '2', '5', '4', '3', '0', '1', '--method', 'bfs', '--json'],
    ['eight', '12345678', '--json'],
  ]) {
    const withoutTime = ({ out, ...rest }: { out: string }) => ({
      ...rest,
      out: out.replace(/"milliseconds":[\d.]+/u, ''),
    });
    expect(withoutTime(await run(args))).toEqual(withoutTime(await call(args)));
  }
});

describe('solve', () => {
  test.each([
    [['eight', '867254301'], 31],
    [['eight', '647850321'], 31],
    [['six', '4651320'], 15],
    [['onoff', '==no/off_'], 44],
    [['onoff', '==no/OfF_', '--goal', '==On/ofF_'], 44],
    [['onoff', '==no/OfF_', '--goal', '==on/OFf_'], 48],
    [['peg21', 'all-7', '--goal', '7'], 12],
    [['eight', '8', '6', '7', '2', '5', '4', '3', '0', '1', '--method', 'bfs'], 31],
  ])('%j takes %i moves', async (args, length) => {
    const { code, out } = await call([...args, '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ puzzle: args[0], status: 'solved', length, optimal: true, lowerBound: length });
    expect(answer.moves).toHaveLength(length);
    expect(Object.keys(answer)).toEqual(
      'puzzle position goal aim status length moves method optimal generated milliseconds lowerBound reason solutions firstMoves'.split(
        ' ',
      ),
    );
  });

  test('prints the number of shortest solutions where a table knows it', async () => {
    const counted = async (...args: string[]) => JSON.parse((await call([...args, '--json'])).out).solutions;
    expect(await counted('eight', '867254301')).toBe(40);
    expect(await counted('eight', '085672341')).toBe(64);
    expect(await counted('eight', '867254301', '--method', 'bidirectional')).toBeNull();
    const { firstMoves } = JSON.parse((await call(['eight', '867254301', '--json'])).out);
    expect(firstMoves).toEqual([5, 3, 1]);
  });

  test('lists all shortest solutions and first moves, of the 15 puzzle too', async () => {
    const listed = async (...args: string[]) => {
      const { code, out } = await call([...args, '--all', '--json']);
      return { code, ...JSON.parse(out) };
    };
    const table = await listed('eight', '085672341');
    expect(table).toMatchObject({ code: 0, length: 30, solutions: 64, isComplete: true, undecided: [] });
    expect(new Set(table.all).size).toBe(64);
    expect(table.all[0]).toMatch(/^(?:[LRUD]\d?)+$/u);
    const search = await listed('fifteen', '0BC3A16DF94E8257');
    expect(search).toMatchObject({ code: 0, length: 58, solutions: 208, firstMoves: [11, 10], isComplete: true });
    expect(new Set(search.all).size).toBe(208);
    const { code, out } = await call(['eight', '085672341', '--all']);
    expect(code).toBe(0);
    expect(out).toContain(`64 shortest solutions\nBest first moves: ${table.firstMoves.join(' ')}\n${table.all[0]}\n`);
    const late = await call(['klotski', '--all', '--timeout', '0.001']);
    expect(late).toMatchObject({ code: 4, out: expect.stringContaining('timed out') });
    const large = await call(['peg33', 'all-17', '--all']);
    expect(large).toMatchObject({ code: 2, error: expect.stringContaining('can’t be listed') });
  });

  test('prints the moves of pegs as cells and those of cards as their text', async () => {
    const pegs = JSON.parse((await call(['peg21', 'all-7', '--json'])).out);
    expect(pegs.moves.flat().every((hole: unknown) => Number.isInteger(hole))).toBe(true);
    expect(pegs.moves.reduce((jumps: number, move: number[]) => jumps + move.length - 1, 0)).toBe(19);
    const cards = JSON.parse((await call(['onoff', '==no/off_', '--json'])).out);
    expect(new Set(cards.moves)).toEqual(new Set(['==', 'n', 'o', 'f']));
  });

  test('exits with 3 for an unsolvable position, and says why', async () => {
    const { code, out, error } = await run(['eight', '123456870', '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ status: 'unsolvable', length: null, moves: null, optimal: false });
    expect(error).toContain('odd permutation');
  });

  test('exits with 4 for a search out of time, and prints its lower bound', async () => {
    const { code, out } = await run(['eleven', '032187654BA9', '--method', 'iddfs', '--timeout', '0.5', '--json']);
    expect(code).toBe(4);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ status: 'gave-up', length: null, optimal: false });
    expect(answer.lowerBound).toBeGreaterThan(10);
    expect(answer.lowerBound).toBeLessThanOrEqual(53);
  });

  test('answers positions from standard input one a line, in order, and exits with the worst code', async () => {
    const { code, out } = await run(['eight', '-', '--json'], '867254301\n\n12\n123456870\n123456780\n');
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ status, length }) => [status, length])).toEqual([
      ['solved', 31],
      ['bad-input', undefined],
      ['unsolvable', null],
      ['solved', 0],
    ]);
    expect(code).toBe(3);
  });
});

test('farthest visits all 239,500,800 positions of eleven, and its 18 antipodes can all be solved', {
  tags: 'long',
}, async () => {
  const { out } = await run(['farthest', 'eleven', '--json']);
  const { states, diameter, histogram, positions } = JSON.parse(out);
  expect([states, diameter, histogram.length, positions.length]).toEqual([239_500_800, 53, 54, 18]);
  const { code, out: solved } = await run(['eleven', '-', '--json', '--count'], positions.join('\n'));
  const answers = solved
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(answers.map(({ length }) => length)).toEqual(new Array(18).fill(53));
  expect(answers.find(({ position }) => position === '032187654BA9').solutions).toBe(76);
});

test('farthest refuses puzzles with too many positions', async () => {
  const { code, error } = await call(['farthest', 'twentyfour']);
  expect(code).toBe(4);
  expect(error).toContain('twentyfour has too many positions');
});

test('farthest shows the published counts of a puzzle with too many positions', async () => {
  const { code, out } = await call(['farthest', 'fifteen']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^10,461,394,944,000 positions, the farthest 80 moves away \(17\)\n.*A\d{6}\n {2}0 1\n {2}1 2\n/u,
  );
  const answer = JSON.parse((await call(['farthest', 'fifteen', '--json'])).out);
  expect(answer).toMatchObject({ puzzle: 'fifteen', diameter: 80, positions: [] });
  expect(answer.source).toContain('oeis.org');
  expect(answer.histogram).toHaveLength(81);
});

test('farthest gives the histogram and the antipodes', async () => {
  const { code, out } = await call(['farthest', 'six', '--json']);
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(answer).toMatchObject({ puzzle: 'six', states: 5040, diameter: 15 });
  expect(answer.histogram.join(' ')).toBe('1 3 9 22 42 86 183 327 516 676 783 902 834 480 152 24');
  expect(answer.positions).toHaveLength(24);
});

describe('certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-proof-'));
  const file = join(folder, 'proof.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are written beside an answer and verified', async () => {
    const { out, code } = await call(['eight', '867254301', '--proof', file]);
    expect({ code, last: out.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'No position is in both groups, so every solution has at least 31 moves.',
    });
    expect(await call(['verify', file])).toEqual({
      code: 0,
      out: expect.stringMatching(/is right \(eight\)(?:.|\n)*- the solution, 31 moves\n- 8,456 positions/u),
      error: '',
    });
  });

  test('that are wrong are refused, with the place', async () => {
    await call(['eight', '867254301', '--proof', file, '--json']);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"fromStart":[1,', '"fromStart":[2,'));
    const { code, out } = await call(['verify', file]);
    expect({ code, out }).toEqual({ code: 1, out: `${file} is wrong at proof.fromStart[0]: there are 1\n` });
  });

  test('that are none exit with 2', async () => {
    writeFileSync(file, '{}');
    expect(await call(['verify', file])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/is no certificate: format/u),
    });
  });
});

describe('bad input exits with 2 and a message of its own, for', () => {
  const table: [args: string[], message: string][] = [
    [['eihgt', '867254301'], '"eihgt" isn’t a puzzle here. Did you mean `eight`? Example: `eight 867254301`.'],
    [['farthest', 'Klotsky'], 'Did you mean `klotski`?'],
    [['4-2', '867254301'], 'There is: five, six,'],
    [['867254301'], 'the puzzle is first: eight 867254301'],
    [['eight', '12345678'], 'Example: `867254301`'],
    [['eight', '12345678'], 'the 8 puzzle (3 × 3) has 9 cells, counting the blank; you gave 8'],
    [['eight', '1234567800'], 'the 8 puzzle (3 × 3) has 9 cells, counting the blank; you gave 10'],
    [['eight', '123456778'], 'tile 7 appears twice, in cells 7 and 8'],
    [['eight', '123456709'], 'cell 9: "9" isn’t a tile of eight'],
    [['eight', '1234z6780'], 'cell 5: "z" isn’t a tile of eight'],
    [['eight', '0_2345678'], 'the blank appears twice, in cells 1 and 2'],
    [['eight', '1 2 3 4 5 6 7 88 0'], 'cell 8: "88" isn’t a tile of eight'],
    [['eight', ' / '], 'no position of eight found'],
    [['eight', '1'.repeat(3500)], '3500 characters are too many'],
    [['eleven', '1234z6789AB0'], 'cell 5: "z" isn’t a tile of eleven'],
    [['eleven', '123456789ABC'], 'cell 12: "C" isn’t a tile of eleven'],
    [['eight', '123456780', '--goal', '123456788'], 'tile 8 appears twice, in cells 8 and 9'],
    [['onoff', '==no/offf'], 'one card "f" too many'],
    [['onoff', '=ano/off_'], 'cell 1: "=" is half a card'],
    [['onoff', '==nq/off_'], 'cell 4: "q" isn’t a card of onoff'],
    [['onoff', 'ono==/ff_'], 'cell 4: the wide card doesn’t fit at the end of a row'],
    [['onoff', '==no/off'], 'On-off puzzle (a wide card and pairs of letters) has 8 cells; you gave 7'],
    [['peg21', '11111'], 'this board has 21 holes; you gave 5'],
    [['peg21', '1111110111111111111z1'], 'hole 20: "z" is neither a peg (1) nor an empty hole (0)'],
    [['peg21', 'all-99'], '"99" isn’t a hole of peg21; its holes are 1–21'],
    [['peg21', 'all-7-7'], 'hole 7 is named twice'],
    [['peg21', 'all'], '"all" needs an empty hole, as in all-7'],
    [['peg33', 'all-h9'], '"h9" isn’t a hole of peg33'],
    [['eight', '867254301', '--method', 'regions'], 'regions does not fit eight'],
    [['peg21', '0'.repeat(21)], 'this board of peg21 has no peg'],
    [['peg21', 'all-7', '--goal', '22'], '"22" isn’t a hole of peg21'],
  ];
  test.each(table)('%j', async (args, message) => {
    const { code, out, error } = await call([...args, '--json']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).not.toMatch(/\bat .*\.js:\d+/u);
  });

  test('usage', async () => {
    for (const args of [['nine', '12'], ['eight'], ['eight', '867254301', '--method', 'magic'], ['--nonsense'], []]) {
      const { code, error } = await call(args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(error).not.toBe('');
    }
  });
});

describe('for people', () => {
  test.each([
    ['123456780', '0 moves, proved shortest\n1 state in'],
    ['123456708', '1 move, proved shortest: 8\n2 states in'],
    ['123456078', '2 moves, proved shortest: 7 8\n3 states in'],
  ])('%s is counted in good English', async (position, words) => {
    expect((await call(['eight', position])).out).toContain(words);
  });
});

describe('without a stack trace', () => {
  test('a reader that leaves early stops the answers', async () => {
    const child = spawn(process.execPath, [program, 'eight', '-', '--json']);
    const error = text(child.stderr);
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
    child.stdin.on('error', () => {});
    child.stdout.once('data', () => child.stdout.destroy());
    // More at a time than a pipe holds, until nobody reads.
    let fed = 0;
    const feed = () =>
      child.stdin.write('867254301\n'.repeat(1000), (failed) => {
        if (failed) return;
        fed++;
        feed();
      });
    feed();
    expect(await ended).toBe(0);
    expect(await error).toBe('');
    // The first answers come before megabytes of positions have been read.
    expect(fed).toBeLessThan(200);
  });

  test('positions in all forms that people send are read as an argument, in standard input and in a file', async () => {
    const boards = ['867254301', '647850321'];
    const texts = Object.values(forms).map((form) =>
      boards.map((board) => form([board.slice(0, 3), board.slice(3, 6), board.slice(6)])),
    );
    for (const [text] of texts) {
      const { out } = await call(['eight', '--json', '--', text!]);
      expect([text, JSON.parse(out)]).toMatchObject([text, { position: boards[0], length: 31 }]);
    }
    const { code, out } = await run(['eight', '-'], texts.flat().join('\n\n'));
    expect([code, out]).toEqual([0, texts.flatMap(() => boards.map((board) => `${board} 31\n`)).join('')]);
    // The positions of a file have rows of their own, or none has.
    const inOneLine = texts.filter(([text]) => !text!.includes('\n'));
    const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
    const path = join(folder, 'positions.txt');
    for (const some of [inOneLine.flat(), ...texts.filter((two) => !inOneLine.includes(two))]) {
      writeFileSync(path, some.join('\n\n'));
      const file = await call(['solve', 'eight', '--file', path]);
      expect([file.code, file.out.match(/,31,yes,/gu)?.length]).toEqual([0, some.length]);
    }
    rmSync(folder, { recursive: true });
  });

  test('a bad goal is reported once, whatever the lines are', async () => {
    for (const input of ['', '867254301\n867254301\n']) {
      const { code, out, error } = await run(['eight', '-', '--goal', '12345678x9'], input);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toBe(
        '--goal: cell 10: "9" isn’t a tile of eight; use 1–8, and 0 for the blank\n12345678x9\n         ^\n',
      );
    }
  });

  test('a .env that cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
    mkdirSync(join(folder, '.env'));
    const child = spawn(process.execPath, [program, 'eight', '867254301'], { cwd: folder });
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
    expect(await text(child.stderr)).toBe("The file .env can't be read (EISDIR).\n");
    expect(await ended).toBe(2);
    rmSync(folder, { recursive: true });
  });

  test('register names the missing settings', { tags: 'long' }, async () => {
    const { DISCORD_TOKEN: _, ...env } = process.env;
    const missing = await run(['register'], '', env);
    expect(missing).toEqual({ code: 1, out: '', error: 'DISCORD_TOKEN is needed to register commands.\n' });
    const away = await run(['register'], '', { ...env, DISCORD_TOKEN: 'x.y.z', DISCORD_API_URL: 'http://localhost:9' });
    expect(away.code).toBe(1);
    expect(away.error).toContain('ECONNREFUSED');
    expect(away.error).not.toMatch(/\n./u);
  });
});

describe('probability', () => {
  test('prints the chance and what it is of', async () => {
    const { code, out } = await call(['probability', 'fifteen', '<=45']);
    expect(code).toBe(0);
    expect(out).toContain('9.64% · 1 in 10.4\nThe shortest solution of a random position takes at most 45 moves.');
  });

  test('prints JSON for scripts', async () => {
    const { out } = await call(['probability', '2x2,eight', '>=20.5', '--solves', '2', '--attempts', '3', '--json']);
    const { probability, complement, ...rest } = JSON.parse(out);
    expect(rest).toMatchObject({
      puzzles: ['2x2', 'eight'],
      solves: 2,
      kind: 'mean',
      least: 20.5,
      most: 37,
      attempts: 3,
    });
    expect(probability + complement).toBeCloseTo(1, 12);
  });

  test.each([
    [['eight', 'abc'], '"abc" isn’t a number of moves.'],
    [['eight', '20', '--solves', '200'], '200 solves are too many'],
    [['eight', '20', '--solves', 'x'], 'It is a whole number from 1 on.'],
    [['cube', '20'], '"cube" isn’t a puzzle here.'],
  ])('%j is bad input', async (args, says) => {
    const { code, out, error } = await call(['probability', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(says);
  });
});
