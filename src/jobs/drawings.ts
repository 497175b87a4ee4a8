/** Drawings, which workers make as jobs. Whoever shows one adds its job, unless it is there already, and waits for the bytes. */
import { createHash } from 'node:crypto';
import { Drawing } from '../render/drawing.ts';
import type { Task } from '../render/task.ts';
import { poll } from '../runtime/repeat.ts';
import type { WorkQueue } from './queue.ts';
import type { WorkStore } from './store.ts';

/** After that, whoever waits tries again later, as no worker may be there. */
const longestWait = 60_000;

/** The same for the same drawing. */
const nameOf = (task: Task): string => createHash('sha256').update(JSON.stringify(task)).digest('base64url');

const drawn = async (task: Task, queue: WorkQueue, store: WorkStore): Promise<Buffer> => {
  const name = nameOf(task);
  const known = await store.drawing(name);
  if (known) return known;
  await queue.addDrawing(name, task);
  const drawing = await poll(async () => {
    // In this order: a drawing is stored before its job ends.
    const isOpen = await queue.isDrawing(name, task);
    const bytes = await store.drawing(name);
    if (!bytes && !isOpen) throw new Error(`drawing failed: ${task.kind}`);
    return bytes;
  }, longestWait);
  if (!drawing) throw new Error(`no worker draws: ${task.kind}`);
  return drawing;
};

export const drawingByWorkers = (queue: WorkQueue, store: WorkStore): Drawing =>
  new Drawing((task) => drawn(task, queue, store));
