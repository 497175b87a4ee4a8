/** The base of all stores in Redis, and their Lua scripts, which are files beside them. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { consecutive } from '../puzzles/lists.ts';
import { erasureKey } from './erasure.ts';

export abstract class Store {
  protected readonly redis: Redis;
  private readonly prefix: string;
  private readonly locks: Record<'hold', Script>;
  /** The second part of its keys, after the bot's prefix. */
  protected abstract readonly section: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = prefix;
    this.locks = defineScripts(redis, import.meta.url, ['hold']);
  }

  protected key(...parts: readonly (string | number)[]): string {
    return [this.prefix, this.section, ...parts].join(':');
  }

  /** For scripts that check whether a person's data was deleted meanwhile. */
  protected erasureKey(user: string): string {
    return erasureKey(this.prefix, user);
  }

  /** Extend a lock to some milliseconds from now, or release it with 0. @returns whether it is still the owner's */
  protected async hold(lock: string, owner: string, milliseconds: number): Promise<boolean> {
    return (await this.locks.hold([lock], owner, milliseconds)) === 1;
  }
}

/** Members with their scores, from a reply to WITHSCORES. */
export const pairs = (rows: readonly string[]): (readonly [member: string, score: string])[] =>
  consecutive(rows).filter((_, index) => index % 2 === 0);

/** Runs a script. The top of its file names the keys and values in their order. */
export type Script = (keys: readonly string[], ...values: readonly (string | number | Buffer)[]) => Promise<unknown>;

/** @param names of files beside `from`, which is `import.meta.url`: `recordResult` is in `record-result.lua` */
export function defineScripts<const Name extends string>(
  redis: Redis,
  from: string | URL,
  names: readonly Name[],
): Record<Name, Script> {
  const scripts = names.map((name): [Name, Script] => {
    const fileName = name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    const file = new URL(`${fileName}.lua`, from);
    if (!(file.href in redis)) redis.defineCommand(file.href, { lua: readScript(file) });
    const command: (...parameters: unknown[]) => Promise<unknown> = Reflect.get(redis, file.href);
    return [name, (keys, ...values) => command.call(redis, keys.length, ...keys, ...values)];
  });
  return Object.fromEntries(scripts) as Record<Name, Script>;
}

/** Replaces each line `-- include other.lua` by that file, whose path is relative. */
const readScript = (file: URL): string =>
  readFileSync(file, 'utf8').replace(/^-- include (\S+)$/gmu, (_, name: string) => readScript(new URL(name, file)));
