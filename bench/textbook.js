// Textbook programs for rectangular sliding puzzles and sliding blocks, as a baseline for the benchmark. Positions are strings, and visited
// positions are in a Map.

const neighbours = (columns, size) =>
  Array.from({ length: size }, (_, cell) => {
    const row = Math.floor(cell / columns);
    return [cell - columns, cell - 1, cell + 1, cell + columns].filter(
      (near) => near >= 0 && near < size && (Math.floor(near / columns) === row || near % columns === cell % columns),
    );
  });

const swap = (position, a, b) => {
  const cells = [...position];
  [cells[a], cells[b]] = [cells[b], cells[a]];
  return cells.join('');
};

const movesOf = (position, near) => {
  const blank = position.indexOf('0');
  return near[blank].map((cell) => swap(position, blank, cell));
};

/** Breadth-first search. Returns the length of a shortest solution and the number of generated states. */
export const breadthFirst = (start, goal, columns) => {
  const near = neighbours(columns, start.length);
  const depth = new Map([[start, 0]]);
  for (const [position, moves] of depth) {
    if (position === goal) return { length: moves, generated: depth.size };
    for (const next of movesOf(position, near)) if (!depth.has(next)) depth.set(next, moves + 1);
  }
  return { length: -1, generated: depth.size };
};

/** Breadth-first search from both ends, level by level. */
export const bidirectional = (start, goal, columns) => {
  const near = neighbours(columns, start.length);
  const sides = [
    { seen: new Map([[start, 0]]), frontier: [start] },
    { seen: new Map([[goal, 0]]), frontier: [goal] },
  ];
  for (;;) {
    const [side, other] = sides[0].frontier.length <= sides[1].frontier.length ? sides : [sides[1], sides[0]];
    const next = [];
    for (const position of side.frontier) {
      for (const following of movesOf(position, near)) {
        if (side.seen.has(following)) continue;
        const moves = side.seen.get(position) + 1;
        if (other.seen.has(following)) {
          return { length: moves + other.seen.get(following), generated: side.seen.size + other.seen.size };
        }
        side.seen.set(following, moves);
        next.push(following);
      }
    }
    side.frontier = next;
  }
};

/** IDA* that recomputes the Manhattan distance at each node. If `isBounded` is false, iterative deepening without it. */
export const deepening = (start, goal, columns, isBounded) => {
  const near = neighbours(columns, start.length);
  const distance = (position) => {
    if (!isBounded) return 0;
    let sum = 0;
    for (let cell = 0; cell < position.length; cell++) {
      if (position[cell] === '0') continue;
      const end = goal.indexOf(position[cell]);
      sum +=
        Math.abs((cell % columns) - (end % columns)) + Math.abs(Math.floor(cell / columns) - Math.floor(end / columns));
    }
    return sum;
  };
  let generated = 0;
  const search = (position, previous, moves, limit) => {
    if (position === goal) return true;
    for (const next of movesOf(position, near)) {
      if (next === previous) continue;
      generated++;
      if (moves + 1 + distance(next) <= limit && search(next, position, moves + 1, limit)) return true;
    }
    return false;
  };
  for (let limit = distance(start); ; limit++) {
    if (search(start, '', 0, limit)) return { length: limit, generated };
  }
};

/** Counts the positions at each distance from the goal, up to `most` positions in total. */
export const distances = (goal, columns, most = Number.POSITIVE_INFINITY) => {
  const near = neighbours(columns, goal.length);
  const depth = new Map([[goal, 0]]);
  const histogram = [];
  for (const [position, moves] of depth) {
    histogram[moves] = (histogram[moves] ?? 0) + 1;
    if (depth.size >= most) break;
    for (const next of movesOf(position, near)) if (!depth.has(next)) depth.set(next, moves + 1);
  }
  return { histogram, generated: depth.size };
};

const ways = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

/**
 * Breadth-first search for sliding blocks, one piece by one cell a move, until piece `hero` begins on cell `end`.
 * @param start rows of letters without separators, `.` for an empty cell
 * @param isKeeping whether pieces move along their length only
 */
export const blocks = (start, columns, hero, end, isKeeping) => {
  const cellsOf = (board, letter) => [...board].flatMap((mark, cell) => (mark === letter ? [cell] : []));
  const letters = [...new Set(start.replaceAll('.', ''))];
  // Pieces of one shape have one mark.
  const shapes = letters.map((letter) => {
    const [first, ...others] = cellsOf(start, letter);
    return letter === hero ? hero : others.map((cell) => cell - first).join();
  });
  const marks = new Map(
    letters.map((letter, index) => [letter, String.fromCharCode(97 + shapes.indexOf(shapes[index]))]),
  );
  const look = (board) => [...board].map((mark) => marks.get(mark) ?? mark).join('');
  const moved = (board, letter, [dx, dy]) => {
    const cells = cellsOf(board, letter);
    const isRow = cells[1] === cells[0] + 1;
    if (isKeeping && isRow !== (dy === 0)) return undefined;
    const after = [...board].map((mark) => (mark === letter ? '.' : mark));
    for (const cell of cells) {
      const x = (cell % columns) + dx;
      const to = cell + dx + dy * columns;
      if (x < 0 || x >= columns || after[to] !== '.') return undefined;
      after[to] = letter;
    }
    return after.join('');
  };
  const depth = new Map([[look(start), 0]]);
  const queue = [start];
  for (const board of queue) {
    const moves = depth.get(look(board));
    if (board.indexOf(hero) === end) return { length: moves, generated: depth.size };
    for (const letter of letters) {
      for (const way of ways) {
        const next = moved(board, letter, way);
        if (next === undefined || depth.has(look(next))) continue;
        depth.set(look(next), moves + 1);
        queue.push(next);
      }
    }
  }
  return { length: -1, generated: depth.size };
};
