/** Attempts to have the running challenge solved by the bot: all are refused to who has not solved it, and none after. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { numberAt } from '../../src/features/daily/rules.ts';
import { symmetriesOf } from '../../src/puzzles/board.ts';
import { formatMoves } from '../../src/puzzles/moves.ts';
import { type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { seeded } from '../../src/search/scramble.ts';
import { methodsOf, solve, survey } from '../../src/search/solve.ts';
import { walk } from '../../src/stand-in/components.ts';
import type { InteractionHandle, Message, Person } from '../../src/stand-in/stand-in.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, { JOBS_PER_USER: '50' });
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

const number = numberAt(Date.now());
const key = `antipode:work:result:daily|${number}`;
const refusal = /Daily #\d+, or very close to it|今日の問題 #\d+、またはそのすぐ近く/u;

/** What came of it in the end, in place of the reply or after it. */
const outcomeOf = (asked: InteractionHandle): Promise<Message> =>
  Promise.race([asked.until(isFinal, 40_000), asked.untilFollowUp(() => true, 40_000)]);

/** One attempt. */
interface Attempt {
  readonly name: string;
  readonly make: (who: Person) => Promise<Message>;
}
type Options = Record<string, string | boolean>;

const use = (name: string, subcommand: string | undefined, options: Options): Attempt => ({
  name: `/${name} ${subcommand ?? ''} ${JSON.stringify(options)}`,
  make: async (who) =>
    outcomeOf(await who.command(system.channel, name, { ...(subcommand && { subcommand }), options })),
});
const press = (message: Message, button: string, note: string): Attempt => ({
  name: `${button} ${note}`,
  make: async (who) => outcomeOf(await who.press(message, button)),
});
const find = (content: string): Attempt => ({
  name: `"Solve this position" on ${content}`,
  make: async (who) =>
    outcomeOf(await who.messageCommand(system.channel, 'Solve this position', who.say(system.channel, content))),
});

const inChunks = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += 8) {
    results.push(...(await Promise.all(items.slice(from, from + 8).map(run))));
  }
  return results;
};

/** The challenge of this test, in place of the day's. */
interface Challenge {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** A shortest way from farther away, and how many moves of it lead to the challenge. */
  readonly line: readonly Position[];
  readonly at: number;
}

const solved = (puzzle: Puzzle, start: Position, goal = puzzle.goal): readonly Move[] => {
  const outcome = solve(puzzle, { start, goal });
  return outcome.status === 'solved'
    ? outcome.moves
    : expect.fail(`${puzzle.formatPosition(start)}: ${outcome.status}`);
};
/** The position that a shortest way from `far` comes to after some moves. */
const challengeAfter = (id: string, far: string, at: number): Challenge => {
  const puzzle = puzzleOf(id)!;
  const from = puzzle.parsePosition(far);
  if (!from.ok) throw new Error(far);
  const moves = solved(puzzle, from.value);
  const line = replay(puzzle, from.value, moves);
  return { puzzle, start: line[at]!, moves: moves.slice(at), line, at };
};

/** The same position in every notation that is read. */
const notations = ({ family, formatPosition, board }: Puzzle, position: Position): string[] => {
  const plain = formatPosition(position);
  const cells = [...plain].filter((cell) => cell !== '/');
  const inRows = Array.from({ length: board.rows }, (_, row) =>
    cells.filter((_, cell) => board.y[cell] === row).join(''),
  );
  const common = [plain, inRows.join(' / '), inRows.join('\n'), cells.join('')];
  const wide = (text: string): string =>
    text.replace(/[\da-z]/giu, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0));
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  switch (family) {
    case 'sliding':
      return [
        ...common,
        cells.join(' '),
        `[${cells.join(', ')}]`,
        plain.replace('0', '_'),
        plain.replace('0', 'x'),
        cells.join(' ').replace('0', '.'),
        wide(plain),
        cells.map((cell) => `:${words[Number(cell)]}:`).join(''),
        inRows.join('\n').replace('0', '🟦'),
      ];
    case 'block':
      return [
        ...common,
        plain.toUpperCase(),
        plain.replace('==', '--'),
        plain.replace('==', '[]'),
        plain.replace('==', '—'),
        plain.replace('_', '.'),
        plain.replace('_', '0').replace('==', '＝＝'),
      ];
    default: {
      const empty = position.flatMap((peg, cell) => (peg === 1 ? [] : cell + 1));
      return [
        ...common,
        cells.join(','),
        plain.replaceAll('1', 'o').replaceAll('0', '.'),
        plain.replaceAll('1', '●').replaceAll('0', '○'),
        wide(plain),
        `all-${empty.join('-')}`,
        `ALL ${empty.join(', ')}`,
        plain.replaceAll('1', ':orange_circle:').replaceAll('0', ':black_circle:'),
      ];
    }
  }
};

/** Some positions so many moves on. */
const around = (puzzle: Puzzle, start: Position, moves: number, count: number): Position[] => {
  const random = seeded(`${puzzle.id} ${moves}`);
  return Array.from({ length: count }, () => {
    const cursor = puzzle.cursor(puzzle.goal);
    cursor.load(puzzle.rank(start));
    for (let made = 0, last = -1; made < moves; made++) {
      const codes: number[] = [];
      const count = cursor.moves(codes, 0);
      const open = codes.slice(0, count).filter((code) => last === -1 || !cursor.redundant(last, code));
      last = open[Math.floor(random() * open.length)] ?? codes[0]!;
      cursor.make(last);
    }
    return puzzle.unrank(cursor.state());
  });
};

/** The board turned, in all ways that it can be, the wide card mended. */
const turns = ({ board, family }: Puzzle, ...positions: readonly Position[]): Position[][] =>
  symmetriesOf(board)
    .slice(1)
    .map((image) =>
      positions.map((position) => {
        const turned = [...position];
        position.forEach((piece, cell) => {
          turned[image[cell]!] = piece;
        });
        if (family !== 'block') return turned;
        const [left, right] = [turned.indexOf(1), turned.indexOf(2)].sort((a, b) => a - b);
        return turned.with(left!, 1).with(right!, 2);
      }),
    );

/** Questions to /solve about a challenge, without any message of before. */
const questions = ({ puzzle, start, line, at }: Challenge): Options[] => {
  const print = puzzle.formatPosition;
  const goal = puzzle.goal.positions[0]!;
  const isPeg = puzzle.family === 'peg';
  const near = [1, 2, 3, 4].flatMap((moves) => around(puzzle, start, Math.min(moves, isPeg ? 3 : 4), 2));
  // Pegs do not come back: what leads to the challenge is close to it too.
  const before = line.slice(Math.max(0, at - 4), at);
  const images = [start, ...near.slice(0, 4)].flatMap((one) => puzzle.images(one, puzzle.goal).slice(1));
  const goals = isPeg ? [[goal], [goal]] : [1, 3, 9].map((moves) => around(puzzle, goal, moves, 1));
  return [
    ...notations(puzzle, start).map((position) => ({ position })),
    { position: emojiBoard(puzzle, start) },
    ...[...near, ...before, ...images].map((position) => ({ position: print(position) })),
    { position: emojiBoard(puzzle, near[0]!) },
    ...goals.map(([other]) => ({ position: print(start), goal: print(other!) })),
    ...(isPeg ? [{ position: print(start), goal: 'any' }] : []),
    ...turns(puzzle, start, goal, line[at + 1]!).flatMap(([from, to, on]) => [
      { position: print(from!), goal: print(to!) },
      { position: print(on!), goal: print(to!) },
      // From the end to the start; jumps backwards are jumps with pegs and holes exchanged.
      isPeg
        ? { position: print(to!.map((peg) => 1 - peg)), goal: print(from!.map((peg) => 1 - peg)) }
        : { position: print(to!), goal: print(from!) },
    ]),
    ...(isPeg
      ? []
      : [
          { position: print(goal), goal: print(start) },
          { position: print(near[3]!), goal: print(goal) },
        ]),
  ];
};

/** All attempts that need no message of before. */
const attemptsOn = (challenge: Challenge): Attempt[] => {
  const { puzzle, start, moves, line, at } = challenge;
  const { id, formatPosition: print } = puzzle;
  const near = around(puzzle, start, 2, 1)[0]!;
  const typed = (from: Position, made: readonly Move[]) => formatMoves(puzzle, from, made).join(' ');
  const ways = solved(puzzle, line[0]!);
  const quick = methodsOf(puzzle).filter((method) => !['iddfs', 'ida', 'ida-lc'].includes(method));
  return [
    ...questions(challenge).map((options) => use('solve', id, options)),
    ...quick.map((method) => use('solve', id, { position: print(start), method })),
    use('solve', id, { position: print(start), view: 'picture' }),
    use('solve', id, { position: print(start), view: 'animation', theme: 'light', private: true }),
    use('compare', id, { position: print(start) }),
    use('compare', id, { position: print(near), private: true }),
    use('analyse', id, { position: print(start), moves: typed(start, moves.slice(0, 2)) }),
    use('analyse', id, { position: print(line[0]!), moves: typed(line[0]!, ways.slice(0, at + 1)) }),
    use('play', 'new', { puzzle: id, position: print(start) }),
    use('play', 'new', { puzzle: id, position: emojiBoard(puzzle, near), shared: true }),
    find(`Today it is ${notations(puzzle, start)[0]}, who knows how?`),
    find(emojiBoard(puzzle, start)),
    find(`\`\`\`\n${print(near)}\n\`\`\``),
    // A way from farther off, of which the challenge is a part.
    use('solve', id, { position: print(line[0]!), private: true }),
    ...puzzle
      .images(line[0]!, puzzle.goal)
      .slice(1)
      .filter((image) => passes(challenge, image))
      .map((image) => use('solve', id, { position: print(image), private: true })),
  ];
};

/** Whether the way that the bot finds from here comes by the challenge or an image of it. */
const passes = ({ puzzle, start }: Challenge, from: Position, goal = puzzle.goal): boolean => {
  const images = new Set(puzzle.images(start, puzzle.goal).map(puzzle.rank));
  return replay(puzzle, from, solved(puzzle, from, goal)).some((position) => images.has(puzzle.rank(position)));
};

/** What the bot has said on the day before, and what can be pressed on it. */
const yesterday = async ({ puzzle, start, moves, line, at }: Challenge, eve: Person): Promise<Attempt[]> => {
  const { id, formatPosition: print } = puzzle;
  const other = system.person('olga');
  const said = async (who: Person, name: string, subcommand: string, options: Options): Promise<Message> =>
    use(name, subcommand, options).make(who);
  const position = print(start);
  const own = await said(eve, 'solve', id, { position });
  const alone = await said(eve, 'solve', id, { position: print(line[at + 1]!), private: true });
  const others = await said(other, 'solve', id, { position });
  const wrong = around(puzzle, start, 1, 8).find((next) => puzzle.rank(next) !== puzzle.rank(line[at + 1]!));
  const bad = wrong ? replayMove(puzzle, start, wrong) : moves[0]!;
  const analysed = await said(eve, 'analyse', id, { position, moves: formatMoves(puzzle, start, [bad]).join(' ') });
  const several = await use('solve', id, { position }).make(other);
  const listed = await outcomeOf(
    await eve.messageCommand(
      system.channel,
      'Solve this position',
      other.say(system.channel, `${position} and\n\n${print(puzzle.goal.positions[0]!)}`),
    ),
  );
  const game = await said(eve, 'play', 'new', { puzzle: id, position });
  await outcomeOf(await eve.press(game, 'Give up …'));
  const over = await outcomeOf(await eve.press(game, 'Give up, show the rest'));
  const board = await (
    await eve.command(system.channel, 'leaderboard', { subcommand: 'hardest', options: { puzzle: id } })
  ).until();
  const [menu] = [...walk(board.components)].flatMap(({ node }) =>
    node.custom_id?.startsWith('hardest-show') ? node.custom_id : [],
  );
  return [
    press(own, '▶', 'under an answer of yesterday'),
    press(own, '⏭', 'under an answer of yesterday'),
    press(others, '▶', 'under somebody else’s answer of yesterday'),
    press(several, '⏭', 'under somebody else’s answer of yesterday'),
    press(alone, '▶', 'under a private answer of yesterday'),
    ...buttonsOf(analysed, 'ask|').map((button) => press(analysed, button, 'under an analysis of yesterday')),
    ...buttonsOf(listed, 'ask|')
      .slice(0, 1)
      .map((button) => press(listed, button, 'to choose which of several positions')),
    ...buttonsOf(over, 'ask|').map((button) => press(over, button, 'under a game of yesterday')),
    {
      name: 'the position on the leaderboard',
      make: async (who) => outcomeOf(await who.select(board, menu!, [position])),
    },
    {
      name: 'a step of an answer that is no longer kept',
      make: async (who) => {
        await system.redis.del(`antipode:work:result:solve|${id}|${position}|${puzzle.goal.text}|best`);
        return outcomeOf(await who.press(others, '▶'));
      },
    },
    {
      name: 'the answer itself, by its context menu',
      make: async (who) => outcomeOf(await who.messageCommand(system.channel, 'Solve this position', others)),
    },
  ];
};
const buttonsOf = (message: Message, name: string): string[] =>
  [...walk(message.components)].flatMap(({ node }) => (node.custom_id?.startsWith(name) ? node.custom_id : []));
/** The move that leads from one position to another. */
const replayMove = (puzzle: Puzzle, from: Position, to: Position): Move => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank(from));
  const codes: number[] = [];
  const count = cursor.moves(codes, 0);
  const moves = codes.slice(0, count).map((code) => cursor.path(code));
  return moves.find((move) => puzzle.rank(puzzle.play(from, move)) === puzzle.rank(to))!;
};

const plant = async ({ puzzle, start, moves }: Challenge): Promise<void> => {
  const position = puzzle.formatPosition(start);
  await system.redis.set(key, JSON.stringify({ status: 'challenge', puzzle: puzzle.id, position, moves }));
};
const submit = async ({ puzzle, start, moves }: Challenge, who: Person): Promise<void> => {
  const sent = await use('daily', 'submit', { moves: formatMoves(puzzle, start, moves).join(' ') }).make(who);
  expect(textOf(sent)).toContain('★★★★★');
};

// The next challenge is another day's, of which no bot knows yet.
afterEach(async () => {
  await expect.poll(() => system.keys('work:token:*'), { timeout: 20_000 }).toEqual([]);
  await system.redis.del(key);
  await system.kill(bot);
  bot = await system.start('bot');
});

let attempted = 0;

const six = puzzleOf('six')!;
const whole = survey(six, {});
const farthest = typeof whole === 'string' ? [] : whole.farthest.map((state) => six.formatPosition(six.unrank(state)));

describe.each<[string, () => Challenge]>([
  ['eight', () => challengeAfter('eight', '867254301', 8)],
  ['peg21', () => challengeAfter('peg21', 'all-7', 6)],
  ['onoff', () => challengeAfter('onoff', 'fn==/ofo_', 8)],
  ['six', () => challengeAfter('six', farthest.sort()[0]!, 0)],
])('a challenge of %s', (id, make) => {
  test('is kept from everybody by all ways until they have solved it, and then told to them alone', async () => {
    const challenge = make();
    const eve = system.person('eve');
    const ume = system.standIn.createUser({ name: 'ume', locale: 'ja' });
    ume.join(system.guild);
    const hardest = id === 'six' ? await use('hardest', undefined, { puzzle: id }).make(eve) : undefined;
    const attempts = [
      ...(await yesterday(challenge, eve)),
      ...attemptsOn(challenge),
      ...(hardest ? buttonsOf(hardest, 'ask|').map((button) => press(hardest, button, 'under /hardest')) : []),
    ];
    const distinct = [...new Map(attempts.map((attempt) => [attempt.name, attempt])).values()];
    attempted += distinct.length;
    await plant(challenge);
    for (const [index, message] of (await inChunks(distinct, ({ make }) => make(eve))).entries()) {
      const { name } = distinct[index]!;
      expect(textOf(message), name).toMatch(refusal);
      expect(message.ephemeral, name).toBe(true);
    }
    for (const message of await inChunks(distinct.filter(({ name }) => name.startsWith('/')).slice(0, 12), ({ make }) =>
      make(ume),
    )) {
      expect(textOf(message)).toContain(`今日の問題 #${number}、またはそのすぐ近くの配置です`);
      expect(message.ephemeral).toBe(true);
    }
    await submit(challenge, eve);
    for (const [index, message] of (await inChunks(distinct, ({ make }) => make(eve))).entries()) {
      const { name } = distinct[index]!;
      expect(textOf(message), name).not.toMatch(refusal);
      expect(textOf(message), name).not.toContain('Something went wrong');
      expect(message.ephemeral || name.includes('"shared":true'), name).toBe(true);
    }
  }, 120_000);
});

describe('a game', () => {
  const challenge = challengeAfter('eight', '867254301', 8);
  const { puzzle, line, at } = challenge;
  const far = puzzle.formatPosition(line[at - 6]!);
  /** Tap along the line, from one of its positions to another. */
  const walkOn = async (who: Person, message: Message, from: number, to: number): Promise<Message> => {
    let now = message;
    for (let step = from; step < to; step++) {
      const [cell] = replayMove(puzzle, line[step]!, line[step + 1]!);
      now = await (await who.press(now, buttonsOf(now, 'play|tap').find((id) => id.endsWith(`|${cell}`))!)).until();
    }
    return now;
  };
  const begin = (who: Person, options: Options = {}): Promise<Message> =>
    use('play', 'new', { puzzle: 'eight', position: far, ...options }).make(who);
  const isQuiet = (message: Message): boolean => {
    const said = textOf(message);
    return !/at best|best possible|Next:/u.test(said) && said.includes('no figures and no hints here');
  };

  test('says nothing where it comes by the challenge, to who has not solved it', async () => {
    const eve = system.person('eve');
    const old = await begin(eve);
    await walkOn(eve, old, at - 6, at - 4);
    expect(textOf(old)).toContain('at best 27 more');
    await plant(challenge);
    const resumed = await use('play', 'resume', {}).make(eve);
    expect(isQuiet(resumed)).toBe(true);
    const game = await begin(eve);
    for (let step = at - 6; step <= at + 6; step++) {
      if (step > at - 6) await walkOn(eve, game, step - 1, step);
      const isNear = Math.abs(step - at) <= 4;
      expect(isQuiet(game), `step ${step}`).toBe(isNear);
      if (!isNear) continue;
      const hint = await outcomeOf(await eve.press(game, 'Hint'));
      expect(textOf(hint)).toMatch(refusal);
      expect(hint.ephemeral && hint.id !== game.id).toBe(true);
      attempted += 2;
    }
    // What is refused costs nothing.
    await walkOn(eve, game, at + 6, line.length - 1);
    expect(textOf(game)).toContain('29 moves, the best possible');
    expect(textOf(game)).toContain('without hints');
    await submit(challenge, eve);
    const after = await walkOn(eve, await begin(eve), at - 6, at);
    expect(textOf(after)).toContain('at best 23 more');
    expect(textOf(await (await eve.press(after, 'Hint')).until())).toContain('Next: ');
  }, 60_000);

  test('that is given up keeps the rest to itself, if the challenge is part of it', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    for (const steps of [0, 6, 8]) {
      const game = await walkOn(eve, await begin(eve), at - 6, at - 6 + steps);
      await outcomeOf(await eve.press(game, 'Give up …'));
      const asked = await eve.press(game, 'Give up, show the rest');
      const said = await asked.untilFollowUp();
      expect(textOf(said)).toMatch(refusal);
      expect(said.ephemeral).toBe(true);
      expect(textOf(game)).not.toMatch(/`\d( \d)+`/u);
      const watched = await outcomeOf(await eve.press(game, buttonsOf(game, 'ask|')[0]!));
      expect(textOf(watched)).toMatch(refusal);
      attempted += 2;
    }
  }, 60_000);

  test('that others see says nothing even to who has solved it', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    await submit(challenge, eve);
    const game = await walkOn(eve, await begin(eve, { shared: true }), at - 6, at);
    expect(game.ephemeral).toBe(false);
    expect(isQuiet(game)).toBe(true);
    const hint = await outcomeOf(await eve.press(game, 'Hint'));
    expect(textOf(hint)).toContain('Others may be reading along');
    expect(hint.ephemeral).toBe(true);
  }, 60_000);
});

describe('an answer', () => {
  const challenge = challengeAfter('eight', '867254301', 8);
  const { puzzle, start, line, at } = challenge;
  const print = puzzle.formatPosition;

  test('that leads through the challenge takes its public place back', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    const back = puzzle.parseGoal(print(line[at - 6]!));
    if (!back.ok) throw new Error('no goal');
    expect(passes(challenge, puzzle.goal.positions[0]!, back.value)).toBe(true);
    const ways = [
      { position: print(line[at - 6]!) },
      { position: print(puzzle.goal.positions[0]!), goal: print(line[at - 6]!) },
    ];
    // A step aside that the analysis mends, by a way that leads through the challenge.
    const aside = around(puzzle, line[at - 6]!, 1, 8).find((next) => puzzle.rank(next) !== puzzle.rank(line[at - 5]!))!;
    const moves = formatMoves(puzzle, line[at - 6]!, [replayMove(puzzle, line[at - 6]!, aside)]).join(' ');
    const attempts = [
      ...ways.map((way) => use('solve', 'eight', way)),
      use('analyse', 'eight', { ...ways[0]!, moves }),
    ];
    for (const { name, make } of attempts) {
      const message = await make(eve);
      expect(textOf(message), name).toMatch(refusal);
      expect(message.ephemeral).toBe(true);
      expect(system.person('passer-by').messages(system.channel)).not.toContain(message);
      attempted++;
    }
    await submit(challenge, eve);
    for (const { name, make } of attempts) {
      const message = await make(eve);
      expect(textOf(message), name).toMatch(/29 moves/u);
      // Told alone: those who would read along are still at it.
      expect(message.ephemeral).toBe(true);
    }
  }, 60_000);

  test('of before midnight is not delivered after', async () => {
    const eve = system.person('eve');
    worker.kill('SIGSTOP');
    const asked = await Promise.all(
      [true, false].map((isPrivate) =>
        eve.command(system.channel, 'solve', {
          subcommand: 'eight',
          options: { position: print(start), private: isPrivate },
        }),
      ),
    );
    await Promise.all(asked.map(({ acknowledged }) => acknowledged));
    await plant(challenge);
    worker.kill('SIGCONT');
    for (const one of asked) {
      const message = await outcomeOf(one);
      expect(textOf(message)).toMatch(refusal);
      expect(message.ephemeral).toBe(true);
      attempted++;
    }
  }, 60_000);

  test('to what is farther off is given', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    const aside = around(puzzle, start, 9, 12).filter((position) => !passes(challenge, position));
    expect(aside.length).toBeGreaterThan(5);
    for (const message of await inChunks(aside, (position) =>
      use('solve', 'eight', { position: print(position) }).make(eve),
    )) {
      expect(textOf(message)).not.toMatch(refusal);
      expect(message.ephemeral).toBe(false);
    }
  });

  test('does not come from what is offered while somebody types', async () => {
    await plant(challenge);
    const eve = system.person('eve');
    await use('solve', 'eight', { position: '123456708' }).make(eve);
    const offered = await Promise.all(
      ['solve', 'compare', 'analyse', 'convert'].map((name) =>
        eve.complete(system.channel, name, {
          subcommand: 'eight',
          options: { position: print(start) },
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
    attempted += offered.length + 1;
  });

  test('to a wish for any position leaves out how far it is, where it is close by chance', async () => {
    // The only position of this length, and ten moves from any that is close to it.
    const five = challengeAfter('five', '450123', 0);
    await plant(five);
    const eve = system.person('eve');
    const close = await use('scramble', 'five', { length: '21' }).make(eve);
    expect(textOf(close)).toContain('`450123`');
    expect(textOf(close)).toMatch(refusal);
    expect(textOf(close)).not.toContain('||');
    expect(buttonsOf(close, 'ask|')).toEqual([]);
    const other = await use('scramble', 'five', { length: '7' }).make(eve);
    expect(textOf(other)).toContain('||7|| moves');
  }, 60_000);
});

test('that were a hundred attempts and more', () => {
  expect(attempted).toBeGreaterThanOrEqual(100);
});

test('Discord has refused nothing', () => {
  expect(system.standIn.requests.filter(({ status }) => status >= 400 && status !== 404)).toEqual([]);
});
