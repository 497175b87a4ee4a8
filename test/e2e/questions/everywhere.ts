/** Every command in each language, wherever the app can be used: Discord accepts every payload. */

import type { Channel, Person } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { beforeAll, describe, expect, test } from 'vitest';
import { usagesOf } from '../../../src/discord/definition.ts';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { definitions } from '../../../src/features/index.ts';
import type { Puzzle } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { fileOf } from '../../support/files.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { kindsOfAll, recordedPayloads, recordPayloads } from '../../support/payloads.ts';
import { system } from './setup.ts';

interface Use {
  readonly group?: string;
  readonly subcommand?: string;
  readonly options?: Record<string, OptionValue>;
  /** Whether it is used only in servers; and there only by those who manage them. */
  readonly isForMembers?: true;
  readonly isForAdmins?: true;
}

/** Stands for the person who uses the command. */
const me = '@me';

/** Uses of each command and subcommand, with the options that people fill in. */
const uses: Record<string, Use> = {
  solve: { subcommand: 'eight', options: { position: '867254301' } },
  'solve fifteen': { subcommand: 'fifteen', options: { position: '0BC3A16DF94E8257', all: true } },
  'solve slide': { subcommand: 'slide', options: { position: '0321', size: '2x2' } },
  'solve pegs': { subcommand: 'pegs', options: { position: '111/101/111', goal: 'b1' } },
  'solve board': { subcommand: 'board', options: { position: '111/101/111', puzzle: 'pegs', goal: 'b1' } },
  'solve file': { subcommand: 'file', options: { attachment: fileOf('867254301\nnone') } },
  hardest: { options: { puzzle: 'six' } },
  probability: { options: { puzzle: 'fifteen', moves: '<=45' } },
  compare: { options: { puzzle: 'six', position: '4651320' } },
  heuristic: { options: { bound: 'manhattan + misplaced', share: true } },
  'leaderboard bounds': { subcommand: 'bounds' },
  watch: { options: { puzzle: 'six', position: '4651320' } },
  analyse: { options: { puzzle: 'five', position: '123450', moves: '3 2 2 3' } },
  'analyse file': { options: { puzzle: 'eight', file: fileOf('RDLU\n867254301 RR') } },
  scramble: { options: { puzzle: 'eight', length: '20' } },
  convert: { options: { puzzle: 'eight', text: '8 6 7/2 5 4/3 0 1' } },
  play: { subcommand: 'new', options: { puzzle: 'five' } },
  'play resume': { subcommand: 'resume' },
  'play practice': { subcommand: 'practice', options: { puzzle: 'five' } },
  'play bests': { subcommand: 'bests' },
  'leaderboard practice': { subcommand: 'practice', options: { type: 'ao5' } },
  leaderboard: { subcommand: 'hardest', options: { puzzle: 'eight' } },
  'leaderboard contest': { subcommand: 'contest', isForMembers: true },
  'leaderboard daily': { subcommand: 'daily', options: { period: 'week' } },
  daily: { subcommand: 'show' },
  'daily play': { subcommand: 'play' },
  'daily submit': { subcommand: 'submit', options: { moves: '1' } },
  // Today's number, which is not in the archive: on the first day the archive is empty.
  'daily archive': { subcommand: 'archive', options: { number: String(numberAt(Date.now())) } },
  'daily share': { subcommand: 'share' },
  'daily remind on': { group: 'remind', subcommand: 'on' },
  'daily remind off': { group: 'remind', subcommand: 'off' },
  stats: {},
  // There is no contest to stop.
  contest: { subcommand: 'stop', isForMembers: true },
  settings: { subcommand: 'daily', isForAdmins: true },
  'settings result': { subcommand: 'result', options: { user: me }, isForAdmins: true },
  'settings weekly': { subcommand: 'weekly', isForAdmins: true },
  'settings practice': { subcommand: 'practice', options: { user: me, puzzle: 'five' }, isForAdmins: true },
  privacy: { subcommand: 'export' },
  'privacy hide': { subcommand: 'hide' },
  'privacy show': { subcommand: 'show' },
  'privacy delete': { subcommand: 'delete' },
  help: {},
  about: {},
};

let payloads: ReturnType<typeof recordPayloads>;
beforeAll(() => {
  payloads = recordPayloads(system.standIn);
});

/** The places of a person: a server with the bot, direct messages with it, a server without it. */
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
      const message = await asked.until(isFinal);
      expect(textOf(message)).not.toMatch(/\b(answer|command|error|hardest|compare|watch|card|alt|file)\.\w+/u);
      const isJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(textOf(message));
      // Private answers use the language of the person, public ones that of the server.
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
  const answer = await asked.until(isFinal);
  expect(answer.ephemeral).toBe(true);
  expect(textOf(answer)).toContain('31');
});

/** Begin a contest in the channel: the suite of contests has them. */
const contests = ['contest duel', 'contest fewest-moves', 'contest first-move', 'contest guess'];

test('every command has been used', () => {
  const used = Object.entries(uses).map(([name, { group = [], subcommand = [] }]) =>
    [commandOf(name), group, subcommand].flat().join(' '),
  );
  const usages = definitions.flatMap((definition) => usagesOf(definition)).map(({ path }) => path);
  expect(usages.filter((path) => !used.includes(path)).toSorted()).toEqual(contests);
});

test('the tests of the page know every kind of payload', () => {
  const known = kindsOfAll(recordedPayloads());
  // test/playground/page/payloads.ts says how to record what is missing.
  expect([...kindsOfAll(payloads.sent)].filter((kind) => !known.has(kind))).toEqual([]);
});

test('no message mentions anybody', () => {
  expect(system.sent.messages).toBeGreaterThan(100);
  expect(system.sent.loud).toEqual([]);
});

test('Discord has refused nothing', () => {
  // 404: an answer that was sent before its acknowledgement, and again.
  expect(system.refused()).toEqual([]);
});

/** Positions along a walk that begins at a farthest one. */
const distant = (puzzle: Puzzle, count: number): string[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank([8, 6, 7, 2, 5, 4, 3, 0, 1]));
  const found: string[] = [];
  for (let previous = -1; found.length < count; ) {
    const codes: number[] = [];
    cursor.moves(codes, 0);
    previous = codes.find((code) => previous === -1 || !cursor.redundant(previous, code))!;
    cursor.make(previous);
    found.push(puzzle.formatPosition(cursor.unrank(cursor.state())));
  }
  return found;
};

test('while 8 animations are drawn, an interaction is still acknowledged in time', { tags: 'long' }, async () => {
  const eight = puzzleOf('eight')!;
  // Positions of 20 moves or more, by a walk that does not turn back.
  const antipodes = distant(eight, 8);
  const people = Array.from({ length: 8 }, (_, index) => {
    const person = system.standIn.createUser({ name: `person-${index}` });
    person.join(system.guild);
    return person;
  });
  const asked = await Promise.all(
    people.map((person, index) =>
      person.command(system.channel, 'solve', {
        subcommand: 'eight',
        // All of them different, so that none is cached.
        options: { position: antipodes[index]!, view: 'animation' },
      }),
    ),
  );
  // The stand-in rejects what is not acknowledged within Discord's three seconds.
  await (await people[0]!.command(system.channel, 'help')).acknowledged;
  const messages = await Promise.all(asked.map((one) => one.until(isFinal)));
  expect(messages.map((message) => message.attachments[0]?.filename)).toEqual(new Array(8).fill('solution.gif'));
});
