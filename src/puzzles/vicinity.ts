/** The questions that are so close to a question that who is told their answers is told its own. */
import type { Position, Puzzle, Question } from './puzzle.ts';
import { wayName, wayNames } from './symmetry.ts';

/** So many moves, at both ends together, lead from a question to one that is still close to it. */
const closeMoves = 4;
/** Pegs have so many moves that four of them may lead to millions of positions: the closest of them will do. */
const mostClose = 3000;

/** The positions around some, by the number of moves to them or, where moves can't be taken back, from them. */
const around = (puzzle: Puzzle, centre: readonly Position[], ways: readonly ('moves' | 'origins')[]): number[][] => {
  const cursor = puzzle.cursor(puzzle.goal);
  const levels: number[][] = [centre.map(puzzle.rank)];
  const seen = new Set(levels[0]);
  for (const way of ways) {
    let frontier = levels[0]!;
    for (let moves = 1; moves <= closeMoves; moves++) {
      const next: number[] = [];
      for (const state of frontier) {
        if (seen.size >= mostClose) break;
        cursor.load(state);
        const codes: number[] = [];
        const count = cursor[way](codes, 0);
        for (const code of codes.slice(0, count)) {
          if (way === 'moves') cursor.make(code);
          else cursor.unmake(code);
          const reached = cursor.state();
          if (way === 'moves') cursor.unmake(code);
          else cursor.make(code);
          if (seen.has(reached)) continue;
          seen.add(reached);
          next.push(reached);
        }
      }
      levels[moves] = [...(levels[moves] ?? []), ...next];
      frontier = next;
    }
  }
  return levels;
};

export class Vicinity {
  private readonly puzzle: Puzzle;
  private readonly ends: readonly Position[];
  /** Names of close ways, with the number of moves by which they differ. */
  private readonly names = new Map<string, number>();

  constructor(puzzle: Puzzle, { start, goal }: Question) {
    this.puzzle = puzzle;
    this.ends = goal.positions;
    // Slides can be taken back, so that both directions are one.
    const isPeg = puzzle.family === 'peg';
    const starts = around(puzzle, [start], isPeg ? ['moves', 'origins'] : ['moves']);
    const ends = around(puzzle, goal.positions, isPeg ? ['origins'] : ['moves']);
    for (let moves = 0; moves <= closeMoves; moves++) {
      for (let late = 0; late <= moves; late++) {
        for (const to of ends[late]!) {
          const end = puzzle.unrank(to);
          for (const from of starts[moves - late]!) {
            if (this.names.size >= mostClose) return;
            if (from === to) continue;
            const name = wayName(puzzle, puzzle.unrank(from), end);
            if (!this.names.has(name)) this.names.set(name, moves);
          }
        }
      }
    }
  }

  /** Whether a question is close, or one of its positions is, whatever is asked of it. */
  covers({ start, goal }: Question): boolean {
    const { ends, puzzle } = this;
    const isWay = (from: Position, to: Position): boolean => this.apart(from, to) !== undefined;
    if (goal.positions.some((end) => isWay(start, end))) return true;
    return (
      ends.some((end) => isWay(start, end)) ||
      // A way to a position is a way from it, but for jumps.
      (puzzle.family !== 'peg' && ends.some((end) => goal.positions.some((wanted) => isWay(wanted, end))))
    );
  }

  /** By how many moves a way differs from the closest that would tell the answer; undefined where none is close. */
  private apart(start: Position, end: Position): number | undefined {
    const known = wayNames(this.puzzle, start, end).flatMap((name) => this.names.get(name) ?? []);
    return known.length === 0 ? undefined : Math.min(...known);
  }
}
