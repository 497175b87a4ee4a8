/** Requests that are under way when their person deletes everything. */
import { describe, expect, test, vi } from 'vitest';
import { noteErasure } from '../../../src/runtime/erasure.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { ask, confirmed, daily, killBot, placesOf, quiet, snapshot, startBot, system, worker } from './setup.ts';

describe('requests at the time of the deletion', { tags: 'long' }, () => {
  test('an answer that is being delivered leaves no find', async () => {
    const ann = system.person('ann');
    await quiet();
    // Discord delays the answer.
    system.standIn.faults.add({
      method: 'PATCH',
      path: /\/messages\/@original$/u,
      when: 'before',
      answer: { kind: 'delay', ms: 2500 },
    });
    const asked = await ann.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '135204687' },
    });
    await vi.waitFor(() => expect(system.standIn.faults.injected).toBe(1), { timeout: 100_000 });
    const said = await confirmed(ann);
    expect(textOf(said)).toContain('Deleted');
    expect(asked.reply()?.loading).toBe(true);
    expect(textOf(await asked.until(isFinal))).toContain('proved shortest');
    await vi.waitFor(async () => expect(await system.keys(`work:token:${asked.id}`)).toEqual([]), { timeout: 100_000 });
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    const board = await ask(ann, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
    expect(textOf(board)).not.toContain('135204687');
  });

  test('a search is cancelled, and says so', async () => {
    const ann = system.person('ann');
    // 53 moves away, which is far too many for this method.
    const options = { position: '032187654BA9', method: 'iddfs' };
    const asked = await ann.command(system.channel, 'solve', { subcommand: 'eleven', options });
    await asked.until((message) => textOf(message).includes('Searching …'));
    await confirmed(ann);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await asked.until((message) => textOf(message).includes('was cancelled'));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('a request whose bot is killed is answered by the next bot, which does not know its person', async () => {
    const ann = system.person('ann');
    worker.kill('SIGSTOP');
    const asked = await ann.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '867254310', goal: '867254301' },
    });
    await asked.until((message) => textOf(message).includes('In the queue'));
    await confirmed(ann);
    await killBot();
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await startBot();
    worker.kill('SIGCONT');
    await asked.until((message) => isFinal(message) && !textOf(message).includes('In the queue'));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('a request that was sent before it and arrives after it stores nothing', async () => {
    const ann = system.person('ann');
    worker.kill('SIGSTOP');
    await noteErasure(system.redis, 'antipode', ann.id, Date.now() + 60_000);
    const options = { position: '123456708' };
    const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options });
    const begun = await ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } });
    const shown = await ann.command(system.channel, 'daily', { subcommand: 'play' });
    await Promise.all(
      [asked, begun, shown].map((one) => one.until((message) => textOf(message).includes('In the queue'))),
    );
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    const sent = await ask(ann, 'daily', { subcommand: 'submit', options: { moves: await daily() } });
    expect(textOf(sent)).toContain('This result can no longer be posted.');
    worker.kill('SIGCONT');
    for (const one of [asked, begun, shown]) await one.until((message) => textOf(message).includes('was cancelled'));
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('moves, questions and results at the same moment store nothing', async () => {
    const rounds = Array.from({ length: 12 }, async (_, round) => {
      const ann = system.person(`ann-${round}`);
      const game = await ask(ann, 'play', { subcommand: 'new', options: { puzzle: 'five', position: '123405' } });
      await ask(ann, 'daily', { subcommand: 'show' });
      const moves = await daily();
      const button = await ask(ann, 'privacy', { subcommand: 'delete' });
      const options = { position: String(123456708) };
      // All of these are sent before the deletion is confirmed, and handled in any order.
      const sent = [
        ann.press(game, '5'),
        ann.command(system.channel, 'solve', { subcommand: 'eight', options }),
        ann.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: 'five' } }),
        ann.command(system.channel, 'daily', { subcommand: 'submit', options: { moves } }),
        ann.press(button, 'privacy-delete'),
      ];
      const asked = await Promise.all(sent.map(async (one) => (await one).until(isFinal)));
      expect(textOf(asked.at(-1)!)).toContain('Deleted');
      return ann;
    });
    const people = await Promise.all(rounds);
    await quiet();
    const kept = await snapshot();
    for (const ann of people) expect(placesOf(kept, ann)).toEqual([]);
  });
});
