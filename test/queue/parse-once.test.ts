/** A question that somebody typed is parsed once in the bot and once in the worker, on its way through the queue and back. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReplyJob } from '../../src/queue/job.ts';
import type { Task } from '../../src/queue/thread.ts';
import { type WholeSlice, whole } from '../../src/queue/whole.ts';
import type { Drawing } from '../../src/render/drawing.ts';
import { jobVersion } from '../../src/runtime/version.ts';
import { forgetModules } from '../support/modules.ts';

const id = '100000000000000001';
const json = <T>(value: T): unknown => JSON.parse(JSON.stringify(value));

/** Modules of a process of its own: what one process has in memory, the other has not. */
const loadProcess = async () => {
  forgetModules();
  const { jobs } = await import('../../src/features/jobs.ts');
  const { solveWork, solveJob, revealedBySolution } = await import('../../src/features/solve/job.ts');
  const { encodeWork, keyOf } = await import('../../src/queue/define.ts');
  const { defaultPresentation } = await import('../../src/render/presentation.ts');
  const { taskRunner } = await import('../../src/queue/thread.ts');
  const { solveAnswer } = await import('../../src/features/solve/answer.ts');
  const { progressMessage } = await import('../../src/queue/progress.ts');
  const { translator } = await import('../../src/locales/index.ts');
  const { knownPuzzle } = await import('../../src/puzzles/registry.ts');
  const { parseQuestion } = await import('../../src/puzzles/reader.ts');
  const { SearchControl } = await import('../../src/search/budget.ts');
  const puzzle = knownPuzzle('eight');
  const parse = vi.spyOn(puzzle, 'parsePosition');
  return {
    ...{
      jobs,
      solveWork,
      solveJob,
      revealedBySolution,
      encodeWork,
      keyOf,
      defaultPresentation,
      taskRunner,
    },
    ...{ solveAnswer, progressMessage, t: translator('en'), parseQuestion, SearchControl, puzzle, parse },
  };
};

beforeEach(() => vi.restoreAllMocks());

test.each([
  ['the usual goal', undefined],
  ['a goal of its own', '867254310'],
])('with %s', async (_, goal) => {
  const bot = await loadProcess();
  const worker = await loadProcess();
  const thread = await loadProcess();
  expect(bot.puzzle).not.toBe(worker.puzzle);

  // The bot: typed, checked by the guard, and put in the queue.
  const typed = bot.parseQuestion(bot.puzzle, '8672 54301', goal);
  if (!typed.ok) throw new Error('no question');
  const work = bot.solveWork(bot.puzzle, typed.value);
  bot.revealedBySolution(work.request);
  const key = bot.keyOf(work);
  const asked = { id, application: id, user: id, private: false, locale: 'en', step: 1 };
  const reply: ReplyJob = { version: jobVersion, ...asked, work, presentation: bot.defaultPresentation };
  bot.progressMessage(bot.t, work, { status: { state: 'done' }, id });
  const workJob = json({ version: jobVersion, id, work: bot.encodeWork(work) });
  const replyJob = json({ ...reply, work: bot.encodeWork(work) });

  // The worker, and its thread.
  const { work: taken } = worker.jobs.workJobSchema.parse(workJob);
  expect(worker.keyOf(taken)).toBe(key);
  const { job, request } = taken;
  const task: Task = {
    ...{ task: 'slice', kind: job.kind, request, databases: '7-7-1', limits: {} },
    plan: { part: whole, milliseconds: 60_000 },
    collections: new Int32Array(new SharedArrayBuffer(4)),
    memory: new worker.SearchControl().memory,
    tables: new Map(job.tables(request, '7-7-1').map((need) => [need.key, need.build()])),
  };
  const { slice } = await thread.taskRunner(thread.jobs)(structuredClone(task));
  const result = json((slice as WholeSlice).result);

  // The bot again: the answer, with the buttons that go through its boards.
  const { work: returned } = bot.jobs.replyJobSchema.parse(replyJob);
  expect(returned).toEqual(work);
  const outcome = bot.solveJob.result.parse(result);
  const shown = { ...reply, request: returned.request as typeof work.request };
  bot.solveJob.reveals!(shown.request, outcome);
  const message = await bot.solveAnswer(bot.t, shown, outcome, {} as Drawing);
  expect(JSON.stringify(message)).toContain('867254301');

  expect(bot.parse.mock.calls).toEqual([['8672 54301']]);
  expect(worker.parse.mock.calls).toEqual([['867254301']]);
  expect(thread.parse).not.toHaveBeenCalled();
});
