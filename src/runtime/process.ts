/** The start of a program, its graceful shutdown, and supervision of child processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { type Config, ConfigError, isRunByNpm, loadConfig } from './config.ts';
import { createLogger, type Logger } from './log.ts';
import { waits } from './waits.ts';

/** The exit code for settings that are wrong, or that Discord refuses: a restart doesn't mend them. */
const BAD_SETTINGS = 2;

/**
 * Loads the settings. Wrong ones are printed and exit with 2. Other errors are logged without secrets and exit with 1.
 * `crash` ends the process in the same way.
 */
export function startProgram(name: string): { config: Config; log: Logger; crash: (error: unknown) => never } {
  let log: Logger | undefined;
  const crash = (error: unknown): never => {
    const isSetting = error instanceof ConfigError;
    if (log && !isSetting) log.fatal({ err: error }, 'crashed');
    else process.stderr.write(`${(error as Error).message}\n`);
    process.exit(isSetting ? BAD_SETTINGS : 1);
  };
  // A terminal may close at any time. What can't be written to it must not prevent an orderly shutdown.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  const config = loadConfig();
  log = createLogger(name, config.logLevel);
  logWarnings(log);
  return { config, log, crash };
}

const MOST_REMEMBERED = 100;

/** Logs what libraries and Node write on the console, each text once: BullMQ warns of a wrong setting for each queue. */
function logWarnings(log: Logger): void {
  const logged = new Set<string>();
  const warn = (...words: unknown[]) => {
    const text = format(...words);
    if (logged.has(text)) return;
    if (logged.size < MOST_REMEMBERED) logged.add(text);
    log.warn(text);
  };
  console.warn = warn;
  console.error = warn;
  process.removeAllListeners('warning').on('warning', ({ name, message }) => warn(`${name}: ${message}`));
}

/** Calls `callback` once when the process must stop, then exits with 0, or with 1 if it throws or takes too long. */
export function onShutdown(callback: (reason: string) => Promise<void>, seconds: number, log: Logger): void {
  let isStopping = false;
  const stop = async (reason: string) => {
    // A second signal must not force an exit: both the terminal and `npm start` send one for a single Ctrl-C.
    if (isStopping) return;
    isStopping = true;
    const fail = (details: object, message: string) => {
      log.error({ reason, ...details }, message);
      process.exit(1);
    };
    setTimeout(fail, seconds * 1000, { seconds }, 'shutdown timed out').unref();
    try {
      await callback(reason);
      process.exit(0);
    } catch (error) {
      fail({ err: error }, 'shutdown failed');
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // SIGHUP: the terminal was closed. Under nohup, nothing is a terminal and the process keeps running.
  if ([process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)) process.on('SIGHUP', stop);
  if (isRunByNpm) onNpmLost(() => stop('npm ended'));
  process.on('disconnect', () => stop('disconnect'));
  if (process.send !== undefined && !process.connected) void stop('disconnect');
}

const NPM_CHECK_MS = 500;

/** Killed in another way than by SIGTERM, npm leaves its program, or the shell in between, to another parent. */
function onNpmLost(callback: () => void): void {
  const start = ancestors();
  setInterval(() => ancestors() !== start && callback(), NPM_CHECK_MS).unref();
}

/** The id of the parent, and of its parent if it is a shell (where /proc tells it). */
function ancestors(): string {
  let stat = '';
  try {
    stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  } catch {
    // There is no /proc, or the parent has just ended.
  }
  // The fields: id, name in parentheses, state, parent.
  return `${process.ppid} ${/^\d+ \(\w*sh\) \S (\d+)/u.exec(stat)?.[1]}`;
}

/** A child that exits sooner has failed to start. */
const STARTUP_MS = 10_000;
const MOST_FAILURES = 5;
const LONGEST_DELAY_MS = 10_000;

/**
 * Restarts a child process when it exits, unless its settings are wrong. The delay doubles after each failed start. The fifth
 * in a row is final, but only until the child has worked once: a job that kills a worker stops nothing else.
 */
export function supervise(name: string, start: () => ChildProcess, log: Logger) {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let hasWorked = false;

  const keepRunning = async (): Promise<Error | undefined> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const started = performance.now();
      child = start();
      const end = await exitOf(child);
      child = undefined;
      if (stopping.signal.aborted) break;
      failures = performance.now() - started < STARTUP_MS ? failures + 1 : 0;
      if (end === `exit code ${BAD_SETTINGS}`) {
        return new Error(`The ${name} can't ${hasWorked ? 'go on' : 'start'} with these settings.`);
      }
      if (!hasWorked && failures === MOST_FAILURES) {
        return new Error(`${name} failed to start ${failures} times, last with ${end}`);
      }
      const delay = Math.min(LONGEST_DELAY_MS, waits.restart * 2 ** failures);
      log.error({ process: name, end, delay }, `${name} exited unexpectedly, restarting it`);
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
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
    /** Call it when the child is ready: from now on it is always restarted. */
    works() {
      hasWorked = true;
    },
    /** Resolves with the reason when restarting is given up. Never rejects. */
    lost: new Promise<Error>((resolve) => void finished.then((reason) => reason && resolve(reason))),
    /** Sends SIGTERM, then SIGKILL after `seconds`. Resolves when the child has exited. */
    async stop(seconds: number): Promise<void> {
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

/** Forks one of the programs and keeps it running. `ready` resolves when the program first reports that it is ready. */
export function runProgram(name: string, env: NodeJS.ProcessEnv, log: Logger) {
  const path = fileURLToPath(new URL(`../${name}.js`, import.meta.url));
  let isReady = false;
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const start = () => {
    isReady = false;
    // Without stdin, which the playground's prompt reads.
    const child = fork(path, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return child.on('message', (message) => {
      if (message !== 'ready') return;
      isReady = true;
      supervised.works();
      resolveReady();
    });
  };
  const supervised = supervise(name, start, log);
  return { name, ready, isReady: () => isReady && supervised.child !== undefined, ...supervised };
}

/** Waits for a child. @returns `exit code 1`, `SIGKILL`, or why it couldn't be started. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => child.pid === undefined && resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
