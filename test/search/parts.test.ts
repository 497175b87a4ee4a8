/**
 * A search in parts visits the same nodes as one that is whole, however it is divided: a wrong division is a false proof.
 */

import { describe, expect, it, test } from 'vitest';
import { type Position, type Puzzle, type Question, reaches } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { CursorSearch } from '../../src/search/algorithms/cursor-search.ts';
import { deepen } from '../../src/search/algorithms/deepening.ts';
import { Budget } from '../../src/search/budget.ts';
import {
  type DepthFirstSearch,
  formatPart,
  isBefore,
  nodesAtDepth,
  type Path,
  parsePart,
} from '../../src/search/parts.ts';
import { AdditiveSearch } from '../../src/search/sliding/additive-search.ts';
import { databaseNeed } from '../../src/search/sliding/database-need.ts';
import { databasesOf } from '../../src/search/sliding/databases.ts';
import { linearConflictCursor } from '../../src/search/sliding/linear-conflict.ts';
import { multiTileNeed } from '../../src/search/sliding/multi-tile-database.ts';
import { MultiTileSearch } from '../../src/search/sliding/multi-tile-search.ts';
import { walkingDistanceCursor } from '../../src/search/sliding/walking-distance.ts';
import { memoryOf, pagesOf } from '../../src/search/tables/table.ts';
import { inParts, wholly } from '../support/parts.ts';
import fc from '../support/properties.ts';
import { legalMoves, randomNumbers, sharedTables } from '../support/tables.ts';
import { positionOf, walkBack, walks } from '../support/truth.ts';

const paths = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 200 })), { maxLength: 30 });

describe('the text of a part', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(paths, fc.option(paths, { nil: undefined }), (from, to) => {
        fc.pre(to === undefined || to.length > 0);
        const text = formatPart({ from, to });
        if (isBefore(from, to)) expect(parsePart(text)).toEqual({ from, to });
        else expect(() => parsePart(text)).toThrow(RangeError);
      }),
    );
  });

  it('is in the order of the search', () => {
    fc.assert(
      fc.property(paths, paths, (path, other) => {
        const [text, than] = [path, other].map((from) => formatPart({ from }).slice(0, -1)) as [string, string];
        expect(isBefore(path, other)).toBe(text < than);
      }),
    );
  });

  it.each(['', '0', '0-0', '01-0', '-z', 'Z-', '0--', '0-1-', ' -', 'é-'])('is not %j', (text) => {
    expect(() => parsePart(text)).toThrow(RangeError);
  });
});

/** Whole, in slices, and in parts at random: the same nodes in each limit but the last, where the solution is. */
const compare = (search: DepthFirstSearch, puzzle: Puzzle, question: Question, seed: number, most: number): void => {
  const random = randomNumbers(seed);
  const whole = wholly(search, most);
  const solved = whole.at(-1)!.solution;
  if (solved) expect(reaches(puzzle, question, solved)).toBe(true);
  expect(inParts(search, most, 1 + random(2000), 1, random)).toEqual(whole);
  const parts = inParts(search, most, 1 + random(2000), 2 + random(6), random);
  const last = parts.at(-1)!;
  if (last.solution) {
    expect(reaches(puzzle, question, last.solution)).toBe(true);
    expect(last.solution).toHaveLength(solved!.length);
  } else expect(last).toEqual(whole.at(-1));
  expect(parts.slice(0, -1)).toEqual(whole.slice(0, -1));
};

const seeds = fc.integer({ min: 1, max: 2 ** 30 });
const enough = 30_000;

describe.each([
  ['eight', 40],
  ['seven', 40],
  ['six', 30],
  ['onoff', 20],
  ['five', 30],
  ['eight-mtm', 20],
  ['peg15', 10],
  ['peg21', 8],
  ['klotski', 12],
  ['klotski-steps', 12],
  ['rush', 20],
] as const)('by the cursor of %s', (id, longest) => {
  const puzzle = knownPuzzle(id);
  it.each([true, false])('with a lower bound: %s', (isBounded) => {
    fc.assert(
      fc.property(walks(longest), seeds, (way, seed) => {
        const start = walkBack(puzzle, puzzle.goal, way);
        const cursor = puzzle.cursor(puzzle.goal, start);
        const search = new CursorSearch(cursor, cursor.rank(start), isBounded);
        search.interval = 1;
        compare(search, puzzle, { start, goal: puzzle.goal }, seed, enough);
      }),
      { numRuns: 20 },
    );
  });
});

test.each([
  ['conflicts', linearConflictCursor],
  ['walking distances', walkingDistanceCursor],
])('by %s', (_, cursorOf) => {
  const eleven = knownPuzzle('eleven');
  fc.assert(
    fc.property(walks(40), seeds, (way, seed) => {
      const start = walkBack(eleven, eleven.goal, way);
      const cursor = cursorOf(eleven, eleven.goal);
      const search = new CursorSearch(cursor, cursor.rank(start), true);
      search.interval = 1;
      compare(search, eleven, { start, goal: eleven.goal }, seed, enough);
    }),
    { numRuns: 20 },
  );
});

const byDatabases = (puzzle: Puzzle, entries?: number): AdditiveSearch => {
  const databases = databasesOf(puzzle.board, '7-7-1')!;
  const need = databaseNeed(databases);
  const search = new AdditiveSearch(databases, entries);
  search.open(pagesOf(sharedTables([need]), need.key));
  search.interval = 4;
  return search;
};

describe.each([
  ['fifteen', 120],
  ['3x5', 120],
  ['2x7', 120],
] as const)('by databases, %s, learning nothing', (id, longest) => {
  const puzzle = knownPuzzle(id);
  it('with any goal', () => {
    const search = byDatabases(puzzle, 0);
    fc.assert(
      fc.property(walks(30), walks(longest), seeds, fc.boolean(), (aim, way, seed, isUsual) => {
        const position = walkBack(puzzle, puzzle.goal, aim);
        const goal = isUsual ? puzzle.goal : { text: puzzle.formatPosition(position), positions: [position] };
        const question = { start: walkBack(puzzle, goal, way), goal };
        search.begin(question);
        compare(search, puzzle, question, seed, enough);
      }),
      { numRuns: 20 },
    );
    search.close();
  });
});

/** Of a square puzzle, a position that is its own mirror image in the diagonal, and can be solved. */
const ownImage = (puzzle: Puzzle, random: (below: number) => number): Position => {
  const { size, rows } = puzzle.board;
  const image = (cell: number): number => (cell % rows) * rows + Math.floor(cell / rows);
  const imageOf = (tile: number): number => (tile === 0 ? 0 : image(tile - 1) + 1);
  const cells = [...Array(size).keys()];
  const shuffle = (items: number[]): number[] => {
    for (let i = items.length - 1; i > 0; i--) {
      const j = random(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  };
  for (;;) {
    const onDiagonal = shuffle(cells.filter((tile) => imageOf(tile) === tile));
    const others = shuffle(cells.filter((tile) => imageOf(tile) !== tile && random(2) === 0));
    const pairs = shuffle(cells.filter((tile) => tile < imageOf(tile)));
    const position: number[] = [];
    for (const cell of cells) {
      if (image(cell) === cell) position[cell] = onDiagonal.pop()!;
      if (cell >= image(cell)) continue;
      const pair = pairs.pop()!;
      const tile = others.includes(pair) ? imageOf(pair) : pair;
      position[cell] = tile;
      position[image(cell)] = imageOf(tile);
    }
    if (!puzzle.obstacle({ start: position, goal: puzzle.goal })) return position;
  }
};

describe('a start that is its own mirror image', () => {
  const puzzle = knownPuzzle('fifteen');
  const { goal } = puzzle;

  it('is searched in the same parts', () => {
    const search = byDatabases(puzzle, 0);
    const random = randomNumbers(7);
    for (let times = 0; times < 2; times++) {
      const question = { start: ownImage(puzzle, random), goal };
      search.begin(question);
      expect(search.choices([])).toHaveLength(legalMoves(puzzle, question.start).length / 2);
      compare(search, puzzle, question, 1 + random(10_000), enough);
    }
    search.close();
  });

  it('takes as many moves as its neighbours say', () => {
    const search = byDatabases(puzzle);
    const random = randomNumbers(8);
    const lengthOf = (start: Position): number => {
      search.begin({ start, goal });
      return deepen(search, new Budget())!.length;
    };
    for (let times = 0; times < 8; times++) {
      const start = ownImage(puzzle, random);
      const beside = legalMoves(puzzle, start).map((move) => lengthOf(puzzle.play(start, move)));
      expect(lengthOf(start)).toBe(1 + Math.min(...beside));
    }
    search.close();
  });
});

describe('what is learnt', () => {
  const puzzle = knownPuzzle('fifteen');
  const question = { start: positionOf(puzzle, '0C9DFBAE37254861'), goal: puzzle.goal };
  const elsewhere = { start: question.start, goal: { text: '', positions: [question.start] } };
  const need = databaseNeed(databasesOf(puzzle.board, '7-7-1')!);
  const never = () => false;
  const limit = 76;

  let larger: { path: Path; nodes: number }[] | undefined;
  /** A search that has learnt nothing, and its larger parts in order, with the nodes that each takes by itself. */
  const begun = () => {
    const search = byDatabases(puzzle);
    const afresh = (): void => {
      search.begin(elsewhere);
      search.begin(question);
    };
    const nodesOf = (path: Path, at = limit): number => {
      const before = search.generated;
      expect(search.visit(path, at, never)).toEqual({ next: at + 2 });
      return search.generated - before;
    };
    const alone = (path: Path): number => {
      afresh();
      return nodesOf(path);
    };
    afresh();
    larger ??= nodesAtDepth(search, 300)
      .map((path) => ({ path, nodes: alone(path) }))
      .filter(({ nodes }) => nodes > 3000);
    expect(larger.length).toBeGreaterThan(10);
    return { search, afresh, nodesOf, larger };
  };

  it('saves nodes in later parts, also when each is asked for anew', () => {
    const { search, afresh, nodesOf, larger } = begun();
    const sum = (numbers: number[]): number => numbers.reduce((total, nodes) => total + nodes, 0);
    const apart = sum(larger.map(({ nodes }) => nodes));
    afresh();
    const inOrder = sum(larger.map(({ path }) => nodesOf(path)));
    expect(inOrder).toBeLessThan(apart);
    afresh();
    const anew = larger.map(({ path }) => {
      search.close();
      search.open(pagesOf(sharedTables([need]), need.key));
      search.begin(question);
      return nodesOf(path);
    });
    expect(sum(anew)).toBe(inOrder);
    search.close();
  });

  it('is not used in a part that comes before, nor at a lower limit, nor for another start', () => {
    const { search, afresh, nodesOf, larger } = begun();
    const { path: first, nodes } = larger[3]!;
    const { path: second } = larger[7]!;
    afresh();
    nodesOf(second);
    expect(nodesOf(first)).toBe(nodes);
    afresh();
    nodesOf(first, limit + 2);
    expect(nodesOf(first)).toBe(nodes);
    // A part that was done is done again by whoever doesn't know.
    expect(nodesOf(first)).toBe(nodes);
    const beside = puzzle.play(question.start, legalMoves(puzzle, question.start)[0]!);
    const besideNodes = (): number => {
      search.begin({ start: beside, goal: puzzle.goal });
      return nodesOf([], limit - 3);
    };
    search.begin(elsewhere);
    const fresh = besideNodes();
    afresh();
    for (const { path } of larger) nodesOf(path);
    expect(besideNodes()).toBe(fresh);
    // But what is learnt of a whole limit holds for every start.
    afresh();
    nodesOf([], limit - 4);
    expect(besideNodes()).toBeLessThan(fresh);
    search.close();
  });
});

describe('by databases of the 24 puzzle', { tags: 'heavy' }, () => {
  const puzzle = knownPuzzle('twentyfour');
  const { goal } = puzzle;

  it('by any pair of bounds', () => {
    const search = byDatabases(puzzle);
    fc.assert(
      fc.property(walks(100), seeds, fc.nat({ max: 20 }), (way, seed, pair) => {
        const question = { start: walkBack(puzzle, goal, way), goal };
        search.begin(question, pair);
        compare(search, puzzle, question, seed, enough);
      }),
      { numRuns: 4 },
    );
    search.close();
  });

  it('of a hard position', () => {
    const search = byDatabases(puzzle);
    search.interval = 4096;
    const question = { start: positionOf(puzzle, '67N25FIJA49C3LK0BDEO1HG8M'), goal };
    search.begin(question);
    const random = randomNumbers(9);
    const most = 3_000_000;
    const whole = wholly(search, most);
    expect(inParts(search, most, 100_000, 1, random)).toEqual(whole);
    expect(inParts(search, most, 100_000, 8, random)).toEqual(whole);
    search.close();
  });
});

describe('by multi-tile databases', { tags: 'heavy' }, () => {
  const puzzle = knownPuzzle('fifteen-mtm');
  const opened = (): MultiTileSearch => {
    const search = new MultiTileSearch();
    search.open(memoryOf(sharedTables([multiTileNeed]), multiTileNeed.key));
    search.interval = 4;
    return search;
  };

  it('with any goal', () => {
    const search = opened();
    fc.assert(
      fc.property(walks(30), walks(60), seeds, fc.boolean(), (aim, way, seed, isUsual) => {
        const position = walkBack(puzzle, puzzle.goal, aim);
        const goal = isUsual ? puzzle.goal : { text: puzzle.formatPosition(position), positions: [position] };
        const question = { start: walkBack(puzzle, goal, way), goal };
        search.begin(question);
        compare(search, puzzle, question, seed, enough);
      }),
      { numRuns: 3 },
    );
  });

  it('from its own mirror image', () => {
    const search = opened();
    const random = randomNumbers(11);
    for (let times = 0; times < 3; times++) {
      const question = { start: ownImage(puzzle, random), goal: puzzle.goal };
      search.begin(question);
      expect(search.choices([])).toEqual([0]);
      compare(search, puzzle, question, 1 + random(10_000), enough);
    }
  });
});
