/** The words of a text, and what they can be on a board. */
import { type Span, type Token, textSpan, tokens, wordsOf } from './notation.ts';
import type { Recognition } from './puzzle.ts';
import { remembered } from './remembered.ts';
import { boardName } from './start-and-goal.ts';

/** Tokens without a separator between. */
export interface Word extends Span {
  readonly tokens: readonly Token[];
  /** What stands between the word before and this one. */
  readonly gap: string;
  /** Its line, without counting blank ones. */
  readonly line: number;
  /** Its paragraph: code and empty lines separate boards. */
  readonly paragraph: number;
}

export const wordText = ({ tokens: of }: Word): string => of.map(({ text }) => text).join('');

/** Whether a word is in small letters, but for cells of `o` and `x`; or in kana, Hangul or kanji, or names a board. */
export const isProse = (word: Word): boolean => {
  const text = wordText(word);
  return (
    (/^(?:\p{Lu}?\p{Ll}+|[ー\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+)$/u.test(text) && !/^[ox]+$/u.test(text)) ||
    /^(?!.*[〇一二三四五六七八九十])\p{sc=Han}{2,}$/u.test(text) ||
    boardName.test(text)
  );
};

/** The pieces of a row, which are its words, or the characters of one. */
export const wordPieces = (words: readonly Word[]): string[] => {
  const texts = words.map(wordText);
  return texts.every((text) => text.length <= 2) ? texts : texts.flatMap((text) => [...text]);
};

const splitWords = (plain: string, marks: string): readonly Word[] => {
  const words: Word[] = [];
  for (const of of wordsOf(tokens(plain, marks))) {
    const [from, to] = textSpan(of);
    const last = words.at(-1) ?? { to: 0, line: 0, paragraph: 0 };
    const gap = plain.slice(last.to, from);
    const line = last.line + (gap.includes('\n') ? 1 : 0);
    const paragraph = last.paragraph + (gap.includes('`') || /\n[ \t]*\r?\n/u.test(gap) ? 1 : 0);
    words.push({ tokens: of, from, to, gap, line, paragraph });
  }
  return words;
};

/** A word, and what it can be on the board of a puzzle. */
export interface Candidate extends Word {
  readonly index: number;
  /** Whether it could belong to a board. */
  readonly fits: boolean;
  /** The cells of all words before it, and with its own. */
  readonly before: Cells;
  readonly after: Cells;
}

/** If each piece is a cell, and if each number is one. */
type Cells = ReturnType<Recognition['cellsOf']>;

/** The words of a text by what separates them, and what they can be for each way to recognise pieces. */
const wordsIn = remembered(splitWords);
export const candidatesIn = remembered((plain: string, recognition: Recognition): readonly Candidate[] => {
  const pieces = new Map<string, boolean>();
  const isPiece = ({ text }: Token): boolean => {
    const known = pieces.get(text) ?? recognition.isPiece(text);
    pieces.set(text, known);
    return known;
  };
  let after: Cells = { cells: 0, numbers: 0 };
  // Each field by its name, which is several times as fast as a spread.
  return wordsIn(plain, recognition.separators).map((word, index) => {
    const { tokens: own, from, to, gap, line, paragraph } = word;
    const before = after;
    const fits = own.every(isPiece);
    if (fits) {
      const { cells, numbers } = recognition.cellsOf(own);
      after = { cells: before.cells + cells, numbers: before.numbers + numbers };
    }
    return { tokens: own, from, to, gap, line, paragraph, index, fits, before, after };
  });
});
