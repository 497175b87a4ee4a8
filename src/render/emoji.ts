/** Boards as text: in the application's emoji where they are uploaded, and otherwise in Unicode. */
import { rowsOf } from '../puzzles/board.ts';
import { paired } from '../puzzles/lists.ts';
import { emojiOf, inCircle, labelMark, unicodeOf } from '../puzzles/notation.ts';
import type { Goal, Position, Puzzle } from '../puzzles/puzzle.ts';
import { atHome, namedBy } from './marks.ts';
import type { Presentation } from './presentation.ts';

/** Spaces as wide as half an emoji, and as a whole one. */
const halfCell = '\u2002\u2006';
const wholeCell = '\u2003\u2004';
/** As wide as a number in a circle. */
const plainCorner = '\u3000';

/** The prefix of our emoji, so that others of the same application stay. */
export const emojiPrefix = 'ap_';
/** Their names end with a hash of the picture, so that a changed picture is another emoji. */
export const hashLength = 6;

interface Emoji {
  readonly id: string;
  readonly name: string;
}
/** The application's emoji (`ap_tile_8_1f0c9a`), by the names that puzzles give (`tile_8`). */
const uploaded = new Map<string, Emoji>();
const mention = ({ id, name }: Emoji): string => `<:${name}:${id}>`;

/** @param known the emoji of the application; none for Unicode */
export const setEmoji = (known: readonly { readonly id: string | null; readonly name: string | null }[]): void => {
  uploaded.clear();
  for (const { id, name } of known) {
    if (id !== null && name?.startsWith(emojiPrefix))
      uploaded.set(name.slice(emojiPrefix.length, -hashLength - 1), { id, name });
  }
};

/** The application's emoji of each cell, if all are uploaded. A goal marks pieces at home, those that it names, and holes to fill. */
export const cellEmoji = (puzzle: Puzzle, position: Position, goal?: Goal): readonly Emoji[] | undefined => {
  if (uploaded.size === 0) return undefined;
  const end = goal?.positions.length === 1 ? goal.positions[0] : undefined;
  const home = atHome({ puzzle, position, goal });
  const named = namedBy(goal);
  const found = paired(puzzle.emojiNames(position), position).map(([name, piece], cell) => {
    const isTarget = piece === 0 && puzzle.pieceShape === 'peg' && end?.[cell] === 1;
    const isMarked = isTarget || named.has(piece);
    const marked = home.has(cell) ? `${name}_home` : isMarked ? `${name}_goal` : name;
    return uploaded.get(marked) ?? uploaded.get(name);
  });
  return found.every((emoji) => emoji !== undefined) ? found : undefined;
};

/** The application's emoji of what is outside a board of tiles. */
export const wallEmoji = (): Emoji | undefined => uploaded.get('wall');

/** A label in Unicode: a letter as wide as an emoji, or a number in a circle, as all of them are equally wide. */
export const plainLabel = (label: string): string =>
  labelMark + (/\d/u.test(label) ? inCircle(Number(label)) : emojiOf(label));

/** A text with Unicode in place of our own emoji, for terminals. */
export const inUnicode = (text: string): string =>
  text.replace(/(?:<:|\b)ap_(\w+?)(?:_home|_goal)?_[0-9a-f]{6}\b(?::\d+>)?/gu, (whole, name: string) =>
    name.startsWith('label_') ? plainLabel(name.slice('label_'.length)) : (unicodeOf(name) ?? whole),
  );

/** Cells of a board in Unicode, at most: numbers in circles are narrower than emoji, which moves the rows of larger ones apart. */
const mostCells = 25;

/** Whether a board in text is rows of numbers, which say no more than its position. */
const isNumbered = ({ isPermutation, board }: Puzzle): boolean => isPermutation === true && board.size > mostCells;

/** How a position is shown where a picture says more than numbers do. */
export const drawnIfNumbered = (puzzle: Puzzle, { view, theme }: Presentation): Presentation => ({
  view: view === 'emoji' && isNumbered(puzzle) ? 'picture' : view,
  theme,
});

/** Cells of a board in text, at most: of a larger one, a message has room for the position and the moves. */
const mostInText = 144;
export const fitsInText = ({ board }: Puzzle): boolean => board.size <= mostInText;

/** Cells of a board in the application's emoji, at most: each takes up to 40 of the 4,000 characters of a message. */
const mostUploaded = 64;

const fence = '```';

/** Tiles as rows of numbers. */
const numberBoard = ({ board }: Puzzle, position: Position): string => {
  const rows = rowsOf(board, position).map((row) => row.map((tile) => String(tile || '').padStart(2)).join(' '));
  return [fence, ...rows, fence].join('\n');
};

/** A board in text as subtext, where emoji are small. A block of numbers can't be any. */
export const smallBoard = (board: string): string => (board.startsWith(fence) ? board : board.replace(/^/gmu, '-# '));

/** A position as lines of emoji, laid out as the board; or as numbers. `parsePosition` reads it. */
export const emojiBoard = (puzzle: Puzzle, position: Position, goal?: Goal): string => {
  const custom = puzzle.board.size <= mostUploaded ? cellEmoji(puzzle, position, goal) : undefined;
  if (!custom && isNumbered(puzzle)) return numberBoard(puzzle, position);
  const emoji = custom?.map(mention) ?? puzzle.emojiNames(position).map(unicodeOf);
  const { columns, rows: rowLabels } = puzzle.labels ?? {};
  const labelled = (label: string): string => {
    const drawn = custom && uploaded.get(`label_${label}`);
    return drawn ? mention(drawn) : plainLabel(label);
  };
  const header = columns ? [(custom ? wholeCell : plainCorner) + columns.map(labelled).join('')] : [];
  // Tiles slide along walls, which also tell where the cells of a row are.
  const isWalled = puzzle.pieceShape === 'tile' && puzzle.board.lattice === 'square';
  const wall = custom && wallEmoji();
  const outside = isWalled ? (wall ? mention(wall) : '🧱') : wholeCell;
  const width = Math.max(...puzzle.board.x) + 2;
  const lines = rowsOf(puzzle.board, paired(puzzle.board.x, emoji)).map((row, index) => {
    let right = 0;
    const cells = row.map(([left, drawn]) => {
      const gap = left - right;
      right = left + 2;
      return outside.repeat(gap >> 1) + halfCell.repeat(gap & 1) + drawn;
    });
    const rest = isWalled ? outside.repeat((width - right) >> 1) : '';
    const label = rowLabels?.[index];
    return (label === undefined ? '' : labelled(label)) + cells.join('') + rest;
  });
  // Discord removes spaces at the start of a text, but none after an invisible character.
  return [...header, ...lines].join('\n').replace(/^(?=\s)/u, '\u200B');
};
