import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { onoff } from '../../src/puzzles/catalogue/onoff.ts';
import { drawAnimation } from '../../src/render/animation.ts';
import { Drawing } from '../../src/render/drawing.ts';
import type { DrawingThread } from '../../src/render/drawing-thread.ts';
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

describe('a drawing thread', () => {
  let thread: DrawingThread;
  const drawing = new Drawing((task) => thread.draw(task));
  // Threads run what is built.
  beforeAll(async () => {
    const built = new URL('../../dist/render/drawing-thread.js', import.meta.url).href;
    const module = (await import(built)) as typeof import('../../src/render/drawing-thread.ts');
    thread = new module.DrawingThread();
  });
  afterAll(() => thread.close());

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
  });

  it('draws a picture while animations are being drawn', async () => {
    const ends: string[] = [];
    const there = [
      [7, 8],
      [8, 7],
    ];
    const task = { puzzle: 'eight', position: '123456780' };
    const animations = Array.from({ length: 4 }, async () => {
      await drawing.animation({ ...task, moves: Array.from({ length: 30 }, () => there).flat() });
      ends.push('animation');
    });
    await drawing.picture(task);
    expect(ends).toEqual([]);
    await Promise.all(animations);
  });

  it('rejects what makes no sense, and goes on', async () => {
    await expect(drawing.picture({ puzzle: 'eight', position: '1' })).rejects.toThrow(RangeError);
    await expect(drawing.picture({ puzzle: 'eight', position: '012345678' })).resolves.toBeInstanceOf(Buffer);
  });
});
