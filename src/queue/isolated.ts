/**
 * Searches that may have ended workers. Each runs in a process of its own, so its worker outlives it and knows what ended
 * it: a search whose own process ends is the cause, and one that only shared a killed worker goes on.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { UnrecoverableError } from 'bullmq';
import { startProgram } from '../runtime/process.ts';
import { waits } from '../runtime/waits.ts';
import { type GaveUpReason, type Progress, SearchControl } from '../search/budget.ts';
import type { WorkSlice } from '../search/work-record.ts';
import { encodeWork, type Lane, type Pool } from './define.ts';
import type { JobRegistry } from './job.ts';
import { endedProcess } from './queue.ts';
import { SolverThreads, type ThreadWork } from './solver-threads.ts';
import type { WholePlan } from './whole.ts';

/** A slice that a process is to do. */
interface Assignment {
  readonly work: { readonly kind: string };
  readonly plan: WholePlan;
  readonly pool: Pool;
  readonly secret?: string;
}

type Order = 'cancel' | 'pause';

/** What a process says. */
type News =
  | { readonly is: 'begun' }
  | { readonly is: 'progress'; readonly progress: Progress; readonly took: number }
  | { readonly is: 'done'; readonly result: unknown }
  | { readonly is: 'failed'; readonly reason: string };

interface IsolatedSearchesDeps {
  /** The program, which calls `serveSearch`. */
  readonly program: URL;
  /** For kinds with `needsSecret`. */
  readonly secret: () => Promise<string>;
}

export class IsolatedSearches {
  private readonly deps: IsolatedSearchesDeps;
  /** One process a lane, as each has tables of its own. Resolves when the last one that was asked for has ended. */
  private readonly last: Record<Lane, Promise<unknown>> = { quick: Promise.resolve(), long: Promise.resolve() };
  private readonly stopped = new AbortController();

  constructor(deps: IsolatedSearchesDeps) {
    this.deps = deps;
    setMaxListeners(0, this.stopped.signal);
  }

  /** Ends running slices, which throw. */
  stop(): void {
    this.stopped.abort();
  }

  /** As that of `SolverThreads`. @throws UnrecoverableError if the slice ends its process */
  async slice({ work, plan, pool, control, heartbeat }: ThreadWork): Promise<WorkSlice | GaveUpReason | undefined> {
    const lane: Lane = pool === 'quick' ? pool : 'long';
    let took = 0;
    const timer = setInterval(() => heartbeat?.(took), waits.thread);
    const searching = this.last[lane].then(async () => {
      if (control.isCancelled) return 'cancelled';
      const secret = work.job.needsSecret && { secret: await this.deps.secret() };
      return this.search({ work: encodeWork(work), plan, pool, ...secret }, control, (milliseconds) => {
        took = milliseconds;
      });
    });
    this.last[lane] = searching.catch(() => {});
    try {
      return (await searching) as WorkSlice | GaveUpReason | undefined;
    } finally {
      clearInterval(timer);
    }
  }

  private search(assignment: Assignment, control: SearchControl, note: (took: number) => void): Promise<unknown> {
    const { signal } = this.stopped;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const child: ChildProcess = fork(fileURLToPath(this.deps.program), { execArgv: [] });
      let hasBegun = false;
      const order = (what: Assignment | Order) => child.connected && child.send(what, () => {});
      const timer = setInterval(() => {
        if (control.isCancelled) order('cancel');
        else if (control.isPaused) order('pause');
      }, waits.thread);
      const settle = (done: () => void): void => {
        clearInterval(timer);
        signal.removeEventListener('abort', end);
        child.kill('SIGKILL');
        done();
      };
      const end = (): void => settle(() => reject(signal.reason));
      signal.addEventListener('abort', end);
      child.on('message', (news: News) => {
        if (news.is === 'begun') hasBegun = true;
        else if (news.is === 'done') settle(() => resolve(news.result));
        else if (news.is === 'failed') settle(() => reject(new Error(news.reason)));
        else {
          note(news.took);
          if (news.progress.best) control.share(news.progress.best);
          control.report(news.progress);
        }
      });
      // It never ends by itself. What it has said arrives before its channel ends.
      Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
        ([[code, killed]]) => {
          const how = `(${killed ?? code})`;
          const error = hasBegun
            ? new UnrecoverableError(`${endedProcess} ${how}`)
            : new Error(`the process of a search did not start ${how}`);
          settle(() => reject(error));
        },
        (error) => settle(() => reject(error)),
      );
      order(assignment);
    });
  }
}

/** The program of a process for one search. */
export const serveSearch = (jobs: JobRegistry, threadFile: URL): void => {
  const { config, log } = startProgram('search');
  // It ends with its worker, which may go on for a moment after a signal to both.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  const send = (news: News): void => {
    process.send?.(news, () => {});
  };
  const control = new SearchControl();
  const search = async ({ work: { kind, ...input }, plan, pool, secret }: Assignment): Promise<unknown> => {
    const job = jobs.get(kind);
    const work = { job, request: job.input.parse(input) };
    const threads = new SolverThreads(config, { threadFile, secret: async () => secret!, hasOnePool: true });
    const heartbeat = (took: number) => send({ is: 'progress', progress: control.progress, took });
    send({ is: 'begun' });
    return threads.slice({ work, plan, pool, control, log, heartbeat });
  };
  process.on('message', (message: Assignment | Order) => {
    if (message === 'cancel') control.cancel();
    else if (message === 'pause') control.pause();
    else {
      search(message).then(
        (result) => send({ is: 'done', result }),
        (error) => send({ is: 'failed', reason: String(error) }),
      );
    }
  });
};
