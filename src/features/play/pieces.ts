/** Rows for boards of named pieces: a button for each piece, and arrows for where the picked one can go. */
import { ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { button, buttonRows, rowLength, withEmoji } from '../../discord/message.ts';
import type { Board } from '../../puzzles/board.ts';
import { menus, mostOptions, playId, type Row } from './board.ts';
import { type Game, gameBoard, hintedLanding, landingsFrom } from './game.ts';

/**
 * Components that these rows may have, of Discord's 40 in a message: the box, title, board, state, and a row of five buttons
 * have ten.
 */
const mostComponents = 30;

/** The components of a number of buttons, with their rows. */
const roomOf = (buttons: number): number => buttons + Math.ceil(buttons / rowLength);

type Button = ReturnType<typeof button>;

/** The directions in the order of their buttons. */
const arrows = '◀▲▼▶';
const arrowOf = ({ y }: Board, from: number, to: number): string =>
  y[from] === y[to] ? (to < from ? '◀' : '▶') : to < from ? '▲' : '▼';

/** A hint is a sign, as the picked piece has the colour. */
const marked = (one: Button, isHinted: boolean): Button => (isHinted ? withEmoji(one, { name: '💡' }, true) : one);

/** @param tapped a cell of the picked piece; by default that of a hint is picked, or the one that moved last */
export const pieceRows = (t: TFunction, game: Game, tapped: number | undefined): Row[] => {
  const { puzzle, position } = gameBoard(game);
  const { board } = puzzle;
  const hinted = hintedLanding(game);
  const [hintedPiece] = hinted?.steps[0] ?? [];
  const at = tapped ?? hintedPiece ?? game.steps.at(-1)?.[1];
  // By their letters, so that a piece keeps its button wherever it is.
  const pieces = puzzle
    .figures(position)
    .filter(({ isWall }) => !isWall)
    .map(({ cells, label, hue = 0 }) => ({ cell: cells[0], label, hue, isPicked: cells.includes(at ?? -1) }))
    .sort((a, b) => a.hue - b.hue);
  const picked = pieces.find(({ isPicked }) => isPicked)?.cell;
  const movable = new Set(puzzle.legalSteps(position).map(([from]) => from));

  const ways = (picked === undefined ? [] : landingsFrom(puzzle, position, picked))
    .map(({ to, steps }) => ({ to, steps, arrow: arrowOf(board, steps[0][0], to) }))
    // As on the board, from left to right and from top to bottom.
    .sort((a, b) => arrows.indexOf(a.arrow) - arrows.indexOf(b.arrow) || a.to - b.to);
  const isCrowded = pieces.length > mostOptions || roomOf(pieces.length) + roomOf(ways.length) > mostComponents;
  const pieceButton = ({ cell, label, isPicked }: (typeof pieces)[number]): Button => {
    const style = isPicked ? ButtonStyle.Success : movable.has(cell) ? ButtonStyle.Primary : ButtonStyle.Secondary;
    return marked(button(playId(game, 'tap', cell), label, style), cell === hintedPiece);
  };
  const pieceOption = ({ cell, label, isPicked }: (typeof pieces)[number]) => ({
    label,
    value: `${cell}`,
    default: isPicked,
    ...(cell === hintedPiece && { description: t('play.nextJump') }),
  });
  const wayButton = ({ to, steps, arrow }: (typeof ways)[number]): Button => {
    const isHinted = picked === hintedPiece && to === hinted?.to;
    const style = isHinted ? ButtonStyle.Success : ButtonStyle.Primary;
    return marked(button(playId(game, 'jump', steps[0][0], to), `${arrow} ${steps.length}`, style), isHinted);
  };
  if (!isCrowded) return [...buttonRows(pieces.map(pieceButton)), ...buttonRows(ways.map(wayButton))];
  const choices = menus(t, game, 'move', pieces.filter(({ cell }) => movable.has(cell)).map(pieceOption));
  // Two menus and 22 arrows, the most on 12 × 12, are one component too many. The last way takes two taps then.
  const room = mostComponents - 2 * choices.length;
  return [...choices, ...buttonRows(ways.filter((_, index) => roomOf(index + 1) <= room).map(wayButton))];
};
