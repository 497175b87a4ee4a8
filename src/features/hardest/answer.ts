/** The answer to `/hardest`: how many positions at each distance, as a chart, and the farthest ones. */
import { solveButton } from '../../ask/solve-button.ts';
import { fitting } from '../../discord/fitting.ts';
import { gaveUpMessage, heading, questionBoard } from '../../discord/heading.ts';
import { card, colours, duration, line, picture, row, text } from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Render } from '../../queue/answer.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { surveyJob } from './job.ts';

/** Room for the list of antipodes; `six` has 24, `peg21` 28 long ones. */
const listRoom = 1200;

export const hardestAnswer: Render<typeof surveyJob, 'withheld'> = async (
  t,
  { request, withheld },
  result,
  drawing,
) => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const puzzle = knownPuzzle(request.puzzle);
  const { states, diameter, histogram, pair, source } = result;
  const positions = result.positions.filter((_, index) => !withheld?.has(index));
  const bars = histogram.map((value, index) => ({ label: String(index), value, isMarked: index === diameter }));
  const title = t('hardest.chart', { puzzle: titleOf(t, puzzle) });
  const data = await drawing.chart({ title, bars, layout: 'columns' });
  const peak = histogram.indexOf(Math.max(...histogram));
  const codes = positions.map((position) => `\`${position}\``);
  const { text: listed, left } = fitting(codes, listRoom);
  const rest = left === 0 ? '' : ` ${t('answer.more', { count: left })}`;
  const [first] = positions;
  const antipode = first === undefined ? undefined : storedQuestion(puzzle, first);
  const farthest = pair && storedQuestion(puzzle, pair.start, pair.goal);
  return card(
    colours.solved,
    text(heading(t, request)),
    text(`**${t('hardest.diameter', { count: diameter })}** · ${t('hardest.states', { count: states })}`),
    picture('distances.png', data, t('hardest.alt', { diameter, peak, count: histogram[peak] })),
    text(`${t(source ? 'hardest.farthest' : 'hardest.antipodes', { count: histogram[diameter] })}\n${listed}${rest}`),
    antipode && (await questionBoard(t, { ...request, question: antipode }, drawing)),
    antipode && row(solveButton(puzzle, antipode, { label: t('hardest.solve', { position: first }) })),
    pair && text(`${t('hardest.pair', { count: pair.length })}\n\`${pair.start}\` \`${pair.goal}\``),
    farthest && row(solveButton(puzzle, farthest, { label: t('hardest.solvePair') })),
    line,
    text(
      source
        ? `-# ${t('hardest.published', { source, link: `https://oeis.org/${source}` })}`
        : `-# ${t('hardest.took', { time: duration(t, result.milliseconds) })}`,
    ),
  );
};
