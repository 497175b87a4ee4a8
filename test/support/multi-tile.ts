/** Multi-tile moves by their definition, without anything of `src`: positions are rows of tiles, 0 for the blank. */

/** A line in which the blank goes to each other place. */
const shifted = (line: readonly number[]): number[][] => {
  const blank = line.indexOf(0);
  const tiles = line.filter((tile) => tile !== 0);
  return line.flatMap((_, place) => (place === blank ? [] : [tiles.toSpliced(place, 0, 0)]));
};

/** All positions that one multi-tile move leads to. */
export const plainMoves = (position: readonly number[], columns: number): number[][] => {
  const blank = position.indexOf(0);
  const inRow = position.flatMap((_, cell) => (Math.floor(cell / columns) === Math.floor(blank / columns) ? cell : []));
  const inColumn = position.flatMap((_, cell) => (cell % columns === blank % columns ? cell : []));
  return [inRow, inColumn].flatMap((cells) =>
    shifted(cells.map((cell) => position[cell]!)).map((line) => {
      const after = [...position];
      for (const [at, cell] of cells.entries()) after[cell] = line[at]!;
      return after;
    }),
  );
};

/** The positions at each distance from one, up to `most` moves. */
export const plainLevels = (
  start: readonly number[],
  columns: number,
  most = Number.POSITIVE_INFINITY,
): (readonly number[])[][] => {
  const seen = new Set([String.fromCharCode(...start)]);
  const levels: (readonly number[])[][] = [[start]];
  for (let moves = 0; moves < most; moves++) {
    const next: number[][] = [];
    for (const position of levels.at(-1)!) {
      for (const after of plainMoves(position, columns)) {
        const key = String.fromCharCode(...after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    if (next.length === 0) break;
    levels.push(next);
  }
  return levels;
};

/** How many multi-tile moves are between two positions: a search from both, a level at a time. */
export const plainDistance = (from: readonly number[], to: readonly number[], columns: number): number => {
  const keyOf = (position: readonly number[]): string => String.fromCharCode(...position);
  const sides = [from, to].map((end) => ({ seen: new Set([keyOf(end)]), frontier: [[...end]] }));
  if (sides[0]!.seen.has(keyOf(to))) return 0;
  for (let moves = 1; ; moves++) {
    const [side, other] = sides.sort((a, b) => a.frontier.length - b.frontier.length) as [
      (typeof sides)[0],
      (typeof sides)[0],
    ];
    const next: number[][] = [];
    for (const position of side.frontier) {
      for (const after of plainMoves(position, columns)) {
        const key = keyOf(after);
        if (side.seen.has(key)) continue;
        if (other.seen.has(key)) return moves;
        side.seen.add(key);
        next.push(after);
      }
    }
    side.frontier = next;
  }
};
