import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLogger, scrub, sentence } from '../../src/runtime/log.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();

// Has the shape of a bot token (id, time, signature), but is not a real one.
const TOKEN = ['MTIzNDU2Nzg5MDEyMzQ1Njc4', 'GabcDE', 'x'.repeat(38)].join('.');
const INTERACTION_TOKEN = `aW50ZXJhY3Rpb246${'Qx9_-'.repeat(30)}`;

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('test', 'debug', (line) => lines.push(line)));
  return lines.join('');
}

describe('scrub', () => {
  it.each([
    [`token ${TOKEN} refused`, 'token [redacted] refused'],
    [`Authorization: Bot ${TOKEN}`, 'Authorization: Bot [redacted]'],
    [
      'PATCH /api/v10/webhooks/123/so.me-Token_1/messages/@original',
      'PATCH /api/v10/webhooks/123/[redacted]/messages/@original',
    ],
    ['POST /interactions/123/someToken/callback?x=1', 'POST /interactions/123/[redacted]/callback?x=1'],
    ['POST /webhooks/123/someToken?wait=true', 'POST /webhooks/123/[redacted]?wait=true'],
    ['connect redis://:pass-word@10.0.0.1:6379/0', 'connect redis://[redacted]@10.0.0.1:6379/0'],
    ['rediss://user:p/w@host', 'rediss://[redacted]@host'],
    ['redis+sentinel://:pass-word@a:1,b:2/main', 'redis+sentinel://[redacted]@a:1,b:2/main'],
    ['redis+sentinel://a:1/main?sentinelPassword=pass-word', 'redis+sentinel://a:1/main?sentinelPassword=[redacted]'],
    [`given ${INTERACTION_TOKEN}.`, 'given [redacted].'],
  ])('%#', (text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it.each([
    'eight-867254301 solved in 31 moves, 10500000 nodes',
    'redis://127.0.0.1:6379',
    'GET /api/v10/gateway/bot',
    'at file:///srv/antipode/dist/discord/dispatch.js:12:34',
  ])('does not change %s', (text) => {
    expect(scrub(text)).toBe(text);
  });
});

describe('sentence', () => {
  it('says what happened, with the details and the error', () => {
    const text = logged((log) => log.error({ job: 'eight-1', err: new Error('no memory') }, 'work failed'));
    expect(sentence(text)).toBe('test: work failed (job eight-1, no memory)\n');
    expect(sentence(logged((log) => log.warn('Redis is back')))).toBe('test: Redis is back\n');
  });
});

describe('createLogger', () => {
  it('writes one JSON object per line, with level, name and time', () => {
    const line = JSON.parse(logged((log) => log.info({ job: 'eight-1' }, 'solved')));
    expect(line).toMatchObject({ level: 'info', name: 'test', job: 'eight-1', msg: 'solved' });
    expect(new Date(line.time).getTime()).toBeGreaterThan(0);
  });

  it('redacts the message, the stack and the properties of an error', () => {
    const error = Object.assign(new Error(`PATCH https://discord.com/api/v10/webhooks/1/hidden/messages failed`), {
      url: 'https://discord.com/api/v10/interactions/1/hidden/callback',
      request: { headers: { authorization: 'hidden', nested: [{ Authorization: 'Bot hidden-hidden-hidden' }] } },
    });
    const text = logged((log) => log.error({ err: error }, 'reply failed'));
    expect(text).not.toContain('hidden');
    expect(JSON.parse(text).err.stack).toContain('/webhooks/1/[redacted]/messages failed');
  });

  it('logs the name of a failed Redis command without its arguments', async () => {
    const error = (await redis.call('SET', 'key', 'hidden', 'hidden').catch((refusal) => refusal)) as Error;
    expect(JSON.stringify((error as Error & { command: unknown }).command)).toContain('hidden');
    const text = logged((log) => log.error({ err: error }, 'command failed'));
    expect(text).not.toContain('hidden');
    expect(JSON.parse(text).err).toMatchObject({ message: error.message, command: 'SET' });
  });

  it('omits the body of a failed request to Discord', () => {
    const error = new DiscordAPIError(
      { code: 50_035, message: 'Invalid Form Body' },
      50_035,
      400,
      'PATCH',
      'https://discord.com/api/v10/channels/1',
      { body: { content: "a person's text" }, files: undefined },
    );
    expect(JSON.stringify(error)).toContain("a person's text");
    const text = logged((log) => log.error({ err: error }, 'request failed'));
    expect(text).not.toContain("a person's text");
    expect(JSON.parse(text).err).toMatchObject({ code: 50_035, status: 400, method: 'PATCH' });
  });

  it('redacts keys at any depth, also in child loggers, and writes valid JSON', () => {
    const text = logged((log) =>
      log.child({ token: 'hid"den' }).warn({ a: { b: { c: { token: 'hid\\"den', DISCORD_TOKEN: 'hidden' } } } }),
    );
    expect(text).not.toContain('hid');
    expect(JSON.parse(text).a.b.c).toEqual({ token: '[redacted]', DISCORD_TOKEN: '[redacted]' });
  });
});

// Writing to /dev/full always fails, and not with EPIPE, like writing to a closed terminal.
it.skipIf(!existsSync('/dev/full'))('keeps the process running when stderr fails, also after a fatal line', () => {
  const full = openSync('/dev/full', 'w');
  const module = new URL('../../dist/runtime/log.js', import.meta.url).href;
  const program = `import { createLogger } from '${module}';
    const log = createLogger('test', 'info');
    log.info('first');
    log.fatal('last');
    setTimeout(() => console.log('goes on'), 10);`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', full],
    timeout: 100_000,
  });
  closeSync(full);
  expect(child.stdout.toString()).toBe('goes on\n');
  expect(child.status).toBe(0);
});
