import { Quota as Usual } from '../../../src/queue/quota.ts';
import { disturbance } from './disturbance.ts';

export * from '../../../src/queue/quota.ts';

export class Quota extends Usual {
  override async entered(...asked: Parameters<Usual['entered']>): Promise<boolean> {
    if (disturbance.endsAt === 'entered') process.abort();
    return super.entered(...asked);
  }
}
