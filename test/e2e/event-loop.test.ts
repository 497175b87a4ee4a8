/**
 * The bot serves everybody on one thread, so nothing may keep it for long. What costs most is asked several times, one
 * request after the other, and the longest turn of the bot's event loop is measured each time. The shortest of these is what
 * the work itself takes: garbage is not collected in each of them, and code is compiled in the first ones only.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { CommandLine } from '@antipode/stand-in/person/command-options';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf } from '../support/files.ts';
import { answerTo } from '../support/messages.ts';
import { freePorts } from '../support/ports.ts';
import { TestSystem } from '../support/test-system.ts';

/** What we promise, in milliseconds of CPU time. */
const longestPromised = 5;
/** At most. Most commands need one or two; of those with a file, more code is compiled first, which takes longer on a slow machine. */
const repetitions = 30;

const hasSchedulerStatistics = existsSync('/proc/self/schedstat');

let system: TestSystem;
let bot: ChildProcess;
let port: number;

beforeAll(async () => {
  system = await TestSystem.open();
  [port] = (await freePorts(1)) as [number];
  const monitor = hasSchedulerStatistics
    ? `--import ${new URL('../support/loop-monitor.js', import.meta.url).href}`
    : '';
  [bot] = await Promise.all([
    system.start('bot', { HTTP_PORT: String(port), NODE_OPTIONS: monitor }),
    system.start('worker'),
  ]);
});
afterAll(() => system?.close());

/** The longest turn of the bot's event loop since the last call, in milliseconds of CPU time. */
const longestTurn = (): Promise<number> =>
  new Promise((resolve) => {
    const hear = ({ longestTurn: found }: { longestTurn?: number }): void => {
      if (found === undefined) return;
      bot.off('message', hear);
      resolve(found);
    };
    bot.on('message', hear);
    bot.send('turns');
  });

describe('a turn of the event loop that takes long', () => {
  const milliseconds = 100;

  test('is noticed by the monitor (needs Linux)', { skip: !hasSchedulerStatistics }, async () => {
    await longestTurn();
    bot.send({ block: milliseconds });
    expect(await longestTurn()).toBeGreaterThan(milliseconds - 1);
  });

  test('is in the metrics until they are read (needs Linux)', { skip: !hasSchedulerStatistics }, async () => {
    const longest = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^antipode_event_loop_longest_seconds (\S+)$/mu.exec(text)![1]);
    };
    bot.send({ block: milliseconds });
    await longestTurn();
    expect(await longest()).toBeGreaterThan((milliseconds - 1) / 1000);
    await expect.poll(longest).toBeLessThan(milliseconds / 1000);
  });
});

const moves = 'RL'.repeat(240);
const file = (line: (index: number) => string) =>
  fileOf(Array.from({ length: 1000 }, (_, index) => line(index).padEnd(260)).join('\n'));
const eights = ['867254301', '123456780', '12345x', '123456870'];
const relay = '5x5 4x4 3x5 2x8 2x7';

/** Of every command that does more than show what is stored, what costs most of what is answered soon. */
const costly: readonly [string, string, CommandLine][] = [
  ['/solve', 'solve', { subcommand: 'eight', options: { position: '867254301', view: 'animation' } }],
  ['/solve all', 'solve', { subcommand: 'peg33', options: { position: 'all-d4', all: true, view: 'picture' } }],
  ['/solve with a long text', 'solve', { subcommand: 'slide', options: { position: 'A'.repeat(3000) } }],
  ['/solve file', 'solve', { subcommand: 'file', options: { attachment: file((index) => eights[index % 4]!) } }],
  [
    '/solve file without positions',
    'solve',
    { subcommand: 'file', options: { attachment: file(() => 'o '.repeat(130)) } },
  ],
  ['/analyse', 'analyse', { options: { puzzle: 'eight', moves, position: '123456780' } }],
  [
    '/analyse with a file',
    'analyse',
    { options: { puzzle: 'eight', file: file(() => '867254301 R2ULDLULU2R3D3L3UR2U2L2') } },
  ],
  ['/analyse without a position', 'analyse', { options: { puzzle: 'eight', moves } }],
  ['/convert', 'convert', { options: { puzzle: '2x2', text: moves, position: '1230' } }],
  ['/convert with emoji', 'convert', { options: { puzzle: 'onoff', text: moves } }],
  ['/convert without a meaning', 'convert', { options: { puzzle: 'fifteen', text: 'A'.repeat(3000) } }],
  ['/convert on a large board', 'convert', { options: { puzzle: '20x20', text: moves, scramble: true } }],
  ['/probability', 'probability', { options: { puzzle: relay, moves: '<=4000', solves: 20, kind: 'marathon' } }],
  ['/scramble', 'scramble', { options: { puzzle: 'eight', count: 500 } }],
  ['/scramble of a large board', 'scramble', { options: { puzzle: '20x20' } }],
  ['/compare', 'compare', { options: { puzzle: 'five', position: '321054' } }],
  ['/heuristic', 'heuristic', { options: { bound: `max(${'-('.repeat(20)}blank${')'.repeat(20)}, 2 * manhattan)` } }],
  ['/watch', 'watch', { options: { puzzle: 'klotski', method: 'bidirectional' } }],
  ['/hardest', 'hardest', { options: { puzzle: 'six' } }],
  ['/play new', 'play', { subcommand: 'new', options: { puzzle: 'eight', difficulty: 'hard', guide: true } }],
  ['/play new with a picture', 'play', { subcommand: 'new', options: { puzzle: 'rush', difficulty: 'hard' } }],
  ['/play practice', 'play', { subcommand: 'practice', options: { puzzle: 'eight' } }],
  ['/daily show', 'daily', { subcommand: 'show' }],
  ['/daily play', 'daily', { subcommand: 'play' }],
  ['/daily submit', 'daily', { subcommand: 'submit', options: { moves } }],
  ['/leaderboard', 'leaderboard', { subcommand: 'daily' }],
  ['/stats', 'stats', {}],
  ['/contest', 'contest', { subcommand: 'fewest-moves', options: { puzzle: 'eight' } }],
  ['/privacy export', 'privacy', { subcommand: 'export' }],
  ['/help', 'help', {}],
];

describe(`no turn takes longer than ${longestPromised} ms (needs Linux)`, { skip: !hasSchedulerStatistics }, () => {
  test.each(costly)('for %s', async (name, command, line) => {
    const turns: number[] = [];
    for (let repetition = 0; repetition < repetitions && !(Math.min(...turns) < longestPromised); repetition++) {
      await longestTurn();
      await answerTo(await system.person(`ann-${repetition}`).command(system.channel, command, line));
      turns.push(await longestTurn());
    }
    if (process.env.TURNS) {
      process.stderr.write(`${name.padEnd(30)} ${turns.map((turn) => turn.toFixed(1).padStart(5)).join('')}\n`);
    }
    expect(Math.min(...turns)).toBeLessThan(longestPromised);
  });
});
