/** Every command, in each language, wherever the app can be used: Discord takes every payload. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberAt } from '../../src/features/daily/rules.ts';
import { definitions } from '../../src/features/index.ts';
import type { Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import type { Channel, Person } from '../../src/stand-in/stand-in.ts';
import { kindsOfAll, recordedPayloads } from '../playground/page/payloads.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

interface Use {
  readonly group?: string;
  readonly subcommand?: string;
  readonly options?: Record<string, string | boolean>;
  /** Used in servers alone; and there by those who manage them alone. */
  readonly isForMembers?: true;
  readonly isForAdmins?: true;
}

/** Stands for whoever uses the command. */
const me = '@me';

/** One use of each command, several where its subcommands differ; subcommands and options as a person would fill them in. */
const uses: Record<string, Use> = {
  solve: { subcommand: 'eight', options: { position: '867254301' } },
  hardest: { options: { puzzle: 'six' } },
  compare: { subcommand: 'six', options: { position: '4651320' } },
  analyse: { subcommand: 'five', options: { position: '123450', moves: '3 2 2 3' } },
  scramble: { subcommand: 'eight', options: { length: '20' } },
  convert: { subcommand: 'eight', options: { text: '8 6 7/2 5 4/3 0 1' } },
  play: { subcommand: 'new', options: { puzzle: 'five' } },
  leaderboard: { subcommand: 'hardest', options: { puzzle: 'eight' } },
  'leaderboard daily': { subcommand: 'daily', options: { period: 'week' } },
  daily: { subcommand: 'show' },
  'daily play': { subcommand: 'play' },
  'daily submit': { subcommand: 'submit', options: { moves: '1' } },
  // The one of today, which is no past one: on the first day there is none.
  'daily archive': { subcommand: 'archive', options: { number: String(numberAt(Date.now())) } },
  'daily share': { subcommand: 'share' },
  'daily remind on': { group: 'remind', subcommand: 'on' },
  'daily remind off': { group: 'remind', subcommand: 'off' },
  stats: {},
  // Where there is none to stop.
  contest: { subcommand: 'stop', isForMembers: true },
  settings: { subcommand: 'daily', isForAdmins: true },
  'settings result': { subcommand: 'result', options: { user: me }, isForAdmins: true },
  privacy: { subcommand: 'export' },
  'privacy hide': { subcommand: 'hide' },
  'privacy show': { subcommand: 'show' },
  'privacy delete': { subcommand: 'delete' },
  help: {},
  about: {},
};

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open();
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

/** Where a person can be: a server with the bot, a talk with it, a server that knows nothing of it. */
const places: Record<string, (person: Person) => Channel> = {
  'a server': (person) => {
    person.join(system.guild);
    return system.channel;
  },
  'direct messages': (person) => {
    person.join(system.guild);
    return person.direct();
  },
  'a server without the bot': (person) => {
    const guild = system.standIn.createGuild({ name: 'Elsewhere', locale: 'ja', installed: false });
    person.install();
    person.join(guild);
    return guild.createChannel({ name: 'talk' });
  },
};

const commandOf = (use: string): string => use.split(' ')[0]!;

describe.each(Object.keys(places))('in %s', (place) => {
  describe.each(['en-US', 'ja'])('in %s', (locale) => {
    const possible = Object.entries(uses).filter(
      ([, { isForAdmins, isForMembers }]) =>
        (!isForAdmins || place === 'a server') && (!isForMembers || place !== 'direct messages'),
    );
    test.each(possible)('/%s is answered', async (name, { isForAdmins, isForMembers: _, ...line }) => {
      const person = system.standIn.createUser({ name: 'ann', locale });
      const channel = places[place]!(person);
      if (isForAdmins) person.join(system.guild, { administrator: true });
      const given = Object.entries(line.options ?? {}).map(([key, value]) => [key, value === me ? person : value]);
      const options = Object.fromEntries(given);
      const asked = await person.command(channel, commandOf(name), { ...line, options });
      const message = await asked.until(isFinal, 30_000);
      expect(textOf(message)).not.toMatch(/\b(answer|command|error|hardest|compare|card|alt)\.\w+/u);
      const isJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(textOf(message));
      // Private answers speak the asker's language, public ones the server's.
      const spoken = message.ephemeral || !channel.guild ? locale : channel.guild.locale;
      expect(isJapanese).toBe(spoken === 'ja');
    });
  });
});

test.each(['en-US', 'ja'])('"Solve this position" answers from a message, in %s', async (locale) => {
  const person = system.standIn.createUser({ name: 'ann', locale });
  person.join(system.guild);
  const message = person.say(system.channel, 'How on earth does one solve 867254301?');
  const asked = await person.messageCommand(system.channel, 'Solve this position', message);
  const answer = await asked.until(isFinal, 20_000);
  expect(answer.ephemeral).toBe(true);
  expect(textOf(answer)).toContain('31');
});

test('every chat command has been used', () => {
  expect(
    definitions
      .filter(({ type }) => type === 1)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...new Set(Object.keys(uses).map(commandOf))].sort());
});

test('all that was sent is of a kind that the page is tried with', () => {
  const known = kindsOfAll(recordedPayloads());
  // Where something is missing, test/playground/page/payloads.ts says how it is recorded.
  expect([...kindsOfAll(system.payloads.sent)].filter((kind) => !known.has(kind))).toEqual([]);
});

test('no message calls anybody', () => {
  expect(system.sent.messages).toBeGreaterThan(100);
  expect(system.sent.loud).toEqual([]);
});

test('Discord has refused nothing', () => {
  // 404: an answer that was there before its acknowledgement, and came again.
  expect(system.standIn.requests.filter(({ status }) => status >= 400 && status !== 404)).toEqual([]);
});

/** So many positions along a walk away from the farthest one. */
const distant = (puzzle: Puzzle, count: number): string[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank([8, 6, 7, 2, 5, 4, 3, 0, 1]));
  const found: string[] = [];
  for (let previous = -1; found.length < count; ) {
    const codes: number[] = [];
    cursor.moves(codes, 0);
    previous = codes.find((code) => previous === -1 || !cursor.redundant(previous, code))!;
    cursor.make(previous);
    found.push(puzzle.formatPosition(puzzle.unrank(cursor.state())));
  }
  return found;
};

test('while 20 animations are drawn, an interaction is still acknowledged in less than a second', async () => {
  const eight = puzzleOf('eight')!;
  // Positions of 20 moves or more, by a walk that does not turn back.
  const antipodes = distant(eight, 20);
  const people = Array.from({ length: 20 }, (_, index) => {
    const person = system.standIn.createUser({ name: `person-${index}` });
    person.join(system.guild);
    return person;
  });
  const asked = await Promise.all(
    people.map((person, index) =>
      person.command(system.channel, 'solve', {
        subcommand: 'eight',
        // All different, so that none is found among those drawn before.
        options: { position: antipodes[index]!, view: 'animation' },
      }),
    ),
  );
  const started = performance.now();
  await (await people[0]!.command(system.channel, 'help')).acknowledged;
  expect(performance.now() - started).toBeLessThan(1000);
  const messages = await Promise.all(asked.map((one) => one.until(isFinal, 60_000)));
  expect(messages.map((message) => message.attachments[0]?.filename)).toEqual(new Array(20).fill('solution.gif'));
}, 90_000);
