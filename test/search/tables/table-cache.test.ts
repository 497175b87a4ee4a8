import { expect, test, vi } from 'vitest';
import type { TableNeed } from '../../../src/search/tables/contract.ts';
import { TableCache } from '../../../src/search/tables/table-cache.ts';

const need = (key: string, bytes: number): TableNeed => ({ key, bytes, build: () => new SharedArrayBuffer(bytes) });
const build = vi.fn(async (wanted: TableNeed) => wanted.build());

test('a table is built once, also when many ask at the same time', async () => {
  build.mockClear();
  const cache = new TableCache(1000);
  const memories = await Promise.all([1, 2, 3].map(() => cache.get(need('a', 10), build)));
  expect(build).toHaveBeenCalledTimes(1);
  expect(new Set(memories).size).toBe(1);
});

test('the least recently used are dropped when all are too large together, and built again when asked for', async () => {
  build.mockClear();
  const cache = new TableCache(30);
  for (const key of ['a', 'b', 'c']) await cache.get(need(key, 10), build);
  await cache.get(need('a', 10), build);
  await cache.get(need('d', 10), build);
  expect(cache.bytes).toBe(30);
  await cache.all([need('a', 10), need('c', 10), need('d', 10)], build);
  expect(build).toHaveBeenCalledTimes(4);
  await cache.get(need('b', 10), build);
  expect(build).toHaveBeenCalledTimes(5);
});

test('a table larger than the limit is kept alone', async () => {
  const cache = new TableCache(30);
  await cache.get(need('small', 10), build);
  await cache.get(need('large', 100), build);
  expect(cache.bytes).toBe(100);
});

test('a build that fails is told to all who wait, and tried again by the next', async () => {
  const cache = new TableCache(30);
  const failing = async () => Promise.reject(new Error('no memory'));
  await expect(cache.get(need('a', 10), failing)).rejects.toThrow('no memory');
  expect((await cache.get(need('a', 10), build)).byteLength).toBe(10);
});
