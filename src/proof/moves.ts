/** The moves of a certificate's rules, from nothing but the rules. */
import { ensure, withPlaces } from './fault.ts';
import type { BlockRules, Rules } from './format.ts';

export type Contents = readonly number[];
/** By cell and direction. */
type Lines = readonly (readonly Contents[])[];
/** All moves from a position, or to it, each with the position on the other side. */
type Moves = (cells: Contents) => (readonly [move: Contents, next: Contents])[];

export interface GameRules {
  /** Whether each move can be taken back by another one. */
  readonly isReversible: boolean;
  isPosition(cells: Contents): boolean;
  readonly forwards: Moves;
  readonly backwards: Moves;
}

/** Whether all of them are on a board of so many cells, each once. */
export const areCells = (cells: Contents, size: number): boolean =>
  new Set(cells).size === cells.length && cells.every((cell) => cell < size);

/** Whether a change takes each of a list to one of it. */
export const isClosed = (list: readonly Contents[], change: (item: Contents) => Contents): boolean => {
  const known = new Set(list.map(String));
  return list.every((item) => known.has(String(change(item))));
};

/** What is reached from something, and in how many moves at least. */
export const reach = <Node>(from: Node, next: (node: Node) => readonly Node[]): ReadonlyMap<Node, number> => {
  const reached = new Map([[from, 0]]);
  for (const [node, moves] of reached) {
    for (const other of next(node)) if (!reached.has(other)) reached.set(other, moves + 1);
  }
  return reached;
};

/** A position with other contents on some of its cells. */
const put = (cells: Contents, places: Contents, contentOf: (index: number) => number): Contents => {
  const next = [...cells];
  for (const [index, place] of places.entries()) next[place] = contentOf(index);
  return next;
};

/** The empty cell goes along one of the ways, and the tile on each of its cells goes one cell towards it. */
const slideMoves =
  (ways: readonly Contents[]): Moves =>
  (cells) =>
    ways
      .filter((way) => way.every((cell, index) => (cells[cell] === 0) === (index === 0)))
      .map((way) => [[way.at(-1)!, way[0]!], put(cells, way, (index) => cells[way[index + 1]!] ?? 0)]);

const slides = (lines: Lines, size: number): GameRules => {
  ensure(lines.length === size && lines.flat(2).every((cell) => cell < size), 'rules.lines', 'other cells');
  const waysAlong = (line: Contents, empty: number) => line.map((_, last) => [empty, ...line.slice(0, last + 1)]);
  const ways = lines.flatMap((own, empty) => own.flatMap((line) => waysAlong(line, empty)));
  const backwards = slideMoves(ways.map((way) => way.toReversed()));
  const isReversible = isClosed(ways, (way) => way.toReversed());
  return { isReversible, isPosition: () => true, forwards: slideMoves(ways), backwards };
};

const across = [[0, -1], [0, 1]] as const; // biome-ignore format: pairs
const down = [[-1, 0], [1, 0]] as const; // biome-ignore format: pairs
const stepsOf = { any: [...across, ...down], row: across, column: down, none: [] } as const;

/** A piece goes a step, straight on, or any way, by the metric. */
const blocks = ({ width, metric, kinds }: BlockRules, size: number): GameRules => {
  ensure(size % width === 0, 'rules.width', `${size} cells are no rows of ${width}`);
  /** No cell, if that is beside the board. */
  const moved = (cell: number, [rows, columns]: readonly [number, number]): number => {
    const column = (cell % width) + columns;
    return column >= 0 && column < width ? cell + rows * width + columns : -1;
  };
  const pieceAt = (first: number, kind: number): Contents =>
    kinds[kind - 1]?.cells.map((offset) => moved(first, offset)) ?? [-1];
  const areAll = (cells: Contents, own: Contents, content: number): boolean =>
    own.every((cell) => cells[cell] === content);
  /** The first cells. Pieces of a kind that lie beside each other are told apart in reading order, which is unique. */
  const piecesOf = (cells: Contents): Contents | undefined => {
    const first = cells.findIndex((content) => content !== 0);
    if (first === -1) return [];
    const own = pieceAt(first, cells[first]!);
    const others = areAll(cells, own, cells[first]!) ? piecesOf(put(cells, own, () => 0)) : undefined;
    return others && [first, ...others];
  };
  const moves: Moves = (cells) =>
    piecesOf(cells)!.flatMap((first) => {
      const kind = cells[first]!;
      const others = put(cells, pieceAt(first, kind), () => 0);
      const fits = (to: number): boolean => to >= 0 && areAll(others, pieceAt(to, kind), 0);
      const steps = stepsOf[kinds[kind - 1]!.axis];
      const ways = metric === 'moves' ? [steps] : steps.map((step) => [step]);
      return ways
        .flatMap((way) => [...reach(first, (from) => way.map((step) => moved(from, step)).filter(fits))])
        .filter(([, made]) => made === 1 || (made > 1 && metric !== 'steps'))
        .map(([to]) => [[first, to], put(others, pieceAt(to, kind), () => kind)] as const);
    });
  return { isReversible: true, isPosition: (cells) => Boolean(piecesOf(cells)), forwards: moves, backwards: moves };
};

type Jumps = readonly (readonly [from: number, over: number, to: number])[];

/** A peg jumps as often in a row as it can, over holes of this content, which changes. */
const jumpMoves = (jumps: Jumps, content: number): Moves => {
  const chains = (cells: Contents, path: Contents): ReturnType<Moves> =>
    jumps.flatMap(([from, over, to]) => {
      const isLegal = cells[from] === 1 && cells[over] === content && cells[to] === 0;
      if (!isLegal || (path.at(-1) ?? from) !== from) return [];
      const chain = path.length > 0 ? [...path, to] : [from, to];
      const next = put(cells, [from, over, to], (index) => [0, 1 - content, 1][index]!);
      return [[chain, next] as const, ...chains(next, chain)];
    });
  return (cells) => chains(cells, []);
};

const pegs = (jumps: Jumps, size: number): GameRules => {
  const areOnBoard = jumps.every((jump) => areCells(jump, size));
  ensure(areOnBoard, 'rules.jumps', 'no three cells of the board');
  const isPosition = (cells: Contents): boolean => cells.every((peg) => peg === 0 || peg === 1);
  // A peg jumps back over an empty hole, and puts a peg there.
  const back = jumps.map(([from, over, to]) => [to, over, from] as const);
  return { isReversible: false, isPosition, forwards: jumpMoves(jumps, 1), backwards: jumpMoves(back, 0) };
};

/** @throws Fault for rules that name cells which a board of so many cells has not */
export const gameOf = (rules: Rules, size: number): GameRules => {
  if (rules.moves === 'slide') return slides(rules.lines, size);
  return rules.moves === 'block' ? blocks(rules, size) : pegs(rules.jumps, size);
};

/** The position after moves. @throws Fault at the first that is not legal */
export const play = ({ forwards }: GameRules, start: Contents, moves: readonly Contents[], name: string): Contents => {
  let cells = start;
  for (const [move, place] of withPlaces(moves, name)) {
    const made = forwards(cells).find(([legal]) => String(legal) === String(move));
    ensure(made, place, `${move.join('-')} is no legal move`);
    cells = made[1];
  }
  return cells;
};

/** Whether all pieces differ, and one cell is empty. */
export const areTiles = (cells: Contents): boolean => new Set(cells).size === cells.length && cells.includes(0);

/** Whether the empty cell comes from one cell to another by so many steps, give or take an even number. */
export const canGo = (lines: Lines, from: number, to: number, steps: number): boolean => {
  /** Each cell twice: after an even number of steps, and after an odd one. */
  const next = (state: number): number[] =>
    lines[state >> 1]!.flatMap((line) => line.map((cell, index) => 2 * cell + ((state + index + 1) % 2)));
  return reach(2 * from, next).has(2 * to + (steps % 2));
};
