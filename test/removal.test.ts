/** What belongs together can be removed together: a family of puzzles or a feature, with its registrations and words. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check, copySources } from './support/copy.ts';
import { withoutNames, withoutWords } from './support/edit.ts';
import { listFiles } from './support/source.ts';

/** Files with one line for each thing that is registered there. */
const registries = [
  'puzzles/registry.ts',
  'search/method-names.ts',
  'search/methods.ts',
  'search/tables/table.ts',
  'search/certificates/certify.ts',
  'features/index.ts',
  'features/jobs.ts',
];
const catalogues = ['locales/en.ts', 'locales/ja.ts'];

interface Removal {
  /** Files of `src` that are removed. */
  readonly files: RegExp;
  /** What else is removed from the registries: declarations with these names, and entries that mention them. */
  readonly names: readonly string[];
  /** Keys of the sentences that are removed, wherever they occur. */
  readonly words: readonly string[];
}

const removals: Readonly<Record<string, Removal>> = {
  'the family of peg puzzles': {
    files:
      /^(puzzles\/families\/pegs\/|puzzles\/catalogue\/(?:boards|(?:peg|diamond|triangle|wiegleb)\d)|search\/pegs\/)/u,
    names: ['pegs', 'regions', 'byRegions', 'pegStatement'],
    words: ['pegs', 'regions'],
  },
  'the feature contest': { files: /^features\/contest\//u, names: [], words: ['contest', 'weekly'] },
};

const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** A copy that is removed after the tests. */
const copyOf = (from?: string): string => {
  const copy = copySources(from);
  copies.push(copy);
  return copy;
};

let whole: string;
beforeAll(async () => {
  whole = copyOf();
  expect(await check(whole)).toBe('');
});

/** Changes files of a copy. @returns how many of them are different now */
const edit = (copy: string, files: readonly string[], change: (file: string, text: string) => string): number => {
  const existing = new Set(listFiles('src'));
  const changed = files.filter((file) => {
    if (!existing.has(file)) return false;
    const path = join(copy, 'src', file);
    const before = readFileSync(path, 'utf8');
    const after = change(file, before);
    writeFileSync(path, after);
    return after !== before;
  });
  return changed.length;
};

describe('without', () => {
  it.each(Object.entries(removals))('%s, everything else compiles', async (_, { files, names, words }) => {
    const copy = copyOf(whole);
    const removed = listFiles('src').filter((file) => files.test(file));
    expect(removed.length).toBeGreaterThan(1);
    for (const file of removed) rmSync(join(copy, 'src', file));
    expect(edit(copy, registries, (file, text) => withoutNames(file, text, files, names))).toBeGreaterThan(0);
    expect(edit(copy, catalogues, (file, text) => withoutWords(file, text, words))).toBe(catalogues.length);
    expect(await check(copy)).toBe('');
  });

  it('its registration, a feature leaves an import that does not compile', async () => {
    const copy = copyOf(whole);
    rmSync(join(copy, 'src/features/convert'), { recursive: true });
    expect(await check(copy)).toMatch(/^src\/features\/index\.ts\(.+Cannot find module '\.\/convert\//u);
  });
});
