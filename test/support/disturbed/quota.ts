import { Quota as Usual } from '../../../src/jobs/quota.ts';
import { disturbance, endProcess } from './disturbance.ts';

export * from '../../../src/jobs/quota.ts';

export class Quota extends Usual {
  override async entered(...asked: Parameters<Usual['entered']>): Promise<boolean> {
    if (disturbance.endsAt === 'entered') await endProcess();
    return super.entered(...asked);
  }
}
