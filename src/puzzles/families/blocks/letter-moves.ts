/** Moves of lettered pieces, written as the letter and where the piece goes: `AR`, `AR2`, `AR2D` and `A+2`. */
import { LRUCache } from 'lru-cache';
import type { Board } from '../../board.ts';
import { consecutive, elementsAt } from '../../lists.ts';
import { mostMoves } from '../../moves.ts';
import { joined, tokens, wordsOf } from '../../notation.ts';
import {
  type Metric,
  type Move,
  type Moves,
  type MovesResult,
  ok,
  type Position,
  type Step,
  wrong,
} from '../../puzzle.ts';
import { meaningOf } from './goal-words.ts';
import { axisOf, type Freedom, letterOf, piecesOf, wallsOf } from './letters.ts';
import type { Piece } from './pieces.ts';
import { directions, type Shape, shapeOf } from './shapes.ts';

/** A piece where it stands. */
interface Placed extends Piece {
  readonly letter: string;
  readonly shape: Shape;
  readonly place: number;
  isFree(place: number): boolean;
}

const placed = (board: Board, freedom: Freedom, position: Position): Placed[] => {
  const walls = wallsOf(position);
  return piecesOf(position).map(({ cells, codes }) => {
    const shape = shapeOf(board, cells, axisOf(board, cells, freedom), walls);
    const isFree = (place: number): boolean =>
      shape.places[place]!.every((cell) => position[cell] === 0 || position[cell] === codes[0]);
    return { letter: letterOf(codes[0]), cells, codes, shape, place: shape.placeAt[cells[0]]!, isFree };
  });
};

/** The board after a piece has gone to a place that is free. */
const moved = (position: Position, { codes: [own], shape }: Placed, to: number): Position =>
  position.map((code, cell) => (shape.places[to]?.includes(cell) ? own : code === own ? 0 : code));

/** The directions of a shortest path of single steps, as indices of `directions`. */
const pathOf = ({ shape, place, isFree }: Placed, to: number): readonly number[] => {
  const paths = new Map<number, readonly number[]>([[place, []]]);
  for (const [at, path] of paths) {
    if (shape.firstCells[at] === to) return path;
    for (const direction of directions.keys()) {
      const next = shape.beside(at, direction);
      if (next !== -1 && !paths.has(next) && isFree(next)) paths.set(next, [...path, direction]);
    }
  }
  return [];
};

const stepsTo = (piece: Placed, to: number): Step[] => {
  const { shape, place } = piece;
  let at = place;
  const passed = pathOf(piece, to).map((direction) => {
    at = shape.beside(at, direction);
    return at;
  });
  return consecutive(elementsAt(shape.firstCells, [place, ...passed]));
};

/** The letters of `directions`, each beside its opposite. */
const letterOfDirection = 'LRUD';
const arrows = new Map([...'←⬅左→➡右↑⬆上↓⬇下'].map((arrow, at) => [arrow, letterOfDirection.charAt(at / 3)]));
const sides = ['left', 'right', 'top', 'bottom'];
/** A move in words: `Move B down 1`, `B 2 right`. */
const saidMove =
  /(?<!\p{L})(?:(?:move|slide|push|drive|then|the|and|car|block|piece|truck)[ \t]{1,4}){0,5}["']?([A-Z])["']?[ \t:]{1,4}(?:(?:goes|to|the|one|nach|vers|a|la|à)[ \t]{1,4}){0,3}(?:(\d{1,2})[ \t]{1,4})?(\p{L}{2,12})(?:[ \t]{1,4}(?:by[ \t])?(\d{1,2})(?![\d.)]))?(?:[ \t]{1,4}(?:spaces?|cells?|squares?|steps?|times)\.?)?/giu;
/** The text with such moves as names with letters, each at its place. */
const withNamedMoves = (text: string): string => {
  // Numbers of moves say nothing of how far.
  const areCounted = /^\s*1[ \t]+[A-Z]/u.test(text);
  return text.replace(saidMove, (move, letter: string, before = '', word = '', behind = '') => {
    const side = sides.indexOf(meaningOf(word.toLowerCase()) ?? '');
    const way = letter + letterOfDirection.charAt(side) + (before || (areCounted ? '' : behind));
    return side === -1 ? move : `${way}${areCounted && behind ? ` ${behind}` : ''}`.padEnd(move.length);
  });
};

const writtenWays = (path: readonly number[]): string => {
  const runs = path.join('').match(/(\d)\1*/gu) ?? [];
  return runs.map((run) => letterOfDirection.charAt(Number(run[0])) + (run.length > 1 ? run.length : '')).join('');
};

interface Word {
  readonly number: number;
  readonly letter: string;
  /** `R2D`, or `+2` along the piece. */
  readonly direction: string;
  readonly span: readonly [number, number];
}

const readWords = (id: string, text: string): Word[] | MovesResult => {
  const words: Word[] = [];
  let counted = Number.NaN;
  for (const word of wordsOf(tokens(withNamedMoves(text), '[];'))) {
    const { from, to, text: raw } = joined(word);
    // Numbers of moves, and what stands between them. One behind a move may say how far, unless the first has one, too.
    const count = /^\d+$/u.test(raw) ? Number(raw) : undefined;
    const isCount = count !== undefined && (words.length === 0 || count === counted + 1);
    if (isCount) counted = count;
    if (isCount || /^(?:\d+\.|[→>–—-]+)$/u.test(raw)) continue;
    const span = [from, to] as const;
    const written = [...raw].map((mark) => arrows.get(mark) ?? mark).join('');
    const [, letter, direction] = /^([A-Z])[-:]?((?:[LRUD](?:[1-9]\d?)?)+|[+-][1-9])$/iu.exec(written) ?? [];
    const number = words.length + 1;
    if (letter === undefined || direction === undefined) {
      return wrong('unknown', { puzzle: id, number, piece: raw, directions: 'L, R, U, D' }, span);
    }
    words.push({ number, letter, direction: direction.toUpperCase(), span });
  }
  return words.length === 0 ? wrong('no-moves', { puzzle: id }) : words;
};

/** The single steps of a word, as indices of `directions`. */
const stepsOfWord = (board: Board, { cells }: Placed, { direction }: Word): number[] => {
  const isRow = axisOf(board, cells, 'keeping') === 'row';
  const signed = /^[+-]/u.test(direction)
    ? (isRow ? 'LR' : 'UD').charAt(direction[0] === '+' ? 1 : 0) + direction[1]
    : direction;
  return [...signed.matchAll(/([LRUD])(\d*)/gu)].flatMap(([, letter = '', times]) =>
    Array.from({ length: Number(times || 1) }, () => letterOfDirection.indexOf(letter)),
  );
};

interface Reading {
  readonly id: string;
  readonly board: Board;
  readonly pieces: (position: Position) => readonly Placed[];
  readonly extended: Moves['extended'];
}

/** Reads moves from a start, or back from an end. */
const readLetterMoves = (
  { id, board, pieces, extended }: Reading,
  text: string,
  from: Position,
  isBackwards: boolean,
): MovesResult => {
  const words = readWords(id, text);
  if (!Array.isArray(words)) return words;
  const steps: Step[] = [];
  const firsts = new Set<Step | undefined>();
  let position = from;
  // A small letter is a capital, where no piece has it.
  const written = new Set(pieces(from).map((piece) => piece.letter));
  for (const word of isBackwards ? words.toReversed() : words) {
    const { number, span } = word;
    const letter = written.has(word.letter) ? word.letter : word.letter.toUpperCase();
    const find = (): Placed | undefined => pieces(position).find((piece) => piece.letter === letter);
    const piece = find();
    if (!piece) return wrong('no-piece', { puzzle: id, number, piece: letter }, span);
    const path = stepsOfWord(board, piece, word);
    const taken: Step[] = [];
    for (const direction of isBackwards ? path.map((direction) => direction ^ 1).reverse() : path) {
      const own = find()!;
      const next = own.shape.beside(own.place, direction);
      if (next === -1 || !own.isFree(next)) {
        return wrong(
          'blocked',
          { puzzle: id, number, piece: letter, direction: letterOfDirection.charAt(direction) },
          span,
        );
      }
      const step = elementsAt(own.shape.firstCells, [own.place, next]);
      taken.push(isBackwards ? [step[1], step[0]] : step);
      position = moved(position, own, next);
    }
    if (isBackwards) steps.unshift(...taken.reverse());
    else steps.push(...taken);
    firsts.add(taken[0]);
  }
  const moves: Move[] = [];
  let joins = 0;
  for (const step of steps) {
    const last = moves.at(-1);
    // Back to where the move began is another move: no piece moves nowhere.
    const longer = last && last[0] !== step[1] ? extended(last, step) : undefined;
    if (longer) {
      moves[moves.length - 1] = longer;
      if (firsts.has(step)) joins++;
    } else moves.push(step);
  }
  if (moves.length > mostMoves) return wrong('too-many', { most: mostMoves });
  return ok({ moves, notation: 'named', certainty: 'only', joined: joins });
};

export const letterMoves = (id: string, board: Board, freedom: Freedom, metric: Metric): Moves => {
  // Moves of a line are read, played and written in several notations, each time from the same positions.
  const recent = new LRUCache<string, readonly Placed[], Position>({
    max: 1024,
    memoMethod: (_key, _stale, { context }) => placed(board, freedom, context),
  });
  const pieces = (position: Position) => recent.memo(position.join(), { context: position });
  const pieceAt = (position: Position, cell: number): Placed | undefined =>
    pieces(position).find(({ cells }) => cells[0] === cell);

  /** The sign of the distance, and whether it is within a row. */
  const directionOf = (from: number, to: number): string => `${Math.sign(to - from)} ${board.y[from] === board.y[to]}`;
  const extended = ([from = -1, before]: Move, [at, to]: Step): Move | undefined => {
    if (before !== at || metric === 'steps') return undefined;
    return metric === 'moves' || directionOf(from, at) === directionOf(at, to) ? [from, to] : undefined;
  };

  const formatMove = (position: Position, [from = -1, to]: Move): string => {
    const piece = pieceAt(position, from);
    return piece && to !== undefined ? piece.letter + writtenWays(pathOf(piece, to)) : letterOf(position[from]!);
  };

  const reading = { id, board, pieces, extended };
  return {
    isReversible: true,
    legalSteps: (position) =>
      pieces(position).flatMap(({ shape, cells: [from], place, isFree }) =>
        elementsAt(shape.firstCells, shape.reach('steps', place, isFree)).map((to): Step => [from, to]),
      ),
    stepsOf: (position, [from = -1, to = -1]) => {
      const piece = pieceAt(position, from);
      return piece ? stepsTo(piece, to) : [];
    },
    extended,
    play: (position, move) => {
      const [from = -1, to = -1] = move;
      const piece = move.length === 2 ? pieceAt(position, from) : undefined;
      const target = piece?.shape.placeAt[to] ?? -1;
      if (!piece?.shape.reach(metric, piece.place, piece.isFree).includes(target))
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      return moved(position, piece, target);
    },
    tap: () => [],
    notate: formatMove,
    moveNotations: [{ notation: 'named', separator: ' ' }],
    formatMove,
    parseMoves: (start, text) => readLetterMoves(reading, text, start, false),
    parseMovesTo: (end, text) => readLetterMoves(reading, text, end, true),
  };
};
