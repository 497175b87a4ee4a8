/** More requests than the workers can do: who is accepted, in which order, and what the others are told. */
import type { ChildProcess } from 'node:child_process';
import type { Channel, InteractionHandle, Message, Person } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { unrank } from '../support/truth.ts';

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, { QUEUE_LIMIT: '40', SOLVER_THREADS: '2' });
  bot = await system.start('bot');
});
afterAll(() => system?.close());

/** Different positions of a puzzle, some moves from its goal. */
const positions = (id: string, count: number): string[] => {
  const puzzle = puzzleOf(id)!;
  const cursor = puzzle.cursor(puzzle.goal);
  const found = [cursor.goals![0]!];
  for (const state of found) {
    if (found.length >= 2 * count) break;
    cursor.load(state);
    const codes: number[] = [];
    cursor.moves(codes, 0);
    for (const code of codes) {
      cursor.make(code);
      if (!found.includes(cursor.state())) found.push(cursor.state());
      cursor.unmake(code);
    }
  }
  return found.slice(count, 2 * count).map((state) => puzzle.formatPosition(unrank(puzzle, state)));
};

/** Searches that only end at their deadline. */
const endless = ['032187654BA9', '302187654BA9', '320187654BA9', '832107654BA9'].map((position) => ({
  subcommand: 'eleven',
  options: { position, method: 'iddfs' },
}));

describe('a rush', () => {
  test('fills the queue to its limit; every request is acknowledged in time and answered or refused', async () => {
    const asked = await Promise.all(
      positions('eight', 120).map((position, index) =>
        system
          .person(`person-${index}`)
          .command(system.channel, 'solve', { subcommand: 'eight', options: { position } })
          .then((one) => ({ position, one })),
      ),
    );
    // The stand-in rejects what is not acknowledged within Discord's three seconds.
    await Promise.all(asked.map(({ one }) => one.acknowledged));
    const isRefusal = (one: InteractionHandle): boolean =>
      [one.reply(), ...one.followUps()].some((message) => message && textOf(message).includes('The queue is'));
    await expect.poll(() => asked.filter(({ one }) => isRefusal(one)).length).toBe(80);
    for (const { one } of asked.filter(({ one }) => isRefusal(one))) {
      const message = one.followUps()[0] ?? one.reply()!;
      expect(textOf(message)).toContain('The queue is full (40 requests');
      expect(message.ephemeral).toBe(true);
      expect(one.reply()?.loading ?? false).toBe(false);
    }
    worker = await system.start('worker');
    const accepted = asked.filter(({ one }) => !isRefusal(one));
    for (const { position, one } of accepted) {
      const message = await one.until((now) => isFinal(now) && textOf(now).includes('move'));
      expect(leadsToGoal('eight', position, movesOf(message))).toBe(true);
    }
    const again = await system.person('late').command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '867254301' },
    });
    expect(movesOf(await again.until(isFinal))).toHaveLength(31);
  });
});

describe('in the lane of long searches', () => {
  test('known results are answered while all threads search', async () => {
    const known = { subcommand: 'fifteen', options: { position: '123456789A0BDEFC' } };
    const [ann, bob] = [system.person('ann'), system.person('bob')];
    const first = await (await ann.command(system.channel, 'solve', known)).until(isFinal);
    const search = await ann.command(system.channel, 'solve', endless[0]!);
    const searching = await search.until((message) => textOf(message).includes('Searching …'));
    const second = await (await bob.command(system.channel, 'solve', known)).until(isFinal);
    expect(movesOf(second)).toEqual(movesOf(first));
    expect(isFinal(searching)).toBe(false);
    await (await ann.press(searching, 'Cancel')).acknowledged;
    await search.until(isFinal);
  });

  test("one person's many do not hold up another's one, and each is told when it is their turn", async () => {
    await system.kill(worker);
    // Each search ends at its deadline.
    await system.start('worker', { SOLVE_TIMEOUT_SECONDS: '2' });
    const order: string[] = [];
    const ask = async (
      person: Person,
      line: (typeof endless)[number],
      label: string,
    ): Promise<{ done: Promise<Message>; asked: InteractionHandle }> => {
      const asked = await person.command(system.channel, 'solve', line);
      await expect.poll(() => system.keys(`work-*:work-${asked.id}`), { interval: 10 }).not.toEqual([]);
      const done = asked.until(isFinal).then((message) => {
        order.push(label);
        return message;
      });
      return { asked, done };
    };
    const ann = system.person('ann');
    const anns = [];
    for (const [index, line] of endless.slice(0, 3).entries()) anns.push(await ask(ann, line, `ann ${index + 1}`));
    const bobs = await ask(system.person('bob'), endless[3]!, 'bob 1');
    const waiting = await anns[2]!.asked.until((message) => textOf(message).includes('3 requests ahead'));
    expect(textOf(waiting)).toContain('In the queue, 3 requests ahead.');
    const told = anns[2]!.asked.until((message) => textOf(message).includes('Your turn is in about'));
    expect(textOf(await told)).toMatch(/Your turn is in about \d+ seconds\./u);
    await Promise.all([...anns.map(({ done }) => done), bobs.done]);
    // The first two share the threads.
    expect([...order.slice(0, 2).sort(), ...order.slice(2)]).toEqual(['ann 1', 'bob 1', 'ann 2', 'ann 3']);
  });
});

describe('the rate', () => {
  const talkIn = (name: string) => system.standIn.createGuild({ name }).createChannel({ name: 'talk' });
  beforeAll(async () => {
    await system.crash(bot);
    await system.start('bot', { USER_RATE: '2,1', GUILD_RATE: '4,1' });
  });

  test('of one person is limited privately, with the time to try again; games are free', async () => {
    const ann = system.person('ann');
    const ask = (person = ann) =>
      person.command(system.channel, 'solve', { subcommand: 'six', options: { position: '4651320' } });
    await (await ask()).until(isFinal);
    // The first position of a game is a request too; taps are not.
    const game = await (
      await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five', difficulty: 'hard' } })
    ).until((message) => isFinal(message) && message.components.length > 0);
    const before = Date.now();
    const refused = await (await ask()).until();
    expect(refused.ephemeral).toBe(true);
    const [, seconds] = /try again <t:(\d+):R>\./u.exec(textOf(refused))!;
    // The rate is one a minute, so one more is accepted after a minute.
    expect(Number(seconds) * 1000 - before).toBeGreaterThan(40_000);
    expect(Number(seconds) * 1000 - before).toBeLessThan(62_000);
    let board = game;
    for (let tap = 0; tap < 6; tap++) {
      const tiles = [...walk(board.components)]
        .map(({ node }) => node)
        .filter((node) => node.type === 2 && !node.disabled && /^\d$/u.test(String(node.label ?? '')));
      expect(tiles.length).toBeGreaterThan(0);
      board = await (await ann.press(board, String(tiles[tap % tiles.length]!.label))).until();
      expect(textOf(board)).not.toContain('Try again');
    }
    expect(movesOf(await (await ask(system.person('bob'))).until(isFinal))).toHaveLength(15);
  });

  test('counts what is only drawn, too', async () => {
    const channel = talkIn('Artists');
    const dan = system.person('dan', { guild: channel.guild! });
    const options = { puzzle: 'eight', text: '867254301', view: 'picture' };
    const convert = () => dan.command(channel, 'convert', { options });
    for (let drawing = 0; drawing < 2; drawing++) {
      expect((await (await convert()).until(isFinal)).attachments).toHaveLength(1);
    }
    const refused = await (await convert()).until();
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused)).toMatch(/try again <t:\d+:R>\./iu);
  });

  test('of one server does not affect the others', async () => {
    const ask = (name: string, channel: Channel) =>
      system
        .person(name, { guild: channel.guild! })
        .command(channel, 'solve', { subcommand: 'six', options: { position: '4651320' } });
    const here = talkIn('Here');
    for (const name of ['ann', 'bob', 'cid', 'dot']) await (await ask(name, here)).until(isFinal);
    const refused = await (await ask('eve', here)).until();
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused)).toMatch(/This server has asked a lot\. Try again <t:\d+:R>/u);
    await (await ask('fay', talkIn('Elsewhere'))).until(isFinal);
  });
});
