/** Lua scripts, which are files beside the stores that run them. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** Runs a script. The top of its file names the keys and values in their order. */
export type Script = (keys: readonly string[], ...values: readonly (string | number)[]) => Promise<unknown>;

/** @param names of files beside `from`, which is `import.meta.url`: `recordResult` is in `record-result.lua` */
export function defineScripts<const Name extends string>(
  redis: Redis,
  from: string | URL,
  names: readonly Name[],
): Record<Name, Script> {
  const commands = redis as unknown as Record<string, (...parameters: (string | number)[]) => Promise<unknown>>;
  const scripts = names.map((name): [Name, Script] => {
    const fileName = name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    const file = new URL(`${fileName}.lua`, from);
    if (!(file.href in redis)) redis.defineCommand(file.href, { lua: readScript(file) });
    return [name, (keys, ...values) => commands[file.href]!(keys.length, ...keys, ...values)];
  });
  return Object.fromEntries(scripts) as Record<Name, Script>;
}

/** Replaces each line `-- include other.lua` by that file, whose path is relative. */
const readScript = (file: URL): string =>
  readFileSync(file, 'utf8').replace(/^-- include (\S+)$/gmu, (_, name: string) => readScript(new URL(name, file)));
