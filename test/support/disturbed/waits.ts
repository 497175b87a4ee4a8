import { waits as usual } from '../../../src/runtime/waits.ts';
import { disturbance } from './disturbance.ts';

export const waits = { ...usual, ...disturbance.waits };
