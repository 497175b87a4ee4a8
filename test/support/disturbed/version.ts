import { jobVersion as usual } from '../../../src/runtime/version.ts';
import { disturbance } from './disturbance.ts';

export { version } from '../../../src/runtime/version.ts';
export const jobVersion = disturbance.version === 'next' ? usual + 1 : usual;
