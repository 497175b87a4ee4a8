/** The pictures of the README show what the bot shows now. `npm run gallery` makes them anew. */
import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { drawnPictures } from '../bench/pictures.js';
import { readGif } from './support/gif-reader.ts';

const folder = new URL('../docs/pictures/', import.meta.url);
const stored = (name: string): Buffer => readFileSync(new URL(name, folder));

const pixelsOf = async (png: Buffer) => {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
};

/** Processors may round differently, so that the edges of shapes differ a little. */
const mostDifference = 1;

test('each drawn picture is what is drawn now', { tags: 'long' }, async () => {
  for (const [name, data] of await drawnPictures()) {
    if (name.endsWith('.gif')) {
      const [now, before] = [readGif(data), readGif(stored(name))];
      expect([before.width, before.height, before.frames.length]).toEqual([now.width, now.height, now.frames.length]);
      continue;
    }
    const [now, before] = [await pixelsOf(data), await pixelsOf(stored(name))];
    expect([before.width, before.height], name).toEqual([now.width, now.height]);
    const difference = now.data.reduce((sum, value, index) => sum + Math.abs(value - before.data[index]!), 0);
    expect(difference / now.data.length, name).toBeLessThan(mostDifference);
  }
});

test.each(['README.md', 'README.ja.md'])('%s shows each of them, and all pictures that it shows are there', (page) => {
  const readme = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  const shown = [...readme.matchAll(/docs\/pictures\/([\w/-]+\.\w+)/gu)].map(([, name]) => name!);
  expect(shown.length).toBeGreaterThan(10);
  for (const name of shown) expect(stored(name).length).toBeGreaterThan(100);
});
