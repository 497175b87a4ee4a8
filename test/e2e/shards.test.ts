/** Many servers: one bot with all shards, and several bots with some shards each. */

import type { Channel, Guild } from '@antipode/stand-in';
import { Gateway } from '@antipode/stand-in/gateway';
import { afterEach, expect, test } from 'vitest';
import { isFinal, movesOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

/** A server of each of two shards, with a channel. */
const places = (): { guild: Guild; channel: Channel }[] => {
  const found: (Guild | undefined)[] = [];
  while (!found[0] || !found[1]) {
    const guild = system!.standIn.createGuild({ name: `Server ${found.length}` });
    found[Gateway.shardOf(guild, 2)] = guild;
  }
  return found.map((guild) => ({ guild: guild!, channel: guild!.createChannel({ name: 'puzzles' }) }));
};

const ask = (place: { guild: Guild; channel: Channel }, name: string) => {
  const person = system!.standIn.createUser({ name });
  person.join(place.guild);
  return person.command(place.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
};

/** How often an interaction had a first response. Where answer and acknowledgement meet, Discord refuses one of them. */
const responses = (id: string): number =>
  system!.standIn.requests.filter(({ path, status }) => path.includes(`/interactions/${id}/`) && status < 300).length;

test('one bot runs as many shards as Discord recommends', async () => {
  system = await TestSystem.open({ shards: 2, maxConcurrency: 2 });
  const all = places();
  await Promise.all([system.start('bot'), system.start('worker')]);
  expect(system.standIn.gateway.identifies).toBe(2);
  for (const place of all) {
    const asked = await ask(place, 'ann');
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
    await expect.poll(() => responses(asked.id)).toBe(1);
  }
});

test('two bots with a shard each log in one after the other, and answer each interaction once', async () => {
  system = await TestSystem.open({ identifyMs: 5000 });
  const all = places();
  const [first] = await Promise.all([
    system.start('bot', { SHARDS: '2', SHARD_LIST: '0' }),
    system.start('bot', { SHARDS: '2', SHARD_LIST: '1' }),
    system.start('worker'),
  ]);
  expect(system.standIn.gateway).toMatchObject({ identifies: 2, refusedIdentifies: 0 });
  for (let index = 0; index < 10; index++) {
    const asked = await Promise.all(all.map((place) => ask(place, `person-${index}`)));
    for (const one of asked) {
      expect(movesOf(await one.until(isFinal))).toHaveLength(31);
      await expect.poll(() => responses(one.id)).toBe(1);
    }
  }
  // A direct message belongs to shard 0.
  const ann = system.standIn.createUser({ name: 'ann' });
  ann.join(all[1]!.guild);
  const direct = await ann.command(ann.direct(), 'solve', { subcommand: 'six', options: { position: '4651320' } });
  expect(movesOf(await direct.until(isFinal))).toHaveLength(15);
  // One bot replies to a request that another has accepted.
  const left = await ask(all[1]!, 'bob');
  await left.acknowledged;
  await left.until(isFinal);
  await system.kill(first!);
  const missed = await ask(all[0]!, 'cid');
  const taken = await ask(all[1]!, 'dot');
  expect(movesOf(await taken.until(isFinal))).toHaveLength(31);
  await expect(missed.acknowledged).rejects.toThrow('did not respond');
});
