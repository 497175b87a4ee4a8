// npm run boards [-- seed]: makes the graded boards of Rush Hour, src/puzzles/catalogue/rush-boards.ts. Random boards are
// changed car by car into harder ones. Each board is the hardest position that its cars can reach, and minimal: without any
// one of them the way out is shorter (Fogleman 2018). The same seed makes the same boards; takes minutes.
import { writeFileSync } from 'node:fs';
import { unwrap } from '../dist/puzzles/puzzle.js';
import { parseQuestion } from '../dist/puzzles/reader.js';
import { knownPuzzle } from '../dist/puzzles/registry.js';
import { canonical } from '../dist/puzzles/symmetry.js';
import { ComponentTable, componentTable } from '../dist/search/blocks/component-table.js';
import { Budget } from '../dist/search/budget.js';
import { seeded } from '../dist/search/scramble.js';

const seed = process.argv[2] ?? '1';
/** How many boards of each length, in slides, and the lengths. */
const ofEachLength = 25;
const [shortest, longest] = [8, 31];
/** Random boards to begin with, and changes to each: few boards are hard, but most of these have a harder one nearby. */
const mostBegun = 160;
const changes = 60;
/** Larger components take too long to play with. */
const mostPositions = 60_000;

const rush = knownPuzzle('rush');
const columns = 6;
const hero = 'A';
const random = seeded(seed);
const below = (count) => Math.floor(random() * count);
const questionOf = (text) => unwrap(parseQuestion(rush, text), text);

const letters = 'BCDEFGHIJKLMN';

/** Puts a car or a lorry somewhere, if there is room. */
const withCar = (cells) => {
  const letter = [...letters].find((one) => !cells.includes(one));
  const [length, step] = [random() < 0.7 ? 2 : 3, random() < 0.5 ? 1 : columns];
  const from = below(cells.length);
  const own = Array.from({ length }, (_, index) => from + index * step);
  const last = own.at(-1);
  const isInRow = step === columns || Math.floor(last / columns) === Math.floor(from / columns);
  if (!letter || last >= cells.length || !isInRow || own.some((cell) => cells[cell] !== 'o')) return cells;
  // Another car of the hero's row never leaves the exit free.
  if (step === 1 && Math.floor(from / columns) === 2) return cells;
  return cells.map((cell, index) => (own.includes(index) ? letter : cell));
};

/** Cars and lorries at random, with A in the third row. */
const drawn = () => {
  let cells = Array.from({ length: columns * columns }, () => 'o');
  const at = 2 * columns + below(3);
  cells[at] = cells[at + 1] = hero;
  for (let cars = 7 + below(7); cars > 0; cars--) cells = withCar(cells);
  return cells.join('');
};

/** The board with a car less or one more. */
const changed = (text) => {
  const others = [...new Set(text.replaceAll(/[oA]/gu, ''))];
  if (others.length > 4 && random() < 0.4) return text.replaceAll(others[below(others.length)], 'o');
  let cells = [...text];
  for (let tries = 0; tries < 20 && cells.join('') === text; tries++) cells = withCar(cells);
  return cells.join('');
};

const tableOf = (text) => {
  const question = questionOf(text);
  const table = componentTable(rush, question, new Budget({ nodes: mostPositions }));
  return table instanceof ComponentTable ? { table, length: table.distance(question.start) } : undefined;
};

/** The hardest position that the cars of a board reach; undefined if there is none, or too much to search. */
const hardest = (text) => {
  const found = tableOf(text);
  if (!found || found.table.histogram.length < 2) return undefined;
  const [position] = found.table.farthest();
  return { text: rush.formatPosition(position), length: found.table.histogram.length - 1 };
};

/** Takes cars away as long as the way out stays as long; undefined if without one there is too much to search. */
const minimal = ({ text, length }) => {
  for (const letter of new Set(text.replaceAll(/[oA]/gu, ''))) {
    const without = text.replaceAll(letter, 'o');
    const found = tableOf(without);
    if (!found) return undefined;
    if (found.length === length) return minimal({ text: without, length });
  }
  return { text, length };
};

/** The same until the board is also the hardest that is left; undefined if that is too much to search. */
const graded = (found) => {
  const least = minimal(found);
  const harder = least && hardest(least.text);
  return harder && (harder.length === least.length ? least : graded(harder));
};

const boards = new Map();
const counts = new Map();
const isFull = (length) => length < shortest || length > longest || (counts.get(length) ?? 0) >= ofEachLength;
const keep = (found) => {
  if (isFull(found.length)) return;
  const kept = graded(found);
  if (!kept || isFull(kept.length)) return;
  const { text, length } = kept;
  const { start, goal } = questionOf(text);
  const board = rush.formatPosition(canonical(rush, start, goal));
  if (boards.has(board)) return;
  boards.set(board, length);
  counts.set(length, (counts.get(length) ?? 0) + 1);
};
const wanted = (longest - shortest + 1) * ofEachLength;
for (let begun = 0; boards.size < wanted && begun < mostBegun; begun++) {
  process.stderr.write(`${begun} boards begun, ${boards.size} kept\n`);
  let best = hardest(drawn());
  for (let change = 0; best && change < changes; change++) {
    const found = hardest(changed(best.text));
    if (!found || found.length < best.length) continue;
    // One of each length, so that boards differ.
    if (found.length > best.length) keep(found);
    best = found;
  }
}

const perLine = 3;
const lines = [...boards].sort(([a, some], [b, others]) => some - others || (a < b ? -1 : 1));
writeFileSync(
  new URL('../src/puzzles/catalogue/rush-boards.ts', import.meta.url),
  `/** Minimal hard boards of Rush Hour with their lengths in slides, made by \`npm run boards -- ${seed}\`. */
export const rushBoards = \`
${lines
  .map(([board, length], at) => `${at % perLine === 0 ? '\n  ' : ' '}${board}:${length}`)
  .join('')
  .slice(1)}
\`;
`,
);
process.stdout.write(`${lines.length} boards\n`);
