/**
 * A worker's memory, when every question has another goal and so needs another table. `QUESTIONS=70000` asks that many
 * of each puzzle; the suite asks a few hundred.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { type Puzzle, type Question, unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { WorkQueue } from '../../src/queue/queue.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { seeded } from '../../src/search/scramble.ts';
import { freePorts } from '../support/ports.ts';
import { TestSystem } from '../support/test-system.ts';
import { unrank } from '../support/truth.ts';

const questions = Number(process.env.QUESTIONS ?? 300);
/** Of which a few hundred tables of peg21 are a multiple. */
const tableCacheMb = questions > 1000 ? 256 : 128;
/** Heaps and compiled code of a process still grow a little during its first seconds. */
const mostGrowth = questions > 1000 ? 1.05 : 1.2;
const mostWaiting = 50;
/** Memory is read after each; a multiple of four. */
const portions = 20;

let system: TestSystem;
let queue: WorkQueue;
let port: number;
beforeAll(async () => {
  system = await TestSystem.open();
  queue = new WorkQueue(system.redis, 'antipode', createLogger('test', 'error'));
  port = (await freePorts(1))[0]!;
  await system.start('worker', { HTTP_PORT: String(port), SOLVER_THREADS: '2', TABLE_CACHE_MB: String(tableCacheMb) });
});
afterAll(async () => {
  await queue?.close();
  await system?.close();
});

const sum = (text: string, name: RegExp): number =>
  [...text.matchAll(new RegExp(`^${name.source}(?:\\{.*\\})? (\\S+)$`, 'gmu'))].reduce(
    (total, [, value]) => total + Number(value),
    0,
  );

/** Bytes: what the process takes, and what its metrics say. */
const memory = async () => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    resident: sum(text, /process_resident_memory_bytes/u),
    said: sum(text, /antipode_memory_bytes/u),
  };
};

/** Questions with a random start and a random goal; no goal comes twice unless there are no more. */
function* questionsOf(puzzle: Puzzle): Generator<Question> {
  const random = seeded(puzzle.id);
  const draw = () =>
    puzzle.formatPosition(
      puzzle.family === 'pegs'
        ? unrank(puzzle, 1 + Math.floor(random() * (2 ** puzzle.board.size - 1)))
        : puzzle.randomPosition(random, puzzle.goal),
    );
  const goals = new Set<string>();
  for (let tries = 0; ; tries++) {
    const goal = draw();
    if (goals.has(goal) && tries < 100) continue;
    goals.add(goal);
    tries = 0;
    yield unwrap(parseQuestion(puzzle, draw(), goal), goal);
  }
}

const waiting = async (): Promise<number> => {
  const keys = queue.keysOf('quick').waiting as [string, string];
  const [list, prioritized] = [await system.redis.llen(keys[0]), await system.redis.zcard(keys[1])];
  return list + prioritized + (await system.redis.llen(keys[0].replace(/wait$/u, 'active')));
};

let lastId = 10n ** 17n;
const ask = async (puzzle: Puzzle, asked: Iterator<Question>, count: number): Promise<void> => {
  for (let left = count; left > 0; left--) {
    const id = String(++lastId);
    await queue.addWork(id, id, solveWork(puzzle, asked.next().value), 1);
    if (left % mostWaiting === 0) while ((await waiting()) > mostWaiting) await sleep(5);
  }
  while ((await waiting()) > 0) await sleep(5);
};

test.each(['peg21', 'onoff', 'eight'])(
  '%s: a worker takes the memory that its metrics say, and no more after many goals than after half of them',
  async (id) => {
    const puzzle = knownPuzzle(id);
    const asked = questionsOf(puzzle);
    const began = performance.now();
    const samples: Awaited<ReturnType<typeof memory>>[] = [];
    for (let portion = 0; portion < portions; portion++) {
      await ask(puzzle, asked, questions / portions);
      samples.push(await memory());
    }
    // Garbage comes and goes between two samples.
    const least = (from: number) => Math.min(...samples.slice(from, from + portions / 4).map((one) => one.resident));
    const [half, all] = [least(portions / 4), least((portions * 3) / 4)];
    if (process.env.QUESTIONS)
      process.stderr.write(`${JSON.stringify({ id, took: performance.now() - began, half, all, samples })}\n`);
    for (const { resident, said } of samples) expect(resident).toBeLessThan(1.5 * said);
    expect(all).toBeLessThan(mostGrowth * half);
  },
  7_200_000,
);
