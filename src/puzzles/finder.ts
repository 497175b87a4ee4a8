/**
 * Finds positions in a text: in a message, a quote, a code block, a line of a database. Adjacent words that could belong
 * to a board are a *run*. A run, some of its lines, or one of its words is found if it is a position by itself. What goes
 * on beside it is a larger board, of which nothing is taken.
 *
 * Each word begins a few candidates at most, and only those with as many cells as the board are parsed. So the work is
 * proportional to the length of the text.
 */
import { runsOf } from './lists.ts';
import { withoutMarks } from './markup.ts';
import type { Token } from './notation.ts';
import type { Position, Puzzle } from './puzzle.ts';
import { isSeries } from './row-names.ts';
import { matrixSizes, rowLengths } from './rows.ts';
import { countCells } from './start-and-goal.ts';
import { type Candidate, candidatesIn, isProse, type Word, wordPieces, wordText } from './words.ts';

export interface Found {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** A half-open range of UTF-16 code units. */
  readonly span: readonly [from: number, to: number];
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

/** Cells of a board, at least. */
const fewestCells = 4;
/** Whether a text has cells of another board besides those that were found. */
export const hasMore = (text: string, found: readonly Found[]): boolean => {
  const isFound = (at: number): boolean => found.some(({ span: [from, to] }) => from <= at && at < to);
  const rest = text.split('').map((mark, at) => (isFound(at) ? '' : mark));
  return countCells(rest.join('')) >= fewestCells;
};

/** Each position once, where it is found first. */
export const distinct = (found: readonly Found[]): Found[] => {
  const names = new Set<string>();
  return found.filter(({ puzzle, position }) => {
    const { size } = names;
    return names.add(`${puzzle.id} ${puzzle.formatPosition(position)}`).size > size;
  });
};

const areNumbers = (words: readonly Word[]): boolean =>
  words.every(({ tokens: of }) => of.every(({ text }) => /\d/u.test(text)));

/** The words from one to another, which may be the same. */
type Slice = { readonly first: Candidate; readonly last: Candidate };

/** The slices of words between gaps of a kind. */
const parted = (words: readonly Candidate[], isBorder: (before: Candidate, word: Candidate) => boolean): Slice[] =>
  runsOf(words, isBorder).map((run) => ({ first: run[0], last: run.at(-1)! }));

/** From the first of some slices to the last. */
const joined = (slices: readonly Slice[]): Slice => slices.reduce(({ first }, { last }) => ({ first, last }));
const alone = (word: Candidate): Slice => ({ first: word, last: word });

/** Nobody knows what a cell that is left out holds. */
const emptyCell = /,[ \t]*,/u;
const isOtherParagraph = (before: Word, word: Word): boolean => before.paragraph !== word.paragraph;
const isOtherLine = (before: Word, word: Word): boolean => before.line !== word.line;
const slash = /[/／]/u;
/** Whether a list begins or ends between two words, and no other one of its kind ends or begins there. */
const isEndOfList = (gap: string): boolean =>
  ['[]', '()', '{}'].some(([opening, closing]) => gap.includes(opening!) !== gap.includes(closing!));
/** Whether a number stands at the near end of a word, with a sign before it or behind: `-8 6 7`. */
const isGlued = (word: Word, isBefore: boolean): boolean =>
  (isBefore ? /[^\p{L}\p{N}]\d{1,2}$/u : /^\d{1,2}[^\p{L}\p{N}.]/u).test(wordText(word));
const isLetterOfProse = ({ text }: Token): boolean => /^\p{Ll}$/u.test(text) && !/^[ox]$/u.test(text);
/** The end of a sentence, or emphasis by underscores, rather than a blank. */
const isEdge = ({ text }: Token): boolean => text === '.' || text === '_';

/** The search for positions of one puzzle. */
class Finder {
  readonly found: Found[] = [];
  private readonly plain: string;
  private readonly words: readonly Candidate[];
  private readonly puzzle: Puzzle;
  private readonly rows: readonly number[];
  /** Texts that were parsed before. */
  private readonly known = new Map<string, Position | undefined>();

  constructor(plain: string, puzzle: Puzzle) {
    this.plain = plain;
    this.puzzle = puzzle;
    this.rows = rowLengths(puzzle.board);
    this.words = candidatesIn(plain, puzzle.recognition);
  }

  run(): Found[] {
    this.drawings();
    const isBorder = (before: Candidate, word: Candidate): boolean =>
      before.fits !== word.fits || isOtherParagraph(before, word);
    for (const run of parted(this.words, isBorder)) if (run.first.fits) this.inRun(run);
    const { phrase } = this.puzzle.recognition;
    for (const match of phrase ? this.plain.matchAll(phrase) : []) {
      this.take(match.index, match.index + match[0].length);
    }
    return this.found;
  }

  private within({ first, last }: Slice): readonly Candidate[] {
    return this.words.slice(first.index, last.index + 1);
  }

  /** Paragraphs that are a drawing with marks beside the board. */
  private drawings(): void {
    if (!this.puzzle.recognition.hasOutside) return;
    const drawn = matrixSizes(this.puzzle.board);
    for (const part of parted(this.words, isOtherParagraph)) {
      const words = this.within(part);
      const marks = words.reduce((sum, word) => sum + word.tokens.length, 0);
      if (drawn.includes(marks) || drawn.includes(words.length)) this.take(part.first.from, part.last.to);
    }
  }

  private inRun(run: Slice): void {
    if (this.isTooSmall(run) || this.trimmed(run)) return;
    const lines = parted(this.within(run), isOtherLine);
    const taken = new Set<Candidate>();
    if (lines.length > 1) this.boardsOfLines(lines, taken);
    if (this.puzzle.recognition.isWordLike) this.windows(run, taken);
    for (const line of lines) {
      if (taken.has(line.first) || taken.has(line.last)) continue;
      if (lines.length === 1 || !this.trimmed(line)) this.inLine(line);
    }
  }

  /** Boards of several lines, one below the other. @param taken gets the first words of their lines */
  private boardsOfLines(lines: readonly Slice[], taken: Set<Candidate>): void {
    const { rows } = this.puzzle.board;
    for (let at = 0; at + rows <= lines.length; at++) {
      const boards: Slice[] = [];
      let end = at;
      for (; end + rows <= lines.length; end += rows) {
        const board = joined(lines.slice(end, end + rows));
        if (!this.hasSize(board) || !this.parse(board.first.from, board.last.to)) break;
        boards.push(board);
      }
      if (boards.length === 0) continue;
      // All or none: a board beside rows that are left over may be a part of a larger one.
      if (!this.goesOn(joined(boards))) {
        for (const { first, last } of boards) this.take(first.from, last.to);
        for (const line of lines.slice(at, end)) taken.add(line.first);
      }
      at = end - 1;
    }
  }

  /** Boards in a line: parts without white space, and words. */
  private inLine(line: Slice): void {
    const hasPegs = this.puzzle.pieceShape === 'peg';
    const isOther = (word: Candidate | undefined): boolean =>
      word !== undefined &&
      word.index >= line.first.index &&
      word.index <= line.last.index &&
      !this.hasSize(alone(word));
    for (const part of parted(this.within(line), (_, word) => /\s/u.test(word.gap))) {
      if (part.first !== part.last && this.hasSize(part) && this.whole(part)) continue;
      for (const word of this.within(part)) {
        if (line.first === line.last || this.isTooSmall(alone(word))) continue;
        // Words of pegs beside a word are more of its pegs.
        if (hasPegs && [this.words[word.index - 1], this.words[word.index + 1]].some(isOther)) continue;
        this.trimmed(alone(word));
      }
    }
  }

  /** Boards of words that look like other words. @param taken has the words of boards, and gets more */
  private windows(run: Slice, taken: Set<Candidate>): void {
    let last = run.first;
    for (const first of this.within(run)) {
      if (last.index < first.index) last = first;
      while (last !== run.last && this.isTooSmall({ first, last })) last = this.words[last.index + 1]!;
      const slice = { first, last };
      if (taken.has(first) || taken.has(last) || !this.hasSize(slice) || !this.whole(slice)) continue;
      for (const word of this.within(slice)) taken.add(word);
    }
  }

  private hasSize({ first: { before }, last: { after } }: Slice): boolean {
    const { size } = this.puzzle.board;
    return after.cells - before.cells === size || after.numbers - before.numbers === size;
  }

  private isTooSmall({ first, last }: Slice): boolean {
    return last.after.cells - first.before.cells < this.puzzle.board.size;
  }

  /** Takes a slice, unless it is a part of a larger board. */
  private whole(slice: Slice): boolean {
    return !this.goesOn(slice) && this.take(slice.first.from, slice.last.to);
  }

  /** Takes a slice, perhaps without prose around a board: words of letters (`a`, `be`), full stops and underscores. */
  private trimmed(slice: Slice): boolean {
    if (this.isTooSmall(slice)) return false;
    if (this.hasSize(slice) && this.whole(slice)) return true;
    const isOfBoard = ({ tokens: of }: Word): boolean => !this.puzzle.recognition.isProse(of);
    const words = this.within(slice);
    const [first, last] = [words.find(isOfBoard), words.findLast(isOfBoard)];
    if (!first || !last) return false;
    const inner = { first, last };
    const isShorter = first !== slice.first || last !== slice.last;
    if (isShorter && this.hasSize(inner) && this.whole(inner)) return true;
    const start = first.tokens.findIndex((token) => !isEdge(token));
    const end = last.tokens.toReversed().findIndex((token) => !isEdge(token));
    if (start === -1 || end === -1) return false;
    return [
      [0, end],
      [start, end],
      [start, 0],
    ].some(([before = 0, after = 0]) => {
      if (before + after === 0 || !this.hasSizeWithout(inner, before, after) || this.goesOn(inner)) return false;
      return this.take(first.tokens[before]!.from, last.tokens.at(-1 - after)!.to);
    });
  }

  /** Whether words have the size of the board without some tokens at their ends. */
  private hasSizeWithout({ first, last }: Slice, before: number, after: number): boolean {
    const { recognition, board } = this.puzzle;
    const inner = this.within({ first, last }).map((word) =>
      word.tokens.slice(word === first ? before : 0, word.tokens.length - (word === last ? after : 0)),
    );
    if (inner.some((word) => word.length === 0)) return false;
    const sums = inner.map((word) => recognition.cellsOf(word));
    return (['cells', 'numbers'] as const).some((key) => sums.reduce((sum, one) => sum + one[key], 0) === board.size);
  }

  /** Whether rows go on before or after a slice, so that it is a part of a larger board. */
  private goesOn({ first, last }: Slice): boolean {
    const hasRows = this.within({ first, last })
      .slice(1)
      .some(({ gap }) => slash.test(gap));
    const goes = (word: Candidate, other: Candidate | undefined): boolean => {
      if (!other) return false;
      // A word may stand between.
      const beyond = isProse(other) ? this.words[2 * other.index - word.index] : other;
      if (beyond && isOtherLine(other, word) && this.isOfMorePieces({ first, last }, beyond)) return true;
      if (isOtherParagraph(other, word)) return false;
      if (isOtherLine(other, word)) {
        return isOtherLine(first, last) ? this.isRowBeside(word, other) : this.isLineBeside({ first, last }, other);
      }
      if (slash.test((other.index > word.index ? other : word).gap)) {
        return hasRows || (first === last && this.isAlike(other, word) && !this.parse(other.from, other.to));
      }
      if (isEndOfList((other.index > word.index ? other : word).gap)) return false;
      return first !== last && (this.isAlike(other, word) || isGlued(other, other.index < word.index));
    };
    return goes(first, this.words[first.index - 1]) || goes(last, this.words[last.index + 1]);
  }

  /** Whether a line near a board has a row of numbers that the board lacks: then all are rows of a larger one. */
  private isOfMorePieces({ first, last }: Slice, beside: Candidate): boolean {
    const own = wordPieces(this.within({ first, last }));
    if (this.puzzle.pieceShape === 'peg' || !own.every((text) => /^(?:\d{1,2}|[_.])$/u.test(text))) return false;
    const [line, width] = [this.lineOf(beside), this.lineOf(first).length];
    return [line.slice(0, width), line.slice(-width)].some((words) => {
      const numbers = wordPieces(words).filter((text) => /^\d{1,2}$/u.test(text));
      return numbers.length >= this.rows[0]! && !numbers.some((text) => own.includes(text));
    });
  }

  /** Whether a word could stand in the place of another one. */
  private isAlike(word: Candidate, other: Candidate): boolean {
    if (word.tokens.length !== other.tokens.length || isProse(word)) return false;
    return word.fits || word.tokens.every(({ text }) => /^[\p{L}\p{N}#*🧱]/u.test(text));
  }

  /** The words on the line of one. */
  private lineOf(word: Candidate): readonly Candidate[] {
    let [first, end] = [word.index, word.index + 1];
    const isHere = (other: Candidate | undefined): boolean =>
      other !== undefined && !isOtherLine(other, word) && !isOtherParagraph(other, word);
    while (isHere(this.words[first - 1])) first--;
    while (isHere(this.words[end])) end++;
    return this.words.slice(first, end);
  }

  /** Whether the line of a word looks like one more row of the board whose edge is beside it. */
  private isRowBeside(edge: Candidate, beside: Candidate): boolean {
    const [row, line] = [this.lineOf(edge), this.lineOf(beside)];
    if (this.isSizeLine(line)) return false;
    // Rows between slashes, beside one on a line of its own.
    if (line.slice(1).some(({ gap }) => slash.test(gap))) return this.isAlike(beside, edge);
    const isEven = this.rows.every((length) => length === this.rows[0]);
    if (!isEven && this.puzzle.pieceShape === 'peg' && line.every(({ fits }) => fits)) return true;
    // A row of a larger board may have a cell too few or too many, or words beside it.
    if (line.length !== row.length) {
      const near = beside.index < edge.index ? line.slice(-row.length) : line.slice(0, row.length);
      const isRow = near.every((word, at) => word.fits && this.isAlike(word, row[at]!));
      // A sign right beside a row is none of its words.
      const inner = beside.index < edge.index ? near[0] : line[row.length];
      const isTight = line.length > row.length && inner !== undefined && !/\s/u.test(inner.gap);
      // So is a line of longer numbers, of which some stand together.
      const hasLonger =
        row.length === 1 && areNumbers(line) && line.some(({ tokens: of }) => of.length > edge.tokens.length);
      return (
        hasLonger ||
        (isRow && (isTight || !areNumbers(near))) ||
        (Math.min(line.length, row.length) > 1 && line.every(({ fits }) => fits))
      );
    }
    if (line.length > 1) return line.every(({ tokens: of }) => of.length <= 2);
    const isLonger = Math.abs(beside.tokens.length - edge.tokens.length) === 1;
    return this.isAlike(beside, edge) || (isLonger && beside.fits && beside.tokens.length > 1);
  }

  /** Whether the line of a word looks like one more row of a board whose row is a whole line, and is no board by itself. */
  private isLineBeside({ first, last }: Slice, beside: Candidate): boolean {
    const line = this.lineOf(beside);
    if (beside.index > last.index && this.areNames({ first, last }, line)) return true;
    const length = last.index - first.index + 1;
    const isRow = line.length === 1 && this.isAlike(beside, first) && /[\d#]/u.test(wordText(beside));
    if (first === last) return isRow && !this.parse(beside.from, beside.to);
    // Two boards of pegs beside each other may have the pegs of a smaller one.
    const arePegs = this.puzzle.pieceShape === 'peg' && line.every(({ fits }) => fits);
    if (arePegs && (line.length > 1 || !this.parse(beside.from, beside.to))) return true;
    if (this.lineOf(first).length !== length) return false;
    if (line.length !== length) {
      // Names of columns are above rows with a name.
      const names = this.within({ first, last }).map(wordText);
      const isNamed = isSeries(names) && (wordText(line[0]!) === names[0] || Math.abs(line.length - length) === 1);
      return length > 3 && (isNamed || (Math.abs(line.length - length) === 1 && areNumbers(line)));
    }
    if (line.some(({ tokens: of }) => of.length > 2 || of.some(isLetterOfProse))) return false;
    return !this.parse(line[0]!.from, line.at(-1)!.to);
  }

  /** Whether a line has the numbers of columns in order, above the first row, which begins with its number. */
  private areNames({ first, last }: Slice, below: readonly Candidate[]): boolean {
    const row = this.plain.slice(below[0]!.from, below.at(-1)!.to);
    if (!/^0\w{0,7}(?!\w)/u.test(row) || /\p{Ll}{3}/u.test(row) || this.puzzle.parsePosition(row).ok) return false;
    return this.parse(first.from, last.to)?.every((piece, at) => piece === at) === true;
  }

  /** Whether a line says how many rows and columns follow. */
  private isSizeLine(line: readonly Word[]): boolean {
    const { rows, size } = this.puzzle.board;
    const written = line.map(wordText).join(' ');
    const [, first, second = first] = /^(\d{1,2})(?:\s?[x×*\s]\s?(\d{1,2}))?$/u.exec(written) ?? [];
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
    const position = emptyCell.test(this.plain.slice(from, to)) ? undefined : this.parse(from, to);
    if (position) this.found.push({ puzzle: this.puzzle, position, span: [from, to] });
    return position !== undefined;
  }
}

/** Every distinct position of some puzzles in a text, in order. A text may fit several puzzles (`all-7` does). */
export const findPositions = (text: string, among: readonly Puzzle[]): Found[] => {
  const plain = withoutMarks(text);
  const found = among.flatMap((puzzle) => new Finder(plain, puzzle).run());
  return distinct(
    wholeOnes(found, plain.length).sort((a, b) => a.span[0] - b.span[0] || a.puzzle.board.size - b.puzzle.board.size),
  );
};
