import type { Message, Person } from '@antipode/stand-in';
import type { Move, Puzzle } from '../../src/puzzles/puzzle.ts';
import { idOf, idsOf } from './messages.ts';

/** A slide of a block as cells: boards to tap show one step after another. */
const cellsOf = (puzzle: Puzzle, move: Move): Move => {
  if (puzzle.family !== 'block') return move;
  const columns = puzzle.board.size / puzzle.board.rows;
  return move.slice(1).reduce<number[]>(
    (cells, to) => {
      const step = Math.sign(to - cells.at(-1)!) * ((to - cells.at(-1)!) % columns === 0 ? columns : 1);
      while (cells.at(-1) !== to) cells.push(cells.at(-1)! + step);
      return cells;
    },
    [move[0]!],
  );
};

/** Makes one move on a board as a person would, tap by tap. @returns the board after it */
export const makeMove = async (person: Person, board: Message, puzzle: Puzzle, move: Move): Promise<Message> => {
  const press = async (message: Message, id: string): Promise<Message> => (await person.press(message, id)).until();
  let now = board;
  const cells = cellsOf(puzzle, move);
  for (const [index, to] of cells.slice(1).entries()) {
    const from = cells[index]!;
    if (idsOf(now).some((id) => id.startsWith('play|menu|'))) {
      now = await (await person.select(now, idOf(now, 'play|menu|', 0), [`${from}-${to}`])).until();
    } else if (puzzle.family !== 'peg') {
      // A piece that can go several ways is picked up first, and stays so while its move can go on.
      const landing = () =>
        idsOf(now).find((id) => new RegExp(`^play\\|jump\\|\\d+\\|\\d+\\|${from}\\|${to}(\\|\\d+)?$`, 'u').test(id));
      if (!landing()) now = await press(now, idOf(now, 'play|tap|', from));
      const there = landing();
      if (there) now = await press(now, there);
    } else {
      // A peg that has just jumped is still selected.
      if (index === 0) now = await press(now, idOf(now, 'play|tap|', from));
      now = await press(now, idOf(now, 'play|jump|', from, to));
    }
  }
  return now;
};
