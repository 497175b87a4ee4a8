/**
 * Loaded before all test code: signals reach only processes that this process started, so that no id that a server or a
 * file reports can name a process of somebody else. SIGNALS_LOG names a file that records every signal.
 */
import { ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const guarded = Symbol.for('antipode.signals');

/** Processes that this one started and that haven't ended. */
const children = new Set();

const note = (to, signal) => {
  const isOwn = children.has(Math.abs(to));
  if (process.env.SIGNALS_LOG) {
    appendFileSync(process.env.SIGNALS_LOG, `${JSON.stringify({ from: process.pid, to, signal, isOwn })}\n`);
  }
  return isOwn;
};

if (!process[guarded]) {
  process[guarded] = true;
  const { spawn, kill: killChild } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function (options) {
    const failure = spawn.call(this, options);
    const { pid } = this;
    if (pid !== undefined) {
      children.add(pid);
      this.once('exit', () => children.delete(pid));
    }
    return failure;
  };
  ChildProcess.prototype.kill = function (signal = 'SIGTERM') {
    // Node sends nothing to a child that has ended.
    if (this.exitCode === null && this.signalCode === null && this.pid !== undefined) note(this.pid, signal);
    return killChild.call(this, signal);
  };
  const { kill } = process;
  process.kill = (pid, signal = 'SIGTERM') => {
    // Signal 0 only asks whether a process exists. A negative id is the group of a child.
    if (signal !== 0 && !note(pid, signal))
      throw new Error(`${signal} to process ${pid}, which is no child of this one`);
    return kill.call(process, pid, signal);
  };
}
