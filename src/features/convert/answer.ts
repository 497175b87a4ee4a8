/** The answer to `/convert`, with a picture or an animation if somebody wants one. */
import type { TFunction } from 'i18next';
import {
  boardPart,
  card,
  colours,
  joinPresent,
  linkButton,
  type Message,
  type MessagePart,
  plainMessage,
  row,
  text,
} from '../../discord/message.ts';
import { harmless } from '../../discord/text.ts';
import {
  exampleOf,
  explainMoveProblem,
  explainObstacle,
  explainProblem,
  familyText,
  readingNote,
  titleOf,
} from '../../locales/index.ts';
import { type Puzzle, unwrap } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import type { Drawing } from '../../render/drawing.ts';
import { emojiBoard } from '../../render/emoji.ts';
import type { ConvertedMoves, ConvertedPosition, ConvertResult, convertJob, Unreadable } from './job.ts';

const longestInSentence = 100;

type Context = Pick<ReplyContext<typeof convertJob>, 'request' | 'presentation'>;

const block = (label: string, ...lines: string[]): string => `**${label}**\n\`\`\`\n${lines.join('\n')}\n\`\`\``;

const parsed = (puzzle: Puzzle, position: string) =>
  unwrap(puzzle.parsePosition(position), `no position of ${puzzle.id}`);

/** A position in a sentence; those of large boards have no room there. */
const inSentence = (position: string): string =>
  position.length > longestInSentence ? `${position.slice(0, longestInSentence)}…` : position;

const waysText = (t: TFunction, { board }: Puzzle, { ways }: ConvertedPosition): string => {
  if (!ways) return '';
  const { sum: count, mean, deviation } = ways;
  const values = {
    count,
    mean: Math.round(mean * 10) / 10,
    deviation: deviation === undefined ? '' : t('convert.deviation', { value: Math.round(deviation * 100) / 100 }),
  };
  return t(board.lattice === 'square' ? 'convert.manhattan' : 'convert.ways', values);
};

/** Whether a solution exists, as far as a rule tells it. */
const solvability = (t: TFunction, puzzle: Puzzle, { obstacle }: ConvertedPosition): string => {
  if (obstacle) return explainObstacle(t, obstacle);
  return puzzle.drawsSolvable ? t('convert.solvable') : '';
};

/** A picture, or an animation of moves; undefined where nobody wants one. */
const drawn = async (
  t: TFunction,
  { request: { puzzle: id, reverse, speed }, presentation: { view, theme } }: Context,
  result: ConvertedPosition | ConvertedMoves,
  drawing: Drawing,
): Promise<MessagePart | undefined> => {
  if (view === 'emoji') return undefined;
  const puzzle = knownPuzzle(id);
  const shown = (position: string) => ({ puzzle, position: parsed(puzzle, position), theme });
  if (result.status === 'position') return boardPart(t, view, shown(result.position), drawing);
  const { kind, from, to, moves } = result;
  if (view === 'animation' && moves.length > 0)
    return boardPart(t, view, { ...shown(from), moves, speed, name: 'moves' }, drawing);
  // The end of a scramble is of interest, and the start of a solution.
  const isEndShown = kind === 'scramble' && view === 'picture' && !reverse;
  return boardPart(t, view, shown(isEndShown ? to : from), drawing);
};

const positionCard = (t: TFunction, puzzle: Puzzle, result: ConvertedPosition, board?: MessagePart): Message => {
  // The emoji of blocks are a notation to copy, but no board to read: the cells of a block don't tell that they are one.
  const isInEmoji = !board || puzzle.hasNamedPieces;
  const note = joinPresent([solvability(t, puzzle, result), waysText(t, puzzle, result)]);
  return card(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}`),
    text(...result.notations.map(({ notation, content }) => block(t(`convert.${notation}`), content))),
    isInEmoji && text(`**${t('convert.emoji')}**`),
    isInEmoji && text(emojiBoard(puzzle, parsed(puzzle, result.position))),
    board,
    note !== '' && text(note),
  );
};

/** Each list of moves as it is usually written, and below it without counts. */
const listsText = (t: TFunction, puzzle: Puzzle, lists: ConvertedMoves['lists']): string =>
  lists
    .map(({ notation, written }) => {
      const label = notation === 'named' ? familyText(t, 'convert.named', puzzle) : t(`convert.${notation}`);
      const lines = written.map(({ text: shown, left }) =>
        left === 0 ? shown : `${shown} … ${t('answer.more', { count: left })}`,
      );
      return block(label, ...new Set(lines));
    })
    .join('\n');

const notesText = (t: TFunction, result: ConvertedMoves): string => {
  const { kind, scrambled, cancelled } = result;
  const notes = [
    kind === 'solution' && t('convert.toGoal'),
    kind === 'scramble' && t('convert.fromGoal'),
    scrambled !== undefined && t('convert.orScramble', { position: inSentence(scrambled) }),
    readingNote(t, result),
    cancelled !== undefined && t('convert.simplified', { count: cancelled }),
  ];
  return joinPresent(notes.map((note) => note && `-# ${note}`));
};

const movesCard = (t: TFunction, puzzle: Puzzle, result: ConvertedMoves, board?: MessagePart): Message => {
  const { from, to, moves, lists, link } = result;
  const values = { count: moves.length, from: inSentence(from), to: inSentence(to) };
  const notes = notesText(t, result);
  return card(
    colours.solved,
    text(`### ${titleOf(t, puzzle)}\n${t('convert.moves', values)}`),
    text(moves.length === 0 ? t('convert.none') : listsText(t, puzzle, lists)),
    board,
    notes !== '' && text(notes),
    row(link && linkButton(link, t('answer.replay'))),
  );
};

const problemKeys = {
  given: 'convert.asMoves',
  solution: 'convert.asMovesToGoal',
  scramble: 'convert.asScramble',
} as const;

/** What is wrong with the start, or with both readings of the text. */
const unreadableText = (t: TFunction, puzzle: Puzzle, { start, position, moves }: Unreadable): string => {
  if (start) return explainProblem(t, start, harmless);
  const example = exampleOf(puzzle);
  return joinPresent([
    t('convert.neither'),
    example && t('choose.example', { example }),
    position && `- ${t('convert.asPosition', { problem: explainProblem(t, position, harmless) })}`,
    moves && `- ${t(problemKeys[moves.kind], { problem: explainMoveProblem(t, moves.problem, harmless) })}`,
  ]);
};

/** @param board a picture or an animation of it */
export const convertCard = (
  t: TFunction,
  { request }: Pick<Context, 'request'>,
  result: ConvertResult,
  board?: MessagePart,
): Message => {
  const puzzle = knownPuzzle(request.puzzle);
  switch (result.status) {
    case 'position':
      return positionCard(t, puzzle, result, board);
    case 'moves':
      return movesCard(t, puzzle, result, board);
    case 'unreadable':
      return card(colours.unsolvable, text(unreadableText(t, puzzle, result)));
    case 'gave-up':
      return plainMessage(t(`gaveUp.${result.reason}`));
  }
};

export const convertAnswer = async (
  t: TFunction,
  context: Context,
  result: ConvertResult,
  drawing: Drawing,
): Promise<Message> => {
  const isBoard = result.status === 'position' || result.status === 'moves';
  return convertCard(t, context, result, isBoard ? await drawn(t, context, result, drawing) : undefined);
};
