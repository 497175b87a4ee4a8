import { Drawing } from '../../src/render/drawing.ts';
import { draw } from '../../src/render/task.ts';

const drawn = new Map<string, Promise<Buffer>>();

/** Draws here, without a queue, and equal tasks once, as the bot does. */
export const drawingHere = new Drawing((task) => {
  const text = JSON.stringify(task);
  const bytes = drawn.get(text) ?? draw(task).then((made) => Buffer.from(made));
  drawn.set(text, bytes);
  return bytes;
});

/** Draws charts and the like as a few bytes, but no board, as where no worker is free. */
export const noBoards = new Drawing(async ({ kind }) => {
  if (kind === 'picture') throw new Error('nobody draws it');
  return Buffer.alloc(8);
});
