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

/** All positions after one move. Tiles slide along lines, pegs jump in chains. */
const neighbours = ({ rules }: Certificate, at: readonly number[]): number[][] => {
  if (rules.moves === 'jump') {
    const chains = (from: readonly number[], peg?: number): number[][] =>
      rules.jumps
        .filter(([a, b, c]) => (peg ?? a) === a && from[a] && from[b] && !from[c])
        .flatMap(([a, b, c]) => {
          const next = from.with(a, 0).with(b, 0).with(c, 1);
          return [next, ...chains(next, c)];
        });
    return chains(at);
  }
  if (rules.moves === 'block') throw new TypeError('not by this checker');
  return at.flatMap((content, hole) =>
    content !== 0
      ? []
      : rules.lines[hole]!.flatMap((line) =>
          line.map((_, last) =>
            line
              .slice(0, last + 1)
              .reduce<number[]>(
                (cells, cell, index) => cells.with(index ? line[index - 1]! : hole, cells[cell]!).with(cell, 0),
                [...at],
              ),
          ),
        ),
  );
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
