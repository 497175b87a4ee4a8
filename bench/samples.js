// npm run bench:samples -- 3x5 4000: solves random positions of a size that has too many to count, and prints how many need
// 0, 1, 2 … moves, as src/puzzles/catalogue/histograms.ts has them. The size gives the seed, so a smaller sample is the
// beginning of a larger one. With a third argument, it prints the positions with their lengths, as
// src/puzzles/catalogue/solved.ts has them: npm run bench:samples -- fifteen 400 each
import { deviationOf, meanOf } from '../dist/features/probability/distribution.js';
import { knownPuzzle } from '../dist/puzzles/registry.js';
import { seeded } from '../dist/search/scramble.js';
import { buildTables, needsOf, solve } from '../dist/search/solve.js';
import { time } from './report.js';

const [id = '3x5', count = '1000', each] = process.argv.slice(2);
const puzzle = knownPuzzle(id);
const { goal } = puzzle;
const size = Number(count);
const random = seeded(`sample ${id}`);
const tables = buildTables(needsOf(puzzle, goal));
const started = performance.now();
const counts = [];
for (let solved = 0; solved < size; solved++) {
  if (solved % 100 === 0) process.stderr.write(`${solved} of ${size}\n`);
  const start = puzzle.randomPosition(random, goal);
  const { moves } = solve(puzzle, { start, goal }, { tables, withoutCount: true });
  if (each) process.stdout.write(`${puzzle.formatPosition(start)}:${moves.length}\n`);
  while (counts.length <= moves.length) counts.push(0);
  counts[moves.length]++;
}
const took = time(performance.now() - started);
const chances = Float64Array.from(counts, (found) => found / size);
const error = deviationOf(chances) / Math.sqrt(size);
process.stdout.write(`${JSON.stringify(counts)}
${id}: ${size} positions in ${took}, mean ${meanOf(chances).toFixed(3)} with a standard error of ${error.toFixed(3)}
`);
