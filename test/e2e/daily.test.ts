import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberAt } from '../../src/daily/rules.ts';
import { walk } from '../../src/playground/components.ts';
import type { Message, Person } from '../../src/playground/stand-in.ts';
import { puzzleOf } from '../../src/puzzles/index.ts';
import { spellMoves } from '../../src/puzzles/moves.ts';
import { type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { imagesOf } from '../../src/puzzles/symmetry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { solve } from '../../src/search/index.ts';
import { House, textOf } from './house.ts';

const secret = 'never-in-Redis-nor-in-a-message';
let house: House;
let bot: ChildProcess;
beforeAll(async () => {
  house = await House.open({}, { DAILY_SECRET: secret });
  [bot] = await Promise.all([house.start('bot'), house.start('worker')]);
});
afterAll(() => house?.close());

const number = numberAt(Date.now());
const key = `antipode:work:result:daily|${number}`;
const isFinal = (message: Message): boolean => !JSON.stringify(message.components).includes('"cancel|');

/** Somebody by a name, in a language. */
const person = (name: string, locale = 'en-US'): Person => {
  const made = house.standIn.createUser({ name, locale });
  made.join(house.guild);
  return made;
};
const ask = async (who: Person, name: string, subcommand?: string, options: Record<string, string> = {}) =>
  (await who.command(house.channel, name, { ...(subcommand && { subcommand }), options }))
    .until(isFinal, 30_000)
    .catch((error) => {
      throw new Error(`${name} ${JSON.stringify(options)}`, { cause: error });
    });

interface Running {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly position: string;
  readonly moves: readonly Move[];
  /** A shortest solution as somebody would type it. */
  readonly typed: string;
}

/** What runs today; whoever tests may look it up. */
const running = async (): Promise<Running> => {
  const drawn = JSON.parse((await house.redis.get(key))!);
  const puzzle = puzzleOf(drawn.puzzle)!;
  const start = puzzle.parsePosition(drawn.position);
  if (!start.ok) throw new Error(drawn.position);
  const typed = spellMoves(puzzle, start.value, drawn.moves).join(' ');
  return { ...drawn, puzzle, start: start.value, typed };
};

/** Another day's, so that the tests do not hang on the day they are run: the worker is not asked again. */
const plant = async (puzzle: string, position: string, moves: readonly Move[]): Promise<void> => {
  await house.redis.set(key, JSON.stringify({ status: 'challenge', puzzle, position, moves }));
};

test('today’s board is shown privately, without its length, and the secret is nowhere', async () => {
  const ann = person('ann');
  const message = await ask(ann, 'daily', 'show');
  const { puzzle, position, moves } = await running();
  expect(message.ephemeral).toBe(true);
  expect(textOf(message)).toContain(`Daily #${number}`);
  expect(textOf(message)).toContain(`\`${position}\``);
  expect(textOf(message)).toMatch(/the next one <t:\d+:R>/u);
  expect(textOf(message)).not.toContain(`${moves.length} moves`);
  expect(puzzle.parsePosition(position).ok).toBe(true);
  for (const name of await house.redis.keys('*')) {
    expect(await house.contentOf(name)).not.toContain(secret);
  }
});

describe('a solution', () => {
  test.each(['en-US', 'ja'])('is checked, scored, ranked and shared, in %s', async (locale) => {
    const ann = person('ann', locale);
    await ask(ann, 'daily', 'show');
    const { puzzle, moves, typed } = await running();
    const early = await ask(ann, 'daily', 'submit', { moves: typed.split(' ').slice(0, -1).join(' ') });
    expect(textOf(early)).toMatch(/do(es)? not end at the goal|ゴールに着いていません/u);
    const nonsense = await ask(ann, 'daily', 'submit', { moves: 'Z%' });
    expect(nonsense.ephemeral).toBe(true);
    const message = await ask(ann, 'daily', 'submit', { moves: typed });
    expect(message.ephemeral).toBe(true);
    const line = `Daily #${number} · ${puzzle.id} · ★★★★★ · ${moves.length}/${moves.length} · `;
    expect(textOf(message)).toContain(line);
    const button = [...walk(message.components)].find(({ node }) => node.custom_id?.startsWith('daily-share'))!;
    const post = await (await ann.press(message, button.node.custom_id!)).until();
    expect(post.ephemeral).toBe(false);
    expect(textOf(post)).toContain(line);
    expect(textOf(post)).not.toContain(typed);
    const again = await (await ann.press(message, button.node.custom_id!)).until();
    expect(again.ephemeral).toBe(true);
    const board = await ask(ann, 'leaderboard', 'daily');
    expect(textOf(board)).toMatch(new RegExp(`1\\. <@${ann.id}> · \\*\\*${moves.length}\\*\\* · \\d+:\\d\\d`, 'u'));
    const stats = await ask(person('bob', locale), 'stats', undefined, { user: ann.id });
    expect(textOf(stats)).toContain(`<@${ann.id}>`);
    expect(textOf(stats)).toMatch(/played: 1\nsolved: 1\nas short as possible: 1\nstreak: 1 day/u);
  });

  test('is not taken before anybody has seen the board', async () => {
    await house.redis.del(key);
    expect(textOf(await ask(person('cid'), 'daily', 'submit', { moves: '1' }))).toContain('/daily show');
  });
});

describe('the embargo', () => {
  const eight = puzzleOf('eight')!;
  const start: Position = [8, 6, 7, 2, 5, 4, 3, 0, 1];
  let moves: readonly Move[];
  beforeAll(async () => {
    const outcome = solve(eight, { start, goal: eight.goal });
    moves = outcome.status === 'solved' ? outcome.moves : [];
    await plant('eight', eight.formatPosition(start), moves);
    // A bot reads the challenge of a day once: this one has not read another one before.
    await house.kill(bot);
    bot = await house.start('bot');
  });

  test('refuses all ways to the running challenge before it is solved, and none after', async () => {
    const on = replay(eight, start, moves.slice(0, 4));
    const near = [...on, ...on.flatMap((position) => imagesOf(eight, position, eight.goal))].map((position) =>
      eight.formatPosition(position),
    );
    const goal = eight.goal.text;
    const uses: [name: string, options: Record<string, string>][] = [
      ...[...new Set(near)].map((position): [string, Record<string, string>] => ['solve', { position }]),
      ['solve', { position: emojiBoard(eight, start) }],
      ['solve', { position: '8 6 7 / 2 5 4 / 3 0 1', goal: '012345678' }],
      // The solution from its end to its start.
      ['solve', { position: goal, goal: eight.formatPosition(start) }],
      ['compare', { position: eight.formatPosition(on[2]!) }],
      ['analyse', { position: eight.formatPosition(on[4]!), moves: '1' }],
    ];
    const eve = person('eve');
    const refused = async ([name, options]: (typeof uses)[number]) => {
      const used =
        name === 'analyse' ? { ...options, moves: spellMoves(eight, on[4]!, moves.slice(4, 6)).join(' ') } : options;
      return ask(eve, name, 'eight', used);
    };
    for (const use of uses) {
      const message = await refused(use);
      expect(message.ephemeral, JSON.stringify(use)).toBe(true);
      expect(textOf(message)).toContain(`Daily #${number}, or very close to it`);
    }
    const game = await ask(eve, 'play', 'new', { puzzle: 'eight', position: near[1]! });
    expect(textOf(game)).toContain('or very close to it');
    expect(textOf(await ask(eve, 'solve', 'eight', { position: '123456708' }))).toContain('1 move');
    await ask(eve, 'daily', 'submit', { moves: spellMoves(eight, start, moves).join(' ') });
    for (const use of uses) expect(textOf(await refused(use))).not.toContain('or very close to it');
  }, 60_000);
});

test('Discord has refused nothing', () => {
  expect(house.standIn.requests.filter(({ status }) => status >= 400 && status !== 404)).toEqual([]);
});
