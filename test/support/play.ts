import type { Move, Puzzle } from '../../src/puzzles/puzzle.ts';
import type { Message, Person } from '../../src/stand-in/stand-in.ts';
import { idOf, idsOf } from './messages.ts';

/** Makes one move on a board as a person would, tap by tap. @returns the board after it */
export const makeMove = async (person: Person, board: Message, puzzle: Puzzle, move: Move): Promise<Message> => {
  const press = async (message: Message, id: string): Promise<Message> => (await person.press(message, id)).until();
  let now = board;
  for (const [index, to] of move.slice(1).entries()) {
    const from = move[index]!;
    if (puzzle.family !== 'peg') now = await press(now, idOf(now, 'play|tap|', from));
    else if (idsOf(now).some((id) => id.startsWith('play|menu|'))) {
      now = await (await person.select(now, idOf(now, 'play|menu|', 0), [`${from}-${to}`])).until();
    } else {
      // A peg that has just jumped is still selected.
      if (index === 0) now = await press(now, idOf(now, 'play|tap|', from));
      now = await press(now, idOf(now, 'play|jump|', from, to));
    }
  }
  return now;
};
