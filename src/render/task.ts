/** What can be asked of a drawing thread: plain data that crosses threads, and is the key of what was drawn before. */
import { type Goal, type Move, type Position, type Puzzle, unwrap } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { drawAnimation } from './animation.ts';
import { type Card, drawCard } from './card.ts';
import { type Chart, drawChart } from './chart.ts';
import { drawPicture } from './picture.ts';
import type { ThemeName } from './theme.ts';

interface BoardTask {
  /** The puzzle's id. */
  readonly puzzle: string;
  /** The position, or the start, as text that the puzzle reads or by its rank. */
  readonly position: string | number;
  /** As text that the puzzle reads. Pieces that are where it wants them are drawn as such; nothing: none are. */
  readonly goal?: string | undefined;
  readonly theme?: ThemeName | undefined;
}

export interface PictureTask extends BoardTask {
  /** A move to or from the position: its piece is outlined, and an arrow shows its way. */
  readonly move?: Move | undefined;
  /** Pixels to a pixel of a picture 400 pixels wide; 2 where none is given. */
  readonly scale?: number | undefined;
}

export interface AnimationTask extends BoardTask {
  readonly moves: readonly Move[];
}

export type Task =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'chart'; readonly chart: Chart }
  | ({ readonly kind: 'picture' } & PictureTask)
  | ({ readonly kind: 'animation' } & AnimationTask);

/** The puzzle, position and goal that a task means, with look-alikes marked as the goal has them. */
const sceneOf = ({
  puzzle: id,
  position,
  goal,
}: BoardTask): { puzzle: Puzzle; position: Position; goal: Goal | undefined } => {
  const puzzle = knownPuzzle(id);
  // A rank is read by way of its text, as one that stands for no position gives some nonsense or other.
  const text = typeof position === 'number' ? puzzle.formatPosition(puzzle.unrank(position)) : position;
  const start = unwrap(puzzle.parsePosition(text), `${id} ${position}`);
  if (goal === undefined) return { puzzle, position: start, goal: undefined };
  const end = unwrap(puzzle.parseGoal(goal), `${id} → ${goal}`);
  return { puzzle, position: unwrap(puzzle.question(start, end), `${id} ${position} → ${goal}`).start, goal: end };
};

/**
 * Do a task: PNG for cards, charts and pictures, GIF for animations.
 * @throws RangeError where puzzle, position, goal or moves don't go together: tasks come from our own answers
 */
export const draw = (task: Task): Uint8Array => {
  switch (task.kind) {
    case 'card':
      return drawCard(task.card);
    case 'chart':
      return drawChart(task.chart);
    case 'picture': {
      const { move, theme, scale } = task;
      return drawPicture({ ...sceneOf(task), move }, { theme, scale });
    }
    case 'animation': {
      const { puzzle, position, goal } = sceneOf(task);
      return drawAnimation({ puzzle, start: position, moves: task.moves, goal }, { theme: task.theme });
    }
  }
};
