/** Certificates for tests, and a second, tiny checker. */
import type { Certificate } from '../../src/proof/format.ts';
import { type Puzzle, unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { certify } from '../../src/search/certificates/certify.ts';
import { seeded } from '../../src/search/scramble.ts';
import { buildTables, needsOf, solve } from '../../src/search/solve.ts';
import type { Tables } from '../../src/search/tables/contract.ts';

const known = new Map<string, Tables>();

/** @throws Error for an answer without a certificate */
export const certificateOf = (id: string, position: string, goal?: string): Certificate => {
  const puzzle = knownPuzzle(id);
  const question = unwrap(parseQuestion(puzzle, position, goal), `${id} ${position}`);
  const key = `${id} ${question.goal.text}`;
  const tables = known.get(key) ?? buildTables(needsOf(puzzle, question.goal));
  known.set(key, tables);
  const certificate = certify(puzzle, question, solve(puzzle, question, { tables }), { tables });
  if (typeof certificate === 'string') throw new Error(`${id} ${position}: ${certificate}`);
  return certificate;
};

/** Random positions of a puzzle, the same each time. */
export const positionsOf = (puzzle: Puzzle, count: number, seed = puzzle.id): string[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => puzzle.formatPosition(puzzle.randomPosition(random, puzzle.goal)));
};

/** All positions after one move. Ways of one piece in a row may be one move. */
const neighbours = ({ rules }: Certificate, at: readonly number[]): number[][] => {
  const seen = new Set([String(at)]);
  const after = (cells: readonly number[], piece?: number): number[][] =>
    rules.ways.flatMap((way) => {
      const isLegal = way.every(([cell, wanted]) => (wanted < 0 ? cells[cell] : cells[cell] === wanted));
      if (!isLegal || (piece ?? way[0]![0]) !== way[0]![0]) return [];
      const next = [...cells];
      for (const [cell, , left] of way) {
        next[cell] = left < 0 ? cells[way.find(([, wanted]) => wanted === left)![0]]! : left;
      }
      if (seen.has(String(next))) return [];
      seen.add(String(next));
      return rules.isChained ? [next, ...after(next, way.at(-1)![0])] : [next];
    });
  return after(at);
};

/** Distances by a plain search from the start: the fewest moves to a goal, or that there is none. */
export const checkedByHand = (certificate: Certificate): number | undefined => {
  const distances = new Map([[String(certificate.start), 0]]);
  const isGoal = (cells: readonly number[]): boolean =>
    certificate.goals.some((goal) => goal.every((content, cell) => content === -1 || content === cells[cell]));
  for (const [key, distance] of distances) {
    const cells = key.split(',').map(Number);
    if (isGoal(cells)) return distance;
    for (const next of neighbours(certificate, cells))
      if (!distances.has(String(next))) distances.set(String(next), distance + 1);
  }
  return undefined;
};
