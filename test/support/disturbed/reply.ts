import type { Worker } from 'bullmq';
import { ReplyProcessor as Usual } from '../../../src/queue/reply.ts';
import { disturbance } from './disturbance.ts';

export class ReplyProcessor extends Usual {
  constructor(...given: ConstructorParameters<typeof Usual>) {
    super(...given);
    if (disturbance.stopsAt === 'answers') void (Reflect.get(this, 'worker') as Worker).pause(true);
  }
}
