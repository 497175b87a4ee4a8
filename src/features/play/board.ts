/**
 * The board as something to tap. Boards of up to five by five cells are buttons, a cell each; larger ones are shown as
 * emoji with the names of the holes, and the jumps to choose from are in menus.
 */
import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import { button } from '../../discord/message.ts';
import { rowsOf } from '../../puzzles/board.ts';
import type { Position, Puzzle, Step } from '../../puzzles/puzzle.ts';
import { gameId, outlookOf, positionOf, questionOfGame, type StartedGame } from './game.ts';

export const playComponent = 'play';

/**
 * What a component asks for. `tap`: move the piece on a cell, or pick it up. `jump`: the peg picked up, to a hole.
 * `menu`: a jump out of a menu. `none` is for buttons that are there to be seen, `doubt` asks once more before giving up.
 */
const actions = ['tap', 'jump', 'menu', 'none', 'undo', 'restart', 'hint', 'doubt', 'giveUp', 'again'] as const;
export type Action = (typeof actions)[number];

/** A tap as its custom id tells it; whether it can be done is the game's to say. */
export interface Tap {
  readonly action: Action;
  readonly id: string;
  readonly version: number;
  readonly cells: readonly number[];
}

/** The inverse of the custom id. */
export const parseTap = ([action = '', id = '', version = '', ...cells]: readonly string[]): Tap | undefined => {
  const isOurs =
    actions.includes(action as Action) && gameId.test(id) && [version, ...cells].every((n) => /^\d{1,9}$/u.test(n));
  return isOurs ? { action: action as Action, id, version: Number(version), cells: cells.map(Number) } : undefined;
};

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Discord's limits of a row, of the rows of buttons that look like a board, and of a menu. */
const rowLength = 5;
const mostOptions = 25;

/**
 * The id of a component: the game, and the version that its message shows. A tap on an older one is known by that, so
 * that two quick taps on the same button, or one that Discord delivers twice, move once.
 */
export const playId = (game: StartedGame, action: Action, ...fields: readonly number[]): string =>
  customId(playComponent, action, game.id, game.version, ...fields);

/** The cells of each row of a board. */
const cellsOf = ({ board }: Puzzle): number[][] => rowsOf(board, [...board.x.keys()]);

/** Whether each cell can be a button: what else is in a message leaves room for five rows of five. */
export const isTappable = (puzzle: Puzzle): boolean => {
  const rows = cellsOf(puzzle);
  return rows.length <= rowLength && rows.every((row) => row.length <= rowLength);
};

/** Whether buttons in rows look like the board, so that it need not be shown besides. */
export const isRectangular = ({ board }: Puzzle): boolean => board.size === board.rows * (board.x.at(-1)! / 2 + 1);

/** What a hole is called. */
const nameOf = (puzzle: Puzzle, position: Position, cell: number): string => {
  const name = puzzle.notate(position, [cell]);
  return String(typeof name === 'object' ? name[0] : name);
};

/** The step that a hint shows, if one is asked for. */
const shownStep = (game: StartedGame): Step | undefined => {
  const outlook = outlookOf(game);
  return game.shown === 2 && outlook.state === 'known' ? outlook.way[0] : undefined;
};

const empty = '·';

/**
 * @param picked the peg that is picked up; without one, the peg that jumped last if it can go on
 */
const buttons = (game: StartedGame, puzzle: Puzzle, position: Position, picked: number | undefined): Row[] => {
  const legal = puzzle.legalSteps(position);
  const isPick = (cell: number): boolean => puzzle.tap(position, cell).length === 0;
  const isMovable = (cell: number): boolean => !isPick(cell) || legal.some(([from]) => from === cell);
  const figures = new Map(puzzle.figures(position).flatMap((figure) => figure.cells.map((cell) => [cell, figure])));
  const shown = shownStep(game);
  const hinted = shown ? figures.get(shown[0])!.cells : [];
  const landings = legal.flatMap(([from, to]) => (from === picked && isPick(from) ? to : []));
  const cellButton = (cell: number) => {
    if (landings.includes(cell)) {
      const id = playId(game, 'jump', picked!, cell);
      return button(id, nameOf(puzzle, position, cell), ButtonStyle.Success);
    }
    if (!isMovable(cell)) {
      return button(playId(game, 'none', cell), figures.get(cell)?.label ?? empty, ButtonStyle.Secondary, true);
    }
    const isMarked = hinted.includes(cell) || cell === picked;
    const style = isMarked ? ButtonStyle.Success : ButtonStyle.Primary;
    return button(playId(game, 'tap', cell), figures.get(cell)!.label, style);
  };
  return cellsOf(puzzle).map((row) => ({ type: ComponentType.ActionRow, components: row.map(cellButton) }));
};

/** The peg that jumped last, if it can go on. */
export const landedPeg = (game: StartedGame): number | undefined => {
  const { puzzle } = questionOfGame(game);
  const last = game.steps.at(-1)?.[1];
  if (puzzle.isReversible || last === undefined) return undefined;
  return puzzle.legalSteps(positionOf(game)).some(([from]) => from === last) ? last : undefined;
};

/** All jumps, those that go on with a chain first, in as many menus as it takes. */
const menus = (t: TFunction, game: StartedGame, puzzle: Puzzle, position: Position): Row[] => {
  const landed = landedPeg(game);
  const shown = shownStep(game);
  const legal = puzzle.legalSteps(position);
  const ordered = [...legal.filter(([from]) => from === landed), ...legal.filter(([from]) => from !== landed)];
  const name = (cell: number): string => nameOf(puzzle, position, cell);
  const options = ordered.map(([from, to]) => {
    const isShown = shown?.[0] === from && shown[1] === to;
    const note = isShown ? t('play.nextJump') : from === landed ? t('play.goesOn') : undefined;
    return {
      label: `${name(from)} → ${name(to)}`,
      value: `${from}-${to}`,
      ...(note !== undefined && { description: note }),
    };
  });
  const count = Math.ceil(options.length / mostOptions);
  return Array.from({ length: count }, (_, index) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: playId(game, 'menu', index),
        placeholder: count === 1 ? t('play.jump') : t('play.jumpOf', { at: index + 1, count }),
        options: options.slice(index * mostOptions, (index + 1) * mostOptions),
      },
    ],
  }));
};

/** The components that a player moves by. */
export const boardRows = (t: TFunction, game: StartedGame, picked: number | undefined): Row[] => {
  const { puzzle } = questionOfGame(game);
  const position = positionOf(game);
  return isTappable(puzzle)
    ? buttons(game, puzzle, position, picked ?? landedPeg(game))
    : menus(t, game, puzzle, position);
};

/** The names of all holes where they are, for a fixed-width font. */
export const holeMap = (puzzle: Puzzle): string => {
  const { board } = puzzle;
  const position = puzzle.goal.positions[0]!;
  // On the square lattice only every other half cell holds a hole.
  const width = board.lattice === 'square' ? 3 / 2 : 2;
  return cellsOf(puzzle)
    .map((row) =>
      row.reduce((line, cell) => line.padEnd(Math.round(board.x[cell]! * width)) + nameOf(puzzle, position, cell), ''),
    )
    .join('\n');
};
