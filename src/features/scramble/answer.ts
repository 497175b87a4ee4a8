/** The answer to `/scramble`: a board to play, with its shortest length hidden, or a file of many positions. */
import type { TFunction } from 'i18next';
import { solveButton } from '../../ask/solve-button.ts';
import { difficultyText } from '../../discord/difficulty.ts';
import { gaveUpMessage, heading } from '../../discord/heading.ts';
import { boardPart, card, colours, download, joinPresent, type Message, row, text } from '../../discord/message.ts';
import { hundredths, titleOf } from '../../locales/index.ts';
import { goalOf, type Puzzle, unwrap } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Render } from '../../queue/answer.ts';
import type { Drawn, ScrambleRequest, scrambleJob } from './job.ts';

/** How the positions were drawn. */
const odds = (t: TFunction, puzzle: Puzzle, { length, start }: ScrambleRequest, known: Drawn['length']): string => {
  if (start !== undefined || (!puzzle.drawsSolvable && known === undefined)) return t('scramble.walked');
  return t(length === undefined ? 'scramble.uniform' : 'scramble.ofLength');
};

/** A line for each position: its text, its length and the moves that lead there, between tabs. */
const manyAnswer = (t: TFunction, request: ScrambleRequest, scrambles: readonly Drawn[], refusal?: string): Message => {
  const puzzle = knownPuzzle(request.puzzle);
  const lines = scrambles.map(({ position, rows = position, length, moves }) =>
    [rows, ...(refusal === undefined ? [length, moves] : [])].filter(Boolean).join('\t'),
  );
  const lengths = refusal === undefined ? scrambles.flatMap(({ length }) => length ?? []) : [];
  const values = {
    mean: hundredths(lengths.reduce((sum, length) => sum + length, 0) / lengths.length),
    least: Math.min(...lengths),
    most: Math.max(...lengths),
  };
  return card(
    colours.working,
    text(heading(t, request), t('scramble.count', { count: scrambles.length })),
    lengths.length > 0 && text(t('scramble.lengths', values)),
    download(`${puzzle.id}.txt`, `${lines.join('\n')}\n`),
    refusal !== undefined && text(refusal),
    text(`-# ${odds(t, puzzle, request, scrambles[0]?.length)}`),
  );
};

/** `refusal` says why the answer is only the board, if it is. */
export const scrambleAnswer: Render<typeof scrambleJob, 'presentation' | 'refusal'> = async (
  t,
  { request, presentation: { view, theme }, refusal },
  result,
  drawing,
) => {
  const puzzle = knownPuzzle(request.puzzle);
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const title = heading(t, request);
  if (result.status === 'no-such-length') {
    const values = { puzzle: titleOf(t, puzzle), length: request.length, count: result.most };
    return card(colours.unsolvable, text(title), text(t('scramble.impossible', values)));
  }
  const { scrambles } = result;
  if (request.count !== undefined) return manyAnswer(t, request, scrambles, refusal);
  const [drawn] = scrambles as [Drawn];
  const start = unwrap(puzzle.parsePosition(drawn.position), drawn.position);
  const goal = goalOf(puzzle, start);
  const picture = await boardPart(t, view, { puzzle, position: start, goal, theme }, drawing);
  const board = [text(`${title}\n\`${drawn.position}\``), picture];
  if (refusal !== undefined) return card(colours.working, ...board, text(refusal));
  const { length, moves } = drawn;
  const hardness = length !== undefined && goal.text === puzzle.goal.text && difficultyText(t, puzzle, length);
  const lines = [
    request.moves && (moves === undefined ? t('scramble.movesLate') : t('scramble.moves', { moves })),
    length === undefined ? t('scramble.unknown') : t('scramble.length', { count: length }),
    hardness && `-# ||${hardness}||`,
    `-# ${odds(t, puzzle, request, drawn.length)}`,
  ];
  return card(
    colours.working,
    ...board,
    text(joinPresent(lines)),
    goal.positions.length > 0 && row(solveButton(puzzle, { start, goal }, { label: t('scramble.solve') })),
  );
};
