/** What somebody could try on a bot that runs: by what they type, by what they send past their client, from beside it. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { text as textFrom } from 'node:stream/consumers';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { laneQueue, replyQueue } from '../../src/jobs/queue.ts';
import { translator } from '../../src/locales/index.ts';
import { type MarkNode, parseMarkdown } from '../../src/playground/page/markdown.ts';
import { walk } from '../../src/stand-in/components.ts';
import { type Channel, type Message, NoResponse, type Person } from '../../src/stand-in/stand-in.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

const dailySecret = 'a-secret-of-these-tests-alone';
let system: TestSystem;
let ports: { bot: number; worker: number };
/** What the processes wrote to their logs. */
const logs: Promise<string>[] = [];
let processes: ChildProcess[];

const freePorts = async (): Promise<{ bot: number; worker: number }> => {
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [bot = 0, worker = 0] = servers.map((server) => (server.address() as { port: number }).port);
  for (const server of servers) server.close();
  return { bot, worker };
};

beforeAll(async () => {
  ports = await freePorts();
  system = await TestSystem.open({}, { DAILY_SECRET: dailySecret, LOG_LEVEL: 'debug' });
  processes = await Promise.all(
    (['bot', 'worker'] as const).map((part) =>
      system.start(part, { HTTP_PORT: String(ports[part]) }, undefined, 'pipe'),
    ),
  );
  logs.push(...processes.map((part) => textFrom(part.stderr!)));
});
afterAll(() => system?.close());

const outdated = translator('en')('error.outdated');
const buttonsOf = (message: Message): string[] =>
  [...walk(message.components)].flatMap(({ node }) => node.custom_id ?? []);

/** What a message is made of, as Discord reads it. */
const marksOf = (nodes: readonly MarkNode[]): string[] =>
  nodes.flatMap(({ type, content }) => [type, ...(Array.isArray(content) ? marksOf(content) : [])]);

describe('what people type', () => {
  const nines = '9'.repeat(599);
  const hostile: Record<string, string> = {
    everyone: '@everyone @here <@&1234567890123456789>',
    'a mention': '<@1234567890123456789> <#1234567890123456789> <t:1:R> </solve:1234567890123456789>',
    'a link': 'https://evil.example [867254301](https://evil.example) <https://evil.example>',
    'mark-up': '**8** __6__ ~~7~~ ||2|| `5` > 4 # 3',
    'lines of mark-up': '# 8\n## 6\n> 7\n>>> 2\n- 5\n-# 4\n1. 3',
    'a code block': '```\n867254301\n```js\n@everyone```',
    'text that runs backwards': '\u202E103452768\u202C \u2066867254301\u2069 \u200F\u061C',
    'what nobody sees': '8\u200B6\u200C7\u2060254\uFEFF301\u00AD\u{E0041}\u{E007F}',
    'piled marks': `8${'\u0301\u0316\u0489'.repeat(150)}67254301`,
    'control characters': '86725\u00004301\u0007\u001B[31m\u0085\u2028\u2029',
    'half a character': '8672543\uD8000\uDC001',
    'characters of many parts': '👩‍👩‍👧‍👦🏳️‍🌈🇯🇵8️⃣'.repeat(20),
    'other digits': '８６７２５４３０１ ८६७२५४३०१ ⑧⑥⑦',
    'a number as a power': '1e9 1e999 -0 0x7f Infinity NaN',
    'a long number': nines,
    'brackets without end': '[('.repeat(299),
    'nothing but dashes': '-'.repeat(599),
    'words of JavaScript': '__proto__ constructor toString {{puzzle}} $t(error.ours)',
  };
  const at: Record<string, (text: string) => { name: string; subcommand?: string; options: Record<string, string> }> = {
    '/solve': (position) => ({ name: 'solve', subcommand: 'eight', options: { position } }),
    '/solve with a goal': (goal) => ({ name: 'solve', subcommand: 'onoff', options: { position: '==no/OfF_', goal } }),
    '/compare': (position) => ({ name: 'compare', subcommand: 'peg15', options: { position } }),
    '/analyse': (moves) => ({ name: 'analyse', subcommand: 'eight', options: { position: '867254301', moves } }),
    '/convert': (text) => ({ name: 'convert', subcommand: 'fifteen', options: { text } }),
    '/play': (position) => ({ name: 'play', subcommand: 'new', options: { puzzle: 'eight', position } }),
    '/daily submit': (moves) => ({ name: 'daily', subcommand: 'submit', options: { moves } }),
  };

  test.each(Object.keys(at))(
    'does no harm in %s',
    async (place) => {
      const ann = system.person('ann');
      await (await ann.command(system.channel, 'daily', { subcommand: 'show' })).until(isFinal);
      const send = async (typed: string): Promise<Message> => {
        const { name, ...line } = at[place]!(typed);
        return (await ann.command(system.channel, name, line)).until(isFinal, 20_000);
      };
      const plain = ['text', 'br', 'codeBlock', 'inlineCode', 'twemoji'];
      const ours = marksOf(parseMarkdown(textOf(await send('zz'))));
      const called = ['user', 'role', 'channel', 'everyone', 'here', 'url', 'autolink', 'link', 'spoiler', 'timestamp'];
      for (const [what, typed] of Object.entries(hostile)) {
        const message = await send(typed);
        const said = textOf(message);
        expect(said.length, what).toBeLessThan(4000);
        const kinds = marksOf(parseMarkdown(said));
        // What turns out to be a position after all is answered as one, with marks of our own.
        const strange = message.ephemeral
          ? kinds.filter((kind) => !plain.includes(kind) && !ours.includes(kind))
          : kinds.filter((kind) => called.includes(kind));
        expect(strange, `${what}: ${said}`).toEqual([]);
        // The zero-width space is ours: it splits what would be a mention or a link.
        expect(said.replaceAll('\u200B', ''), what).not.toMatch(
          /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\u{E0000}-\u{E007F}]/u,
        );
        expect(said, what).not.toMatch(/\p{M}{4}/u);
        expect(said, what).not.toMatch(/(?!\n)\p{Cc}/u);
        expect(message.toJSON().mention_everyone, what).toBe(false);
      }
    },
    120_000,
  );

  test('and types on, in autocomplete, does none either', async () => {
    const ann = system.person('ann');
    for (const typed of Object.values(hostile)) {
      const choices = await ann.complete(system.channel, 'solve', {
        subcommand: 'eight',
        focused: 'position',
        options: { position: typed },
      });
      for (const { name } of choices) expect([...name].length).toBeLessThanOrEqual(100);
    }
  });
});

describe('a command that is not as it is defined', () => {
  const command = (person: Person, channel: Channel, name: string, options: unknown) =>
    person.forge({ kind: 'command', channel, data: { id: '1', name, type: 1, options } });
  const sub = (name: string, ...options: unknown[]) => [{ type: 1, name, options }];
  const option = (name: string, value: unknown, type = 3) => ({ type, name, value });
  const position = option('position', '867254301');

  const cases: Record<string, [string, unknown]> = {
    'no subcommand': ['solve', []],
    'an unknown subcommand': ['solve', sub('nine', position)],
    'a subcommand named as something of JavaScript': ['settings', sub('constructor')],
    'two subcommands': ['solve', [...sub('eight', position), ...sub('six', position)]],
    'an option missing': ['solve', sub('eight')],
    'an option twice': ['solve', sub('eight', position, position)],
    'an unknown option': ['solve', sub('eight', position, option('token', 'x'))],
    'a number for a text': ['solve', sub('eight', option('position', 867254301))],
    'an object for a text': ['solve', sub('eight', option('position', { toString: 'x' }))],
    'an array for a text': ['solve', sub('eight', option('position', ['8', '6']))],
    'nothing for a text': ['solve', sub('eight', option('position', null))],
    'another type': ['solve', sub('eight', option('position', 5, 4))],
    'a text that is too long': ['solve', sub('eight', option('position', '8'.repeat(6000)))],
    'a text of a megabyte': ['solve', sub('eight', option('position', '9'.repeat(10 ** 6)))],
    'a method that is none': ['solve', sub('eight', position, option('method', 'magic'))],
    'a method of another puzzle': ['solve', sub('five', option('position', '123450'), option('method', 'ida-pdb'))],
    'a view that is none': ['solve', sub('eight', position, option('view', '__proto__'))],
    'a puzzle that is none': ['play', sub('new', option('puzzle', 'constructor'))],
    'a difficulty that is none': ['play', sub('new', option('puzzle', 'five'), option('difficulty', 'x'.repeat(5000)))],
    'a text for a number': ['scramble', sub('eight', option('length', '20', 4))],
    'a number out of range': ['scramble', sub('eight', option('length', 1e9, 4))],
    'a number that is not whole': ['scramble', sub('eight', option('length', 2.5, 4))],
    'a puzzle for a contest that is none': ['contest', sub('guess', option('puzzle', 'ninety'))],
    'a contest without end': ['contest', sub('guess', option('puzzle', 'eight'), option('minutes', 1e9, 4))],
    'an unknown subcommand beside one that stops': ['contest', sub('begin')],
    'a period that is none': ['leaderboard', sub('daily', option('period', 'x:y'))],
    'a scope of another server': ['leaderboard', sub('hardest', option('puzzle', 'six'), option('scope', '1'))],
    'a day of the year 9999': ['daily', sub('archive', option('number', 2 ** 53, 4))],
    'an unknown subcommand of /privacy': ['privacy', sub('show-all')],
    'a person that is no id': ['stats', [option('user', '@everyone', 6)]],
    'a command that is none': ['eval', [option('code', 'process.exit()')]],
  };

  test.each(Object.entries(cases))('is refused privately: %s', async (_, [name, options]) => {
    const ann = system.person('ann');
    const before = await system.keys('*');
    const message = await command(ann, system.channel, name, options).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message).trim()).toBe(outdated);
    const own = (await system.keys('*')).filter((key) => !before.includes(key) && key.includes(ann.id));
    expect(own).toEqual([]);
  });

  test('and one without any sense leaves the bot as it was', async () => {
    const ann = system.person('ann');
    for (const options of [undefined, null, [[]], [{}], [{ type: 1 }], [{ type: 99, name: 'eight' }]]) {
      await command(ann, system.channel, 'solve', options).acknowledged.catch((error) =>
        expect(error).toBeInstanceOf(NoResponse),
      );
    }
    const asked = await ann.command(system.channel, 'help');
    expect(textOf(await asked.until())).toContain('/solve');
  }, 40_000);
});

describe('a custom id that somebody made up', () => {
  const press = (person: Person, source: Message, custom_id: string) =>
    person.forge({ kind: 'component', channel: source.channel, source, data: { custom_id, component_type: 2 } });
  const choose = (person: Person, source: Message, custom_id: string, values: unknown) =>
    person.forge({
      kind: 'component',
      channel: source.channel,
      source,
      data: { custom_id, component_type: 3, values },
    });
  const solve = async (person: Person, options: Record<string, string>, subcommand = 'eight') =>
    person.command(system.channel, 'solve', { subcommand, options });

  test('calls off no search of somebody else', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const asked = await solve(ann, { position: '032187654BA9', method: 'bfs' }, 'eleven');
    const own = await (await solve(bob, { position: '867254301' })).until(isFinal);
    const running = await asked.until((message) => !isFinal(message), 15_000);
    for (const id of [`cancel|${asked.id}`, `cancel|${asked.id}|${bob.id}`]) {
      const message = await press(bob, own, id).until();
      expect(message.ephemeral).toBe(true);
      expect(textOf(message)).toContain('Only who asked');
    }
    expect(await system.keys(`work:cancelled:${asked.id}`)).toEqual([]);
    await (await ann.press(running, 'Cancel')).acknowledged;
    await asked.until(isFinal, 10_000);
    const left = () => system.keys(`work:cancelled:${asked.id}`);
    await expect.poll(left, { timeout: 5000 }).toEqual([]);
    // Once more, when there is nothing to call off: nothing is left of it.
    await press(ann, own, `cancel|${asked.id}`).acknowledged;
    expect(await left()).toEqual([]);
  }, 30_000);

  test('changes no answer that is not theirs', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const answer = await (await solve(ann, { position: '867254301' })).until(isFinal);
    const [, , on = ''] = buttonsOf(answer);
    expect(on.endsWith(`|${ann.id}`)).toBe(true);
    const before = textOf(answer);
    const copy = await press(bob, answer, on.replace(ann.id, bob.id)).until();
    expect(copy.ephemeral).toBe(true);
    expect(copy.id).not.toBe(answer.id);
    expect(textOf(answer)).toBe(before);
    // Their own copy is theirs to go through.
    const [, , further = ''] = buttonsOf(copy);
    await (await bob.press(copy, further)).acknowledged;
    await expect.poll(() => textOf(copy)).toContain('after move 2 of 31');
  });

  test('moves in no game of somebody else, wherever it is pressed', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const game = async (person: Person) =>
      (await person.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } })).until(isFinal);
    const [hers, his] = [await game(ann), await game(bob)];
    const key = `play:game:${buttonsOf(hers)[0]!.split('|')[2]}`;
    const before = await system.contentOf(`antipode:${key}`);
    for (const id of buttonsOf(hers)) {
      const message = await press(bob, his, id).until();
      expect(message.ephemeral).toBe(true);
    }
    expect(await system.contentOf(`antipode:${key}`)).toBe(before);
  });

  test('answers no contest of another channel', async () => {
    const ann = system.person('ann');
    const elsewhere = system.guild.createChannel({ name: 'elsewhere' });
    const begun = await ann.command(elsewhere, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
    await begun.until((message) => textOf(message).includes('begins'), 20_000);
    const other = system.person('bob').say(system.channel, 'hello');
    const late = translator('en')('contest.late');
    for (const id of [`contest-answer|${begun.id}`, `contest-move|${begun.id}|1|0`]) {
      expect(textOf(await press(ann, other, id).until()).trim()).toBe(late);
    }
    const form = (components: unknown[], channel = system.channel) =>
      ann.forge({ kind: 'modal', channel, data: { custom_id: `contest-form|${begun.id}`, components } });
    const field = (custom_id: string, value: unknown) => ({ type: 18, component: { type: 4, custom_id, value } });
    expect(textOf(await form([field('answer', '20')]).until()).trim()).toBe(late);

    // In its own channel, a form with other fields than ours.
    for (const fields of [
      [],
      [field('other', '20')],
      [field('answer', '9'.repeat(100_000))],
      [field('answer', '1e1')],
    ]) {
      const message = await form(fields, elsewhere).until();
      expect(message.ephemeral).toBe(true);
      expect(textOf(message).length).toBeLessThan(400);
    }
    expect(await system.keys(`contest:${begun.id}:answers`)).toEqual([]);
    await (await ann.command(elsewhere, 'contest', { subcommand: 'stop' })).until();
    await expect.poll(() => system.keys(`contest:channel:${elsewhere.id}`), { timeout: 15_000 }).toEqual([]);
  }, 40_000);

  test('in menus: what was not offered is not taken', async () => {
    const ann = system.person('ann');
    const start = await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'peg21' } });
    const board = await start.until(isFinal, 20_000);
    const menu =
      buttonsOf(board).find((id) => id.startsWith('play|menu|')) ??
      `play|menu|${buttonsOf(board)[0]!.split('|').slice(2, 4).join('|')}`;
    const game = `antipode:play:game:${menu.split('|')[2]}`;
    const steps = async () =>
      (JSON.parse(JSON.parse(await system.contentOf(game)) as string) as { steps: unknown[] }).steps;
    for (const values of [['99-98'], ['x'], [''], [], ['0-0', '1-1'], ['1e9-2'], [{}], [null], 'no list']) {
      await choose(ann, board, menu, values).acknowledged.catch((error) => expect(error).toBeInstanceOf(NoResponse));
    }
    expect(await steps()).toEqual([]);
    const shown = await choose(ann, board, 'hardest-show|eight', ['no position']).until();
    expect(shown.ephemeral).toBe(true);
  }, 40_000);
});

test('what is pressed twice, or on an old message, happens once', async () => {
  const ann = system.person('ann');
  const start = await ann.command(system.channel, 'play', {
    subcommand: 'new',
    options: { puzzle: 'five', position: '123405' },
  });
  const board = await start.until(isFinal);
  const tap = [...walk(board.components)]
    .map(({ node }) => node)
    .find(({ custom_id, label }) => custom_id?.startsWith('play|tap|') && label === '5');
  const forged = {
    kind: 'component',
    channel: board.channel,
    source: board,
    data: { custom_id: tap!.custom_id, component_type: 2 },
  } as const;
  const first = ann.forge(forged);
  await Promise.all([first, ann.forge(forged), ann.forge(forged)].map((asked) => asked.acknowledged));
  const key = `antipode:play:game:${tap!.custom_id!.split('|')[2]}`;
  await ann.forge(forged).acknowledged;
  const game = JSON.parse(JSON.parse(await system.contentOf(key)) as string) as { steps: unknown[] };
  expect(game.steps).toHaveLength(1);
});

test('who may not manage a server, or messages, is refused also where the client let them', async () => {
  const ann = system.person('ann');
  const host = system.person('host');
  const forge = (name: string, options: unknown) =>
    ann.forge({ kind: 'command', channel: system.channel, data: { id: '1', name, type: 1, options } });
  for (const [subcommand, options] of [
    ['daily', [{ type: 5, name: 'off', value: true }]],
    ['result', [{ type: 6, name: 'user', value: host.id }]],
  ] as const) {
    const message = await forge('settings', [{ type: 1, name: subcommand, options }]).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('Only those who may manage this server');
  }
  const begun = await host.command(system.channel, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
  await begun.until((message) => textOf(message).includes('begins'), 20_000);
  const refused = await forge('contest', [{ type: 1, name: 'stop', options: [] }]).until();
  expect(textOf(refused).trim()).toBe(translator('en')('contest.notYours'));
  expect(await system.keys(`contest:channel:${system.channel.id}`)).toHaveLength(1);
  await (await host.command(system.channel, 'contest', { subcommand: 'stop' })).until();
}, 30_000);

test('an export is for the one whom it is about, and only they see it', async () => {
  const ann = system.person('ann');
  const bob = system.person('bob');
  await (await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } })).until(
    isFinal,
  );
  // Whoever else is named besides: there is no such option, and nobody is asked for.
  const named = bob.forge({
    kind: 'command',
    channel: system.channel,
    data: {
      id: '1',
      name: 'privacy',
      type: 1,
      options: [{ type: 1, name: 'export', options: [{ type: 6, name: 'user', value: ann.id }] }],
    },
  });
  expect(textOf(await named.until()).trim()).toBe(outdated);
  const message = await (await ann.command(system.channel, 'privacy', { subcommand: 'export' })).until(
    (sent) => sent.attachments.length > 0,
  );
  expect(message.ephemeral).toBe(true);
  expect(bob.sees(message)).toBe(false);
  const own = await (await bob.command(system.channel, 'privacy', { subcommand: 'export' })).until(
    (sent) => sent.attachments.length > 0,
  );
  expect(Buffer.from(own.attachments[0]!.bytes!).toString()).not.toContain(ann.id);
});

test('jobs that somebody else wrote into Redis are refused, and the bot goes on', async () => {
  const connection = system.redis;
  const huge = 'x'.repeat(100_000);
  const id = '123456789012345678';
  const data = [
    null,
    [],
    'text',
    {},
    { version: 1 },
    { version: 99, id, work: { kind: 'solve' } },
    { version: 1, id, work: { kind: 'solve', puzzle: '__proto__', position: '1', goal: '1' } },
    { version: 1, id, work: { kind: 'solve', puzzle: 'eight', position: huge, goal: huge } },
    { version: 1, id, work: { kind: 'solve', puzzle: 'eight', position: 'no position', goal: 'no goal' } },
    { version: 1, id, work: { kind: 'contest', puzzle: 'eight', difficulty: 'hard', count: 1e9, seed: id } },
    { version: 1, id, work: { kind: 'eval', code: 'process.exit()' } },
    { version: 1, id: '../../etc/passwd', work: { kind: 'survey', puzzle: 'eight' } },
  ];
  const queues = [laneQueue('quick'), laneQueue('long'), replyQueue(), 'contest-step', 'post'].map(
    (name) => new Queue(name, { connection, prefix: 'antipode' }),
  );
  for (const queue of queues) {
    await queue.addBulk(
      data.map((one) => ({ name: 'post', data: one, opts: { removeOnComplete: true, removeOnFail: true } })),
    );
  }
  const counts = async () => {
    const all = await Promise.all(queues.map((queue) => queue.getJobCountByTypes('waiting', 'active', 'prioritized')));
    return all.reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(counts, { timeout: 20_000 }).toBe(0);
  await Promise.all(queues.map((queue) => queue.close()));
  for (const part of processes) expect(part.exitCode).toBeNull();
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  expect(textOf(await asked.until(isFinal))).toContain('31');
}, 40_000);

/** What a neighbour on the network sends to a port, and what comes back first. */
const raw = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(request));
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0]!));
    socket.once('close', () => resolve('closed'));
    socket.once('error', reject);
    socket.once('data', () => socket.destroy());
  });

test.each(['bot', 'worker'] as const)('the port for figures of a %s takes any request, and stays', async (part) => {
  for (const target of ['//', 'http://[', '/%', '*', `/${'a'.repeat(10_000)}`, '/metrics/../healthz', '/constructor']) {
    const status = await raw(ports[part], `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(status).toMatch(/^HTTP\/1\.1 40[04] /u);
  }
  expect(await raw(ports[part], 'x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /u);
  expect((await fetch(`http://127.0.0.1:${ports[part]}/healthz`)).status).toBe(200);
});

test('the health check of the image tells a part that is ready from one that is not there', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [command = '', ...args] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])$/mu.exec(dockerfile)![1]!) as string[];
  const check = (port: number) => execFileSync(command, args, { env: { ...process.env, HTTP_PORT: String(port) } });
  check(ports.bot);
  check(ports.worker);
  expect(() => check(1)).toThrow();
});

test('secrets are in no process title, command line, figure, job or log', async () => {
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  await asked.until(isFinal);
  const { password } = new URL(system.redisUrl);
  expect(password.length).toBeGreaterThan(10);
  const secrets = [system.standIn.token, password, dailySecret];
  const clean = (text: string, where: string) => {
    for (const secret of [...secrets, asked.token]) expect(text.includes(secret), where).toBe(false);
  };
  const titles = execFileSync('ps', ['-e', '-o', 'args']).toString();
  expect(titles).toContain('bot.js');
  clean(titles, 'command lines');
  for (const port of Object.values(ports))
    clean(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), 'figures');
  for (const key of await system.keys('*')) {
    // Tokens have keys of their own, which die with them.
    if (key.startsWith('work:token:')) continue;
    clean(`${key} ${await system.contentOf(`antipode:${key}`)}`, key);
  }
  for (const part of processes) part.kill('SIGTERM');
  await Promise.all(processes.map((part) => once(part, 'exit')));
  for (const log of await Promise.all(logs)) {
    expect(log).toContain('"msg":"ready"');
    clean(log, 'log');
  }
}, 30_000);

test('nobody was called', () => {
  expect(system.sent.messages).toBeGreaterThan(100);
  expect(system.sent.loud).toEqual([]);
});
