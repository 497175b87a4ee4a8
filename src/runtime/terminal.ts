/** Standard output, standard error and the exit code of the command line. */
const exitCodes = { solved: 0, failed: 1, 'bad-input': 2, unsolvable: 3, 'gave-up': 4 } as const;
type ExitStatus = keyof typeof exitCodes;

/** Lines are buffered, because a write for each line takes longer than to look up its answer. */
let buffer = '';
const mostBuffered = 2 ** 16;
export const print = (line: string): void => {
  if (buffer === '') setImmediate(flush);
  buffer += `${line}\n`;
  // Node first reads up to 2 MB of input, so a reader of the output would otherwise wait for seconds.
  if (buffer.length > mostBuffered) flush();
};
const flush = (): void => {
  if (buffer === '') return;
  process.stdout.write(buffer);
  buffer = '';
};
export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has closed the pipe, as `head` does: nothing went wrong.
  if (error.code === 'EPIPE') process.exit();
  complain(`the answers can't be written: ${error.message}`);
  process.exit(exitCodes.failed);
});
process.stderr.on('error', () => {});
/** Raises the exit code to that of a status: of several answers, the worst counts. */
export const end = (status: ExitStatus): void => {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodes[status]);
};
/** Says what is wrong, and raises the exit code. */
export const refuse = (line: string, status: ExitStatus = 'bad-input'): void => {
  complain(line);
  end(status);
};
