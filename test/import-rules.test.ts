/** The rules of the architecture. This is the only place that states them. */
import { describe, expect, it } from 'vitest';
import { allPuzzles } from '../src/puzzles/registry.ts';
import { type Import, listFiles, parseSource, readSource, type Source, sourceFolders } from './support/source.ts';

/** Folders of `src`: each imports only from itself and from those before it. */
const folders = [
  'proof',
  'puzzles',
  'search',
  'locales',
  'runtime',
  'render',
  'discord',
  'ask',
  'queue',
  'schedule',
  'standings',
  'spoilers',
  'features',
] as const;
const programs = ['main.ts', 'bot.ts', 'worker.ts', 'cli.ts'];
const mostFolders = 13;

/** The packages beside `src`, and which of them each may import. They know nothing of the bot. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/stand-in': [],
  'packages/playground': ['packages/stand-in'],
};
/** The only file of the bot that imports them. */
const packagesAllowed = 'main.ts';

/** The parts of a folder: each imports only from itself and from those before it. The first that fits names a file's. */
const parts: Readonly<Record<string, readonly (readonly [name: string, files: RegExp])[]>> = {
  puzzles: [
    ['contracts', /^puzzles\/(?!registry|reader|large-boards|likeness|lengths)[\w-]+\.ts$/u],
    ['families', /^puzzles\/families\//u],
    ['catalogue', /^puzzles\/catalogue\//u],
    ['registry', /^puzzles\/registry\.ts$/u],
    ['readers of the registry', /^puzzles\/(reader|large-boards|likeness|lengths)\.ts$/u],
  ],
};

/** Imports that are forbidden within a folder. */
const forbidden: readonly (readonly [from: RegExp, to: RegExp])[] = [
  // An algorithm is generic over the cursor of a family, and over the tables.
  [/^search\/algorithms\//u, /^search\/(sliding|blocks|pegs|tables\/(?!contract))/u],
  // A family can be removed without touching another. Only cards need blocks, as they move by the same cursor.
  [/^puzzles\/families\/sliding\//u, /^puzzles\/families\/(?!sliding\/)/u],
  [/^puzzles\/families\/cards\//u, /^puzzles\/families\/(?!(?:cards|blocks)\/)/u],
  [/^puzzles\/families\/blocks\//u, /^puzzles\/families\/(?!blocks\/)/u],
  [/^puzzles\/families\/pegs\//u, /^puzzles\/families\/(?!pegs\/)/u],
  // A checker that shares code with what it checks proves less.
  [/^proof\//u, /^(?!proof\/|zod$)/u],
];

/** Features that import from another one. */
const featurePairs: readonly (readonly [from: string, to: string, reason: string])[] = [
  ['play', 'daily', 'a game on a daily challenge ends in a result of it'],
  ['analyse', 'file', '/analyse takes one solve or a file of many'],
  ['solve', 'file', 'standard input has boards in lines, as a file has'],
  ['solve', 'proof', 'an answer may have a certificate'],
  ['play', 'practice', 'a game against the clock ends in a result of practice'],
  ['daily', 'leaderboard', 'the recap of a week names the hardest find'],
  ['help', 'daily', 'the start card opens the challenge of the day'],
  ['help', 'play', 'the start card opens the first lesson'],
  ['help', 'find', 'the start card opens the form for a position'],
];

/** Kinds of work, which every feature may ask for. */
const kindsOfWork = /^features\/[\w-]+\/job\.ts$/u;

/** Code to which every puzzle is alike, and the files of the catalogue that are one. */
const nameless = /^(discord|ask|queue|features|spoilers)\//u;
const isPuzzle = (file: string): boolean => !/\/(daily|histograms|lessons|solved)\.ts$/u.test(file);

/** Names that several files export all the same. */
const sharedNames: readonly string[] = [
  // Each family reads and writes its boards in its own way.
  ...['Drawing', 'Analysis', 'analyse', 'bitCount', 'blocks', 'rankOf', 'shapeOf', 'wordsOf'],
  // A bound, a table or a cursor has what another one has.
  ...['choices', 'columnsOf', 'isWhole', 'tablesIn', 'unreachable'],
  // Layers that never meet: a search or a drawing, and the queue or the command line; moves, and Prometheus.
  ...['Outcome', 'SolveOptions', 'Task', 'metrics'],
];

/** Packages of Discord, the queue and Redis. */
const discordPackages = /^(discord\.js|@discordjs\/.+)$/u;
const serverPackages = /^(discord\.js|@discordjs\/.+|discord-api-types|bullmq|ioredis)$/u;

/** Packages that nothing may load which is reached from a file. Types are erased, so they don't count here. */
const unreachable: readonly (readonly [from: RegExp, packages: RegExp, why: string])[] = [
  [/^(puzzles|search|locales|render)\//u, serverPackages, 'they are pure'],
  [
    /^(worker\.ts|queue\/thread\.ts|features\/(thread|isolated)\.ts)$/u,
    discordPackages,
    'there are many workers and threads',
  ],
  [/^(bot|worker)\.ts$/u, /^@napi-rs\/canvas$/u, 'only the drawing thread needs it'],
];

/** What runs when the project is built, and may import development dependencies. */
const runsAtBuild = /^(packages\/playground\/src\/page|search\/kernels)\//u;

/** Lines of a program, of a function and of a file, at most. */
const longest = { program: 150, function: 80, file: 400 };
const longFilesAllowed = /^src\/locales\//u;
const longFunctionsAllowed = /^src\/search\/kernels\//u;

/** Where code may ask which family a puzzle is of; in `search`, only in `fits`. */
const familyAllowed = /^(puzzles\/families\/|puzzles\/registry\.ts$|locales\/)/u;

/** The source that an import names, if it is one of our packages by its name. */
const byName = (to: string): string => {
  const [, name, module = name] = /^@antipode\/([\w-]+)(?:\/(.+))?$/u.exec(to) ?? [];
  return name === undefined ? to : `packages/${name}/src/${module}.ts`;
};

/** All sources: those of `src` by their path in it, those of packages by their path in the project. */
const src: readonly Source[] = sourceFolders.flatMap((root) =>
  listFiles(root)
    // AssemblyScript is another language, with its own compiler.
    .filter(
      (file) => /\.[jt]sx?$/u.test(file) && !file.endsWith('.d.ts') && !file.startsWith('search/kernels/assembly/'),
    )
    .map((file) => {
      const source = parseSource(root === 'src' ? file : `${root}/${file}`, readSource(`${root}/${file}`));
      return { ...source, imports: source.imports.map((each) => ({ ...each, to: byName(each.to) })) };
    }),
);
const files = new Map(src.map((source) => [source.file, source]));
const imports = src.flatMap((source) => source.imports);

const isOurs = (target: string): boolean => files.has(target);
/** The folder of `src`, or the package. */
const folderOf = (file: string): string => /^(packages\/)?[^/]+(?=\/)/u.exec(file)?.[0] ?? '';
const featureOf = (file: string): string => /^features\/([\w-]+)\//u.exec(file)?.[1] ?? '';
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

interface Violation {
  readonly file: string;
  readonly detail: string;
}
const edge = ({ from, to }: Import): Violation => ({ file: from, detail: `${from} → ${to}` });

/** Whether a file of the folder `from` may import one of the folder `to`; the programs' folder is ''. */
const mayImport = (from: string, to: string): boolean => {
  if (from === to || from === '') return true;
  const order: readonly string[] = folders;
  const [here, there] = [order.indexOf(from), order.indexOf(to)];
  return here < 0 ? (packages[from]?.includes(to) ?? false) : there >= 0 && there <= here;
};

/** The name of the package that an import names. */
const nameOf = (to: string): string =>
  folderOf(to) in packages ? folderOf(to).replace('packages', '@antipode') : packageOf(to);

const listed = new Map(
  ['', ...Object.keys(packages)].map((folder) => [
    folder,
    JSON.parse(readSource(`${folder}/package.json`)) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>> | undefined>
    >,
  ]),
);

/** The packages that a file may import, as its package.json lists them. */
const dependenciesOf = (file: string): readonly string[] => {
  const { dependencies, devDependencies } = listed.get(folderOf(file) in packages ? folderOf(file) : '')!;
  return Object.keys({ ...dependencies, ...(runsAtBuild.test(file) && devDependencies) });
};

const partOf = (file: string): number => parts[folderOf(file)]?.findIndex(([, own]) => own.test(file)) ?? -1;

/** Every file and package that is loaded with a file, each with the file that first imports it. */
const reachableFrom = (entry: string): Map<string, string> => {
  const importer = new Map([[entry, '']]);
  for (const file of importer.keys()) {
    for (const { to, kind } of files.get(file)?.imports ?? []) {
      if (kind !== 'type' && !importer.has(to)) importer.set(to, file);
    }
  }
  return importer;
};

/** The chain of imports that reaches a target. */
const chainTo = (target: string, importer: ReadonlyMap<string, string>): string => {
  const chain = [target];
  for (let at = importer.get(target); at; at = importer.get(at)) chain.unshift(at);
  return chain.join(' → ');
};

/** The shortest circle of imports through a file, types included. */
const circleThrough = (file: string): string | undefined => {
  const importer = new Map<string, string>();
  const queue = [file];
  for (const at of queue) {
    for (const { to } of files.get(at)?.imports ?? []) {
      if (!isOurs(to) || importer.has(to)) continue;
      importer.set(to, at);
      queue.push(to);
    }
  }
  if (!importer.has(file)) return undefined;
  const circle = [file];
  for (let at = importer.get(file)!; at !== file; at = importer.get(at)!) circle.unshift(at);
  return [file, ...circle].join(' → ');
};

const readsEnvironment =
  /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|\bimport\s[^;]*\benv\b[^;]*from\s+['"](node:)?process['"]/u;
/** What a file declares and exports. */
const exportedName = /^export (?:abstract |async )*(?:const|let|function\*?|class|type|interface) (\w+)/gmu;
const asksForFamily = /\.family\b|family ===/gu;

const kinds = new Set(src.flatMap((source) => source.kinds));

/** Files that people write, with their text. */
const written = [...sourceFolders, 'test'].flatMap((root) =>
  listFiles(root)
    .filter((file) => /\.([jt]sx?|lua|css)$/u.test(file))
    .map((file) => ({ file: `${root}/${file}`, text: readSource(`${root}/${file}`) })),
);

const lineCount = (text: string): number => text.trimEnd().split('\n').length;

/** Each rule with what it finds against it. */
const rules: Readonly<Record<string, () => readonly Violation[]>> = {
  'has four programs': () => {
    const found = src.filter(({ file }) => folderOf(file) === '').map(({ file }) => file);
    return found.sort().join() === [...programs].sort().join() ? [] : [{ file: 'src', detail: found.join(', ') }];
  },
  'has at most 13 folders, each with a place in the order': () => {
    const order: readonly string[] = folders;
    const found = [...new Set(listFiles('src').map(folderOf))].filter((folder) => folder !== '');
    const unknown = found.filter((folder) => !order.includes(folder));
    return [
      ...unknown.map((file) => ({ file, detail: `${file} has no place in the order` })),
      ...(found.length > mostFolders ? [{ file: 'src', detail: found.join(', ') }] : []),
    ];
  },
  'imports only files that exist': () => imports.filter(({ to, isInside }) => isInside && !isOurs(to)).map(edge),
  'imports only from folders before its own': () =>
    imports.filter(({ from, to }) => isOurs(to) && !mayImport(folderOf(from), folderOf(to))).map(edge),
  'imports packages only in main.ts': () =>
    imports
      .filter(({ from, to }) => !(folderOf(from) in packages) && folderOf(to) in packages && from !== packagesAllowed)
      .map(edge),
  'imports another package by its name': () =>
    imports
      .filter(({ from, to, isInside }) => isInside && folderOf(to) in packages && folderOf(from) !== folderOf(to))
      .map(edge),
  'imports only dependencies of its own package.json': () =>
    imports
      .filter(
        ({ from, to, isInside }) => !isInside && !to.startsWith('node:') && !dependenciesOf(from).includes(nameOf(to)),
      )
      .map(edge),
  'imports only from parts of the folder before its own': () =>
    imports
      .filter(({ from, to }) => isOurs(to) && folderOf(from) === folderOf(to) && partOf(to) > partOf(from))
      .map(edge),
  'imports nothing that is forbidden within the folder': () =>
    imports.filter(({ from, to }) => forbidden.some(([a, b]) => a.test(from) && b.test(to))).map(edge),
  'has no circle of imports': () =>
    src.flatMap(({ file }) => {
      const detail = circleThrough(file);
      return detail ? [{ file, detail }] : [];
    }),
  'imports from another feature only as listed': () =>
    imports
      .filter(({ from, to }) => {
        const [here, there] = [featureOf(from), featureOf(to)];
        const isListed = kindsOfWork.test(to) || featurePairs.some(([a, b]) => a === here && b === there);
        return here !== '' && there !== '' && here !== there && !isListed;
      })
      .map(edge),
  'lists only pairs of features that are used': () =>
    featurePairs
      .filter(([a, b]) => !imports.some(({ from, to }) => featureOf(from) === a && featureOf(to) === b))
      .map(([a, b]) => ({ file: `features/${a}`, detail: `${a} → ${b}` })),
  'reaches no package that it must not load': () =>
    src.flatMap(({ file }) =>
      unreachable
        .filter(([from]) => from.test(file))
        .flatMap(([, packages, why]) => {
          const importer = reachableFrom(file);
          const wrong = [...importer.keys()].filter((target) => !isOurs(target) && packages.test(packageOf(target)));
          return wrong.map((target) => ({ file, detail: `${chainTo(target, importer)}, but ${why}` }));
        }),
    ),
  'reads the environment only in runtime/config.ts': () =>
    src
      .filter(({ file, text }) => file !== 'runtime/config.ts' && readsEnvironment.test(text))
      .map(({ file }) => ({ file, detail: file })),
  'loads OpenTelemetry only when it is asked for': () =>
    imports.filter(({ to, kind }) => kind === 'static' && /^(@opentelemetry\/.+|bullmq-otel)$/u.test(to)).map(edge),
  'asks for the family of a puzzle only where that is allowed': () =>
    src.flatMap(({ file, text, fits }) =>
      [...text.matchAll(asksForFamily)]
        .filter(({ index }) => {
          const isFits = file.startsWith('search/') && fits.some(({ start, end }) => start <= index && index < end);
          return !familyAllowed.test(file) && !isFits;
        })
        .map(({ index }) => ({ file, detail: `${file}:${lineCount(text.slice(0, index))}` })),
    ),
  'names puzzles only in their catalogue and registry': () => [
    ...imports
      .filter(({ from, to }) => to.startsWith('puzzles/catalogue/') && folderOf(from) !== 'puzzles' && isPuzzle(to))
      .map(edge),
    ...src
      .filter(({ file }) => nameless.test(file))
      .flatMap(({ file, strings }) =>
        strings
          .filter((text) => allPuzzles.some(({ id }) => text.split(/[\s-]/u).includes(id)))
          .map((text) => ({ file, detail: `${file}: '${text}'` })),
      ),
  ],
  'names no kind of work in queue': () =>
    kinds.size === 0
      ? [{ file: 'queue', detail: 'no kind of work is defined with defineJob' }]
      : src
          .filter(({ file }) => folderOf(file) === 'queue')
          .flatMap(({ file, strings }) =>
            strings.filter((text) => kinds.has(text)).map((text) => ({ file, detail: `${file}: '${text}'` })),
          ),
  'exports a name from one file only, unless it is listed': () => {
    const exporting = new Map<string, Set<string>>();
    for (const { file, text } of src.filter((source) => !(folderOf(source.file) in packages))) {
      for (const [, name = ''] of text.matchAll(exportedName))
        exporting.set(name, (exporting.get(name) ?? new Set()).add(file));
    }
    const shared = [...exporting.keys()].filter((name) => exporting.get(name)!.size > 1);
    const wrong = [...shared, ...sharedNames].filter((name) => !shared.includes(name) || !sharedNames.includes(name));
    return wrong.map((name) => ({ file: '', detail: `${name}: ${[...(exporting.get(name) ?? [])].join(', ')}` }));
  },
  // A cast by way of `unknown` hides any mistake.
  'casts no type twice': () =>
    src.filter(({ text }) => /\bas unknown as\b/u.test(text)).map(({ file }) => ({ file, detail: file })),
  'has short programs': () =>
    src
      .filter(({ file, text }) => programs.includes(file) && lineCount(text) > longest.program)
      .map(({ file, text }) => ({ file, detail: `${file}: ${lineCount(text)} lines` })),
  'has short functions': () =>
    written
      .filter(({ file }) => /\.[jt]sx?$/u.test(file) && !longFunctionsAllowed.test(file))
      .flatMap(({ file, text }) =>
        parseSource(file, text)
          .functions.filter(({ lines }) => lines > longest.function)
          .map(({ name, line, lines }) => ({ file, detail: `${file}:${line} ${name}: ${lines} lines` })),
      ),
  'has short files': () =>
    written
      .filter(({ file, text }) => !longFilesAllowed.test(file) && lineCount(text) > longest.file)
      .map(({ file, text }) => ({ file, detail: `${file}: ${lineCount(text)} lines` })),
};

describe('the source', () => {
  it.each(Object.keys(rules))('%s', (rule) => {
    expect(rules[rule]!().map(({ detail }) => detail)).toEqual([]);
  });

  it('is all there', () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['puzzles/puzzle.ts', 'search/solve.ts', 'runtime/config.ts', 'worker.ts', ...programs]),
    );
    const inside = imports.filter(({ to }) => isOurs(to));
    expect(inside.length).toBeGreaterThan(files.size / 2);
    // What the rules about reaching look at: a worker reaches the search, and the bot reaches Discord.
    expect([...reachableFrom('worker.ts').keys()]).toContain('queue/worker.ts');
    expect([...reachableFrom('bot.ts').keys()]).toContain('discord.js');
    expect(src.filter(({ file }) => unreachable[1]![0].test(file)).length).toBeGreaterThanOrEqual(2);
    const traced = imports.filter(({ to, kind }) => kind === 'dynamic' && to.startsWith('@opentelemetry/'));
    expect(traced.map(({ from }) => from)).toContain('runtime/tracing.ts');
    expect(readsEnvironment.test(files.get('runtime/config.ts')!.text)).toBe(true);
    expect(imports.filter(({ from }) => folderOf(from) === 'packages/playground').length).toBeGreaterThan(50);
  });
});

describe('the page of the playground', () => {
  it('loads only its own files, the reading of command lines and times, and packages for a browser', () => {
    const reached = [...reachableFrom('packages/playground/src/page/main.tsx').keys()];
    const ours = reached.filter((target) => isOurs(target) && !target.startsWith('packages/playground/src/page/'));
    expect(ours.sort()).toEqual([
      'packages/playground/src/command-line.ts',
      'packages/stand-in/src/command.ts',
      'packages/stand-in/src/timestamp.ts',
    ]);
    const others = reached.filter((target) => !isOurs(target)).map(packageOf);
    expect([...new Set(others)].sort()).toEqual(['discord-markdown-parser', 'preact']);
  });
});
