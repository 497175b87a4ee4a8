/**
 * Process 1 of a namespace: runs a command as the leader of a process group, and writes the signals that come to itself
 * into a file.
 * Arguments: the file, then the command. SIGKILL and SIGSTOP never reach a process 1 from inside.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';

const [file, command, ...options] = process.argv.slice(2);
if (process.pid !== 1) throw new Error(`this is process ${process.pid}`);
writeFileSync(file, '');
// SIGCHLD comes when a child ends, whoever ends it. V8 and libuv use SIGPROF themselves.
const others = ['SIGKILL', 'SIGSTOP', 'SIGCHLD', 'SIGPROF'];
for (const signal of Object.keys(constants.signals)) {
  if (!others.includes(signal)) process.on(signal, () => appendFileSync(file, `${signal}\n`));
}
const child = spawn(command, options, { detached: true, stdio: 'inherit' });
// Signals that came before the end of the child may be reported after it, but before this.
child.once('exit', (code) => setImmediate(() => process.exit(code ?? 1)));
