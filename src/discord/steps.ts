/** Buttons to the first of several boards or pictures, to the ones before and after, and to the last. */
import { row, signButton } from './message.ts';

const signs = { first: '⏮', back: '◀', on: '▶', last: '⏭' } as const;
type Step = keyof typeof signs;
export const stepNames = Object.keys(signs) as Step[];

/**
 * @param at the index of the shown one
 * @param last that of the last one
 */
export const stepRow = (idOf: (step: Step) => string, at: number, last: number) =>
  row(
    ...stepNames.map((step) => {
      const end = step === 'first' || step === 'back' ? 0 : last;
      return signButton(idOf(step), signs[step], at === end);
    }),
  );

/** Where an action leads; undefined if it is no step. */
export const stepTo = (action: string, at: number, last: number): number | undefined => {
  const targets = { first: 0, back: at - 1, on: at + 1, last };
  const step = stepNames.find((name) => name === action);
  return step && Math.min(Math.max(targets[step], 0), last);
};
