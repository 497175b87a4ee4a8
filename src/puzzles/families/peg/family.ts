/**
 * Peg solitaire: a peg jumps over its neighbour into the empty hole behind, and the neighbour is taken off. Jumps that
 * one peg makes in a row are one move (Beasley, The Ins and Outs of Peg Solitaire, 1985), so a *move* here is a chain.
 *
 * A jump turns three holes in line round, so a chain is the exclusive or of its jumps, whatever the position: make and
 * unmake are the same two operations.
 */
import type { Board, Jump } from '../../board.ts';
import { longestInput, tokens } from '../../notation.ts';
import {
  type Cursor,
  type Goal,
  type Landmark,
  type Move,
  type Obstacle,
  ok,
  type Position,
  type Puzzle,
  type Question,
  type Result,
  wrong,
} from '../../puzzle.ts';

export interface PegData {
  readonly id: string;
  readonly board: Board;
  /** What each hole is called, in reading order. */
  readonly holes: readonly string[];
  /** The hole where the last peg is to stand, unless a goal is named. */
  readonly goal: string;
  readonly landmarks: readonly Landmark[];
}

/** Boards are two integers of at most 30 bits, which V8 keeps unboxed: holes 0–29 in `lo`, the others in `hi`. */
const loBits = 30;
const loRadix = 2 ** loBits;
const loOf = (cell: number): number => (cell < loBits ? 1 << cell : 0);
const hiOf = (cell: number): number => (cell < loBits ? 0 : 1 << (cell - loBits));

const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

/** Boards looked at for a solvable relative of a question without a solution: all together a few milliseconds, and for one. */
const mostLooks = 4000;
const looksAtOne = 1000;

/** A set of holes as a pair of bit masks. */
interface Holes {
  readonly lo: number;
  readonly hi: number;
}
const holesOf = (cells: Iterable<number>): Holes => {
  let [lo, hi] = [0, 0];
  for (const cell of cells) {
    lo |= loOf(cell);
    hi |= hiOf(cell);
  }
  return { lo, hi };
};

const rankOf = (position: Position): number => {
  let [lo, hi] = [0, 0];
  for (let cell = 0; cell < position.length; cell++) {
    if (position[cell] === 0) continue;
    lo |= loOf(cell);
    hi |= hiOf(cell);
  }
  return hi * loRadix + lo;
};

/** Holes that no peg is ever jumped over in: a peg there leaves only by moving itself. */
export const cornersOf = (board: Board): number[] => {
  const jumped = new Set(board.jumps.map((jump) => jump.over));
  return Array.from({ length: board.size }, (_, cell) => cell).filter((cell) => !jumped.has(cell));
};

/** Groups of holes between which a peg can travel (four on the square lattice): a peg never leaves its group. */
const groupsOf = (board: Board): number[] => {
  const group = Array.from({ length: board.size }, (_, cell) => cell);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of board.jumps) {
      const least = Math.min(group[from]!, group[to]!);
      changed ||= group[from] !== least || group[to] !== least;
      group[from] = least;
      group[to] = least;
    }
  }
  return group;
};

/**
 * Position classes (Reiss 1857; Beasley 1985, chapter 4), for any board: sets of holes on which every jump changes the
 * number of pegs by 0 or 2. They are the null space, over the integers modulo 2, of the matrix of all jumps; returned
 * is a basis of it, each set as a list of 0 and 1 a hole.
 */
export const classesOf = (board: Board): number[][] => {
  const rows = board.jumps.map(({ from, over, to }) => {
    const row = new Array<number>(board.size).fill(0);
    for (const cell of [from, over, to]) row[cell] = 1;
    return row;
  });
  const pivots: number[] = [];
  for (let column = 0; column < board.size; column++) {
    const rank = pivots.length;
    const pivot = rows.findIndex((row, index) => index >= rank && row[column] === 1);
    if (pivot === -1) continue;
    [rows[rank], rows[pivot]] = [rows[pivot]!, rows[rank]!];
    const top = rows[rank]!;
    for (const row of rows) {
      if (row !== top && row[column] === 1) for (let i = 0; i < row.length; i++) row[i]! ^= top[i]!;
    }
    pivots.push(column);
  }
  const free = Array.from({ length: board.size }, (_, cell) => cell).filter((cell) => !pivots.includes(cell));
  return free.map((cell) => {
    const holes = new Array<number>(board.size).fill(0);
    holes[cell] = 1;
    pivots.forEach((pivot, row) => {
      holes[pivot] = rows[row]![cell]!;
    });
    return holes;
  });
};

/** What a board says about every game on it. */
interface Analysis {
  readonly corners: Holes;
  readonly groups: readonly Holes[];
  readonly classes: readonly (readonly number[])[];
}

const analyse = (board: Board): Analysis => {
  const group = groupsOf(board);
  return {
    corners: holesOf(cornersOf(board)),
    groups: [...new Set(group)].map((id) => holesOf(group.flatMap((other, cell) => (other === id ? cell : [])))),
    classes: classesOf(board),
  };
};

/**
 * All chains met so far, numbered. A chain is its shorter self and one jump more, so they form a tree; a search meets
 * the same few thousand again and again, and then a move is one integer. Chains of `moves` grow by their last jump;
 * those of `predecessors` are found backwards and grow by their first, so they are kept in a tree of their own.
 */
class Chains {
  private readonly jumps: readonly Jump[];
  private readonly numbers = new Map<number, number>();
  /** Of each chain: the shorter chain (-1: none), the jump it has more, and whether that is its first jump. */
  private readonly shorter: number[] = [];
  private readonly jump: number[] = [];
  private readonly backwards: boolean[] = [];
  /** The holes that it turns round, and all that it touches. */
  readonly turnsLo: number[] = [];
  readonly turnsHi: number[] = [];
  readonly touchesLo: number[] = [];
  readonly touchesHi: number[] = [];
  readonly length: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  constructor(jumps: readonly Jump[]) {
    this.jumps = jumps;
  }

  /** The number of the chain that has one jump more than `shorter` (-1 for a single jump). */
  extend(shorter: number, jump: number, backwards: boolean): number {
    const key = ((shorter + 1) * this.jumps.length + jump) * 2 + (backwards ? 1 : 0);
    return this.numbers.get(key) ?? this.add(key, shorter, jump, backwards);
  }

  private add(key: number, shorter: number, jump: number, backwards: boolean): number {
    const chain = this.shorter.length;
    const { from, over, to } = this.jumps[jump]!;
    const { lo, hi } = holesOf([from, over, to]);
    const root = shorter === -1;
    this.numbers.set(key, chain);
    this.shorter.push(shorter);
    this.jump.push(jump);
    this.backwards.push(backwards);
    this.turnsLo.push(lo ^ (root ? 0 : this.turnsLo[shorter]!));
    this.turnsHi.push(hi ^ (root ? 0 : this.turnsHi[shorter]!));
    this.touchesLo.push(lo | (root ? 0 : this.touchesLo[shorter]!));
    this.touchesHi.push(hi | (root ? 0 : this.touchesHi[shorter]!));
    this.length.push(root ? 1 : this.length[shorter]! + 1);
    this.from.push(root || backwards ? from : this.from[shorter]!);
    this.to.push(root || !backwards ? to : this.to[shorter]!);
    return chain;
  }

  path(chain: number): Move {
    const jumps: Jump[] = [];
    for (let rest = chain; rest !== -1; rest = this.shorter[rest]!) jumps.push(this.jumps[this.jump[rest]!]!);
    if (!this.backwards[chain]) jumps.reverse();
    return [jumps[0]!.from, ...jumps.map((jump) => jump.to)];
  }
}

class PegCursor implements Cursor {
  readonly goals: readonly number[];
  private lo = 0;
  private hi = 0;
  private pegs = 0;
  private readonly goalPegs: number;
  private readonly goalLo: readonly number[];
  private readonly goalHi: readonly number[];
  /** Union of all goals, and for each distinct goal the pegs that it needs in each group. */
  private readonly anyGoal: Holes;
  private readonly needs: readonly (readonly number[])[];
  private readonly analysis: Analysis;
  private readonly chains: Chains;
  /** For each jump, the holes it needs filled, and all three. */
  private readonly filledLo: readonly number[];
  private readonly filledHi: readonly number[];
  private readonly landsLo: readonly number[];
  private readonly landsHi: readonly number[];
  private readonly all: readonly Holes[];
  private readonly jumpsFrom: readonly (readonly number[])[];
  private readonly jumpsTo: readonly (readonly number[])[];
  private readonly jumps: readonly Jump[];

  constructor(board: Board, goal: Goal, analysis: Analysis) {
    const masks = goal.positions.map((position) => holesOf(position.flatMap((peg, cell) => (peg ? cell : []))));
    this.goals = goal.positions.map(rankOf);
    this.goalLo = masks.map((mask) => mask.lo);
    this.goalHi = masks.map((mask) => mask.hi);
    this.goalPegs = bitCount(masks[0]!.lo) + bitCount(masks[0]!.hi);
    this.anyGoal = { lo: masks.reduce((all, { lo }) => all | lo, 0), hi: masks.reduce((all, { hi }) => all | hi, 0) };
    this.analysis = analysis;
    const needs = masks.map((mask) =>
      analysis.groups.map((group) => bitCount(mask.lo & group.lo) + bitCount(mask.hi & group.hi)),
    );
    this.needs = [...new Map(needs.map((need) => [String(need), need])).values()];
    const { jumps } = board;
    this.jumps = jumps;
    this.chains = new Chains(jumps);
    this.filledLo = jumps.map(({ from, over }) => loOf(from) | loOf(over));
    this.filledHi = jumps.map(({ from, over }) => hiOf(from) | hiOf(over));
    this.landsLo = jumps.map(({ to }) => loOf(to));
    this.landsHi = jumps.map(({ to }) => hiOf(to));
    this.all = jumps.map(({ from, over, to }) => holesOf([from, over, to]));
    const jumpsAt = (end: 'from' | 'to') =>
      Array.from({ length: board.size }, (_, cell) =>
        jumps.flatMap((jump, index) => (jump[end] === cell ? index : [])),
      );
    this.jumpsFrom = jumpsAt('from');
    this.jumpsTo = jumpsAt('to');
    this.load(this.goals[0]!);
  }

  load(state: number): void {
    this.lo = state % loRadix;
    this.hi = (state - this.lo) / loRadix;
    this.pegs = bitCount(this.lo) + bitCount(this.hi);
  }

  state(): number {
    return this.hi * loRadix + this.lo;
  }

  moves(into: number[], at: number): number {
    let end = at;
    for (let jump = 0; jump < this.jumps.length; jump++) end = this.onward(jump, -1, this.lo, this.hi, into, end);
    return end - at;
  }

  /** Write `chain` made longer by `jump`, if that is legal on the board (lo, hi), and all that goes on from there. */
  private onward(jump: number, chain: number, lo: number, hi: number, into: number[], at: number): number {
    const all = this.all[jump]!;
    if ((lo & all.lo) !== this.filledLo[jump] || (hi & all.hi) !== this.filledHi[jump]) return at;
    const longer = this.chains.extend(chain, jump, false);
    let end = at;
    into[end++] = longer;
    for (const next of this.jumpsFrom[this.jumps[jump]!.to]!) {
      end = this.onward(next, longer, lo ^ all.lo, hi ^ all.hi, into, end);
    }
    return end;
  }

  predecessors(into: number[], at: number): number {
    let end = at;
    for (let jump = 0; jump < this.jumps.length; jump++) end = this.backward(jump, -1, this.lo, this.hi, into, end);
    return end - at;
  }

  /** The same backwards in time: the peg on the jump's last hole came from its first, and put a peg back between. */
  private backward(jump: number, chain: number, lo: number, hi: number, into: number[], at: number): number {
    const all = this.all[jump]!;
    if ((lo & all.lo) !== this.landsLo[jump] || (hi & all.hi) !== this.landsHi[jump]) return at;
    const longer = this.chains.extend(chain, jump, true);
    let end = at;
    into[end++] = longer;
    for (const next of this.jumpsTo[this.jumps[jump]!.from]!) {
      end = this.backward(next, longer, lo ^ all.lo, hi ^ all.hi, into, end);
    }
    return end;
  }

  make(move: number): void {
    this.lo ^= this.chains.turnsLo[move]!;
    this.hi ^= this.chains.turnsHi[move]!;
    this.pegs -= this.chains.length[move]!;
  }

  unmake(move: number): void {
    this.lo ^= this.chains.turnsLo[move]!;
    this.hi ^= this.chains.turnsHi[move]!;
    this.pegs += this.chains.length[move]!;
  }

  solved(): boolean {
    if (this.pegs !== this.goalPegs) return false;
    for (let i = 0; i < this.goalLo.length; i++) {
      if (this.lo === this.goalLo[i] && this.hi === this.goalHi[i]) return true;
    }
    return false;
  }

  /**
   * Corner bound: every peg in a corner that is not to stay there needs a move of its own. Group pruning: a peg never
   * leaves its group, so a group with fewer pegs than the goal wants in it is the end.
   */
  lowerBound(): number {
    const { lo, hi, analysis, anyGoal } = this;
    if (this.pegs < this.goalPegs || !this.needs.some((need) => this.meets(need))) return Number.POSITIVE_INFINITY;
    const { corners } = analysis;
    const leaving = bitCount(lo & corners.lo & ~anyGoal.lo) + bitCount(hi & corners.hi & ~anyGoal.hi);
    const staying = bitCount(lo & corners.lo & anyGoal.lo) + bitCount(hi & corners.hi & anyGoal.hi);
    const bound = leaving + Math.max(0, staying - this.goalPegs);
    return bound === 0 && this.pegs > this.goalPegs ? 1 : bound;
  }

  private meets(need: readonly number[]): boolean {
    const { groups } = this.analysis;
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!;
      if (bitCount(this.lo & group.lo) + bitCount(this.hi & group.hi) < need[i]!) return false;
    }
    return true;
  }

  /**
   * A peg that goes on would make one move of two; and of two moves with no hole in common, which can be made in
   * either order, only the order of their numbers is tried.
   */
  redundant(previous: number, move: number): boolean {
    const { chains } = this;
    if (chains.from[move] === chains.to[previous]) return true;
    if (move >= previous) return false;
    return (
      (chains.touchesLo[move]! & chains.touchesLo[previous]!) === 0 &&
      (chains.touchesHi[move]! & chains.touchesHi[previous]!) === 0
    );
  }

  /** Chains make one move of any number of jumps. */
  parity(): number {
    return -1;
  }

  path(move: number): Move {
    return this.chains.path(move);
  }
}

/** Make a peg solitaire of its data. */
export const peg = ({ id, board, holes, goal, landmarks }: PegData): Puzzle => {
  const { size } = board;
  const analysis = analyse(board);
  const nameOf = (cell: number): number | string => (/^\d+$/u.test(holes[cell]!) ? Number(holes[cell]!) : holes[cell]!);
  const onePeg = (cell: number): Position => Array.from({ length: size }, (_, other) => (other === cell ? 1 : 0));
  const formatPosition = (position: Position): string => position.join('');
  const holeGoal = (cell: number): Goal => ({ text: holes[cell]!, positions: [onePeg(cell)] });
  const anyGoal: Goal = { text: 'any', positions: holes.map((_, cell) => onePeg(cell)) };
  const range = { first: holes[0]!, last: holes.at(-1)! };
  const inPosition = (position: Position): number => position.filter((peg) => peg === 1).length;

  /** `all-7-12`: filled but for the holes named. Names are normalised one by one, so that spans are those of the input. */
  const parseAllBut = (names: readonly RegExpExecArray[]): Result<Position> => {
    const position = new Array<number>(size).fill(1);
    for (const { 0: written, index } of names) {
      const span = [index, index + written.length] as const;
      const name = written.normalize('NFKC');
      const cell = holes.indexOf(name.toLowerCase());
      if (cell === -1) return wrong('unknown-hole', { puzzle: id, piece: name, ...range }, span);
      if (position[cell] === 0) return wrong('repeated-hole', { hole: holes[cell]! }, span);
      position[cell] = 0;
    }
    if (names.length === 0) return wrong('no-hole-named', { puzzle: id, example: goal });
    return inPosition(position) === 0 ? wrong('no-pegs', { puzzle: id }) : ok(position);
  };

  const parsePosition = (input: string): Result<Position> => {
    if (input.length > longestInput) return wrong('too-long', { length: input.length, most: longestInput });
    const [word, ...names] = input.matchAll(/[^\s\p{Pd}−,，;/]+/gu);
    if (word?.[0].normalize('NFKC').toLowerCase() === 'all') return parseAllBut(names);
    const position: number[] = [];
    const pieces = tokens(input, '[]');
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    for (const token of pieces) {
      const isPeg = '1oO●'.includes(token.text);
      if (!isPeg && !'0.○_'.includes(token.text)) {
        const values = { puzzle: id, cell: position.length + 1, piece: token.text, last: '' };
        return wrong('unknown-piece', values, [token.from, token.to]);
      }
      position.push(isPeg ? 1 : 0);
    }
    if (position.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: position.length });
    return inPosition(position) === 0 ? wrong('no-pegs', { puzzle: id }) : ok(position);
  };

  const parseGoal = (input: string): Result<Goal> => {
    const name = input.normalize('NFKC').trim().toLowerCase();
    if (name === 'any') return ok(anyGoal);
    const cell = holes.indexOf(name);
    if (cell !== -1) return ok(holeGoal(cell));
    if (/^[a-z]?\d{1,2}$/u.test(name)) {
      const span = [input.length - input.trimStart().length, input.trimEnd().length] as const;
      return wrong('unknown-hole', { puzzle: id, piece: name, ...range }, span);
    }
    const position = parsePosition(input);
    if (!position.ok) return position;
    const { value } = position;
    return ok(
      inPosition(value) === 1 ? holeGoal(value.indexOf(1)) : { text: formatPosition(value), positions: [value] },
    );
  };

  const oddOn = (position: Position, holeSet: readonly number[]): number =>
    position.reduce((sum, peg, cell) => sum ^ (peg & holeSet[cell]!), 0);
  /** A class on which the two differ, if there is one. */
  const differingClass = (start: Position, end: Position) =>
    analysis.classes.find((holeSet) => oddOn(start, holeSet) !== oddOn(end, holeSet));

  const jumpHoles = board.jumps.map(({ from, over, to }) => ({
    all: holesOf([from, over, to]),
    filled: holesOf([from, over]),
  }));

  /**
   * Whether jumps lead to the goal, found depth-first, any solution being as good as another; undefined where that takes
   * more than `most` boards. Returned with the number of boards looked at.
   */
  const reaches = ({ start, goal: end }: Question, most: number): { found: boolean | undefined; looked: number } => {
    const ends = new Set(end.positions.map(rankOf));
    const goalPegs = inPosition(end.positions[0]!);
    const seen = new Set<number>();
    const descend = (lo: number, hi: number, pegs: number): boolean => {
      const rank = hi * loRadix + lo;
      if (ends.has(rank)) return true;
      if (pegs <= goalPegs || seen.size >= most || seen.has(rank)) return false;
      seen.add(rank);
      return jumpHoles.some(
        ({ all, filled }) =>
          (lo & all.lo) === filled.lo && (hi & all.hi) === filled.hi && descend(lo ^ all.lo, hi ^ all.hi, pegs - 1),
      );
    };
    const { lo, hi } = holesOf(start.flatMap((peg, cell) => (peg ? cell : [])));
    const found = descend(lo, hi, inPosition(start));
    return { found: found || (seen.size < most ? false : undefined), looked: seen.size };
  };

  /** Relatives of a question, the nearest first: another hole to finish in, one hole turned round, one peg elsewhere. */
  function* relatives(start: Position, end: Goal): Generator<Question> {
    for (let cell = 0; cell < size; cell++) yield { start, goal: holeGoal(cell) };
    const turned = (cell: number, position = start): Position => position.with(cell, 1 - position[cell]!);
    for (let cell = 0; cell < size; cell++) yield { start: turned(cell), goal: end };
    for (let cell = 0; cell < size; cell++) {
      for (let to = 0; to < size; to++) {
        if (start[cell] === 1 && start[to] === 0) yield { start: turned(to, turned(cell)), goal: end };
      }
    }
  }

  /** The nearest relative that has a solution; where none of them is quickly found to have one, the first that may. */
  const nearest = (start: Position, end: Goal): Obstacle['nearest'] => {
    let open: Obstacle['nearest'];
    let left = mostLooks;
    for (const question of relatives(start, end)) {
      if (reason(question) !== undefined) continue;
      const told = { position: formatPosition(question.start), goal: question.goal.text };
      const { found, looked } = reaches(question, Math.min(left, looksAtOne));
      if (found) return told;
      if (found === undefined) open ??= { ...told, isOpen: true };
      left -= looked;
      if (left <= 0) break;
    }
    return open;
  };

  const reason = ({ start, goal: end }: Question): Obstacle | undefined => {
    if (end.positions.some((position) => position.every((peg, cell) => peg === start[cell]))) return undefined;
    const [target] = end.positions;
    const pegs = inPosition(start);
    const goalPegs = inPosition(target!);
    if (pegs <= goalPegs) return { code: 'peg-count', values: { pegs, goalPegs } };
    const open = end.positions.filter((position) => !differingClass(start, position));
    if (open.length === 0) {
      if (end.positions.length > 1) return { code: 'peg-class-any', values: {} };
      const holeSet = differingClass(start, target!)!;
      const named = holes.filter((_, cell) => holeSet[cell] === 1).join(' ');
      return {
        code: 'peg-class',
        values: { holes: named, start: oddOn(start, holeSet), goal: oddOn(target!, holeSet) },
      };
    }
    const cursor = new PegCursor(board, { ...end, positions: open }, analysis);
    cursor.load(rankOf(start));
    return cursor.lowerBound() === Number.POSITIVE_INFINITY
      ? { code: 'peg-group', values: { goal: end.text } }
      : undefined;
  };

  const parsedGoal = parseGoal(goal);
  if (!parsedGoal.ok) throw new Error(`${id}: goal ${goal}: ${parsedGoal.problem.code}`);

  return {
    id,
    family: 'peg',
    board,
    states: 2 ** size,
    goal: parsedGoal.value,
    landmarks,
    parsePosition,
    parseGoal,
    formatPosition,
    question: (start, end) => ok({ start, goal: end }),
    obstacle: (question) => {
      const found = reason(question);
      const other = found && nearest(question.start, question.goal);
      return found && other ? { ...found, nearest: other } : found;
    },
    rank: rankOf,
    unrank: (rank) => Array.from({ length: size }, (_, cell) => Math.floor(rank / 2 ** cell) % 2),
    cursor: (end) => new PegCursor(board, end, analysis),
    play: (position, move) => {
      const after = [...position];
      // At least one round, so that a move without any jump is refused and not taken for one that changes nothing.
      for (let i = 1; i < Math.max(2, move.length); i++) {
        const jump = board.jumps.find(({ from, to }) => from === move[i - 1] && to === move[i]);
        if (!jump || after[jump.from] !== 1 || after[jump.over] !== 1 || after[jump.to] !== 0) {
          throw new RangeError(`${id}: no move ${move.join('-')} in ${formatPosition(position)}`);
        }
        after[jump.from] = 0;
        after[jump.over] = 0;
        after[jump.to] = 1;
      }
      return after;
    },
    notate: (_, move) => move.map(nameOf),
    pieces: (position) => position.map((peg) => (peg ? '●' : '')),
  };
};
