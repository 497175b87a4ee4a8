/**
 * Searches for solutions of sliding blocks by pattern databases (Culberson & Schaeffer 1998): take some kinds of pieces off the
 * board, and count the moves that the others need, from each of their positions. With all pieces it takes as many or more.
 */
import { BlockCursor } from '../../puzzles/families/blocks/cursor.ts';
import { paired } from '../../puzzles/lists.ts';
import { anything, type Position, type Puzzle, type Question, type Random } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import { BlockComponent, mostPatterns } from './block-component.ts';

/** About how many positions a database is chosen to have: a second or two. It has three times as many at most. */
const fewPositions = 2 ** 20;

/** The same numbers each time, spread evenly (Weyl 1916): multiples of the golden ratio. */
const evenly = (): Random => {
  let number = 0;
  return () => (number = (number + 0.618_033_988_75) % 1);
};

/** A question without the pieces of some kinds. */
const without = ({ start, goal }: Question, { pieces }: BlockCursor, isKept: (kind: number) => boolean): Question => {
  const dropped = new Set(pieces.kinds.flatMap((kind, index) => (isKept(index) ? [] : kind.pieces.flat())));
  const drop = (position: Position, instead: number): Position =>
    position.map((code) => (dropped.has(code) ? instead : code));
  return { start: drop(start, 0), goal: { ...goal, positions: goal.positions.map((end) => drop(end, anything)) } };
};

/** Kinds for databases: those of the goal, one of the others, and those of the rest for which there is room. */
function* choicesOf(puzzle: Puzzle, question: Question, cursor: BlockCursor, few: number): Generator<number[]> {
  const { kinds } = cursor.pieces;
  const sizeOf = (kind: number): number => kinds[kind]!.shape.size;
  const areaOf = (kind: number): number => sizeOf(kind) * kinds[kind]!.pieces.length;
  const ofGoal = new Set(cursor.ends.flatMap((targets) => targets.map(([kind]) => kind)));
  const bySize = [...kinds.keys()].sort((a, b) => sizeOf(b) - sizeOf(a));
  const [needed, others] = [bySize.filter((kind) => ofGoal.has(kind)), bySize.filter((kind) => !ofGoal.has(kind))];
  const seen = new Set<string>();
  for (const first of others.toSorted((a, b) => areaOf(b) - areaOf(a))) {
    const chosen: number[] = [];
    for (const kind of new Set([...needed, first, ...others])) {
      const some = without(question, cursor, (one) => one === kind || chosen.includes(one));
      if (puzzle.positionsAbout!(some, evenly()) <= few) chosen.push(kind);
    }
    const name = String(chosen.toSorted());
    if (chosen.length > 0 && !seen.has(name)) yield chosen;
    seen.add(name);
  }
}

/** The cursor of a question about blocks. */
export const blockCursorOf = (puzzle: Puzzle, { goal, start }: Question): BlockCursor => {
  const cursor = puzzle.cursor(goal, start);
  if (!(cursor instanceof BlockCursor)) throw new TypeError(`${puzzle.id} is no puzzle of blocks`);
  return cursor;
};

/**
 * Make the database of this number.
 * @returns what the digits of the kinds count in it, 0 for those that it leaves out; undefined if it were too large, or the
 * budget is spent
 */
const keepDatabase = (
  puzzle: Puzzle,
  question: Question,
  { kinds, number, most }: { readonly kinds: readonly number[]; readonly number: number; readonly most: number },
  whole: BlockCursor,
  budget: Budget,
): Float64Array | undefined => {
  const cursor = blockCursorOf(
    puzzle,
    without(question, whole, (kind) => kinds.includes(kind)),
  );
  if (cursor.isNumbering) return undefined;
  const component = new BlockComponent(cursor);
  if (component.list(cursor.state(), budget, most, () => most) !== 'all') return undefined;
  if (component.measure(budget, Number.POSITIVE_INFINITY)) return undefined;
  component.keep(number);
  const weights = new Float64Array(whole.weights.length);
  // Without the others, kinds keep their order.
  const order = kinds.toSorted((a, b) => a - b);
  for (const [kind, weight] of paired(order, cursor.weights)) weights[kind] = weight;
  return weights;
};

/**
 * Breadth-first searches that store no state through which a solution has more moves than a limit, which grows until there is one
 * (breadth-first heuristic search: Zhou & Hansen 2006).
 * @param few about how many positions a database has
 */
export const solveByPatterns = (
  puzzle: Puzzle,
  question: Question,
  budget: Budget,
  few = fewPositions,
): SearchResult => {
  const cursor = blockCursorOf(puzzle, question);
  const databases: Float64Array[] = [];
  for (const chosen of choicesOf(puzzle, question, cursor, few)) {
    if (databases.length === mostPatterns) break;
    let weights: Float64Array | undefined;
    for (let kinds = chosen; !weights && kinds.length > 0; kinds = kinds.slice(0, -1)) {
      const reason = budget.spent();
      if (reason) return { status: 'gave-up', reason };
      const database = { kinds, number: databases.length, most: 3 * few };
      weights = keepDatabase(puzzle, question, database, cursor, budget.helper());
    }
    if (weights) databases.push(weights);
  }
  const component = new BlockComponent(cursor, databases);
  for (let limit = Math.max(1, budget.lowerBound); ; limit = budget.lowerBound) {
    // Without a goal there is never enough; with one, there is at once.
    const listed = component.list(cursor.rank(question.start), budget, Number.POSITIVE_INFINITY, () => 0, limit);
    if (component.shortest !== undefined) return { status: 'solved', moves: component.path() };
    if (listed !== 'all') return { status: 'gave-up', reason: listed as GaveUpReason };
    if (component.nextLimit === undefined) return { status: 'exhausted' };
    budget.lowerBound = component.nextLimit;
  }
};
