/** Moves of card puzzles. */
import type { Board } from '../../board.ts';
import { consecutive, elementsAt, paired } from '../../lists.ts';
import { type Token, tokens } from '../../notation.ts';
import type { Moves, Position, Step } from '../../puzzle.ts';
import { type Lexed, lexNames, type SlideRules, slideText } from '../../slides.ts';
import { firstLetter, wideLeft, wideRight } from './cards.ts';
import { type Alphabet, wideCardAt } from './text.ts';

/** Cards by their letters; the wide one as two marks, or as the dash that phones make of them. */
const lexCards = (rules: SlideRules, letters: string, text: string): Lexed => {
  const named: Token[] = [];
  const pieces = tokens(text);
  let next = 0;
  for (const [at, token] of pieces.entries()) {
    if (at < next) continue;
    const length = token.text === '=' ? Math.max(1, wideCardAt(pieces, at)) : wideCardAt(pieces, at);
    const last = pieces[at + length - 1];
    if (last && length > 0) named.push({ ...token, text: '==', to: last.to });
    // A single mark separates cards.
    else if (!'-−→>.·+'.includes(token.text)) named.push(token);
    next = at + length;
  }
  const isCard = (card: string): boolean => card === '==' || letters.includes(card.toLowerCase());
  return lexNames(rules, named, (card) => (isCard(card) ? card : undefined));
};

export const cardMoves = (id: string, board: Board, { text: texts }: Alphabet): Moves => {
  /** Of the cards beside the blank. The wide one stays in its row. */
  const legalSteps = (position: Position): Step[] => {
    const blank = position.indexOf(0);
    const near = board.neighbours[blank]!;
    return paired(near, elementsAt(position, near)).flatMap(([cell, code]): Step[] => {
      if (code !== wideLeft && code !== wideRight) return [[cell, blank]];
      if (board.y[cell] !== board.y[blank]) return [];
      return [code === wideLeft ? [cell, blank] : [cell - 1, cell]];
    });
  };
  const rules: SlideRules = {
    id,
    board,
    legalSteps,
    play: (position, move) => {
      const [from = -1, to = -1] = move;
      if (move.length !== 2 || !legalSteps(position).some((step) => step[0] === from && step[1] === to))
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      const code = position[from]!;
      if (code !== wideLeft) return position.with(from, 0).with(to, code);
      const others = position.with(from, 0).with(from + 1, 0);
      return others.with(to, wideLeft).with(to + 1, wideRight);
    },
    stepsOf: (_, move) => consecutive(move),
    extended: () => undefined,
    nameOf: (position, [from = -1]) => (position[from] === wideLeft ? '==' : texts[position[from]!]!),
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
