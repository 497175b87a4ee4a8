/**
 * Boards to tap: buttons for up to five by five cells; for larger ones emoji, the names of holes, and menus of jumps. Named
 * pieces have buttons of their own (`pieces.ts`).
 */
import { type APISelectMenuOption, ButtonStyle, ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { button, row, rowLength, withEmoji } from '../../discord/message.ts';
import { rowsOf } from '../../puzzles/board.ts';
import { chunks } from '../../puzzles/lists.ts';
import { endPosition, type Position, type Puzzle } from '../../puzzles/puzzle.ts';
import { cellEmoji, wallEmoji } from '../../render/emoji.ts';
import { type Game, gameBoard, gameId, hintedLanding } from './game.ts';

export const playComponent = 'play';

/**
 * `tap` moves or picks up the piece on a cell, `jump` moves the picked piece to another cell, `menu` does either from a menu.
 * `view` shows emoji in place of a picture or the other way round, `none` changes nothing, `doubt` asks to confirm giving up,
 * `challenge` posts the start for others.
 */
const actions = [
  'tap',
  'jump',
  'menu',
  'view',
  'none',
  'undo',
  'restart',
  'hint',
  'doubt',
  'giveUp',
  'again',
  'challenge',
] as const;
export type Action = (typeof actions)[number];

/** The inverse of `playId`. */
export const parseTap = fieldsBy(
  z
    .tuple([z.enum(actions), z.string().regex(gameId), numberField], numberField)
    .transform(([action, id, version, ...cells]) => ({ action, id, version, cells })),
);
export type Tap = NonNullable<ReturnType<typeof parseTap>>;

export type Row = ReturnType<typeof row>;

/** Discord's limit of a menu. */
export const mostOptions = 25;

/** A custom id with the game's version, so that a double tap, or one that Discord delivers twice, moves once. */
export const playId = (game: Game, action: Action, ...fields: readonly number[]): string =>
  customId(playComponent, action, game.id, game.version, ...fields);

const cellsOf = ({ board }: Puzzle): number[][] => rowsOf(board, [...board.x.keys()]);

/** Whether each cell can be a button. A message has room for five rows of them. */
export const isTappable = (puzzle: Puzzle): boolean => {
  const rows = cellsOf(puzzle);
  return !puzzle.hasNamedPieces && rows.length <= rowLength && rows.every((row) => row.length <= rowLength);
};

const columnsOf = ({ board }: Puzzle): number => Math.max(...board.x) / 2 + 1;

/** Whether buttons stand for walls between tiles, as a row of buttons has no gaps. */
const hasWalls = (puzzle: Puzzle): boolean =>
  puzzle.pieceShape === 'tile' && puzzle.board.lattice === 'square' && columnsOf(puzzle) <= rowLength;

/** Whether rows of buttons look like the board. */
export const looksLikeBoard = (puzzle: Puzzle): boolean =>
  hasWalls(puzzle) || puzzle.board.size === puzzle.board.rows * columnsOf(puzzle);

/** The name of a hole. */
const nameOf = (puzzle: Puzzle, position: Position, cell: number): string =>
  puzzle.formatMove(position, [cell], 'named');

/** The cells of a row by its columns, undefined for walls. */
const cellsByColumn = (puzzle: Puzzle, cells: readonly number[]): readonly (number | undefined)[] =>
  hasWalls(puzzle)
    ? Array.from({ length: columnsOf(puzzle) }, (_, column) =>
        cells.find((cell) => puzzle.board.x[cell] === 2 * column),
      )
    : cells;

/** @param tapped a cell of the picked piece */
const buttons = (t: TFunction, game: Game, tapped: number | undefined): Row[] => {
  const { puzzle, position, goal } = gameBoard(game);
  const legal = puzzle.legalSteps(position);
  const isPick = (cell: number): boolean => puzzle.tap(position, cell).length === 0;
  const figures = new Map(puzzle.figures(position).flatMap((figure) => figure.cells.map((cell) => [cell, figure])));
  const firstCell = (cell: number): number => figures.get(cell)?.cells[0] ?? cell;
  const picked = tapped === undefined ? undefined : firstCell(tapped);
  const isMovable = (cell: number): boolean => !isPick(cell) || legal.some(([from]) => from === firstCell(cell));
  const [shown] = hintedLanding(game)?.steps ?? [];
  const hinted: readonly number[] = (shown && figures.get(shown[0])?.cells) ?? [];
  const landings = new Set(legal.flatMap(([from, to]) => (from === picked && isPick(from) ? to : [])));
  const art = cellEmoji(puzzle, position, goal);
  /** What the button of a cell says: the tile or card, or the hole. */
  const labelOf = (cell: number): string => {
    const label = figures.get(cell)?.label;
    if (puzzle.pieceShape === 'peg') return (label === undefined && !art ? '○ ' : '') + nameOf(puzzle, position, cell);
    // A wall has no letter.
    return label === '=' ? t('alt.wide') : label === '' ? t('alt.wall') : (label ?? t('alt.blank'));
  };
  const cellButton = (cell: number) => {
    const label = labelOf(cell);
    if (picked !== undefined && landings.has(cell))
      return button(playId(game, 'jump', picked, cell), label, ButtonStyle.Success);
    // A piece that can't move is not disabled, nor is a hole: Discord would dim what people plan with.
    const isEmpty = puzzle.pieceShape !== 'peg' && !figures.get(cell)?.label;
    if (!isMovable(cell)) return button(playId(game, 'none', cell), label, ButtonStyle.Secondary, isEmpty);
    const isMarked = hinted.includes(cell) || firstCell(cell) === picked;
    return button(playId(game, 'tap', cell), label, isMarked ? ButtonStyle.Success : ButtonStyle.Primary);
  };
  const drawn = (cell: number) =>
    art ? withEmoji(cellButton(cell), art[cell]!, puzzle.pieceShape === 'peg') : cellButton(cell);
  const wallButton = (id: number) => {
    const wall = button(playId(game, 'none', id), t('alt.wall'), ButtonStyle.Secondary, true);
    const drawing = wallEmoji();
    return drawing ? withEmoji(wall, drawing, false) : wall;
  };
  return cellsOf(puzzle).map((cells, y) =>
    row(
      ...cellsByColumn(puzzle, cells).map((cell, column) =>
        cell === undefined ? wallButton(puzzle.board.size + y * rowLength + column) : drawn(cell),
      ),
    ),
  );
};

/** The cell of the piece that moved last, if it can go on as part of its move. */
export const landedPeg = (game: Game): number | undefined => {
  const { puzzle, position } = gameBoard(game);
  const last = game.steps.at(-1)?.[1];
  if (puzzle.metric !== 'moves' || last === undefined) return undefined;
  return puzzle.legalSteps(position).some(([from]) => from === last) ? last : undefined;
};

/** Menus of 25 options each. @param verb what its placeholder says */
export const menus = (
  t: TFunction,
  game: Game,
  verb: 'jump' | 'move',
  options: readonly APISelectMenuOption[],
): Row[] => {
  const parts = chunks(options, mostOptions);
  return parts.map((some, index) => {
    const count = parts.length;
    const placeholder = count === 1 ? t(`play.${verb}`) : t(`play.${verb}Of`, { at: index + 1, count });
    const id = playId(game, 'menu', index);
    return row({ type: ComponentType.StringSelect, custom_id: id, placeholder, options: [...some] });
  });
};

/** Menus of all jumps, those that continue a chain first. */
const jumpMenus = (t: TFunction, game: Game, puzzle: Puzzle, position: Position): Row[] => {
  const landed = landedPeg(game);
  const [shown] = hintedLanding(game)?.steps ?? [];
  const legal = puzzle.legalSteps(position);
  const ordered = [...legal.filter(([from]) => from === landed), ...legal.filter(([from]) => from !== landed)];
  const name = (cell: number): string => nameOf(puzzle, position, cell);
  const options = ordered.map(([from, to]) => {
    const isShown = shown?.[0] === from && shown[1] === to;
    const note = isShown ? t('play.nextJump') : from === landed && t('play.goesOn');
    const label =
      puzzle.pieceShape === 'peg' ? `${name(from)} → ${name(to)}` : puzzle.formatMove(position, [from, to], 'named');
    return { label, value: `${from}-${to}`, ...(note && { description: note }) };
  });
  return menus(t, game, puzzle.pieceShape === 'peg' ? 'jump' : 'move', options);
};

export const cellRows = (t: TFunction, game: Game, picked: number | undefined): Row[] => {
  const { puzzle, position } = gameBoard(game);
  return isTappable(puzzle) ? buttons(t, game, picked ?? landedPeg(game)) : jumpMenus(t, game, puzzle, position);
};

/** The board with the names of its holes, for a fixed-width font. */
export const holeMap = (puzzle: Puzzle): string => {
  const { board } = puzzle;
  const position = endPosition(puzzle.goal);
  // On the square lattice, only every other half cell has a hole.
  const width = board.lattice === 'square' ? 3 / 2 : 2;
  return rowsOf(board, [...board.x.entries()])
    .map((row) =>
      row.reduce((line, [cell, x]) => line.padEnd(Math.round(x * width)) + nameOf(puzzle, position, cell), ''),
    )
    .join('\n');
};
