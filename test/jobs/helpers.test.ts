/** Idle threads of a worker help with a long search, and leave when other work comes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { SolverThreads } from '../../src/jobs/solver-threads.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { SearchControl } from '../../src/search/budget.ts';
import { questionOf } from '../support/truth.ts';

const threadFile = new URL('../../dist/features/thread.js', import.meta.url);
const log = createLogger('test', 'silent');
const fifteen = knownPuzzle('fifteen');
const eight = knownPuzzle('eight');

const open = (count: number): SolverThreads => {
  const config = loadConfig({ SOLVER_THREADS: String(count) });
  const threads = new SolverThreads(config, { threadFile, secret: () => Promise.resolve('') });
  onTestFinished(() => threads.close());
  return threads;
};

/** 80 moves away: tens of millions of positions. */
const hard = solveWork(fifteen, questionOf(fifteen, '0C9DFBAE37254861'));

const ask = (threads: SolverThreads, work = hard) => {
  const control = new SearchControl();
  return { control, result: threads.run(work, work.job.lane(work.request), control, log, () => {}) };
};

/** The nodes of helpers become more. */
const isHelped = async ({ deepening }: SearchControl): Promise<void> => {
  const before = deepening.count(0);
  await expect.poll(() => deepening.count(0), { timeout: 60_000 }).toBeGreaterThan(before);
};

describe('idle threads', () => {
  test('help, also the one for quick questions, which leaves when such a question comes', async () => {
    const threads = open(2);
    const { control, result } = ask(threads);
    await isHelped(control);
    const quick = ask(threads, solveWork(eight, questionOf(eight, '867254301')));
    expect(await quick.result).toMatchObject({ status: 'solved', optimal: true });
    expect(control.deepening.isOpen).toBe(true);
    await isHelped(control);
    control.cancel();
    expect((await result).reason).toBe('cancelled');
    expect(control.deepening.isOpen).toBe(false);
  });

  test('make room for a second long question', async () => {
    const threads = open(2);
    const first = ask(threads);
    await isHelped(first.control);
    // It waits for the only thread for long questions.
    const second = ask(threads, solveWork(fifteen, questionOf(fifteen, '0B9DCFAE37624851')));
    first.control.cancel();
    await first.result;
    await isHelped(second.control);
    second.control.cancel();
    expect((await second.result).reason).toBe('cancelled');
  });

  test('find what one thread finds', { tags: 'long' }, async () => {
    const { control, result } = ask(open(4));
    const found = (await result) as { moves?: unknown[] };
    expect(found).toMatchObject({ status: 'solved', optimal: true, lowerBound: 80 });
    expect(found.moves).toHaveLength(80);
    expect(control.deepening.count(0)).toBeGreaterThan(0);
  });

  test('leave a search whose thread was ended', async () => {
    const threads = open(2);
    const { control, result } = ask(threads);
    await isHelped(control);
    threads.stop();
    await expect(result).rejects.toThrow();
    expect(control.deepening.isOpen).toBe(false);
  });
});
