/** Reads what somebody typed, pasted or sent. Every entry reads positions here, so that all of them take the same texts. */
import { type Drawing, drawingsIn } from './drawings.ts';
import { distinct, type Found, findPositions, hasMore, wholeOnes } from './finder.ts';
import { withoutFrame } from './frames.ts';
import { goalBeside } from './goal-beside.ts';
import { isTableRow, mixesRows, plainRows } from './grid.ts';
import { largeByRows, largeSizes } from './large-boards.ts';
import type { Some } from './lists.ts';
import { withoutMarkup } from './markup.ts';
import { tokens, wordsOf } from './notation.ts';
import {
  type BadInput,
  type DrawnKind,
  type Goal,
  goalOf,
  ok,
  type Position,
  type Problem,
  type Puzzle,
  type Question,
  type Result,
  wrong,
} from './puzzle.ts';
import { allPuzzles, drawnKindOf, drawnKinds, knownPuzzle, namedBoards, puzzles, puzzlesAndSizes } from './registry.ts';
import { remembered } from './remembered.ts';
import { countCells, goalName, halvesOf, startAndGoal } from './start-and-goal.ts';
import { tellingProblem } from './telling-problem.ts';

/** Characters of a text that is a position as a whole, with nothing around it, at most. Most are far shorter. */
export const longestWhole = 1600;

/** The readings of a text without what is no part of its boards: as it is, and with tables and frames as plain rows. */
export const plainTexts = remembered((typed: string): Some<string> => {
  const text = withoutFrame(withoutMarkup(typed));
  // Families write these for an empty cell, and for one outside of the board.
  const [, ...others] = new Set([text, ...['_', 'x'].map((cell) => plainRows(text, cell))]);
  return [text, ...others];
});

const isSameSpan = (one: Found, other: Found): boolean => one.span.join() === other.span.join();

/** What each reading of a text finds. Where one finds a board of pieces, a later one takes no empty cell for a wall. */
const inEach = (readings: readonly (readonly Found[])[]): readonly Found[] =>
  readings.flatMap((reading, at) => {
    const before = readings
      .slice(0, at)
      .flat()
      .filter(({ puzzle }) => puzzle.hasOwnPieces);
    return reading.filter((one) => !one.puzzle.hasOwnPieces || !before.some((other) => isSameSpan(one, other)));
  });

/** What is found in a text as it is, or in its tables and frames if these have more: each position once. */
const inTexts = (typed: string, find: (rows: string) => readonly Found[]): readonly Found[] => {
  const [text, ...others] = plainTexts(typed);
  const found = distinct(find(text).filter(({ span }) => others.length === 0 || !isTableRow(text.slice(...span))));
  const inside = found.length > 0 && !hasMore(text, found) ? [] : distinct(inEach(others.map(find)));
  return inside.length > found.length ? inside : found;
};

/** The puzzle whose board rows draw, if they are one of a kind. The position may be wrong. */
const puzzleBy = remembered((rows: string, kind: DrawnKind): Result<Puzzle> => {
  if (mixesRows(rows)) return wrong('mixed-rows');
  const id = kind.idOf(rows, namedBoards(kind, [...allPuzzles, ...largeSizes(rows)]));
  return id.ok ? ok(knownPuzzle(id.value)) : id;
});

/** The board that rows draw, as a list; an empty one for rows that are no board. */
const drawnBy = ({ text: rows, span }: Drawing, kind: DrawnKind): readonly Found[] => {
  const puzzle = puzzleBy(rows, kind);
  const position = puzzle.ok ? puzzle.value.parsePosition(rows) : undefined;
  return puzzle.ok && position?.ok ? [{ puzzle: puzzle.value, position: position.value, span }] : [];
};

/** Cells of a named board within a text, at least: fewer numbers may be anything. */
const fewestFound = 6;

/** The named boards of a kind in a text. Where a part of it fits several, its rows tell. */
const namedIn = (text: string, kind: DrawnKind): Found[] => {
  const boards = namedBoards(kind);
  const usual = boards.filter(({ metric, board }) => metric === boards[0]!.metric && board.size >= fewestFound);
  const found = findPositions(text, usual);
  return found.flatMap((one) =>
    found.some((other) => other !== one && isSameSpan(one, other))
      ? drawnBy({ text: text.slice(...one.span), span: one.span }, kind)
      : one,
  );
};

/** The boards of a kind that parts of rows draw. */
const drawnIn = remembered((rows: string, kind: DrawnKind): readonly Found[] => {
  const drawn = drawingsIn(rows).flatMap((part) => drawnBy(part, kind));
  return wholeOnes([...drawn, ...namedIn(rows, kind)], rows.length);
});

/** Whether a board is some rows of a larger one of its kind. */
const isRowsOf = ({ puzzle, span: [from, to] }: Found, { puzzle: larger, span: [first, last] }: Found): boolean =>
  drawnKindOf(puzzle) === drawnKindOf(larger) && larger.board.size > puzzle.board.size && first <= from && to <= last;

/** Those without a goal are left out where the same cells are another board with one. */
const withGoals = (found: readonly Found[]): readonly Found[] => {
  const hasGoal = ({ puzzle, position }: Found): boolean => goalOf(puzzle, position).positions.length > 0;
  return found.filter((one) => hasGoal(one) || !found.some((other) => isSameSpan(one, other) && hasGoal(other)));
};

/** Every distinct position in a text, where tables and frames are read as plain rows only if there is none. */
const boardsIn = (text: string, among: readonly Puzzle[], kinds: readonly DrawnKind[]): readonly Found[] =>
  inTexts(text, (rows) => {
    if (kinds.length === 0) return findPositions(rows, among);
    const isCertain = ({ puzzle, position, span }: Found): boolean =>
      puzzle.kind?.isCertain(rows.slice(...span), puzzle, position) !== false;
    const named = findPositions(rows, among);
    /** Whether each of its rows is a board: so it is a list of boards. */
    const isList = ({ puzzle, span: [from, to] }: Found): boolean =>
      named.filter(({ span: [first, last] }) => from <= first && last <= to).length === puzzle.board.rows;
    const drawings = drawingsIn(rows).flatMap((part) =>
      kinds.flatMap((kind) =>
        drawnBy(part, kind)
          .filter((one) => !isList(one))
          .map((one) => ({ ...one, isCertain: kind.isCertain(part.text, one.puzzle, one.position) })),
      ),
    );
    const drawn = drawings.filter((one) => one.isCertain);
    const isEnough = ({ puzzle, span: [from, to] }: Found): boolean =>
      puzzle.board.size >= fewestFound || rows.trim().length <= to - from;
    const found = named.filter(
      (one) => isEnough(one) && isCertain(one) && !drawings.some((other) => isRowsOf(one, other)),
    );
    if (drawn.length === 0) return found;
    const whole = wholeOnes([...found, ...drawn], rows.length).sort((a, b) => a.span[0] - b.span[0]);
    return withGoals(whole);
  });

/** Every distinct position in a text: of some puzzles, and of some kinds of puzzles on any board where that is certain. */
export const findBoards = (
  text: string,
  among: readonly Puzzle[],
  kinds: readonly DrawnKind[] = [],
): readonly Found[] => {
  const found = boardsIn(text, among, kinds);
  const parts = found.length === 0 ? startAndGoal(text) : undefined;
  if (!parts) return found;
  const [start, goal] = parts;
  const first = boardsIn(start, among, kinds);
  // A sign behind a row may look as if a board of the same size began there.
  const isFirstQuestion = first.length === 1 && partedQuestion(first[0]!.puzzle, text)?.ok;
  const last = isFirstQuestion ? boardsIn(goal, among, kinds) : [];
  return last.length === 1 ? distinct([...first, ...last]) : [];
};

/** A puzzle, and what is wrong with a text as a position of it. */
export interface Likeness {
  readonly puzzle: Puzzle;
  readonly problem: Problem;
}

const severalPositions = (puzzle: string, first: string, second: string): BadInput =>
  wrong('several-positions', { puzzle, first, second });
const textOf = ({ puzzle, position }: Found): string => puzzle.formatPosition(position);

/** The positions of a puzzle in parts of rows. */
const partsIn = (rows: string, puzzle: Puzzle): readonly Found[] => {
  const drawn = drawingsIn(rows).flatMap(({ text: part, span }) => {
    const position = puzzle.parsePosition(part);
    return position.ok ? [{ puzzle, position: position.value, span }] : [];
  });
  return distinct(wholeOnes([...findPositions(rows, [puzzle]), ...drawn], rows.length)).sort(
    (a, b) => a.span[0] - b.span[0],
  );
};

/** The same in a text, without rows of larger boards of its kind. */
const wholesIn = (typed: string, puzzle: Puzzle): readonly Found[] => {
  const kind = drawnKindOf(puzzle);
  for (const rows of kind ? plainTexts(typed) : []) {
    const larger = drawnIn(rows, kind!).filter((one) => one.puzzle.board.size > puzzle.board.size);
    if (larger.length > 0) return partsIn(rows, puzzle).filter((one) => !larger.some((other) => isRowsOf(one, other)));
  }
  return inTexts(typed, (rows) => partsIn(rows, puzzle));
};

/**
 * The position that a text says: the whole text, or the only position in it.
 * @returns of a text without a position, what is wrong with the whole
 */
export const readPosition = (puzzle: Puzzle, typed: string): Result<Position> => {
  const whole = puzzle.parsePosition(withoutFrame(typed));
  if (whole.ok) return whole;
  const texts = plainTexts(typed);
  const inner = texts.map(puzzle.parsePosition);
  const plain = inner.find((read) => read.ok);
  if (plain) return plain;
  const [only, other] = wholesIn(typed, puzzle);
  if (only) return other ? severalPositions(puzzle.id, textOf(only), textOf(other)) : ok(only.position);
  return tellingProblem(whole, [...inner, ...drawingsIn(texts[0]).map((one) => puzzle.parsePosition(one.text))]);
};

/** What is wrong with a text that draws no board of a kind, or the puzzle whose position is wrong. */
const drawnProblem = (kind: DrawnKind, texts: Some<string>): Result<Puzzle> => {
  const [whole, ...others] = texts.map((rows) => puzzleBy(rows, kind)) as [Result<Puzzle>, ...Result<Puzzle>[]];
  if (whole.ok) {
    // What stands around a board is none of its rows.
    const [drawing] = drawingsIn(texts[0]);
    const inside = drawing ? puzzleBy(drawing.text, kind) : whole;
    return inside.ok ? inside : whole;
  }
  // The marks of a frame are not the problem. Of other rows, no place is known.
  if (!whole.problem.code.endsWith('-mark')) return whole;
  const refusal = others.find((one) => !one.ok && !one.problem.code.endsWith('-mark'));
  return refusal && !refusal.ok ? wrong(refusal.problem.code, refusal.problem.values) : whole;
};

/** The puzzle of a kind on the board that a text draws, as a whole or in a part of it. */
const drawnOn = (kind: DrawnKind, typed: string): Result<Puzzle> => {
  const [text, ...others] = plainTexts(typed);
  // A single row may be one of a table.
  const texts: Some<string> = [text, ...others.filter((rows) => rows.trim().includes('\n'))];
  for (const rows of texts) {
    const [whole] = drawnBy({ text: rows, span: [0, rows.length] }, kind);
    if (!whole) continue;
    // A word above or below may be one of its rows.
    const [inner, other] = drawingsIn(rows).flatMap((part) => drawnBy(part, kind));
    const isWithout = inner && !other && inner.puzzle.board.rows < whole.puzzle.board.rows;
    return isWithout ? severalPositions(kind.name, textOf(whole), textOf(inner)) : ok(whole.puzzle);
  }
  const whole = puzzleBy(text, kind);
  if (!whole.ok && whole.problem.code === 'which-size') return whole;
  const [one, ...more] = inTexts(typed, (rows) => drawnIn(rows, kind));
  const other = more.find(({ puzzle }) => puzzle !== one!.puzzle);
  if (one && other) return severalPositions(kind.name, textOf(one), textOf(other));
  const puzzle = one?.puzzle ?? namedBoards(kind, largeByRows(text))[0];
  return puzzle ? ok(puzzle) : drawnProblem(kind, texts);
};

/** The same for a text that says no goal. */
const puzzleOn = (chosen: Puzzle | DrawnKind, typed: string): Result<Puzzle> => {
  const usual = 'id' in chosen ? chosen : undefined;
  const kind = 'id' in chosen ? chosen.kind : chosen;
  if (usual && (!kind || readPosition(usual, plainTexts(typed)[0]).ok)) return ok(usual);
  const puzzle = drawnOn(kind!, typed);
  // The chosen board says what is wrong with a text that draws none.
  const isSeveral = !puzzle.ok && /^(?:several-positions|mixed-rows)$/u.test(puzzle.problem.code);
  if (!puzzle.ok) return usual && !isSeveral ? ok(usual) : puzzle;
  return ok((usual && puzzle.value.inMetric?.(usual.metric)) ?? puzzle.value);
};

/** The goal that a text says, in the same forms as positions. @returns of a text without a goal, what is wrong with the whole */
export const readGoal = (puzzle: Puzzle, typed: string, start?: Position): Result<Goal> => {
  const whole = puzzle.parseGoal(typed, start);
  if (whole.ok) return whole;
  const own = typed.replace(goalName, '');
  const inner = [own, ...plainTexts(own)].map((rows) => puzzle.parseGoal(rows, start));
  const read = inner.find(({ ok: isRead }) => isRead);
  if (read) return read;
  const board = readPosition(puzzle, own);
  return board.ok ? puzzle.parseGoal(puzzle.formatPosition(board.value), start) : whole;
};

/** Whether parts of a text have the same cells in any order. */
const areAlike = (parts: readonly string[]): boolean =>
  new Set(parts.map((part) => [...part.replace(/\s/gu, '')].sort().join(''))).size === 1;

/** What is wrong with a text that is two boards of the same pieces, where nothing says which of them is the goal. */
export const twoBoards = (kinds: readonly DrawnKind[], typed: string): Likeness | undefined => {
  const texts = typed.length > longestWhole ? [] : plainTexts(typed);
  const alike = texts.flatMap(halvesOf).filter(areAlike);
  for (const [kind, parts] of kinds.flatMap((one) => alike.map((both) => [one, both] as const))) {
    const puzzle = puzzleBy(parts[0]!, kind);
    const [one, other] = puzzle.ok ? parts.map(puzzle.value.parsePosition) : [];
    if (!puzzle.ok || !one?.ok || !other?.ok || goalOf(puzzle.value, one.value).positions.length === 0) continue;
    const [first = '', second = ''] = [one, other].map(({ value }) => puzzle.value.formatPosition(value));
    const { problem } = severalPositions(puzzle.value.id, first, second);
    if (first !== second) return { puzzle: puzzle.value, problem };
  }
  return undefined;
};

/** A question with a start and a goal of its own, or with that of the start. */
const plainQuestion = (puzzle: Puzzle, position: string, goal = ''): Result<Question> => {
  const start = readPosition(puzzle, position);
  if (!start.ok) return start;
  const own = (): Result<Goal> => goalBeside(puzzle, position, start.value) ?? ok(goalOf(puzzle, start.value));
  const end = goal.trim() === '' ? own() : readGoal(puzzle, goal, start.value);
  return end.ok ? puzzle.question(start.value, end.value) : end;
};

/** The same, where two boards without a word between may be a start and its goal. */
const wholeQuestion = (puzzle: Puzzle, position: string, goal = ''): Result<Question> => {
  const question = plainQuestion(puzzle, position, goal);
  const kind = drawnKindOf(puzzle);
  const two = question.ok || goal.trim() !== '' || !kind ? undefined : twoBoards([kind], position);
  return two ? { ok: false, problem: two.problem } : question;
};

/** A puzzle, and a question on its board. */
interface BoardQuestion {
  readonly puzzle: Puzzle;
  readonly question: Question;
}

/** How many of a board's cells a text has that is probably a board, though nobody can read it. */
const probably = 0.75;

/** Whether a part of a text is a board of a puzzle's pieces, or nearly: a run of words has half of its cells at least. */
const isNearly = ({ recognition, board }: Puzzle, text: string): boolean => {
  let cells = 0;
  if (countCells(text) >= probably * board.size) return true;
  return wordsOf(tokens(text, recognition.separators)).some((word) => {
    const isOne = word.every((token) => recognition.isPiece(token.text)) && !recognition.isProse(word);
    cells = isOne ? cells + recognition.cellsOf(word).numbers : 0;
    return cells >= board.size / 2;
  });
};

/** What is wrong with a part of a text, and where it is in the text. */
const wrongIn = (text: string, part: string, { problem }: BadInput): BadInput => {
  const { code, values, span } = problem;
  const at = text.lastIndexOf(part);
  const [from, to] = span ?? [part.length - part.trimStart().length, part.trimEnd().length];
  return wrong(code, values, at === -1 ? undefined : [at + from, at + to]);
};

/**
 * The question of a text that says a start and its goal, which may go on.
 * @returns what is wrong with one of them where the other is a board; undefined for a text that says only one board
 */
const partedQuestion = (chosen: Puzzle | DrawnKind, text: string): Result<BoardQuestion> | undefined => {
  const [start, end, isCertain] = startAndGoal(text) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const drawn = puzzleOn(chosen, start);
  const position = drawn.ok ? readPosition(drawn.value, start) : drawn;
  if (!drawn.ok || !position.ok) {
    const ending = puzzleOn(chosen, end);
    const isMeant = ending.ok && isNearly(ending.value, start) && readPosition(ending.value, end).ok;
    return isMeant && !position.ok ? wrongIn(text, start, position) : undefined;
  }
  const puzzle = drawn.value;
  const goal = readGoal(puzzle, end, position.value);
  const last = goal.ok ? undefined : readPosition(puzzle, end);
  if (last && !last.ok) return isCertain && isNearly(puzzle, end) ? wrongIn(text, end, last) : undefined;
  const question = goal.ok ? puzzle.question(position.value, goal.value) : goal;
  if (question.ok) return ok({ puzzle, question: question.value });
  return isCertain ? question : undefined;
};

/** The same, unless all of a text is one board: then an arrow behind a row is its exit. */
const questionWithGoal = (chosen: Puzzle | DrawnKind, text: string): Result<BoardQuestion> | undefined => {
  const question = partedQuestion(chosen, text);
  const whole = question?.ok === false ? puzzleOn(chosen, text) : undefined;
  return whole?.ok && plainTexts(text).some((rows) => whole.value.parsePosition(rows).ok) ? undefined : question;
};

/** The same puzzle on the board that a text draws, where its kind has others; of a kind, the puzzle on that board. */
export const puzzleFor = (chosen: Puzzle | DrawnKind, typed: string): Result<Puzzle> => {
  const question = questionWithGoal(chosen, typed);
  return question?.ok ? ok(question.value.puzzle) : puzzleOn(chosen, typed);
};

/** The question that was typed. Every way to ask reads it here or below, so that none forgets the goal of the start. */
export const parseQuestion = (puzzle: Puzzle, position: string, goal = ''): Result<Question> => {
  const question = goal.trim() === '' ? questionWithGoal(puzzle, position) : undefined;
  if (question && !question.ok) return question;
  return question?.value.puzzle === puzzle ? ok(question.value.question) : wholeQuestion(puzzle, position, goal);
};

/** The same on the board that the position draws, with the puzzle there. */
export const questionFor = (chosen: Puzzle | DrawnKind, position: string, goal?: string): Result<BoardQuestion> => {
  const withGoal = goal?.trim() ? undefined : questionWithGoal(chosen, position);
  if (withGoal) return withGoal;
  const puzzle = puzzleOn(chosen, position);
  if (!puzzle.ok) return puzzle;
  const question = wholeQuestion(puzzle.value, position, goal);
  return question.ok ? ok({ puzzle: puzzle.value, question: question.value }) : question;
};

/** Whether a text says one position of what is chosen. */
export const saysPosition = (chosen: Puzzle | DrawnKind, text: string): boolean => {
  const question = questionWithGoal(chosen, text);
  if (question) return question.ok;
  const puzzle = puzzleOn(chosen, text);
  return puzzle.ok && readPosition(puzzle.value, text).ok;
};

/** The puzzles of which a text says a position: some of those, or of some kinds. */
export const puzzlesIn = (text: string, among: readonly Puzzle[], kinds: readonly DrawnKind[] = []): Puzzle[] => {
  const [board] = plainTexts(text);
  const whole = text.length > longestWhole ? [] : among.filter((puzzle) => puzzle.parsePosition(board).ok);
  if (whole.length > 0) return whole;
  const found = new Set(findBoards(text, among, kinds).map(({ puzzle }) => puzzle));
  return [...among.filter((puzzle) => found.has(puzzle)), ...[...found].filter((puzzle) => !among.includes(puzzle))];
};

/** With names or sizes, as far as a text may say their positions. */
export const puzzlesAndSizesIn = (text: string): readonly Puzzle[] => [...puzzlesAndSizes, ...largeSizes(text)];

/** The puzzles of which a text says a position. Those that have a name come before those that have only a size. */
export const puzzlesOf = (text: string): Puzzle[] => {
  const those = puzzlesIn(text, puzzlesAndSizesIn(text), drawnKinds);
  const named = those.filter((puzzle) => puzzles.includes(puzzle));
  return named.length > 0 ? named : those;
};
