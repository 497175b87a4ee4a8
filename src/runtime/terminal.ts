/** Standard output, standard error and the exit code of a program for the command line. */

/** What the caller of a script can tell from the exit code. */
const exitCodes = { solved: 0, failed: 1, 'bad-input': 2, unsolvable: 3, 'gave-up': 4 } as const;
export type Status = keyof typeof exitCodes;

/** Lines are written many at once: each write of its own would take longer than a look into a table. */
let unwritten = '';
const enoughToWrite = 2 ** 16;
export const print = (line: string): void => {
  if (unwritten === '') setImmediate(flush);
  unwritten += `${line}\n`;
  // Reading goes before that: of a flood of lines Node takes in two megabytes, and a reader would wait for seconds.
  if (unwritten.length > enoughToWrite) flush();
};
const flush = (): void => {
  if (unwritten === '') return;
  process.stdout.write(unwritten);
  unwritten = '';
};
export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, as `head` has, leaves: no more answers are wanted, and nothing went wrong.
  if (error.code === 'EPIPE') process.exit();
  complain(`the answers can't be written: ${error.message}`);
  process.exit(exitCodes.failed);
});
// Complaints that nobody reads are no reason to stop answering.
process.stderr.on('error', () => {});
/** The exit code of several answers is that of the worst. */
export const end = (status: Status): void => {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodes[status]);
};
