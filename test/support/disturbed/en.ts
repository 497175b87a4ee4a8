import { en as usual } from '../../../src/locales/en.ts';
import { disturbance } from './disturbance.ts';

const next = { ...usual, answer: { ...usual.answer, proved: 'proved by the next version' } };
export const en = disturbance.version === 'next' ? next : usual;
