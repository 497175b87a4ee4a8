import { type Message, type Person, Refused } from '@antipode/stand-in';
import { describe, expect, test, vi } from 'vitest';
import { fileAndRow } from '../../../src/puzzles/board.ts';
import type { Move, Position } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import { idOf, idsOf, isGame, movesOf, nodesOf, press, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { solved } from '../../support/solution.ts';
import { begin as beginUnguided, restartBot, system, worker } from './setup.ts';

const begin = (person: Person, options: Record<string, string | boolean>): Promise<Message> =>
  beginUnguided(person, { guide: true, ...options });

const question = (id: string, position: string) => {
  const puzzle = puzzleOf(id)!;
  const asked = parseQuestion(puzzle, position);
  if (!asked.ok) throw new Error(position);
  return { puzzle, ...asked.value };
};
const solution = (id: string, position: string): readonly Move[] => {
  const { puzzle, start, goal } = question(id, position);
  return solved(puzzle, start, goal);
};

describe('a whole game', () => {
  test.each([
    ['eight', '867254301', 31],
    ['onoff', '==no/off_', 44],
    ['peg15', 'all-1', 10],
    ['peg21', 'all-7', 12],
    // Its goal is that of the start.
    ['peg15', 'all-5', 11],
  ])('of %s from %s is won in %i moves', async (id, position, length) => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: id, position });
    expect(message.ephemeral).toBe(true);
    const moves = solution(id, position);
    for (const [made, move] of moves.entries()) {
      await expect
        .poll(() => textOf(message))
        .toContain(
          `**${made} move${made === 1 ? '' : 's'}** · ${length - made} move${length - made === 1 ? '' : 's'} left at best`,
        );
      message = await makeMove(ann, message, puzzleOf(id)!, move);
    }
    expect(textOf(message)).toContain(`Solved!\n**${length} moves, the best possible**`);
    expect(textOf(message)).toMatch(/in \d+ s · without hints/u);
    expect(message.history.length).toBeGreaterThan(length);
    const again = await (await ann.press(message, 'Again')).until(isGame);
    expect(again.id).not.toBe(message.id);
    await expect.poll(() => textOf(again)).toMatch(/\*\*0 moves\*\* · \d+ moves? left at best/u);
  });

  test('goes on after the bot was killed, with the moves made before', { tags: 'long' }, async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'six', position: '4651320' });
    const moves = solution('six', '4651320');
    for (const move of moves.slice(0, 7)) message = await makeMove(ann, message, puzzleOf('six')!, move);
    await restartBot();
    message = await press(ann, message, 'Hint');
    await expect.poll(() => textOf(message)).toContain('**7 moves** · 8 moves left at best\nNext: **');
    message = await makeMove(ann, message, puzzleOf('six')!, moves[7]!);
    message = await press(ann, message, 'Undo');
    await expect.poll(() => textOf(message)).toContain('**7 moves** · 8 moves left at best');
    for (const move of moves.slice(7)) message = await makeMove(ann, message, puzzleOf('six')!, move);
    expect(textOf(message)).toContain('**15 moves, the best possible**');
    expect(textOf(message)).toContain('with 1 hint');
  });
});

test('the goal of a game is that of its start', async () => {
  const board = await begin(system.person('ann'), { puzzle: 'klotski', position: 'AA../AA../..../..../....' });
  expect(textOf(board)).toContain('Bring A to the bottom middle');
  await expect.poll(() => textOf(board)).toContain('1 move left at best');
});

test('without a guide, a game tells nothing before a hint', async () => {
  const ann = system.person('ann');
  let message = await begin(ann, { puzzle: 'five', position: '123405', guide: false });
  message = await press(ann, message, '4');
  expect(textOf(message)).toMatch(/\*\*1 move\*\*$/mu);
  message = await press(ann, message, 'Hint');
  await expect.poll(() => textOf(message)).toContain('**1 move** · 2 moves left at best\nNext: **4**');
  await expect(ann.press(message, 'Hint')).rejects.toThrow(Refused);
});

describe('off the shortest solution', () => {
  test('the moves left are those of the new position, and the end tells how many were wasted', async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'five', position: '123405' });
    await expect.poll(() => textOf(message)).toContain('1 move left at best');
    message = await press(ann, message, '4');
    await expect.poll(() => textOf(message)).toContain('**1 move** · 2 moves left at best');
    message = await press(ann, message, 'Undo');
    await expect.poll(() => textOf(message)).toContain('**0 moves** · 1 move left at best');
    message = await press(ann, message, '2');
    message = await press(ann, message, '2');
    await expect.poll(() => textOf(message)).toContain('**2 moves** · 1 move left at best');
    message = await press(ann, message, '5');
    expect(textOf(message)).toContain('**3 moves, 2 more than the best (1)**');
  });

  test('a tap is answered without a worker, and the moves left appear later', async () => {
    const ann = system.person('ann');
    const message = await begin(ann, { puzzle: 'seven', position: '12345607' });
    worker.kill('SIGSTOP');
    const asked = await ann.press(message, '3');
    const alone = await asked.until().then(textOf, String);
    worker.kill('SIGCONT');
    expect(alone).toMatch(/\*\*1 move\*\*$/mu);
    expect(textOf(await asked.until((now) => textOf(now).includes('at best')))).toContain(
      '**1 move** · 2 moves left at best',
    );
  });

  test('restart begins again, and keeps the hints that were used', async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'five', position: '123405' });
    await expect(ann.press(message, 'Restart')).rejects.toThrow(Refused);
    message = await press(ann, message, 'Hint');
    expect(textOf(message)).toContain('Next: **5**');
    message = await press(ann, message, '4');
    message = await press(ann, message, 'Restart');
    await expect.poll(() => textOf(message)).toContain('**0 moves** · 1 move left at best');
    message = await press(ann, message, '5');
    expect(textOf(message)).toContain('**1 move, the best possible**');
    expect(textOf(message)).toContain('with 1 hint');
  });

  test('a jump into a dead end says so, until it is undone', async () => {
    const ann = system.person('ann');
    // Two jumps are possible: one leads to the goal, the other leaves two pegs apart.
    const { puzzle, start, goal } = question('peg15', 'all-1');
    const reach = (position: Position) => solve(puzzle, { start: position, goal }).status;
    let now = start;
    let last: readonly [number, number] = [0, 0];
    let message = await begin(ann, { puzzle: 'peg15', position: 'all-1' });
    for (let made = 0; made < 8 && reach(now) === 'solved'; made++) {
      const legal = puzzle.board.jumps.filter(({ from, over, to }) => now[from] && now[over] && !now[to]);
      const bad = legal.find(({ from, to }) => reach(puzzle.play(now, [from, to])) !== 'solved');
      const { from, to } = bad ?? legal[0]!;
      now = puzzle.play(now, [from, to]);
      const picked = idsOf(message).some((id) => id.endsWith(`|${from}|${to}`));
      if (!picked) message = await press(ann, message, idOf(message, 'play|tap|', from));
      message = await press(ann, message, idOf(message, 'play|jump|', from, to));
      last = [from, to];
    }
    // A board does not wait for its search, which may end a moment later.
    await vi.waitFor(() => expect(textOf(message)).toContain('Dead end'), 100_000);
    let ended = await press(ann, message, 'Give up …');
    message = await press(ann, ended, 'Undo');
    await vi.waitFor(() => expect(textOf(message)).toMatch(/\d+ moves? left at best/u), 100_000);
    message = await makeMove(ann, message, puzzleOf('peg15')!, last);
    ended = await press(ann, await press(ann, message, 'Give up …'), 'Give up, show the rest');
    expect(textOf(ended)).toContain('It was a dead end.');
    const watched = await press(ann, ended, 'Shortest solution');
    expect(movesOf(watched)).toHaveLength(10);
  });
});

describe('without a table, each move shows what a slice of a search tells', { tags: 'long' }, () => {
  /** Makes a move until the board says this: the first search of a thread may take longer than a slice. */
  const moveUntil = async (person: Person, board: Message, id: string, names: string, said: string) => {
    const puzzle = puzzleOf(id)!;
    const cells = names.split('-').map((name) => fileAndRow(puzzle.board).indexOf(name));
    for (let message = board; ; message = await press(person, message, 'Undo')) {
      message = await makeMove(person, message, puzzle, cells);
      const moved = message;
      if (await vi.waitUntil(() => textOf(moved).includes(said), 5000).catch(() => false)) return moved;
    }
  };

  test('the moves left', async () => {
    const ann = system.person('ann');
    const message = await begin(ann, { puzzle: 'fifteen', position: '123456789AB0DEFC' });
    await moveUntil(ann, message, 'fifteen', 'c3-d3', '**1 move** · 2 moves left at best');
  });

  test('whether a position of the English board has a solution', async () => {
    const ann = system.person('ann');
    const message = await begin(ann, { puzzle: 'peg33', position: '000001000001100010100010100010000' });
    const lost = await moveUntil(ann, message, 'peg33', 'f3-f5', '**1 move** · Dead end: undo a few moves');
    const before = await press(ann, lost, 'Undo');
    await moveUntil(ann, before, 'peg33', 'g3-e3', '**1 move** · 2 moves left at best');
  });
});

describe('hints come in two steps', () => {
  test('without a table: the next move with the length, and the rest with the end of the game', {
    tags: 'long',
  }, async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'fifteen', position: '123456789AB0DEFC', guide: false });
    // Off the solution that was found for the start, so that the number needs another search.
    message = await press(ann, message, '11');
    expect(textOf(message)).toMatch(/\*\*1 move\*\*$/mu);
    // The search builds pattern databases first.
    message = await press(ann, message, 'Hint');
    await expect.poll(() => textOf(message)).toContain('**1 move** · 2 moves left at best\nNext: **11**');
    await expect(ann.press(message, 'Hint')).rejects.toThrow(Refused);
    message = await press(ann, message, 'Give up …');
    message = await press(ann, message, 'Give up, show the rest');
    expect(textOf(message)).toContain('Given up after 1 move.');
    expect(textOf(message)).toContain('You could have finished in 2 moves:\n`11 12`');
    expect(textOf(message)).toContain('with 1 hint');
    expect(nodesOf(message).flatMap(({ label }) => label ?? [])).toEqual(['Again', 'Shortest solution']);
    const watched = await press(ann, message, 'Shortest solution');
    expect([watched.ephemeral, movesOf(watched)]).toEqual([true, [11, 12]]);
  });

  test('the question about giving up ends with the next move', async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'five', position: '123405' });
    message = await press(ann, message, 'Give up …');
    message = await press(ann, message, '5');
    expect(textOf(message)).toContain('Solved!');
  });
});

describe('the owner of a game', () => {
  test('a stranger is refused privately, and the board does not change', async () => {
    const [ann, bob] = [system.person('ann'), system.person('bob')];
    const message = await begin(ann, { puzzle: 'five', position: '123405', private: false });
    expect(message.ephemeral).toBe(false);
    const before = textOf(message);
    const refusal = await press(bob, message, '5');
    expect(refusal.ephemeral).toBe(true);
    expect(textOf(refusal)).toContain(`This is <@${ann.id}>’s game. Start your own`);
    expect(textOf(message)).toBe(before);
    expect(textOf(await press(ann, message, '5'))).toContain('Solved!');
  });

  test('a shared game is played by everybody, and ended by its owner', async () => {
    const [ann, bob] = [system.person('ann'), system.person('bob')];
    let message = await begin(ann, { puzzle: 'six', position: '4651320', shared: true });
    expect(message.ephemeral).toBe(false);
    expect(textOf(message)).toContain('anyone may move');
    for (const [made, move] of solution('six', '4651320').entries()) {
      if (made === 3) {
        expect(textOf(await press(bob, message, 'Restart'))).toContain('but not end it');
        expect(textOf(await press(bob, message, 'Give up …'))).toContain('but not end it');
      }
      message = await makeMove(made % 2 === 0 ? bob : ann, message, puzzleOf('six')!, move);
    }
    expect(textOf(message)).toContain('**15 moves, the best possible**');
    // That does not make it Bob's game.
    const none = await (await bob.command(system.channel, 'play', { subcommand: 'resume' })).until();
    expect(textOf(none)).toContain('You have no open game');
  });
});

describe('taps that come twice or late', () => {
  test('of many taps at the same moment, one moves', async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'five', position: '450123' });
    for (const [made, move] of solution('five', '450123').slice(0, 4).entries()) {
      const id = idOf(message, 'play|tap|', move[0]!);
      const taps = await Promise.all([1, 2, 3, 4].map(() => ann.press(message, id)));
      await Promise.all(taps.map((tap) => tap.acknowledged));
      [message] = [taps.at(-1)!.reply()!];
      await expect.poll(() => textOf(message)).toContain(`**${made + 1} move`);
    }
    const [game] = await system
      .keys('play:game:*')
      .then((keys) =>
        Promise.all(keys.map(async (key) => JSON.parse((await system.redis.get(`antipode:${key}`))!))).then((games) =>
          games.filter(({ owner }) => owner === ann.id),
        ),
      );
    expect(game).toMatchObject({ version: 5, steps: { length: 4 } });
  });

  test('two taps on "Again" start one game', async () => {
    const ann = system.person('ann');
    const message = await press(ann, await begin(ann, { puzzle: 'five', position: '123405' }), '5');
    const taps = await Promise.all([ann.press(message, 'Again'), ann.press(message, 'Again')]);
    await Promise.all(taps.map((tap) => tap.until(isGame)));
    expect(new Set(taps.map((tap) => tap.reply()!.id)).size).toBe(2);
    const games = await system.keys('play:game:*');
    const owned = await Promise.all(games.map((key) => system.redis.get(`antipode:${key}`)));
    expect(owned.filter((game) => game?.includes(`"owner":"${ann.id}"`))).toHaveLength(2);
  });

  test('a tap on a tile in line with the blank slides all tiles between', async () => {
    const ann = system.person('ann');
    let message = await begin(ann, { puzzle: 'eight', position: '123456078' });
    message = await press(ann, message, '8');
    expect(textOf(message)).toContain('Solved!\n**2 moves, the best possible**');
  });

  test('an older message of the same game shows the current board, and then works', async () => {
    const ann = system.person('ann');
    const old = await begin(ann, { puzzle: 'five', position: '123405' });
    let message = await (await ann.command(system.channel, 'play', { subcommand: 'resume' })).until(isGame);
    expect(message.id).not.toBe(old.id);
    expect(message.ephemeral).toBe(true);
    message = await press(ann, message, '4');
    const caught = await press(ann, old, '5');
    await expect.poll(() => textOf(caught)).toContain('**1 move** · 2 moves left at best');
    await press(ann, caught, '4');
    expect(textOf(await press(ann, old, '5'))).toContain('**3 moves, 2 more than the best (1)**');
    // Now the other message is the older one.
    expect(textOf(await press(ann, message, '4'))).toContain('Solved!');
    const none = await (await ann.command(system.channel, 'play', { subcommand: 'resume' })).until();
    expect(textOf(none)).toContain('You have no open game');
  });

  test('a game that has expired says so, and so does an unknown component', async () => {
    const ann = system.person('ann');
    const message = await begin(ann, { puzzle: 'five', position: '123405' });
    const [id] = idsOf(message);
    await system.redis.del(`antipode:play:game:${id!.split('|')[2]}`);
    const gone = await press(ann, message, '5');
    expect(gone.ephemeral).toBe(true);
    expect(textOf(gone)).toContain('This game has expired');
  });
});

describe('a new game', () => {
  test.each([
    ['five', 'easy', 4, 8],
    ['eight', 'hard', 22, 29],
    ['eleven', 'farthest', 53, 53],
    ['peg21', 'medium', 5, 8],
  ])('of %s, %s, starts %i to %i moves from the goal', async (puzzle, difficulty, least, most) => {
    const message = await begin(system.person('ann'), { puzzle, difficulty });
    await expect.poll(() => textOf(message)).toContain('at best');
    const left = Number(/(\d+) moves? left at best/u.exec(textOf(message))?.[1]);
    expect(left).toBeGreaterThanOrEqual(least);
    expect(left).toBeLessThanOrEqual(most);
  });

  test('refuses invalid, unsolvable and solved positions', async () => {
    const ann = system.person('ann');
    const refused = async (puzzle: string, position: string): Promise<string> => {
      const asked = await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle, position } });
      const message = await asked.until();
      expect(message.ephemeral).toBe(true);
      return textOf(message);
    };
    expect(await refused('eight', '12345z780')).toContain('Cell 6: "z" isn’t a tile of eight');
    expect(await refused('eight', '123456870')).toContain('Closest solvable position: 123456780');
    expect(await refused('eight', '123456780')).toContain('already solved');
  });

  test('offers the positions of the chosen puzzle', async () => {
    const line = { subcommand: 'new', focused: 'position', options: { puzzle: 'eight' } };
    const choices = await system.person('ann').complete(system.channel, 'play', line);
    expect(choices.map(({ value }) => value)).toEqual(['867254301', '647850321', '085672341']);
  });

  test('speaks Japanese to Japanese users, and works in direct messages', async () => {
    const hana = system.standIn.createUser({ name: 'hana', locale: 'ja' });
    hana.install();
    const asked = await hana.command(hana.direct(), '遊ぶ', {
      subcommand: '新規',
      options: { パズル: 'five', 配置: '123405', 案内: true },
    });
    let message = await asked.until(isGame);
    expect(textOf(message)).toContain('**0 手** · あと最短 1 手');
    message = await press(hana, message, 'ヒント');
    expect(textOf(message)).toContain('次の手：**5**');
    message = await press(hana, message, '5');
    expect(textOf(message)).toContain('🎉 完成！\n**1 手（最短です）**');
  });
});
