/**
 * The rules that keep the house a house, checked over the graph of imports. A small scanner reads the statements; what
 * TypeScript erases (`import type`) counts for the layers, where it is a dependency of thought, and not for what runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';

const root = new URL('../src/', import.meta.url);

/** What each layer below the features may import, besides packages. */
const layers: Readonly<Record<string, readonly string[]>> = {
  puzzles: ['puzzles'],
  kernels: ['kernels', 'puzzles'],
  search: ['search', 'kernels', 'puzzles'],
  render: ['render', 'search', 'kernels', 'puzzles', 'locales'],
};

/** Where all features meet what they have in common: the edge to Discord, and the list of commands there. */
const seams: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^\w+\//u, /^discord\/(command|rest|text)\.ts$/u],
  [/^discord\/register\.ts$/u, /^(\w+\/command|daily\/standings)\.ts$/u],
  // Posts and reminders are of daily challenges.
  [/^posting\//u, /^daily\/(rules|store|answer)\.ts$/u],
  // The pipeline of requests, which knows no feature.
  [/^\w+\//u, /^work\//u],
];

/** All other imports from one feature into another, as [from, to]; each is an exception and needs a reason here. */
const meetings: readonly (readonly [from: string, to: string])[] = [
  // The draw of a daily challenge is work for a thread, and its rules belong together; they are pure.
  ['work/thread.ts', 'daily/rules.ts'],
  // A subcommand of /settings belongs to the feature that it is about.
  ['posting/command.ts', 'settings/command.ts'],
  // A game on a daily challenge ends in a result of it, and tells nothing before the day is over; the rules are pure.
  ['play/command.ts', 'daily/rules.ts'],
  ['daily/standings.ts', 'settings/command.ts'],
  // /leaderboard has boards of two features.
  ['leaderboard/command.ts', 'daily/rules.ts'],
];

/** What runs where Discord must not be loaded: workers are many, and their threads more. */
const withoutDiscord = ['worker.ts', 'work/thread.ts'];

interface Import {
  readonly from: string;
  /** A file of the project, or the name of a package. */
  readonly to: string;
  readonly isInside: boolean;
  readonly kind: 'static' | 'dynamic' | 'type';
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"\n]+)['"]/gmu;
const dynamic = /(\btypeof\s+)?\bimport\(\s*['"`]([^'"`\n]+)['"`]/gu;

const importsIn = (from: string, text: string): Import[] => {
  const found = (pattern: RegExp, kind: Import['kind']): Import[] =>
    [...text.matchAll(pattern)].map(([, type, target]) => {
      const isInside = target!.startsWith('.');
      const to = isInside ? normalize(join(dirname(from), target!)) : target!;
      return { from, to, isInside, kind: type ? 'type' : kind };
    });
  return [...found(statement, 'static'), ...found(dynamic, 'dynamic')];
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  // AssemblyScript is another language, with its own compiler.
  .filter((file) => /\.[jt]sx?$/u.test(file) && !file.endsWith('.d.ts') && !file.startsWith('kernels/assembly/'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]));
const imports = [...texts].flatMap(([file, text]) => importsIn(file, text));

const folderOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');
const isOurs = (target: string): boolean => texts.has(target);
const isFeature = (folder: string): boolean => folder !== '' && folder !== 'locales' && !(folder in layers);
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
const isDiscord = (name: string): boolean => name === 'discord.js' || name.startsWith('@discordjs/');
const shown = ({ from, to }: Import): string => `${from} → ${to}`;

/** Everything that runs when a file is loaded, each with the file that first brought it in. */
const reachable = (entry: string): Map<string, string> => {
  const broughtBy = new Map([[entry, '']]);
  for (const file of broughtBy.keys()) {
    for (const { from, to, kind } of imports) {
      if (from === file && kind !== 'type' && !broughtBy.has(to)) broughtBy.set(to, from);
    }
  }
  return broughtBy;
};

/** The way by which a file was reached, for the message of a failed test. */
const wayTo = (target: string, broughtBy: ReadonlyMap<string, string>): string => {
  const way = [target];
  for (let at = broughtBy.get(target); at; at = broughtBy.get(at)) way.unshift(at);
  return way.join(' → ');
};

describe('the scanner', () => {
  it('reads every form of import', () => {
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
    expect(importsIn('search/x.ts', text).map(({ to, kind }) => `${kind} ${to}`)).toEqual([
      'static dotenv/config',
      'static node:fs',
      'static search/all.ts',
      'type puzzles/puzzle.ts',
      'static search/list.ts',
      'static search/d.ts',
      'type search/e.ts',
      'static search/star.ts',
      'type search/f.ts',
      'dynamic search/g.ts',
    ]);
  });

  it('sees the house: all that is imported from within it is there', () => {
    expect(files).toEqual(expect.arrayContaining(['puzzles/puzzle.ts', 'search/index.ts', 'config.ts']));
    const inside = imports.filter(({ isInside }) => isInside);
    expect(inside.filter(({ to }) => !isOurs(to)).map(shown)).toEqual([]);
    expect(inside.length).toBeGreaterThan(files.length / 2);
  });
});

describe('puzzles, kernels, search and render', () => {
  const core = imports.filter(({ from }) => folderOf(from) in layers);

  it('import only each other, lower layers never higher ones', () => {
    const wrong = core.filter(({ from, to }) => isOurs(to) && !layers[folderOf(from)]!.includes(folderOf(to)));
    expect(wrong.map(shown)).toEqual([]);
    expect(core.length).toBeGreaterThan(10);
  });

  it('import no Discord, no queue and no Redis, and reach none', () => {
    const forbidden = (name: string) => isDiscord(name) || ['bullmq', 'ioredis', 'discord-api-types'].includes(name);
    expect(core.filter(({ to }) => forbidden(packageOf(to))).map(shown)).toEqual([]);
    for (const file of files.filter((file) => folderOf(file) in layers)) {
      const reached = reachable(file);
      const wrong = [...reached.keys()].filter((target) => forbidden(packageOf(target)));
      expect(wrong.map((target) => wayTo(target, reached))).toEqual([]);
    }
  });
});

describe('features', () => {
  it('meet only at the edge to Discord, and where an exception is listed', () => {
    const across = imports.filter(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      return isOurs(to) && isFeature(here) && isFeature(there) && here !== there;
    });
    const isListed = ({ from, to }: Import) =>
      seams.some(([a, b]) => a.test(from) && b.test(to)) || meetings.some(([a, b]) => a === from && b === to);
    expect(across.filter((edge) => !isListed(edge)).map(shown)).toEqual([]);
  });

  it('use every exception that is listed', () => {
    const edges = new Set(imports.map(shown));
    expect(meetings.map(([from, to]) => `${from} → ${to}`).filter((edge) => !edges.has(edge))).toEqual([]);
  });
});

describe('workers', () => {
  it.each(withoutDiscord)('do not load Discord by way of src/%s', (entry) => {
    expect(files).toContain(entry);
    const reached = reachable(entry);
    const wrong = [...reached.keys()].filter((target) => isDiscord(packageOf(target)));
    expect(wrong.map((target) => wayTo(target, reached))).toEqual([]);
    expect(reached.has('search/index.ts')).toBe(true);
  });
});

describe('the playground', () => {
  const within = imports.filter(({ from }) => folderOf(from) === 'playground');

  it('imports nothing of the bot', () => {
    expect(within.filter(({ to }) => isOurs(to) && folderOf(to) !== 'playground').map(shown)).toEqual([]);
    expect(within.length).toBeGreaterThan(50);
  });

  it("loads nothing of the stand-in into its page but what is pure, nor Node's or a bot's packages", () => {
    const reached = reachable('playground/page/main.tsx');
    const inside = [...reached.keys()].filter((target) => isOurs(target) && !target.startsWith('playground/page/'));
    expect(inside).toEqual(['playground/command-line.ts']);
    const packages = [...reached.keys()].filter((target) => !isOurs(target)).map(packageOf);
    expect([...new Set(packages)].sort()).toEqual(['discord-markdown-parser', 'preact']);
  });
});

it('reads the environment in src/runtime/config.ts only', () => {
  const env = /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|\bimport\s[^;]*\benv\b[^;]*from\s+['"](node:)?process['"]/u;
  expect(files.filter((file) => env.test(texts.get(file)!))).toEqual(['config.ts']);
});

it('loads what makes traces only when it is asked for', () => {
  const made = imports.filter(({ to }) => /^@opentelemetry\/|^bullmq-otel$/u.test(to));
  expect(made.filter(({ kind }) => kind === 'dynamic').map(({ from }) => from)).toContain('tracing.ts');
  expect(made.filter(({ kind }) => kind === 'static').map(shown)).toEqual([]);
});

it('has no circle of imports', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const { from, to, kind } of imports) {
      // A dynamic import waits until its file has been loaded, so it closes no circle; an erased one loads nothing.
      if (from === file && kind === 'static' && isOurs(to)) visit(to, [...path, file]);
    }
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
