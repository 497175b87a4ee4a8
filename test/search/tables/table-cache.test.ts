import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bufferOf, type TableMemory, type TableNeed } from '../../../src/search/tables/contract.ts';
import { TableCache } from '../../../src/search/tables/table-cache.ts';

/** Sizes are in KiB. */
const need = (key: string, size: number): TableNeed => {
  const bytes = size * 2 ** 10;
  return { key, bytes, build: () => new SharedArrayBuffer(bytes) };
};
const build = vi.fn(async (_: TableNeed, _memory: TableMemory, _part: number) => {});
const discard = vi.fn((_: number) => {});
beforeEach(() => vi.clearAllMocks());

/** With room for what three tables take besides their bytes. */
const cacheOf = (limit: number) => new TableCache((limit + 3) * 2 ** 10, discard);
/** The memory of a table, after the use of it. */
const get = (cache: TableCache, wanted: TableNeed) =>
  cache.use([wanted], build, async (tables) => tables.get(wanted.key)!);
const kibibytes = (bytes: number): number => bytes / 2 ** 10;
/** Uses a table until `end` or `fail` is called. */
const hold = (cache: TableCache, held: TableNeed) => {
  let settle: { end: () => void; fail: (error: Error) => void } | undefined;
  const ended = new Promise<void>((end, fail) => {
    settle = { end, fail };
  });
  const used = cache.use([held], build, () => ended).catch(() => {});
  const stop = (how: 'end' | 'fail') => async () => {
    settle![how](new Error('a thread ended'));
    await used;
  };
  return { end: stop('end'), fail: stop('fail') };
};

test('a table is built once, also when many ask at the same time', async () => {
  const cache = cacheOf(1000);
  const memories = await Promise.all([1, 2, 3].map(() => get(cache, need('a', 10))));
  expect(build).toHaveBeenCalledTimes(1);
  expect(new Set(memories).size).toBe(1);
});

test('the least recently used are dropped when all are too large together, and built again when asked for', async () => {
  const cache = cacheOf(30);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await get(cache, need(key, 10));
  expect(kibibytes(cache.bytes)).toBe(30);
  await cache.use([need('a', 10), need('c', 10), need('d', 10)], build, async () => {});
  expect(build).toHaveBeenCalledTimes(4);
  await get(cache, need('b', 10));
  expect(build).toHaveBeenCalledTimes(5);
});

test('a table larger than the limit is kept alone', async () => {
  const cache = cacheOf(30);
  await get(cache, need('small', 10));
  const large = await get(cache, need('large', 100));
  expect(kibibytes(cache.bytes)).toBe(100);
  expect(await get(cache, need('large', 100))).toBe(large);
});

test('small tables take no more than the limit with what each takes besides its bytes', async () => {
  const cache = cacheOf(30);
  for (let goal = 0; goal < 100; goal++) await get(cache, need(String(goal), 1 / 16));
  expect(cache.bytes / 64).toBeLessThan(33);
  for (let goal = 75; goal < 100; goal++) await get(cache, need(String(goal), 1 / 16));
  expect(build).toHaveBeenCalledTimes(100);
});

test('a build that fails is told to all who wait, and tried again by the next', async () => {
  const cache = cacheOf(30);
  const failing = async () => Promise.reject(new Error('no memory'));
  const uses = [1, 2].map(() => cache.use([need('a', 10)], failing, async () => {}));
  for (const { status } of await Promise.allSettled(uses)) expect(status).toBe('rejected');
  expect(kibibytes(bufferOf(await get(cache, need('a', 10))).byteLength)).toBe(10);
});

test('parts of a table are built at the same time, in one memory of its own kind', async () => {
  const cache = cacheOf(1000);
  const plain = await get(cache, need('plain', 64));
  const allocate = () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const pages = await get(cache, { ...need('pages', 64), parts: 2, allocate });
  expect(build.mock.calls.map(([{ key }, memory, part]) => [key, memory, part])).toEqual([
    ['plain', plain, 0],
    ['pages', pages, 0],
    ['pages', pages, 1],
  ]);
  expect(pages).toBeInstanceOf(WebAssembly.Memory);
});

test('a table is built again after a thread failed that may keep a part of its memory', async () => {
  const cache = cacheOf(30);
  const first = await get(cache, need('a', 10));
  await hold(cache, need('a', 10)).fail();
  expect(await get(cache, need('a', 10))).not.toBe(first);
  expect(build).toHaveBeenCalledTimes(2);
});

describe('the memory of a dropped table', () => {
  test('holds another one of the same size, so that many goals take no more than the limit', async () => {
    const cache = cacheOf(30);
    const memories = new Set<TableMemory>();
    for (let goal = 0; goal < 100; goal++) memories.add(await get(cache, need(String(goal), 10)));
    expect(memories.size).toBe(3);
    expect(kibibytes(cache.bytes)).toBe(30);
    expect(discard).not.toHaveBeenCalled();
  });

  test('holds no other while somebody reads it', async () => {
    const cache = cacheOf(10);
    const first = await get(cache, need('first', 10));
    const reader = hold(cache, need('first', 10));
    const second = await get(cache, need('second', 10));
    expect(second).not.toBe(first);
    expect(kibibytes(cache.bytes)).toBe(20);
    await reader.end();
    expect(kibibytes(cache.bytes)).toBe(10);
    expect(discard).toHaveBeenCalledExactlyOnceWith(10 * 2 ** 10);
  });

  test('holds no other after a thread failed that may still read it', async () => {
    const cache = cacheOf(10);
    const first = await get(cache, need('first', 10));
    await hold(cache, need('first', 10)).fail();
    expect(await get(cache, need('second', 10))).not.toBe(first);
    expect(discard).toHaveBeenCalledExactlyOnceWith(10 * 2 ** 10);
  });

  test('is given up for tables of other sizes', async () => {
    const cache = cacheOf(30);
    for (const key of ['a', 'b', 'c']) await get(cache, need(key, 10));
    await get(cache, need('wide', 25));
    expect(kibibytes(cache.bytes)).toBe(25);
    expect(kibibytes(discard.mock.calls.flat().reduce((sum, bytes) => sum + bytes))).toBe(30);
  });
});
