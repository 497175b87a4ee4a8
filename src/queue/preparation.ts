/** Work whose result is no reply, and drawings: whoever asks for it waits for it. */
import { createHash } from 'node:crypto';
import { Drawing } from '../render/drawing.ts';
import type { Task } from '../render/task.ts';
import { poll } from '../runtime/repeat.ts';
import type { JobDefinition, Lane, ResultOf, Work } from './define.ts';
import type { WorkQueue } from './queue.ts';
import type { WorkStore } from './store.ts';

/** After that, whoever asked tries again later, as no worker may be there. */
const longestWait = 60_000;

interface Asker {
  /** Of the interaction that needs the result. */
  readonly id: string;
  /** Which of the asker's open requests it is, from 1. */
  readonly place?: number;
  /** `quick` for what a slice tells of long work. */
  readonly lane?: Lane;
  /** How long to wait. */
  readonly milliseconds?: number;
}

/** @returns undefined if there is no result in time, and then the work is cancelled; or if it fails, which the worker logs */
export const resultOf = async <Definition extends JobDefinition>(
  work: Work<Definition>,
  { id, place = 1, lane = work.job.lane(work.request), milliseconds = longestWait }: Asker,
  { queue, store }: { readonly queue: WorkQueue; readonly store: WorkStore },
): Promise<ResultOf<Definition> | undefined> => {
  const name = `${id}-${work.job.kind}`;
  await queue.addWork(name, id, work, place, lane);
  const look = async () => {
    // A result is stored before its job ends. The name of one may be the hash of a long text: it is made once.
    if (await queue.isAsked(name)) return undefined;
    const result = (await store.result(work)) ?? (lane === 'quick' ? await store.result(work, 'sliced') : undefined);
    return result ?? 'none';
  };
  const found = await poll(look, milliseconds);
  if (!found) await store.cancel(id);
  return found === 'none' ? undefined : found;
};

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
