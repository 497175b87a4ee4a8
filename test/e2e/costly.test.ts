/** One person sends what costs most, as often and as fast as Discord lets them: nobody else has to wait for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandLine } from '@antipode/stand-in/person/command-options';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf } from '../support/files.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  // The limits of a bot without any setting.
  const usual = { USER_RATE: '', GUILD_RATE: '', JOBS_PER_USER: '', LOG_LEVEL: 'silent' };
  system = await TestSystem.open({}, usual);
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

/** Requests at once. */
const crowd = 50;

/** Nearly as many moves as are read. */
const there = 'RL'.repeat(240);
const hard = '15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0';
const relay = '5x5 4x4 3x5 2x8 2x7';

/** A file with as many bytes and lines as are taken. */
const file = (line: string) => fileOf(Array.from({ length: 1000 }, () => line.padEnd(260)).join('\n'));

const costly: readonly [string, string, CommandLine][] = [
  ['/solve', 'solve', { subcommand: 'fifteen', options: { position: hard, view: 'animation' } }],
  ['/solve all', 'solve', { subcommand: 'peg33', options: { position: 'all-d4', all: true, view: 'picture' } }],
  ['/solve board', 'solve', { subcommand: 'board', options: { position: 'A'.repeat(2400), puzzle: '4x4' } }],
  ['/solve file', 'solve', { subcommand: 'file', options: { attachment: file(hard) } }],
  ['/solve file without positions', 'solve', { subcommand: 'file', options: { attachment: file('o '.repeat(130)) } }],
  ['/analyse', 'analyse', { options: { puzzle: 'fifteen', moves: there, position: hard } }],
  ['/analyse without a position', 'analyse', { options: { puzzle: 'fifteen', moves: there } }],
  ['/convert', 'convert', { options: { puzzle: '2x2', text: there, view: 'animation', position: '1230' } }],
  ['/convert with emoji', 'convert', { options: { puzzle: 'onoff', text: there } }],
  ['/probability', 'probability', { options: { puzzle: relay, moves: '<=4000', solves: 20, kind: 'marathon' } }],
  ['/scramble', 'scramble', { options: { puzzle: 'fifteen', count: 500 } }],
  ['/scramble of a large board', 'scramble', { options: { puzzle: '9x9' } }],
  ['/compare', 'compare', { options: { puzzle: 'fifteen', position: hard } }],
  ['/hardest', 'hardest', { options: { puzzle: 'klotski' } }],
  ['/play new', 'play', { subcommand: 'new', options: { puzzle: 'fifteen', difficulty: 'hard', guide: true } }],
  ['/daily show', 'daily', { subcommand: 'show' }],
  ['/daily submit', 'daily', { subcommand: 'submit', options: { moves: there } }],
  ['/contest', 'contest', { subcommand: 'fewest-moves', options: { puzzle: 'fifteen' } }],
  ['/privacy export', 'privacy', { subcommand: 'export' }],
];

test.each(costly)('%s, fifty times at once', async (_, name, line) => {
  const [ann, bob] = [system.person('ann'), system.person('bob')];
  let isSending = true;
  const waits: number[] = [];
  const helped = (async () => {
    // A few more after the last one was acknowledged.
    for (let more = 5; more > 0; more -= isSending ? 0 : 1) {
      const began = performance.now();
      const asked = await bob.command(system.channel, 'help');
      // The stand-in rejects after 3 s, as Discord gives no longer.
      await asked.acknowledged;
      waits.push(performance.now() - began);
      await sleep(50);
    }
  })();
  const asked = await Promise.all(Array.from({ length: crowd }, () => ann.command(system.channel, name, line)));
  // Those of one person may come too late on a slow machine.
  const settled = await Promise.allSettled(asked.map(({ acknowledged }) => acknowledged));
  isSending = false;
  await helped;
  const late = settled.filter(({ status }) => status === 'rejected').length;
  if (process.env.WAITS) {
    const longest = Math.max(...waits).toFixed(0);
    process.stderr.write(`${_}: /help within ${longest} ms, ${waits.length} times; ${late} late\n`);
  }
  expect(waits.length).toBeGreaterThan(4);
});
