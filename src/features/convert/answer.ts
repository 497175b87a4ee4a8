/** The answer to `/convert`. */
import type { TFunction } from 'i18next';
import { type Components, colours, container, joined, text } from '../../discord/message.ts';
import { fitting, harmless } from '../../discord/text.ts';
import { explainMoveProblem, explainProblem, familyText, readingNote, titleOf } from '../../locales/index.ts';
import { backwards, formatMoves, parseMoves, parseMovesTo, simplified } from '../../puzzles/moves.ts';
import {
  anything,
  type Move,
  type MovesResult,
  type Position,
  type Puzzle,
  replay,
  unwrap,
} from '../../puzzles/puzzle.ts';
import { emojiBoard } from '../../render/emoji.ts';

/** Room for each notation of a list of moves, of a message's 4,000 characters. */
const movesRoom = 1000;

export interface Conversion {
  readonly puzzle: Puzzle;
  readonly text: string;
  /** The start of moves; absent if they end at the goal. */
  readonly position?: string | undefined;
  readonly isReversed: boolean;
  readonly isSimplified: boolean;
}

export interface Converted {
  readonly isFound: boolean;
  readonly components: Components;
}

const block = (label: string, content: string): string => `**${label}**\n\`\`\`\n${content}\n\`\`\``;

const positionCard = (t: TFunction, puzzle: Puzzle, position: Position): Components =>
  container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}`),
    text(joined(puzzle.positionNotations(position).map((one) => block(t(`convert.${one.notation}`), one.content)))),
    text(`**${t('convert.emoji')}**`),
    text(emojiBoard(puzzle, position)),
  );

const movesCard = (
  t: TFunction,
  { puzzle, isReversed, isSimplified }: Conversion,
  given: Position,
  read: readonly Move[],
  notes: readonly (string | false)[],
): Components => {
  const kept = isSimplified ? simplified(read) : read;
  const end = replay(puzzle, given, kept).at(-1)!;
  const [start, last] = isReversed ? [end, given] : [given, end];
  const moves = isReversed ? backwards(kept) : kept;
  const values = { count: moves.length, from: puzzle.formatPosition(start), to: puzzle.formatPosition(last) };
  const lists = puzzle.moveNotations.map(({ notation, separator }) => {
    const label = notation === 'named' ? familyText(t, 'convert.named', puzzle) : t(`convert.${notation}`);
    const { text: shown, left } = fitting(formatMoves(puzzle, start, moves, notation), movesRoom, separator);
    return block(label, left === 0 ? shown : `${shown} … ${t('answer.more', { count: left })}`);
  });
  const simplifiedNote = isSimplified && t('convert.simplified', { count: (read.length - kept.length) / 2 });
  const said = joined([...notes, simplifiedNote].map((note) => note && `-# ${note}`));
  return container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}\n${t('convert.moves', values)}`),
    text(moves.length === 0 ? t('convert.none') : lists.join('\n')),
    said && text(said),
  );
};

/** Whether moves can be read back from the goal: it says where all pieces are. */
const hasOneEnd = ({ isReversible, goal }: Puzzle): boolean =>
  isReversible && goal.positions.length === 1 && !goal.positions[0]!.includes(anything);

/** Read moves from the given position, or to the goal, or from the classic start. */
const readMoves = (
  puzzle: Puzzle,
  written: string,
  given: Position | undefined,
): { readonly start?: Position | undefined; readonly line: MovesResult } => {
  if (given) return { start: given, line: parseMoves(puzzle, given, written) };
  if (!hasOneEnd(puzzle)) {
    const classic = unwrap(puzzle.parsePosition(puzzle.landmarks[0]!.position), `${puzzle.id}: landmark`);
    return { start: classic, line: parseMoves(puzzle, classic, written) };
  }
  const end = puzzle.goal.positions[0]!;
  const line = parseMovesTo(puzzle, end, written);
  return { start: line.ok ? replay(puzzle, end, backwards(line.value.moves)).at(-1) : undefined, line };
};

/** A position or moves in all notations, or the problems of both readings. */
export const convert = (t: TFunction, asked: Conversion): Converted => {
  const { puzzle } = asked;
  const failed = (...lines: string[]): Converted => {
    const components = container(colours.unsolvable, text(joined(lines)));
    return { isFound: false, components };
  };
  const given = asked.position === undefined ? undefined : puzzle.parsePosition(asked.position);
  if (given && !given.ok) return failed(explainProblem(t, given.problem, harmless));
  const position = puzzle.parsePosition(asked.text);
  if (position.ok) return { isFound: true, components: positionCard(t, puzzle, position.value) };
  const { start, line } = readMoves(puzzle, asked.text, given?.value);
  const endsAtGoal = !given && hasOneEnd(puzzle);
  if (!line.ok || !start) {
    const problem = line.ok ? '' : explainMoveProblem(t, line.problem, harmless);
    return failed(
      t('convert.neither'),
      `- ${t('convert.asPosition', { problem: explainProblem(t, position.problem, harmless) })}`,
      `- ${t(endsAtGoal ? 'convert.asMovesToGoal' : 'convert.asMoves', { problem })}`,
    );
  }
  const notes = [endsAtGoal && t('convert.toGoal'), readingNote(t, line.value)];
  return { isFound: true, components: movesCard(t, asked, start, line.value.moves, notes) };
};
