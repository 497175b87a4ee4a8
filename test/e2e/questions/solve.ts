import { type Message, Refused } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { FlowProducer } from 'bullmq';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzleFor } from '../../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { replyQueue, workQueue } from '../../../src/queue/queue.ts';
import { jobVersion } from '../../../src/runtime/version.ts';
import { leadsToGoal, movesOf, press, publicMessages, textOf } from '../../support/messages.ts';
import { leftoverKeys } from '../../support/recovery.ts';
import { system } from './setup.ts';

/** A search of a moment in the lane of long ones, and one that only ends at its deadline. */
const moment = { subcommand: 'eleven', options: { position: '95472B10A638', method: 'iddfs' } };
const endless = { subcommand: 'eleven', options: { position: '032187654BA9', method: 'iddfs' } };

const isAnswer = (message: Message): boolean =>
  !buttonsOf(message).some((label) => label === 'Cancel' || label === 'Keep this answer');
const buttonsOf = (message: Message): unknown[] => [...walk(message.components)].map(({ node }) => node.label);
const isSearching = (message: Message): boolean => /Searching … [\d,]+ positions/u.test(textOf(message));

const ask = async (name: string, line: { subcommand: string; options: Record<string, string | boolean> }) => {
  const person = system.person(name);
  return { person, asked: await person.command(system.channel, 'solve', line) };
};

describe('an answer', () => {
  test.each([
    ['five', '450123', undefined, 21],
    ['six', '4651320', undefined, 15],
    ['seven', '07214365', undefined, 36],
    ['eight', '867254301', undefined, 31],
    ['eight', '8 6 7/2 5 4/3 _ 1', undefined, 31],
    ['eight', '123456780', '867254301', 31],
    ['eleven', '845036A127B9', undefined, 44],
    ['fifteen', 'D68CFE0AB7459132', undefined, 57],
    ['2x5', '0532194876', undefined, 55, 'board'],
    ['slide', '876#/543A/_129', undefined, 33, 'board'],
    ['slide', 'RATE/YOUR/MIND/PLA_', 'RATE/YOUR/MIND/PAL_', 26, 'board'],
    ['onoff', '==no/off_', undefined, 44],
    ['onoff', '==no/OfF_', '==on/OFf_', 48],
    ['peg15', 'all-1', undefined, 10],
    ['peg21', 'all-7', undefined, 12],
    ['peg21', 'all-7', 'any', 12],
  ])('of %s %s to %s has %i moves', async (puzzle, position, goal, length, subcommand = puzzle) => {
    const options = { position, ...(goal && { goal }), ...(subcommand !== puzzle && { puzzle }) };
    const { asked } = await ask('ann', { subcommand, options });
    const message = await asked.until(isAnswer);
    expect(textOf(message)).toContain(`**${length} moves** · proved shortest`);
    const moves = movesOf(message);
    expect(moves).toHaveLength(length);
    const { id } = unwrap(puzzleFor(puzzleOrKind(puzzle)!, position), position);
    expect(leadsToGoal(id, position, moves, goal)).toBe(true);
    expect(message.ephemeral).toBe(false);
  });

  test('says that a position is solved', async () => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position: '123456780' } });
    expect(textOf(await asked.until(isAnswer))).toContain('**Already solved.**');
  });

  test('is private on request', async () => {
    const { person, asked } = await ask('ann', { subcommand: 'six', options: { position: '4651320', private: true } });
    const message = await asked.until(isAnswer);
    expect(message.ephemeral).toBe(true);
    expect(person.sees(message)).toBe(true);
    expect(system.person('bob').sees(message)).toBe(false);
  });

  test('gives the reason for an unsolvable position, and the closest solvable one', async () => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position: '123456870' } });
    const text = textOf(await asked.until(isAnswer));
    expect(text).toContain('two tiles would have to be swapped');
    expect(text).toContain('Closest solvable position: 123456780');
  });

  test('to a malformed position comes at once, privately, and names the first mistake', async () => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position: '12345z780' } });
    const message = await asked.until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('Cell 6: "z" isn’t a tile of eight');
    expect(textOf(message)).toContain('12345z780\n     ^');
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
  });

  test('never repeats markup or mentions from an input', async () => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position: '@everyone' } });
    // A code block has no markup; it is there to point at the mistake.
    const outside = (message: Message) => textOf(message).replace(/```[\s\S]*?```/gu, '');
    const message = await asked.until();
    expect(outside(message)).not.toContain('@everyone');
    expect(message.pings.everyone).toBe(false);
    const { asked: other } = await ask('ann', { subcommand: 'peg21', options: { position: 'all-**x**' } });
    expect(outside(await other.until())).not.toContain('**x**');
  });
});

describe('the step buttons', () => {
  test('go through the boards, in the message itself for its owner', async () => {
    const { person, asked } = await ask('ann', { subcommand: 'six', options: { position: '4651320' } });
    let message = await asked.until(isAnswer);
    await expect(person.press(message, '◀')).rejects.toThrow(Refused);
    message = await press(person, message, '▶');
    expect(textOf(message)).toMatch(/Move 1 of 15: tile \d$/mu);
    message = await press(person, message, '⏭');
    expect(textOf(message)).toContain('Move 15 of 15');
    expect(textOf(message)).toContain('6️⃣⬛');
    await expect(person.press(message, '▶')).rejects.toThrow(Refused);
    message = await press(person, message, '◀');
    expect(textOf(message)).toContain('Move 14 of 15');
    message = await press(person, message, '⏮');
    expect(textOf(message)).toContain('Start · 15 moves left');
    expect(message).toBe(asked.reply());
  });

  test('give everybody else a private copy', async () => {
    const { asked } = await ask('ann', { subcommand: 'six', options: { position: '4651320' } });
    const message = await asked.until(isAnswer);
    const before = textOf(message);
    const bob = system.person('bob');
    const copy = await press(bob, message, '▶');
    expect(copy.ephemeral).toBe(true);
    expect(textOf(copy)).toContain('Move 1 of 15');
    expect(textOf(message)).toBe(before);
    const next = await press(bob, copy, '▶');
    expect(next).toBe(copy);
    expect(textOf(next)).toContain('Move 2 of 15');
  });

  test('keep the language of their reader in a private answer', async () => {
    const mika = system.standIn.createUser({ name: 'mika', locale: 'ja' });
    mika.join(system.guild);
    const options = { position: '4651320', private: true };
    const asked = await mika.command(system.channel, 'solve', { subcommand: 'six', options });
    const message = await asked.until(isAnswer);
    expect(textOf(message)).toContain('最短と証明済み');
    expect(textOf(await press(mika, message, '▶'))).toMatch(/1／15 手目/u);
    // Everybody else reads the server's language.
    expect(textOf(await press(mika, message, '共有'))).toContain('proved shortest');
  });

  test('still work when the stored answer is gone', async () => {
    const { person, asked } = await ask('ann', { subcommand: 'five', options: { position: '450123' } });
    const message = await asked.until(isAnswer);
    for (const key of await system.keys('work:result:*:solve|five*')) await system.redis.del(`antipode:${key}`);
    const next = await (await person.press(message, '▶')).until((now) => textOf(now).includes('Move 1 of 21'));
    expect(movesOf(next)).toHaveLength(21);
  });
});

describe('autocomplete', () => {
  test('offers landmarks and recent positions', async () => {
    const person = system.person('ann');
    const line = { subcommand: 'eight', focused: 'position' };
    const before = await person.complete(system.channel, 'solve', line);
    expect(before.map((choice) => choice.value)).toEqual(['867254301', '647850321', '085672341']);
    const asked = await person.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '123456708' },
    });
    await asked.until(isAnswer);
    const first = async () => (await person.complete(system.channel, 'solve', line))[0];
    await expect.poll(first).toMatchObject({ value: '123456708', name: expect.stringContaining('recent') });
  });

  test('shows how it reads the typed text, or what is wrong with it', async () => {
    const person = system.person('ann');
    const typing = (position: string) =>
      person.complete(system.channel, 'solve', { subcommand: 'eight', focused: 'position', options: { position } });
    expect((await typing('8 6 7 2 5 4 3 0 1'))[0]).toEqual({ name: '867254301', value: '867254301' });
    expect((await typing('12'))[0]?.name).toBe('⚠ the 8 puzzle (3 × 3) has 9 cells, counting the blank; you gave 2');
    expect((await typing('x'.repeat(600)))[0]?.value).toHaveLength(100);
    const goals = await person.complete(system.channel, 'solve', { subcommand: 'peg21', focused: 'goal' });
    expect(goals.map((choice) => choice.value)).toEqual(['7', 'any']);
  });
});

describe('a long search', () => {
  test('reports its progress, is cancelled only by its owner, and leaves no keys', async () => {
    const { person, asked } = await ask('ann', endless);
    const searching = await asked.until(isSearching);
    const refusal = await (await system.person('bob').press(searching, 'Cancel')).until();
    expect(refusal.ephemeral).toBe(true);
    expect(textOf(refusal)).toContain('Only the person who asked can do that.');
    await (await person.press(searching, 'Cancel')).acknowledged;
    const message = await asked.until(isAnswer);
    expect(textOf(message)).toMatch(/was cancelled\.\nProved so far: no solution is shorter than \d+ moves/u);
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
  });

  test('shows its best solution, which its owner can keep', async () => {
    const position = '0F83CB74EA659D21';
    const { person, asked } = await ask('ann', { subcommand: 'fifteen', options: { position } });
    const found = await asked.until((now) => textOf(now).includes('still proving'));
    const [, length, least] = /\*\*(\d+) moves\*\* found · at least (\d+) needed/u.exec(textOf(found)) ?? [];
    // The fewest are 70.
    expect(Number(length)).toBeGreaterThanOrEqual(70);
    expect(Number(least)).toBeLessThanOrEqual(70);
    expect(leadsToGoal('fifteen', position, movesOf(found))).toBe(true);
    await (await person.press(found, 'Keep this answer')).acknowledged;
    const message = await asked.until(isAnswer);
    expect(textOf(message)).toMatch(/\*\*7\d moves\*\* \(\d+ MTM\) · not proved shortest: between \d\d and 7\d moves/u);
    expect(leadsToGoal('fifteen', position, movesOf(message))).toBe(true);
    // A report of progress may still be on its way, after which the answer is edited again.
    await (await person.press(message, '▶')).until((now) => /Move 1 of 7\d/u.test(textOf(now)));
    // Somebody else gets a search of their own.
    const other = await ask('bob', { subcommand: 'fifteen', options: { position } });
    const searching = await other.asked.until((now) => textOf(now).includes('still proving'));
    await (await other.person.press(searching, 'Keep this answer')).acknowledged;
    await other.asked.until(isAnswer);
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
  });

  test('does not hold up a quick question', async () => {
    const { person, asked } = await ask('ann', endless);
    const searching = await asked.until(isSearching);
    const quick = await ask('bob', { subcommand: 'eight', options: { position: '647850321' } });
    await quick.asked.until(isAnswer);
    expect(asked.reply()).toSatisfy(isSearching);
    await (await person.press(searching, 'Cancel')).acknowledged;
    await asked.until(isAnswer);
  });

  test('is done once for several people with the same question', async () => {
    const everybody = await Promise.all(['ann', 'bob', 'cid', 'dot'].map((name) => ask(name, moment)));
    const answers = await Promise.all(everybody.map(({ asked }) => asked.until(isAnswer)));
    // The time of the search is part of the answer, so four searches would tell four different times.
    expect(new Set(answers.map((answer) => textOf(answer))).size).toBe(1);
    expect(movesOf(answers[0]!)).toHaveLength(21);
  });

  test('is one of at most five that a person can have in the queue', async () => {
    const ann = system.person('ann');
    const asked = [];
    for (let i = 0; i < 5; i++) asked.push(await ann.command(system.channel, 'solve', endless));
    await Promise.all(asked.map((one) => one.acknowledged));
    const refused = await (await ann.command(system.channel, 'solve', endless)).until();
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused)).toContain('You have 5 open requests');
    for (const one of asked) {
      const message = await one.until((now) => !isAnswer(now));
      await (await ann.press(message, 'Cancel')).acknowledged;
    }
    await Promise.all(asked.map((one) => one.until(isAnswer)));
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
    const free = await ann.command(system.channel, 'solve', { subcommand: 'six', options: { position: '4651320' } });
    await free.until(isAnswer);
  });
});

test('a job that cannot be parsed is refused with a clear answer', async () => {
  const { asked } = await ask('ann', endless);
  const searching = await asked.until(isSearching);
  // The same request again, as a future version would write it.
  const id = asked.id.slice(0, -1) + ((Number(asked.id.at(-1)) + 1) % 10);
  const token = await system.redis.get(`antipode:work:token:${asked.id}`);
  await system.redis.set(`antipode:work:token:${id}`, token ?? '');
  const work = { kind: 'solve', puzzle: 'eight', position: '867254301', goal: '123456780' };
  const application = system.standIn.applicationId;
  const rest = { private: false, locale: 'en', step: 0, presentation: { view: 'emoji', theme: 'dark' } };
  const reply = { version: jobVersion, id, application, user: asked.id, work, ...rest };
  const connection = system.redis.duplicate({ maxRetriesPerRequest: null });
  const flows = new FlowProducer({ connection, prefix: 'antipode' });
  await flows.add({
    name: 'reply',
    queueName: replyQueue(),
    data: reply,
    opts: { removeOnComplete: true },
    children: [
      {
        name: 'solve',
        queueName: workQueue('quick'),
        data: { version: 99, id, work },
        opts: { removeOnComplete: true },
      },
    ],
  });
  const answer = await asked.until((message) => textOf(message).includes('Antipode was just updated'));
  expect(answer).toBe(searching);
  await flows.close();
  await system.redis.set(`antipode:work:cancelled:${asked.id}`, '1');
  await asked.until((message) => textOf(message).includes('was cancelled'));
});

test('/hardest draws the distances, names the antipodes, and solves one by a button', async () => {
  const person = system.person('ann');
  const asked = await person.command(system.channel, 'hardest', { options: { puzzle: 'eight' } });
  const message = await asked.until(isAnswer);
  expect(textOf(message)).toContain('The farthest are 31 moves away');
  expect(textOf(message)).toContain('`647850321` `867254301`');
  const [file] = message.attachments;
  expect(file).toMatchObject({ filename: 'distances.png', contentType: 'image/png', width: 800 });
  const solved = await (await person.press(message, 'Solve 647850321')).until(isAnswer);
  expect(solved).not.toBe(message);
  expect(movesOf(solved)).toHaveLength(31);
});

test('/compare shows the costs of all methods on one position', async () => {
  const asked = await system.person('ann').command(system.channel, 'compare', {
    // Every method solves it within its share of the time, also on a busy machine.
    options: { puzzle: 'six', position: '1456320' },
  });
  const message = await asked.until(isAnswer);
  for (const method of ['bfs', 'bidirectional', 'iddfs', 'ida']) {
    expect(textOf(message)).toMatch(new RegExp(`^\\*\\*${method}\\*\\* · 11 moves · `, 'mu'));
  }
  expect(message.attachments[0]).toMatchObject({ filename: 'methods.png', width: 800 });
});

describe('a picture', () => {
  test('of the board has alt text, and changes with the steps', async () => {
    const { person, asked } = await ask('ann', {
      subcommand: 'eight',
      options: { position: '867254301', view: 'picture', theme: 'colourblind' },
    });
    let message = await asked.until(isAnswer);
    expect(message.attachments).toHaveLength(1);
    expect(message.attachments[0]).toMatchObject({ filename: 'board.png', contentType: 'image/png' });
    expect(JSON.stringify(message.components)).toContain('8 6 7, 2 5 4, 3 blank 1');
    const before = message.attachments[0]!.bytes;
    message = await press(person, message, '▶');
    expect(message.attachments).toHaveLength(1);
    expect(message.attachments[0]!.bytes).not.toEqual(before);
    expect(textOf(message)).toContain('Move 1 of 31');
  });

  test('that is animated shows the whole solution in less than 150 KB', async () => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position: '867254301', view: 'animation' } });
    const message = await asked.until(isAnswer);
    const [file] = message.attachments;
    expect(file).toMatchObject({ filename: 'solution.gif', contentType: 'image/gif' });
    expect(file!.size).toBeLessThan(150_000);
  });
});

test('the details of an answer tell how hard a position is, to who asks for them', async () => {
  const detailsOf = async (position: string): Promise<[answer: string, details: string]> => {
    const { asked } = await ask('ann', { subcommand: 'eight', options: { position } });
    const answer = await asked.until(isAnswer);
    const details = await (await system.person('bob').press(answer, 'Details')).until();
    expect(details.ephemeral).toBe(true);
    return [textOf(answer), textOf(details)];
  };
  const [hardest, farthest] = await detailsOf('867254301');
  expect(farthest).toContain('40 shortest solutions');
  expect(hardest).toContain('One of the 2 hardest positions');
  expect(farthest).toContain('Quick lower bound: 21');
  expect(farthest).toContain('Start: 8 6 7, 2 5 4, 3 blank 1');
  const [hard, near] = await detailsOf('085672341');
  expect(hard).toContain('harder than 99.8% of all positions');
  expect(near).toContain('The hardest takes 1 more\n');
  // What the answer says is not repeated.
  expect(farthest + near).not.toMatch(/hardest positions|harder than/u);
});

test('an answer can be shared from where only one person sees it', async () => {
  const { person, asked } = await ask('ann', { subcommand: 'six', options: { position: '4651320', private: true } });
  const shared = await press(person, await asked.until(isAnswer), 'Share');
  expect(shared.ephemeral).toBe(false);
  expect(textOf(shared)).toContain('**15 moves** · proved shortest');
  const before = publicMessages(system.channel).length;
  const again = await press(person, asked.reply()!, 'Share');
  expect([again.ephemeral, textOf(again).trim()]).toEqual([true, 'This board is in the channel already.']);
  expect(publicMessages(system.channel)).toHaveLength(before);
  // Another bot, or this one after a restart, knows it too.
  const [key = ''] = await system.redis.keys(`*:work:shared:${system.channel.id} *`);
  expect(await system.redis.pttl(key)).toBeGreaterThan(0);
});

test('what cannot be solved gets a button for the nearest question that can', async () => {
  const { person, asked } = await ask('ann', { subcommand: 'peg15', options: { position: 'all-5', goal: '5' } });
  const answer = await asked.until(isAnswer);
  expect(textOf(answer)).toContain('With the goal any, it can be solved.');
  const solved = await (await person.press(answer, 'Solve that')).until(isAnswer);
  expect(textOf(solved)).toMatch(/\*\*\d+ moves\*\* · proved shortest/u);
});

test('/leaderboard hardest credits the first finder of a position once, and shows its solution', async () => {
  const position = '806547231';
  const first = await ask('ann', { subcommand: 'eight', options: { position } });
  await first.asked.until(isAnswer);
  const second = await ask('bob', { subcommand: 'eight', options: { position } });
  await second.asked.until(isAnswer);
  const board = await first.person.command(system.channel, 'leaderboard', {
    subcommand: 'hardest',
    options: { puzzle: 'eight' },
  });
  const page = await board.until();
  expect(textOf(page)).toContain('Hardest positions found · 8 puzzle (3 × 3)');
  const lines = textOf(page).split('\n');
  const [line] = lines.flatMap((text, index) => (text.includes(position) ? [`${text} ${lines[index + 1]}`] : []));
  expect(line).toContain(`found by <@${first.person.id}>`);
  expect(lines.filter((text) => /^(?:🥇|🥈|🥉|\d+\\\.) \*\*/u.test(text)).length).toBeGreaterThan(1);
  const lengths = lines.flatMap((text) => /^(?:🥇|🥈|🥉|\d+\\\.) \*\*(\d+) moves/u.exec(text)?.[1] ?? []).map(Number);
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  const shown = await (await second.person.select(page, 'hardest-show|eight', [position])).until(isAnswer);
  expect(shown.ephemeral).toBe(true);
  expect(leadsToGoal('eight', position, movesOf(shown))).toBe(true);
});
