import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { fifteen } from '../../src/puzzles/catalogue/fifteen.ts';
import { peg33 } from '../../src/puzzles/catalogue/peg33.ts';
import { stepsOf } from '../../src/puzzles/moves.ts';
import { type Goal, type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { between, delays, drawAnimation, holdOf } from '../../src/render/animation.ts';
import { fastest, GifWriter } from '../../src/render/gif.ts';
import { pictureLayout } from '../../src/render/layout.ts';
import { drawPicture } from '../../src/render/picture.ts';
import { type ThemeName, themeNames } from '../../src/render/theme.ts';
import { breadthFirst } from '../../src/search/algorithms/breadth-first.ts';
import { Budget } from '../../src/search/budget.ts';
import { type Gif, type GifFrame, readGif } from '../support/gif-reader.ts';
import { walk } from '../support/pixels.ts';
import fc from '../support/properties.ts';
import { questionOf, rankOf, somePosition, unrank } from '../support/truth.ts';

const startOf = somePosition;

/** The frames that show the end of a move, after that of the start. */
const restsOf = (gif: Gif, puzzle: Puzzle, start: Position, moves: readonly Move[]): GifFrame[] => {
  const positions = replay(puzzle, start, moves);
  let at = 0;
  return moves.map((move, index) => {
    at += puzzle.stepsOf(positions[index]!, move).length * (between.length + 1) + 1;
    return gif.frames[at]!;
  });
};

/** The largest difference in red, green or blue between a frame and a picture of a position, on the board. */
const difference = async (gif: Gif, frame: GifFrame, picture: Buffer): Promise<number> => {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const { shown } = frame;
  let most = 0;
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++) {
    const colour = shown[pixel]!;
    const red = Math.abs((colour >> 16) - data[at]!);
    const green = Math.abs(((colour >> 8) & 255) - data[at + 1]!);
    const blue = Math.abs((colour & 255) - data[at + 2]!);
    most = Math.max(most, red, green, blue);
  }
  expect([gif.width, gif.height > image.height]).toEqual([image.width, true]);
  return most;
};

const everyPuzzle = puzzles.map((puzzle) => ({ puzzle, id: puzzle.id }));

describe.each(everyPuzzle)('an animation of $id', ({ puzzle }) => {
  const showsEveryPosition = async (theme: ThemeName): Promise<void> => {
    const start = startOf(puzzle);
    const moves = walk(puzzle, start, theme === 'dark' ? 4 : 1);
    const { goal } = puzzle;
    const file = await drawAnimation({ puzzle, start, moves, goal }, { theme });
    if (theme === 'dark') {
      expect(Buffer.from(file).equals(await drawAnimation({ puzzle, start, moves, goal }, { theme }))).toBe(true);
    }
    const gif = readGif(file);
    const layout = pictureLayout(puzzle);
    expect([gif.width, gif.loops]).toEqual([layout.width, 0]);
    expect(gif.frames).toHaveLength(1 + stepsOf(puzzle, start, moves).length * (between.length + 1) + moves.length);
    expect(gif.frames[0]).toMatchObject({ left: 0, top: 0, width: gif.width, height: gif.height });
    // Frames draw over one another, so nothing is left open later either.
    expect(gif.frames[0]!.shown.includes(-1)).toBe(false);

    const rests = [gif.frames[0]!, ...restsOf(gif, puzzle, start, moves)];
    expect(rests.map(({ milliseconds }) => milliseconds)).toEqual([
      delays.first,
      ...moves.slice(1).map(() => holdOf(moves.length)),
      delays.last,
    ]);
    const positions = replay(puzzle, start, moves);
    for (const [index, position] of positions.entries()) {
      // Colours that are nearly the same share one in the file, and soft edges differ by a hair.
      const picture = drawPicture({ puzzle, position, goal }, { theme, scale: 1 });
      expect(await difference(gif, rests[index]!, picture)).toBeLessThanOrEqual(16);
    }
  };
  const [first, ...others] = themeNames;
  it('shows every position of the walk', () => showsEveryPosition(first!));
  it.each(others)('shows every position of the walk in %s', { tags: 'long' }, showsEveryPosition);
});

describe('a solution of the 8 puzzle in 31 moves', () => {
  const { start, goal } = questionOf(eight, '867254301');
  let file: Uint8Array;
  let moves: Move[];
  beforeAll(async () => {
    const cursor = eight.cursor(goal);
    const ending = breadthFirst(cursor, rankOf(eight, start), new Budget({}));
    if (ending.status !== 'solved') throw new Error(ending.status);
    moves = ending.moves.map((move) => cursor.path(move));
    file = await drawAnimation({ puzzle: eight, start, moves, goal });
  });

  it('takes less than 150 kB and half a minute', () => {
    expect(moves).toHaveLength(31);
    expect(file.length).toBeLessThan(150_000);
    const { frames } = readGif(file);
    const length = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    expect(length).toBeGreaterThan(10_000);
    expect(length).toBeLessThan(30_000);
    // Browsers slow down frames that are shorter.
    expect(Math.min(...frames.map(({ milliseconds }) => milliseconds))).toBeGreaterThanOrEqual(20);
  });

  it('draws only what changes', () => {
    const gif = readGif(file);
    const { cell } = pictureLayout(eight);
    for (const { width, height } of gif.frames.slice(1))
      expect(width * height).toBeLessThanOrEqual(2 * (cell + 2) ** 2);
  });
});

describe('long solutions', () => {
  it('80 moves of the 15 puzzle take less than 500 kB', async () => {
    const start = fifteen.goal.positions[0]!;
    const moves = walk(fifteen, start, 80);
    expect(moves).toHaveLength(80);
    const file = await drawAnimation({ puzzle: fifteen, start, moves, goal: fifteen.goal });
    expect(file.length).toBeLessThan(500_000);
    expect(readGif(file).frames).toHaveLength(1 + 80 * (between.length + 2));
  });

  it('the central game of the cross in 18 moves takes less than 500 kB, chains and all', async () => {
    // Bergholt (1912), with a letter a hole in reading order.
    const holes = 'abcdefghijklmnopxPONMLKJIHGFEDCBA';
    const game = 'e-x l-j c-k P-f D-P G-I J-H m-G-I i-k g-i L-J-H-l-j-h C-K p-F A-C-K M-g-i a-c-k-I d-p-F-D-P-p o-x';
    const moves = game.split(' ').map((move) => move.split('-').map((hole) => holes.indexOf(hole)));
    const { start, goal } = questionOf(peg33, 'all-d4', 'd4');
    expect([moves.length, stepsOf(peg33, start, moves).length]).toEqual([18, 31]);
    const file = await drawAnimation({ puzzle: peg33, start, moves, goal });
    expect(file.length).toBeLessThan(500_000);
    const { frames } = readGif(file);
    expect(frames).toHaveLength(1 + 31 * (between.length + 1) + 18);
    expect(frames.filter(({ milliseconds }) => milliseconds === delays.landing)).toHaveLength(31 - 18);
  });
});

describe('an animation without any move', () => {
  it('is one frame', async () => {
    const gif = readGif(await drawAnimation({ puzzle: eight, start: eight.goal.positions[0]!, moves: [] }));
    expect(gif.frames.map(({ milliseconds }) => milliseconds)).toEqual([delays.last]);
  });
});

it('refuses moves that are not legal', async () => {
  const start = eight.goal.positions[0]!;
  for (const move of [[0, 1], [0], [], [7, 8, 5]]) {
    await expect(drawAnimation({ puzzle: eight, start, moves: [move] })).rejects.toThrow(RangeError);
  }
});

it('settles which of several goals is reached', async () => {
  const peg15 = puzzles.find(({ id }) => id === 'peg15')!;
  const any = peg15.parseGoal('any');
  if (!any.ok) throw new Error('no goal any');
  const goal: Goal = any.value;
  const end = goal.positions[0]!;
  // The last jump of a game: back from the end.
  const cursor = peg15.cursor(goal);
  cursor.load(rankOf(peg15, end));
  const codes: number[] = [];
  cursor.predecessors(codes, 0);
  const move = cursor.path(codes[0]!);
  cursor.unmake(codes[0]!);
  const start = unrank(peg15, cursor.state());
  const named = await drawAnimation({ puzzle: peg15, start, moves: [move], goal: { text: '', positions: [end] } });
  const unnamed = await drawAnimation({ puzzle: peg15, start, moves: [move], goal });
  const plain = await drawAnimation({ puzzle: peg15, start, moves: [move] });
  const lastOf = (file: Uint8Array) => readGif(file).frames.at(-1)!.shown;
  expect(lastOf(unnamed)).not.toEqual(lastOf(plain));
  expect(named).not.toEqual(unnamed);
});

describe('GifWriter', () => {
  /** A writer, and what gives it a frame whose pixels have these colours, each 0xRRGGBB. */
  const writing = (width: number, height: number, kept: readonly string[] = []) => {
    const context = createCanvas(width, height).getContext('2d');
    const writer = new GifWriter(context, kept);
    const frame = (colours: readonly number[]): void => {
      const pixels = colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]);
      context.putImageData(new ImageData(Uint8ClampedArray.from(pixels), width, height), 0, 0);
      writer.frame([{ x: 0, y: 0, width, height }], 50);
    };
    return { writer, frame };
  };
  /** Colours that are too far apart to be merged. */
  const distinct = Array.from({ length: 125 }, (_, index) => {
    const [red, green, blue] = [index % 5, Math.floor(index / 5) % 5, Math.floor(index / 25)];
    return ((red * 60) << 16) | ((green * 60) << 8) | (blue * 60);
  });

  it('writes what a reader reads, whatever it is', () => {
    const frames = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        frames: fc.array(
          fc.array(fc.constantFrom(...distinct), { minLength: width * height, maxLength: width * height }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    );
    fc.assert(
      fc.property(frames, ({ width, height, frames }) => {
        const { writer, frame } = writing(width, height);
        for (const colours of frames) frame(colours);
        const gif = readGif(writer.finish());
        expect(gif.frames.map(({ shown }) => shown.join())).toEqual(frames.map((colours) => colours.join()));
      }),
      { numRuns: 60 },
    );
  });

  it('starts its dictionary anew when it is full', () => {
    const [width, height] = [300, 300];
    let seed = 1;
    const noise = Array.from({ length: width * height }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return distinct[seed % distinct.length]!;
    });
    const { writer, frame } = writing(width, height);
    frame(noise);
    // Nothing changes: that takes a frame too.
    frame(noise);
    const { frames } = readGif(writer.finish());
    expect(frames).toHaveLength(2);
    expect(frames[1]).toMatchObject({ width: 1, height: 1 });
    for (const { shown } of frames) expect(shown.join() === noise.join()).toBe(true);
  });

  it('puts up with more colours than there is room for, and keeps those it was told to', () => {
    const grid = Array.from({ length: 64 * 64 }, (_, index) => ((index % 64) << 18) | (Math.floor(index / 64) << 10));
    const { writer, frame } = writing(64, 65, ['#0102ff', '#ff0001']);
    frame([...grid, ...Array.from({ length: 64 }, (_, x) => (x % 2 ? 0x0102ff : 0xff0001))]);
    const [{ shown }] = readGif(writer.finish()).frames as [GifFrame];
    expect(shown.slice(-2)).toEqual(Int32Array.of(0xff0001, 0x0102ff));
    expect(new Set(shown).size).toBeLessThanOrEqual(255);
  });
});

describe('a speed', () => {
  const start = startOf(fifteen);
  const moves = walk(fifteen, start, 30);
  const drawnAt = async (speed: number): Promise<Gif> =>
    readGif(await drawAnimation({ puzzle: fifteen, start, moves, goal: fifteen.goal }, { speed }));

  it.each([1, 3, 8, 12, 13, 30, fastest])('of %i moves a second gives each move its share', async (speed) => {
    const { frames } = await drawnAt(speed);
    const times = frames.map(({ milliseconds }) => milliseconds);
    expect([times[0], times.at(-1)]).toEqual([delays.first, delays.last]);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(20);
    const all = times.slice(1, -1).reduce((sum, time) => sum + time, 0);
    // The last move counts with its flight only: its pause is that of the whole.
    expect(all).toBeGreaterThan(((moves.length - 1) / speed) * 1000 - 20);
    expect(all).toBeLessThan((moves.length / speed) * 1000 + 20);
  });

  it('that leaves no time between cells has one frame a move, each with its board', async () => {
    const gif = await drawnAt(fastest);
    const positions = replay(fifteen, start, moves);
    expect(gif.frames.length).toBe(moves.length + 2);
    for (const [index, position] of positions.entries()) {
      const picture = drawPicture({ puzzle: fifteen, position, goal: fifteen.goal }, { theme: 'dark', scale: 1 });
      expect(await difference(gif, gif.frames[index]!, Buffer.from(picture))).toBeLessThanOrEqual(16);
    }
  });
});
