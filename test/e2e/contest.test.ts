/** Contests of thirty people in one channel, with the bot killed in the middle of each: the results are right, and come once. */
import type { ChildProcess } from 'node:child_process';
import { type Job, Queue } from 'bullmq';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numberAt } from '../../src/features/daily/rules.ts';
import { spellMoves } from '../../src/puzzles/moves.ts';
import { type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { solve } from '../../src/search/solve.ts';
import { Neighbourhood } from '../../src/spoilers/neighbourhood.ts';
import { type ComponentNode, walk } from '../../src/stand-in/components.ts';
import type { Fault } from '../../src/stand-in/limits.ts';
import {
  type Asked,
  type Channel,
  type Guild,
  type Message,
  NoResponse,
  type Person,
} from '../../src/stand-in/stand-in.ts';
import { BOT_PERMISSIONS } from '../../src/stand-in/world.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let bot: ChildProcess;
let redis: Redis;
let steps: Queue;
beforeAll(async () => {
  system = await TestSystem.open();
  [bot] = await Promise.all([system.start('bot'), system.start('worker')]);
  redis = system.redis.duplicate({ maxRetriesPerRequest: null });
  steps = new Queue('contest-step', { connection: redis, prefix: 'antipode' });
});
afterAll(async () => {
  await steps?.close();
  redis?.disconnect();
  await system?.close();
});

const restart = async (): Promise<void> => {
  await system.kill(bot);
  bot = await system.start('bot');
};

/** A server of its own for each test, so that its leaderboard is that of one contest. */
let guild: Guild;
let channel: Channel;
let host: Person;
const person = (name: string, locale = 'en-US', permissions?: bigint): Person => {
  const made = system.standIn.createUser({ name, locale });
  made.join(guild, permissions === undefined ? {} : { permissions });
  return made;
};
const settle = (locale: string): void => {
  guild = system.standIn.createGuild({ name: 'Contestants', locale });
  channel = guild.createChannel({ name: 'contests' });
  host = person('host');
};
beforeEach(() => settle('en-US'));

const crowd = (count = 30): Person[] => Array.from({ length: count }, (_, index) => person(`member-${index}`));

/** Resolves once a message of a channel is as wanted. */
const seen = (where: Channel, wanted: (message: Message) => boolean, milliseconds = 20_000): Promise<Message> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      system.standIn.off('message', look);
      system.standIn.off('messageUpdate', look);
    };
    const timer = setTimeout(() => {
      finish();
      reject(new Error(`not seen; there is:\n${[...where.messages.values()].map(textOf).join('\n---\n')}`));
    }, milliseconds);
    const look = (): void => {
      const found = [...where.messages.values()].find((message) => !message.ephemeral && wanted(message));
      if (!found) return;
      finish();
      resolve(found);
    };
    system.standIn.on('message', look);
    system.standIn.on('messageUpdate', look);
    look();
  });

/** Channels that the bot was put out of. */
const closed: string[] = [];

const buttonsOf = (message: Message): ComponentNode[] =>
  [...walk(message.components)].flatMap(({ node }) => (node.type === 2 ? node : []));
const isResult = (message: Message): boolean => textOf(message).includes('[The contest](');
const isOver = (message: Message): boolean => textOf(message).includes('[Its results](');
const resultsIn = (where: Channel): Message[] => [...where.messages.values()].filter(isResult);

const command = async (
  who: Person,
  subcommand: string,
  options: Record<string, string | number> = {},
): Promise<string> =>
  textOf(await (await who.command(channel, 'contest', { subcommand, options })).until(isFinal, 30_000));

/** Start a contest. @returns its message */
const begin = async (kind: string, options: Record<string, string | number>): Promise<Message> => {
  expect(await command(host, kind, options)).toContain('The contest begins, here in the channel.');
  return seen(channel, (message) => buttonsOf(message).length > 0);
};

const idOf = (message: Message): string => buttonsOf(message)[0]!.custom_id!.split('|')[1]!;

/** The job that ends a contest. Who sees its message may be quicker than the bot. */
const endJob = async (id: string): Promise<Job> => {
  let job: Job | undefined;
  await expect.poll(async () => (job = await steps.getJob(`end-${id}`)), { timeout: 20_000 }).toBeTruthy();
  return job!;
};
/** The time is up. */
const end = async (id: string): Promise<void> => {
  await (await endJob(id)).promote();
};

/** Everything of a contest is done: its channel is free. */
const done = async (where = channel): Promise<void> => {
  await expect.poll(() => system.redis.exists(`antipode:contest:channel:${where.id}`), { timeout: 30_000 }).toBe(0);
};

const positionIn = (puzzle: Puzzle, message: Message): Position => {
  for (const [, text] of textOf(message).matchAll(/^`(\S+)`$/gmu)) {
    const position = puzzle.parsePosition(text!);
    if (position.ok) return position.value;
  }
  throw new Error(`no position in:\n${textOf(message)}`);
};
const solutionOf = (puzzle: Puzzle, start: Position): readonly Move[] => {
  const outcome = solve(puzzle, { start, goal: puzzle.goal });
  if (outcome.status !== 'solved' || !outcome.optimal) throw new Error(outcome.status);
  return outcome.moves;
};
/** A solution that takes so many detours of two moves at its start. */
const longer = (moves: readonly Move[], detours: number): Move[] => [
  ...Array.from({ length: detours }, () => [[...moves[0]!], moves[0]!.toReversed()]).flat(),
  ...moves,
];

/** Fill in the form of a contest, again where the bot does not respond. @returns the last try */
const send = async (who: Person, message: Message, text: string): Promise<{ sent: Asked; told: string }> => {
  for (;;) {
    try {
      const pressed = await who.press(message, buttonsOf(message)[0]!.custom_id!);
      await pressed.acknowledged;
      const modal = pressed.modal();
      if (!modal) return { sent: pressed, told: textOf(await pressed.until()) };
      const sent = await who.submit(modal, { answer: text });
      const reply = await sent.until();
      expect(reply.ephemeral).toBe(true);
      return { sent, told: textOf(reply) };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
    }
  }
};

/** The places in a message with results. */
const placesIn = (message: Message): { rank: number; user: string; value: number; rest: string }[] =>
  [...textOf(message).matchAll(/^(\d+)\. <@(\d+)> · \*\*(\d+)[^*]*\*\*(.*)$/gmu)].map(
    ([, rank, user, value, rest]) => ({
      rank: Number(rank),
      user: user!,
      value: Number(value),
      rest: rest!,
    }),
  );

const pointsIn = async (scope: string): Promise<Record<string, number>> => {
  const rows = await system.redis.zrange(`antipode:contest:board:${scope}`, '0', '-1', 'WITHSCORES');
  return Object.fromEntries(rows.flatMap((user, index) => (index % 2 === 0 ? [[user, Number(rows[index + 1])]] : [])));
};
/** What contests are worth, as `/leaderboard contest` says it. */
const worth = (users: readonly string[]): Record<string, number> =>
  Object.fromEntries(users.map((user, index) => [user, [5, 3, 2][index] ?? 1]));

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const isEarlier = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1);

/** Everybody's moves, from a message of results or its file. */
const linesIn = (message: Message): string[] =>
  message.attachments.length > 0
    ? everyPlace(message).map(({ line }) => line)
    : [...textOf(message).matchAll(/^-# \d+\. `(.+)`$/gmu)].map(([, line]) => line!);

/** Places of a message of results, followed by those of its file. */
const everyPlace = (message: Message): { user: string; value: number; line: string }[] => {
  const file = message.attachments[0];
  if (!file) return placesIn(message).map(({ user, value }) => ({ user, value, line: '' }));
  return [
    ...Buffer.from(file.bytes)
      .toString()
      .matchAll(/^\d+\.\t(\d+)\t(\d+)(?:\t(.+))?$/gmu),
  ].map(([, value, user, line = '']) => ({ user: user!, value: Number(value), line }));
};

/** The one message of results is right, its places are these, and their points are written. */
const check = async (expected: readonly { user: string; value: number }[]): Promise<Message> => {
  await done();
  const results = resultsIn(channel);
  expect(results).toHaveLength(1);
  expect(results[0]!.history).toHaveLength(1);
  const shown = placesIn(results[0]!);
  expect(shown.map(({ rank }) => rank)).toEqual(shown.map((_, index) => index + 1));
  expect(shown.map(({ user, value }) => ({ user, value }))).toEqual(expected.slice(0, shown.length));
  expect(everyPlace(results[0]!).map(({ user, value }) => ({ user, value }))).toEqual(expected);
  expect(await pointsIn(guild.id)).toEqual(worth(expected.map(({ user }) => user)));
  return results[0]!;
};

const eight = puzzleOf('eight')!;

describe('fewest moves, by thirty', () => {
  test('with the bot killed while they answer', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight', minutes: 5 });
    const start = positionIn(eight, message);
    const best = solutionOf(eight, start);
    const members = crowd();
    // Each has a best of their own, and sends a worse one before or after it.
    const plans = members.flatMap((member, index) =>
      [index, index + 7].map((detours) => ({ member, moves: longer(best, detours) })),
    );
    const order = shuffled(plans);
    const ways = ['named', 'piece-ways', 'blank-ways'] as const;
    const act = async ({ member, moves }: (typeof plans)[number], index: number): Promise<void> => {
      const typed = spellMoves(eight, start, moves, ways[index % ways.length]!).join(' ');
      const { told } = await send(member, message, typed);
      expect(told).toContain(`**${moves.length} moves**`);
    };
    const first = Promise.all(order.slice(0, 20).map(act));
    // Some have been answered, others not yet.
    await expect
      .poll(() => system.redis.hlen(`antipode:contest:${idOf(message)}:answers`), { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(3);
    await restart();
    await first;
    const second = Promise.all(order.slice(20).map(act));
    await restart();
    await second;
    await end(idOf(message));
    const result = await check(members.map(({ id }, index) => ({ user: id, value: best.length + 2 * index })));
    expect(textOf(result)).toContain(`A shortest solution has **${best.length} moves**`);
    expect(textOf(result)).toMatch(/ · the best possible · \+5 for the leaderboard$/mu);
    for (const { line, value } of everyPlace(result)) expect(line.split(' ')).toHaveLength(value);
    await seen(channel, isOver);
    expect(buttonsOf(message)).toEqual([]);
  }, 120_000);

  test('the earlier of the same length is before, and only the best of each counts', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solutionOf(eight, start);
    const members = crowd();
    const sent = await Promise.all(
      members.map(async (member, index) => {
        const moves = longer(best, index % 3);
        const { sent: asked } = await send(member, message, spellMoves(eight, start, moves).join(' '));
        return { user: member.id, value: moves.length, id: asked.id };
      }),
    );
    // The same again, and a longer one, change nothing.
    const [one] = members;
    const again = await send(one!, message, spellMoves(eight, start, best).join(','));
    expect(again.told).toContain(`**${best.length} moves**: your best so far`);
    const more = await send(one!, message, spellMoves(eight, start, longer(best, 4)).join(' '));
    expect(more.told).toBe(`**${best.length + 8} moves**. Your best so far has ${best.length}, and still counts.`);
    await end(idOf(message));
    await check(
      sent.sort((a, b) => a.value - b.value || isEarlier(a.id, b.id)).map(({ user, value }) => ({ user, value })),
    );
    // Everybody sees their own rank, and all pages are there.
    const shown = await (await members[14]!.command(channel, 'leaderboard', { subcommand: 'contest' })).until();
    expect(shown.ephemeral).toBe(true);
    expect(textOf(shown)).toContain('page 1 of 3');
    const points = await pointsIn(guild.id);
    const own = points[members[14]!.id]!;
    const rank = 1 + Object.values(points).filter((other) => other > own).length;
    expect(textOf(shown)).toContain(`You: ${rank}. <@${members[14]!.id}> · **${own} point`);
    const turned = await (await members[14]!.press(shown, '▶')).until();
    expect(textOf(turned)).toContain('page 2 of 3');
    const all = await (
      await host.command(channel, 'leaderboard', { subcommand: 'contest', options: { scope: 'everywhere' } })
    ).until();
    expect(textOf(all)).toContain('You have no points yet.');
  }, 60_000);

  test('wrong lines are refused privately, with the place of the first wrong thing; late ones kindly', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = spellMoves(eight, start, solutionOf(eight, start));
    const ann = person('ann');
    expect((await send(ann, message, '9 9')).told).toMatch(
      /move 1: "9" is neither a tile of eight.+\n```\n9 9\n\^\n```/su,
    );
    const blank = start.indexOf(0);
    const distant = start.find((_, cell) => cell !== blank && !eight.board.neighbours[blank]!.includes(cell))!;
    const far = (await send(ann, message, `${best[0]} ${best[0]} ${distant}`)).told;
    expect(far).toMatch(/move 3: tile \d is not beside the blank \(beside it: [\d, ]+\)\n```\n.+\n {4}\^\n```/u);
    expect((await send(ann, message, best.slice(0, -1).join(' '))).told).toContain('not end at the goal');
    const pressed = await ann.press(message, 'Send a solution');
    await pressed.acknowledged;
    await end(idOf(message));
    await seen(channel, isOver);
    const late = await (await ann.submit(pressed.modal()!, { answer: best.join(' ') })).until();
    expect(late.ephemeral).toBe(true);
    expect(textOf(late)).toContain('no longer counts');
    await done();
    const [results] = resultsIn(channel);
    expect(textOf(results!)).toContain('nobody has given a right answer');
    expect(await pointsIn(guild.id)).toEqual({});
  });

  test('one alone wins, but no points', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solutionOf(eight, start);
    const ann = person('ann');
    await send(ann, message, spellMoves(eight, start, best).join(''));
    await end(idOf(message));
    await done();
    expect(placesIn(resultsIn(channel)[0]!)).toEqual([
      { rank: 1, user: ann.id, value: best.length, rest: ' · the best possible' },
    ]);
    expect(await pointsIn(guild.id)).toEqual({});
  });

  test.each(['fifteen', 'onoff', 'peg33', 'six'])(
    'of %s, in Japanese: Discord takes every message',
    async (id) => {
      settle('ja');
      const puzzle = puzzleOf(id)!;
      const asked = await person('花子', 'ja').command(channel, 'contest', {
        subcommand: 'fewest-moves',
        options: { puzzle: id, difficulty: 'easy' },
      });
      expect(textOf(await asked.until(isFinal, 30_000))).toContain('競技が始まります');
      const message = await seen(channel, ({ components }) => JSON.stringify(components).includes('contest-answer'));
      const start = positionIn(puzzle, message);
      const best = solutionOf(puzzle, start);
      const ann = person('ann', 'ja');
      // Long ones, where moves can be taken back.
      const moves = puzzle.family === 'peg' ? best : longer(best, 200);
      await send(ann, message, spellMoves(puzzle, start, moves).join(' '));
      const shortest = await send(person('bob', 'ja'), message, spellMoves(puzzle, start, best).join(' '));
      expect(shortest.told).toContain(`**${best.length} 手**`);
      await end(idOf(message));
      await done();
      const results = [...channel.messages.values()].filter((one) => textOf(one).includes('[競技のメッセージ]('));
      expect(results).toHaveLength(1);
      expect(textOf(results[0]!)).toContain(`最短解は **${best.length} 手**です`);
      const [, second] = linesIn(results[0]!);
      if (puzzle.family !== 'peg') expect(second!.split(' ')).toHaveLength(moves.length);
    },
    60_000,
  );
});

describe('guess, by thirty', () => {
  test('with the bot killed between their guesses, and others changed', async () => {
    const message = await begin('guess', { puzzle: 'eight', minutes: 10 });
    const truth = solutionOf(eight, positionIn(eight, message)).length;
    const members = crowd();
    const last = new Map<string, { user: string; value: number; id: string }>();
    const guess = async (member: Person, value: number): Promise<void> => {
      const { sent, told } = await send(member, message, value % 2 ? String(value) : `　${value} `);
      expect(told).toContain(`You guess **${value}**`);
      last.set(member.id, { user: member.id, value, id: sent.id });
    };
    const first = Promise.all(members.map((member, index) => guess(member, index % 20)));
    await expect
      .poll(() => system.redis.hlen(`antipode:contest:${idOf(message)}:answers`), { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(3);
    await restart();
    await first;
    await Promise.all(members.slice(0, 15).map((member, index) => guess(member, 31 - index)));
    for (const wrong of ['-1', '3.5', 'many', '501', '1e1', '@everyone']) {
      const { told } = await send(members[20]!, message, wrong);
      expect(told).toContain('is not a whole number from 0 to 500');
      expect(told).not.toContain('@everyone');
    }
    await end(idOf(message));
    const off = ({ value }: { value: number }): number => Math.abs(value - truth);
    const result = await check(
      [...last.values()]
        .sort((a, b) => off(a) - off(b) || isEarlier(a.id, b.id))
        .map(({ user, value }) => ({ user, value })),
    );
    expect(textOf(result)).toContain(`A shortest solution has **${truth} moves**`);
  }, 90_000);
});

describe('first move, by thirty', () => {
  test('ten rounds, with the bot killed in the middle of some', async () => {
    const message = await begin('first-move', { puzzle: 'eight' });
    const id = idOf(message);
    const members = crowd();
    /** Right answers of each round, in the order of their interactions. */
    const right: { user: string; id: string }[][] = [];
    for (let round = 1; round <= 10; round++) {
      await seen(channel, (one) => textOf(one).includes(`round ${round} of 10`), 40_000);
      const start = positionIn(eight, message);
      const length = solutionOf(eight, start).length;
      const buttons = buttonsOf(message).map(({ custom_id, label }) => {
        const move = moveOf(eight, start, label as string);
        return { id: custom_id!, isRight: solutionOf(eight, eight.play(start, move)).length === length - 1 };
      });
      expect(buttons.some(({ isRight }) => isRight) && buttons.some(({ isRight }) => !isRight)).toBe(true);
      const press = async (member: Person, button: (typeof buttons)[number]) => {
        const asked = await member.press(message, button.id);
        const told = await asked.until().then(textOf, (error) => {
          if (error instanceof NoResponse) return undefined;
          throw error;
        });
        if (told !== undefined) expect(told).toContain(button.isRight ? 'is right!' : 'leads away');
        return { user: member.id, id: asked.id, isRight: button.isRight, told };
      };
      // In each round others take part; nearly all of them at once, so that it is close.
      const players = shuffled(members).slice(0, 24);
      const one = buttons.find(({ isRight }) => isRight)!;
      const pressing = players.map((member, index) =>
        press(member, index % 3 === 0 ? one : buttons[(index + round) % buttons.length]!),
      );
      if (round === 4) await restart();
      const pressed = await Promise.all(pressing);
      if (round !== 4) expect(pressed.every(({ told }) => told !== undefined)).toBe(true);
      if (round === 2) {
        const twice = await (await players[0]!.press(message, buttons[1]!.id)).until();
        expect(textOf(twice)).toContain('You have had your try');
      }
      // What was under way when the bot was killed may count or not; what a member was told does.
      const kept = await system.redis.hgetall(`antipode:contest:${id}:answers`);
      for (const { user, id: interaction, told } of pressed) {
        const stored = kept[`${round} ${user}`]?.split(' ')[1];
        if (told !== undefined) expect(stored).toBe(interaction);
      }
      right.push(
        pressed
          .filter((answer) => answer.isRight && kept[`${round} ${answer.user}`] !== undefined)
          .sort((a, b) => isEarlier(a.id, b.id)),
      );
      // In the pause after the right answer.
      if (round === 7) await restart();
    }
    await seen(channel, isOver, 40_000);
    const totals = members.flatMap(({ id: user }) => {
      const rounds = right.flatMap((people) => {
        const place = people.findIndex((answer) => answer.user === user);
        return place === -1 ? [] : { score: [3, 2, 1][place] ?? 0, id: people[place]!.id };
      });
      if (rounds.length === 0) return [];
      const value = rounds.reduce((sum, { score }) => sum + score, 0);
      return { user, value, count: rounds.length, id: rounds.at(-1)!.id };
    });
    totals.sort((a, b) => b.value - a.value || b.count - a.count || isEarlier(a.id, b.id));
    const result = await check(totals.map(({ user, value }) => ({ user, value })));
    for (const [index, people] of right.entries()) {
      const quickest = people.slice(0, 3).map(({ user }, place) => `<@${user}> +${3 - place}`);
      const line = textOf(result)
        .split('\n')
        .find((text) => text.startsWith(`-# Round ${index + 1}: `));
      expect(line).toContain(quickest.length === 0 ? 'nobody was right' : quickest.join(', '));
    }
  }, 180_000);

  test.each(['onoff', 'peg15', 'six'])('of %s has moves as buttons, and a stale one is told', async (id) => {
    const message = await begin('first-move', { puzzle: id });
    const ann = person('ann');
    const [button] = buttonsOf(message);
    const first = textOf(await (await ann.press(message, button!.custom_id!)).until());
    expect(first).toMatch(/is right!|leads away/u);
    expect(textOf(await (await ann.press(message, button!.custom_id!)).until())).toContain('You have had your try');
    expect(await command(host, 'stop')).toContain('ends now');
    await done();
    expect(resultsIn(channel)).toHaveLength(1);
  });
});

/** The move of a name. */
const moveOf = (puzzle: Puzzle, position: Position, name: string): Move => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank(position));
  const codes: number[] = [];
  const count = cursor.moves(codes, 0);
  return codes
    .slice(0, count)
    .map((code) => cursor.path(code))
    .find((move) => spellMoves(puzzle, position, [move])[0] === name)!;
};

describe('killed at the end', () => {
  const isPost = /^\/channels\/\d+\/messages$/u;
  const isEdit = /^\/channels\/\d+\/messages\/\d+$/u;
  const slow = (method: string, path: RegExp, when: 'before' | 'after'): Fault => ({
    method,
    path,
    when,
    answer: { kind: 'delay', ms: 1500 },
  });
  const struck = async (fault: Fault, act: () => Promise<unknown>): Promise<void> => {
    const before = system.standIn.faults.struck;
    system.standIn.faults.add(fault);
    await act();
    await expect.poll(() => system.standIn.faults.struck, { timeout: 10_000, interval: 5 }).toBe(before + 1);
  };

  /** Two people play; the second is the winner. */
  const played = async (): Promise<{ message: Message; expected: { user: string; value: number }[] }> => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solutionOf(eight, start);
    const [ann, bob] = [person('ann'), person('bob')];
    await send(ann, message, spellMoves(eight, start, longer(best, 1)).join(' '));
    await send(bob, message, spellMoves(eight, start, best).join(' '));
    const expected = [
      { user: bob.id, value: best.length },
      { user: ann.id, value: best.length + 2 },
    ];
    return { message, expected };
  };

  test.each([
    ['before the results are posted', slow('POST', isPost, 'before')],
    ['after the results are posted, before it is known', slow('POST', isPost, 'after')],
    ['before the contest is closed in its message', slow('PATCH', isEdit, 'before')],
    ['after that, before it is known', slow('PATCH', isEdit, 'after')],
  ])(
    '%s: they come once',
    async (_, fault) => {
      const { message, expected } = await played();
      await struck(fault, () => end(idOf(message)));
      await restart();
      await check(expected);
      expect(isOver(message)).toBe(true);
      expect(buttonsOf(message)).toEqual([]);
    },
    60_000,
  );

  test('and not back before Discord has forgotten the nonce: they come once', async () => {
    const { message, expected } = await played();
    await struck(slow('POST', isPost, 'after'), () => end(idOf(message)));
    await system.kill(bot);
    channel.nonces.clear();
    const key = `antipode:contest:${idOf(message)}`;
    const posting = Number(await system.redis.hget(key, 'posting:results'));
    await system.redis.hset(key, 'posting:results', posting - 4 * 60_000);
    bot = await system.start('bot');
    await check(expected);
  }, 60_000);

  test('its time is over while no bot is there: the next one ends it, and the clock is Discord’s', async () => {
    const { message, expected } = await played();
    await system.kill(bot);
    await end(idOf(message));
    bot = await system.start('bot');
    await check(expected);
  }, 60_000);

  test('between two rounds: the next one has its time, and an end', async () => {
    const message = await begin('first-move', { puzzle: 'eight' });
    const id = idOf(message);
    const promote = async (round: number): Promise<void> => {
      await expect.poll(() => steps.getJob(`next-${id}-${round}`), { timeout: 20_000 }).toBeTruthy();
      await (await steps.getJob(`next-${id}-${round}`))!.promote();
    };
    await struck(slow('PATCH', isEdit, 'after'), () => promote(1));
    await restart();
    await promote(2);
    await seen(channel, (one) => textOf(one).includes('round 3 of 10'));
    // An end of a round that is long over ends no other.
    await steps.add('next', { id, round: 1 }, { jobId: `next-${id}-1-again`, removeOnComplete: true });
    await expect.poll(() => steps.getJob(`next-${id}-1-again`), { timeout: 10_000 }).toBeFalsy();
    expect(textOf(message)).toContain('round 3 of 10');
    await command(host, 'stop');
    await done();
    expect(resultsIn(channel)).toHaveLength(1);
  }, 60_000);

  test('in a channel that was taken away, it ends without a word', async () => {
    const { message } = await played();
    closed.push(channel.id);
    channel.overwrites.push({ id: system.standIn.world.bot.id, type: 1, allow: 0n, deny: BOT_PERMISSIONS });
    await end(idOf(message));
    await done();
    expect(resultsIn(channel)).toEqual([]);
    expect(await system.redis.hlen('antipode:contest:running')).toBe(0);
  });

  test('at the start: there is one contest, and it goes on', async () => {
    const before = system.standIn.faults.struck;
    system.standIn.faults.add(slow('POST', isPost, 'after'));
    const asked = await host.command(channel, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
    await expect.poll(() => system.standIn.faults.struck, { timeout: 10_000, interval: 5 }).toBe(before + 1);
    await restart();
    const message = await seen(channel, (one) => buttonsOf(one).length > 0);
    const { told } = await send(person('ann'), message, '20');
    expect(told).toContain('You guess **20**');
    await end(asked.id);
    await done();
    expect(resultsIn(channel)).toHaveLength(1);
    expect([...channel.messages.values()].filter((one) => !one.ephemeral)).toHaveLength(2);
  }, 60_000);
});

describe('a contest', () => {
  test('is stopped by who started it or manages messages, by nobody else, and is alone in its channel', async () => {
    const ann = person('ann');
    expect(await command(ann, 'stop')).toContain('There is no contest in this channel.');
    await begin('guess', { puzzle: 'eight' });
    expect(await command(ann, 'guess', { puzzle: 'five' })).toContain('There is a contest in this channel already');
    expect(await command(ann, 'stop')).toContain('Only who started this contest');
    const member = BOT_PERMISSIONS;
    const moderator = person('moderator', 'en-US', member | PermissionFlagsBits.ManageMessages);
    expect(await command(moderator, 'stop')).toContain('The contest ends now');
    await done();
    await begin('guess', { puzzle: 'eight' });
    expect(await command(host, 'stop')).toContain('The contest ends now');
    await done();
    expect(resultsIn(channel)).toHaveLength(2);
  });

  test('ends by itself when its time is up, by a job that waits for that', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight', minutes: 7 });
    const shown = Number(/ends <t:(\d+):R>/u.exec(textOf(message))![1]) * 1000;
    const job = await endJob(idOf(message));
    const due = job.timestamp + job.delay;
    const ends = Number(await system.redis.hget(`antipode:contest:${idOf(message)}`, 'ends'));
    expect(ends).toBe(message.createdAt + 7 * 60_000);
    expect(due).toBeGreaterThanOrEqual(ends);
    expect(Math.abs(shown - ends)).toBeLessThan(5000);
    await command(host, 'stop');
    await done();
  });

  test('is secret while it runs, for everybody, and near it too; not after', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solutionOf(eight, start);
    const ann = person('ann');
    await send(ann, message, spellMoves(eight, start, best).join(' '));
    const near = replay(eight, start, best.slice(0, 2)).map((position) => eight.formatPosition(position));
    const ask = async (position: string): Promise<Message> =>
      (await ann.command(channel, 'solve', { subcommand: 'eight', options: { position } })).until(isFinal, 20_000);
    for (const position of near) {
      const refused = await ask(position);
      expect(refused.ephemeral).toBe(true);
      expect(textOf(refused)).toContain('a contest that is running');
    }
    const typed = spellMoves(eight, start, best).join(' ');
    const analysed = await ann.command(channel, 'analyse', {
      subcommand: 'eight',
      options: { position: near[0]!, moves: typed },
    });
    expect(textOf(await analysed.until(isFinal, 20_000))).toContain('a contest that is running');
    await end(idOf(message));
    await done();
    expect(textOf(await ask(near[0]!))).toContain(`${best.length} moves`);
  });

  test('never asks what is close to the challenge of the day', async () => {
    const five = puzzleOf('five')!;
    const key = `antipode:work:result:daily|${numberAt(Date.now())}`;
    const secret = (position: string) => {
      const parsed = five.parsePosition(position);
      if (!parsed.ok) throw new Error(position);
      return { position: parsed.value, moves: solutionOf(five, parsed.value) };
    };
    const plant = async (position: string): Promise<void> => {
      const { moves } = secret(position);
      await system.redis.set(key, JSON.stringify({ status: 'challenge', puzzle: 'five', position, moves }));
      // A bot reads the challenge of a day once.
      await restart();
    };
    // The only position as far away.
    await plant('450123');
    expect(await command(host, 'fewest-moves', { puzzle: 'five', difficulty: 'farthest' })).toContain(
      'close to a challenge that is running',
    );
    const { position } = secret('450123');
    const near = new Neighbourhood(five, position);
    for (let times = 0; times < 3; times++) {
      const message = await begin('fewest-moves', { puzzle: 'five', difficulty: 'hard' });
      expect(near.distance(positionIn(five, message), five.goal)).toBeUndefined();
      await command(host, 'stop');
      await done();
    }
    await system.redis.del(key);
    await restart();
  }, 60_000);

  test('is held only where its results can be posted', async () => {
    const usual = channel;
    channel = guild.createChannel({
      name: 'quiet',
      botPermissions: BOT_PERMISSIONS & ~PermissionFlagsBits.AttachFiles,
    });
    expect(await command(host, 'guess', { puzzle: 'eight' })).toContain('I lack: Attach Files.');
    channel = guild.createChannel({ name: 'closed', botPermissions: 0n });
    expect(await command(host, 'guess', { puzzle: 'eight' })).toContain('I lack: View Channel, Send Messages');
    channel = usual;
    const elsewhere = system.standIn.createGuild({ name: 'Elsewhere', installed: false });
    const eve = system.standIn.createUser({ name: 'eve' });
    eve.install();
    eve.join(elsewhere);
    channel = elsewhere.createChannel({ name: 'talk' });
    expect(await command(eve, 'guess', { puzzle: 'eight' })).toContain('I am no member of this server');
    await expect(command(host, 'guess', { puzzle: 'eight', minutes: 11 })).rejects.toThrow();
  });

  test('whose message was deleted still has its results', async () => {
    const message = await begin('guess', { puzzle: 'eight' });
    await send(person('ann'), message, '20');
    system.standIn.world.remove(message);
    await command(host, 'stop');
    await done();
    expect(resultsIn(channel)).toHaveLength(1);
  });

  test('that was stopped while a worker draws never begins', async () => {
    const id = (BigInt(Date.now() - 1_420_070_400_000) << 22n).toString();
    const contest = {
      id,
      kind: 'guess',
      puzzle: 'eight',
      difficulty: 'easy',
      minutes: 3,
      guild: guild.id,
      channel: channel.id,
    };
    await system.redis.hset(`antipode:contest:${id}`, {
      about: JSON.stringify({ ...contest, locale: 'en' }),
      owner: host.id,
    });
    await system.redis.set(`antipode:contest:channel:${channel.id}`, id);
    expect(await command(host, 'stop')).toContain('ends now');
    await done();
    expect([...channel.messages.values()].filter((one) => !one.ephemeral)).toEqual([]);
    await begin('guess', { puzzle: 'eight' });
    await command(host, 'stop');
    await done();
  });
});

test('Discord has refused nothing but what was tried on purpose', () => {
  const refused = system.standIn.requests.filter(
    ({ status, path }) => status >= 400 && status !== 404 && !closed.some((id) => path.startsWith(`/channels/${id}/`)),
  );
  expect(refused).toEqual([]);
});
