/** What CONTRIBUTING.md says of adding things is enough: each is added to a copy of the project, and tried there. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Person } from '@antipode/stand-in';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build, copySources, project } from '../support/copy.ts';
import { buttonsOf, isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

/** What is written for something new: whole files, and lines after a line of files that exist. */
interface Addition {
  /** The heading of CONTRIBUTING.md, and what `<id>` or `<name>` is there. */
  readonly heading: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const board: Addition = {
  heading: 'Add a puzzle',
  name: 'diamond25',
  files: {
    'src/puzzles/catalogue/diamond25.ts': `
import { square } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

const board = square('   #   ', '  ###  ', ' ##### ', '#######', ' ##### ', '  ###  ', '   #   ');

/** Peg solitaire on the diamond of 25 holes. */
export const diamond25 = pegs({
  id: 'diamond25',
  board,
  goal: 'd4',
  landmarks: [{ name: 'finish-anywhere', position: 'all-c4', goal: 'any' }],
});
`,
  },
  lines: {
    'src/puzzles/catalogue/boards.ts': {
      "export { diamond41 } from './diamond41.ts';": "export { diamond25 } from './diamond25.ts';",
    },
  },
};

const command: Addition = {
  heading: 'Add a command',
  name: 'odds',
  files: {
    'src/features/odds/command.ts': `
import { option, slashCommand } from '../../discord/definition.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import type { PersonalData } from '../../runtime/erasure.ts';
import type { Feature, Foundation } from '../feature.ts';

const keyOf = ({ config }: Foundation, user: string): string => \`\${config.redisPrefix}:odds:\${user}\`;

/** The last chance that a person asked about. */
const lastChance = (foundation: Foundation): PersonalData => ({
  name: 'odds',
  exported: async (user) => (await foundation.producer.get(keyOf(foundation, user))) ?? undefined,
  erase: async (user) => {
    await foundation.producer.del(keyOf(foundation, user));
  },
});

export const oddsFeature: Feature = {
  helpPage: 'solve',
  commands: [
    slashCommand('odds', 'command.odds.description', {
      options: [
        option.integer('percent', 'command.odds.percent', { required: true, min_value: 1, max_value: 99 }),
      ],
    }),
  ],
  personalData: (foundation) => [lastChance(foundation)],
  create: (services) => ({
    commands: {
      odds: async (interaction) => {
        const percent = interaction.options.getInteger('percent', true);
        await services.producer.set(keyOf(services, interaction.user.id), percent);
        await replyPrivately(interaction, translator(interaction.locale)('odds.answer', { odds: 100 / percent - 1 }));
      },
    },
  }),
};
`,
  },
  lines: {
    'src/features/index.ts': {
      "import { leaderboardFeature } from './leaderboard/command.ts';":
        "import { oddsFeature } from './odds/command.ts';",
      '  probabilityFeature,': '  oddsFeature,',
    },
    'src/locales/en.ts': {
      '  command: {': "    odds: { description: 'Odds of a chance', percent: 'The chance in percent' },",
      '    part: {': "      odds: 'last chance',",
      'export const en = {': "  odds: { answer: 'The odds are {{odds}} to 1.' },",
    },
    'src/locales/ja.ts': {
      '  name: {': "    odds: 'オッズ',\n    percent: '百分率',",
      '  command: {': "    odds: { description: '確率のオッズ', percent: '確率（％）' },",
      '    part: {': "      odds: '最後の確率',",
      'export const ja = {': "  odds: { answer: 'オッズは {{odds}} 対 1 です。' },",
    },
  },
};

const add = (copy: string, { files, lines }: Addition): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text.trimStart());
  }
  for (const [file, after] of Object.entries(lines)) {
    const text = readFileSync(join(copy, file), 'utf8').split('\n');
    for (const [line, added] of Object.entries(after)) {
      const index = text.indexOf(line);
      if (index < 0) throw new Error(`${file} has no line ${line}`);
      text.splice(index + 1, 0, added);
    }
    writeFileSync(join(copy, file), text.join('\n'));
  }
};

/** The files that CONTRIBUTING.md names below a heading. */
const filesOf = ({ heading, name }: Addition): string[] => {
  const page = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
  const [section] = page.split(`\n## ${heading}\n`)[1]!.split('\n## ');
  return [...section!.matchAll(/`(src\/[^`]+\.\w+)`/gu)].map(([, file]) => file!.replace(/<\w+>/u, name));
};

let copy: string;
/** The command line of the copy. @returns what it prints */
const cli = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(copy, 'dist/cli.js'), ...args]);
  return stdout;
};

let system: TestSystem;
let ann: Person;
beforeAll(async () => {
  copy = copySources();
  for (const addition of [board, command]) add(copy, addition);
  expect(await build(copy)).toBe('');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await system?.close();
  rmSync(copy, { recursive: true, force: true });
});

test.each([board, command].map((addition) => [addition.heading, addition] as const))(
  '%s names every file',
  (_, addition) => {
    const touched = [...Object.keys(addition.files), ...Object.keys(addition.lines)];
    expect(filesOf(addition)).toEqual(expect.arrayContaining(touched));
  },
);

test('a board takes one file and one line', async () => {
  expect(Object.keys(board.files)).toHaveLength(1);
  expect(Object.values(board.lines).map((after) => Object.values(after))).toEqual([[expect.any(String)]]);
  const pegs = '1 010 00110 0011100 01110 010 0'.replaceAll(' ', '');
  expect(await cli('diamond25', pegs, '--goal', 'any')).toMatch(/^4 moves, proved shortest: /mu);
});

describe('a command in four files', () => {
  const percent = 20;
  beforeAll(async () => {
    expect([...Object.keys(command.files), ...Object.keys(command.lines)]).toHaveLength(4);
    system = await TestSystem.open();
    const { token, apiUrl } = system.standIn;
    vi.stubEnv('DISCORD_TOKEN', token);
    vi.stubEnv('DISCORD_API_URL', apiUrl);
    expect(await cli('register')).toMatch(
      /^add the bot to a server: https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&scope=bot\+applications\.commands&permissions=309237763072$/mu,
    );
    await system.start('bot', {}, join(copy, 'dist'));
    ann = system.person('ann');
  });

  test('is registered and answers, in each language', async () => {
    const asked = await ann.command(system.channel, 'odds', { options: { percent } });
    expect(textOf(await asked.until(isFinal))).toBe('The odds are 4 to 1.');
    const mika = system.person('mika', { locale: 'ja' });
    const other = await mika.command(system.channel, 'odds', { options: { percent: 50 } });
    expect(textOf(await other.until(isFinal))).toBe('オッズは 1 対 1 です。');
  });

  test('is in /help', async () => {
    const help = await (await ann.command(system.channel, 'help')).until();
    await (await ann.press(help, 'Solve')).until();
    expect(textOf(help)).toMatch(/<\/odds:\d+> Odds of a chance/u);
  });

  test('has its data in /privacy', async () => {
    const asked = await ann.command(system.channel, 'privacy', { subcommand: 'delete' });
    const question = await asked.until((message) => buttonsOf(message).length > 0);
    expect(textOf(question)).toContain('last chance: 1');
    expect(await system.keys(`odds:${ann.id}`)).toHaveLength(1);
    await ann.press(question, buttonsOf(question)[0]!.custom_id!);
    await expect.poll(() => system.keys(`odds:${ann.id}`)).toEqual([]);
  });
});
