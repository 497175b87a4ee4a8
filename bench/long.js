// npm run bench:long [-- SECONDS THREADS [POSITION...]]: long searches as a worker runs them. Korf's positions of the 24 puzzle for
// SECONDS each (120 on one thread by default, 50 minutes in all), and hard boards of the 15 puzzle; or only those
// positions that begin so. Writes its parts of results.md.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solveJob, solveWork } from '../dist/features/solve/job.js';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { searchHere } from '../dist/queue/local-search.js';
import { SolverThreads } from '../dist/queue/solver-threads.js';
import { loadConfig } from '../dist/runtime/config.js';
import { createLogger } from '../dist/runtime/log.js';
import { machine, number, tableOf, time, writePart } from './report.js';

const [seconds = 120, threads = 1] = process.argv.slice(2, 4).map(Number);
const chosen = process.argv.slice(4);
const folder = await mkdtemp(join(tmpdir(), 'antipode-bench-'));
const log = createLogger('bench', 'warn');

/** The threads of a worker. */
const workerWith = (count) => {
  const config = loadConfig({
    DATA_DIRECTORY: folder,
    SOLVER_THREADS: String(count),
    SOLVE_TIMEOUT_SECONDS: String(seconds),
  });
  return new SolverThreads(config, {
    threadFile: new URL('../dist/features/thread.js', import.meta.url),
    secret: async () => '',
  });
};

/** Solves, and notes the best solution and the bound at these seconds, and when the first solution came. */
const watched = async (worker, puzzle, position, marks = []) => {
  const question = { start: puzzle.parsePosition(position).value, goal: puzzle.goal };
  const work = solveWork(puzzle, question);
  let record = solveJob.parts.begin(work.request);
  const note = (now) => {
    record = now;
  };
  const started = performance.now();
  const seen = [];
  let first;
  const timer = setInterval(() => {
    const at = performance.now() - started;
    const { best, limit: lowerBound } = record;
    if (best) first ??= { at, moves: best.length };
    while (seen.length < marks.length && at >= marks[seen.length] * 1000)
      seen.push({ moves: best?.length, lowerBound });
  }, 20);
  const { moves, lowerBound, optimal, generated } = await searchHere(work, record, worker, log, { note });
  clearInterval(timer);
  const milliseconds = performance.now() - started;
  const last = { moves: moves?.length, lowerBound };
  return { first, marks: marks.map((_, index) => seen[index] ?? last), ...last, optimal, generated, milliseconds };
};

/** How long a first question takes on a fresh worker, which builds or reads the tables. */
const opening = async (puzzle) => {
  const worker = workerWith(2);
  const position = puzzle.formatPosition(
    puzzle.play(puzzle.goal.positions[0], puzzle.legalSteps(puzzle.goal.positions[0])[0]),
  );
  const { milliseconds } = await watched(worker, puzzle, position);
  await worker.close();
  return milliseconds;
};

const twentyfour = puzzleOf('twentyfour');
const fifteen = puzzleOf('fifteen');
/** Tables, hard boards of the 15 puzzle, and large rectangles. */
const others = async () => {
  const openings = [];
  for (const puzzle of [twentyfour, fifteen]) {
    openings.push([puzzle.id, time(await opening(puzzle)), time(await opening(puzzle))]);
  }

  const boards = [];
  const two = workerWith(2);
  for (const position of ['0F83CB74EA659D21', '659D21AE370F48CB', 'B59D26AE370F48C1']) {
    const { first, marks, moves, optimal, generated, milliseconds } = await watched(two, fifteen, position, [2]);
    const early = `${marks[0].moves}, at least ${marks[0].lowerBound}`;
    boards.push([
      `\`${position}\``,
      moves,
      time(first.at),
      early,
      optimal ? time(milliseconds) : 'not proved',
      number(generated),
    ]);
  }

  /** Farthest positions of rectangles, whose distances OEIS A151944 has. */
  const farthest = [];
  for (const id of ['2x7', '3x5', '2x8']) {
    const puzzle = puzzleOf(id);
    const { position } = puzzle.landmarks[0];
    const { moves, optimal, generated, milliseconds } = await watched(two, puzzle, position);
    farthest.push([
      id.replace('x', ' × '),
      `\`${position}\``,
      moves,
      optimal ? time(milliseconds) : 'not proved',
      number(generated),
    ]);
  }
  await two.close();

  return `A first question on a fresh worker, without and with stored tables:

${tableOf(['puzzle', 'builds them', 'reads them'], openings)}

Hard boards of the 15 puzzle on two threads:

${tableOf(['board', 'moves', 'first answer', 'after 2 s', 'proved', 'states'], boards)}

The farthest positions of rectangles that are too large for a survey, on two threads:

${tableOf(['size', 'position', 'moves', 'proved', 'states'], farthest)}
`;
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Korf's positions. */
const korf = async () => {
  const marks = [10, 60].filter((mark) => mark < seconds);
  const rows = [];
  const excess = marks.map(() => []);
  let proved = 0;
  const worker = workerWith(threads);
  const { positions } = JSON.parse(readFileSync(new URL('../test/vectors/twentyfour.json', import.meta.url), 'utf8'));
  for (const [position, fewest] of Object.entries(positions)) {
    if (chosen.length > 0 && !chosen.some((text) => position.startsWith(text))) continue;
    const found = await watched(worker, twentyfour, position, marks);
    for (const [index, { moves }] of found.marks.entries()) excess[index].push(moves - fewest);
    if (found.optimal) proved++;
    const gaps = [...found.marks, found].map(({ moves, lowerBound }) => `${moves - fewest} / ${moves - lowerBound}`);
    const end = found.optimal ? `proved in ${time(found.milliseconds)}` : '';
    rows.push([`\`${position}\``, fewest, `${time(found.first.at)}: ${found.first.moves - fewest}`, ...gaps, end]);
    process.stderr.write(`${rows.at(-1).join(' | ')}\n`);
  }
  await worker.close();

  return `${seconds} s each on ${threads === 1 ? 'one thread' : `${threads} threads`}. Each pair is how many moves the answer is above the
fewest, and above the bound. ${proved} of ${rows.length} are proved. ${marks
    .map(
      (mark, index) =>
        `After ${mark} s the answers are ${number(mean(excess[index]))} moves too long in the mean, ${Math.max(...excess[index])} at most.`,
    )
    .join(' ')}

${tableOf(['position', 'fewest', 'first answer', ...marks.map((mark) => `after ${mark} s`), `after ${seconds} s`, ''], rows)}
`;
};

if (chosen.length === 0) {
  writePart(
    '# Long searches',
    `\`npm run bench:long\` on ${machine}.

${await others()}
Half of Korf's fifty positions of the 24 puzzle, ${await korf()}`,
  );
} else writePart('## Longer ones', `On ${machine}: those that two minutes may be too short for, ${await korf()}`);
await rm(folder, { recursive: true });
