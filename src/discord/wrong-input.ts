/** What is wrong with a typed text, and where. */
import { explainMoveProblem, explainProblem, pointOut, translator } from '../locales/index.ts';
import type { MoveProblem, Problem } from '../puzzles/puzzle.ts';
import { harmless, inCode } from './text.ts';

export const wrongInput = (locale: string, input: string, problem: Problem): string =>
  withPlace(explainProblem(translator(locale), problem, harmless), input, problem);

/** The same for typed moves. */
export const wrongMoves = (locale: string, input: string, problem: MoveProblem): string =>
  withPlace(explainMoveProblem(translator(locale), problem, harmless), input, problem);

/** Characters shown before and after the wrong part of an input, so that a line fits on a phone. */
const before = 24;
const after = 12;

/** A sentence about an input, and below it the part that it is about. */
const withPlace = (sentence: string, input: string, { span }: Pick<Problem, 'span'>): string => {
  if (!span) return sentence;
  const isLong = input.length > before + after + 24;
  const from = isLong ? Math.max(0, span[0] - before) : 0;
  const shown = isLong ? input.slice(from, span[1] + after) : input;
  const where = pointOut(shown, { span: [span[0] - from, span[1] - from] });
  return where ? `${sentence}\n\`\`\`\n${inCode(where)}\n\`\`\`` : sentence;
};
