import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, childEnvironment, loadConfig, VARIABLES } from '../../src/runtime/config.ts';

function problems(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

function secretFile(content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'antipode-')), 'secret');
  writeFileSync(path, content);
  return path;
}

describe('loadConfig', () => {
  it('has a default for every required setting', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      discordToken: undefined,
      discordApiUrl: 'https://discord.com/api',
      discordApiVersion: '10',
      redisUrl: undefined,
      redisBackend: 'auto',
      redisPrefix: 'antipode',
      dataDirectory: resolve('data'),
      logLevel: 'info',
      solveTimeoutSeconds: 120,
      solveNodeLimit: 1_000_000_000_000,
      solveMemoryMb: 1024,
      jobsPerUser: 5,
      outcomeDays: 30,
      resultsMb: 32,
      shutdownSeconds: 10,
    });
    expect(config.solverThreads).toBeGreaterThanOrEqual(2);
  });

  it('treats blank variables as unset', () => {
    const blank = Object.fromEntries(VARIABLES.map(({ name }) => [name, '  ']));
    expect(loadConfig(blank)).toEqual(loadConfig({}));
  });

  it('parses variables', () => {
    const config = loadConfig({
      DISCORD_TOKEN: ' abc.def ',
      DISCORD_API_URL: 'http://localhost:1234/api/',
      REDIS_URL: 'rediss://user:word@redis.example:6380/2',
      SOLVER_THREADS: '7',
      SOLVE_NODE_LIMIT: '1e6',
    });
    expect(config.discordToken).toBe('abc.def');
    expect(config.discordApiUrl).toBe('http://localhost:1234/api');
    expect(config.redisUrl).toBe('rediss://user:word@redis.example:6380/2');
    expect(loadConfig({ REDIS_PREFIX: '{antipode}' }).redisPrefix).toBe('{antipode}');
    expect(config.solverThreads).toBe(7);
    expect(config.solveNodeLimit).toBe(1_000_000);
  });

  it('reports all invalid variables in one error', () => {
    const message = problems({
      SOLVER_THREADS: '0',
      SOLVE_TIMEOUT_SECONDS: '841',
      JOBS_PER_USER: 'many',
      OUTCOME_DAYS: '1.5',
      LOG_LEVEL: 'loud',
      DISCORD_API_URL: 'discord',
      REDIS_BACKEND: 'mysql',
      REDIS_PREFIX: 'a:b',
    });
    expect(message.split('\n')).toHaveLength(8);
    expect(message).toContain('SOLVE_TIMEOUT_SECONDS must be a whole number from 1 to 840, not "841".');
    expect(message).toContain('LOG_LEVEL must be one of trace, debug');
  });

  it('parses rates and shards, and rejects combinations that conflict', () => {
    expect(loadConfig({ USER_RATE: '3,60' }).userRate).toEqual({ burst: 3, perMinute: 60 });
    expect(problems({ USER_RATE: '3' })).toContain('USER_RATE must be two whole numbers');
    expect(problems({ GUILD_RATE: '0,5' })).toContain('GUILD_RATE must be two whole numbers');
    expect(loadConfig({})).toMatchObject({ shardCount: undefined, shards: undefined });
    expect(loadConfig({ SHARDS: '16', SHARD_LIST: '8,0-3,2' })).toMatchObject({
      shardCount: 16,
      shards: [0, 1, 2, 3, 8],
    });
    expect(problems({ SHARDS: 'many' })).toBe('SHARDS must be auto or a whole number from 1 to 99999, not "many".');
    expect(problems({ SHARD_LIST: '1' })).toContain('SHARD_LIST needs SHARDS');
    expect(problems({ SHARDS: '4', SHARD_LIST: '0-4' })).toBe('SHARD_LIST has 4, but with SHARDS=4 the last is 3.');
    expect(problems({ SHARDS: '4', SHARD_LIST: '3-1' })).toContain('from a smaller to a larger');
  });

  it('never shows a secret in an error', () => {
    const message = problems({
      DISCORD_TOKEN: 'first hidden',
      REDIS_URL: 'http://user:hidden@host',
      JOBS_PER_USER: '0',
    });
    expect(message).toContain('DISCORD_TOKEN must be the bare token');
    expect(message).toContain('REDIS_URL must be a URL that starts with redis://');
    expect(message).not.toContain('hidden');
    expect(problems({ DISCORD_TOKEN_FILE: '/nowhere/hidden' })).toMatch(/^DISCORD_TOKEN_FILE .*\(ENOENT\)\.$/);
  });

  it('reads secrets from files', () => {
    expect(loadConfig({ DISCORD_TOKEN_FILE: secretFile('abc.def\n') }).discordToken).toBe('abc.def');
    expect(loadConfig({ REDIS_URL_FILE: secretFile('redis://localhost') }).redisUrl).toBe('redis://localhost');
    expect(problems({ REDIS_URL_FILE: secretFile('localhost') })).toContain('REDIS_URL must be a URL');
    expect(problems({ DISCORD_TOKEN: 'a', DISCORD_TOKEN_FILE: secretFile('b') })).toContain('both set');
  });
});

describe('childEnvironment', () => {
  it('overrides a secret file by a changed variable', () => {
    const env = childEnvironment({ REDIS_URL: 'redis://localhost:1' });
    expect(loadConfig({ ...env }).redisUrl).toBe('redis://localhost:1');
    expect(env.REDIS_URL_FILE).toBe('');
  });
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({ name, value }));

  it('contains every variable with its default', () => {
    expect(named.map(({ name }) => name).sort()).toEqual(VARIABLES.map(({ name }) => name).sort());
    for (const { name, value } of named) {
      const fallback = VARIABLES.find((variable) => variable.name === name)?.default ?? '';
      if (/^\S+$/.test(fallback)) expect(`${name}=${value}`).toBe(`${name}=${fallback}`);
    }
  });
});

/** `npx vitest run test/runtime/config.test.ts -u` writes the page. */
it('is described on its page', async () => {
  const rows = VARIABLES.map(
    ({ name, default: value, about }) => `| \`${name}\` | ${value && `\`${value}\``} | ${about} |`,
  );
  const files = VARIABLES.filter(({ secret }) => secret).map(({ name }) => `\`${name}_FILE\``);
  const page = [
    '# Configuration\n',
    'Set these as environment variables or in a file `.env`. All are optional.\n',
    '| variable | default | description |',
    '|---|---|---|',
    ...rows,
    `\n${files.slice(0, -1).join(', ')} and ${files.at(-1)} name a file that contains the value. Use them with Docker secrets.\n`,
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/configuration.md');
});
