import { unlessAcknowledged as usual } from '../../../src/discord/replies.ts';
import { disturbance } from './disturbance.ts';

export * from '../../../src/discord/replies.ts';
export const unlessAcknowledged = async (responding: Promise<unknown>): Promise<boolean> => {
  if (disturbance.endsAt === 'acknowledgement') process.abort();
  return usual(responding);
};
