/** What is kept about people, with the whole bot: all of it is exported, all of that is deleted, and nothing else. */
import type { ChildProcess } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { definitions } from '../../src/discord/register.ts';
import { postQueue } from '../../src/features/daily/poster.ts';
import { numberAt, startOf } from '../../src/features/daily/rules.ts';
import { replyQueue } from '../../src/jobs/queue.ts';
import { spellMoves } from '../../src/puzzles/moves.ts';
import { parseQuestion } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { canonical } from '../../src/puzzles/symmetry.ts';
import { Erasures, hashed } from '../../src/runtime/erasure.ts';
import { solve } from '../../src/search/solve.ts';
import { walk } from '../../src/stand-in/components.ts';
import type { CommandLine } from '../../src/stand-in/person.ts';
import type { Channel, Message, Person } from '../../src/stand-in/stand-in.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open();
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterEach(() => {
  worker.kill('SIGCONT');
  system.standIn.faults.clear();
});
afterAll(() => system?.close());

const used = new Set<string>();
const ask = async (who: Person, name: string, line: CommandLine = {}, channel: Channel = system.channel) => {
  used.add([name, line.subcommand ?? []].flat().join(' '));
  return (await who.command(channel, name, line)).until(isFinal, 30_000);
};
/** Press the button with this label, or whose custom id begins so. */
const press = async (who: Person, message: Message, button: string): Promise<Message> => {
  const node = [...walk(message.components)].find(
    ({ node: { custom_id: id, label } }) => label === button || id?.startsWith(button),
  );
  return (await who.press(message, node?.node.custom_id ?? button)).until(isFinal, 30_000);
};

/** The parts of each key of Redis: fields, members, or the whole, with what each holds. */
type Snapshot = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What comes and goes by itself: the queue's own books, and locks of a few seconds. */
const restless =
  /^(reply|work-\w+)-v\d+:(meta|id|marker|events|stalled|stalled-check|wait|active|delayed|prioritized|pc)$|^(post|contest-step):|^work:(answered|editing|entering|pace|alive|versions|rate):/u;

const snapshot = async (): Promise<Snapshot> => {
  const { redis } = system;
  const pairs = (rows: string[]) =>
    new Map(rows.flatMap((row, index): [string, string][] => (index % 2 ? [] : [[row, rows[index + 1]!]])));
  const read: Record<string, (key: string) => Promise<Map<string, string>>> = {
    string: async (key) => new Map([['', (await redis.get(key)) ?? '']]),
    hash: async (key) => new Map(Object.entries(await redis.hgetall(key))),
    set: async (key) => new Map((await redis.smembers(key)).map((member) => [member, ''])),
    zset: async (key) => pairs(await redis.zrange(key, '0', '-1', 'WITHSCORES')),
    list: async (key) => new Map((await redis.lrange(key, 0, -1)).map((item, index) => [String(index), item])),
    stream: async (key) => new Map([['', JSON.stringify(await redis.xrange(key, '-', '+'))]]),
  };
  const kept = new Map<string, Map<string, string>>();
  for (const key of await system.keys('*')) {
    const parts = await read[await redis.type(`antipode:${key}`)]?.(`antipode:${key}`);
    if (parts) kept.set(key, parts);
  }
  return kept;
};
/** All that was asked has been answered, and the queue has tidied up. */
const quiet = () =>
  vi.waitFor(async () => expect(await system.keys('*-v*:*-??????????????????*')).toEqual([]), { timeout: 10_000 });
const settled = (kept: Snapshot): Snapshot => new Map([...kept].filter(([key]) => !restless.test(key)));

/** Without what searches have said of games: that is nobody's, and may be what a challenge asks for. */
const withoutAdvice = (kept: Snapshot): Snapshot =>
  new Map(
    [...kept].map(([key, parts]) => {
      if (!key.startsWith('play:game:')) return [key, parts];
      const told = ([part, text]: [string, string]) =>
        [part, JSON.stringify({ ...JSON.parse(text), advice: undefined })] as const;
      return [key, new Map([...parts].map(told))];
    }),
  );

/** Every place of Redis that names somebody, streams and job data too. */
const placesOf = (kept: Snapshot, { id }: Person): string[] =>
  [...kept]
    .filter(([key, parts]) => [key, ...[...parts].flat()].some((text) => text.includes(id)))
    .map(([key]) => key)
    .sort();

const words = (text: string): string[] => text.match(/[^\s,:|"{}[\]]+/gu) ?? [];

/** Each word of a key, field, member or value that was there before and is not after. */
const removed = (before: Snapshot, after: Snapshot): { key: string; word: string }[] =>
  [...before].flatMap(([key, parts]) => {
    const left = after.get(key);
    const gone = [...parts].flatMap(([part, content]) => {
      const now = left?.get(part);
      if (now === content) return [];
      const still = new Set(now === undefined ? [] : words(now));
      return [...(now === undefined ? words(part) : []), ...words(content).filter((word) => !still.has(word))];
    });
    return gone.map((word) => ({ key, word }));
  });

interface Exported {
  readonly format: string;
  readonly at: string;
  readonly user: string;
  readonly data: Record<string, Record<string, unknown>>;
}
const exportOf = async (who: Person, channel: Channel = system.channel): Promise<Exported> => {
  const message = await ask(who, 'privacy', { subcommand: 'export' }, channel);
  expect(message.ephemeral).toBe(true);
  const [file] = message.attachments;
  const bytes = Buffer.from(await (await fetch(file!.url)).arrayBuffer());
  const text = (file!.filename.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return JSON.parse(text);
};

/** The section of an export for each part of Redis. */
const sections: Readonly<Record<string, string>> = {
  work: 'questions',
  [replyQueue()]: 'questions',
  play: 'games',
  hardest: 'finds',
  daily: 'daily challenges',
  posting: 'reminder',
  contest: 'contests',
};

/** Whether an export says what was removed, and in its place. */
const isSaid = ({ user, data }: Exported, { key, word }: { key: string; word: string }): boolean => {
  const section = sections[key.split(':')[0]!];
  const text = JSON.stringify(data[section ?? '']) ?? '';
  const said = new Set([user, hashed(user), ...words(text)]);
  // Times are in seconds or milliseconds, and what is better when it is less is kept below zero.
  if (said.has(word.replace(/^-(?=\d+$)/u, ''))) return true;
  if (/^\d{10}(\d{3})?$/u.test(word) && text.includes(new Date(Number(word.padEnd(13, '0'))).toISOString()))
    return true;
  // A member of a board is its person behind ten digits of time; a score is made of what a result says.
  if (key.startsWith('daily:board:')) return word.endsWith(user) || /^-?\d+$/u.test(word);
  const finds = (data.finds?.finds ?? []) as { puzzle: string; position: string }[];
  if (!key.startsWith('hardest:')) return false;
  return finds.some(({ puzzle: id, position }) => {
    const puzzle = puzzleOf(id)!;
    const question = parseQuestion(puzzle, position);
    // The same position, as keys have it.
    return question.ok && puzzle.rank(canonical(puzzle, question.value.start, puzzle.goal)).toString(36) === word;
  });
};

const confirmed = async (who: Person, channel: Channel = system.channel): Promise<Message> => {
  const question = await ask(who, 'privacy', { subcommand: 'delete' }, channel);
  expect(question.ephemeral).toBe(true);
  return press(who, question, 'privacy-delete');
};

/** A solution of today's challenge, as somebody would type it. */
const daily = async (): Promise<string> => {
  const key = `antipode:work:result:daily|${numberAt(Date.now())}`;
  const { puzzle: id, position, moves } = JSON.parse((await system.redis.get(key))!);
  const puzzle = puzzleOf(id)!;
  const start = puzzle.parsePosition(position);
  return start.ok ? spellMoves(puzzle, start.value, moves).join(' ') : '';
};

/** Who answers in everybody's contests. */
let rival: Person | undefined;
/** A contest of each kind, ended by who started it. */
const compete = async (who: Person): Promise<void> => {
  rival ??= system.person('rival');
  const channel = system.guild.createChannel({ name: 'contests' });
  for (const [kind, answer] of Object.entries({ guess: '20', 'fewest-moves': '', 'first-move': '' })) {
    await ask(who, 'contest', { subcommand: kind, options: { puzzle: 'five' } }, channel);
    const shown = () =>
      [...channel.messages.values()].find((message) => /"contest-(answer|move)\|/u.test(json(message)));
    await vi.waitFor(() => expect(shown()).toBeDefined(), { timeout: 20_000 });
    for (const person of [who, rival]) {
      const button = [...walk(shown()!.components)].find(({ node }) => node.type === 2)!.node.custom_id!;
      const pressed = await person.press(shown()!, button);
      await pressed.acknowledged;
      const modal = pressed.modal();
      if (modal) await (await person.submit(modal, { answer: answer || solved(shown()!) })).until();
    }
    await ask(who, 'contest', { subcommand: 'stop' }, channel);
    await vi.waitFor(async () => expect(await system.keys(`contest:channel:${channel.id}`)).toEqual([]), 20_000);
  }
  await ask(who, 'leaderboard', { subcommand: 'contest' }, channel);
};
const json = ({ components }: Message): string => JSON.stringify(components);
/** A shortest solution of a board of five. */
const solved = (message: Message): string => {
  const five = puzzleOf('five')!;
  const question = parseQuestion(five, /`(\d{6})`/u.exec(textOf(message))![1]!);
  const outcome = question.ok ? solve(five, question.value) : undefined;
  return question.ok && outcome?.status === 'solved'
    ? spellMoves(five, question.value.start, outcome.moves).join(' ')
    : '';
};

/** Use all that leaves something, and all that should not. */
const useEverything = async (who: Person, other: Person, position: string): Promise<void> => {
  const options = { position };
  const solved = await ask(who, 'solve', { subcommand: 'eight', options });
  await press(who, solved, '▶');
  await ask(who, 'solve', { subcommand: 'six', options: { position: '4651320', view: 'picture' } }, who.direct());
  await who.complete(system.channel, 'solve', { subcommand: 'eight', focused: 'position' });
  await ask(who, 'hardest', { options: { puzzle: 'six' } });
  await ask(who, 'compare', { subcommand: 'six', options: { position: '4651302', private: true } });
  await ask(who, 'analyse', { subcommand: 'five', options: { position: '123450', moves: '3 2 2 3' } });
  await ask(who, 'scramble', { subcommand: 'eight', options: { length: '20' } });
  await ask(who, 'convert', { subcommand: 'eight', options: { text: position } });
  const asked = await who.messageCommand(
    system.channel,
    'Solve this position',
    who.say(system.channel, 'and 5432106?'),
  );
  await asked.until(isFinal);
  const won = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'five', position: '123405' } });
  await press(who, await press(who, won, '5'), 'play|again');
  const given = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'seven' } });
  await press(who, await press(who, given, 'Hint'), 'Give up …');
  const shared = await ask(who, 'play', { subcommand: 'new', options: { puzzle: 'five', shared: true } });
  await press(other, shared, 'Hint');
  await ask(who, 'play', { subcommand: 'resume' });
  await ask(who, 'daily', { subcommand: 'show' });
  await ask(who, 'daily', { subcommand: 'play' });
  await press(who, await ask(who, 'daily', { subcommand: 'submit', options: { moves: await daily() } }), 'daily-share');
  await ask(who, 'daily', { subcommand: 'share' });
  await ask(who, 'daily', { subcommand: 'archive', options: { number: numberAt(Date.now()) } });
  await ask(who, 'stats');
  await ask(other, 'stats', { options: { user: who } });
  await compete(who);
  await ask(who, 'daily', { group: 'remind', subcommand: 'on' });
  await ask(who, 'leaderboard', { subcommand: 'daily' });
  await ask(who, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
  await ask(who, 'privacy', { subcommand: 'hide' });
  await ask(who, 'help');
  await ask(who, 'about');
};

describe('somebody who has used everything', () => {
  /** What belongs to nobody and stays: results of searches, finds of nobody, contests without her, the hash of who left. */
  const nobodys = /^work:result:|^hardest:\w+:\w+:(finds|finders)$|^left:[\w-]{43}$|^contest:\d+(:answers)?$/u;

  test('gets all that is kept, and has all of that deleted, and nothing of anybody else', async () => {
    const ben = system.person('ben');
    await useEverything(ben, system.person('eve'), '867254301');
    await quiet();
    const empty = settled(await snapshot());
    const ann = system.person('ann');
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await useEverything(ann, ben, '085672341');
    worker.kill('SIGSTOP');
    const waiting = await ann.command(system.channel, 'solve', {
      subcommand: 'eleven',
      options: { position: '94B72508A613', method: 'iddfs' },
    });
    await waiting.until((message) => textOf(message).includes('In the queue'));

    const before = await snapshot();
    const all = await exportOf(ann);
    expect(all).toMatchObject({ format: 'antipode-personal-data/1', user: ann.id });
    // An export changes nothing.
    expect(settled(await snapshot())).toEqual(settled(before));
    const said = await confirmed(ann);
    const after = await snapshot();
    expect(textOf(said)).toMatch(/Deleted.*questions: \d+\n- games: 5\n- finds among the hardest positions: 2/su);

    expect(placesOf(before, ann).length).toBeGreaterThan(5);
    expect(placesOf(after, ann)).toEqual([]);
    const unsaid = removed(withoutAdvice(settled(before)), withoutAdvice(settled(after))).filter(
      (one) => !isSaid(all, one),
    );
    expect(unsaid).toEqual([]);

    worker.kill('SIGCONT');
    await waiting.until((message) => textOf(message).includes('was cancelled'), 20_000);
    await quiet();
    const end = settled(await snapshot());
    expect(placesOf(end, ann)).toEqual([]);
    expect([...end.keys()].filter((key) => !empty.has(key) && !nobodys.test(key))).toEqual([]);
    expect([...empty.keys()].filter((key) => !end.has(key))).toEqual([]);
    // What is not hers is as it was before she asked for this, byte for byte.
    expect(placesOf(end, ben)).toEqual(placesOf(empty, ben));
    for (const [key, parts] of end) {
      if (key.startsWith('left:')) continue;
      const was = before.get(key) ?? new Map<string, string>();
      const isOthers = ([part]: [string, string]): boolean =>
        ![part, was.get(part) ?? ''].some((text) => text.includes(ann.id) || text.includes(hashed(ann.id)));
      expect([...parts].filter(isOthers), key).toEqual([...was].filter(isOthers));
    }
    for (const key of await system.keys('left:*')) {
      expect(await system.redis.ttl(`antipode:${key}`)).toBeLessThanOrEqual(15 * 60);
    }

    expect((await exportOf(ann)).data).toEqual({});
    const board = await ask(ben, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
    expect(textOf(board)).toContain('found by somebody who has left');
    expect(textOf(await ask(ann, 'play', { subcommand: 'resume' }))).not.toContain('moves**');
    expect(textOf(await ask(ann, 'stats'))).toContain('You have not played a daily challenge yet');
    expect(textOf(await ask(ann, 'privacy', { subcommand: 'delete' }))).toBe('Nothing is kept about you.');
  }, 120_000);

  test('is out of sight while they hide, and back with all that was theirs after it', async () => {
    const [cid, dot] = [system.person('cid'), system.person('dot')];
    await useEverything(cid, dot, '678130452');
    const show = () => ask(cid, 'privacy', { subcommand: 'show' });
    const hide = () => ask(cid, 'privacy', { subcommand: 'hide' });
    const seen = async (): Promise<string> => {
      const lines: CommandLine[] = [
        { subcommand: 'hardest', options: { puzzle: 'eight' } },
        { subcommand: 'contest' },
        ...['day', 'week', 'month', 'all'].map((period) => ({ subcommand: 'daily', options: { period } })),
      ];
      const texts: string[] = [];
      for (const line of lines) texts.push(textOf(await ask(dot, 'leaderboard', line)));
      return texts.join('\n');
    };
    expect(textOf(await show())).toContain('not hidden');
    await quiet();
    const before = settled(await snapshot());
    const sight = await seen();
    expect(sight.split(cid.id).length).toBeGreaterThan(6);
    for (let twice = 0; twice < 2; twice++) {
      expect(textOf(await hide())).toContain('You are hidden now');
      expect(await seen()).not.toContain(cid.id);
      expect(textOf(await ask(dot, 'stats', { options: { user: cid } }))).not.toMatch(/solved: \d/u);
      expect(textOf(await hide())).toContain('You are hidden now');
      await show();
    }
    expect(await seen()).toBe(sight);
    await quiet();
    expect(settled(await snapshot())).toEqual(before);
  }, 60_000);

  test('has used every command', () => {
    const all = definitions.flatMap(({ name, type, ...rest }) => {
      const options = 'options' in rest ? (rest.options ?? []) : [];
      const subcommands = options.filter((option) => option.type === 1).map((option) => `${name} ${option.name}`);
      // One puzzle's subcommand is like another's, and /settings is of servers.
      if (type !== 1 || name === 'settings' || subcommands.length > 9) return [];
      return subcommands.length > 0 ? subcommands : [name];
    });
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('what is under way at the time', () => {
  const position = '94B72508A613';

  test('an answer that is being delivered leaves no find', async () => {
    const ann = system.person('ann');
    await quiet();
    // Discord takes its time with the answer.
    system.standIn.faults.add({
      method: 'PATCH',
      path: /\/messages\/@original$/u,
      when: 'before',
      answer: { kind: 'delay', ms: 2500 },
    });
    const asked = await ann.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '135204687' },
    });
    await vi.waitFor(() => expect(system.standIn.faults.struck).toBe(1), { timeout: 5000 });
    const said = await confirmed(ann);
    expect(textOf(said)).toContain('Deleted');
    expect(asked.reply()?.loading).toBe(true);
    expect(textOf(await asked.until(isFinal))).toContain('proved shortest');
    await vi.waitFor(async () => expect(await system.keys(`work:token:${asked.id}`)).toEqual([]));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    const board = await ask(ann, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
    expect(textOf(board)).not.toContain('135204687');
  });

  test('a search is called off, and says so', async () => {
    const ann = system.person('ann');
    const options = { position, method: 'iddfs' };
    const asked = await ann.command(system.channel, 'solve', { subcommand: 'eleven', options });
    await asked.until((message) => textOf(message).includes('Searching …'));
    await confirmed(ann);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await asked.until((message) => textOf(message).includes('was cancelled'));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('a request whose bot is killed is answered by the next, which does not know whose it was', async () => {
    const ann = system.person('ann');
    worker.kill('SIGSTOP');
    const asked = await ann.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '867254310', goal: '867254301' },
    });
    await asked.until((message) => textOf(message).includes('In the queue'));
    await confirmed(ann);
    await system.kill(bot);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    bot = await system.start('bot');
    worker.kill('SIGCONT');
    await asked.until((message) => isFinal(message) && !textOf(message).includes('In the queue'), 20_000);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('what arrives after it, though it was sent before, leaves nothing', async () => {
    const ann = system.person('ann');
    worker.kill('SIGSTOP');
    await new Erasures(system.redis, 'antipode').erase(ann.id, Date.now() + 60_000);
    const options = { position: '123456708' };
    const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options });
    const begun = await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } });
    const shown = await ann.command(system.channel, 'daily', { subcommand: 'play' });
    await Promise.all(
      [asked, begun, shown].map((one) => one.until((message) => textOf(message).includes('In the queue'))),
    );
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    const sent = await ask(ann, 'daily', { subcommand: 'submit', options: { moves: await daily() } });
    expect(textOf(sent)).toContain('This result can no longer be shown.');
    worker.kill('SIGCONT');
    for (const one of [asked, begun, shown]) await one.until((message) => textOf(message).includes('was cancelled'));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('of moves, questions and results at the same moment nothing comes back', async () => {
    const rounds = Array.from({ length: 12 }, async (_, round) => {
      const ann = system.person(`ann-${round}`);
      const game = await ask(ann, 'play', { subcommand: 'new', options: { puzzle: 'five', position: '123405' } });
      await ask(ann, 'daily', { subcommand: 'show' });
      const moves = await daily();
      const button = await ask(ann, 'privacy', { subcommand: 'delete' });
      const options = { position: String(123456708) };
      // All of this is sent before the last word, and is done in any order.
      const sent = [
        ann.press(game, '5'),
        ann.command(system.channel, 'solve', { subcommand: 'eight', options }),
        ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } }),
        ann.command(system.channel, 'daily', { subcommand: 'submit', options: { moves } }),
        ann.press(button, 'privacy-delete'),
      ];
      const asked = await Promise.all(sent.map(async (one) => (await one).until(isFinal, 30_000)));
      expect(textOf(asked.at(-1)!)).toContain('Deleted');
      return ann;
    });
    const people = await Promise.all(rounds);
    await quiet();
    const kept = await snapshot();
    for (const ann of people) expect(placesOf(kept, ann)).toEqual([]);
  }, 60_000);
});

describe('what the bot does by itself', () => {
  test('reminds people by a hash, which leads to nobody when they have left', async () => {
    const ann = system.person('ann');
    await ask(ann, 'daily', { group: 'remind', subcommand: 'on' });
    const number = numberAt(Date.now());
    await quiet();
    await system.later(startOf(number + 1) - 3_600_000 - Date.now());
    const queue = new Queue(postQueue, { connection: system.redis, prefix: 'antipode' });
    await queue.add('look', {}, { removeOnComplete: true, removeOnFail: true });
    const reminded = async () => (await exportOf(ann)).data.reminder;
    await vi.waitFor(async () => expect(await reminded()).toMatchObject({ isOn: true, lastNumber: number }));
    expect(JSON.stringify([...(await snapshot()).get('post:events')!])).toContain(hashed(ann.id));
    expect(placesOf(await snapshot(), ann)).toEqual(['posting:reminder-people']);
    expect(textOf(await confirmed(ann))).toContain('your reminder: 1');
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await queue.close();
  });

  test('knows no admin by what they have set', async () => {
    const ann = system.person('ann');
    ann.join(system.guild, { administrator: true });
    await ask(ann, 'settings', { subcommand: 'daily', options: { channel: system.channel, hour: 0, zone: 'UTC' } });
    expect(await system.keys('posting:server:*')).toHaveLength(1);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });
});

describe('the button to delete', () => {
  test.each([
    ['direct messages', (person: Person) => person.direct()],
    [
      'a server without the bot',
      (person: Person) => {
        const guild = system.standIn.createGuild({ name: 'Elsewhere', installed: false });
        person.install();
        person.join(guild);
        return guild.createChannel({ name: 'talk' });
      },
    ],
  ])('works in %s, and in Japanese', async (_, place) => {
    const ann = system.standIn.createUser({ name: 'ann', locale: 'ja' });
    ann.join(system.guild);
    const channel = place(ann);
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301', private: true } }, channel);
    await ask(ann, 'daily', { subcommand: 'show' }, channel);
    await quiet();
    const said = await confirmed(ann, channel);
    expect(said.ephemeral).toBe(true);
    expect(textOf(said)).toContain('削除しました');
    expect(textOf(said)).toContain('質問：1 件');
    expect(textOf(said)).not.toMatch(/privacy\.|[a-z]{4}/u);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('does what a killed bot has left undone', async () => {
    const ann = system.person('ann');
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    await ask(ann, 'play', { subcommand: 'new', options: { puzzle: 'five' } });
    const question = await ask(ann, 'privacy', { subcommand: 'delete' });
    const first = await ann.press(question, 'privacy-delete');
    first.acknowledged.catch(() => {});
    await system.kill(bot);
    bot = await system.start('bot');
    expect(textOf(await press(ann, question, 'privacy-delete'))).toMatch(/Deleted|Nothing is kept/u);
    await quiet();
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('is too old after five minutes', async () => {
    const ann = system.person('ann');
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    const question = await ask(ann, 'privacy', { subcommand: 'delete' });
    expect(textOf(question)).toContain('cannot be undone');
    // A lock that ends with the clock turned on would be missed.
    await quiet();
    await system.later(5 * 60_000 + 2000);
    const said = await press(ann, question, 'privacy-delete');
    expect(textOf(said)).toContain('nothing was deleted');
    expect(said.components).toEqual([]);
    expect((await exportOf(ann)).data.questions).toMatchObject({ recent: [{ position: '867254301' }] });
  });
});

test('Discord has refused nothing', () => {
  expect(system.standIn.requests.filter(({ status }) => status >= 400 && status !== 404)).toEqual([]);
});
