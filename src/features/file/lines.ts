/** Files of positions or solves: a line each, as text or as comma-separated values. Each line is read by itself. */

import { findPositions } from '../../puzzles/finder.ts';
import { readLine } from '../../puzzles/line.ts';
import { chunks, runsOf } from '../../puzzles/lists.ts';
import {
  type DrawnKind,
  type Move,
  type MoveNotation,
  type MoveProblem,
  ok,
  type Problem,
  type Puzzle,
  type Question,
  questionOf,
} from '../../puzzles/puzzle.ts';
import { puzzlesOf, questionFor, readPosition, saysPosition } from '../../puzzles/reader.ts';
import { allPuzzles, puzzleOfSize } from '../../puzzles/registry.ts';
import { readReplayLink } from '../../puzzles/replay-link.ts';
import { numbersIn } from '../../puzzles/series.ts';

/** What a line of a file is: a position to solve, or a solve to judge. */
export const purposes = ['solve', 'analyse'] as const;
export type Purpose = (typeof purposes)[number];

/** A line that is not blank, by its number in the file, from 1. */
export type NumberedLine = readonly [number: number, text: string];

/** Lines of one file, at most, without its header and blank ones. */
export const mostLines = 1000;
/** Characters of a line. A longer one is refused, so it is kept up to the first of too many. */
const longestLine = 4000;

/** A line between boards, unless its mark is one of their cells. */
const rule = /^\s*([-=*~])\1{2,}\s*$/u;

/** The lines of a file that are not blank, without those between boards and above them. */
export const fileLines = (text: string): NumberedLine[] => {
  const lines = text.split(/\r\n|\n|\r/u);
  const cells = lines.filter((line) => !rule.test(line)).join('');
  const isRule = (line: string): boolean => {
    const [, mark] = rule.exec(line) ?? [];
    return mark !== undefined && !cells.includes(mark);
  };
  // A row of empty cells has tabs only: those of the row above.
  const isEmptyRow = (line: string, at: number): boolean =>
    /^\t{2,}$/u.test(line) && lines[at - 1]?.split('\t').length === line.length + 1;
  const numbers = new Set(numbersIn(lines).flatMap(({ at, rest }) => (rest === '' ? at + 1 : [])));
  return lines
    .map((line, index): NumberedLine => [index + 1, line.slice(0, longestLine + 1)])
    .filter(([number, line]) => line.trim() !== '' || isEmptyRow(line, number - 1))
    .filter(([number, line]) => !isRule(line) && !numbers.has(number));
};

/** Lines that are looked at to tell the puzzle of a file, and characters of each text: a frame of 12 × 12 cells. */
const mostSamples = 4;
const longestSample = 1250;
/** Lines of a board in a file, at most, where no blank lines are between boards. */
const mostRows = 9;

/** Whether a text says one position. */
type Tells = (text: string) => boolean;

/** Of what is chosen, or else of some puzzle; and the same on a board that has one size. */
const tellsOf = (chosen: Puzzle | DrawnKind | undefined): { readonly isPosition: Tells; readonly isUsual: Tells } => {
  const among = (text: string): readonly (Puzzle | DrawnKind)[] => (chosen ? [chosen] : puzzlesOf(text));
  const isUsual = (puzzle: Puzzle | DrawnKind, text: string): boolean =>
    'id' in puzzle && (puzzle === chosen || allPuzzles.includes(puzzle)) && readPosition(puzzle, text).ok;
  return {
    isPosition: (text) => among(text).some((puzzle) => saysPosition(puzzle, text)),
    isUsual: (text) => among(text).some((puzzle) => isUsual(puzzle, text)),
  };
};

/** The lines of one board. */
type Group = readonly NumberedLine[];

/** Lines without a blank one between. */
const paragraphsOf = (lines: readonly NumberedLine[]): Group[] =>
  runsOf(lines, ([before], [number]) => number !== before + 1);

const textOf = (board: Group): string => board.map(([, line]) => line).join('\n');
const sampleOf = (board: Group): string => textOf(board).slice(0, longestSample);

/** The boards of a file as they are written: a line each, or several, between blank lines or one below the other. */
const groupsOf = (lines: readonly NumberedLine[], { isPosition, isUsual }: ReturnType<typeof tellsOf>): Group[] => {
  const single = chunks(lines, 1);
  if (headerOf(lines[0]?.[1] ?? '') || isPosition(sampleOf(lines.slice(0, 1)))) return single;
  const areBoards = (groups: readonly Group[], tells: Tells): boolean =>
    groups.length < lines.length && groups.slice(0, 2).every((board) => tells(sampleOf(board)));
  const paragraphs = paragraphsOf(lines);
  if (areBoards(paragraphs, isPosition)) return paragraphs;
  for (let height = 2; height <= mostRows; height++) {
    if (lines.length % height !== 0) continue;
    // Rows behind a board are those of the next one.
    const isShorter = height > 2 && isUsual(sampleOf(lines.slice(0, height - 2)));
    const boards = chunks(lines, height);
    if (!isShorter && areBoards(boards, isUsual)) return boards;
  }
  return single;
};

/**
 * The boards of a file as a line each. Only those of one size may stand without blank lines, and a line that says one is no row.
 * @param chosen absent if all puzzles may be meant
 */
export const boardsOf = (lines: readonly NumberedLine[], chosen?: Puzzle | DrawnKind): readonly NumberedLine[] => {
  const tells = tellsOf(chosen);
  return groupsOf(lines, tells).flatMap((board): readonly NumberedLine[] => {
    const [first] = board;
    if (!first || board.length === 1 || board.every(([, line]) => tells.isUsual(line))) return board;
    return [[first[0], textOf(board).slice(0, longestLine + 1)]];
  });
};

/** Names of columns, the best first. Our own files have a `solution` beside the number of `moves`. */
const columnNames = {
  position: ['position', 'scramble', 'start', 'state', 'board', '配置', 'スクランブル'],
  moves: ['solution', 'moves', 'solve', '手順', '解答'],
} as const;

interface Header {
  readonly position?: number | undefined;
  readonly moves?: number | undefined;
}

/**
 * The cells of a line between tabs, semicolons or commas. A stray quotation mark spoils its own line only, so this is no
 * reader of records, which may go over several lines.
 */
export const cellsOf = (line: string): string[] => {
  const separator = ['\t', ';', ','].find((one) => line.includes(one));
  if (separator === undefined) return [line.trim()];
  const cell = new RegExp(`(?!$)(?:"((?:[^"]|"")*)"|([^${separator}]*))(?:${separator}|$)`, 'guy');
  return Array.from(line.matchAll(cell), ([, quoted, bare = '']) =>
    // An apostrophe keeps a spreadsheet from reading a formula.
    (quoted?.replaceAll('""', '"') ?? bare).trim().replace(/^'(?=[=+\-@])/u, ''),
  );
};

/** The columns that a first line names, if it is a header. */
export const headerOf = (line: string): Header | undefined => {
  const cells = cellsOf(line).map((cell) => cell.toLowerCase());
  const columnOf = (names: readonly string[]): number | undefined => {
    const name = names.find((known) => cells.includes(known));
    return name === undefined ? undefined : cells.indexOf(name);
  };
  const header = { position: columnOf(columnNames.position), moves: columnOf(columnNames.moves) };
  return header.position === undefined && header.moves === undefined ? undefined : header;
};

/** The first one that is wrong with a line. */
export interface WrongLine {
  readonly ok: false;
  readonly about: 'position' | 'moves' | 'line';
  readonly problem: Problem | MoveProblem | Problem<'long-line' | 'broken-link' | 'other-size'>;
}
const wrongIn = (about: WrongLine['about'], problem: WrongLine['problem']): WrongLine => ({
  ok: false,
  about,
  problem,
});

/** What a line says. `moves`: those to judge. */
export type ReadLine =
  | { readonly ok: true; readonly puzzle: Puzzle; readonly question: Question; readonly moves?: readonly Move[] }
  | WrongLine;

interface Reading {
  readonly puzzle: Puzzle;
  readonly header?: Header | undefined;
  /** What directions say, if it is known. */
  readonly notation?: MoveNotation | undefined;
}

/** Cells of a line that are looked at. */
const mostCells = 32;

/** The texts of a line that may be its position. */
const candidatesOf = (line: string, header: Header | undefined): string[] => {
  const cells = cellsOf(line).slice(0, mostCells);
  return header?.position === undefined ? [line, ...cells] : [cells[header.position] ?? ''];
};

/** Characters of one piece, at most: the number of a tile. */
const longestPiece = 2;

const readQuestionIn = (line: string, { puzzle, header }: Reading): ReadLine => {
  const candidates = candidatesOf(line, header);
  const tried = candidates.map((text) => ({ text, read: questionFor(puzzle, text) }));
  const found = tried.find(({ read }) => read.ok)?.read;
  if (found?.ok) return { ok: true, ...found.value };
  // Of several cells the longest is meant, unless each is a piece.
  const cells = tried.slice(1).sort((a, b) => b.text.length - a.text.length);
  const meant = cells[0] && cells[0].text.length > longestPiece ? cells[0] : tried[0]!;
  const { problem } = meant.read as { readonly problem: Problem };
  return wrongIn('position', problem);
};

/** Where a position at the beginning of a line may end: more words or characters have no position. */
const mostWords = 64;
const longestPosition = 500;

/** A position, then moves: `5 3 8/… R2ULD`. */
const divided = (line: string, puzzle: Puzzle): [position: string, moves: string] | undefined => {
  const gaps = [...line.slice(0, longestPosition).matchAll(/[\s,;]+/gu)].slice(0, mostWords);
  const gap = gaps.find(({ index }) => index > 0 && puzzle.parsePosition(line.slice(0, index)).ok);
  const [from, to] = gap ? [0, gap.index] : (findPositions(line, [puzzle])[0]?.span ?? [0, 0]);
  const rest = line.slice(to).replace(/^[\s,;]+/u, '');
  return to > 0 && rest !== '' ? [line.slice(from, to), rest] : undefined;
};

/** The position and the moves of a solve. Without a position, the moves end at the goal. */
const partsOf = (line: string, { puzzle, header }: Reading): { position?: string | undefined; moves: string } => {
  const cells = cellsOf(line);
  if (header?.moves !== undefined) {
    const position = header.position === undefined ? undefined : cells[header.position] || undefined;
    return { position, moves: cells[header.moves] ?? '' };
  }
  const isPosition = (text: string): boolean => saysPosition(puzzle, text);
  const at = cells.findIndex(isPosition);
  if (at !== -1 && cells.length > 1) {
    const moves = cells.findLast((cell, index) => index !== at && cell !== '') ?? '';
    return { position: cells[at], moves };
  }
  const [position, moves = line] = divided(line.trim(), puzzle) ?? [];
  return { position, moves };
};

const readSolve = (line: string, reading: Reading): ReadLine => {
  const replay = readReplayLink(line);
  if (replay === 'broken') return wrongIn('line', { code: 'broken-link', values: {} });
  if (replay && puzzleOfSize(replay.size) !== reading.puzzle)
    return wrongIn('line', { code: 'other-size', values: { size: replay.size } });
  const { position, moves } = replay ?? partsOf(line, reading);
  const parsed = position === undefined ? undefined : questionFor(reading.puzzle, position);
  if (parsed && !parsed.ok) return wrongIn('position', parsed.problem);
  const { puzzle, question: given } = parsed?.value ?? { puzzle: reading.puzzle };
  const read = readLine(puzzle, moves, {
    ...given,
    notation: replay ? 'piece-directions' : reading.notation,
    as: 'solution',
  });
  if (!read.ok) return wrongIn('moves', read.problem);
  const question = given ? ok(given) : questionOf(puzzle, read.line.start);
  if (!question.ok) return wrongIn('position', question.problem);
  return { ok: true, puzzle, question: question.value, moves: read.line.moves };
};

/** Reads a line that is not the header. */
export const readFileLine = (line: string, purpose: Purpose, reading: Reading): ReadLine => {
  if (line.length > longestLine) return wrongIn('line', { code: 'long-line', values: { most: longestLine } });
  return purpose === 'solve' ? readQuestionIn(line, reading) : readSolve(line, reading);
};

/** A text with a position in the first lines, to tell the puzzle by. */
const samplePosition = (lines: readonly NumberedLine[], isPosition: Tells): string | undefined => {
  const header = headerOf(lines[0]?.[1] ?? '');
  const samples = lines.slice(header ? 1 : 0).slice(0, mostSamples);
  const candidates = samples.flatMap(([, line]) => candidatesOf(line.slice(0, longestSample), header));
  return [...new Set(candidates)].find(isPosition);
};

/** The boards or the solves of a file, and a position that tells the puzzle, if there is one. */
export const readFileText = (text: string, purpose: Purpose, chosen?: Puzzle | DrawnKind) => {
  const written = fileLines(text);
  const lines = purpose === 'solve' ? boardsOf(written, chosen) : written;
  return { lines, position: samplePosition(lines, tellsOf(chosen).isPosition) };
};
