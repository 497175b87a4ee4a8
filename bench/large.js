// npm run bench:large [-- BOARDS SECONDS THREADS]: BOARDS (5) random boards of each size of rectangles that are too large for a
// proof, for SECONDS (10) each on THREADS (2). Fails at a wrong solution or bound. Writes its part of results.md.
// First come 500 boards whose fewest moves are known: Korf's of the 24 puzzle, and shuffled ones that a plain program solves.
import assert from 'node:assert/strict';
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
import { seeded } from '../dist/search/scramble.js';
import { machine, number, tableOf, time, writePart } from './report.js';
import { deepening } from './textbook.js';

const [count = 5, seconds = 10, threadCount = 2] = process.argv.slice(2).map(Number);
const sizes = ['3x5', '4x6', '5x6', '6x6', '7x7', '8x8', '10x10', '20x20'];
const folder = await mkdtemp(join(tmpdir(), 'antipode-bench-'));
const log = createLogger('bench', 'warn');
const threads = new SolverThreads(
  loadConfig({ DATA_DIRECTORY: folder, SOLVER_THREADS: String(threadCount), SOLVE_TIMEOUT_SECONDS: String(seconds) }),
  { threadFile: new URL('../dist/features/thread.js', import.meta.url), secret: async () => '' },
);

/** Whether single tiles slide from one position to the other, by rules of this file alone. */
const leadsTo = (end, start, moves, columns) => {
  const board = [...start];
  for (const [from, to] of moves) {
    const [down, right] = [
      Math.abs(Math.floor(from / columns) - Math.floor(to / columns)),
      Math.abs((from % columns) - (to % columns)),
    ];
    if (down + right !== 1 || board[from] === 0 || board[to] !== 0) return false;
    [board[from], board[to]] = [0, board[from]];
  }
  return board.every((tile, cell) => tile === end[cell]);
};

/** The first answer, and what is known at the end. */
const answered = async (puzzle, start) => {
  const work = solveWork(puzzle, { start, goal: puzzle.goal });
  let record = solveJob.parts.begin(work.request);
  const note = (now) => {
    assert(now.limit >= record.limit, 'a bound fell');
    assert(!record.best || now.best.length <= record.best.length, 'a solution grew');
    record = now;
  };
  const began = performance.now();
  let first;
  const timer = setInterval(() => {
    const { best } = record;
    if (best) first ??= { at: performance.now() - began, moves: best.length };
  }, 10);
  const { moves, lowerBound = moves.length } = await searchHere(work, record, threads, log, { note });
  clearInterval(timer);
  assert(
    leadsTo(puzzle.goal.positions[0], start, moves, puzzle.board.size / puzzle.board.rows),
    `no solution: ${puzzle.formatPosition(start)}`,
  );
  assert(
    lowerBound === undefined || lowerBound <= moves.length,
    `a bound is too high: ${puzzle.formatPosition(start)}`,
  );
  return { first: first ?? { at: performance.now() - began, moves: moves.length }, moves: moves.length, lowerBound };
};

/** Random moves of a board, none of which takes the last one back: the plain program is done in a second. */
const mostShuffles = 34;

/** A random board, with its tiles as a plain program reads them. */
const shuffled = ({ puzzle, random }) => {
  const [goal] = puzzle.goal.positions;
  let start = goal;
  let last = -1;
  for (let move = 0; move < mostShuffles; move++) {
    const blank = start.indexOf(0);
    const near = puzzle.board.neighbours[blank].filter((cell) => cell !== last);
    start = puzzle.play(start, [near[Math.floor(random() * near.length)], blank]);
    last = blank;
  }
  const [plain, end] = [start, goal].map((tiles) => tiles.map((tile) => tile.toString(36)).join(''));
  return { puzzle, start, length: deepening(plain, end, puzzle.board.size / puzzle.board.rows, true).length };
};

/** Boards with their fewest moves. */
const known = function* () {
  const { positions } = JSON.parse(readFileSync(new URL('../test/vectors/twentyfour.json', import.meta.url), 'utf8'));
  const square = puzzleOf('twentyfour');
  const listed = Object.entries(positions);
  for (const [text, length] of listed) yield { puzzle: square, start: square.parsePosition(text).value, length };
  const boards = ['3x5', '4x5', '4x6', '3x8', '5x6'].map((id) => ({ puzzle: puzzleOf(id), random: seeded(id) }));
  for (let index = listed.length; index < 500; index++) yield shuffled(boards[index % boards.length]);
};

let [boards, proved, above] = [0, 0, 0];
for (const { puzzle, start, length } of known()) {
  const { moves, lowerBound } = await answered(puzzle, start);
  assert(lowerBound <= length && moves >= length, `not ${length} moves: ${puzzle.id} ${puzzle.formatPosition(start)}`);
  boards++;
  if (lowerBound === moves) proved++;
  above += moves - length;
}
const agreement = `Of ${boards} boards whose fewest moves are known, ${proved} were proved, each with that number. No bound was
above it, and the other solutions were ${number(above / Math.max(1, boards - proved))} moves longer in the mean.`;

const meanOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const rows = [];
for (const id of sizes) {
  const puzzle = puzzleOf(id);
  const random = seeded(id);
  const found = [];
  for (let index = 0; index < count; index++)
    found.push(await answered(puzzle, puzzle.randomPosition(random, puzzle.goal)));
  const [moves, bound] = [meanOf(found.map((one) => one.moves)), meanOf(found.map((one) => one.lowerBound))];
  process.stderr.write(`${id}\n`);
  rows.push([
    id.replace('x', ' × '),
    time(Math.max(...found.map(({ first }) => first.at))),
    number(meanOf(found.map(({ first }) => first.moves))),
    number(moves),
    number(bound),
    `${number((moves / bound - 1) * 100)} %`,
  ]);
}
await threads.close();
await rm(folder, { recursive: true });
writePart(
  '# Large rectangles',
  `\`npm run bench:large\` on ${machine}: ${count} random boards of each size, ${seconds} s each; threads: ${threadCount}. The first answers
are by rows and columns, the later ones by beams (\`search/sliding/large-rectangle.ts\`). The process took
${number(process.resourceUsage().maxRSS / 1024)} MiB at most. ${agreement}

${tableOf(['size', 'first answer, at most', 'its moves', `moves after ${seconds} s`, 'proved at least', 'gap'], rows)}

What failed: a beam for all tiles of 7 × 7 and more at once finds nothing with 5,000 positions a move on most boards, and with one
outer line after another, 10 × 10 takes 7 % more moves than with two. Making parts of 24 to 48 moves shortest, without beams, takes
6 × 6 from 405 to 329 moves and 10 × 10 from 2,147 to 1,977 in 15 s.

Of DeepCubeA's own states (Agostinelli, McAleer, Shmakov and Baldi 2019), the first fifty of 6 × 6 take 127.84 moves there in the
mean, and of 7 × 7 249.92. One beam from the start, by its width; the time is that of a core:

| size | ranked by | width | moves : theirs | time |
| --- | --- | ---: | ---: | ---: |
| 6 × 6 | distances and linear conflicts | 1,000 | 1.280, two lost | 0.10 s |
| 6 × 6 | distances and linear conflicts | 10,000 | 1.162 | 0.56 s |
| 6 × 6 | learnt value and distances | 1,000 | 1.101 | 0.04 s |
| 6 × 6 | learnt value and distances | 10,000 | 1.046 | 0.37 s |
| 7 × 7, the first twenty | learnt value of both mirror images, and distances | 10,000 | 1.111 | 0.85 s |

With a learnt value, a position of 7 × 7 and its mirror image have the mean of both their values. Of sixty others, from the 31st on,
a width of 4,000 then takes 1.126 times their moves in 0.31 s. Each for itself takes 1.149 in 0.20 s, and 12,000 of them 1.129 in
0.58 s (forty of them). On 6 × 6 the mean gains less than a wider beam of as much time: 1.058 at a width of 4,000 in 0.13 s, where each for
itself takes 1.060 in 0.09 s and with 8,000 1.049 in 0.18 s. There, beams of mirror images come after the others instead: of thirty, two beams
of 5,000 take 1.040, and the best of these and their images 1.034.

The following was measured before that, and before beams had a thread to themselves. In 20 s on two threads, beside three other processes, the first six of 6 × 6 take 772 moves (theirs 768: 1.005), and the first
four of 7 × 7 1,123 (1,031: 1.089). Alone on a machine half as fast, fourteen others of 6 × 6, from the 41st on, take 1.012, and
nine of 7 × 7 1.109; the process took 555 MiB at most. With a value that was learnt in ten minutes instead of 72, a beam of 10,000 took 1.072 on
6 × 6 and 1.180 on 7 × 7, and 20 s on a quiet machine took 1.013 and 1.149. Before there was a learnt value, the first six of
6 × 6 took 1.044 on a quiet machine, and the first three of 7 × 7 1.24; with parts made shortest by a complete search instead of by beams, 1.063 and 1.26.

Korf's other 25 boards of the 24 puzzle, which are not in the tests, had 3 s each beside a dozen processes: two were proved, with
their lengths, and no bound was above a length.

Bounds are by IDA\\* with linear conflicts, of lines of up to eight cells. The table above is from before, when it counted distances only.
In 2 s of a core, five random boards each, and five of DeepCubeA's:

| boards | distances | after 2 s | with conflicts | after 2 s |
| --- | ---: | ---: | ---: | ---: |
| 6 × 6, random | 135.4 | 145.0 | 139.4 | 149.8 |
| 6 × 6, theirs | 99.8 | 109.4 | 103.4 | 113.8 |
| 7 × 7, random | 213.4 | 221.8 | 219.0 | 227.4 |

What failed: tables for groups of five of 6 × 6 prove less at a start than this search in 2 s, and take longer. Of a hundred
random boards, the best of four partitions is 139.7 (distances 134.7), of a hundred of theirs 100.4 (93.3); of 7 × 7 by groups of four, 221.9
(218.8) and 201.1 (197.6). A program in C built them in 6 s, with 291 MB at the peak. Pairs of tiles that are chosen for
each board are worth as much in 10 ms, without a table: 140.2 on forty random boards (distances 135.4), 98.8 on theirs (92.9).`,
);
