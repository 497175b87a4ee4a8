/**
 * Pagoda functions, or resource counts (Boardman and Conway 1961; Berlekamp, Conway and Guy, Winning Ways, 1982, chapter
 * 23; Beasley 1985, chapter 5): a weight for each hole such that no jump makes the sum over the pegs larger. A position
 * worth less than the goal is lost.
 *
 * A linear programme finds such a function for two positions, if there is one (Avis and Deza, On the solitaire cone and
 * its relationship to multi-commodity flows, 2001). It is solved in floating point and then checked in integers.
 */
import type { Board } from '../../puzzles/board.ts';
import type { Position } from '../../puzzles/puzzle.ts';

/** An integer for each cell. */
type Pagoda = readonly number[];

/** The sum of a function over the pegs of a position. */
export const worth = (pagoda: Pagoda, position: Position): number =>
  position.reduce((sum, peg, cell) => sum + peg * pagoda[cell]!, 0);

const tiny = 1e-9;
/** Steps of the simplex method after which it counts as stuck; it takes a few dozen. */
const mostSteps = 2000;
/** How many numbers of tableaux may still be computed. */
interface Work {
  left: number;
}
/** The work for several positions; half a second. Boards with names take a part of it. */
const mostWork = 2e8;
export const newWork = (): Work => ({ left: mostWork });
/** The weights at a corner of the programme are fractions with small denominators. */
const denominators = Array.from({ length: 60 }, (_, i) => i + 1);

/**
 * Maximises `objective · q` under 0 ≤ q ≤ 2 and q(from) + q(over) − q(to) ≤ 1 for each jump, by the simplex method on
 * a full tableau (Dantzig 1947), from the corner q = 0.
 */
const simplex = (board: Board, objective: readonly number[], work: Work): number[] | undefined => {
  const { size, jumps } = board;
  const width = size + 1;
  const height = jumps.length + size;
  // Rows are the basic variables, columns the others and the constant; the last row is the objective.
  const tableau = new Float64Array((height + 1) * width);
  jumps.forEach(({ from, over, to }, row) => {
    tableau[row * width + from] = 1;
    tableau[row * width + over] = 1;
    tableau[row * width + to] = -1;
    tableau[row * width + size] = 1;
  });
  for (let cell = 0; cell < size; cell++) {
    tableau[(jumps.length + cell) * width + cell] = 1;
    tableau[(jumps.length + cell) * width + size] = 2;
    tableau[height * width + cell] = -objective[cell]!;
  }
  const columns = Array.from({ length: size }, (_, cell) => cell);
  const rows = Array.from({ length: height }, (_, row) => size + row);
  for (let step = 0; step < mostSteps; step++) {
    // The steepest column; after many steps the first one, which can't cycle (Bland 1977).
    let enter = -1;
    for (let column = 0; column < size; column++) {
      const slope = tableau[height * width + column]!;
      if (slope >= -tiny) continue;
      if (enter !== -1 && step < mostSteps / 4 && slope >= tableau[height * width + enter]!) continue;
      if (enter !== -1 && step >= mostSteps / 4 && columns[column]! > columns[enter]!) continue;
      enter = column;
    }
    if (enter === -1) {
      const values = new Array<number>(size).fill(0);
      rows.forEach((variable, row) => {
        if (variable < size) values[variable] = tableau[row * width + size]!;
      });
      return values;
    }
    let leave = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let row = 0; row < height; row++) {
      const factor = tableau[row * width + enter]!;
      if (factor <= tiny) continue;
      const ratio = tableau[row * width + size]! / factor;
      if (ratio < least - tiny || (ratio < least + tiny && rows[row]! < rows[leave]!)) {
        least = ratio;
        leave = row;
      }
    }
    work.left -= height * width;
    if (leave === -1 || work.left < 0) return undefined;
    const pivot = tableau[leave * width + enter]!;
    for (let column = 0; column < width; column++) tableau[leave * width + column]! /= pivot;
    tableau[leave * width + enter] = 1 / pivot;
    for (let row = 0; row <= height; row++) {
      const factor = tableau[row * width + enter]!;
      if (row === leave || factor === 0) continue;
      for (let column = 0; column < width; column++) {
        tableau[row * width + column]! -= factor * tableau[leave * width + column]!;
      }
      tableau[row * width + enter] = -factor / pivot;
    }
    [columns[enter], rows[leave]] = [rows[leave]!, columns[enter]!];
  }
  return undefined;
};

/** Whether no jump makes the sum larger. */
export const isPagoda = (board: Board, weights: readonly number[]): boolean =>
  board.jumps.every(({ from, over, to }) => weights[from]! + weights[over]! >= weights[to]!);

/**
 * A pagoda function by which `start` has less than `goal`, if there is one at all: then the goal can't be reached.
 * @param work ends before the answer is known on boards of many jumps, which is no function either
 */
export const pagodaAgainst = (board: Board, start: Position, goal: Position, work = newWork()): Pagoda | undefined => {
  // Weights are 1 − q, between −1 and 1.
  const q = simplex(
    board,
    start.map((peg, cell) => peg - goal[cell]!),
    work,
  );
  if (!q) return undefined;
  for (const denominator of denominators) {
    const weights = q.map((value) => Math.round((1 - value) * denominator) + 0);
    if (weights.some((weight, cell) => Math.abs(weight - (1 - q[cell]!) * denominator) > 1e-6)) continue;
    return isPagoda(board, weights) && worth(weights, start) < worth(weights, goal) ? weights : undefined;
  }
  return undefined;
};

/** Random positions to choose functions by; half a millisecond each. */
const samples = 160;

/**
 * A few functions that refute most lost positions of a board, strongest first. Chosen greedily from those of positions
 * after random jumps, with a fixed seed.
 * @param symmetries of the board with the goal; with a function all its images are chosen
 */
export const strongPagodas = (
  board: Board,
  goals: readonly Position[],
  symmetries: readonly (readonly number[])[],
  most: number,
): Pagoda[] => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const goalPegs = worth(new Array<number>(board.size).fill(1), goals[0]!);
  const playout = (): Position => {
    let position: Position = new Array<number>(board.size).fill(1).with(random(board.size), 0);
    // Between a quarter and three quarters of a game: the search meets pegs that are neither many nor few.
    const longest = board.size - 1 - goalPegs;
    for (let jumps = Math.floor(longest / 4) + random(Math.ceil(longest / 2)); jumps > 0; jumps--) {
      const legal = board.jumps.filter(({ from, over, to }) => position[from] && position[over] && !position[to]);
      if (legal.length === 0) break;
      const { from, over, to } = legal[random(legal.length)]!;
      position = position.with(from, 0).with(over, 0).with(to, 1);
    }
    return position;
  };
  const price = (pagoda: Pagoda): number => Math.min(...goals.map((goal) => worth(pagoda, goal)));

  const positions = Array.from({ length: samples }, playout);
  const orbits = new Map<string, Pagoda[]>();
  const work = newWork();
  for (const [index, position] of positions.entries()) {
    const pagoda = pagodaAgainst(board, position, goals[index % goals.length]!, work);
    if (!pagoda || pagoda.reduce((sum, weight) => sum + Math.abs(weight), 0) > 100) continue;
    const images = new Map<string, Pagoda>();
    for (const symmetry of symmetries) {
      const image = pagoda.map((_, cell) => pagoda[symmetry[cell]!]!);
      images.set(String(image), image);
    }
    orbits.set([...images.keys()].sort()[0]!, [...images.values()]);
  }
  const choices = [...orbits.values()].map((pagodas) => {
    const priced = pagodas.map((pagoda) => ({ pagoda, least: price(pagoda) }));
    const refutes = (position: Position) => priced.some(({ pagoda, least }) => worth(pagoda, position) < least);
    return { pagodas, refuted: new Set(positions.filter(refutes)) };
  });
  const chosen: Pagoda[] = [];
  for (;;) {
    const gainOf = ({ pagodas, refuted }: (typeof choices)[number]): number =>
      chosen.length + pagodas.length > most ? 0 : refuted.size / Math.sqrt(pagodas.length);
    const [best] = choices.toSorted((a, b) => gainOf(b) - gainOf(a));
    if (!best || gainOf(best) === 0) return chosen;
    chosen.push(...best.pagodas);
    const gone = new Set(best.refuted);
    for (const choice of choices) for (const position of gone) choice.refuted.delete(position);
  }
};
