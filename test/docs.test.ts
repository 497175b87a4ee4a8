/** The pages that people read: their links, their commands, and the length of the README. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { usagesOf } from '../src/discord/definition.ts';
import { definitions } from '../src/features/index.ts';
import { en } from '../src/locales/en.ts';
import { puzzleOf, puzzles } from '../src/puzzles/registry.ts';
import { methods } from '../src/search/method-names.ts';
import { listFiles } from './support/source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['.', 'docs', 'bench', '.github', 'packages/stand-in'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
/** The anchors of a page, as GitHub makes them from headings. */
const anchors = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gmu)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('the README has at most 900 words', () => {
  expect(read('README.md').split(/\s+/u).length).toBeLessThanOrEqual(900);
});

test('README.ja.md has the parts and the links of README.md, and each links to the other first', () => {
  const partsOf = (page: string) => [...read(page).matchAll(/^##? /gmu)].length;
  expect(partsOf('README.ja.md')).toBe(partsOf('README.md'));
  const linksOf = (page: string) =>
    [...read(page).matchAll(/(?:\]\(|(?:src|href)=")([^)"\s]+)/gu)]
      .map(([, link]) => link!.replace('pictures/ja/', 'pictures/'))
      .filter((link) => !/^README/u.test(link));
  expect(new Set(linksOf('README.ja.md'))).toEqual(new Set(linksOf('README.md')));
  expect(read('README.md').split('\n')[2]).toContain('](README.ja.md)');
  expect(read('README.ja.md').split('\n')[2]).toContain('](README.md)');
});

test('CONTRIBUTING is read in a first hour: it has at most 180 lines', () => {
  expect(read('CONTRIBUTING.md').trimEnd().split('\n').length).toBeLessThanOrEqual(180);
});

describe.each(pages)('%s', (page) => {
  test('links to files and headings that exist', () => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/u.test(link)) return false;
      const [path, anchor] = link.split('#');
      const file = path ? join(dirname(page), path) : page;
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchors(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(page).matchAll(/npm run (?:--silent )?([a-z:-]+)/gu)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the example of packages/stand-in/README.md prints the answer', () => {
  const [, example] = /^```js\n(.+?)^```$/msu.exec(read('packages/stand-in/README.md'))!;
  const options = ['--input-type=module', '--eval', example!];
  expect(execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' })).toBe('Hello, ann!\n');
});

test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/testing.md'])('%s names files that exist', (page) => {
  const files = ['src', 'test', 'packages', 'bench', 'docs'].flatMap((folder) =>
    listFiles(folder).map((file) => `/${folder}/${file}`),
  );
  const named = codesIn(read(page)).filter((code) => /^[\w./-]+\.(?:ts|js|lua|md)$/u.test(code));
  const isThere = (name: string) => existsSync(join(root, name)) || files.some((file) => file.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

/** All commands as people type them, without the slash: `daily remind on`. */
const usages = definitions.flatMap((definition) => usagesOf(definition)).map(({ path }) => path);
/** What a text calls a command: up to two words after a slash. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/`\/([a-z-]+(?: [a-z-]+)?)/gu)].map(([, words]) => words!);
const isKnown = (words: string): boolean => {
  const [command, second] = words.split(' ');
  // Where a command has no subcommands, the second word is a value.
  if (second === undefined || usages.includes(command!)) return usages.some((path) => path.split(' ')[0] === command);
  return puzzleOf(second) !== undefined || usages.some((path) => `${path} `.startsWith(`${words} `));
};
const unknown = (text: string): string[] => commandsIn(text).filter((words) => !isKnown(words));

test.each([
  ...['README.md', 'README.ja.md', 'docs/commands.md', 'docs/daily-and-contests.md', 'docs/eggbot.md'],
  'docs/privacy.md',
])('%s names commands that exist', (page) => {
  expect(unknown(read(page))).toEqual([]);
});

test('the table of docs/commands.md has every command', () => {
  const [table] = /^\| command \|.*\n(?:\|.*\n)+/mu.exec(read('docs/commands.md'))!;
  const named = table.split('\n').flatMap((row) => {
    let command: string[] = [];
    // After a command, a word alone is another last word: `/daily remind on`, `off`.
    return [...(row.split('|')[1] ?? '').matchAll(/`(\/?)([a-z -]+)`/gu)].map(([, slash, words]) => {
      command = slash ? words!.split(' ') : [...command.slice(0, -1), words!];
      return command.join(' ');
    });
  });
  // The subcommands of puzzles are alike.
  const wanted = usages.map((path) => path.replace(/^solve eight$/u, 'solve'));
  expect([...new Set(named)].sort()).toEqual(wanted.sort());
});

/** The part of a page below a heading. */
const section = (page: string, heading: string): string => read(page).split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/gu)].map(([, code]) => code!);

test.each([
  ['README.md', 'Puzzles'],
  ['README.ja.md', 'パズル'],
  ['docs/commands.md', 'Puzzles'],
])('%s has every puzzle with a subcommand', (page, heading) => {
  const named = codesIn(section(page, heading)).filter((code) => /^\w+$/u.test(code));
  expect(named).toEqual(expect.arrayContaining(puzzles.map(({ id }) => id)));
  expect(named.filter((id) => !puzzleOf(id))).toEqual([]);
});

test('docs/commands.md has every method', () => {
  expect(codesIn(section('docs/commands.md', 'Methods'))).toEqual(expect.arrayContaining([...methods]));
});

test('sentences of the bot name commands that exist', () => {
  expect(unknown(JSON.stringify(en))).toEqual([]);
});

describe('docs/eggbot.md', () => {
  const rows = read('docs/eggbot.md')
    .split('\n')
    .filter((line) => line.startsWith('| `!'))
    .map((line) => line.slice(2, -1).split(' | '));

  /** All of `main.py` (github.com/benwh1/eggbot, 2024-09-21), in its order, then those that only its README has. */
  const commands = [
    ...['fmc', 'submit', 'results', 'deleteresult', 'setsolution', 'numwrs', 'startfmc', 'update', 'getreal'],
    ...['getscramble', 'getwr', 'wrsby', 'getpb', 'getreq', 'animate', 'analyse', 'analyze', 'draw', 'getprob'],
    ...['paint', 'rev', 'not', 'tti', 'datecompare', 'movesgame', 'tournament', 'game', 'goodm', 'eggsolve'],
    ...['solve', 'video', 'simplify', 'solvable', '8fmc', 'rank', 'link', 'addsolve', 'deletesolve', 'egg'],
    ...['rareegg', 'rareyaytso', 'help', 'restart', 'dbdump', 'getdif', 'md'],
    ...['analyse3x3', 'getlb'],
  ];

  test('has every command', () => {
    const named = rows.flatMap(([theirs]) => [...theirs!.matchAll(/`!(\w+)`/gu)].map(([, name]) => name!));
    expect([...new Set(named)].sort()).toEqual([...commands].sort());
  });

  /** Rows of two columns are about what does not apply. */
  const ways = rows.filter(({ length }) => length === 3);

  test('has our way for each, or a reason', () => {
    expect(ways.filter(([, ours]) => !/`\/[a-z]|^(?:not needed|for whoever runs it): /u.test(ours!))).toEqual([]);
    expect(rows.filter(({ length, 1: reason }) => length === 2 && !/\w{3}.*\. ?$/u.test(reason!))).toEqual([]);
  });

  const tests = rows.flatMap(([theirs, , shown = '']) =>
    [...shown.matchAll(/\[(.+?)\]\(\.\.\/(test\/[^)]+)\)/gu)].map(
      ([, title, file]) => [theirs!, title!, file!] as const,
    ),
  );

  test('shows each command of ours by a test', () => {
    const without = ways.filter(
      ([, ours, shown]) => !shown!.includes('](') && !/^(?:not yet|for whoever)/u.test(ours!),
    );
    expect(without).toEqual([]);
    expect(tests.length).toBeGreaterThanOrEqual(25);
  });

  test.each(tests)('%s: a test is called "%s" in %s', (_, title, file) => {
    // The first argument of a test, whatever its quotes.
    const source = read(file);
    expect([...`'"\``].filter((quote) => source.includes(`${quote}${title}${quote},`))).toHaveLength(1);
  });
});
