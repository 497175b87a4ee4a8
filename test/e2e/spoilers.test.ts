/** Tries to make the bot solve the running challenge. It refuses until the person has solved it, and answers then. */
import type { ChildProcess } from 'node:child_process';
import type { Message, Person } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { numberAt } from '../../src/features/daily/rules.ts';
import { formatMoves } from '../../src/puzzles/moves.ts';
import type { Goal, Move, Position } from '../../src/puzzles/puzzle.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { methodsOf, solverVersion } from '../../src/search/solve.ts';
import {
  around,
  type Challenge,
  challengeAfter,
  challenges,
  comesNear,
  passes,
  questionsOn,
  replayMove,
} from '../support/challenge.ts';
import { lineOf } from '../support/command-line.ts';
import { fileOf, rowsOf } from '../support/files.ts';
import { answerTo, textOf } from '../support/messages.ts';
import { solved } from '../support/solution.ts';
import { TestSystem } from '../support/test-system.ts';
import { rankOf } from '../support/truth.ts';

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, { JOBS_PER_USER: '50' });
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

/** Where the result of today's draw is. */
const key = (): string => `antipode:work:result:daily|${numberAt(Date.now())}`;
const day = 86_400_000;
const refusal = /Daily #\d+, or very close to it/u;

/** One attempt. */
interface Attempt {
  readonly name: string;
  readonly make: (who: Person) => Promise<Message>;
}
type Options = Record<string, OptionValue>;

const use = (name: string, subcommand: string | undefined, options: Options): Attempt => ({
  name: `/${name} ${subcommand ?? ''} ${JSON.stringify(options)}`,
  make: async (who) => answerTo(await who.command(system.channel, name, lineOf(name, subcommand, options))),
});
const press = (message: Message, button: string, note: string): Attempt => ({
  name: `${button} ${note}`,
  make: async (who) => answerTo(await who.press(message, button)),
});
const find = (content: string): Attempt => ({
  name: `"Solve this position" on ${content}`,
  make: async (who) =>
    answerTo(await who.messageCommand(system.channel, 'Solve this position', who.say(system.channel, content))),
});

/** Makes all attempts, eight at a time. */
const makeAll = async (attempts: readonly Attempt[], who: Person): Promise<(Attempt & { message: Message })[]> => {
  const results: (Attempt & { message: Message })[] = [];
  for (let from = 0; from < attempts.length; from += 8) {
    const chunk = attempts.slice(from, from + 8);
    results.push(...(await Promise.all(chunk.map(async (one) => ({ ...one, message: await one.make(who) })))));
  }
  return results;
};

/** Attempts that need no earlier message. */
const attemptsOn = (challenge: Challenge): Attempt[] => {
  const { puzzle, start, moves, line, at } = challenge;
  const { id, formatPosition: print } = puzzle;
  const near = around(puzzle, start, 2, 1)[0]!;
  const typed = (from: Position, made: readonly Move[]) => formatMoves(puzzle, from, made).join(' ');
  const toChallenge = solved(puzzle, line[0]!).slice(0, at + 1);
  return [
    // The guard's own test tries all of them.
    ...questionsOn(challenge)
      .filter((_, index) => index % 5 === 0)
      .map((options) => use('solve', id, options)),
    use('solve', id, { position: print(start), method: methodsOf(puzzle)[0]! }),
    use('solve', id, { position: print(start), view: 'animation', theme: 'light', private: true }),
    use('compare', id, { position: print(near) }),
    use('watch', id, { position: print(near) }),
    use('analyse', id, { position: print(start), moves: typed(start, moves.slice(0, 2)) }),
    use('analyse', id, { position: print(line[0]!), moves: typed(line[0]!, toChallenge) }),
    use('play', 'new', { puzzle: id, position: emojiBoard(puzzle, near), shared: true }),
    find(`Today it is ${print(start)}, who knows how?`),
    find(`\`\`\`\n${print(near)}\n\`\`\``),
    // A solution that passes through the challenge.
    use('solve', id, { position: print(line[0]!), private: true }),
  ];
};

/** Attempts with messages that the bot sent before the challenge began. */
const yesterday = async ({ puzzle, start, moves, line, at }: Challenge, eve: Person): Promise<Attempt[]> => {
  const { id, formatPosition: print } = puzzle;
  const other = system.person('olga');
  const said = (who: Person, name: string, options: Options) => use(name, id, options).make(who);
  const position = print(start);
  const own = await said(eve, 'solve', { position });
  const alone = await said(eve, 'solve', { position: print(line[at + 1]!), private: true });
  const others = await said(other, 'solve', { position });
  const wrong = around(puzzle, start, 1, 8).find((next) => rankOf(puzzle, next) !== rankOf(puzzle, line[at + 1]!));
  const bad = wrong ? replayMove(puzzle, start, wrong) : moves[0]!;
  const analysed = await said(eve, 'analyse', { position, moves: formatMoves(puzzle, start, [bad]).join(' ') });
  const listed = await answerTo(
    await eve.messageCommand(
      system.channel,
      'Solve this position',
      other.say(system.channel, `${position} and\n\n${print(puzzle.goal.positions[0]!)}`),
    ),
  );
  const game = await use('play', 'new', { puzzle: id, position }).make(eve);
  await answerTo(await eve.press(game, 'Give up …'));
  const over = await answerTo(await eve.press(game, 'Give up, show the rest'));
  const board = await (
    await eve.command(system.channel, 'leaderboard', { subcommand: 'hardest', options: { puzzle: id } })
  ).until();
  const [menu] = [...walk(board.components)].flatMap(({ node }) =>
    node.custom_id?.startsWith('hardest-show') ? node.custom_id : [],
  );
  return [
    press(own, '▶', 'under an answer of yesterday'),
    press(others, '▶', 'under somebody else’s answer of yesterday'),
    press(alone, '▶', 'under a private answer of yesterday'),
    ...buttonsOf(analysed, 'ask|').map((button) => press(analysed, button, 'under an analysis of yesterday')),
    ...buttonsOf(listed, 'ask|')
      .slice(0, 1)
      .map((button) => press(listed, button, 'to choose which of several positions')),
    ...buttonsOf(over, 'ask|').map((button) => press(over, button, 'under a game of yesterday')),
    {
      name: 'the position on the leaderboard',
      make: async (who) => answerTo(await who.select(board, menu!, [position])),
    },
    {
      name: 'a step of an answer that is no longer kept',
      make: async (who) => {
        await system.redis.del(
          `antipode:work:result:v${solverVersion}:solve|${id}|${position}|${puzzle.goal.text}|best`,
        );
        return answerTo(await who.press(others, '▶'));
      },
    },
    {
      name: 'the answer itself, by its context menu',
      make: async (who) => answerTo(await who.messageCommand(system.channel, 'Solve this position', others)),
    },
  ];
};
const buttonsOf = (message: Message, name: string): string[] =>
  [...walk(message.components)].flatMap(({ node }) => (node.custom_id?.startsWith(name) ? node.custom_id : []));
const plant = async ({ puzzle, start, moves }: Challenge): Promise<void> => {
  const position = puzzle.formatPosition(start);
  await system.redis.set(key(), JSON.stringify({ status: 'challenge', puzzle: puzzle.id, position, moves }));
};
const submit = async ({ puzzle, start, moves }: Challenge, who: Person): Promise<void> => {
  const sent = await use('daily', 'submit', { moves: formatMoves(puzzle, start, moves).join(' ') }).make(who);
  expect(textOf(sent)).toContain('★★★★★');
};

// Each test has a day of its own: a bot keeps in mind what the challenge of a day is.
afterEach(async () => {
  await expect.poll(() => system.keys('work:token:*'), { interval: 10 }).toEqual([]);
  await system.later(day);
});

describe.each(challenges)('a challenge of %s', (id, make) => {
  test('has no solution for anybody until they have solved it, and then for them alone', async () => {
    const challenge = make();
    const eve = system.person('eve');
    const hardest = id === 'six' ? await use('hardest', undefined, { puzzle: id }).make(eve) : undefined;
    const attempts = [
      ...(await yesterday(challenge, eve)),
      ...attemptsOn(challenge),
      ...(hardest ? buttonsOf(hardest, 'ask|').map((button) => press(hardest, button, 'under /hardest')) : []),
    ];
    const distinct = [...new Map(attempts.map((attempt) => [attempt.name, attempt])).values()];
    await plant(challenge);
    for (const { name, message } of await makeAll(distinct, eve)) {
      expect(textOf(message), name).toMatch(refusal);
      expect(message.ephemeral, name).toBe(true);
    }
    await submit(challenge, eve);
    for (const { name, message } of await makeAll(distinct, eve)) {
      expect(textOf(message), name).not.toMatch(refusal);
      expect(textOf(message), name).not.toContain('Something went wrong');
      expect(message.ephemeral || name.includes('"shared":true'), name).toBe(true);
    }
  });
});

describe('a game', () => {
  const challenge = challengeAfter('eight', '867254301', 8);
  const { puzzle, line, at } = challenge;
  const far = puzzle.formatPosition(line[at - 6]!);
  /** Taps along the line, from one of its positions to another. */
  const walkOn = async (who: Person, message: Message, from: number, to: number): Promise<Message> => {
    let now = message;
    for (let step = from; step < to; step++) {
      const [cell] = replayMove(puzzle, line[step]!, line[step + 1]!);
      now = await (await who.press(now, buttonsOf(now, 'play|tap').find((id) => id.endsWith(`|${cell}`))!)).until();
    }
    return now;
  };
  const begin = (who: Person, options: Options = {}): Promise<Message> =>
    use('play', 'new', { puzzle: 'eight', position: far, guide: true, ...options }).make(who);
  const isQuiet = (message: Message): boolean => {
    const said = textOf(message);
    return !/at best|best possible|Next:/u.test(said) && said.includes('no numbers or hints here');
  };

  test('shows no figures or hints within four moves of the challenge until its owner has solved it', async () => {
    const eve = system.person('eve');
    const old = await begin(eve);
    await walkOn(eve, old, at - 6, at - 4);
    await expect.poll(() => textOf(old)).toContain('27 moves left at best');
    await plant(challenge);
    const resumed = await use('play', 'resume', {}).make(eve);
    expect(isQuiet(resumed)).toBe(true);
    const game = await begin(eve);
    for (let step = at - 6; step <= at + 6; step++) {
      if (step > at - 6) await walkOn(eve, game, step - 1, step);
      const isNear = Math.abs(step - at) <= 4;
      expect(isQuiet(game), `step ${step}`).toBe(isNear);
      if (!isNear) continue;
      const hint = await answerTo(await eve.press(game, 'Hint'));
      expect(textOf(hint)).toMatch(refusal);
      expect(hint.ephemeral && hint.id !== game.id).toBe(true);
    }
    // Refused hints don't count.
    await walkOn(eve, game, at + 6, line.length - 1);
    expect(textOf(game)).toContain('29 moves, the best possible');
    expect(textOf(game)).toContain('without hints');
    await submit(challenge, eve);
    const after = await walkOn(eve, await begin(eve), at - 6, at);
    await expect.poll(() => textOf(after)).toContain('23 moves left at best');
    expect(textOf(await (await eve.press(after, 'Hint')).until())).toContain('Next: ');
  });

  test('that is given up shows no solution that passes through the challenge', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    for (const steps of [0, 6, 8]) {
      const game = await walkOn(eve, await begin(eve), at - 6, at - 6 + steps);
      await answerTo(await eve.press(game, 'Give up …'));
      const asked = await eve.press(game, 'Give up, show the rest');
      const said = await asked.untilFollowUp();
      expect(textOf(said)).toMatch(refusal);
      expect(said.ephemeral).toBe(true);
      expect(textOf(game)).not.toMatch(/`\d( \d)+`/u);
      const watched = await answerTo(await eve.press(game, buttonsOf(game, 'ask|')[0]!));
      expect(textOf(watched)).toMatch(refusal);
    }
  });

  test('in public shows no figures or hints even to those who have solved it', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    await submit(challenge, eve);
    const game = await walkOn(eve, await begin(eve, { shared: true }), at - 6, at);
    expect(game.ephemeral).toBe(false);
    expect(isQuiet(game)).toBe(true);
    const hint = await answerTo(await eve.press(game, 'Hint'));
    expect(textOf(hint)).toContain('This would spoil a running challenge here');
    expect(hint.ephemeral).toBe(true);
  });
});

describe('an answer', () => {
  const challenge = challengeAfter('eight', '867254301', 8);
  const { puzzle, start, line, at } = challenge;
  const print = puzzle.formatPosition;

  test('is withdrawn if its solution passes through the challenge', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    const far = print(line[at - 6]!);
    const end = puzzle.goal.positions[0]!;
    // The other way round, the solution is another one.
    const goalOf = (position: Position): Goal => ({ text: print(position), positions: [position] });
    const near = [5, 6, 7, 8].flatMap((moves) => around(puzzle, start, moves, 100));
    const behind = near.find((position) => passes(challenge, end, goalOf(position)));
    if (!behind) throw new Error('no goal');
    const questions = [{ position: far }, { position: print(end), goal: print(behind) }];
    const lengths = [29, solved(puzzle, end, goalOf(behind)).length, 29];
    // The analysis of a bad first move shows a solution that passes through the challenge.
    const aside = around(puzzle, line[at - 6]!, 1, 8).find(
      (next) => rankOf(puzzle, next) !== rankOf(puzzle, line[at - 5]!),
    )!;
    const moves = formatMoves(puzzle, line[at - 6]!, [replayMove(puzzle, line[at - 6]!, aside)]).join(' ');
    const attempts = [
      ...questions.map((question) => use('solve', 'eight', question)),
      use('analyse', 'eight', { position: far, moves }),
    ];
    for (const { name, make } of attempts) {
      const message = await make(eve);
      expect(textOf(message), name).toMatch(refusal);
      expect(message.ephemeral).toBe(true);
      expect(system.person('passer-by').messages(system.channel)).not.toContain(message);
    }
    await submit(challenge, eve);
    for (const [index, { name, make }] of attempts.entries()) {
      const message = await make(eve);
      expect(textOf(message), name).toContain(`${lengths[index]} moves`);
      // Others in the channel have not solved it.
      expect(message.ephemeral).toBe(true);
    }
  });

  test('to a question from before the challenge is not delivered after it begins', async () => {
    const eve = system.person('eve');
    await system.kill(bot);
    await system.start('bot');
    worker.kill('SIGSTOP');
    const line = { subcommand: 'eight', options: { position: print(start) } };
    const ask = (options: object) =>
      eve.command(system.channel, 'solve', { ...line, options: { ...line.options, ...options } });
    const asked = await Promise.all([ask({ private: true }), ask({})]);
    await Promise.all(asked.map(({ acknowledged }) => acknowledged));
    await plant(challenge);
    worker.kill('SIGCONT');
    for (const one of asked) {
      const message = await answerTo(one);
      expect(textOf(message)).toMatch(refusal);
      expect(message.ephemeral).toBe(true);
    }
  });

  test('is given to positions farther away', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    // The guard leaves an eighth of the challenge's length free around it.
    const aside = around(puzzle, start, 9, 24).filter((position) => !comesNear(challenge, 3, position));
    expect(aside.length).toBeGreaterThan(5);
    const attempts = aside.map((position) => use('solve', 'eight', { position: print(position) }));
    for (const { message } of await makeAll(attempts, eve)) {
      expect(textOf(message)).not.toMatch(refusal);
      expect(message.ephemeral).toBe(false);
    }
  });

  test('is in no autocomplete and no conversion', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    await use('solve', 'eight', { position: '123456708' }).make(eve);
    const offered = await Promise.all(
      ['solve', 'compare', 'watch', 'analyse', 'convert'].map((name) =>
        eve.complete(system.channel, name, {
          ...lineOf(name, 'eight', { position: print(start) }),
          focused: 'position',
        }),
      ),
    );
    for (const choices of offered) {
      expect(choices[0]).toEqual({ name: print(start), value: print(start) });
      expect(JSON.stringify(choices)).not.toMatch(/23/u);
    }
    const converted = await use('convert', 'eight', { text: print(start) }).make(eve);
    expect(textOf(converted)).not.toMatch(/moves/u);
  });

  test('to /scramble leaves out the length if the random position is close to the challenge', async () => {
    // The only position of this length.
    const seven = challengeAfter('seven', '07214365', 0);
    await plant(seven);
    const eve = system.person('eve');
    const close = await use('scramble', 'seven', { length: '36' }).make(eve);
    expect(textOf(close)).toContain('`07214365`');
    expect(textOf(close)).toMatch(refusal);
    expect(textOf(close)).not.toContain('||');
    expect(buttonsOf(close, 'ask|')).toEqual([]);
    const other = await use('scramble', 'seven', { length: '7' }).make(eve);
    expect(textOf(other)).toContain('||7|| moves');
  });

  test('to a file leaves out the lines that would spoil the challenge', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    const attachment = fileOf([line[at - 6]!, start, line.at(-3)!].map(print).join('\n'));
    const lengths = async (isPrivate: boolean) =>
      rowsOf(await use('solve', 'file', { attachment, private: isPrivate }).make(eve)).map(({ length }) => length);
    expect(await lengths(true)).toEqual(['', '', '2']);
    await submit(challenge, eve);
    expect([...(await lengths(true)), ...(await lengths(false))]).toEqual(['29', '23', '2', '', '', '2']);
  });
});

test('Discord refused no request', () => {
  expect(system.refused()).toEqual([]);
});
