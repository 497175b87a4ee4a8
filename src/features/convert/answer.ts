/** The answer to `/convert`. Pure: from texts to components. */
import type { TFunction } from 'i18next';
import { type Components, colours, container, text } from '../../discord/message.ts';
import { fitting, harmless } from '../../discord/text.ts';
import { explainMoveProblem, explainProblem, titleOf } from '../../locales/index.ts';
import { backwards, parseMoves, parseMovesTo, simplified } from '../../puzzles/moves.ts';
import { type Move, type MovesResult, type Position, type Puzzle, replay } from '../../puzzles/puzzle.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { movesIn, positionIn } from './notations.ts';

/** Room for each notation of a list of moves, of a message's 4,000 characters. */
const movesRoom = 1000;

export interface Conversion {
  readonly puzzle: Puzzle;
  readonly text: string;
  /** Where moves start; absent: wherever they must to end at the goal. */
  readonly position?: string | undefined;
  readonly isReversed: boolean;
  readonly isSimplified: boolean;
}

export interface Converted {
  /** Whether the text was understood. */
  readonly isFound: boolean;
  readonly components: Components;
}

const block = (label: string, content: string): string => `**${label}**\n\`\`\`\n${content}\n\`\`\``;

const positionCard = (t: TFunction, puzzle: Puzzle, position: Position): Components =>
  container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}`),
    text(
      positionIn(puzzle, position)
        .map(({ notation, content }) => block(t(`convert.${notation}`), content))
        .join('\n'),
    ),
    text(`**${t('convert.emoji')}**\n${emojiBoard(puzzle, position)}`),
  );

const movesCard = (
  t: TFunction,
  { puzzle, isReversed, isSimplified }: Conversion,
  given: Position,
  read: readonly Move[],
  notes: readonly string[],
): Components => {
  const kept = isSimplified ? simplified(read) : read;
  const end = replay(puzzle, given, kept).at(-1)!;
  const [start, moves] = isReversed ? [end, backwards(kept)] : [given, kept];
  const last = isReversed ? given : end;
  const values = { count: moves.length, from: puzzle.formatPosition(start), to: puzzle.formatPosition(last) };
  const lists = movesIn(puzzle, start, moves).map(({ notation, parts, between }) => {
    const label = notation === 'named' ? t(`convert.named.${puzzle.family}`) : t(`convert.${notation}`);
    const { text: shown, left } = fitting(parts, movesRoom, between);
    return block(label, left === 0 ? shown : `${shown} … ${t('answer.more', { count: left })}`);
  });
  const cancelled = (read.length - kept.length) / 2;
  const said = [...notes, ...(isSimplified ? [t('convert.simplified', { count: cancelled })] : [])];
  return container(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}\n${t('convert.moves', values)}`),
    text(moves.length === 0 ? t('convert.none') : lists.join('\n')),
    ...(said.length === 0 ? [] : [text(said.map((note) => `-# ${note}`).join('\n'))]),
  );
};

/** Where moves start when nobody says: where everybody plays pegs from; for slides, wherever they end at the goal. */
const readMoves = (
  puzzle: Puzzle,
  written: string,
  given: Position | undefined,
): { readonly start: Position | undefined; readonly line: MovesResult } => {
  if (given) return { start: given, line: parseMoves(puzzle, given, written) };
  if (puzzle.family === 'peg') {
    const classic = puzzle.parsePosition(puzzle.landmarks[0]!.position);
    if (!classic.ok) throw new RangeError(`${puzzle.id}: a landmark that is no position`);
    return { start: classic.value, line: parseMoves(puzzle, classic.value, written) };
  }
  const end = puzzle.goal.positions[0]!;
  const line = parseMovesTo(puzzle, end, written);
  return { start: line.ok ? replay(puzzle, end, backwards(line.value.moves)).at(-1) : undefined, line };
};

/** A position or moves, in all notations; or what is wrong with both readings. */
export const convert = (t: TFunction, asked: Conversion): Converted => {
  const { puzzle } = asked;
  const failed = (...lines: string[]): Converted => ({
    isFound: false,
    components: container(colours.unsolvable, text(lines.join('\n'))),
  });
  const given = asked.position === undefined ? undefined : puzzle.parsePosition(asked.position);
  if (given && !given.ok) return failed(explainProblem(t, given.problem, harmless));
  const position = puzzle.parsePosition(asked.text);
  if (position.ok) return { isFound: true, components: positionCard(t, puzzle, position.value) };
  const { start, line } = readMoves(puzzle, asked.text, given?.value);
  if (!line.ok || !start) {
    const problem = line.ok ? '' : explainMoveProblem(t, line.problem, harmless);
    const isToGoal = !given && puzzle.family !== 'peg';
    return failed(
      t('convert.neither'),
      `- ${t('convert.asPosition', { problem: explainProblem(t, position.problem, harmless) })}`,
      `- ${t(isToGoal ? 'convert.asMovesToGoal' : 'convert.asMoves', { problem })}`,
    );
  }
  const { moves, notation, certainty } = line.value;
  const notes = [
    ...(given || puzzle.family === 'peg' ? [] : [t('convert.toGoal')]),
    ...(notation === 'named'
      ? []
      : [t(`analyse.reading.${notation}-${certainty}` as 'analyse.reading.piece-ways-usage')]),
  ];
  return { isFound: true, components: movesCard(t, asked, start, moves, notes) };
};
