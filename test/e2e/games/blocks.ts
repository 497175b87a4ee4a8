/** Games of blocks: pictures, a button for each piece, and arrows. */
import type { Message, Person } from '@antipode/stand-in';
import { expect, test } from 'vitest';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { buttonsOf, isFinal, press, textOf } from '../../support/messages.ts';
import { makeMove, pictureIn, shownPosition } from '../../support/play.ts';
import { solved } from '../../support/solution.ts';
import { questionOf } from '../../support/truth.ts';
import { begin, system, worker } from './setup.ts';

const park = 'B.CC./B.D.E/AAD.E/FFF.G/.HH.G';

/** The board with its picture: where a busy worker was too late for one, a tap on the picked piece, or any, shows it. */
const pictured = async (person: Person, board: Message): Promise<Message> => {
  let message = board;
  while (!pictureIn(message)) {
    const pieces = buttonsOf(message).filter(({ custom_id: own }) => own?.startsWith('play|tap|'));
    const [piece] = [3, 1].flatMap((style) => pieces.filter((one) => one.style === style));
    message = await press(person, message, piece!.custom_id!);
  }
  return message;
};
const labelsOf = (message: Message): string[] => buttonsOf(message).map(({ label }) => String(label));

test('a game of blocks is a picture with a button for each piece, and is won by choosing pieces and arrows', async () => {
  const ann = system.person('ann');
  const puzzle = puzzleOf('rush-5x5')!;
  let message = await begin(ann, { puzzle: 'rush', position: park, guide: true });
  const { start, goal } = questionOf(puzzle, park);
  expect(shownPosition(puzzle, message)).toEqual(start);
  expect(labelsOf(message).slice(0, 9)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Undo']);
  const moves = solved(puzzle, start, goal);
  expect(moves).toHaveLength(11);
  let position = start;
  for (const [made, move] of moves.entries()) {
    await expect
      .poll(() => textOf(message))
      .toContain(`**${made} move${made === 1 ? '' : 's'}** · ${moves.length - made} `);
    message = await makeMove(ann, message, puzzle, move);
    position = puzzle.play(position, move);
    expect(shownPosition(puzzle, message)).toEqual(position);
    // Each edit replaces the picture before.
    expect(message.attachments.length).toBe(pictureIn(message) ? 1 : 0);
  }
  expect(textOf(message)).toContain(`Solved!\n**${moves.length} moves, the best possible**`);
  const posted = await (await ann.press(message, 'Challenge friends')).until(isFinal);
  expect(posted.attachments[0]).toMatchObject({ filename: expect.stringMatching(/\.png$/u) });
  expect(textOf(posted)).toContain('solved this in **11 moves**');
});

test('each board is drawn after a tap, and a piece that can’t move says so privately', async () => {
  const ann = system.person('ann');
  const first = await pictured(ann, await begin(ann, { puzzle: 'rush', position: park }));
  const [before] = first.attachments;
  const piece = (name: string) => buttonsOf(first).find(({ label }) => label === name)!;
  expect([piece('E').style, piece('D').style]).toEqual([1, 2]);
  const refusal = await press(ann, first, 'D');
  expect([refusal.ephemeral, textOf(refusal).trim()]).toEqual([true, 'This piece can’t move now.']);
  let message = await press(ann, first, 'E');
  expect(buttonsOf(message).find(({ label }) => label === 'E')?.style).toBe(3);
  message = await pictured(ann, await press(ann, message, '▲ 1'));
  expect(textOf(message)).toContain('**1 move**');
  expect(message.attachments).toHaveLength(1);
  expect(Buffer.from(message.attachments[0]!.bytes!).equals(Buffer.from(before!.bytes!))).toBe(false);
});

test('of many taps on an arrow at the same moment, one moves; undo takes back the whole slide', async () => {
  const ann = system.person('ann');
  const puzzle = puzzleOf('rush-5x5')!;
  const open = 'B..../B..../AA.../...C./...C.';
  const { start } = questionOf(puzzle, open);
  let message = await press(ann, await begin(ann, { puzzle: 'rush', position: open }), 'C');
  const arrow = buttonsOf(message).find(({ label }) => label === '▲ 2')!.custom_id!;
  const taps = await Promise.all([1, 2, 3].map(() => ann.press(message, arrow)));
  await Promise.all(taps.map((tap) => tap.acknowledged));
  await expect.poll(() => textOf(message)).toContain('**1 move**');
  expect(shownPosition(puzzle, message)).toEqual(puzzle.play(start, [18, 8]));
  message = await press(ann, message, 'Undo');
  expect(textOf(message)).toContain('**0 moves**');
  expect(shownPosition(puzzle, message)).toEqual(start);
});

test('a hint marks the piece and its arrow, in the picture too', async () => {
  const ann = system.person('ann');
  const plain = await pictured(ann, await begin(ann, { puzzle: 'rush', position: park }));
  const before = Buffer.from(plain.attachments[0]!.bytes!);
  const message = await pictured(ann, await press(ann, plain, 'Hint'));
  const hinted = buttonsOf(message).filter(({ emoji }) => emoji);
  expect(hinted.map(({ style }) => style)).toEqual([3, 3]);
  const [[piece], arrow] = hinted.map(({ custom_id: own }) => own!.split('|').slice(4)) as [string[], string[]];
  expect(textOf(message)).toContain(`Next: **${hinted[0]!.label}`);
  expect([arrow[0], arrow.length]).toEqual([piece, 2]);
  expect(Buffer.from(message.attachments[0]!.bytes!).equals(before)).toBe(false);
});

test('the board is in emoji on request, and while no worker draws, and the game goes on in both', async () => {
  const ann = system.person('ann');
  const puzzle = puzzleOf('klotski')!;
  let message = await pictured(ann, await begin(ann, { puzzle: 'klotski', position: 'ABBC/ABBC/DEEF/DGHF/I..J' }));
  message = await press(ann, message, 'Emoji');
  expect([pictureIn(message), message.attachments]).toEqual([undefined, []]);
  message = await press(ann, await press(ann, message, 'G'), '▼ 1');
  expect([pictureIn(message), textOf(message)]).toEqual([undefined, expect.stringContaining('**1 move**')]);
  expect(puzzle.formatPosition(shownPosition(puzzle, message))).toBe('ABBC/ABBC/DEEF/D.HF/IG.J');
  message = await pictured(ann, await press(ann, message, 'Picture'));
  worker.kill('SIGSTOP');
  const asked = await ann.press(message, '▶ 1');
  const alone = await asked.until().then((now) => [pictureIn(now), textOf(now)]);
  worker.kill('SIGCONT');
  // Around a corner, it is the same move.
  expect(alone).toEqual([undefined, expect.stringContaining('**1 move**')]);
  expect(puzzle.formatPosition(shownPosition(puzzle, message))).toBe('ABBC/ABBC/DEEF/D.HF/I.GJ');
  message = await pictured(ann, message);
  expect(puzzle.formatPosition(shownPosition(puzzle, message))).toBe('ABBC/ABBC/DEEF/D.HF/I.GJ');
});
