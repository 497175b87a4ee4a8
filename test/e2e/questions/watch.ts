/** `/watch`: an animation of a search, its frames by buttons, and files for a lesson. */
import { describe, expect, test } from 'vitest';
import { isFinal, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

const ask = async (options: Record<string, string | boolean>, person = system.person('ann')) =>
  (await person.command(system.channel, 'watch', { options })).until(isFinal);

describe('/watch', () => {
  test('is an animation, whose frames the asker steps through in the same message', async () => {
    const [ann, bob] = [system.person('ann'), system.person('bob')];
    const message = await ask({ puzzle: 'eight', position: '123048765' }, ann);
    expect(message.attachments[0]).toMatchObject({ filename: 'search.gif', contentType: 'image/gif', width: 640 });
    expect(textOf(message)).toContain('So 7 moves are the fewest.');
    const stepped = await (await ann.press(message, 'Step by step')).until((one) =>
      textOf(one).includes('Picture 1 of 9'),
    );
    expect(stepped.id).toBe(message.id);
    expect(stepped.attachments[0]).toMatchObject({ filename: 'search.png', contentType: 'image/png' });
    const next = await (await ann.press(stepped, '▶')).until((one) => textOf(one).includes('Picture 2 of 9'));
    expect(JSON.stringify(next.components)).toContain('3 new positions at distance 1 from the start.');
    const last = await (await ann.press(next, '⏭')).until((one) => textOf(one).includes('Picture 9 of 9'));
    const other = await (await ann.press(last, 'ida')).until((one) => textOf(one).includes('IDA*'));
    expect(other.id).toBe(message.id);
    expect(textOf(other)).toContain('The bound of the start is 7 already');
    // Many steps are no new questions.
    let shown = other;
    for (let step = 0; step < 25; step++) {
      const label = step % 2 === 0 ? 'Step by step' : 'Animate';
      shown = await (await ann.press(shown, label)).until(
        (one) => textOf(one).includes('Picture 1') === (step % 2 === 0),
      );
      expect(shown.id).toBe(message.id);
    }
    // Others get frames of their own.
    const own = await (await bob.press(shown, 'Animate')).until(isFinal);
    expect(own.id).not.toBe(message.id);
    expect(own.ephemeral).toBe(true);
  });

  test('has files for a lesson, for whoever asks', async () => {
    const ann = system.person('ann');
    const message = await ask({ puzzle: 'onoff', position: 'fn==/ofo_', method: 'bidirectional', private: true }, ann);
    const files = await (await ann.press(message, 'For a lesson')).until(isFinal);
    expect(files.id).not.toBe(message.id);
    expect(files.ephemeral).toBe(true);
    expect(files.attachments.map(({ filename }) => filename)).toEqual(['search.png', 'search.csv']);
  });

  test('needs no position: it draws one that is easy to follow', async () => {
    const message = await ask({});
    expect(textOf(message)).toMatch(/8 puzzle \(3 × 3\)\n`[0-8]{9}`\n\*\*breadth-first search\*\*/u);
    expect(textOf(await ask({ puzzle: 'klotski', method: 'bfs' }))).toContain('So 81 moves are the fewest.');
  });

  test('goes to another goal, also from a position that it draws', async () => {
    const given = await ask({ position: '123084765', goal: '123804765' });
    expect(textOf(given)).toContain('So 1 move is the fewest.');
    const drawn = await ask({ puzzle: 'eight', goal: '123804765', method: 'ida' });
    // The usual goal is out of its reach.
    expect(textOf(drawn)).toMatch(/So \d+ moves? (are|is) the fewest/u);
  });

  test('says what is wrong, and shows nothing of a solved position', async () => {
    expect(textOf(await ask({ puzzle: 'eight', position: '12345678' }))).toContain('you gave 8');
    expect(textOf(await ask({ puzzle: 'eight', position: '123456780' }))).toBe('Already solved.');
    expect(textOf(await ask({ puzzle: 'eight', position: '123456870' }))).toContain('No solution');
    const unfit = await ask({ puzzle: '6x6', method: 'bfs' });
    expect(textOf(unfit)).toContain(
      'This method doesn’t fit here: "breadth-first search". These do: iterative deepening',
    );
  });
});
