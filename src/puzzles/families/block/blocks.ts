import type { Board } from '../../board.ts';
import { anything, type Goal, isAt, type Metric, ok, type Position, type Puzzle, unwrap, wrong } from '../../puzzle.ts';
import { StateStore } from '../../state-store.ts';
import { imagesOn } from '../../symmetry.ts';
import type { BlockCursor } from './cursor.ts';
import { type GoalData, goalsOf } from './goals.ts';
import { letterMoves } from './letter-moves.ts';
import { letterText } from './letter-text.ts';
import { type Freedom, letterCursor, letterOf, letters, piecesOf, shapeKey, wall, wallsOf } from './letters.ts';

const metricsOfBlocks = ['steps', 'slides', 'moves'] as const satisfies readonly Metric[];

interface BlocksData extends GoalData, Pick<Puzzle, 'id' | 'board' | 'states' | 'landmarks'> {
  /** The usual one. */
  readonly metric: (typeof metricsOfBlocks)[number];
  readonly form: Parameters<typeof letterText>[3];
  /** In the usual metric. */
  readonly boards?: Puzzle['boards'];
}

/** All states that can be reached. */
const reachable = (cursor: BlockCursor): StateStore => {
  const store = new StateStore();
  store.add(cursor.state(), -1, 0);
  const codes: number[] = [];
  for (let index = 0; index < store.size; index++) {
    cursor.load(store.at(index));
    const count = cursor.moves(codes, 0);
    for (let i = 0; i < count; i++) {
      cursor.make(codes[i]!);
      store.add(cursor.state(), index, 0);
      cursor.unmake(codes[i]!);
    }
  }
  return store;
};

/** The first piece of a goal that has another shape in the start, or another row or column that it keeps. */
const firstOther = (
  board: Board,
  start: Position,
  { positions: [end] }: Goal,
  freedom: Freedom,
): string | undefined => {
  const own = piecesOf(start);
  const other = piecesOf(end!).find(({ codes, cells }) => {
    const piece = own.find((one) => one.codes[0] === codes[0]);
    return !piece || shapeKey(board, piece.cells, freedom) !== shapeKey(board, cells, freedom);
  });
  return other && letterOf(other.codes[0]!);
};

/** Pieces get letters in reading order, but those of the goal keep theirs: what looks the same is the same. */
const relettered = (position: Position, goal: Goal): Position => {
  const kept = new Set([0, wall, ...goal.positions.flat()]);
  const codes = new Map([...kept].map((code) => [code, code]));
  let next = 1;
  return position.map((code) => {
    if (!codes.has(code)) {
      while (kept.has(next)) next++;
      codes.set(code, next++);
    }
    return codes.get(code)!;
  });
};

/** Digits count empty cells, 0 is a wall. */
const encode = (position: Position): string =>
  position
    .map((code) => (code === wall ? '0' : code === 0 || code === anything ? '.' : letterOf(code).toLowerCase()))
    .join('')
    .replace(/\.{1,9}/gu, ({ length }) => String(length));

const fromCode = (code: string): Position =>
  [...code.toUpperCase()].flatMap((mark) => {
    if (mark === '0') return wall;
    return /\d/u.test(mark) ? Array.from({ length: Number(mark) }, () => 0) : letters.indexOf(mark) + 1;
  });

export const blocks = (data: BlocksData): Puzzle => {
  const { id, board, freedom, form, exit, landmarks } = data;
  const text = letterText(id, board, freedom, form, exit);
  const turned = imagesOn({ board, key: String, firstNamed: wall + 1 });
  const classic = unwrap(text.parsePosition(landmarks[0]!.position), `${id}: ${landmarks[0]!.position}`);

  const { startGoal, aimOf, parseGoal } = goalsOf(data, text);
  const goal = startGoal(classic)!;

  const make = (metric: Metric): Puzzle => {
    const cursor = (end: Goal, start = classic): BlockCursor => letterCursor(board, freedom, metric, end, start);
    let all: { readonly cursor: BlockCursor; readonly store: StateStore } | undefined;
    return {
      id: metric === data.metric ? id : `${id}-${metric}`,
      name: id,
      family: 'block',
      words: 'blocks',
      metric,
      inMetric: (other) => variants.get(other),
      hasOwnPieces: true,
      board,
      states: data.states,
      landmarks,
      ...text,
      ...letterMoves(id, board, freedom, metric),
      goal,
      parseGoal,
      defaultGoal: (start) => startGoal(start) ?? goal,
      aimOf,
      isGoalEvident: false,
      question: (start, end) => {
        if (exit && end.text === goal.text && !startGoal(start)) return wrong('no-exit-car', { row: exit.row + 1 });
        const odd = firstOther(board, start, end, 'free');
        if (odd !== undefined) return wrong('goal-piece', { puzzle: id, piece: odd });
        try {
          cursor(end, start);
        } catch (error) {
          if (error instanceof RangeError) return wrong('too-many-positions', { puzzle: id });
          throw error;
        }
        return ok({ start, goal: end });
      },
      isAt,
      obstacle: ({ start, goal: end }) => {
        const piece = firstOther(board, start, end, freedom);
        return piece === undefined ? undefined : { code: 'off-lane', values: { piece } };
      },
      images: (position, end, other = end) => {
        const images = turned(position, end, other).map((image) => relettered(image, other));
        return [...new Map(images.map((image) => [String(image), image])).values()];
      },
      boards: metric === data.metric ? data.boards : undefined,
      randomPosition: (random, end) => {
        if (!all) {
          const own = cursor(end);
          all = { cursor: own, store: reachable(own) };
        }
        return all.cursor.unrank(all.store.at(Math.floor(random() * all.store.size)));
      },
      drawsSolvable: true,
      encode,
      decode: (code) => {
        const position = /^[0-9a-z]*$/iu.test(code) ? fromCode(code) : [];
        return position.length === board.size ? position : undefined;
      },
      cursor,
      pieceShape: 'tile',
      figures: (position) => [
        ...piecesOf(position).map(({ cells, codes }) => ({ cells, label: letterOf(codes[0]!), hue: codes[0]! - 1 })),
        ...wallsOf(position).map((cell) => ({ cells: [cell], label: '', isWall: true })),
      ],
    };
  };
  const variants = new Map<Metric, Puzzle>(metricsOfBlocks.map((metric) => [metric, make(metric)]));
  return variants.get(data.metric)!;
};
