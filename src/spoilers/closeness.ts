/** What is so close to a question that who is told of it is told the answer. */
import { placesOn } from '../puzzles/board.ts';
import type { Position, Puzzle, Question } from '../puzzles/puzzle.ts';
import { wayOf, waysLike } from '../puzzles/symmetry.ts';

/** So many moves, at both ends together, lead from a question to one that is still close to it. */
const closeMoves = 4;
/** Pegs have so many moves that four of them may lead to millions of positions: the closest ones will do. */
const mostClose = 3000;
/** A line tells a solution when all but this share of it is in the line; what is missing is then found soon. */
const missingShare = 1 / 8;

/** The positions around some, by the number of moves that lead from them (`moves`) or to them (`predecessors`). */
const around = (puzzle: Puzzle, centre: readonly number[], way: 'moves' | 'predecessors'): number[][] => {
  const cursor = puzzle.cursor(puzzle.goal);
  const levels = [[...centre]];
  const seen = new Set(centre);
  for (let moves = 1; moves <= closeMoves; moves++) {
    const next: number[] = [];
    for (const state of levels[moves - 1]!) {
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
    levels.push(next);
  }
  return levels;
};

/** Positions of one puzzle as they look on the board of another, without those that do not fit there. */
type Look = (positions: readonly Position[]) => readonly Position[];

/** All ways to take a puzzle for another: what pegs do on a part of their board, they do on a board that is that part. */
const looksOn = (from: Puzzle, to: Puzzle): Look[] => {
  if (from.id === to.id) return [(positions) => positions];
  if (from.family !== 'peg' || to.family !== 'peg') return [];
  const larger = placesOn(to.board, from.board).map((cells): Look => {
    const places = new Map(cells.map((cell, own) => [cell, own]));
    const all = Array.from({ length: to.board.size }, (_, cell) => cell);
    return (positions) => positions.map((position) => all.map((cell) => position[places.get(cell) ?? -1] ?? 0));
  });
  const smaller = placesOn(from.board, to.board).map((cells): Look => {
    const others = Array.from({ length: from.board.size }, (_, cell) => cell).filter((cell) => !cells.includes(cell));
    return (positions) =>
      positions
        .filter((position) => others.every((cell) => position[cell] === 0))
        .map((position) => cells.map((cell) => position[cell]!));
  });
  return [...larger, ...smaller];
};

/** What is about to be told: answers to questions, and lines, of positions that follow one another. */
export interface Telling {
  readonly puzzle: Puzzle;
  readonly questions: readonly Question[];
  readonly lines?: readonly (readonly Position[])[];
}

/** Ways by their ends, then by their starts, with the number of moves by which they differ from what is asked. */
type Ways = Map<number, Map<number, number>>;

export class Closeness {
  private readonly puzzle: Puzzle;
  private readonly question: Question;
  private readonly length: number;
  /** Ways to the goal itself, and those to positions close to it. */
  private readonly toGoal: Ways = new Map();
  private readonly beside: Ways = new Map();

  /** @param length of a shortest solution, where that is known */
  constructor(puzzle: Puzzle, question: Question, length = 0) {
    this.puzzle = puzzle;
    this.question = question;
    this.length = length;
    // Slides can be taken back, so that both directions are one.
    const isPeg = puzzle.family === 'peg';
    const start = [puzzle.rank(question.start)];
    const before = isPeg ? around(puzzle, start, 'predecessors') : [];
    const starts = around(puzzle, start, 'moves').map((after, moves) => [...(before[moves] ?? []), ...after]);
    const ends = around(puzzle, question.goal.positions.map(puzzle.rank), isPeg ? 'predecessors' : 'moves');
    let left = mostClose;
    const add = (ways: Ways, late: number, moves: number): void => {
      for (const end of ends[late]!) {
        if (left <= 0) return;
        left -= this.add(ways, starts[moves - late]!, end, moves);
      }
    };
    for (let moves = 0; moves <= closeMoves; moves++) add(this.toGoal, 0, moves);
    for (let moves = 1; moves <= closeMoves; moves++) {
      for (let late = 1; late <= moves; late++) add(this.beside, late, moves);
    }
  }

  /** @returns how many there are */
  private add(ways: Ways, starts: readonly number[], end: number, moves: number): number {
    const { puzzle } = this;
    const isPeg = puzzle.family === 'peg';
    const to = puzzle.unrank(end);
    for (const start of starts) {
      if (start === end) continue;
      // Pegs have no names, and are thousands.
      const way = isPeg ? { end, start: () => start } : wayOf(puzzle, () => puzzle.unrank(start), to);
      const known = ways.get(way.end) ?? new Map<number, number>();
      ways.set(way.end, known);
      const from = way.start();
      if (!known.has(from)) known.set(from, moves);
    }
    return starts.length;
  }

  /** By how many moves a way differs from one that is asked for; undefined where that is more than a few. */
  private apart(start: Position, end: Position, ...of: readonly Ways[]): number | undefined {
    const found = waysLike(this.puzzle, start, end).flatMap((way) =>
      of.flatMap((ways) => ways.get(way.end)?.get(way.start()) ?? []),
    );
    return found.length === 0 ? undefined : Math.min(...found);
  }

  /** Whether some of what is told gives the answer away. */
  isGivenAwayBy({ puzzle, questions, lines = [] }: Telling): boolean {
    return looksOn(puzzle, this.puzzle).some(
      (look) =>
        questions.some(({ start, goal }) =>
          look([start]).some((seen) =>
            this.covers({ start: seen, goal: { text: goal.text, positions: look(goal.positions) } }),
          ),
        ) || lines.some((line) => this.isToldBy(look(line))),
    );
  }

  /** Whether a question is close, or a position that it is about is, whatever is asked of it. */
  covers({ start, goal }: Question): boolean {
    const { puzzle, question, toGoal, beside } = this;
    const own = question.goal;
    const isClose = (from: Position, to: Position, ...of: readonly Ways[]): boolean =>
      this.apart(from, to, ...of) !== undefined;
    if (own.positions.some((end) => isClose(start, end, toGoal))) return true;
    // Who asks for this very goal means it: turned until it looks like one beside it, too much is close on a small board.
    if (goal.text === own.text) return false;
    return goal.positions.some(
      (end) =>
        isClose(start, end, toGoal, beside) ||
        // A way to a position is a way from it, but for jumps.
        (puzzle.family !== 'peg' && own.positions.some((other) => isClose(end, other, toGoal))),
    );
  }

  /**
   * Whether some line, of positions that follow one another, is or has in it a solution: from the asked position or,
   * but for a few moves that are soon found, from one close to it.
   */
  isToldBy(line: readonly Position[]): boolean {
    const last = line.length - 1;
    const ends = new Set(this.question.goal.positions.map(this.puzzle.rank));
    const tells = (from: number, to: number): boolean => {
      if (to - from < Math.max(1, this.length * (1 - missingShare))) return false;
      const moves = this.apart(line[from]!, line[to]!, this.toGoal);
      if (moves === undefined) return false;
      return moves === 0 || (moves <= this.length * missingShare && to - from + moves <= this.length);
    };
    return line.some((position, at) => {
      if (tells(at, last) || tells(0, at)) return true;
      // On its way to somewhere else it may come by the goal.
      return (
        ends.has(this.puzzle.rank(position)) && line.some((_, other) => tells(Math.min(at, other), Math.max(at, other)))
      );
    });
  }
}
