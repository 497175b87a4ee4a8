/** The answer to `/analyse`: each move with a mark, the first mistake, and a better line. */
import type { TFunction } from 'i18next';
import { solveButton } from '../../ask/solve-button.ts';
import { fitting } from '../../discord/fitting.ts';
import { gaveUpMessage, heading, unsolvableMessage } from '../../discord/heading.ts';
import { card, colours, joinPresent, line, linkButton, row, text, usualBoard } from '../../discord/message.ts';
import { movesInCode } from '../../discord/text.ts';
import type { Render } from '../../jobs/answer.ts';
import { familyText, readingNote } from '../../locales/index.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import { reaches, replay } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { replayLink } from '../../puzzles/replay-link.ts';
import { type Analysis, costsOf, unreachable } from '../../search/analysis.ts';
import type { analyseJob } from './job.ts';

/** Room for the marked moves and for the better line, of a message's 4,000 characters. */
const movesRoom = 1900;
const betterRoom = 600;

const marks = { good: '🟩', bad: '🟥', fatal: '💥', lost: '⬛', open: '⬜' } as const;
type Mark = keyof typeof marks;
type Analysed = Analysis & { readonly status: 'analysed' };

interface Judged {
  readonly mark: Mark;
  readonly cost: number | undefined;
}

const judge = (distances: readonly (number | null)[]): Judged[] =>
  costsOf(distances).map((cost, index) => {
    if (cost === undefined) return { mark: 'open', cost };
    if (distances[index] === unreachable) return { mark: 'lost', cost };
    if (cost === Number.POSITIVE_INFINITY) return { mark: 'fatal', cost };
    return { mark: cost === 0 ? 'good' : 'bad', cost };
  });

/** Numbered rows of moves, with a mark before each run of equal marks. */
const rowsOf = (moves: readonly string[], judged: readonly Judged[], perRow: number, isPlain: boolean): string[] => {
  const rows: string[] = [];
  for (let from = 0; from < moves.length; from += perRow) {
    const parts = moves.slice(from, from + perRow).map((move, offset) => {
      const { mark, cost } = judged[from + offset]!;
      const last = offset === 0 ? undefined : judged[from + offset - 1];
      const price = mark === 'bad' && !isPlain ? `+${cost}` : '';
      return last?.mark === mark && price === '' ? move : `${marks[mark]}${price} ${move}`;
    });
    rows.push(`\`${String(from + 1).padStart(String(moves.length).length)}\` ${parts.join(' ')}`);
  }
  return rows;
};

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
  const positions = replay(puzzle, question.start, request.moves);
  const moves = formatMoves(puzzle, question.start, request.moves);
  const count = moves.length;
  const judged = judge(distances);
  const isSolved = reaches(puzzle, question, request.moves);
  const wrong = [...judged.entries()].filter(([, { mark }]) => mark === 'bad' || mark === 'fatal');
  const [mistake] = wrong;

  const summary = lengthLines(t, result, count, isSolved);
  if (mistake) {
    const [index, { mark, cost }] = mistake;
    const made = moves[index]!;
    const move = /^\d+$/u.test(made) ? t('analyse.tile', { tile: made }) : made;
    const values = { number: index + 1, move, count: cost };
    summary.push(t(mark === 'fatal' ? 'analyse.fatal' : 'analyse.mistake', values));
    if (wrong.length > 1) summary.push(t('analyse.mistakes', { count: wrong.length }));
  }

  // If all bad moves cost the same, the legend names the cost.
  const costs = new Set(wrong.flatMap(([, { mark, cost }]) => (mark === 'bad' ? (cost ?? []) : [])));
  const isPlain = costs.size <= 1;
  // Chains of jumps are long.
  const perRow = puzzle.isReversible ? 10 : 4;
  const shown = fitting(rowsOf(moves, judged, perRow, isPlain), movesRoom, '\n');
  const hidden = count - Math.min(count, shown.text.split('\n').length * perRow);
  const rest = hidden === 0 ? '' : `\n… ${t('answer.more', { count: hidden })}`;
  const used = (Object.keys(marks) as Mark[]).filter((mark) => judged.some((one) => one.mark === mark));
  const legend = used.map((mark) => t(`analyse.legend.${mark}`, { cost: isPlain ? [...costs][0] : '+n' })).join(' · ');
  const notes = [
    readingNote(t, request),
    request.joined > 0 && t('analyse.joined', { count: request.joined }),
    familyText(t, 'answer.direction', puzzle),
  ];

  const board = positions[bestFrom]!;
  const caption = bestFrom === count ? t('analyse.after') : t('analyse.before', { number: bestFrom + 1 });
  // The moves as they were made, with their mistakes.
  const link = replayLink(puzzle, question.start, request.moves);
  const solving = solveButton(puzzle, { start: board, goal: question.goal }, { label: t('analyse.solve') });
  const better = movesInCode(t, formatMoves(puzzle, board, best), betterRoom);
  return card(
    !mistake && isSolved ? colours.solved : colours['gave-up'],
    text(heading(t, request)),
    text(summary.join('\n')),
    text(`${shown.text}${rest}\n-# ${legend}`),
    await usualBoard(t, { puzzle, position: board, goal: question.goal }, drawing),
    text(`-# ${caption}`),
    best.length > 0 && text(`${t('analyse.better', { count: best.length })} ${better}`),
    row(best.length > 0 && solving, link && linkButton(link, t('answer.replay'))),
    line,
    text(joinPresent(notes.map((note) => note && `-# ${note}`))),
  );
};
