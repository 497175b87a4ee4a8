/**
 * A textbook search for tiles on any board, with boards as strings and nothing of ours: the reference of the tests. Rows
 * stand between slashes, `_` is a blank and `#` outside. A goal has `.` for whatever is there.
 */

const sides = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

const afterOne = (board: string): string[] => {
  const rows = board.split('/').map((row) => [...row]);
  const found: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (const [x, mark] of row.entries()) {
      if (mark === '_' || mark === '#') continue;
      for (const [down, right] of sides) {
        if (rows[y + down]?.[x + right] !== '_') continue;
        const after = rows.map((one) => [...one]);
        after[y + down]![x + right] = mark;
        after[y]![x] = '_';
        found.push(after.map((one) => one.join('')).join('/'));
      }
    }
  }
  return found;
};

/** @returns the fewest moves, -1 if there is no solution, undefined if it takes more boards than `most` to tell */
export const plainTiles = (start: string, goal: string, most: number): number | undefined => {
  const isAt = (board: string): boolean => [...goal].every((mark, at) => mark === '.' || board[at] === mark);
  const seen = new Set([start]);
  let layer = [start];
  for (let moves = 0; layer.length > 0; moves++) {
    if (layer.some(isAt)) return moves;
    const next: string[] = [];
    for (const board of layer) {
      for (const after of afterOne(board)) {
        if (seen.has(after)) continue;
        seen.add(after);
        next.push(after);
      }
    }
    if (seen.size > most) return undefined;
    layer = next;
  }
  return -1;
};

/** The fewest moves between two whole boards, by layers from both ends; for boards with a solution. */
export const plainBetween = (start: string, goal: string): number => {
  if (start === goal) return 0;
  const ends = [start, goal].map((board) => ({ seen: new Set([board]), layer: [board] }));
  for (let moves = 1; ; moves++) {
    const [one, other] = ends[0]!.layer.length <= ends[1]!.layer.length ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
    const next = new Set(one.layer.flatMap(afterOne).filter((board) => !one.seen.has(board)));
    for (const board of next) one.seen.add(board);
    one.layer = [...next];
    if (one.layer.some((board) => other.seen.has(board))) return moves;
  }
};
