/**
 * Card puzzles: one wide card and letter cards on a rectangle with one blank. A move slides a card by one cell. The wide
 * card covers two cells of a row and slides only sideways. Cards with the same letter look alike unless a capital marks
 * the second one.
 */
import type { Board } from '../../board.ts';
import { distanceOf, misplaced } from '../../features.ts';
import { exchange, hasSameParity } from '../../permutation.ts';
import {
  endPosition,
  type Obstacle,
  ok,
  type Position,
  type Puzzle,
  type Question,
  type Random,
  unwrap,
} from '../../puzzle.ts';
import { rankCodes } from '../../rank-codes.ts';
import { imagesOn, transform } from '../../symmetry.ts';
import { base, cardCursor, cardsOf, firstLetter, rankOf, wideLeft, wideRight } from './cards.ts';
import { cardMoves } from './moves.ts';
import { alphabetOf, cardText } from './text.ts';

interface CardData extends Pick<Puzzle, 'id' | 'board' | 'states' | 'landmarks'> {
  /** The default goal with unmarked look-alikes: `==on/off_`. It determines the cards. */
  readonly goal: string;
}

/** The halves of the wide card keep their order. */
const transformCards = (position: Position, image: readonly number[]): number[] => {
  const turned = transform(position, image);
  const [left, right] = [turned.indexOf(wideLeft), turned.indexOf(wideRight)];
  if (left > right) [turned[left], turned[right]] = [wideRight, wideLeft];
  return turned;
};

/** All pieces, with the wide card as one, in any order in which it doesn't lie over an edge. */
const shuffled = (board: Board, cards: Position, random: Random): Position => {
  for (;;) {
    const pieces = cards.filter((code) => code !== wideRight).map((code) => ({ code, key: random() }));
    const position = pieces
      .sort((a, b) => a.key - b.key)
      .flatMap(({ code }) => (code === wideLeft ? [wideLeft, wideRight] : [code]));
    const left = position.indexOf(wideLeft);
    if (board.y[left] === board.y[left + 1]) return position;
  }
};

export const cards = ({ id, board, goal, states, landmarks }: CardData): Puzzle => {
  const alphabet = alphabetOf(goal);
  const text = cardText(id, board, alphabet);
  const parsedGoal = unwrap(text.parseGoal(goal), `${id}: goal ${goal}`);
  const goalCards = endPosition(parsedGoal);

  /** Marks or unmarks the start's look-alikes as in the goal: unmarked ones in reading order. */
  const markedFor = (start: Position, end: Position): Position => {
    const seen = new Set<number>();
    return start.map((code) => {
      const plain = alphabet.withoutMark(code);
      const marked = alphabet.marked(plain);
      if (marked === undefined) return code;
      if (!end.includes(marked)) return plain;
      if (start.includes(marked)) return code;
      const isSecond = seen.has(plain);
      seen.add(plain);
      return isSecond ? marked : plain;
    });
  };

  const columns = board.size / board.rows;
  const rowOf = (position: Position): number => board.y[position.indexOf(wideLeft)]!;
  const obstacle = ({ start, goal }: Question): Obstacle | undefined => {
    const target = endPosition(goal);
    const question = (position: Position) => ({ position: text.formatPosition(position), goal: goal.text });
    if (rowOf(start) !== rowOf(target)) {
      // Exchanging both rows puts the wide card into its row.
      const rows = [...start.slice(columns), ...start.slice(0, columns)];
      const nearest = obstacle({ start: rows, goal })?.nearest ?? question(rows);
      return { code: 'wide-card-row', values: { row: rowOf(start) + 1, goalRow: rowOf(target) + 1 }, nearest };
    }
    // Parity needs distinct cards.
    if (new Set(start).size < board.size || hasSameParity(board, start, target)) return undefined;
    const [a, b] = start.flatMap((code, cell) => (alphabet.isMarked(code) ? [start.indexOf(code - 1), cell] : []));
    return { code: 'card-parity', values: {}, nearest: question(exchange(start, a!, b!)) };
  };

  return {
    id,
    name: id,
    family: 'cards',
    words: 'cards',
    metric: 'steps',
    board,
    states,
    landmarks,
    ...text,
    ...cardMoves(id, board, alphabet),
    goal: parsedGoal,
    isGoalEvident: true,
    question: (start, end) => ok({ start: markedFor(start, endPosition(end)), goal: end }),
    obstacle,
    images: imagesOn({ board, key: rankOf, firstNamed: firstLetter, transform: transformCards }),
    randomPosition: (random) => shuffled(board, goalCards, random),
    drawsSolvable: false,
    features: (goal) => [
      misplaced(endPosition(goal), (code) => code !== wideRight),
      { name: 'blank', measure: distanceOf(board, endPosition(goal), 0) },
      { name: 'wide', measure: distanceOf(board, endPosition(goal), wideLeft) },
    ],
    ...rankCodes(rankOf, (rank) =>
      Array.from({ length: board.size }, (_, cell) => Math.floor(rank / base ** cell) % base),
    ),
    cursor: (end) => cardCursor(board, end),
    pieceShape: 'tile',
    figures: (position) =>
      cardsOf(position).map(({ cells, codes: [code] }) => ({
        cells,
        label: alphabet.text[code]!,
        ...(code !== wideLeft && { isSecond: alphabet.isMarked(code) }),
      })),
  };
};
