import { describe, expect, it } from 'vitest';
import { withoutNames, withoutWords } from './edit.ts';
import { parseSource } from './source.ts';

describe('the reading of sources', () => {
  it('finds every form of import', () => {
    const text = `
import 'dotenv/config';
import fs, { a, type B } from "node:fs";
import * as all from './all.ts';
import type { C } from '../puzzles/puzzle.ts';
import {
  long,
  list,
} from './list.ts';
export { d } from './d.ts';
export type { E } from './e.ts';
export * from './star.ts';
export const text = 'from ./nowhere.ts';
type F = typeof import('./f.ts');
const { g } = await import('./g.ts');
`;
    const found = parseSource('search/x.ts', text).imports.map(({ to, kind }) => `${kind} ${to}`);
    expect(found.sort()).toEqual([
      'dynamic search/g.ts',
      'static dotenv/config',
      'static node:fs',
      'static search/all.ts',
      'static search/d.ts',
      'static search/list.ts',
      'static search/star.ts',
      'type puzzles/puzzle.ts',
      'type search/e.ts',
      'type search/f.ts',
    ]);
  });

  it('finds functions with their names and lengths, but not the callbacks of describe', () => {
    const text = `
const short = () => 1;
describe('group', () => {
  it('works', () => {
    short();
  });
});
class A {
  method() {
    return 1;
  }
}
`;
    const found = parseSource('x.ts', text).functions.map(({ name, line, lines }) => `${name} ${line} ${lines}`);
    expect(found).toEqual(['short 2 1', 'a function 4 3', 'method 9 3']);
  });

  it('finds the kinds of work that are defined, and the functions called fits', () => {
    const text = `export const job = defineJob({ kind: 'solve', fits: (puzzle) => puzzle.family === 'pegs' });`;
    const { kinds: found, fits, strings } = parseSource('x.ts', text);
    expect(found).toEqual(['solve']);
    expect(fits.map(({ start, end }) => text.slice(start, end))).toEqual(["(puzzle) => puzzle.family === 'pegs'"]);
    expect(strings).toContain('pegs');
  });
});

describe('the edits of a removal', () => {
  it('take an import, the declarations with its name, and the entries that mention it', () => {
    const text = `
import { a } from './a.ts';
import { b } from './b/b.ts';
import type { T } from './t.ts';
const names = ['a', 'b', 'c'] as const;
const byB = { run: () => b };
export const list: readonly T[] = [a, b, { c: byB }];
export const record: Record<string, T> = { a, b, c: byB, d: a };
`;
    expect(withoutNames('x.ts', text, /^b\//u, ['byB']).replace(/\n+/gu, '\n')).toBe(`
import { a } from './a.ts';
import type { T } from './t.ts';
const names = ['a', 'c'] as const;
export const list: readonly T[] = [a, ];
export const record: Record<string, T> = { a, d: a };
`);
  });

  it('take the sentences of a key, its plural forms too', () => {
    const text = `export const en = { a: { one: 'x', two_one: 'y', two_other: 'z' }, two: { a: 'b' } };`;
    expect(withoutWords('en.ts', text, ['two']).replace(/\s+/gu, '')).toBe(`exportconsten={a:{one:'x',},};`);
  });
});
