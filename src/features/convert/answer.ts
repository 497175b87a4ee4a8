/** The answer to `/convert`. */
import type { TFunction } from 'i18next';
import {
  type Components,
  colours,
  container,
  joined,
  linkButton,
  picture,
  row,
  text,
  wordsOf,
} from '../../discord/message.ts';
import { fitting, harmless } from '../../discord/text.ts';
import {
  explainMoveProblem,
  explainObstacle,
  explainProblem,
  familyText,
  readingNote,
  titleOf,
} from '../../locales/index.ts';
import { type Line, readLine } from '../../puzzles/line.ts';
import { backwards, formatMoves, simplified, withCounts } from '../../puzzles/moves.ts';
import { type Move, type MoveNotation, type Position, type Puzzle, questionOf, replay } from '../../puzzles/puzzle.ts';
import { readPosition } from '../../puzzles/reader.ts';
import { replayLink } from '../../puzzles/replay-link.ts';
import { describe } from '../../render/description.ts';
import { emojiBoard } from '../../render/emoji.ts';
import type { View } from '../../render/presentation.ts';

/** Room for each list of moves, of a message's 4,000 characters. */
const movesRoom = 480;
const longestInSentence = 100;

export interface Conversion {
  readonly puzzle: Puzzle;
  readonly text: string;
  /** The start of moves; absent if they end at the goal, or begin there. */
  readonly position?: string | undefined;
  readonly isReversed: boolean;
  readonly isSimplified: boolean;
  /** Whether the moves begin at the goal. */
  readonly isScramble?: boolean;
  /** What directions say, if somebody says it. */
  readonly told?: MoveNotation | undefined;
  readonly view?: View;
}

export interface Converted {
  readonly isFound: boolean;
  readonly components: Components;
  /** What to draw for the picture or the animation of the message. */
  readonly scene?: { readonly file: string; readonly position: Position; readonly moves: readonly Move[] };
}

const block = (label: string, ...lines: string[]): string => `**${label}**\n\`\`\`\n${lines.join('\n')}\n\`\`\``;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const squareOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one * one, 0);

/**
 * The mean of the sum of all tiles' ways over all solvable positions, and their standard deviation. Each tile is as likely on
 * one cell as on another, and so are two tiles on two cells, unless these decide where the others are.
 * @param ways of each tile from each cell
 */
const spread = (
  ways: readonly (readonly number[])[],
  size: number,
): { mean: number; deviation: number | undefined } => {
  const ofTiles = ways.map(sumOf);
  const ofCells = Array.from({ length: size }, (_, cell) => sumOf(ways.map((own) => own[cell]!)));
  const squares = sumOf(ways.map(squareOf));
  const mean = sumOf(ofTiles) / size;
  // The products of the ways of two tiles on two cells: all products less those on one cell.
  const products = sumOf(ofTiles) ** 2 - squareOf(ofTiles) - (squareOf(ofCells) - squares);
  const variance = squares / size + products / (size * (size - 1)) - mean ** 2;
  return { mean, deviation: size < 5 ? undefined : Math.sqrt(variance) };
};

/** The sum of the ways of all tiles to their places, on boards of numbered tiles, and that of random positions. */
const manhattan = (t: TFunction, { board, goal, positionNotations }: Puzzle, position: Position): string => {
  if (!positionNotations(position).some(({ notation }) => notation === 'numberRows')) return '';
  const end = goal.positions[0]!;
  const ways = position.map((tile, cell) => (tile === 0 ? 0 : board.distance[cell]![end.indexOf(tile)]!));
  const { mean, deviation } = spread(
    end.flatMap((tile, cell) => (tile === 0 ? [] : [board.distance[cell]!])),
    board.size,
  );
  const values = {
    count: sumOf(ways),
    mean: Math.round(mean * 10) / 10,
    deviation: deviation === undefined ? '' : t('convert.deviation', { value: Math.round(deviation * 100) / 100 }),
  };
  return t(board.lattice === 'square' ? 'convert.manhattan' : 'convert.ways', values);
};

/** A position in a sentence; those of large boards have no room there. */
const inSentence = (puzzle: Puzzle, position: Position): string => {
  const written = puzzle.formatPosition(position);
  return written.length > longestInSentence ? `${written.slice(0, longestInSentence)}…` : written;
};

/** Whether a solution exists, as far as a rule tells it. */
const solvability = (t: TFunction, puzzle: Puzzle, start: Position): string => {
  const question = questionOf(puzzle, start);
  const obstacle = question.ok && puzzle.obstacle(question.value);
  if (obstacle) return explainObstacle(t, obstacle);
  return puzzle.drawsSolvable ? t('convert.solvable') : '';
};

const drawn = (t: TFunction, { puzzle, view }: Conversion, position: Position, moves: readonly Move[]) => {
  if (view === undefined || view === 'emoji') return undefined;
  const isAnimated = view === 'animation' && moves.length > 0;
  const file = isAnimated ? 'moves.gif' : 'board.png';
  const board = describe(puzzle, position, wordsOf(t));
  const alt = isAnimated ? t('alt.animation', { count: moves.length, board }) : board;
  return { shown: picture(file, alt), scene: { file, position, moves: isAnimated ? moves : [] } };
};

const positionCard = (t: TFunction, asked: Conversion, position: Position): Converted => {
  const { puzzle } = asked;
  const drawing = drawn(t, asked, position, []);
  const note = joined([solvability(t, puzzle, position), manhattan(t, puzzle, position)]);
  const components = container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}`),
    text(joined(puzzle.positionNotations(position).map((one) => block(t(`convert.${one.notation}`), one.content)))),
    !drawing && text(`**${t('convert.emoji')}**`),
    drawing?.shown ?? text(emojiBoard(puzzle, position)),
    note !== '' && text(note),
  );
  return { isFound: true, components, ...(drawing && { scene: drawing.scene }) };
};

/** A list of moves as it is usually written, and below it without counts. */
const listsOf = (t: TFunction, puzzle: Puzzle, start: Position, moves: readonly Move[]): string[] =>
  puzzle.moveNotations.map(({ notation, separator, hasCounts }) => {
    const label = notation === 'named' ? familyText(t, 'convert.named', puzzle) : t(`convert.${notation}`);
    const single = formatMoves(puzzle, start, moves, notation);
    const lists = hasCounts ? [withCounts(single), single] : [single];
    const lines = lists.map((list) => {
      const { text: shown, left } = fitting(list, movesRoom, separator);
      return left === 0 ? shown : `${shown} … ${t('answer.more', { count: left })}`;
    });
    return block(label, ...new Set(lines));
  });

const movesCard = (t: TFunction, asked: Conversion, line: Line): Converted => {
  const { puzzle, isReversed, isSimplified } = asked;
  const kept = isSimplified ? simplified(line.moves) : line.moves;
  const end = replay(puzzle, line.start, kept).at(-1)!;
  const [start, last] = isReversed ? [end, line.start] : [line.start, end];
  const moves = isReversed ? backwards(kept) : kept;
  const values = { count: moves.length, from: inSentence(puzzle, start), to: inSentence(puzzle, last) };
  // The end of a scramble is of interest, and the start of a solution.
  const isEndShown = line.kind === 'scramble' && asked.view === 'picture' && !isReversed;
  const drawing = drawn(t, asked, isEndShown ? last : start, moves);
  const link = moves.length > 0 && replayLink(puzzle, start, moves);
  const replayButton = link && linkButton(link, t('answer.replay'));
  const notes = [
    line.kind === 'solution' && t('convert.toGoal'),
    line.kind === 'scramble' && t('convert.fromGoal'),
    line.scrambled && t('convert.orScramble', { position: inSentence(puzzle, line.scrambled) }),
    readingNote(t, line),
    isSimplified && t('convert.simplified', { count: (line.moves.length - kept.length) / 2 }),
  ];
  const said = joined(notes.map((note) => note && `-# ${note}`));
  const components = container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}\n${t('convert.moves', values)}`),
    text(moves.length === 0 ? t('convert.none') : listsOf(t, puzzle, start, moves).join('\n')),
    drawing?.shown,
    said && text(said),
    replayButton && row(replayButton),
  );
  return { isFound: true, components, ...(drawing && { scene: drawing.scene }) };
};

const problemKeys = {
  given: 'convert.asMoves',
  solution: 'convert.asMovesToGoal',
  scramble: 'convert.asScramble',
} as const;

/** A position or moves in all notations, or the problems of both readings. */
export const convert = (t: TFunction, asked: Conversion): Converted => {
  const { puzzle, isScramble, told } = asked;
  const failed = (...lines: string[]): Converted => {
    const components = container(colours.unsolvable, text(joined(lines)));
    return { isFound: false, components };
  };
  const given = asked.position === undefined ? undefined : readPosition(puzzle, asked.position);
  if (given && !given.ok) return failed(explainProblem(t, given.problem, harmless));
  const position = puzzle.parsePosition(asked.text);
  if (position.ok) return positionCard(t, asked, position.value);
  const read = readLine(puzzle, asked.text, {
    start: given?.value,
    as: isScramble ? 'scramble' : undefined,
    told,
  });
  if (read.ok) return movesCard(t, asked, read.line);
  // Last, as moves may hold what looks like a position.
  const inText = readPosition(puzzle, asked.text);
  if (inText.ok) return positionCard(t, asked, inText.value);
  const problem = explainMoveProblem(t, read.problem, harmless);
  return failed(
    t('convert.neither'),
    `- ${t('convert.asPosition', { problem: explainProblem(t, inText.problem, harmless) })}`,
    `- ${t(problemKeys[read.kind], { problem })}`,
  );
};
