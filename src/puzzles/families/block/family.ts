/**
 * Block puzzles: one wide card and letter cards on a rectangle with one blank. A move slides a card by one cell; the
 * wide card covers two cells of a row and slides only sideways, which counts as one move although the blank then
 * travels two cells. Cards with the same letter look alike unless the second of them is marked by a capital.
 */
import type { Board } from '../../board.ts';
import { blank, longestInput, tokens } from '../../notation.ts';
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
import { permutationParity } from '../sliding/family.ts';

export interface BlockData {
  readonly id: string;
  readonly board: Board;
  /** The goal, with look-alikes unmarked: `==on/off_`. It says which cards there are. */
  readonly goal: string;
  /** Upper bound of the positions that can be reached from one another. */
  readonly states: number;
  readonly landmarks: readonly Landmark[];
}

/** Codes of what stands on a cell: the halves of the wide card, then the letters. */
const wideLeft = 1;
const wideRight = 2;
export const firstLetter = 3;
/** Codes fit in three bits, so a position of eight cells is a number of 24 bits. */
const base = 8;

const rankOf = (cells: ArrayLike<number>): number => {
  let rank = 0;
  for (let cell = cells.length - 1; cell >= 0; cell--) rank = rank * base + cells[cell]!;
  return rank;
};

/** Moves are coded as `from << 5 | to`, for the wide card those of its left half. */
class BlockCursor implements Cursor {
  readonly goals: readonly number[];
  private readonly cells: Uint8Array;
  private blank = 0;
  private readonly board: Board;
  /** Cells of the goal where a piece of each code stands: one, or two for look-alikes. */
  private readonly ends: readonly (readonly number[])[];

  constructor(board: Board, goal: Position) {
    this.board = board;
    this.cells = Uint8Array.from(goal);
    this.goals = [rankOf(goal)];
    this.ends = Array.from({ length: base }, (_, code) => goal.flatMap((piece, cell) => (piece === code ? cell : [])));
    this.load(this.goals[0]!);
  }

  load(state: number): void {
    let rest = state;
    for (let cell = 0; cell < this.cells.length; cell++) {
      this.cells[cell] = rest % base;
      rest = Math.floor(rest / base);
      if (this.cells[cell] === 0) this.blank = cell;
    }
  }

  state(): number {
    return rankOf(this.cells);
  }

  moves(into: number[], at: number): number {
    return this.slides(into, at, false);
  }

  /** Slides can be undone, so the moves that led here are the legal ones turned round. */
  predecessors(into: number[], at: number): number {
    return this.slides(into, at, true);
  }

  private slides(into: number[], at: number, reversed: boolean): number {
    const { cells, board, blank: to } = this;
    let end = at;
    for (const near of board.neighbours[to]!) {
      const piece = cells[near]!;
      const sameRow = board.y[near] === board.y[to];
      let from = near;
      let target = to;
      if (piece === wideLeft || piece === wideRight) {
        if (!sameRow) continue;
        // Coming from the left its right half is beside the blank, and its left half follows one cell behind.
        if (piece === wideRight) from = near - 1;
        target = piece === wideRight ? near : to;
      }
      into[end++] = reversed ? (target << 5) | from : (from << 5) | target;
    }
    return end - at;
  }

  make(move: number): void {
    this.slide(move >> 5, move & 31);
  }

  unmake(move: number): void {
    this.slide(move & 31, move >> 5);
  }

  private slide(from: number, to: number): void {
    const { cells } = this;
    const piece = cells[from]!;
    if (piece === wideLeft) {
      const left = Math.min(from, to);
      this.blank = from < to ? left : left + 2;
      cells[this.blank] = 0;
      cells[to] = wideLeft;
      cells[to + 1] = wideRight;
    } else {
      cells[to] = piece;
      cells[from] = 0;
      this.blank = from;
    }
  }

  solved(): boolean {
    return this.state() === this.goals[0];
  }

  /** The steps of each card to its goal, added up; look-alikes are matched with their goals in the cheaper way. */
  lowerBound(): number {
    const { cells, ends } = this;
    const { distance } = this.board;
    let bound = 0;
    for (let code = wideLeft; code < base; code++) {
      const [end, other] = ends[code]!;
      if (end === undefined || code === wideRight) continue;
      const cell = cells.indexOf(code);
      if (other === undefined) {
        bound += distance[cell]![end]!;
      } else {
        const twin = cells.lastIndexOf(code);
        bound += Math.min(
          distance[cell]![end]! + distance[twin]![other]!,
          distance[cell]![other]! + distance[twin]![end]!,
        );
      }
    }
    return bound;
  }

  /** A card slid there and straight back. */
  redundant(previous: number, move: number): boolean {
    return move >> 5 === (previous & 31) && (move & 31) === previous >> 5;
  }

  /** A slide of the wide card keeps the blank on its colour, so the blank tells nothing. */
  parity(): number {
    return -1;
  }

  path(move: number): Move {
    return [move >> 5, move & 31];
  }
}

/** Make a block puzzle of its data. */
export const block = ({ id, board, goal, states, landmarks }: BlockData): Puzzle => {
  const { size } = board;
  const columns = board.y.filter((y) => y === 0).length;
  const inGoal = [...goal].filter((mark) => /[a-z]/u.test(mark));
  /** Text of each code, the marked twin of a letter right after it. */
  const alphabet = ['', '=', '='];
  for (const letter of new Set(inGoal)) {
    alphabet.push(letter);
    if (inGoal.filter((other) => other === letter).length > 1) alphabet.push(letter.toUpperCase());
  }
  const twin = (code: number): number => alphabet.indexOf(alphabet[code]!.toUpperCase(), firstLetter);
  const isMarked = (code: number): boolean => code >= firstLetter && /[A-Z]/u.test(alphabet[code]!);
  const unmarked = (code: number): number => (isMarked(code) ? code - 1 : code);

  const formatPosition = (position: Position): string => {
    const text = position.map((code) => (code === 0 ? blank : alphabet[code]!));
    return Array.from({ length: size / columns }, (_, row) =>
      text.slice(row * columns, (row + 1) * columns).join(''),
    ).join('/');
  };

  const parsePosition = (text: string): Result<Position> => {
    if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
    const position: number[] = [];
    const spans: [number, number][] = [];
    const put = (code: number, from: number, to: number) => {
      position.push(code);
      spans.push([from, to]);
    };
    // All in capitals, nothing is marked: somebody types in capitals.
    const isShouted = !/\p{Ll}|\p{RI}/u.test(text);
    const pieces = tokens(isShouted ? text.toLowerCase() : text);
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    for (let i = 0; i < pieces.length; i++) {
      const token = pieces[i]!;
      const next = pieces[i + 1];
      const cell = position.length + 1;
      const span = [token.from, token.to] as const;
      if ('=-–—['.includes(token.text)) {
        const closing = token.text === '[' ? ']' : token.text;
        const paired = next?.text === closing && next.word === token.word;
        // Phones turn `--` into one dash, so a long dash alone is the whole card.
        if (!paired && !'–—'.includes(token.text)) return wrong('half-card', { cell, piece: token.text }, span);
        put(wideLeft, ...span);
        put(wideRight, ...span);
        if (paired) i++;
        continue;
      }
      if (token.text === blank || token.text === '.' || token.text === '0' || /^x$/iu.test(token.text)) {
        put(0, ...span);
        continue;
      }
      let code = alphabet.indexOf(token.text, firstLetter);
      // A capital of a letter that has no twin marks nothing.
      if (code === -1) code = alphabet.indexOf(token.text.toLowerCase(), firstLetter);
      if (code === -1) return wrong('unknown-piece', { puzzle: id, cell, piece: token.text, last: '' }, span);
      put(code, ...span);
    }
    if (position.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: position.length });
    const room = new Map<number, number>([
      [0, 1],
      [wideLeft, 1],
    ]);
    for (const letter of inGoal) {
      const code = alphabet.indexOf(letter, firstLetter);
      room.set(code, (room.get(code) ?? 0) + 1);
    }
    for (const [cell, code] of position.entries()) {
      if (code === wideRight) continue;
      if (code === wideLeft && cell % columns === columns - 1)
        return wrong('card-off-row', { cell: cell + 1 }, spans[cell]);
      const kind = unmarked(code);
      const left = room.get(kind)!;
      const markedTwice = isMarked(code) && position.indexOf(code) < cell;
      if (left === 0 || markedTwice) {
        const values = { cell: cell + 1, card: code === 0 ? blank : code === wideLeft ? '==' : alphabet[code]! };
        return code === 0
          ? wrong('repeated-blank', { first: position.indexOf(0) + 1, second: cell + 1 }, spans[cell])
          : wrong('repeated-card', values, spans[cell]);
      }
      room.set(kind, left - 1);
    }
    return ok(position);
  };

  const goalOf = (position: Position): Goal => ({ text: formatPosition(position), positions: [position] });

  /** The goal says which letters are told apart: an unmarked start is then marked in reading order, and vice versa. */
  const question = (start: Position, end: Goal): Result<Question> => {
    const [goalPosition] = end.positions;
    const seen = new Set<number>();
    const settled = start.map((code) => {
      const plain = unmarked(code);
      const marked = twin(plain);
      if (plain < firstLetter || marked === -1 || marked === plain) return code;
      if (!goalPosition!.includes(marked)) return plain;
      if (start.includes(marked)) return code;
      if (!seen.has(plain)) {
        seen.add(plain);
        return plain;
      }
      return marked;
    });
    return ok({ start: settled, goal: end });
  };

  const obstacle = ({ start, goal: end }: Question): Obstacle | undefined => {
    const target = end.positions[0]!;
    const rowOf = (position: Position) => board.y[position.indexOf(wideLeft)]!;
    if (rowOf(start) !== rowOf(target)) {
      // Both rows of the position exchanged puts the wide card where it has to be.
      const rows = [...start.slice(columns), ...start.slice(0, columns)];
      const nearest = obstacle({ start: rows, goal: end })?.nearest ?? {
        position: formatPosition(rows),
        goal: end.text,
      };
      return { code: 'wide-card-row', values: { row: rowOf(start) + 1, goalRow: rowOf(target) + 1 }, nearest };
    }
    if (new Set(start).size < size) return undefined;
    // All cards are distinct: as on any bipartite board, the blank's colour fixes the parity of the arrangement.
    const { colours } = board;
    const blankParity = colours![start.indexOf(0)]! ^ colours![target.indexOf(0)]!;
    if (permutationParity(start, target) === blankParity) return undefined;
    const [a, b] = start.flatMap((code, cell) => (isMarked(code) ? [start.indexOf(code - 1), cell] : []));
    const mended = start.with(a!, start[b!]!).with(b!, start[a!]!);
    return { code: 'card-parity', values: {}, nearest: { position: formatPosition(mended), goal: end.text } };
  };

  const cursorOf = (position: Position): BlockCursor => new BlockCursor(board, position);
  const goalPosition = parsePosition(goal);
  if (!goalPosition.ok) throw new Error(`${id}: goal ${goal}: ${goalPosition.problem.code}`);

  return {
    id,
    family: 'block',
    board,
    states,
    goal: goalOf(goalPosition.value),
    landmarks,
    parsePosition,
    parseGoal: (text) => {
      const position = parsePosition(text);
      return position.ok ? ok(goalOf(position.value)) : position;
    },
    formatPosition,
    question,
    obstacle,
    rank: rankOf,
    unrank: (rank) => Array.from({ length: size }, (_, cell) => Math.floor(rank / base ** cell) % base),
    cursor: ({ positions }) => cursorOf(positions[0]!),
    play: (position, move) => {
      const cursor = cursorOf(position);
      const legal: number[] = [];
      cursor.moves(legal, 0);
      const code = legal.find((code) => String(cursor.path(code)) === String(move));
      if (code === undefined) throw new RangeError(`${id}: no move ${move.join('-')} in ${formatPosition(position)}`);
      cursor.make(code);
      return position.map((_, cell) => Math.floor(cursor.state() / base ** cell) % base);
    },
    notate: (position, move) => (position[move[0]!] === wideLeft ? '==' : alphabet[position[move[0]!]!]!),
    pieces: (position) => position.map((code) => alphabet[code]!),
  };
};
