import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { onoff } from '../../src/puzzles/catalogue/onoff.ts';
import { drawAnimation } from '../../src/render/animation.ts';
import { type Drawing, pictureCache } from '../../src/render/drawing.ts';
import { drawPicture } from '../../src/render/picture.ts';
import { draw, type Task } from '../../src/render/task.ts';
import { questionOf } from '../support/truth.ts';

describe('a task', () => {
  const { start, goal } = questionOf(eight, '867254301');

  it('takes a position as text', async () => {
    const expected = drawPicture({ puzzle: eight, position: start, goal });
    const task = { kind: 'picture', puzzle: 'eight', goal: goal.text } as const;
    expect(await draw({ ...task, position: '867254301' })).toEqual(expected);
  });

  it('marks look-alikes as the goal has them', async () => {
    const marked = questionOf(onoff, '==no/off_', '==On/ofF_');
    expect(await draw({ kind: 'picture', puzzle: 'onoff', position: '==no/off_', goal: '==On/ofF_' })).toEqual(
      drawPicture({ puzzle: onoff, position: marked.start, goal: marked.goal }),
    );
  });

  it.each<Task>([
    { kind: 'picture', puzzle: 'nine', position: '0' },
    { kind: 'picture', puzzle: 'eight', position: '867' },
    { kind: 'picture', puzzle: 'eight', position: '867254301', goal: 'x y z' },
    { kind: 'picture', puzzle: 'onoff', position: '========' },
    { kind: 'picture', puzzle: 'eight', position: '' },
    { kind: 'picture', puzzle: 'peg15', position: '0'.repeat(15) },
    { kind: 'animation', puzzle: 'eight', position: '867254301', moves: [[0, 1]] },
  ])('that makes no sense is refused: %j', async (task) => {
    await expect(draw(task)).rejects.toThrow(RangeError);
  });
});

describe('pictureCache', () => {
  const file = (bytes: number) => async () => Buffer.alloc(bytes);
  const never = () => Promise.reject(new Error('asked for again'));

  it('gives what it has, and drops what was asked for least lately', async () => {
    const cache = pictureCache(100);
    const first = await cache.forceFetch('a', { context: file(40) });
    await cache.forceFetch('b', { context: file(40) });
    expect(await cache.forceFetch('a', { context: never })).toBe(first);
    await cache.forceFetch('c', { context: file(40) });
    expect(cache.calculatedSize).toBe(80);
    expect(await cache.forceFetch('a', { context: never })).toBe(first);
    await expect(cache.forceFetch('b', { context: never })).rejects.toThrow('asked for again');
  });

  it('never holds more than its limit', async () => {
    const cache = pictureCache(100);
    for (let bytes = 1; bytes < 150; bytes += 7) {
      await cache.forceFetch(String(bytes), { context: file(bytes) });
      expect(cache.calculatedSize).toBeLessThanOrEqual(100);
    }
    await cache.forceFetch('small', { context: file(10) });
    await cache.forceFetch('too large', { context: file(101) });
    await cache.forceFetch('small', { context: never });
  });

  it('makes a file once for all who wait for it, and anew after a failure', async () => {
    const cache = pictureCache(100);
    let made = 0;
    const make = async () => {
      made++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (made === 1) throw new Error('first');
      return Buffer.alloc(10);
    };
    const failed = await Promise.allSettled([
      cache.forceFetch('a', { context: make }),
      cache.forceFetch('a', { context: make }),
    ]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [one, two] = await Promise.all([
      cache.forceFetch('a', { context: make }),
      cache.forceFetch('a', { context: make }),
    ]);
    expect(one).toBe(two);
    expect(made).toBe(2);
    expect(cache.calculatedSize).toBe(10);
  });
});

describe('Drawing', () => {
  let drawing: Drawing;
  // Threads run what is built.
  beforeAll(async () => {
    const built = new URL('../../dist/render/drawing.js', import.meta.url).href;
    const module = (await import(built)) as typeof import('../../src/render/drawing.ts');
    drawing = new module.Drawing(1_000_000);
  });
  afterAll(() => drawing.close());

  it('draws on its thread what is drawn here', async () => {
    const { start, goal } = questionOf(eight, '867254301');
    const task = { puzzle: 'eight', position: '867254301', goal: goal.text, theme: 'light' } as const;
    const picture = await drawing.picture(task);
    expect(picture.equals(drawPicture({ puzzle: eight, position: start, goal }, { theme: 'light' }))).toBe(true);
    const moves = [[4, 7]];
    const animation = await drawing.animation({ ...task, moves });
    expect(animation.equals(await drawAnimation({ puzzle: eight, start, moves, goal }, { theme: 'light' }))).toBe(true);
    const chart = await drawing.chart({ title: 'title', bars: [{ label: 'a', value: 1 }], layout: 'rows' });
    expect(chart.subarray(1, 4).toString()).toBe('PNG');
    // The same once more, the fields in another order.
    const { puzzle, ...rest } = task;
    expect(await drawing.picture({ ...rest, puzzle })).toBe(picture);
  });

  it('draws pictures and short animations while many long animations wait', async () => {
    const ends: string[] = [];
    const there = [
      [7, 8],
      [8, 7],
    ];
    const task = { puzzle: 'eight', position: '123456780' };
    const animate = async (name: string, pairs: number): Promise<void> => {
      await drawing.animation({ ...task, moves: Array.from({ length: pairs }, () => there).flat() });
      ends.push(name);
    };
    const animations = Array.from({ length: 12 }, (_, index) => animate('long', 60 + index));
    const short = animate('short', 3);
    await drawing.picture(task);
    expect(ends).toEqual([]);
    await Promise.all([...animations, short]);
    // Four were there before it, and one more may have ended meanwhile.
    expect(ends.indexOf('short')).toBeLessThan(6);
  });

  it('rejects what makes no sense, and goes on', async () => {
    await expect(drawing.picture({ puzzle: 'eight', position: '1' })).rejects.toThrow(RangeError);
    await expect(drawing.picture({ puzzle: 'eight', position: '012345678' })).resolves.toBeInstanceOf(Buffer);
  });
});
