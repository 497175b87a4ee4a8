/**
 * A textbook search on trays of any shape, with boards as strings and nothing of ours: the reference of the tests. A board
 * has rows of letters between slashes, `.` for an empty cell and `#` for what is outside. A goal has `.` for whatever is there.
 */

type Counted = 'steps' | 'slides' | 'moves';

const sides = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

/** `row,column` of each cell of a piece. */
const cellsOf = (board: string, piece: string): [row: number, column: number][] => {
  const found: [number, number][] = [];
  for (const [y, row] of board.split('/').entries()) {
    for (let x = row.indexOf(piece); x !== -1; x = row.indexOf(piece, x + 1)) found.push([y, x]);
  }
  return found;
};

const piecesOf = (board: string): string[] => [...new Set(board.replace(/[./#]/gu, ''))];

/** The board after a piece has gone one cell; undefined if it can't. */
const pushed = (board: string, piece: string, [down, right]: readonly [number, number]): string | undefined => {
  const cells = cellsOf(board, piece);
  // Most can't, which needs no board to be written.
  const before = board.split('/');
  for (const [y, x] of cells) {
    const mark = before[y + down]?.[x + right];
    if (mark !== '.' && mark !== piece) return undefined;
  }
  const rows = before.map((row) => [...row.replaceAll(piece, '.')]);
  for (const [y, x] of cells) rows[y + down]![x + right] = piece;
  return rows.map((row) => row.join('')).join('/');
};

const afterOne = (board: string, counted: Counted): string[] => {
  const found: string[] = [];
  for (const piece of piecesOf(board)) {
    if (counted === 'moves') {
      const reached = new Set([board]);
      for (const one of reached) {
        for (const side of sides) {
          const next = pushed(one, piece, side);
          if (next !== undefined) reached.add(next);
        }
      }
      reached.delete(board);
      found.push(...reached);
      continue;
    }
    for (const side of sides) {
      let next = pushed(board, piece, side);
      while (next !== undefined) {
        found.push(next);
        next = counted === 'slides' ? pushed(next, piece, side) : undefined;
      }
    }
  }
  return found;
};

/** The same text for boards that look the same: where pieces of each shape are, but those of the goal by their letters. */
const lookOf = (board: string, named: readonly string[]): string =>
  piecesOf(board)
    .map((piece) => {
      const cells = cellsOf(board, piece);
      const [y0, x0] = cells[0]!;
      const shape = named.includes(piece) ? piece : cells.map(([y, x]) => `${y - y0},${x - x0}`).join(' ');
      return `${shape} at ${y0},${x0}`;
    })
    .sort()
    .join('; ');

/** @returns the fewest moves, -1 if there is no solution, undefined if it takes more boards than `most` to tell */
export const plainTray = (start: string, goal: string, counted: Counted, most: number): number | undefined => {
  const named = piecesOf(goal);
  const isAt = (board: string): boolean => [...goal].every((mark, at) => /[./#]/u.test(mark) || board[at] === mark);
  const seen = new Set([lookOf(start, named)]);
  /** Most boards come again letter by letter, and are the same then without a look. */
  const met = new Set([start]);
  let layer = [start];
  for (let moves = 0; layer.length > 0; moves++) {
    if (layer.some(isAt)) return moves;
    const next: string[] = [];
    for (const board of layer) {
      for (const after of afterOne(board, counted)) {
        if (met.has(after)) continue;
        met.add(after);
        const look = lookOf(after, named);
        if (seen.has(look)) continue;
        if (seen.size === most) return undefined;
        seen.add(look);
        next.push(after);
      }
    }
    layer = next;
  }
  return -1;
};

/** The board after some moves that are drawn. */
export const wandered = (start: string, moves: number, random: () => number): string => {
  let board = start;
  for (let move = 0; move < moves; move++) {
    const after = afterOne(board, 'steps');
    board = after[Math.floor(random() * after.length)] ?? board;
  }
  return board;
};
