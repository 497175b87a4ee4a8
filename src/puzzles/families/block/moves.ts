/** Moves of block puzzles. */
import { LRUCache } from 'lru-cache';
import type { Board } from '../../board.ts';
import { consecutive } from '../../lists.ts';
import { type Token, tokens } from '../../notation.ts';
import type { Moves, Position } from '../../puzzle.ts';
import { type Lexed, lexNames, type SlideRules, slideText } from '../../slides.ts';
import { successors } from '../../successors.ts';
import { cardCursor, firstLetter, wideLeft } from './cards.ts';
import type { BlockCursor } from './cursor.ts';
import { ofRecent } from './recent.ts';
import { type Alphabet, wideCardAt } from './text.ts';

/** Cards by their letters; the wide one as two marks, or as the dash that phones make of them. */
const lexCards = (rules: SlideRules, letters: string, text: string): Lexed => {
  const named: Token[] = [];
  const pieces = tokens(text);
  for (let i = 0; i < pieces.length; i++) {
    const token = pieces[i]!;
    const length = token.text === '=' ? Math.max(1, wideCardAt(pieces, i)) : wideCardAt(pieces, i);
    const last = pieces[i + length - 1];
    if (last && length > 0) named.push({ ...token, text: '==', to: last.to });
    // A single mark separates cards.
    else if (!'-−→>.·+'.includes(token.text)) named.push(token);
    i += Math.max(0, length - 1);
  }
  const isCard = (card: string): boolean => card === '==' || letters.includes(card.toLowerCase());
  return lexNames(rules, named, (card) => (isCard(card) ? card : undefined));
};

export const blockMoves = (id: string, board: Board, { text: texts }: Alphabet): Moves => {
  /** By the cards of a position, as the marks of look-alikes differ, and the row that the wide one keeps. */
  const cursors = new LRUCache<string, BlockCursor>({ max: 16 });
  const cursorOf = (position: Position): BlockCursor => {
    const row = board.y[position.indexOf(wideLeft)];
    const cards = `${position.toSorted((a, b) => a - b).join('')} ${row}`;
    const cursor = cursors.get(cards) ?? cardCursor(board, { text: '', positions: [position] });
    cursors.set(cards, cursor);
    return cursor;
  };
  /** The legal steps, and the positions that they lead to. */
  const legalFrom = ofRecent((position) => {
    const cursor = cursorOf(position);
    return successors(cursor, cursor.rank(position)).map(({ code, state }) => ({
      step: cursor.path(code),
      after: cursor.unrank(state),
    }));
  });
  const rules: SlideRules = {
    id,
    board,
    legalSteps: (position) => legalFrom(position).map(({ step }) => step),
    play: (position, move) => {
      const [from, to, ...rest] = move;
      const legal = legalFrom(position).find(({ step }) => step[0] === from && step[1] === to);
      if (!legal || rest.length > 0) throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      return legal.after;
    },
    stepsOf: (_, move) => consecutive(move),
    extended: () => undefined,
    nameOf: (position, move) => (position[move[0]!] === wideLeft ? '==' : texts[position[move[0]!]!]!),
  };
  const letters = texts.slice(firstLetter).join('').toLowerCase();
  return {
    ...rules,
    notate: rules.nameOf,
    ...slideText(rules, (text) => [lexCards(rules, letters, text)]),
    tap: (position, cell) => {
      const covers = (from: number): boolean => from === cell || (position[from] === wideLeft && from + 1 === cell);
      return rules.legalSteps(position).filter(([from]) => covers(from));
    },
  };
};
