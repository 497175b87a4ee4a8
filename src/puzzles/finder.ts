/**
 * Finds positions in a text: in a message, a quote, a code block, a line of a database. Adjacent words that could belong
 * to a board are a *run*. A run, some of its lines, or one of its words is found if it is a position by itself. What goes
 * on beside it is a larger board, of which nothing is taken.
 *
 * Each word begins a few candidates at most, and only those with as many cells as the board are parsed. So the work is
 * proportional to the length of the text.
 */
import { type Token, tokens, wordsOf } from './notation.ts';
import type { Position, Puzzle } from './puzzle.ts';
import { rowLengths } from './rows.ts';

export interface Found {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** A half-open range of UTF-16 code units. */
  readonly span: readonly [from: number, to: number];
}

/** Mentions, custom emoji, time stamps and links contain no boards. */
const machine = /<(?!a?:ap_)[@#:/at][^<>\n]{1,80}>|https?:\/\/\S+/gu;
/** Marks of quotes and lists before a line, but none that a board can have, like a peg's `o`. */
const lineMark = /^[ \t]*(?:(?:>{1,3}|[-*•]|\d{1,3}[.)](?=[ \t]+\S))[ \t]+)+/gmu;
/** Emphasis, and the full stop right after it, which is no cell; underscores are blanks. */
const emphasis = /(?<=\S)(?:\*{1,3}|~~)\.(?=\s|$)|\*|~~/gu;
/** Punctuation next to a board, without the colons of emoji names. */
const punctuation = /[?!¿¡！？。…「」『』【】“”‘’]|:(?![a-z0-9_]+:)(?<!:[a-z0-9_]+:)/gu;

/** Replaces by marks of the same length, so that spans stay valid. */
const blankOut = (text: string, pattern: RegExp, mark: string): string =>
  text.replace(pattern, (match) => mark.repeat(match.length));

/** A text without what can be no board, of the same length. Emphasis has no width: it moves no row of a drawing. */
export const withoutMarks = (text: string): string => {
  const plain = blankOut(blankOut(text, machine, ' '), lineMark, ' ');
  return blankOut(blankOut(plain, emphasis, '\u200B'), punctuation, ' ');
};

/** Tokens without a separator between. */
interface Word {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  /** What stands between the word before and this one. */
  readonly gap: string;
  /** Its line, without counting blank ones. */
  readonly line: number;
  /** Its paragraph: code and empty lines separate boards. */
  readonly paragraph: number;
}

const splitWords = (plain: string, marks: string): Word[] => {
  const words: Word[] = [];
  for (const of of wordsOf(tokens(plain, marks))) {
    const [from, to] = [of[0]!.from, of.at(-1)!.to];
    const last = words.at(-1) ?? { to: 0, line: 0, paragraph: 0 };
    const gap = plain.slice(last.to, from);
    const line = last.line + (gap.includes('\n') ? 1 : 0);
    const paragraph = last.paragraph + (gap.includes('`') || /\n[ \t]*\r?\n/u.test(gap) ? 1 : 0);
    words.push({ tokens: of, from, to, gap, line, paragraph });
  }
  return words;
};

/** Words by their indices; `last` is one of them. */
interface Slice {
  readonly first: number;
  readonly last: number;
}

/** The slices of a run between gaps of a kind. */
const parted = (
  words: readonly Word[],
  { first, last }: Slice,
  isBorder: (before: Word, word: Word) => boolean,
): Slice[] => {
  const parts: Slice[] = [];
  for (let from = first, at = first; at <= last; at++) {
    if (at < last && !isBorder(words[at]!, words[at + 1]!)) continue;
    parts.push({ first: from, last: at });
    from = at + 1;
  }
  return parts;
};

const isOtherLine = (before: Word, word: Word): boolean => before.line !== word.line;
const slash = /[/／]/u;
/** Whether a word is in small letters, but for cells of `o` and `x`. */
const isProse = (word: Word): boolean => {
  const text = word.tokens.map((token) => token.text).join('');
  return /^\p{Lu}?\p{Ll}+$/u.test(text) && !/^[ox]+$/u.test(text);
};
/** The end of a sentence, or emphasis by underscores, rather than a blank. */
const isEdge = ({ text }: Token): boolean => text === '.' || text === '_';

const noCells = { cells: 0, numbers: 0 };

/** The search for positions of one puzzle. */
class Finder {
  readonly found: Found[] = [];
  private readonly plain: string;
  private readonly words: readonly Word[];
  private readonly puzzle: Puzzle;
  /** Whether each word could belong to a board. */
  private readonly fits: readonly boolean[];
  /** The cells of all words before each one, if each piece is a cell, and if each number is one. */
  private readonly cells: Uint32Array;
  private readonly numbers: Uint32Array;
  private readonly rows: readonly number[];
  /** Texts that were parsed before. */
  private readonly known = new Map<string, Position | undefined>();

  constructor(plain: string, words: readonly Word[], puzzle: Puzzle) {
    this.plain = plain;
    this.words = words;
    this.puzzle = puzzle;
    this.rows = rowLengths(puzzle.board);
    const { recognition } = puzzle;
    const pieces = new Map<string, boolean>();
    const isPiece = ({ text }: Token): boolean => {
      const known = pieces.get(text) ?? recognition.isPiece(text);
      pieces.set(text, known);
      return known;
    };
    this.fits = words.map((word) => word.tokens.every(isPiece));
    this.cells = new Uint32Array(words.length + 1);
    this.numbers = new Uint32Array(words.length + 1);
    for (let index = 0; index < words.length; index++) {
      const { cells, numbers } = this.fits[index] ? recognition.cellsOf(words[index]!.tokens) : noCells;
      this.cells[index + 1] = this.cells[index]! + cells;
      this.numbers[index + 1] = this.numbers[index]! + numbers;
    }
  }

  run(): Found[] {
    const { words, puzzle } = this;
    this.drawings();
    const isBorder = (before: Word, word: Word): boolean => before.paragraph !== word.paragraph;
    for (let first = 0; first < words.length; first++) {
      if (!this.fits[first]) continue;
      let last = first;
      while (this.fits[last + 1] && !isBorder(words[last]!, words[last + 1]!)) last++;
      this.inRun({ first, last });
      first = last;
    }
    const { phrase } = puzzle.recognition;
    for (const match of phrase ? this.plain.matchAll(phrase) : []) {
      this.take(match.index, match.index + match[0].length);
    }
    return this.found;
  }

  /** Paragraphs that are a drawing with marks beside the board. */
  private drawings(): void {
    const { words, puzzle } = this;
    const { drawn } = puzzle.recognition;
    if (!drawn || words.length === 0) return;
    const all = { first: 0, last: words.length - 1 };
    for (const { first, last } of parted(words, all, (before, word) => before.paragraph !== word.paragraph)) {
      const marks = words.slice(first, last + 1).reduce((sum, word) => sum + word.tokens.length, 0);
      if (drawn.includes(marks) || drawn.includes(last - first + 1)) this.take(words[first]!.from, words[last]!.to);
    }
  }

  private inRun(run: Slice): void {
    const { words, puzzle } = this;
    if (this.isTooSmall(run) || this.trimmed(run)) return;
    const lines = parted(words, run, isOtherLine);
    const taken = new Set<number>();
    if (lines.length > 1) this.boardsOfLines(lines, taken);
    if (puzzle.recognition.isWordLike) this.windows(run, taken);
    for (const line of lines) {
      if (taken.has(line.first) || taken.has(line.last)) continue;
      if (lines.length === 1 || !this.trimmed(line)) this.inLine(line);
    }
  }

  /** Boards of several lines, one below the other. @param taken gets the first words of their lines */
  private boardsOfLines(lines: readonly Slice[], taken: Set<number>): void {
    const { rows } = this.puzzle.board;
    for (let at = 0; at + rows <= lines.length; at++) {
      const boards: Slice[] = [];
      let end = at;
      for (; end + rows <= lines.length; end += rows) {
        const board = { first: lines[end]!.first, last: lines[end + rows - 1]!.last };
        if (!this.hasSize(board) || !this.parse(this.words[board.first]!.from, this.words[board.last]!.to)) break;
        boards.push(board);
      }
      if (boards.length === 0) continue;
      // All or none: a board beside rows that are left over may be a part of a larger one.
      if (!this.goesOn({ first: boards[0]!.first, last: boards.at(-1)!.last })) {
        for (const { first, last } of boards) this.take(this.words[first]!.from, this.words[last]!.to);
        for (const line of lines.slice(at, end)) taken.add(line.first);
      }
      at = end - 1;
    }
  }

  /** Boards in a line: parts without white space, and words. */
  private inLine(line: Slice): void {
    const { words, puzzle } = this;
    const hasPegs = puzzle.pieceShape === 'peg';
    for (const part of parted(words, line, (_, word) => /\s/u.test(word.gap))) {
      if (part.first < part.last && this.hasSize(part) && this.whole(part)) continue;
      for (let at = part.first; at <= part.last; at++) {
        if (line.first === line.last || this.isTooSmall({ first: at, last: at })) continue;
        // Words of pegs beside a word are more of its pegs.
        const beside = [at - 1, at + 1].filter((other) => other >= line.first && other <= line.last);
        if (hasPegs && beside.some((other) => !this.hasSize({ first: other, last: other }))) continue;
        this.trimmed({ first: at, last: at });
      }
    }
  }

  /** Boards of words that look like other words. @param taken has the words of boards, and gets more */
  private windows(run: Slice, taken: Set<number>): void {
    const { size } = this.puzzle.board;
    for (let first = run.first, last = run.first; first <= run.last; first++) {
      last = Math.max(last, first);
      while (last < run.last && this.cells[last + 1]! - this.cells[first]! < size) last++;
      const slice = { first, last };
      if (taken.has(first) || taken.has(last) || !this.hasSize(slice) || !this.whole(slice)) continue;
      for (; first < last; first++) taken.add(first);
      taken.add(last);
    }
  }

  private hasSize({ first, last }: Slice): boolean {
    const { size } = this.puzzle.board;
    const { cells, numbers } = this;
    return cells[last + 1]! - cells[first]! === size || numbers[last + 1]! - numbers[first]! === size;
  }

  private isTooSmall({ first, last }: Slice): boolean {
    return this.cells[last + 1]! - this.cells[first]! < this.puzzle.board.size;
  }

  /** Takes a slice, unless it is a part of a larger board. */
  private whole(slice: Slice): boolean {
    return !this.goesOn(slice) && this.take(this.words[slice.first]!.from, this.words[slice.last]!.to);
  }

  /** Takes a slice, perhaps without prose around a board: words of letters (`a`, `be`), full stops and underscores. */
  private trimmed(slice: Slice): boolean {
    if (this.isTooSmall(slice)) return false;
    if (this.hasSize(slice) && this.whole(slice)) return true;
    const { words } = this;
    const isOfSentence = (index: number): boolean => this.puzzle.recognition.isProse(words[index]!.tokens);
    let { first, last } = slice;
    while (first <= last && isOfSentence(first)) first++;
    while (first < last && isOfSentence(last)) last--;
    if (first > last) return false;
    const isShorter = first > slice.first || last < slice.last;
    if (isShorter && this.hasSize({ first, last }) && this.whole({ first, last })) return true;
    const start = words[first]!.tokens.findIndex((token) => !isEdge(token));
    const end = words[last]!.tokens.toReversed().findIndex((token) => !isEdge(token));
    if (start === -1 || end === -1) return false;
    const cut = this.words.slice(first, last + 1).map(({ tokens: of }) => of);
    return [
      [0, end],
      [start, end],
      [start, 0],
    ].some(([before = 0, after = 0]) => {
      if (before + after === 0 || !this.hasSizeWithout(cut, before, after) || this.goesOn({ first, last }))
        return false;
      return this.take(cut[0]![before]!.from, cut.at(-1)!.at(-1 - after)!.to);
    });
  }

  /** Whether words have the size of the board without some tokens at their ends. */
  private hasSizeWithout(words: readonly (readonly Token[])[], before: number, after: number): boolean {
    const { recognition, board } = this.puzzle;
    const [first, last] = [words[0]!, words.at(-1)!];
    const inner =
      words.length === 1
        ? [first.slice(before, first.length - after)]
        : [first.slice(before), ...words.slice(1, -1), last.slice(0, last.length - after)];
    if (inner.some((word) => word.length === 0)) return false;
    const sums = inner.map((word) => recognition.cellsOf(word));
    return (['cells', 'numbers'] as const).some((key) => sums.reduce((sum, one) => sum + one[key], 0) === board.size);
  }

  /** Whether rows go on before or after a slice, so that it is a part of a larger board. */
  private goesOn({ first, last }: Slice): boolean {
    const { words } = this;
    const hasRows = words.slice(first + 1, last + 1).some(({ gap }) => slash.test(gap));
    const isOnLine = words[first]!.line === words[last]!.line;
    return [
      [first, first - 1],
      [last, last + 1],
    ].some(([edge = 0, beside = 0]) => {
      const [word, other] = [words[edge]!, words[beside]];
      if (!other || other.paragraph !== word.paragraph) return false;
      if (other.line !== word.line) return !isOnLine && this.isRowBeside(edge, beside);
      if (slash.test(words[Math.max(edge, beside)]!.gap)) return hasRows;
      return first < last && this.isAlike(beside, edge);
    });
  }

  /** Whether a word could stand in the place of another one. */
  private isAlike(index: number, of: number): boolean {
    const word = this.words[index]!;
    if (word.tokens.length !== this.words[of]!.tokens.length || isProse(word)) return false;
    return this.fits[index]! || word.tokens.every(({ text }) => /^[\p{L}\p{N}#*🧱]/u.test(text));
  }

  /** The words of a line. */
  private lineOf(index: number): Slice {
    const { words } = this;
    let [first, last] = [index, index];
    const isHere = (other: number): boolean =>
      words[other]?.line === words[index]!.line && words[other]?.paragraph === words[index]!.paragraph;
    while (isHere(first - 1)) first--;
    while (isHere(last + 1)) last++;
    return { first, last };
  }

  /** Whether the line of a word looks like one more row of the board whose edge is beside it. */
  private isRowBeside(edge: number, beside: number): boolean {
    const { words, puzzle } = this;
    const [row, line] = [this.lineOf(edge), this.lineOf(beside)];
    const count = line.last - line.first + 1;
    const all = words.slice(line.first, line.last + 1);
    if (this.isSizeLine(all)) return false;
    // Rows between slashes, beside one on a line of its own.
    if (all.slice(1).some(({ gap }) => slash.test(gap))) return this.isAlike(beside, edge);
    const isEven = this.rows.every((length) => length === this.rows[0]);
    if (!isEven && puzzle.pieceShape === 'peg' && all.every((_, at) => this.fits[line.first + at])) return true;
    if (count !== row.last - row.first + 1) return false;
    return count === 1 ? this.isAlike(beside, edge) : all.every(({ tokens: of }) => of.length <= 2);
  }

  /** Whether a line says how many rows and columns follow. */
  private isSizeLine(line: readonly Word[]): boolean {
    const { rows, size } = this.puzzle.board;
    const said = line.map(({ tokens: of }) => of.map(({ text }) => text).join('')).join(' ');
    const [, first, second = first] = /^(\d{1,2})(?:\s?[x×*\s]\s?(\d{1,2}))?$/u.exec(said) ?? [];
    return [Number(first), Number(second)].sort().join() === [rows, size / rows].sort().join();
  }

  private parse(from: number, to: number): Position | undefined {
    const part = this.plain.slice(from, to);
    if (this.known.has(part)) return this.known.get(part);
    const read = this.puzzle.parsePosition(part);
    const position = read.ok ? read.value : undefined;
    this.known.set(part, position);
    return position;
  }

  private take(from: number, to: number): boolean {
    const position = this.parse(from, to);
    if (position) this.found.push({ puzzle: this.puzzle, position, span: [from, to] });
    return position !== undefined;
  }
}

/** Without those that are a part of a larger board, which may look like a smaller one. */
export const wholeOnes = (found: readonly Found[], length: number): Found[] => {
  const owners = new Int32Array(length).fill(-1);
  const bySize = found.toSorted((a, b) => b.puzzle.board.size - a.puzzle.board.size);
  return bySize.filter(({ span: [from, to] }, index) => {
    for (let at = from; at < to; at++) {
      const owner = bySize[owners[at]!]?.span;
      if (owner && (owner[0] !== from || owner[1] !== to)) return false;
    }
    owners.fill(index, from, to);
    return true;
  });
};

/** Every distinct position of some puzzles in a text, in order. A text may fit several puzzles (`all-7` does). */
export const findPositions = (text: string, among: readonly Puzzle[]): Found[] => {
  const plain = withoutMarks(text);
  const separators = new Set(among.map(({ recognition }) => recognition.separators));
  const separatedBy = new Map([...separators].map((marks) => [marks, splitWords(plain, marks)]));
  const found = among.flatMap((puzzle) =>
    new Finder(plain, separatedBy.get(puzzle.recognition.separators)!, puzzle).run(),
  );
  const distinct = new Map<string, Found>();
  const inOrder = wholeOnes(found, plain.length).sort(
    (a, b) => a.span[0] - b.span[0] || a.puzzle.board.size - b.puzzle.board.size,
  );
  for (const one of inOrder) {
    const name = `${one.puzzle.id} ${one.puzzle.formatPosition(one.position)}`;
    if (!distinct.has(name)) distinct.set(name, one);
  }
  return [...distinct.values()];
};
