import type { Card } from './card.ts';
import type { Chart } from './chart.ts';
import type { AnimationTask, PictureTask, SearchTask, Task } from './task.ts';

/** Draws PNG for cards, charts and pictures, GIF for animations, wherever that is done. */
export class Drawing {
  private readonly draw: (task: Task) => Promise<Buffer>;

  /** @param draw gets equal texts for equal tasks, as the methods list their fields in a fixed order */
  constructor(draw: (task: Task) => Promise<Buffer>) {
    this.draw = draw;
  }

  card = (card: Card): Promise<Buffer> => this.draw({ kind: 'card', card });
  chart = (chart: Chart): Promise<Buffer> => this.draw({ kind: 'chart', chart });

  // These reject if the parts of the task don't match.
  picture = ({ puzzle, position, goal, moves, theme }: PictureTask): Promise<Buffer> =>
    this.draw({ kind: 'picture', puzzle, position, goal, moves, theme });
  animation = ({ puzzle, position, moves, goal, theme, speed }: AnimationTask): Promise<Buffer> =>
    this.draw({ kind: 'animation', puzzle, position, moves, goal, theme, speed });
  search = ({ puzzle, position, goal, search, view }: SearchTask): Promise<Buffer> =>
    this.draw({ kind: 'search', puzzle, position, goal, search, view });
}
