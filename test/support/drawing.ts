import { Drawing } from '../../src/render/drawing.ts';
import { draw } from '../../src/render/task.ts';

/** Draws here, without a queue. */
export const drawingHere = new Drawing(async (task) => Buffer.from(await draw(task)));
