/**
 * What anybody from outside can send, as functions of one text, for fuzzers: each throws where a promise is broken. On
 * the compiled program, because the fuzzer that is guided by coverage reads no TypeScript.
 */
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { z } from 'zod';
import { parseSolve } from '../../dist/ask/solve-button.js';
import { wrongInput, wrongMoves } from '../../dist/ask/wrong-input.js';
import { noFields, numberField } from '../../dist/discord/command.js';
import * as contest from '../../dist/features/contest/answer.js';
import { convertCard } from '../../dist/features/convert/answer.js';
import { convertJob } from '../../dist/features/convert/job.js';
import * as daily from '../../dist/features/daily/answer.js';
import { boundProblem } from '../../dist/features/heuristic/answer.js';
import { jobs } from '../../dist/features/jobs.js';
import * as leaderboard from '../../dist/features/leaderboard/answer.js';
import { parseTap } from '../../dist/features/play/board.js';
import { parseStep, stepTarget } from '../../dist/features/solve/answer.js';
import { parseWatch } from '../../dist/features/watch/answer.js';
import { languages, translator } from '../../dist/locales/index.js';
import { findPositions } from '../../dist/puzzles/finder.js';
import { formatMoves, parseMoves } from '../../dist/puzzles/moves.js';
import { replay } from '../../dist/puzzles/puzzle.js';
import { parseQuestion, readPosition } from '../../dist/puzzles/reader.js';
import { puzzles } from '../../dist/puzzles/registry.js';
import { readReplayLink } from '../../dist/puzzles/replay-link.js';
import { encodeWork, keyOf } from '../../dist/queue/define.js';
import { progressSchema, refusalSchema } from '../../dist/queue/job.js';
import { parseCancel } from '../../dist/queue/progress.js';
import { ConfigError, loadConfig, VARIABLES } from '../../dist/runtime/config.js';
import { jobVersion } from '../../dist/runtime/version.js';
import { readBound } from '../../dist/search/bounds/expression.js';
import { featuresOf } from '../../dist/search/bounds/features.js';
import { leaderboardOf } from '../../dist/standings/pager.js';
import { boardTargets } from './board-targets.js';
import { checkPosition, checkSaid, checkSpan, mostContent } from './promises.js';

/** Discord's limit of all text of a message with components, in UTF-16 code units. */
const mostText = 4000;

const position = (puzzle) => (text) => {
  const half = text.indexOf('\u0001');
  const [start, goal] = half < 0 ? [text, undefined] : [text.slice(0, half), text.slice(half + 1)];
  const question = parseQuestion(puzzle, start, goal);
  if (question.ok) {
    checkPosition(puzzle, question.value.start);
    const end = puzzle.parseGoal(question.value.goal.text);
    assert(end.ok, `its own goal is refused: ${question.value.goal.text}`);
    return;
  }
  // A text may also say its goal.
  const input = goal?.trim() && readPosition(puzzle, start).ok ? goal : start;
  checkSpan(input, question.problem);
  for (const language of languages) checkSaid(wrongInput(language, input, question.problem), mostContent);
};

/** A question to begin with. */
const exampleOf = ({ landmarks: [landmark], goal, formatPosition }) => ({
  position: formatPosition(goal.positions[0]),
  goal: goal.text,
  ...landmark,
});

const moves = (puzzle) => {
  const { start } = parseQuestion(puzzle, exampleOf(puzzle).position).value;
  return (text) => {
    const line = parseMoves(puzzle, start, text);
    if (line.ok) {
      replay(puzzle, start, line.value.moves);
      const again = parseMoves(puzzle, start, formatMoves(puzzle, start, line.value.moves).join(' '));
      assert(again.ok, 'its own spelling is refused');
      return;
    }
    checkSpan(text, line.problem);
    for (const language of languages) {
      checkSaid(wrongMoves(language, text, line.problem), mostContent);
    }
  };
};

const find = (text) => {
  for (const { puzzle, position: found, span } of findPositions(text, puzzles)) {
    checkSpan(text, { span });
    checkPosition(puzzle, found);
  }
};

const textsOf = (components) =>
  components.flatMap((part) => [part.content ?? [], textsOf(part.components ?? [])].flat());

const conversion = (text) => {
  const { id: puzzle } = puzzles[text.length % puzzles.length];
  const half = text.indexOf('\u0001');
  const asked = half < 0 ? { text } : { text: text.slice(half + 1), position: text.slice(0, half) };
  const request = { puzzle, ...asked, ...(text.length % 3 === 0 && { scramble: true }) };
  const result = convertJob.result.parse(convertJob.run(request));
  for (const language of languages) {
    const { components } = convertCard(translator(language), { request }, result);
    checkSaid(textsOf(components).join('\n'), mostText);
  }
};

/** A bound is refused with its place, or written in few characters that are read as the same bound. */
const bound = (text) => {
  const puzzle = puzzles[text.length % puzzles.length];
  const features = featuresOf(puzzle);
  const read = readBound(text, features);
  if (read.ok) {
    assert.match(read.value.text, /^[\w .,()*/+-]+$/u);
    assert.deepEqual(readBound(read.value.text, features), read);
    return;
  }
  checkSpan(text, read.problem);
  for (const language of languages) {
    checkSaid(boundProblem(translator(language), puzzle, text, read.problem), mostContent);
  }
};

/** A link as typed, and one that holds the text. */
const replayLinks = (text) => {
  const held = `https://slidysim.github.io/replay?r=${encodeURIComponent(deflateSync(text).toString('base64'))}`;
  for (const link of [text, held]) {
    const replay = readReplayLink(link);
    if (replay === undefined || replay === 'broken') continue;
    assert.match(replay.size, /^\d+x\d+$/u);
    assert.equal(typeof replay.moves, 'string');
  }
};

/** What comes over the queue: JSON of any shape is refused by the schemas, or is what they say. */
const job = (text) => {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const parsed = jobs.workJobSchema.safeParse(value);
  const asked = jobs.replyJobSchema.safeParse(value);
  for (const work of [parsed.data?.work, asked.data?.work]) {
    if (!work) continue;
    assert(keyOf(work).length <= 400, 'a long key');
    const again = jobs.workJobSchema.parse({ version: jobVersion, id, work: encodeWork(work) });
    assert(keyOf(again.work) === keyOf(work), 'work that changes on its way');
  }
  progressSchema.safeParse(value);
  refusalSchema.safeParse(value);
  for (const { result } of jobs.definitions) result.safeParse(value);
};

const id = '100000000000000001';
/** Reads the pages of a leaderboard that has these fields. */
const pageOf = (...fields) => leaderboardOf('page', z.tuple(fields), async () => ({})).component.parse;

/** Custom ids by what reads them, each with fields of ours. */
const ids = [
  [noFields, []],
  [parseCancel, [id, id]],
  [parseSolve, ['eight', '7nty', '', 'p']],
  [parseWatch, ['on', 'eight', '7nty', '', 'ida', '12', 'pd']],
  [parseStep, ['on', 'eight', '7nty', '', 'ida', '12', 'ed', id]],
  [parseTap, ['tap', id, '12', '3']],
  [parseTap, ['jump', `12-${id}`, '12', '3', '5']],
  [contest.parseContest, [id]],
  [contest.parseMove, [id, '3', '1']],
  [pageOf(), ['here', '2', 'on']],
  [daily.parseNumber, ['12']],
  [pageOf(z.enum(['week']), numberField), ['week', '12', 'all', '0', 'back']],
  [leaderboard.parseHardestPage, ['eight', 'everywhere', '0', 'on']],
  [leaderboard.parseShow, ['peg21']],
];

/** Fields of a custom id are read or refused; those of our own are read. */
const customIds = (text) => {
  const fields = text.split('|');
  for (const [parse, own] of ids) {
    assert(parse(own) !== undefined, `its own fields are refused: ${own}`);
    parse(fields);
    // Some of ours, some not.
    const mixed = own.map((field, index) => fields[index] || field);
    const read = parse(mixed);
    if (parse === parseStep && read) stepTarget(read, 31);
  }
};

/** Why a setting is refused; undefined where it is used. */
const refusalOf = (name, value) => {
  try {
    loadConfig({ [name]: value });
    return undefined;
  } catch (error) {
    assert(error instanceof ConfigError, String(error));
    return error.message;
  }
};

/** Settings are used or refused by name, and a secret is in no message: what is said of one is said of any other. */
const settings = (text) => {
  const [name = '', value = ''] = text.split('\u0001');
  const variable = VARIABLES.find((known) => known.name === name) ?? VARIABLES[text.length % VARIABLES.length];
  if (variable.name.endsWith('_FILE')) return;
  const refusal = refusalOf(variable.name, value);
  if (refusal === undefined) return;
  assert(refusal.includes(variable.name));
  assert(!variable.secret || refusal === refusalOf(variable.name, 'two words'), 'a secret is shown');
};

/** By name: the function, some texts to begin with, and the longest that Discord lets through. */
export const targets = {
  ...Object.fromEntries(
    puzzles.flatMap((puzzle) => {
      const { position: famous, goal } = exampleOf(puzzle);
      const { start } = parseQuestion(puzzle, famous).value;
      const cursor = puzzle.cursor(puzzle.goal);
      cursor.load(cursor.rank(start));
      const codes = [];
      const first = cursor.moves(codes, 0) > 0 ? [cursor.path(codes[0])] : [];
      const written = formatMoves(puzzle, start, first).join(' ');
      return [
        [`position of ${puzzle.id}`, { run: position(puzzle), seeds: [famous, `${famous}\u0001${goal}`], most: 700 }],
        [
          `moves of ${puzzle.id}`,
          { run: moves(puzzle), seeds: [written, `1. ${written}, R2 U' D`, `discord.gg/ ${written}`], most: 3100 },
        ],
      ];
    }),
  ),
  'positions in a text': {
    run: find,
    seeds: puzzles.map((puzzle) => `Look: ${exampleOf(puzzle).position}!\n**or** all-7`),
    most: 4000,
  },
  ...boardTargets,
  conversion: { run: conversion, seeds: ['867254301', '867254301\u0001UDLR', 'RULD 3'], most: 3100 },
  bounds: {
    run: bound,
    seeds: ['max(manhattan, 2 * misplaced) - floor(blank / 3)', '-(wide + 1e3) // 2', 'min(pegs, distance(8), .5)'],
    most: 200,
  },
  'replay links': {
    run: replayLinks,
    seeds: [
      'https://slidysim.github.io/replay?r=eNqLVnIJUtIxMTAw0FEyVDBSMNY3UTBVMNM3V7BQMFDS0TWMBQBzKgZv',
      '["DR",4000,"1 2 3/4 5 6/7 8 0",-1]',
      '[0,"eJwzMrQGAAEvAJY=",0,0,4,4,"","","",true]',
    ],
    most: 3100,
  },
  jobs: {
    run: job,
    seeds: [
      {
        version: jobVersion,
        id: '100000000000000001',
        work: { kind: 'solve', puzzle: 'eight', position: '867254301', goal: '123456780', method: 'bfs' },
      },
      { version: jobVersion, id: '100000000000000001', work: { kind: 'survey', puzzle: 'six' } },
      { status: 'solved', optimal: true, lowerBound: 1, moves: [[1, 2]], method: 'bfs', generated: 1, peakFrontier: 1 },
    ].map((value) => JSON.stringify(value)),
    most: 4000,
  },
  'custom ids': { run: customIds, seeds: ids.map(([, own]) => own.join('|')), most: 100 },
  settings: { run: settings, seeds: VARIABLES.map(({ name, default: value }) => `${name}\u0001${value}`), most: 300 },
};

/** Pieces of what people write, and of what they write to do harm. */
const scraps = [
  ...'0123456789ABCDEFabcdef_.xo=-/[](){}|,;:#@<>*~`"\'\\ \n\t→←↑↓UDLR²',
  ...[
    'all-7',
    'all',
    'any',
    '==',
    '10',
    '15',
    '2x',
    'R2',
    '1️⃣',
    '🔵',
    '⬛',
    '🟦',
    ':one:',
    '\u200b',
    '\u202e',
    '\ufe0f',
    '\u20e3',
  ],
  ...[
    '@everyone',
    '<@1>',
    '<@&1>',
    '<#1>',
    '</solve:1>',
    '<t:0:R>',
    '<:a:1>',
    '[a](https://a.b)',
    'https://a.b',
    'discord.gg/a',
  ],
  ...[
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '\u0301',
    '9'.repeat(40),
    '1e999',
    'NaN',
    'null',
    'true',
    '{}',
    '\u0001',
  ],
];

/** Texts for a target: of anything, of scraps, and its seeds with parts cut out, doubled and replaced. */
export const textsFor = ({ seeds, most, texts }) => {
  if (texts) return texts;
  const scrap = fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join(''));
  const bent = fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom('', ...scraps)), { maxLength: 6 }),
    )
    .map(([seed, changes]) =>
      changes.reduce((text, [place, cut, put]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + cut);
      }, seed),
    );
  // Characters of any kind are dear to make, and mostly refused at once.
  const any = fc
    .array(fc.nat(0x10ffff), { maxLength: Math.min(most, 200) })
    .map((codes) => String.fromCodePoint(...codes));
  return fc
    .oneof({ weight: 10, arbitrary: bent }, { weight: 8, arbitrary: scrap }, { weight: 1, arbitrary: any })
    .map((text) => text.slice(0, most));
};
