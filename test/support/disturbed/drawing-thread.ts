import { setTimeout as sleep } from 'node:timers/promises';
import { DrawingThread as Usual } from '../../../src/render/drawing-thread.ts';
import type { Task } from '../../../src/render/task.ts';
import { disturbance } from './disturbance.ts';

export * from '../../../src/render/drawing-thread.ts';

export class DrawingThread extends Usual {
  override async draw(task: Task): Promise<Buffer> {
    await sleep(disturbance.drawingDelay ?? 0);
    return super.draw(task);
  }
}
