/**
 * The time to read typed text: each reader gets long inputs of the kinds that make patterns backtrack, twice
 * as long each time. Quadratic time would show at once: four times the time for twice the text.
 */
import { describe, expect, test } from 'vitest';
import { harmless } from '../../src/discord/text.ts';
import { parseGuess } from '../../src/features/contest/rules.ts';
import { exportFile } from '../../src/features/privacy/rules.ts';
import { parseStep } from '../../src/features/solve/answer.ts';
import { plain } from '../../src/locales/index.ts';
import { findPositions } from '../../src/puzzles/finder.ts';
import { longestMoves, parseMoves } from '../../src/puzzles/moves.ts';
import { longestInput } from '../../src/puzzles/notation.ts';
import { findBoards, puzzleFor, puzzlesOf } from '../../src/puzzles/reader.ts';
import { drawnKinds, puzzles } from '../../src/puzzles/registry.ts';
import { scrub } from '../../src/runtime/log.ts';
import { zoneOf } from '../../src/runtime/time-zones.ts';
import { somePosition } from '../support/truth.ts';

/** A message has up to 4,000 characters and embeds 6,000; longer text is cut. */
const longestText = 8000;

/** Inputs that are slow for a pattern with nested repeats, or with two repeats that match the same text. */
const parts = [
  'a',
  '1',
  '9',
  '0',
  ' ',
  '\n',
  '\t',
  '-',
  '–',
  '(',
  '[',
  '{',
  ')',
  ',',
  ', ',
  '->',
  '→',
  '*',
  '**',
  '~~',
  '`',
  '```\n',
  ':',
  ':a',
  ':a:',
  '<',
  '<@1',
  '<:a:1',
  'https://',
  'https://a',
  '"',
  '"args":[',
  '"args":["\\',
  '/webhooks/1/',
  'Bot ',
  'redis://',
  'aW50ZXJhY3Rpb246',
  'token":"',
  '"token":"\\',
  'R',
  'R2',
  '1-2',
  '1-2-3',
  '13-15-7 ',
  'a1',
  'all-',
  'all - ',
  'all-1',
  'all–d4',
  '8️⃣',
  '\uFE0F',
  '\u20E3',
  '🇯🇵',
  '\u0301',
  '\u202E',
  '\u200B',
  '\uD800',
  '👩‍',
  '8 6 7\n',
  '8|6|7\n',
  '|',
  '&',
  '> ',
  '>> ',
  '- ',
  '# ',
  '@everyone ',
  '1.',
  '(1',
  '[[1',
  '1, 2, ',
  '8672543',
  '\n\n',
  ' \n',
  '. ',
  'x',
  '●',
  '○',
];

const readers: Record<string, { most: number; read: (text: string) => unknown }> = {
  ...Object.fromEntries(
    puzzles.flatMap((puzzle) => [
      [`a position of ${puzzle.id}`, { most: longestInput, read: (text: string) => puzzle.parsePosition(text) }],
      [`a goal of ${puzzle.id}`, { most: longestInput, read: (text: string) => puzzle.parseGoal(text) }],
      [
        `moves of ${puzzle.id}`,
        {
          most: longestMoves,
          read: (text: string) => parseMoves(puzzle, somePosition(puzzle), text, puzzle.goal),
        },
      ],
    ]),
  ),
  'a message with positions': { most: longestText, read: (text) => findPositions(text, puzzles) },
  'a message with boards': { most: longestText, read: (text) => findBoards(text, puzzles, drawnKinds) },
  'a text of no puzzle': { most: longestInput, read: puzzlesOf },
  ...Object.fromEntries(
    drawnKinds.map((kind) => [
      `a board of ${kind.name}`,
      { most: longestInput, read: (text: string) => puzzleFor(kind, text) },
    ]),
  ),
  'a guess': { most: 4000, read: parseGuess },
  'a time zone': { most: 6000, read: zoneOf },
  'a custom id': { most: 6000, read: (text) => parseStep(text.split('|')) },
  'a text to be shown': { most: 6000, read: harmless },
  'a text for a terminal': { most: 6000, read: plain },
  'a line of the log': { most: 60_000, read: scrub },
  'an export': { most: 60_000, read: (text) => exportFile('1', [{ name: 'x', data: text.split(',') }], 0) },
};

/** What stands before and after. */
const ends = [
  ['', ''],
  ['', '!'],
  ['abc 1 ', ' abc 2!'],
  ['1 2 3\n', '\n4 5 6'],
] as const;

/** Milliseconds that do no harm, however the time grows. */
const harmlessTime = 50;

/** Processor time in milliseconds. Tests of other threads of this process count too. */
const timeOf = (read: (text: string) => unknown, text: string): number => {
  const before = process.cpuUsage();
  read(text);
  return process.cpuUsage(before).user / 1000;
};

const mostTries = 20;

/** Why reading takes time that grows by more than the length, if it does in every try. */
const excessOf = (read: (text: string) => unknown, whole: string, half: string): string | undefined => {
  const least = { whole: Number.POSITIVE_INFINITY, half: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < mostTries; tries++) {
    // Readers remember what they have read.
    least.whole = Math.min(least.whole, timeOf(read, `${whole}${tries}`));
    if (least.whole < harmlessTime) return undefined;
    least.half = Math.min(least.half, timeOf(read, `${half}${tries}`));
    if (least.whole / least.half < 3.2) return undefined;
  }
  return `${JSON.stringify(whole.slice(0, 20))}: ${least.half} ms, ${least.whole} ms`;
};

/** @param take which ends, by their number and that of the part between */
const expectLinear = ({ most, read }: (typeof readers)[string], take: (end: number, part: number) => boolean): void => {
  read(parts[0]!);
  for (const [index, part] of parts.entries()) {
    for (const [begin, end] of ends.filter((_, at) => take(at, index))) {
      const long = (length: number) =>
        begin + part.repeat(Math.ceil(length / part.length)).slice(0, length - begin.length - end.length) + end;
      expect(excessOf(read, long(most), long(most / 2))).toBeUndefined();
    }
  }
};

describe.each(Object.entries(readers))('%s', (_, reader) => {
  test('is read in no time, or in time that grows with its length alone, whatever it is', () =>
    expectLinear(reader, (end, part) => (end + part) % ends.length === 0));

  test('and the same between other ends', { tags: 'heavy' }, () =>
    expectLinear(reader, (end, part) => (end + part) % ends.length > 0),
  );
});
