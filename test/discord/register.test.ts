/** The emoji of the application on the stand-in: uploaded once, and again only if their drawing changes. */

import { StandIn } from '@antipode/stand-in';
import { REST, type RESTGetAPIApplicationEmojisResult, Routes } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerEmoji } from '../../src/discord/register.ts';
import { emojiFiles, emojiNames } from '../../src/render/emoji-art.ts';
import { type Config, loadConfig } from '../../src/runtime/config.ts';

let standIn: StandIn;
let config: Config;
let rest: REST;
beforeAll(async () => {
  standIn = await StandIn.start({ identifyMs: 0 });
  config = loadConfig({ DISCORD_TOKEN: standIn.token, DISCORD_API_URL: standIn.apiUrl });
  rest = new REST({ api: standIn.apiUrl }).setToken(standIn.token);
});
afterAll(() => standIn?.close());

const there = async () => {
  const { items } = (await rest.get(
    Routes.applicationEmojis(standIn.applicationId),
  )) as RESTGetAPIApplicationEmojisResult;
  return items;
};

test('all are uploaded once, a changed one replaces its older drawing, and others stay', async () => {
  standIn.addEmoji('party', [...emojiFiles().values()][0]!);
  expect(await registerEmoji(config)).toEqual({ added: emojiNames.length, removed: 0 });
  expect(await registerEmoji(config)).toEqual({ added: 0, removed: 0 });
  const peg = (await there()).find(({ name }) => name?.startsWith('ap_peg_') && !name.includes('home'))!;
  await rest.patch(Routes.applicationEmoji(standIn.applicationId, peg.id!), { body: { name: 'ap_peg_000000' } });
  expect(await registerEmoji(config)).toEqual({ added: 1, removed: 1 });
  const names = (await there()).map(({ name }) => name).sort();
  expect(names).toEqual([...emojiFiles().keys(), 'party'].sort());
});

test('without the permission, boards stay in Unicode', async () => {
  const path = /^\/applications\/\d+\/emojis/u;
  standIn.faults.add({ path, answer: { kind: 'status', status: 403, body: { code: 50_013, message: 'Missing' } } });
  expect(await registerEmoji(config)).toBeUndefined();
});
