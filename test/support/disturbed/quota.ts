import { Quota as Usual } from '../../../src/jobs/quota.ts';
import { disturbance } from './disturbance.ts';

export * from '../../../src/jobs/quota.ts';

export class Quota extends Usual {
  override async entered(...asked: Parameters<Usual['entered']>): Promise<boolean> {
    if (disturbance.endsAt === 'entered') process.abort();
    return super.entered(...asked);
  }
}
