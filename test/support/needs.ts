/** What some tests need of the machine. Titles of such tests say it, e.g. "(needs redis-server)", for the summary. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a browser that tests can drive, if one is installed. */
export const browserPath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => browsers.map((name) => join(folder, name)))
  .find((path) => existsSync(path));
export const hasBrowser = browserPath !== undefined;

/** Whether suites use a real Redis: a redis-server or valkey-server that they start. */
export const hasRedisServer =
  process.env.REDIS_BACKEND !== 'memory' && (runs('redis-server', '--version') || runs('valkey-server', '--version'));
/** Whether `script` of util-linux can give a program a terminal. */
export const hasTerminal = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;
export const hasOpenssl = runs('openssl', 'version');
export const hasSystemd = runs('systemd-analyze', '--version');
export const hasPrlimit = runs('prlimit', '--version');
/** Whether a Docker engine with Compose runs. A function, because asking it takes time. */
export const hasDocker = (): boolean => runs('docker', 'info') && runs('docker', 'compose', 'version');
/** Whether this user may open a namespace with process ids of its own. */
export const hasUnshare = runs('unshare', '--pid', '--fork', '--mount-proc', 'true');
