// npm run boards [-- seed]: makes the graded boards of Rush Hour, src/puzzles/catalogue/rush-boards.ts. Each is the hardest
// position of what its cars can reach, and minimal: without any one of its cars the way out is shorter, or the same cars
// would not be needed (Fogleman 2018 calls such boards minimal). The same seed makes the same boards; takes minutes.
import { writeFileSync } from 'node:fs';
import { parseQuestion, unwrap } from '../dist/puzzles/puzzle.js';
import { knownPuzzle } from '../dist/puzzles/registry.js';
import { canonical } from '../dist/puzzles/symmetry.js';
import { Budget } from '../dist/search/budget.js';
import { seeded } from '../dist/search/scramble.js';
import { componentTable } from '../dist/search/tables/component-table.js';

const seed = process.argv[2] ?? '1';
/** How many boards of each length, in slides, and the lengths. */
const ofEachLength = 25;
const [shortest, longest] = [8, 31];
/** Larger components take too long to play with. */
const mostPositions = 60_000;

const rush = knownPuzzle('rush');
const columns = 6;
const hero = 'A';
const random = seeded(seed);
const below = (count) => Math.floor(random() * count);
const questionOf = (text) => unwrap(parseQuestion(rush, text), text);

/** Cars and lorries at random, with A in the third row. */
const drawn = () => {
  const cells = Array.from({ length: columns * columns }, () => 'o');
  const at = 2 * columns + below(3);
  cells[at] = cells[at + 1] = hero;
  const cars = 7 + below(7);
  for (let car = 1; car <= cars; car++) {
    const [length, step] = [random() < 0.7 ? 2 : 3, random() < 0.5 ? 1 : columns];
    const from = below(cells.length);
    const own = Array.from({ length }, (_, index) => from + index * step);
    const last = own.at(-1);
    const isInRow = step === columns || Math.floor(last / columns) === Math.floor(from / columns);
    if (last >= cells.length || !isInRow || own.some((cell) => cells[cell] !== 'o')) continue;
    // Another car of the hero's row never leaves the exit free.
    if (step === 1 && Math.floor(from / columns) === 2) continue;
    for (const cell of own) cells[cell] = String.fromCharCode(65 + car);
  }
  return cells.join('');
};

const tableOf = (text) => {
  const question = questionOf(text);
  const table = componentTable(rush, question, new Budget({ nodes: mostPositions }));
  return typeof table === 'string' ? undefined : { table, length: table.distance(question.start) };
};

/** The hardest position that the cars of a board reach; undefined if there is none, or too much to search. */
const hardest = (text) => {
  const found = tableOf(text);
  if (!found || found.table.histogram.length < 2) return undefined;
  const [position] = found.table.farthest();
  return { text: rush.formatPosition(position), length: found.table.histogram.length - 1 };
};

/** Takes cars away as long as the way out stays as long. */
const minimal = ({ text, length }) => {
  for (const letter of new Set(text.replaceAll(/[oA]/gu, ''))) {
    const without = text.replaceAll(letter, 'o');
    if (tableOf(without)?.length === length) return minimal({ text: without, length });
  }
  return { text, length };
};

const boards = new Map();
const counts = new Map();
const isFull = (length) => length < shortest || length > longest || (counts.get(length) ?? 0) >= ofEachLength;
const wanted = (longest - shortest + 1) * ofEachLength;
for (let tries = 0; boards.size < wanted && tries < 40_000; tries++) {
  const found = hardest(drawn());
  if (!found || isFull(found.length)) continue;
  const { text, length } = minimal(found);
  const { start, goal } = questionOf(text);
  const board = rush.formatPosition(canonical(rush, start, goal));
  if (boards.has(board)) continue;
  boards.set(board, length);
  counts.set(length, (counts.get(length) ?? 0) + 1);
}

const lines = [...boards].sort(([a, some], [b, others]) => some - others || (a < b ? -1 : 1));
writeFileSync(
  new URL('../src/puzzles/catalogue/rush-boards.ts', import.meta.url),
  `/** Minimal hard boards of Rush Hour with their lengths in slides, made by \`npm run boards -- ${seed}\`. */
export const rushBoards = \`
${lines.map(([board, length]) => `${board} ${length}`).join('\n')}
\`;
`,
);
process.stdout.write(`${lines.length} boards\n`);
