import { expect, test } from 'vitest';
import { isFinal, isGame, press, textOf } from '../../support/messages.ts';
import { begin, system } from './setup.ts';

test('friends are challenged to a solved game, once, and each plays it alone', async () => {
  const [ann, bob] = [system.person('ann'), system.person('bob')];
  let game = await begin(ann, { puzzle: 'five', position: '123405' });
  // Two moves more than the best.
  for (const tile of ['2', '2', '5']) game = await press(ann, game, tile);
  const posted = await (await ann.press(game, 'Challenge friends')).until(isFinal);
  expect(posted.ephemeral).toBe(false);
  expect(textOf(posted)).toContain(`<@${ann.id}> solved this in **3 moves**. Can you do as well?`);
  expect(textOf(posted)).toContain('1️⃣2️⃣3️⃣');
  expect(textOf(posted)).not.toMatch(/best|hint|\*\*5\*\*/u);
  // The same button again: its message was made before. Then it has no such button.
  game = await press(ann, game, 'Challenge friends');
  await expect(ann.press(game, 'Challenge friends')).rejects.toThrow();
  let own = await (await bob.press(posted, 'Play')).until(isGame);
  expect(own.ephemeral).toBe(true);
  own = await press(bob, own, '5');
  expect(textOf(own)).toContain('**1 move, the best possible**');
  // Bob posts his too, and plays again by the same message.
  await (await bob.press(own, 'Challenge friends')).until(isFinal);
  expect((await (await bob.press(own, 'Again')).until(isGame)).id).not.toBe(own.id);
});

test('a game with a hint, or given up, challenges nobody', async () => {
  const ann = system.person('ann');
  let game = await begin(ann, { puzzle: 'five', position: '123405' });
  game = await press(ann, game, 'Hint');
  game = await press(ann, game, '5');
  await expect(ann.press(game, 'Challenge friends')).rejects.toThrow();
  game = await begin(ann, { puzzle: 'five', position: '123405' });
  for (const label of ['Give up …', 'Give up, show the rest']) game = await press(ann, game, label);
  expect(textOf(game)).not.toContain('Challenge friends');
  await expect(ann.press(game, 'Challenge friends')).rejects.toThrow();
});

test('in Japanese, on a server that speaks it', async () => {
  const guild = system.standIn.createGuild({ name: 'Puzzles', locale: 'ja' });
  const channel = guild.createChannel();
  const mika = system.person('mika', { locale: 'ja', guild });
  const options = { puzzle: 'five', position: '123405' };
  const begun = await (await mika.command(channel, 'play', { subcommand: 'new', options })).until(isGame);
  const game = await press(mika, begun, '5');
  const posted = await (await mika.press(game, '友だちに出題')).until(isFinal);
  expect(textOf(posted)).toContain(`<@${mika.id}> さんはこれを**1 手**で解きました。`);
});
