/** Statements to sentences. The rest of the code passes codes and values; here they become text in somebody's language. */
import i18next, { type TFunction } from 'i18next';
import type { MoveProblem, Obstacle, Problem, Puzzle } from '../puzzles/puzzle.ts';
import { puzzleOf } from '../puzzles/registry.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';

/** The languages that there is a catalogue for. */
export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

const catalogue = i18next.createInstance();
await catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, ja: { translation: ja } },
  // `en-US` and `en-GB` are English.
  load: 'languageOnly',
  // The text goes to chats and terminals, which escape differently; each edge does it to the values it passes.
  interpolation: { escapeValue: false },
});

/** Sentences in the language of a locale (`ja`, `en-GB`); in English where there is no catalogue for it. */
export const translator = (locale: string): TFunction => catalogue.getFixedT(locale);

/** Makes text that somebody typed harmless where it is shown. */
export type Escape = (text: string) => string;

/** For terminals: no control characters and no more than a glance. */
export const plain: Escape = (text) => {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  const glyphs = [...visible];
  return glyphs.length > 24 ? `${glyphs.slice(0, 23).join('')}…` : visible;
};

const escaped = (values: Problem['values'], harmless: Escape): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? harmless(value) : value]),
  );

/** What a puzzle is called: `8 puzzle (3 × 3)`. */
export const titleOf = (t: TFunction, { id, family, board }: Puzzle): string => {
  const { rows, size } = board;
  const values = { id, rows, columns: size / rows, cells: size, tiles: size - 1 };
  return t([`puzzle.${id}`, `puzzle.${family}-${board.lattice}`], values);
};

/** The sentences that each family of puzzles has of its own. */
type FamilyKey =
  | 'answer.direction'
  | 'command.analyse.moves'
  | 'command.solve.goal'
  | 'command.solve.position'
  | 'convert.named';

/** A sentence in the words of a puzzle's family. */
export const familyText = (t: TFunction, key: FamilyKey, { family }: Puzzle): string => t(`${key}.${family}`);

/** What is wrong with an input, as one sentence without a full stop. */
export const explainProblem = (t: TFunction, { code, values }: Problem, harmless: Escape = plain): string => {
  // Families have words of their own for some things: a peg board has holes, not cells.
  const family = puzzleOf(String(values.puzzle))?.family;
  return t([`problem.${code}-of-${family}`, `problem.${code}`], escaped(values, harmless));
};

/** What is wrong with written moves, as one sentence without a full stop. */
export const explainMoveProblem = (t: TFunction, { code, values }: MoveProblem, harmless: Escape = plain): string => {
  const family = puzzleOf(String(values.puzzle))?.family;
  return t([`moveProblem.${code}-of-${family}`, `moveProblem.${code}`], escaped(values, harmless));
};

/** Why there is no solution, and the nearest question that may have one. */
export const explainObstacle = (t: TFunction, { code, values, nearest }: Obstacle): string => {
  const reason = t(`obstacle.${code}`, values);
  return nearest ? `${reason} ${t(nearest.isOpen ? 'obstacle.open' : 'obstacle.nearest', nearest)}` : reason;
};

/**
 * The input on one line and a mark under its wrong part, for a fixed-width font; undefined where that would not line up
 * (several lines, wide characters) or where the whole is wrong.
 */
export const pointOut = (input: string, { span }: Pick<Problem, 'span'>): string | undefined => {
  if (!span || !/^[\x20-\x7e]{1,80}$/u.test(input)) return undefined;
  return `${input}\n${' '.repeat(span[0])}${'^'.repeat(Math.max(1, span[1] - span[0]))}`;
};
