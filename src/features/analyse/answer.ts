/** The answer to `/analyse`: each move with a mark, the first mistake, and a better line. */
import type { TFunction } from 'i18next';
import { solveButton } from '../../ask/solve-button.ts';
import { fitting } from '../../discord/fitting.ts';
import { gaveUpMessage, heading, questionBoard, unsolvableMessage } from '../../discord/heading.ts';
import { card, colours, joinPresent, line, linkButton, row, text } from '../../discord/message.ts';
import { movesInCode } from '../../discord/text.ts';
import { familyText, readingNote } from '../../locales/index.ts';
import { chunks, paired } from '../../puzzles/lists.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import { reaches } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { replayLink } from '../../puzzles/replay-link.ts';
import type { Render } from '../../queue/answer.ts';
import { type Analysis, costsOf, unreachable } from '../../search/analysis.ts';
import type { analyseJob } from './job.ts';

/** Room for the marked moves and for the better line, of a message's 4,000 characters. */
const movesRoom = 1900;
const betterRoom = 600;

const marks = { good: '🟩', bad: '🟥', fatal: '💥', lost: '⬛', open: '⬜' } as const;
type Mark = keyof typeof marks;
type Analysed = Analysis & { readonly status: 'analysed' };

const markOf = (cost: number | undefined, before: number | null | undefined): Mark => {
  if (cost === undefined) return 'open';
  if (before === unreachable) return 'lost';
  if (cost === Number.POSITIVE_INFINITY) return 'fatal';
  return cost === 0 ? 'good' : 'bad';
};

/** Each move with its number from 1. */
const judge = (moves: readonly string[], distances: Analysed['distances']) =>
  paired(costsOf(distances), moves).map(([cost, move], index) => ({
    number: index + 1,
    move,
    cost,
    mark: markOf(cost, distances[index]),
  }));

/** Numbered rows of moves, with a mark before each run of equal marks. */
const rowsOf = (judged: ReturnType<typeof judge>, perRow: number, isPlain: boolean): string[] =>
  chunks(judged, perRow).map((some) => {
    const parts = some.map(({ move, mark, cost }, at) => {
      const price = mark === 'bad' && !isPlain ? `+${cost}` : '';
      return some[at - 1]?.mark === mark && price === '' ? move : `${marks[mark]}${price} ${move}`;
    });
    return `\`${String(some[0]?.number).padStart(String(judged.length).length)}\` ${parts.join(' ')}`;
  });

/** The number of moves, the fewest possible, and how many are left. */
const lengthLines = (t: TFunction, { distances }: Analysed, count: number, isSolved: boolean): string[] => {
  const [optimum, left] = [distances[0], distances.at(-1)];
  if (isSolved && typeof optimum === 'number') {
    if (count === optimum) return [t('analyse.perfect', { count })];
    return [t('analyse.longer', { count, optimum, extra: count - optimum })];
  }
  const lines = [t(isSolved ? 'analyse.reaches' : 'analyse.stops', { count })];
  if (!isSolved && left === unreachable) lines.push(t('analyse.lost'));
  else if (!isSolved && typeof left === 'number') lines.push(t('analyse.left', { count: left }));
  if (typeof optimum === 'number') lines.push(t('analyse.optimum', { optimum }));
  return lines;
};

export const analyseAnswer: Render<typeof analyseJob> = async (t, { request }, result, drawing) => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  if (result.status === 'unsolvable') return unsolvableMessage(t, request, result, drawing);
  const { question } = request;
  const puzzle = knownPuzzle(request.puzzle);
  const { distances, best, bestFrom } = result;
  const moves = formatMoves(puzzle, question.start, request.moves);
  const count = moves.length;
  const judged = judge(moves, distances);
  const isSolved = reaches(puzzle, question, request.moves);
  const wrong = judged.filter(({ mark }) => mark === 'bad' || mark === 'fatal');
  const [mistake] = wrong;
  const summary = lengthLines(t, result, count, isSolved);
  if (mistake) {
    const { number, move, mark, cost } = mistake;
    const made = /^\d+$/u.test(move) ? t('analyse.tile', { tile: move }) : move;
    const values = { number, move: made, count: cost };
    summary.push(t(mark === 'fatal' ? 'analyse.fatal' : 'analyse.mistake', values));
    if (wrong.length > 1) summary.push(t('analyse.mistakes', { count: wrong.length }));
  }

  // If all bad moves cost the same, the legend names the cost.
  const costs = new Set(wrong.flatMap(({ mark, cost }) => (mark === 'bad' ? (cost ?? []) : [])));
  const isPlain = costs.size <= 1;
  // Chains of jumps are long.
  const perRow = puzzle.isReversible ? 10 : 4;
  const list = fitting(rowsOf(judged, perRow, isPlain), movesRoom, '\n');
  const hidden = count - Math.min(count, list.text.split('\n').length * perRow);
  const rest = hidden === 0 ? '' : `\n… ${t('answer.more', { count: hidden })}`;
  const used = (Object.keys(marks) as Mark[]).filter((mark) => judged.some((one) => one.mark === mark));
  const legend = used.map((mark) => t(`analyse.legend.${mark}`, { cost: isPlain ? [...costs][0] : '+n' })).join(' · ');
  const notes = [
    readingNote(t, request),
    request.joined > 0 && t('analyse.joined', { count: request.joined }),
    familyText(t, 'answer.direction', puzzle),
  ];

  const board = request.moves.slice(0, bestFrom).reduce(puzzle.play, question.start);
  const left = { start: board, goal: question.goal };
  const caption = bestFrom === count ? t('analyse.after') : t('analyse.before', { number: bestFrom + 1 });
  // The moves as they were made, with their mistakes.
  const link = replayLink(puzzle, question.start, request.moves);
  const solving = solveButton(puzzle, left, { label: t('analyse.solve') });
  const better = movesInCode(t, formatMoves(puzzle, board, best), betterRoom);
  return card(
    !mistake && isSolved ? colours.solved : colours['gave-up'],
    text(heading(t, request)),
    text(summary.join('\n')),
    text(`${list.text}${rest}\n-# ${legend}`),
    await questionBoard(t, { puzzle: request.puzzle, question: left }, drawing),
    text(`-# ${caption}`),
    best.length > 0 && text(`${t('analyse.better', { count: best.length })} ${better}`),
    row(best.length > 0 && solving, link && linkButton(link, t('answer.replay'))),
    line,
    text(joinPresent(notes.map((note) => note && `-# ${note}`))),
  );
};
