import type { Message, Person } from '@antipode/stand-in';
import type { ComponentNode } from '@antipode/stand-in/components';
import { joinSteps } from '../../src/puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { idOf, idsOf, nodesOf, press } from './messages.ts';

/** The words for empty cells and walls in the descriptions of pictures. */
const emptyOrWall = new Map([
  ['blank', '.'],
  ['空白', '.'],
  ['wall', '#'],
  ['壁', '#'],
]);

/** The picture of a message, if it has one. */
export const pictureIn = (message: Message): ComponentNode | undefined =>
  nodesOf(message).find(({ type }) => type === 12);

/** The board of a game with named pieces, by the words for its picture or in emoji. */
export const shownPosition = (puzzle: Puzzle, message: Message): Position => {
  const [item] = (pictureIn(message)?.items ?? []) as readonly { readonly description: string }[];
  const rows = item?.description.split(', ').map((row) => row.split(' ').map((word) => emptyOrWall.get(word) ?? word));
  const texts = rows
    ? [rows.map((row) => row.join('')).join('/')]
    : nodesOf(message).map(({ content }) => String(content ?? ''));
  for (const text of texts) {
    const read = puzzle.parsePosition(text);
    if (read.ok) return read.value;
  }
  throw new Error(`no board in ${texts}`);
};

/** Where a move goes in straight lines, each of which is an arrow. */
const linesOf = (puzzle: Puzzle, position: Position, move: Move): Move[] =>
  joinSteps({ isReversible: false, extended: puzzle.inMetric!('slides')!.extended }, puzzle.stepsOf(position, move));

/** Moves a named piece, which is picked first unless it is already. */
const slide = async (person: Person, board: Message, puzzle: Puzzle, move: Move): Promise<Message> => {
  let now = board;
  for (const [from, to] of linesOf(puzzle, shownPosition(puzzle, board), move)) {
    const arrow = () => idsOf(now).find((id) => id.startsWith('play|jump|') && id.endsWith(`|${from}|${to}`));
    if (!arrow()) now = await press(person, now, idOf(now, 'play|tap|', from!));
    now = await press(person, now, arrow() ?? '');
  }
  return now;
};

/** Makes one move on a board as a person would, tap by tap. @returns the board after it */
export const makeMove = async (person: Person, board: Message, puzzle: Puzzle, move: Move): Promise<Message> => {
  if (puzzle.hasNamedPieces) return slide(person, board, puzzle, move);
  let now = board;
  for (const [index, to] of move.slice(1).entries()) {
    const from = move[index]!;
    if (idsOf(now).some((id) => id.startsWith('play|menu|'))) {
      now = await (await person.select(now, idOf(now, 'play|menu|', 0), [`${from}-${to}`])).until();
    } else if (puzzle.family !== 'pegs') {
      // A piece that can go several ways is picked up first, and stays so while its move can go on.
      const landing = () =>
        idsOf(now).find((id) => new RegExp(`^play\\|jump\\|[\\w-]+\\|\\d+\\|${from}\\|${to}$`, 'u').test(id));
      if (!landing()) now = await press(person, now, idOf(now, 'play|tap|', from));
      const there = landing();
      if (there) now = await press(person, now, there);
    } else {
      // A peg that has just jumped is still selected.
      if (index === 0) now = await press(person, now, idOf(now, 'play|tap|', from));
      now = await press(person, now, idOf(now, 'play|jump|', from, to));
    }
  }
  return now;
};
