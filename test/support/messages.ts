/** What tests read in the messages of the bot, and which of their components they use. */

import type { Channel, InteractionHandle, Message, Person } from '@antipode/stand-in';
import { type ComponentNode, walk } from '@antipode/stand-in/components';
import type { Notation } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';

/** All components of a message, those within others too. */
export const nodesOf = (message: Message): ComponentNode[] => [...walk(message.components)].map(({ node }) => node);

export const buttonsOf = (message: Message): ComponentNode[] => nodesOf(message).filter(({ type }) => type === 2);

/** The custom ids of a message's components. */
export const idsOf = (message: Message): string[] => nodesOf(message).flatMap(({ custom_id: id }) => id ?? []);

/** The custom id that begins with `start` and ends with these numbers. Throws where there is none. */
export const idOf = (message: Message, start: string, ...numbers: readonly number[]): string => {
  const end = numbers.map((number) => `|${number}`).join('');
  const found = idsOf(message).find((id) => id.startsWith(start) && id.endsWith(end));
  if (!found) throw new Error(`no ${start} ${numbers} in ${idsOf(message)}`);
  return found;
};

/** Whether a message is a board to play on. */
export const isGame = (message: Message): boolean => idsOf(message).some((id) => id.startsWith('play|'));

/** The messages of a channel that everybody sees. */
export const publicMessages = (channel: Channel): Message[] =>
  [...channel.messages.values()].filter(({ ephemeral }) => !ephemeral);

/** Whether a message is more than a report of progress: the bot is no longer thinking, and nothing can be cancelled. */
export const isFinal = (message: Message): boolean =>
  !message.loading && !idsOf(message).some((id) => id.startsWith('cancel|'));

/** The answer to an interaction, or what its asker alone reads instead, which follows an acknowledgement for all. */
export const answerTo = (asked: InteractionHandle): Promise<Message> =>
  Promise.race([asked.until(isFinal), asked.untilFollowUp()]);

/** Has somebody press a button. @returns what they see then */
export const press = async (who: Person, message: Message, id: string): Promise<Message> =>
  (await who.press(message, id)).until();

/** All text of a message. */
export const textOf = (message: Message): string =>
  [message.content, ...nodesOf(message).map(({ content }) => content ?? '')].join('\n');

const medals = ['🥇', '🥈', '🥉'];

/** A rank as it begins a line of a leaderboard. */
export const rankText = (rank: number): string => `${medals[rank - 1] ?? `${rank}\\.`} `;

/** The rank that begins a line; undefined for another line. */
export const rankAt = (line: string): number | undefined => {
  const [, medal, number] = /^(?:(🥇|🥈|🥉)|(\d+)\\\.) /u.exec(line) ?? [];
  if (medal) return medals.indexOf(medal) + 1;
  return number === undefined ? undefined : Number(number);
};

/** The answer's list of moves, as numbers and words. */
export const movesOf = (message: Message): Notation[] => {
  const line = textOf(message)
    .split('\n')
    // The move that led to the shown board is bold. A position in rows has slashes.
    .find((row) => /^(?:(?:\*\*)?`[^`]+`(?:\*\*)? ?)+$/u.test(row) && /^[^/]* [^/]*$/u.test(row));
  if (!line) throw new Error(`no moves in:\n${textOf(message)}`);
  return line
    .replaceAll(/[*`]/gu, '')
    .split(' ')
    .map((word) =>
      word.includes('-') && word !== '--' ? word.split('-').map(Number) : /^\d+$/u.test(word) ? Number(word) : word,
    );
};

/** Whether printed moves lead from a position to the goal. Where the name of a card fits two cards, both are tried. */
export const leadsToGoal = (id: string, position: string, moves: readonly Notation[], goal?: string): boolean => {
  const puzzle = puzzleOf(id)!;
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(`${position}: ${question.problem.code}`);
  const { start, goal: end } = question.value;
  let reached = [start];
  for (const move of moves) {
    reached = reached.flatMap((now) => {
      const cursor = puzzle.cursor(end);
      cursor.load(cursor.rank(now));
      const codes: number[] = [];
      cursor.moves(codes, 0);
      return codes
        .map((code) => cursor.path(code))
        .filter((path) => JSON.stringify(puzzle.notate(now, path)) === JSON.stringify(move))
        .map((path) => puzzle.play(now, path));
    });
  }
  const ends = end.positions.map((last) => puzzle.formatPosition(last));
  return reached.some((last) => ends.includes(puzzle.formatPosition(last)));
};
