import { describe, expect, test } from 'vitest';
import { type Name, named } from '../../src/locales/definition.ts';
import { en } from '../../src/locales/en.ts';
import { explainProblem, plain, titleOf, translator } from '../../src/locales/index.ts';
import { ja } from '../../src/locales/ja.ts';
import { obstacleCodes, problemCodes } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { gaveUpReasons } from '../../src/search/budget.ts';
import { methods } from '../../src/search/solve.ts';

const t = translator('en');
/** i18next returns the key where it has no sentence. */
const hasSentence = (key: string): boolean => t(key as 'parity.0', { count: 2 }) !== key;

describe('there is a sentence for', () => {
  test.each(obstacleCodes)('the obstacle %s', (code) => expect(hasSentence(`obstacle.${code}`)).toBe(true));
  test.each(gaveUpReasons)('giving up by %s', (reason) => expect(hasSentence(`gaveUp.${reason}`)).toBe(true));
  test.each(methods)('the method %s', (method) => {
    expect(hasSentence(`method.${method}`)).toBe(true);
    expect(hasSentence(`compare.method.${method}`)).toBe(true);
  });
  test.each(puzzles.map(({ words }) => words))('the directions of moves of %s puzzles', (words) =>
    expect(hasSentence(`answer.direction.${words}`)).toBe(true),
  );
  test.each(puzzles.flatMap(({ id, landmarks }) => landmarks.map(({ name }) => [id, name])))(
    'the landmark of %s called %s',
    (_, name) => expect(hasSentence(`landmark.${name}`)).toBe(true),
  );
  test.each(puzzles.flatMap(({ id }) => problemCodes.map((code) => [code, id] as const)))(
    'the problem %s of %s',
    (code, puzzle) => {
      const text = explainProblem(t, { code, values: { puzzle } });
      expect(text).not.toContain(`problem.${code}`);
    },
  );
});

/** The keys of a catalogue with their sentences; plural forms count as one key. */
const sentences = (catalogue: object, path = ''): [key: string, text: string][] =>
  Object.entries(catalogue).flatMap(([key, value]) => {
    const name = `${path}${key.replace(/_(zero|one|other)$/u, '')}`;
    return typeof value === 'string' ? [[name, value] as [string, string]] : sentences(value, `${path}${key}.`);
  });
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)/gu)].map(([, name]) => name!).sort();

/** Groups of keys that may have longer sentences, and why. */
const longAllowed: Readonly<Record<string, string>> = {
  problem: 'an error of parsing says which mark is not understood, and all that may be written in its place',
};

test('no sentence of the bot has more than 20 words, except errors of parsing', () => {
  const long = sentences(en)
    .flatMap(([key, text]) => text.split(/(?<=[.!?])\s+|\n/u).map((sentence) => ({ key, sentence })))
    .filter(({ sentence }) => sentence.split(/\s+/u).filter((word) => /\w/u.test(word)).length > 20);
  const groupOf = (key: string): string => key.split('.')[0]!;
  expect(long.filter(({ key }) => !(groupOf(key) in longAllowed))).toEqual([]);
  // An exception that nothing needs any more goes.
  expect([...new Set(long.map(({ key }) => groupOf(key)))]).toEqual(Object.keys(longAllowed));
});

test('sentences name options as people type them', () => {
  const registeredNames = (Object.keys(ja.name) as Name[]).map((name) => named(name).name);
  const typed = sentences(en).flatMap(([, text]) =>
    [...text.matchAll(/`([a-z][a-z-]+)(?::\w+)?`/gu)].map(([, option]) => option!),
  );
  expect(typed.length).toBeGreaterThan(5);
  expect(typed.filter((option) => !registeredNames.includes(option))).toEqual([]);
  const typedInJapanese = sentences(ja).flatMap(([, text]) =>
    [...text.matchAll(/`([^`/{}:]+)(?::(?:True|False))?`/gu)].map(([, option]) => option!),
  );
  expect(typedInJapanese).toEqual(expect.arrayContaining(['隠す', '配置']));
  expect(typedInJapanese.filter((option) => registeredNames.includes(option))).toEqual([]);
  expect(named('range')).toEqual({ name: 'moves', name_localizations: { ja: '手数' } });
  expect(named('moves')).toEqual({ name: 'moves', name_localizations: { ja: '手順' } });
});

describe('the catalogues', () => {
  const english = new Map(sentences(en));
  const japanese = new Map(sentences(ja));

  test('have the same keys', () => {
    const translated = [...japanese.keys()].filter((key) => !key.startsWith('name.'));
    // Japanese nouns have no plural.
    const needed = [...english.keys()].filter((key) => !['s', 'is'].includes(key));
    expect(translated.sort()).toEqual(needed.sort());
  });

  test('fill the same values into each sentence', () => {
    for (const [key, text] of sentences(ja)) {
      const known = placeholders(english.get(key) ?? '');
      expect({ key, unknown: placeholders(text).filter((name) => !known.includes(name)) }).toEqual({
        key,
        unknown: [],
      });
    }
  });

  test('are chosen by the language of a locale', () => {
    expect(translator('ja')('parity.0')).toBe('偶数');
    expect(translator('en-GB')('parity.0')).toBe('even');
    expect(translator('fr')('parity.0')).toBe('even');
    expect(translator('ja')('answer.length', { count: 31 })).toBe('31 手');
  });
});

test('puzzles are named by their boards', () => {
  expect(puzzles.map((puzzle) => titleOf(t, puzzle))).toEqual([
    '5 puzzle (2 × 3)',
    '6 puzzle (hexagon)',
    '7 puzzle (2 × 4)',
    '8 puzzle (3 × 3)',
    '11 puzzle (3 × 4)',
    '15 puzzle (4 × 4)',
    '24 puzzle (5 × 5)',
    'On-off puzzle (a wide card and pairs of letters)',
    'Klotski (4 × 5)',
    'Rush Hour (6 × 6)',
    'Sliding blocks (5 × 4)',
    'Peg solitaire, 15 holes',
    'Peg solitaire, 21 holes',
    'Peg solitaire, 33 holes',
    'Peg solitaire, 37 holes',
  ]);
});

test('shows what somebody typed without marks that pile up', () => {
  const piled = `a${'\u0301\u0316\u0489'.repeat(5)}b`;
  expect(plain(piled)).toBe('a\u0301\u0316\u0489b');
  expect(plain('Việt ể 8️⃣')).toBe('Việt ể 8️⃣');
});
