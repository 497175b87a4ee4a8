/** Boards of letters: any tray with pieces of any shape, and presets such as Klotski and Rush Hour. */
import { type Board, rectangle } from '../../board.ts';
import {
  type DrawnKind,
  type Figure,
  type Goal,
  type Metric,
  noGoal,
  ok,
  type Position,
  type Puzzle,
  unwrap,
  wrong,
} from '../../puzzle.ts';
import { StateStore } from '../../state-store.ts';
import { successors } from '../../successors.ts';
import { imagesOn } from '../../symmetry.ts';
import { BlockCursor, longestSide } from './cursor.ts';
import { usualExit } from './exit.ts';
import { type GoalRule, goalsOf } from './goals.ts';
import { letterMoves } from './letter-moves.ts';
import { type Form, letterText, markedExit, sizeOfText } from './letter-text.ts';
import { axisOf, decode, encode, type Freedom, letterOf, letterPieces, piecesOf, wall, wallsOf } from './letters.ts';
import { isDoubled } from './other-marks.ts';
import { positionsAbout } from './pieces.ts';
import { apart, lookOf, shapeOf } from './shapes.ts';

const metricsOfBlocks = ['steps', 'slides', 'moves'] as const satisfies readonly Metric[];

const family = 'blocks';

interface BlocksData extends Pick<Puzzle, 'id' | 'states' | 'landmarks'> {
  /** Of the usual board, which the landmarks and the boards are on. */
  readonly rows: number;
  readonly columns: number;
  readonly freedom: Freedom;
  readonly goal: GoalRule;
  /** The usual one. */
  readonly metric: (typeof metricsOfBlocks)[number];
  readonly form: Form;
  /** In the usual metric. */
  readonly boards?: Puzzle['boards'];
}

/** All states that can be reached. */
const reachable = (cursor: BlockCursor): StateStore => {
  const store = new StateStore();
  store.add(cursor.state(), -1, 0);
  for (let index = 0; index < store.size; index++)
    for (const { state } of successors(cursor, store.at(index))) store.add(state, index, 0);
  return store;
};

/** Pieces get letters in reading order, but those of the goal keep theirs: what looks the same is the same. */
const relettered = (position: Position, goal: Goal): Position => {
  const kept = new Set([0, wall, ...goal.positions.flat()]);
  const codes = new Map([...kept].map((code) => [code, code]));
  let next = 1;
  return position.map((code) => {
    const known = codes.get(code);
    if (known !== undefined) return known;
    while (kept.has(next)) next++;
    codes.set(code, next);
    return next++;
  });
};

/** The first piece of a goal that the start has not, or has in another shape. */
const firstOther = (board: Board, start: Position, end: Position): string | undefined => {
  const own = piecesOf(start);
  const other = piecesOf(end).find(({ codes, cells }) => {
    const piece = own.find((one) => one.codes[0] === codes[0]);
    return !piece || lookOf(board, piece.cells) !== lookOf(board, cells);
  });
  return other && letterOf(other.codes[0]);
};

/** The first piece of a goal's position that can't get there, not even on a board without others. */
const firstAstray = (board: Board, freedom: Freedom, start: Position, end: Position): string | undefined => {
  const walls = wallsOf(start);
  const shapes = new Map(
    piecesOf(start).map(({ codes, cells }) => [codes[0], shapeOf(board, cells, axisOf(board, cells, freedom), walls)]),
  );
  const astray = piecesOf(end).find(({ codes, cells }) => shapes.get(codes[0])?.placeAt[cells[0]] === -1);
  return astray && letterOf(astray.codes[0]);
};

/** What depends on the metric: the moves and the cursor. */
const counting = (id: string, board: Board, { freedom }: BlocksData, metric: Metric, classic: Position | undefined) => {
  const cursor = (end: Goal, start = classic): BlockCursor => {
    if (!start) throw new TypeError(`${id} has no usual start`);
    return new BlockCursor(board, letterPieces(board, start, end, freedom), metric, end, start);
  };
  let all: { readonly cursor: BlockCursor; readonly store: StateStore } | undefined;
  const randomPosition: Puzzle['randomPosition'] = (random, end) => {
    if (!all) {
      const own = cursor(end);
      all = { cursor: own, store: reachable(own) };
    }
    return all.cursor.unrank(all.store.at(Math.floor(random() * all.store.size)));
  };
  return { ...letterMoves(id, board, freedom, metric), cursor, randomPosition };
};

const blocksOn = (data: BlocksData, id: string, kind: DrawnKind): Puzzle => {
  const { freedom, form, landmarks, rows, columns } = data;
  const board = rectangle(rows, columns);
  const text = letterText({ id, board, freedom, form, hasExits: data.goal === 'exit' });
  const turned = imagesOn({ board, key: String, firstNamed: wall + 1 });
  const position = landmarks[0]?.position;
  const classic = position === undefined ? undefined : unwrap(text.parsePosition(position), `${id}: ${position}`);
  const { startGoal, aimOf, goalInSentence, parseGoal } = goalsOf({ board, freedom, rule: data.goal, classic }, text);

  const question: Puzzle['question'] = (start, goal) => {
    const [end] = goal.positions;
    if (!end) {
      const row = markedExit(start)?.row ?? usualExit(board).row;
      return data.goal === 'exit' ? wrong('no-exit-car', { row: row + 1 }) : wrong('goal-missing', { puzzle: id });
    }
    const odd = firstOther(board, start, end);
    if (odd !== undefined) return wrong('goal-piece', { puzzle: id, piece: odd });
    return ok({ start, goal });
  };

  const make = (metric: Metric): Puzzle => ({
    id: metric === data.metric ? id : `${id}-${metric}`,
    name: data.id,
    family,
    words: 'blocks',
    metric,
    inMetric: (other) => variants.get(other),
    kind,
    hasOwnPieces: true,
    positionsAbout: ({ start, goal }, random) =>
      positionsAbout(letterPieces(board, start, goal, freedom), board.size, random),
    board,
    states: data.states,
    landmarks,
    ...text,
    ...counting(id, board, data, metric, classic),
    goal: (classic && startGoal(classic)) ?? noGoal,
    parseGoal,
    defaultGoal: (start) => startGoal(start) ?? noGoal,
    goalInSentence,
    aimOf,
    hasLanes: freedom === 'keeping',
    isGoalEvident: false,
    question,
    obstacle: ({ start, goal: { positions } }) => {
      const astray = positions.map((end) => firstAstray(board, freedom, start, end));
      const [piece] = astray;
      if (piece === undefined || astray.includes(undefined)) return undefined;
      return { code: freedom === 'free' ? 'out-of-reach' : 'off-lane', values: { piece } };
    },
    images: (position, end) => {
      const images = turned(position, end).map((image) => relettered(image, end));
      return [...new Map(images.map((image) => [String(image), image])).values()];
    },
    boards: metric === data.metric ? data.boards : undefined,
    drawsSolvable: true,
    encode,
    decode: (code) => decode(code, board.size),
    hasNamedPieces: true,
    pieceShape: 'tile',
    figures: (position) => [
      ...piecesOf(position).map(({ cells, codes }) => ({ cells, label: letterOf(codes[0]), hue: codes[0] - 1 })),
      ...wallsOf(position).map((cell): Figure => ({ cells: [cell], label: '', isWall: true })),
    ],
  });
  const variants = new Map<Metric, Puzzle>(metricsOfBlocks.map((metric) => [metric, make(metric)]));
  return variants.get(data.metric)!;
};

/** Rows and columns of a tray that is surely one, at least. */
const fewestLines = 3;

/** Whether letters are pieces for sure: each is in one part, and most of them fill several cells. */
const looksPlaced = (board: Board, start: Position): boolean => {
  const pieces = piecesOf(start);
  const larger = pieces.filter(({ cells }) => cells.length > 1);
  const isWhole = larger.every(({ cells }) => apart(board, cells) === undefined);
  const largest = larger.reduce((sum, { cells }) => sum + cells.length, 0);
  return isWhole && pieces.length > 1 && largest > pieces.length - larger.length;
};

/** Whether all letters are capitals, or none is, but for those that mark what is empty or outside. */
const hasOneCase = (text: string): boolean => {
  const letters = text.replace(/[ox]/giu, '');
  return letters === letters.toUpperCase() || letters === letters.toLowerCase();
};

const sizedId = /^([a-z]+)-(\d{1,2})x(\d{1,2})(?:-([a-z]+))?$/u;

/** A puzzle on its usual board. Those on others have the size in their ids: `rush-7x7`, `klotski-6x5-steps`. */
export const blocks = (data: BlocksData): Puzzle => {
  const idOf = (rows: number, columns: number): string =>
    rows === data.rows && columns === data.columns ? data.id : `${data.id}-${rows}x${columns}`;
  const kind: DrawnKind = {
    name: data.id,
    family,
    puzzleOf: (id) => {
      const [, name, ...parts] = sizedId.exec(id) ?? [];
      const [rows, columns] = parts.slice(0, 2).map(Number) as [number, number];
      if (name !== data.id || Math.min(rows, columns) < 1 || Math.max(rows, columns) > longestSide) return undefined;
      const own = { ...data, rows, columns, landmarks: [], boards: undefined, states: 2 ** 40 };
      const puzzle = blocksOn(own, idOf(rows, columns), kind);
      const counted = parts[2] === undefined ? puzzle : puzzle.inMetric?.(parts[2] as Metric);
      return counted?.id === id ? counted : undefined;
    },
    idOf: (text) => {
      const size = sizeOfText(text, data.form);
      return size && Math.max(...size) <= longestSide ? ok(idOf(...size)) : wrong('no-pieces', { puzzle: data.id });
    },
    isCertain: (text, { board, defaultGoal }, start) => {
      if (isDoubled(text) && board.size !== data.rows * data.columns) return false;
      const isTray = Math.min(board.rows, board.size / board.rows) >= fewestLines;
      const isSure = isTray && !/[1-9]/u.test(text) && hasOneCase(text) && looksPlaced(board, start);
      return isSure && (data.form.isAny || defaultGoal!(start).positions.length > 0);
    },
  };
  return blocksOn(data, data.id, kind);
};
