/**
 * Pagoda functions, or resource counts (Boardman and Conway 1961; Berlekamp, Conway and Guy, Winning Ways, 1982, chapter
 * 23; Beasley 1985, chapter 5): a weight for each hole such that no jump makes the sum over the pegs larger. A position
 * worth less than the goal is lost.
 *
 * A linear programme finds such a function for two positions, if there is one (Avis and Deza, On the solitaire cone and
 * its relationship to multi-commodity flows, 2001). It is solved in floating point and then checked in integers.
 */
import type { Board } from '../../puzzles/board.ts';
import { elementsAt, paired } from '../../puzzles/lists.ts';
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
  const rowOf = (...entries: readonly (readonly [column: number, value: number])[]): Float64Array => {
    const row = new Float64Array(width);
    for (const [column, value] of entries) row[column] = value;
    return row;
  };
  const columns = [...board.x.keys()];
  // Rows are the basic variables, columns the others and the constant; the last row is the objective.
  const slopes = Float64Array.from([...objective.map((value) => -value), 0]);
  const basics = [
    ...jumps.map(({ from, over, to }) => rowOf([from, 1], [over, 1], [to, -1], [size, 1])),
    ...columns.map((cell) => rowOf([cell, 1], [size, 2])),
  ].map((row, index) => ({ row, variable: size + index }));
  const rows = [...basics.map(({ row }) => row), slopes];
  for (let step = 0; step < mostSteps; step++) {
    // The steepest column; after many steps the first one, which can't cycle (Bland 1977).
    let enter = -1;
    for (const [column, variable] of columns.entries()) {
      const slope = slopes[column]!;
      if (slope >= -tiny) continue;
      if (enter !== -1 && step < mostSteps / 4 && slope >= slopes[enter]!) continue;
      if (enter !== -1 && step >= mostSteps / 4 && variable > columns[enter]!) continue;
      enter = column;
    }
    if (enter === -1) {
      const values = new Array<number>(size).fill(0);
      for (const { row, variable } of basics) if (variable < size) values[variable] = row[size]!;
      return values;
    }
    let leave: (typeof basics)[number] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const basic of basics) {
      const factor = basic.row[enter]!;
      if (factor <= tiny) continue;
      const ratio = basic.row[size]! / factor;
      if (ratio < least - tiny || (leave && ratio < least + tiny && basic.variable < leave.variable)) {
        least = ratio;
        leave = basic;
      }
    }
    work.left -= basics.length * width;
    if (!leave || work.left < 0) return undefined;
    const own = leave.row;
    const pivot = own[enter]!;
    for (let column = 0; column < width; column++) own[column]! /= pivot;
    own[enter] = 1 / pivot;
    for (const row of rows) {
      const factor = row[enter]!;
      if (row === own || factor === 0) continue;
      for (let column = 0; column < width; column++) row[column]! -= factor * own[column]!;
      row[enter] = -factor / pivot;
    }
    [columns[enter], leave.variable] = [leave.variable, columns[enter]!];
  }
  return undefined;
};

/** Whether no jump makes the sum larger. */
export const isPagoda = (board: Board, weights: readonly number[]): boolean =>
  board.jumps
    .map(({ from, over, to }) => elementsAt(weights, [from, over, to]))
    .every(([from, over, to]) => from + over >= to);

/**
 * A pagoda function by which `start` has less than `goal`, if there is one at all: then the goal can't be reached.
 * @param work ends before the answer is known on boards of many jumps, which is no function either
 */
export const pagodaAgainst = (board: Board, start: Position, goal: Position, work = newWork()): Pagoda | undefined => {
  // Weights are 1 − q, between −1 and 1.
  const lost = paired(start, goal).map(([peg, wanted]) => peg - wanted);
  const q = simplex(board, lost, work);
  if (!q) return undefined;
  for (const denominator of denominators) {
    const weights = q.map((value) => Math.round((1 - value) * denominator) + 0);
    if (paired(weights, q).some(([weight, value]) => Math.abs(weight - (1 - value) * denominator) > 1e-6)) continue;
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
      const image = elementsAt(pagoda, symmetry);
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
