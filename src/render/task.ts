/** Tasks for the drawing thread: plain data that crosses threads, and is the key of the cache. */

import { unwrap } from '../puzzles/puzzle.ts';
import { parseQuestion } from '../puzzles/reader.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { type Animated, type AnimationOptions, drawAnimation } from './animation.ts';
import { type Card, drawCard } from './card.ts';
import { type Chart, drawChart } from './chart.ts';
import type { Scene } from './marks.ts';
import { drawPicture } from './picture.ts';
import { drawSearch, type SearchView, type WatchedSearch } from './search-frames.ts';
import type { ThemeName } from './theme.ts';

interface BoardTask {
  /** The puzzle's id. */
  readonly puzzle: string;
  /** The position, or the start of an animation, as text. */
  readonly position: string;
  readonly goal?: string | undefined;
  readonly theme?: ThemeName | undefined;
}

export interface PictureTask extends BoardTask, Pick<Scene, 'moves'> {}

export interface AnimationTask extends BoardTask, Pick<Animated, 'moves'>, Pick<AnimationOptions, 'speed'> {}

export interface SearchTask extends Pick<BoardTask, 'puzzle' | 'position' | 'goal'> {
  readonly search: WatchedSearch;
  readonly view: SearchView;
}

export type Task =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'chart'; readonly chart: Chart }
  | ({ readonly kind: 'picture' } & PictureTask)
  | ({ readonly kind: 'animation' } & AnimationTask)
  | ({ readonly kind: 'search' } & SearchTask);

/** The puzzle, position and goal of a task, with look-alikes marked as in the goal. */
const sceneOf = ({ puzzle: id, position, goal }: BoardTask): Scene => {
  const puzzle = knownPuzzle(id);
  if (goal === undefined) return { puzzle, position: unwrap(puzzle.parsePosition(position), `${id} ${position}`) };
  const question = unwrap(parseQuestion(puzzle, position, goal), `${id} ${position} → ${goal}`);
  return { puzzle, position: question.start, goal: question.goal };
};

/**
 * Draw PNG for cards, charts, pictures and frames of searches, GIF for animations.
 * @throws RangeError if puzzle, position, goal and moves don't match
 */
export const draw = async (task: Task): Promise<Uint8Array> => {
  switch (task.kind) {
    case 'card':
      return drawCard(task.card);
    case 'chart':
      return drawChart(task.chart);
    case 'picture':
      return drawPicture({ ...sceneOf(task), moves: task.moves }, task);
    case 'animation': {
      const { position, ...scene } = sceneOf(task);
      return drawAnimation({ ...scene, start: position, moves: task.moves }, task);
    }
    case 'search': {
      const { puzzle, position: start, goal = puzzle.goal } = sceneOf(task);
      return drawSearch(puzzle, { start, goal }, task.search, task.view);
    }
  }
};
