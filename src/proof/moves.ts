/** The moves of a certificate's rules, from nothing but the rules. */
import type { BlockRules, Rules } from './format.ts';

/** What is wrong with a certificate, and where, as in `solution[7]`. */
export class Fault extends Error {
  readonly place: string;

  constructor(place: string, message: string) {
    super(message);
    this.place = place;
  }
}

/** A number in a sentence: `5,040`. */
export const numberText = (number: number): string => number.toLocaleString('en');

export type Contents = readonly number[];
/** All moves from a position, or to it, each with the position on the other side. */
type Moves = (cells: Contents) => (readonly [move: Contents, next: Contents])[];

export interface GameRules {
  /** Whether each move can be taken back by another one. */
  readonly isReversible: boolean;
  isPosition(cells: Contents): boolean;
  readonly forwards: Moves;
  readonly backwards: Moves;
}

type Lines = readonly (readonly Contents[])[];

/** The tile on each cell of a line slides one cell towards the empty one. */
const slideMoves =
  (lines: Lines): Moves =>
  (cells) =>
    lines.flatMap((own, empty) =>
      (cells[empty] === 0 ? own : []).flatMap((line) => {
        const next = [...cells];
        const blocked = line.findIndex((cell) => cells[cell] === 0);
        return line.slice(0, blocked === -1 ? line.length : blocked).map((from, index) => {
          next[line[index - 1] ?? empty] = cells[from]!;
          next[from] = 0;
          return [[from, empty], [...next]] as const;
        });
      }),
    );

const across = [[0, -1], [0, 1]] as const; // biome-ignore format: pairs
const down = [[-1, 0], [1, 0]] as const; // biome-ignore format: pairs
const stepsOf = { any: [...across, ...down], row: across, column: down, none: [] } as const;

/** A piece that goes a step, straight on, or any way, by the metric. */
const blocks = ({ width, metric, kinds }: BlockRules): Pick<GameRules, 'isPosition'> & { readonly moves: Moves } => {
  /** The cells of a piece by its first one, if they are all on the board and have this content. */
  const cellsAt = (cells: Contents, kind: number, first: number, content: number): Contents | undefined => {
    const own = kinds[kind - 1]?.cells.map(([rows, columns]) => {
      const column = (first % width) + columns;
      return column >= 0 && column < width ? first + rows * width + columns : -1;
    });
    return own?.every((cell) => cells[cell] === content) ? own : undefined;
  };
  const filled = (cells: Contents, own: Contents, content: number): Contents =>
    cells.map((other, cell) => (own.includes(cell) ? content : other));
  /** Pieces of a kind that lie beside each other are told apart in reading order, which is unique. */
  const piecesOf = (cells: Contents): (readonly [kind: number, own: Contents])[] | undefined => {
    const pieces: [number, Contents][] = [];
    let left = cells;
    for (const first of cells.keys()) {
      const kind = left[first];
      if (!kind) continue;
      const own = cellsAt(left, kind, first, kind);
      if (!own) return undefined;
      pieces.push([kind, own]);
      left = filled(left, own, 0);
    }
    return pieces;
  };
  /** The first cells of a piece after a move; it is lifted from `cells`. */
  const reached = (cells: Contents, kind: number, first: number): number[] => {
    const next = (from: number, [rows, columns]: readonly [number, number]): number => {
      const column = (from % width) + columns;
      const to = from + rows * width + columns;
      return column >= 0 && column < width && cellsAt(cells, kind, to, 0) ? to : -1;
    };
    const found = new Set([first]);
    for (const from of found) {
      for (const step of stepsOf[kinds[kind - 1]!.axis]) {
        for (let to = next(from, step); to !== -1; to = metric === 'steps' ? -1 : next(to, step)) found.add(to);
      }
      if (metric !== 'moves') break;
    }
    return [...found].filter((to) => to !== first);
  };
  return {
    isPosition: (cells) => piecesOf(cells) !== undefined,
    moves: (cells) =>
      piecesOf(cells)!.flatMap(([kind, own]) => {
        const lifted = filled(cells, own, 0);
        return reached(lifted, kind, own[0]!).map(
          (to) => [[own[0]!, to], filled(lifted, cellsAt(lifted, kind, to, 0)!, kind)] as const,
        );
      }),
  };
};

/**
 * A peg jumps over another one, which is taken off, as often in a row as it can. Backwards, the pegs of a jump are the empty
 * holes, and a jump begins where the next one of the chain ends.
 */
const jumpMoves = (jumps: readonly (readonly [number, number, number])[], isBackwards: boolean): Moves => {
  const taken = isBackwards ? 0 : 1;
  const chains = (cells: Contents, path: Contents): (readonly [Contents, Contents])[] =>
    jumps.flatMap(([from, over, to]) => {
      const [first, last] = isBackwards ? [to, from] : [from, to];
      const isLegal = cells[from] === taken && cells[over] === taken && cells[to] === 1 - taken;
      if (!isLegal || (path.length > 0 && path.at(-1) !== first)) return [];
      const chain = path.length > 0 ? [...path, last] : [first, last];
      const next = cells
        .with(from, 1 - taken)
        .with(over, 1 - taken)
        .with(to, taken);
      return [[chain, next] as const, ...chains(next, chain)];
    });
  return (cells) => chains(cells, []);
};

/** @throws Fault for rules that name cells which a board of so many cells has not */
export const gameOf = (rules: Rules, size: number): GameRules => {
  const isOn = (cells: Contents): boolean => cells.every((cell) => cell < size);
  if (rules.moves === 'slide') {
    if (rules.lines.length !== size || !rules.lines.flat().every(isOn)) throw new Fault('rules.lines', 'other cells');
    const moves = slideMoves(rules.lines);
    return { isReversible: true, isPosition: () => true, forwards: moves, backwards: moves };
  }
  if (rules.moves === 'block') {
    const { moves, isPosition } = blocks(rules);
    if (size % rules.width !== 0) throw new Fault('rules.width', `${size} cells are no rows of ${rules.width}`);
    return { isReversible: true, isPosition, forwards: moves, backwards: moves };
  }
  const areThree = rules.jumps.every((jump) => isOn(jump) && new Set(jump).size === 3);
  if (!areThree) throw new Fault('rules.jumps', 'no three cells of the board');
  return {
    isReversible: false,
    isPosition: (cells) => cells.every((peg) => peg === 0 || peg === 1),
    forwards: jumpMoves(rules.jumps, false),
    backwards: jumpMoves(rules.jumps, true),
  };
};

/** A colour, 0 or 1, for each cell, different for neighbours; undefined if there is no such colouring. */
export const twoColoursOf = (lines: Lines): Contents | undefined => {
  const colours: number[] = [];
  const paint = (cell: number, colour: number): boolean => {
    if (colours[cell] !== undefined) return colours[cell] === colour;
    colours[cell] = colour;
    return lines[cell]!.every((line) => line.every((next, index) => paint(next, (colour + index + 1) % 2)));
  };
  return lines.every((_, cell) => paint(cell, colours[cell] ?? 0)) ? colours : undefined;
};
