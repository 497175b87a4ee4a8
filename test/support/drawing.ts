import { Drawing } from '../../src/render/drawing.ts';
import { draw } from '../../src/render/task.ts';

/** Draws here, without a queue. */
export const drawingHere = new Drawing(async (task) => Buffer.from(await draw(task)));

/** Draws charts and the like as a few bytes, but no board, as where no worker is free. */
export const noBoards = new Drawing(async ({ kind }) => {
  if (kind === 'picture') throw new Error('nobody draws it');
  return Buffer.alloc(8);
});
