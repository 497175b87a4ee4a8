/**
 * The memory of a worker that draws, and of the bot that shows it. `DRAWINGS=10000` draws that many pictures and a fifth as
 * many animations; the suite draws a few.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Person } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMoves } from '../../src/puzzles/moves.ts';
import type { Position, Puzzle, Step } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { isFinal } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

const counts = { picture: Number(process.env.DRAWINGS ?? 200), animation: Number(process.env.DRAWINGS ?? 200) / 5 };
/** What docker-compose.yml allows a bot. */
const mostMb = 512;
/** A heap comes and goes, and memory is returned late. */
const mostGrowth = counts.picture > 1000 ? 1.05 : 1.25;
const portions = 20;

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
let ann: Person;
beforeAll(async () => {
  system = await TestSystem.open();
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
  ann = system.person('ann');
});
afterAll(() => system?.close());

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

/** Random moves, 31 as for the hardest position of the 8 puzzle, or fewer where a game ends. */
const walk = (puzzle: Puzzle, start: Position, random: () => number): Step[] => {
  const steps: Step[] = [];
  for (let position = start; steps.length < 31; ) {
    const step = pick(puzzle.legalSteps(position), random);
    if (!step) break;
    steps.push(step);
    position = puzzle.play(position, step);
  }
  return steps;
};

test.runIf(process.platform === 'linux').each(['picture', 'animation'] as const)(
  '%ss of all puzzles: no more memory after all of them than after half',
  async (view) => {
    const random = seeded(view);
    const samples: { bot: number; worker: number }[] = [];
    for (let portion = 0; portion < portions; portion++) {
      for (let index = 0; index < counts[view] / portions; index++) {
        const puzzle = pick(puzzles, random)!;
        const start = puzzle.randomPosition(random, puzzle.goal);
        const position = puzzle.formatPosition(start);
        const moves = formatMoves(puzzle, start, walk(puzzle, start, random)).join(' ');
        // A random position of pegs may have no move.
        const shown = view === 'picture' || moves === '' ? { text: position } : { text: moves, position };
        const options = { puzzle: puzzle.id, view, ...shown };
        const message = await (await ann.command(system.channel, 'convert', { options })).until(isFinal);
        expect(message.attachments).toHaveLength(1);
      }
      samples.push({ bot: residentMb(bot), worker: residentMb(worker) });
    }
    for (const part of ['bot', 'worker'] as const) {
      const all = samples.map((sample) => sample[part]);
      if (process.env.DRAWINGS) process.stderr.write(`${part}: ${all.map((mb) => mb.toFixed(0)).join(' ')} MB\n`);
      const least = (from: number) => Math.min(...all.slice(from, from + portions / 4));
      expect(least((portions * 3) / 4)).toBeLessThan(mostGrowth * least(portions / 2));
    }
    expect(Math.max(...samples.map((sample) => sample.bot))).toBeLessThan(mostMb);
  },
  7_200_000,
);
