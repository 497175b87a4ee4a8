import { type Outcome, Delivery as Usual } from '../../../src/queue/delivery.ts';
import { disturbance, isOrdered } from './disturbance.ts';

export * from '../../../src/queue/delivery.ts';

export class Delivery extends Usual {
  override async deliver(...asked: Parameters<Usual['deliver']>): Promise<Outcome> {
    const outcome = await super.deliver(...asked);
    if (isOrdered('end-bot')) process.abort();
    if (disturbance.stopsAt === 'delivery') await new Promise(() => {});
    return outcome;
  }
}
