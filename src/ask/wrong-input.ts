/** What is wrong with a typed text, and where. */
import type { TFunction } from 'i18next';
import { joinPresent } from '../discord/message.ts';
import { harmless, inCode } from '../discord/text.ts';
import { exampleOf, exampleText, explainMoveProblem, explainProblem, pointOut, translator } from '../locales/index.ts';
import { likenessOf } from '../puzzles/likeness.ts';
import type { MoveProblem, Problem, Puzzle } from '../puzzles/puzzle.ts';
import { saysPosition } from '../puzzles/reader.ts';
import { allPuzzles, drawnKinds, examplePuzzles, puzzlesAndSizes } from '../puzzles/registry.ts';

export const wrongInput = (locale: string, input: string, problem: Problem): string => {
  const t = translator(locale);
  const sentence = t('problemSentence', { problem: explainProblem(t, problem, harmless) });
  return joinPresent([withPlace(sentence, input, problem), exampleText(t, problem)]);
};

/** Says which puzzle's position a text almost is, and what is wrong with it there; undefined if it is like none. */
export const likenessText = (t: TFunction, key: 'choose.like' | 'find.like', typed: string): string | undefined => {
  const likeness = likenessOf(typed);
  if (!likeness) return undefined;
  const { puzzle, problem } = likeness;
  return t(key, { puzzle: puzzle.id, problem: explainProblem(t, problem, harmless), example: exampleOf(puzzle) });
};

const namesText = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Puzzles in a sentence, each in its usual metric: in others, they are named after that. */
export const puzzlesText = (some: readonly Puzzle[]): string =>
  namesText(some.filter((one) => puzzlesAndSizes.includes(one) || !allPuzzles.includes(one)).map(({ id }) => id));

/** Characters of a text that is tried as a board of each kind, which takes milliseconds: 12 × 12 cells with spaces have 300. */
const longestTried = 400;

/** What a text that tells no puzzle is like, or examples; and which kinds of boards of one's own it fits: those are never guessed. */
export const noPuzzle = (t: TFunction, typed: string): string => {
  const tried = typed.length > longestTried ? [] : drawnKinds;
  const kinds = tried.filter((kind) => saysPosition(kind, typed)).map(({ name }) => name);
  return joinPresent([
    likenessText(t, 'choose.like', typed) ?? t('choose.none', { examples: namesText(examplePuzzles.map(exampleOf)) }),
    kinds.length > 0 && t('choose.fits', { puzzles: namesText(kinds) }),
  ]);
};

/** What is wrong with typed moves, and where. */
export const wrongMoves = (locale: string, input: string, problem: MoveProblem): string => {
  const t = translator(locale);
  return withPlace(t('problemSentence', { problem: explainMoveProblem(t, problem, harmless) }), input, problem);
};

/** Characters shown before and after the wrong part of an input, so that a line fits on a phone. */
const before = 24;
const after = 12;

/** A sentence about an input, and below it the part that it is about. */
export const withPlace = (sentence: string, input: string, { span }: Pick<Problem, 'span'>): string => {
  if (!span) return sentence;
  const isLong = input.length > before + after + 24;
  const from = isLong ? Math.max(0, span[0] - before) : 0;
  const excerpt = isLong ? input.slice(from, span[1] + after) : input;
  const where = pointOut(excerpt, { span: [span[0] - from, span[1] - from] });
  return where ? `${sentence}\n\`\`\`\n${inCode(where)}\n\`\`\`` : sentence;
};
