/**
 * Life and death of processes: stopping in good order, and keeping children running.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from './log.ts';

/**
 * Calls `callback` once when this process is asked to stop: by SIGTERM, by SIGINT, because its terminal or the parent
 * that forked it is gone. Then exits: 0, or 1 if the callback throws or takes more than `seconds`.
 */
export function onShutdown(callback: (reason: string) => Promise<void> | void, seconds = 10, log?: Logger): void {
  let asked = false;
  const stop = async (reason: string) => {
    // `npm start` hands Ctrl-C on although the terminal has sent it too, so a second signal isn't impatience.
    if (asked) return;
    asked = true;
    setTimeout(() => {
      log?.error({ reason, seconds }, 'not stopped in time');
      process.exit(1);
    }, seconds * 1000).unref();
    try {
      await callback(reason);
      process.exit(0);
    } catch (error) {
      log?.error({ err: error, reason }, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The terminal's window was closed. Who runs under nohup has no terminal to read from, and goes on.
  if (process.stdin.isTTY) process.on('SIGHUP', stop);
  process.on('disconnect', () => stop('disconnect'));
  if (process.send !== undefined && !process.connected) void stop('disconnect');
}

/** Logs what nobody caught, scrubbed like every line, and exits 1. Node itself would print it with its secrets. */
export function logCrashes(log: Logger): void {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}

export interface Supervised {
  /** The running process; undefined between two lives. */
  readonly child: ChildProcess | undefined;
  /** Resolves, with the reason, when the child can't be kept running. Never rejects. */
  readonly lost: Promise<Error>;
  /** SIGTERM, and SIGKILL for a child that is still there after `seconds`. Resolves when it has ended. */
  stop(seconds: number): Promise<void>;
}

/** A child that ends sooner than this never really ran. */
const QUICK_MS = 10_000;
const QUICK_ENDS = 5;
const FIRST_PAUSE_MS = 250;

/**
 * Keeps a child process running: when it ends by itself it is started again, after a pause that doubles from ¼ s
 * while it keeps ending within seconds. The fifth quick end in a row is the last.
 *
 * @param start starts the child; called again for each life.
 */
export function supervise(name: string, start: () => ChildProcess, log: Logger): Supervised {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  const keepRunning = async (): Promise<Error | undefined> => {
    let quickEnds = 0;
    while (!stopping.signal.aborted) {
      const started = Date.now();
      child = start();
      const end = await ended(child);
      child = undefined;
      if (stopping.signal.aborted) break;
      quickEnds = Date.now() - started < QUICK_MS ? quickEnds + 1 : 0;
      if (quickEnds === QUICK_ENDS) return new Error(`${name} ended ${QUICK_ENDS} times at once, last with ${end}`);
      const pause = FIRST_PAUSE_MS * 2 ** quickEnds;
      log.error({ process: name, end, pause }, `${name} ended unexpectedly, starting it again`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return undefined;
  };

  const finished = keepRunning();
  const killAtExit = () => child?.kill();
  process.on('exit', killAtExit);

  return {
    get child() {
      return child;
    },
    lost: new Promise((resolve) => {
      void finished.then((reason) => reason && resolve(reason));
    }),
    async stop(seconds) {
      stopping.abort();
      child?.kill('SIGTERM');
      const kill = setTimeout(() => {
        log.warn({ process: name, seconds }, `${name} did not stop in time, killing it`);
        child?.kill('SIGKILL');
      }, seconds * 1000);
      await finished;
      clearTimeout(kill);
      process.off('exit', killAtExit);
    },
  };
}

/** Forks one of our programs and keeps it running. `ready` resolves when it first says so. */
export function runProgram(name: string, env: NodeJS.ProcessEnv, log: Logger) {
  const path = fileURLToPath(new URL(`../${name}.js`, import.meta.url));
  let sayReady = () => {};
  const ready = new Promise<void>((resolve) => {
    sayReady = resolve;
  });
  let isReady = false;
  // No stdin: what is typed there is for the prompt.
  const start = () =>
    fork(path, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      .on('message', (message) => {
        if (message !== 'ready') return;
        isReady = true;
        sayReady();
      })
      .on('exit', () => {
        isReady = false;
      });
  return { name, ready, isReady: () => isReady, ...supervise(name, start, log) };
}

/** How a child ended: `exit code 1`, `SIGKILL`, or why it couldn't be started. */
function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => child.pid === undefined && resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
