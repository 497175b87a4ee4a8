/** A shared Redis: the bot works with the fewest permissions, over TLS. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Person } from '@antipode/stand-in';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMoves } from '../../src/puzzles/moves.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, untilReady } from '../../src/runtime/redis.ts';
import { lineOf } from '../support/command-line.ts';
import { idsOf, isFinal, textOf } from '../support/messages.ts';
import { hasOpenssl, hasRedisServer } from '../support/needs.ts';
import { freePorts } from '../support/ports.ts';
import { TestSystem } from '../support/test-system.ts';

const rules = readFileSync(new URL('../../docs/redis.acl', import.meta.url), 'utf8');
const granted = new Set(
  [
    ...rules
      .split('\n')
      .find((line) => line.startsWith('user antipode'))!
      .matchAll(/\+([a-z]+)/gu),
  ].map(([, name]) => name!),
);

/** The keys that docs/operations.md lists, as patterns; `…` matches anything. */
const listed = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `antipode:'))
  .flatMap((line) => [...line.matchAll(/`antipode:([^`]+)`/gu)].map(([, pattern]) => pattern!))
  .map((pattern) => new RegExp(`^${pattern.replaceAll('…', '.+')}$`, 'u'));

test('the rules name every command in the scripts of the bot and of BullMQ', () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(ts|js|lua)$/u.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const src = new URL('../../src', import.meta.url).pathname;
  const scripts = new URL('../../node_modules/bullmq/dist/cjs/scripts', import.meta.url).pathname;
  const called = [...sources(src), ...sources(scripts)].flatMap((text) =>
    [...text.matchAll(/\b(?:redis\.call|rcall)\(["']([A-Za-z]+)["']/gu)].map(([, name]) => name!.toLowerCase()),
  );
  expect(new Set(called).size).toBeGreaterThan(50);
  expect([...new Set(called)].filter((name) => !granted.has(name))).toEqual([]);
});

describe.skipIf(!hasRedisServer)('a Redis with rules (needs redis-server)', () => {
  const passwords = { antipode: 'the-password-of-the-bot', admin: 'the-password-of-the-admin' };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  let folder: string;
  let server: ChildProcess;
  let system: TestSystem;
  let admin: Redis;
  let ports: { plain: number; tls: number };
  let steps: Queue;
  let posts: Queue;
  /** The URL for the bot, with TLS where a certificate can be made. */
  let botUrl: string;

  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antipode-'));
    const [plain = 0, secure = 0] = await freePorts(2);
    ports = { plain, tls: secure };
    await writeFile(
      join(folder, 'users.acl'),
      rules.replace('PASSWORD_SHA256', sha256(passwords.antipode)).replace('ADMIN_SHA256', sha256(passwords.admin)),
    );
    if (hasOpenssl) {
      const short = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
      openssl('req', '-x509', ...short, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=An authority of its own');
      openssl('req', ...short, '-keyout', 'redis.key', '-out', 'redis.csr', '-subj', '/CN=redis');
      await writeFile(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
      openssl('x509', '-req', '-in', 'redis.csr', '-out', 'redis.crt', ...signed);
    }
    const tls = hasOpenssl
      ? [
          `tls-port ${ports.tls}`,
          'tls-cert-file redis.crt',
          'tls-key-file redis.key',
          'tls-ca-cert-file ca.crt',
          'tls-auth-clients no',
        ]
      : [];
    const settings = [`port ${ports.plain}`, 'bind 127.0.0.1', `dir ${folder}`, 'aclfile users.acl', 'save ""', ...tls];
    await writeFile(join(folder, 'redis.conf'), `${settings.join('\n')}\n`);
    server = spawn('redis-server', ['redis.conf'], { cwd: folder, stdio: 'ignore' });
    const url = (user: keyof typeof passwords) => `redis://${user}:${passwords[user]}@127.0.0.1:${ports.plain}`;
    admin = new Redis(url('admin'), { retryStrategy: () => 50 });
    admin.on('error', () => {});
    await untilReady(admin);
    system = await TestSystem.open({}, { REDIS_URL: url('admin') });
    const settingsOf = { REDIS_URL: url('antipode'), NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') };
    botUrl = hasOpenssl
      ? settingsOf.REDIS_URL.replace('redis:', 'rediss:').replace(`:${ports.plain}`, `:${ports.tls}`)
      : settingsOf.REDIS_URL;
    await Promise.all([system.start('bot', { ...settingsOf, REDIS_URL: botUrl }), system.start('worker', settingsOf)]);
    steps = new Queue('contest-step', { connection: admin, prefix: 'antipode' });
    posts = new Queue('post', { connection: admin, prefix: 'antipode' });
  });
  afterAll(async () => {
    await Promise.all([steps?.close(), posts?.close()]);
    await system?.close();
    admin?.disconnect();
    server?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const use = async (person: Person, name: string, subcommand: string, options: Record<string, string | number> = {}) =>
    (await person.command(system.channel, name, lineOf(name, subcommand, options))).until(isFinal);
  const buttonOf = (message: Message, begin: string): string => idsOf(message).find((id) => id.startsWith(begin))!;

  /** Holds a contest of these people, and stops it. */
  const holdContest = async (host: Person, people: readonly Person[]): Promise<void> => {
    const begun = await host.command(system.channel, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
    await begun.until((message) => textOf(message).includes('begins'));
    const asking = () => [...system.channel.messages.values()].find((message) => buttonOf(message, 'contest-answer|'));
    await expect.poll(asking).toBeDefined();
    for (const person of people) {
      const pressed = await person.press(asking()!, buttonOf(asking()!, 'contest-answer|'));
      await pressed.acknowledged;
      await (await person.submit(pressed.modal()!, { answer: '20' })).until();
    }
    await expect.poll(() => steps.getJob(`end-${begun.id}`)).toBeDefined();
    await use(host, 'contest', 'stop');
    await expect.poll(() => system.keys(`contest:channel:*`)).toEqual([]);
    await use(people[0]!, 'leaderboard', 'contest');
  };

  /** Sets the daily post to the next hour, and waits for it. */
  const postDaily = async (host: Person): Promise<void> => {
    const wait = 3_600_000 - (Date.now() % 3_600_000) + 1000;
    const hour = new Date(Date.now() + wait).getUTCHours();
    await (
      await host.command(system.channel, 'settings', {
        subcommand: 'daily',
        options: { channel: system.channel, hour, zone: 'UTC' },
      })
    ).until((message) => !message.loading);
    await system.later(wait);
    await posts.add('look', {}, { removeOnComplete: true, removeOnFail: true });
    const posted = () =>
      [...system.channel.messages.values()].some((message) => buttonOf(message, 'daily-play') && !message.ephemeral);
    await expect.poll(posted).toBe(true);
  };

  test('works with a user that has only the permissions it needs', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const host = system.standIn.createUser({ name: 'host' });
    host.join(system.guild, { administrator: true });

    // /solve, /compare, /hardest and a leaderboard.
    expect(textOf(await use(ann, 'solve', 'eight', { position: '867254301' }))).toContain('31');
    expect(textOf(await use(ann, 'compare', 'six', { position: '4651320' }))).toContain('**table** · 15 moves');
    await (await ann.command(system.channel, 'hardest', { options: { puzzle: 'six' } })).until(isFinal);
    expect(textOf(await use(ann, 'leaderboard', 'hardest', { puzzle: 'eight' }))).toContain(ann.id);
    const search = await ann.command(system.channel, 'solve', {
      subcommand: 'eleven',
      options: { position: '032187654BA9', method: 'bfs' },
    });
    const searching = await search.until((message) => !isFinal(message));
    await (await ann.press(searching, 'Cancel')).acknowledged;
    await search.until(isFinal);

    // A game.
    const board = await use(ann, 'play', 'new', { puzzle: 'five', position: '123405' });
    await (await ann.press(board, buttonOf(board, 'play|tap|'))).acknowledged;
    await use(ann, 'play', 'resume');

    // The daily challenge, with its leaderboards and the reminder.
    await use(ann, 'daily', 'show');
    const key = (await system.keys('work:result:daily*'))[0]!;
    const drawn = JSON.parse((await admin.get(`antipode:${key}`))!);
    const puzzle = puzzleOf(drawn.puzzle)!;
    const start = puzzle.parsePosition(drawn.position);
    if (!start.ok) throw new Error(drawn.position);
    const moves = formatMoves(puzzle, start.value, drawn.moves).join(' ');
    expect(textOf(await use(ann, 'daily', 'submit', { moves }))).toContain('★★★★★');
    await use(ann, 'daily', 'share');
    expect(textOf(await use(bob, 'leaderboard', 'daily', { period: 'week' }))).toContain(ann.id);
    await (await ann.command(system.channel, 'stats')).until(isFinal);
    await (await ann.command(system.channel, 'daily', { group: 'remind', subcommand: 'on' })).until();
    await (await host.command(system.channel, 'settings', { subcommand: 'result', options: { user: ann } })).until();

    await holdContest(host, [bob, ann]);
    await postDaily(host);

    // The operations guide lists each key.
    const unlisted = (await system.keys('*')).filter((key) => !listed.some((pattern) => pattern.test(key)));
    expect(unlisted).toEqual([]);

    // /privacy.
    const file = await (await ann.command(system.channel, 'privacy', { subcommand: 'export' })).until(
      (sent) => sent.attachments.length > 0,
    );
    expect(Buffer.from(file.attachments[0]!.bytes!).toString()).toContain('867254301');
    await use(ann, 'privacy', 'hide');
    await use(ann, 'privacy', 'show');
    const question = await use(ann, 'privacy', 'delete');
    await (await ann.press(question, buttonOf(question, 'privacy'))).until();
    await expect.poll(() => system.keys(`*${ann.id}*`)).toEqual([]);

    const refused = (await admin.acl('LOG')) as unknown[];
    expect(refused).toEqual([]);
  });

  test('lets that user do nothing else', async () => {
    const bot = new Redis({ port: ports.plain, host: '127.0.0.1', username: 'antipode', password: passwords.antipode });
    await admin.set('somebody-else', 'theirs');
    for (const command of [
      ['get', 'somebody-else'],
      ['set', 'other:key', '1'],
      ['keys', '*'],
      ['scan', '0'],
      ['flushall'],
      ['flushdb'],
      ['config', 'get', '*'],
      ['debug', 'sleep', '0'],
      ['acl', 'whoami'],
      ['shutdown'],
      ['monitor'],
      ['client', 'list'],
      ['eval', "return redis.call('GET', 'somebody-else')", '0'],
      ['eval', "return redis.call('KEYS', '*')", '0'],
    ] as const) {
      const [name, ...args] = command;
      await expect(bot.call(name, ...args), command.join(' ')).rejects.toThrow(/NOPERM|ERR|ACL|permission/iu);
    }
    expect(await bot.set('antipode:test', '1', 'EX', 1)).toBe('OK');
    bot.disconnect();
  });

  test('that refuses the password is reported without the password', async () => {
    const wrong = `redis://antipode:a-password-that-is-wrong@127.0.0.1:${ports.plain}`;
    const lines: string[] = [];
    const redis = connect(
      wrong,
      'worker',
      createLogger('test', 'debug', (line) => lines.push(line)),
    );
    await once(redis, 'error');
    redis.disconnect();
    expect(lines.join('')).toContain('WRONGPASS');
    expect(lines.join('')).not.toContain('a-password-that-is-wrong');
  });

  describe.skipIf(!hasOpenssl)('over TLS (needs openssl)', () => {
    test('is used by the bot', async () => {
      const lines = ((await admin.client('LIST')) as string)
        .split('\n')
        .filter((line) => line.includes('user=antipode'));
      const local = (port: number) => lines.filter((line) => line.includes(`laddr=127.0.0.1:${port}`)).length;
      expect(local(ports.tls)).toBeGreaterThan(1);
      expect(local(ports.plain)).toBeGreaterThan(1);
    });

    test('is refused without a trusted certificate', async () => {
      const lines: string[] = [];
      const redis = connect(
        botUrl,
        'worker',
        createLogger('test', 'debug', (line) => lines.push(line)),
      );
      const [error] = (await once(redis, 'error')) as [Error & { code?: string }];
      redis.disconnect();
      expect(error.code).toMatch(/SELF_SIGNED_CERT|UNABLE_TO_VERIFY/u);
      expect(lines.join('')).not.toContain(passwords.antipode);
    });
  });
});
