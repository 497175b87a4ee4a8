/** Contests in which people guess a length, or find the first move in ten rounds. */

import { NoResponse, type Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { buttonsOf, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import {
  begin,
  channel,
  command,
  crowd,
  eight,
  expectResults,
  host,
  idOf,
  isEarlier,
  isOver,
  jobOf,
  moveOf,
  person,
  positionIn,
  restart,
  resultsIn,
  runOut,
  send,
  shuffled,
  system,
  waitForEnd,
} from './setup.ts';

describe('guess, with thirty people', () => {
  test('takes guesses and changed guesses while the bot is killed', { tags: 'long' }, async () => {
    const message = await begin('guess', { puzzle: 'eight', minutes: 10 });
    const truth = solved(eight, positionIn(eight, message)).length;
    const members = crowd();
    const last = new Map<string, { user: string; value: number; id: string }>();
    const guess = async (member: Person, value: number): Promise<void> => {
      const { sent, told } = await send(member, message, value % 2 ? String(value) : `　${value} `);
      expect(told).toContain(`Your guess is **${value}**`);
      last.set(member.id, { user: member.id, value, id: sent.id });
    };
    const first = Promise.all(members.map((member, index) => guess(member, index % 20)));
    await expect
      .poll(() => system.redis.hlen(`antipode:contest:${idOf(message)}:answers`), { interval: 5 })
      .toBeGreaterThan(3);
    await restart();
    await first;
    await Promise.all(members.slice(0, 15).map((member, index) => guess(member, 31 - index)));
    for (const wrong of ['-1', '3.5', 'many', '501', '1e1', '@everyone']) {
      const { told } = await send(members[20]!, message, wrong);
      expect(told).toContain('isn’t a whole number from 0 to 500');
      expect(told).not.toContain('@everyone');
    }
    await runOut(idOf(message));
    const off = ({ value }: { value: number }): number => Math.abs(value - truth);
    const result = await expectResults(
      [...last.values()]
        .sort((a, b) => off(a) - off(b) || isEarlier(a.id, b.id))
        .map(({ user, value }) => ({ user, value })),
    );
    expect(textOf(result)).toContain(`A shortest solution has **${truth} moves**`);
  });
});

/** What the bot shows to a person alone, in the order of its messages. */
const privateTexts = (member: Person): string[] =>
  [...channel.messages.values()].filter((one) => one.ephemeral && !one.deleted && member.sees(one)).map(textOf);

describe('first move, with thirty people', () => {
  test('has ten rounds, and the bot is killed in some', { tags: 'heavy' }, async () => {
    const message = await begin('first-move', { puzzle: 'eight' });
    const id = idOf(message);
    const members = crowd();
    /** Right answers of each round, in the order of their interactions. */
    const right: { user: string; id: string }[][] = [];
    for (let round = 1; round <= 10; round++) {
      await system.messageIn(channel, (one) => textOf(one).includes(`round ${round} of 10`));
      const start = positionIn(eight, message);
      const length = solved(eight, start).length;
      const buttons = buttonsOf(message).map(({ custom_id, label }) => {
        const move = moveOf(eight, start, label as string);
        return { id: custom_id!, isRight: solved(eight, eight.play(start, move)).length === length - 1 };
      });
      expect(buttons.some(({ isRight }) => isRight) && buttons.some(({ isRight }) => !isRight)).toBe(true);
      const press = async (member: Person, button: (typeof buttons)[number]) => {
        const asked = await member.press(message, button.id);
        const told = await asked.until().then(textOf, (error) => {
          if (error instanceof NoResponse) return undefined;
          throw error;
        });
        if (told !== undefined) expect(told).toContain(button.isRight ? 'is right!' : 'begins no shortest solution');
        return { user: member.id, id: asked.id, isRight: button.isRight, told };
      };
      // Different people take part in each round, nearly all of them at once.
      const players = shuffled(members).slice(0, 24);
      const one = buttons.find(({ isRight }) => isRight)!;
      const pressing = players.map((member, index) =>
        press(member, index % 3 === 0 ? one : buttons[(index + round) % buttons.length]!),
      );
      if (round === 4) await restart();
      const pressed = await Promise.all(pressing);
      if (round !== 4) expect(pressed.every(({ told }) => told !== undefined)).toBe(true);
      if (round === 2) {
        const twice = await (await players[0]!.press(message, buttons[1]!.id)).until();
        expect(textOf(twice)).toContain('You’ve had your try');
        // What was told before is gone.
        await expect.poll(() => privateTexts(players[0]!)).toEqual([textOf(twice)]);
      }
      // An answer at the time of the kill may count or not; one that was acknowledged counts.
      const kept = await system.redis.hgetall(`antipode:contest:${id}:answers`);
      for (const { user, id: interaction, told } of pressed) {
        const stored = kept[`${round} ${user}`]?.split(' ')[1];
        if (told !== undefined) expect(stored).toBe(interaction);
      }
      right.push(
        pressed
          .filter((answer) => answer.isRight && kept[`${round} ${answer.user}`] !== undefined)
          .sort((a, b) => isEarlier(a.id, b.id)),
      );
      // In the pause after the right answer.
      if (round === 7) await restart();
      // Elsewhere the pause is cut short.
      else if (round !== 4) await (await jobOf(`next-${id}-${round}-answered`)).promote();
    }
    await system.messageIn(channel, isOver);
    const totals = members.flatMap(({ id: user }) => {
      const rounds = right.flatMap((people) => {
        const place = people.findIndex((answer) => answer.user === user);
        return place === -1 ? [] : { score: [3, 2, 1][place] ?? 0, id: people[place]!.id };
      });
      if (rounds.length === 0) return [];
      const value = rounds.reduce((sum, { score }) => sum + score, 0);
      return { user, value, count: rounds.length, id: rounds.at(-1)!.id };
    });
    totals.sort((a, b) => b.value - a.value || b.count - a.count || isEarlier(a.id, b.id));
    const result = await expectResults(totals.map(({ user, value }) => ({ user, value })));
    for (const [index, people] of right.entries()) {
      const quickest = people.slice(0, 3).map(({ user }, place) => `<@${user}> +${3 - place}`);
      const line = textOf(result)
        .split('\n')
        .find((text) => text.startsWith(`-# Round ${index + 1}: `));
      expect(line).toContain(quickest.length === 0 ? 'nobody was right' : quickest.join(', '));
    }
  });

  test.each(['onoff', 'peg15', 'six'])('has the moves of %s as buttons, and one try for each person', async (id) => {
    const message = await begin('first-move', { puzzle: id });
    const ann = person('ann');
    const [button] = buttonsOf(message);
    const press = async (): Promise<string> => textOf(await (await ann.press(message, button!.custom_id!)).until());
    // She is told, and presses again, before the bot has Discord's response.
    const release = system.standIn.faults.hold({ path: /callback$/u, when: 'after' });
    const first = await press();
    expect(first).toMatch(/is right!|begins no shortest solution/u);
    const again = await press();
    expect(again).toContain('You’ve had your try');
    await press();
    await expect.poll(() => privateTexts(ann)).toEqual([first, again]);
    release();
    await expect.poll(() => privateTexts(ann)).toEqual([again]);
    expect(await command(host, 'stop')).toContain('ends now');
    await waitForEnd();
    expect(resultsIn(channel)).toHaveLength(1);
  });
});
