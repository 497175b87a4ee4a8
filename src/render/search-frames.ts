/** Pictures of a search: each frame as PNG, all of them on one sheet, or an animation. */
import { setImmediate } from 'node:timers/promises';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TFunction } from 'i18next';
import { titleOf, translator } from '../locales/index.ts';
import { isWhole, type Position, type Puzzle, type Question, replay, unwrap } from '../puzzles/puzzle.ts';
import { framesOf, type Trace, type TraceFrame } from '../search/trace.ts';
import { fillRegion, fontOf, writeText } from './canvas.ts';
import { GifWriter } from './gif.ts';
import { type Point, pictureLayout, type Region } from './layout.ts';
import { paintBoard, paintPieces } from './picture.ts';
import { type Diagram, paintLimit, paintRings, paintSigns } from './search-diagram.ts';
import { type FrameWords, legendOf, mostFrames, wordsOf } from './search-words.ts';
import { coloursOf, type Theme, type ThemeName, themes } from './theme.ts';

export interface WatchedSearch {
  readonly trace: Trace;
  /** The language of its words. */
  readonly locale: string;
  readonly theme: ThemeName;
}

/** Which picture: that of one frame, or one of all. */
export type SearchView = number | 'animation' | 'sheet';

export const frameSize = { width: 640, height: 700 };
const margin = 20;
export const captionBox = { top: 72, size: 21, line: 29, lines: 4, width: frameSize.width - 2 * margin };
const area: Region = { x: margin, y: 176, width: frameSize.width - 2 * margin, height: 364 };
const legendAt = 562;
const strip = { top: 582, board: 88, label: 17 };
/** On the sheet. */
const sheet = { columns: 4, scale: 0.6 };
/** The least width of a board whose pieces can be told apart, and of each of its cells, in pixels. */
const least = { board: 36, cell: 6.8 };
/** Durations in milliseconds: captions of many frames are alike, so those are shorter. */
const shortest = 450;
const longest = 2400;
const wholeRun = 36_000;
const lastDelay = 8000;

/** Words, or single characters of scripts that have no spaces, with the signs that may not begin a line. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][、。」）！？ー]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\s+/gu;

/** A text as lines that fit, at most `lines`; the last one takes all that is left. */
export const wrapped = (context: SKRSContext2D, text: string, width: number, lines: number): string[] => {
  const rows = [''];
  for (const [piece] of text.matchAll(pieces)) {
    const longer = rows.at(-1) + piece;
    if (rows.length === lines || context.measureText(longer.trimEnd()).width <= width) rows[rows.length - 1] = longer;
    else rows.push(piece.trimStart());
  }
  return rows;
};

const goalOf = (puzzle: Puzzle, { start, goal }: Question, { moves }: Trace): Position | undefined => {
  if (moves.length > 0) return replay(puzzle, start, moves).at(-1);
  return isWhole(goal) ? goal.positions[0] : undefined;
};

/** Draws the frames of one search. */
class Frames {
  private readonly puzzle: Puzzle;
  private readonly question: Question;
  private readonly search: WatchedSearch;
  readonly theme: Theme;
  private readonly frames: readonly TraceFrame[];
  private readonly t: TFunction;
  private readonly goal: string | undefined;

  constructor(puzzle: Puzzle, question: Question, search: WatchedSearch) {
    this.puzzle = puzzle;
    this.question = question;
    this.search = search;
    this.theme = themes[search.theme];
    this.frames = framesOf(search.trace);
    this.t = translator(search.locale);
    const goal = goalOf(puzzle, question, search.trace);
    this.goal = goal && puzzle.formatPosition(goal);
  }

  /** Those to show together: all, or some from the first to the last. */
  get chosen(): readonly number[] {
    const last = this.frames.length - 1;
    const steps = Math.min(last, mostFrames - 1);
    return Array.from({ length: steps + 1 }, (_, step) => (step === steps ? last : Math.floor((step * last) / steps)));
  }

  paint(context: SKRSContext2D, index: number): void {
    const { theme, search, puzzle, t } = this;
    const { trace } = search;
    const frame = this.frames[index]!;
    const words = wordsOf(t, trace, frame);
    const title = `${titleOf(t, puzzle)} · ${t(`method.${trace.method}`)}`;
    fillRegion(context, theme.page, { x: 0, y: 0, ...frameSize });
    const { top, size, line, lines, width: most } = captionBox;
    writeText(context, title, { x: margin, y: 38 }, { size: 24, colour: theme.note, most });
    context.font = fontOf(size);
    for (const [row, text] of wrapped(context, words.caption, most, lines).entries())
      writeText(context, text, { x: margin, y: top + row * line }, { size, colour: theme.note, most });
    const diagram: Diagram = {
      context,
      theme,
      area,
      board: (position, centre, width) => this.board(context, position, centre, width),
      leastBoard: this.leastBoard,
    };
    if (trace.kind === 'rings' && 'rings' in frame) paintRings(diagram, trace, frame);
    else if (trace.kind === 'limits' && 'limit' in frame && trace.limits.length > 0) paintLimit(diagram, trace, frame);
    this.paintLegend(context);
    this.paintStrip(context, words);
  }

  private get leastBoard(): number {
    const { width, height, cell } = pictureLayout(this.puzzle);
    return Math.max(least.board, (Math.max(width, height) / cell) * least.cell);
  }

  private board(context: SKRSContext2D, text: string, { x, y }: Point, width: number): void {
    const { puzzle, theme, question } = this;
    const position = unwrap(puzzle.parsePosition(text), `${puzzle.id}: ${text}`);
    const layout = pictureLayout(puzzle);
    const scale = width / Math.max(layout.width, layout.height);
    context.save();
    context.translate(x - (layout.width * scale) / 2, y - (layout.height * scale) / 2);
    context.scale(scale, scale);
    const surface = { context, layout, theme };
    paintBoard(surface, puzzle, question.goal);
    paintPieces(surface, { puzzle, position, goal: question.goal }, {});
    context.restore();
  }

  private paintLegend(context: SKRSContext2D): void {
    let x = margin;
    for (const { sign, label } of legendOf(this.t, this.search.trace)) {
      paintSigns(context, this.theme, sign, [{ x: x + 8, y: legendAt - 5 }]);
      writeText(context, label, { x: x + 22, y: legendAt }, { size: 16, colour: this.theme.note });
      x += 40 + context.measureText(label).width;
    }
  }

  /** Below the diagram: the start, an example, the goal, and the counters. */
  private paintStrip(context: SKRSContext2D, { counters, example }: FrameWords): void {
    const { puzzle, question, t, theme, goal } = this;
    const boards = [
      { label: t('watch.start'), position: puzzle.formatPosition(question.start) },
      ...(example ? [example] : []),
      ...(goal === undefined ? [] : [{ label: t('watch.goal'), position: goal }]),
    ];
    const below = { size: strip.label, colour: theme.note, most: strip.board + 16 };
    const beside = { size: 19, colour: theme.note, most: frameSize.width - margin - 366 };
    let x = margin;
    for (const { label, position } of boards) {
      writeText(context, label, { x, y: frameSize.height - 8 }, below);
      this.board(context, position, { x: x + strip.board / 2, y: strip.top + strip.board / 2 }, strip.board);
      x += strip.board + 26;
    }
    for (const [row, text] of counters.entries())
      writeText(context, text, { x: 366, y: strip.top + 24 + row * 29 }, beside);
  }
}

/** Some frames beside and below one another. */
const drawSheet = (frames: Frames, shown: readonly number[], scale: number): Buffer => {
  const [width, height] = [frameSize.width * scale, frameSize.height * scale];
  const columns = Math.min(sheet.columns, shown.length);
  const canvas = createCanvas(width * columns, height * Math.ceil(shown.length / columns));
  const context = canvas.getContext('2d');
  fillRegion(context, frames.theme.page, { x: 0, y: 0, width: canvas.width, height: canvas.height });
  for (const [place, index] of shown.entries()) {
    context.save();
    context.translate((place % columns) * width, Math.floor(place / columns) * height);
    context.scale(scale, scale);
    frames.paint(context, index);
    context.restore();
  }
  return canvas.toBuffer('image/png');
};

const drawFrames = async (frames: Frames): Promise<Uint8Array> => {
  const { chosen, theme } = frames;
  const canvas = createCanvas(frameSize.width, frameSize.height);
  const context = canvas.getContext('2d');
  const gif = new GifWriter(context, coloursOf(theme));
  const delay = Math.min(longest, Math.max(shortest, wholeRun / chosen.length));
  for (const index of chosen) {
    frames.paint(context, index);
    gif.frame([{ x: 0, y: 0, ...frameSize }], index === chosen.at(-1) ? lastDelay : delay);
    // The event loop frees the pixels of this frame, and draws other pictures meanwhile.
    await setImmediate();
  }
  return gif.finish();
};

/** Draw a search: PNG of one frame or of all, or an animation as GIF. The same bytes for the same search. */
export const drawSearch = async (
  puzzle: Puzzle,
  question: Question,
  search: WatchedSearch,
  view: SearchView,
): Promise<Uint8Array> => {
  const frames = new Frames(puzzle, question, search);
  if (view === 'animation') return drawFrames(frames);
  return view === 'sheet' ? drawSheet(frames, frames.chosen, sheet.scale) : drawSheet(frames, [view], 1);
};
