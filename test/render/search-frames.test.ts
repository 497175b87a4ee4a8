/** Pictures of searches: what a viewer needs to read them, and that they fit. */
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { languages, translator } from '../../src/locales/index.ts';
import type { Puzzle, Question } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { fontFamily } from '../../src/render/canvas.ts';
import { captionBox, drawSearch, frameSize, type WatchedSearch, wrapped } from '../../src/render/search-frames.ts';
import { wordsOf } from '../../src/render/search-words.ts';
import { type ThemeName, themeNames, themes } from '../../src/render/theme.ts';
import { framesOf, type Trace, traceSearch, type WatchableMethod, watchable } from '../../src/search/trace.ts';
import { readGif } from '../support/gif-reader.ts';
import { readPng } from '../support/pixels.ts';
import { questionOf } from '../support/truth.ts';

/** Traces take longer than pictures. */
const traces = new Map<string, Trace>();
const traceOf = (puzzle: Puzzle, question: Question, method: WatchableMethod): Trace => {
  const key = [puzzle.id, puzzle.formatPosition(question.start), method].join();
  const trace = traces.get(key) ?? traceSearch(puzzle, question, method);
  if (typeof trace === 'string') throw new Error(trace);
  traces.set(key, trace);
  return trace;
};

const searchOf = (id: string, position: string, method: WatchableMethod, locale = 'en', theme: ThemeName = 'dark') => {
  const puzzle = puzzleOf(id)!;
  const question = questionOf(puzzle, position);
  const trace = traceOf(puzzle, question, method);
  const search: WatchedSearch = { trace, locale, theme };
  return { search, draw: (view: Parameters<typeof drawSearch>[3]) => drawSearch(puzzle, question, search, view) };
};

/** Easy ones, long ones, those that are stopped, and those with goals that leave pieces anywhere. */
const cases: readonly (readonly [id: string, position: string])[] = [
  ['eight', '123048765'],
  ['eight', '867254301'],
  ['onoff', 'fn==/ofo_'],
  ['peg15', 'all-1'],
  ['klotski', puzzleOf('klotski')!.landmarks[0]!.position],
];

describe.each(cases)('%s %s', (id, position) => {
  const tags = position === '123048765' ? [] : ['heavy'];

  it.each(watchable)('by %s is an animation of all its frames, or of 36', { tags }, async (method) => {
    const { search, draw } = searchOf(id, position, method, 'ja');
    const file = await draw('animation');
    expect(file.length).toBeLessThan(2 * 2 ** 20);
    const gif = readGif(file);
    expect([gif.width, gif.height]).toEqual([frameSize.width, frameSize.height]);
    expect(gif.frames).toHaveLength(Math.min(36, framesOf(search.trace).length));
    // A minute at most, and time to read the end.
    expect(gif.frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(120_000);
    expect(gif.frames.at(-1)!.milliseconds).toBeGreaterThanOrEqual(5000);
  });

  it.each(languages)('has captions in %s that fit above the diagram', { tags }, (language) => {
    const context = createCanvas(1, 1).getContext('2d');
    context.font = `${captionBox.size}px "${fontFamily}"`;
    for (const method of watchable) {
      const { trace } = searchOf(id, position, method).search;
      for (const { caption, counters } of framesOf(trace).map((frame) => wordsOf(translator(language), trace, frame))) {
        expect(caption).not.toMatch(/watch\.\w|\{\{|undefined|NaN/u);
        expect(counters.length).toBeLessThanOrEqual(4);
        const lines = wrapped(context, caption, captionBox.width, captionBox.lines);
        expect(lines.join('').replaceAll(' ', '')).toBe(caption.replaceAll(' ', ''));
        for (const line of lines)
          expect(context.measureText(line.trimEnd()).width).toBeLessThanOrEqual(captionBox.width);
      }
    }
  });
});

test.each(themeNames)('each sign stands out in the theme %s, and the last frame has the solution', async (theme) => {
  const { search, draw } = searchOf('eight', '238164750', 'bfs', 'en', theme);
  const last = framesOf(search.trace).length - 1;
  const coloursOf = async (index: number): Promise<ReadonlySet<string>> => {
    const png = await readPng(Buffer.from(await draw(index)));
    const seen = new Set<string>();
    for (let y = 176; y < 540; y++) for (let x = 0; x < png.width; x++) seen.add(png.at(x, y));
    return seen;
  };
  const { peg, target, note } = themes[theme];
  const [before, after] = [await coloursOf(last - 1), await coloursOf(last)];
  expect([...before]).toEqual(expect.arrayContaining([peg.face, note]));
  expect(before.has(target)).toBe(false);
  expect(after.has(target)).toBe(true);
});

test('a sheet has all frames, and the same bytes each time', async () => {
  const { search, draw } = searchOf('eight', '123048765', 'ida');
  const sheet = Buffer.from(await draw('sheet'));
  const { width, height } = await readPng(sheet);
  const rows = Math.ceil(framesOf(search.trace).length / 4);
  expect([width, height]).toEqual([frameSize.width * 0.6 * 4, frameSize.height * 0.6 * rows]);
  expect(Buffer.from(await draw('sheet')).equals(sheet)).toBe(true);
});
