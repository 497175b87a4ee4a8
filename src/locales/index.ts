/** Translates codes and values from the rest of the code into sentences in the reader's language. */
import i18next, { type TFunction } from 'i18next';
import { LRUCache } from 'lru-cache';
import { nearestName } from '../puzzles/nearest.ts';
import type { DrawnKind, Goal, MoveProblem, Obstacle, ParsedMoves, Problem, Puzzle } from '../puzzles/puzzle.ts';
import { knownPuzzle, puzzleOf, puzzlesAndSizes } from '../puzzles/registry.ts';
import { rowLengths } from '../puzzles/rows.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';

/** Languages that have a catalogue. */
export const languages = ['en', 'ja'] as const;

const catalogue = i18next.createInstance();
await catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, ja: { translation: ja } },
  // Treats `en-US` and `en-GB` as `en`.
  load: 'languageOnly',
  // Chats and terminals escape differently, so each caller escapes the values that it passes.
  interpolation: { escapeValue: false },
});
catalogue.services.formatter?.add('capitalized', (text: string) => text.charAt(0).toUpperCase() + text.slice(1));

/** The ids of the registered commands, by name. */
const commandIds = new Map<string, string>();

/** From now on, texts mention these commands, so that people can click them, and read their names in their language. */
export const setCommandIds = (ids: ReadonlyMap<string, string>): void => {
  for (const [name, id] of ids) commandIds.set(name, id);
  sentences.clear();
};

/** @param path a command as people type it, without the slash: `daily show` */
export const commandMention = (path: string): string => {
  const id = commandIds.get(path.replace(/ .*/u, ''));
  return id === undefined ? `\`/${path}\`` : `</${path}:${id}>`;
};

/** Sentences without values, which are most of those in an answer. Looking one up takes i18next several microseconds. */
const sentences = new LRUCache<string, string>({ max: 4096 });

/** Commands in the catalogue, such as `/daily show`. */
const written = /`\/([a-z-]+(?: [a-z-]+)*)`/gu;

const translate = (lng: string, key: string, values?: object): string => {
  const sentence = catalogue.t(key as 'help', { ...values, lng }) as string;
  return sentence.includes('`/') ? sentence.replace(written, (_, path: string) => commandMention(path)) : sentence;
};

/** Returns the translator for a locale (`ja`, `en-GB`). It falls back to English. */
export const translator = (lng: string): TFunction =>
  // `getFixedT` would copy all settings of i18next for each sentence.
  ((key: string, values?: object) => {
    if (values) return translate(lng, key, values);
    const name = `${lng} ${key}`;
    const known = sentences.get(name) ?? translate(lng, key);
    sentences.set(name, known);
    return known;
  }) as TFunction;

/** Escapes user input for the place where it is shown. */
export type Escape = (text: string) => string;

/**
 * Escapes for terminals: replaces control characters, shortens the text to 24 characters, and leaves three marks on a letter,
 * as more of them cover other lines.
 */
export const plain: Escape = (text) => {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD').replace(/(\p{M}{3})\p{M}+/gu, '$1');
  const glyphs = [...visible];
  return glyphs.length > 24 ? `${glyphs.slice(0, 23).join('')}…` : visible;
};

/** The values of a problem for the place where they are shown. */
export const escaped = (values: Problem['values'], harmless: Escape): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? harmless(value) : value]),
  );

/** With two decimals at most. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** As `1.6 × 10²⁰`, for what has too many digits. */
export const power = (t: TFunction, value: number): string => {
  const exponent = Math.floor(Math.log10(value));
  const raised = [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return t('number.power', { value: hundredths(value / 10 ** exponent), exponent: raised });
};

/** The title of a puzzle, for example `8 puzzle (3 × 3)`, or of a kind whose boards are drawn. */
export const titleOf = (t: TFunction, chosen: Puzzle | DrawnKind): string => {
  if (!('id' in chosen)) return t(`kind.${chosen.name as 'pegs'}`);
  const { id, name, words, metric } = chosen;
  const { rows, size } = chosen.board;
  const values = { rows, columns: size / rows, cells: size, tiles: size - 1 };
  const title = t([`puzzle.${name}`, `puzzle.${words}`], values);
  return id.endsWith(`-${metric}`) ? t('puzzle.counted', { title, metric: t(`metric.${metric}`) }) : title;
};

/** A position of a puzzle as somebody may type it. */
export const exampleOf = ({ landmarks, goal }: Puzzle): string => landmarks[0]?.position ?? goal.text;

/** Says that a typed word is no puzzle, and which it may mean; undefined if it is like none of them. */
export const nearestPuzzle = (
  t: TFunction,
  typed: string,
  among: readonly Puzzle[],
  harmless: Escape = plain,
): string | undefined => {
  const ids = among.map(({ id }) => id);
  const puzzle = nearestName(typed, ids);
  return puzzle && t('choose.nearest', { typed: harmless(typed), puzzle, example: exampleOf(knownPuzzle(puzzle)) });
};

/** Keys that have one sentence per puzzle family. */
type FamilyKey =
  | 'answer.direction'
  | 'answer.moved'
  | 'command.solve.goal'
  | 'command.solve.position'
  | 'convert.named'
  | 'play.rule';

/** Returns the sentence of a key for the puzzle's family, or of its metric where that has its own. */
export const familyText = (
  t: TFunction,
  key: FamilyKey,
  { words, metric }: Puzzle,
  values: Readonly<Record<string, unknown>> = {},
): string => t([`${key}.${words}-${metric}`, `${key}.${words}`], { ...values });

/** What a goal asks for in words, such as "Drive X out to the right"; undefined where only its text says it. */
export const aimText = (t: TFunction, puzzle: Puzzle, goal: Goal): string | undefined => {
  const aim = puzzle.aimOf?.(goal);
  return aim && t(`aim.${aim.code}`, { ...aim.values });
};

/** How many shortest solutions there are. @param count undefined if there are too many for an exact number */
export const solutionCount = (t: TFunction, count: number | undefined, isComplete: boolean): string => {
  if (count === undefined) return t('solutions.tooMany');
  return t(isComplete ? 'answer.ways' : 'solutions.least', { count });
};

/** More rows than these are not listed one by one. */
const mostListedRows = 10;

/** @param lengths the numbers of pieces in rows, between spaces */
const rowsText = (t: TFunction, lengths: string): string => {
  const numbers = lengths.split(' ').map(Number);
  const [rows, least, most] = [numbers.length, Math.min(...numbers), Math.max(...numbers)];
  if (least === most) return t('rows.equal', { rows, length: most });
  return rows > mostListedRows
    ? t('rows.many', { rows, least, most })
    : t('rows.listed', { lengths: numbers.join(', ') });
};

/** The rows that were written, the puzzles that have these, and the rows of the puzzle that was meant. */
const rowValues = (t: TFunction, { puzzle, rows, expected }: Problem['values']): Problem['values'] => {
  const family = puzzleOf(String(puzzle))?.family;
  const fitting = puzzlesAndSizes.filter((one) => one.family === family && rowLengths(one.board).join(' ') === rows);
  const puzzles = fitting.map(({ id }) => id).join(', ');
  return {
    rows: rowsText(t, String(rows)),
    like: puzzles && t('rows.like', { puzzles }),
    expected: rowsText(t, String(expected)),
  };
};

/** Explains what is wrong with an input, in one sentence without a full stop. */
export const explainProblem = (t: TFunction, { code, values }: Problem, harmless: Escape = plain): string => {
  // Some families have their own terms: a peg board has holes, not cells.
  const puzzle = puzzleOf(String(values.puzzle));
  const words = puzzle?.words;
  const title = puzzle ? titleOf(t, puzzle) : values.puzzle;
  const shown = { title, ...escaped(values, harmless), ...(code === 'other-rows' && rowValues(t, values)) };
  return t([`problem.${code}-of-${words}`, `problem.${code}`], shown);
};

/** Problems of a text of another form than the positions of its puzzle. */
const ofForm = /^(?:empty|unknown-piece|cell-count|row-count)$/u;

/** An example of how to write a position, where the form of a text is wrong. */
export const exampleText = (t: TFunction, { code, values }: Problem): string | undefined => {
  const puzzle = ofForm.test(code) ? puzzleOf(String(values.puzzle)) : undefined;
  return puzzle && t('choose.example', { example: exampleOf(puzzle) });
};

/** Explains what is wrong with written moves, in one sentence without a full stop. */
export const explainMoveProblem = (t: TFunction, { code, values }: MoveProblem, harmless: Escape = plain): string => {
  const words = puzzleOf(String(values.puzzle))?.words;
  return t([`moveProblem.${code}-of-${words}`, `moveProblem.${code}`], escaped(values, harmless));
};

/** How directions were understood, if moves are directions. */
export const readingNote = (
  t: TFunction,
  { notation, certainty }: Pick<ParsedMoves, 'notation' | 'certainty'>,
): string =>
  notation === 'named' ? '' : t(`analyse.reading.${notation}-${certainty}` as 'analyse.reading.piece-directions-usage');

/** Explains why there is no solution, and names the closest position or goal that may have one. */
export const explainObstacle = (t: TFunction, { code, values, nearest }: Obstacle): string => {
  const reason = t(`obstacle.${code}`, values);
  if (!nearest) return reason;
  const { isOpen, isSameStart } = nearest;
  return `${reason}\n${t(`obstacle.${isOpen ? 'open' : 'nearest'}${isSameStart ? 'Goal' : ''}`, nearest)}`;
};

/**
 * Returns the input with `^` under its invalid part, for a fixed-width font.
 * Returns undefined if the marks would not line up (several lines, wide characters) or if there is no such part.
 */
export const pointOut = (input: string, { span }: Pick<Problem, 'span'>): string | undefined => {
  if (!span || !/^[\x20-\x7e]{1,80}$/u.test(input)) return undefined;
  return `${input}\n${' '.repeat(span[0])}${'^'.repeat(Math.max(1, span[1] - span[0]))}`;
};
