/** Attacks by buttons, menus and forms that no client sends. */

import { type Message, NoResponse, type Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/locales/index.ts';
import { idsOf, isFinal, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

describe('a forged custom id', () => {
  const press = (person: Person, source: Message, custom_id: string) =>
    person.forge({ kind: 'component', channel: source.channel, source, data: { custom_id, component_type: 2 } });
  const choose = (person: Person, source: Message, custom_id: string, values: unknown) =>
    person.forge({
      kind: 'component',
      channel: source.channel,
      source,
      data: { custom_id, component_type: 3, values },
    });
  const solve = async (person: Person, options: Record<string, string>, subcommand = 'eight') =>
    person.command(system.channel, 'solve', { subcommand, options });

  test('cancels no search of somebody else', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const asked = await solve(ann, { position: '032187654BA9', method: 'bfs' }, 'eleven');
    const own = await (await solve(bob, { position: '867254301' })).until(isFinal);
    const running = await asked.until((message) => !isFinal(message));
    for (const id of [`cancel|${asked.id}`, `cancel|${asked.id}|${bob.id}`]) {
      const message = await press(bob, own, id).until();
      expect(message.ephemeral).toBe(true);
      expect(textOf(message)).toContain('Only the person who asked');
    }
    expect(await system.keys(`work:cancelled:${asked.id}`)).toEqual([]);
    await (await ann.press(running, 'Cancel')).acknowledged;
    await asked.until(isFinal);
    const left = () => system.keys(`work:cancelled:${asked.id}`);
    await expect.poll(left).toEqual([]);
    // Once more without a search to cancel: no key is left.
    await press(ann, own, `cancel|${asked.id}`).acknowledged;
    expect(await left()).toEqual([]);
  });

  test('changes no answer of somebody else', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const answer = await (await solve(ann, { position: '867254301' })).until(isFinal);
    const [, , on = ''] = idsOf(answer);
    expect(on.endsWith(`|${ann.id}`)).toBe(true);
    const before = textOf(answer);
    const copy = await press(bob, answer, on.replace(ann.id, bob.id)).until();
    expect(copy.ephemeral).toBe(true);
    expect(copy.id).not.toBe(answer.id);
    expect(textOf(answer)).toBe(before);
    // A private copy can be paged by its owner.
    const [, , further = ''] = idsOf(copy);
    await (await bob.press(copy, further)).acknowledged;
    await expect.poll(() => textOf(copy)).toContain('Move 2 of 31');
  });

  test('makes no move in somebody else’s game', async () => {
    const ann = system.person('ann');
    const bob = system.person('bob');
    const game = async (person: Person) =>
      (await person.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } })).until(isFinal);
    const [hers, his] = [await game(ann), await game(bob)];
    const key = `play:game:${idsOf(hers)[0]!.split('|')[2]}`;
    const before = await system.contentOf(`antipode:${key}`);
    for (const id of idsOf(hers)) {
      const message = await press(bob, his, id).until();
      expect(message.ephemeral).toBe(true);
    }
    expect(await system.contentOf(`antipode:${key}`)).toBe(before);
  });

  test('answers no contest of another channel', async () => {
    const ann = system.person('ann');
    const elsewhere = system.guild.createChannel({ name: 'elsewhere' });
    const begun = await ann.command(elsewhere, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
    await begun.until((message) => textOf(message).includes('begins'));
    const other = system.person('bob').say(system.channel, 'hello');
    const late = translator('en')('contest.late');
    for (const id of [`contest-answer|${begun.id}`, `contest-move|${begun.id}|1|0`]) {
      expect(textOf(await press(ann, other, id).until()).trim()).toBe(late);
    }
    const form = (components: unknown[], channel = system.channel) =>
      ann.forge({ kind: 'modal', channel, data: { custom_id: `contest-form|${begun.id}`, components } });
    const field = (custom_id: string, value: unknown) => ({ type: 18, component: { type: 4, custom_id, value } });
    expect(textOf(await form([field('answer', '20')]).until()).trim()).toBe(late);

    // In its own channel, a move and a game, which a contest of guesses does not have.
    const source = ann.say(elsewhere, 'hello');
    for (const id of [`contest-move|${begun.id}|1|0`, `contest-play|${begun.id}`]) {
      expect(textOf(await press(ann, source, id).until())).toContain('went wrong');
    }
    expect(await system.keys(`play:game:${begun.id}-*`)).toEqual([]);
    // And a form with other fields.
    for (const fields of [
      [],
      [field('other', '20')],
      [field('answer', '9'.repeat(100_000))],
      [field('answer', '1e1')],
    ]) {
      const message = await form(fields, elsewhere).until();
      expect(message.ephemeral).toBe(true);
      expect(textOf(message).length).toBeLessThan(400);
    }
    expect(await system.keys(`contest:${begun.id}:answers`)).toEqual([]);
    await (await ann.command(elsewhere, 'contest', { subcommand: 'stop' })).until();
    await expect.poll(() => system.keys(`contest:channel:${elsewhere.id}`)).toEqual([]);
  });

  test('takes no value that a menu did not offer', async () => {
    const ann = system.person('ann');
    const start = await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'peg21' } });
    const board = await start.until(isFinal);
    const menu =
      idsOf(board).find((id) => id.startsWith('play|menu|')) ??
      `play|menu|${idsOf(board)[0]!.split('|').slice(2, 4).join('|')}`;
    const game = `antipode:play:game:${menu.split('|')[2]}`;
    const steps = async () =>
      (JSON.parse(JSON.parse(await system.contentOf(game)) as string) as { steps: unknown[] }).steps;
    for (const values of [['99-98'], ['x'], [''], [], ['0-0', '1-1'], ['1e9-2'], [{}], [null], 'no list']) {
      await choose(ann, board, menu, values).acknowledged.catch((error) => expect(error).toBeInstanceOf(NoResponse));
    }
    expect(await steps()).toEqual([]);
    const shown = await choose(ann, board, 'hardest-show|eight', ['no position']).until();
    expect(shown.ephemeral).toBe(true);
  });
});
