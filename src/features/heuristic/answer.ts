/** The answer to `/heuristic`: whether a bound is admissible and consistent, how good it is, and what searches make of it. */
import type { TFunction } from 'i18next';
import { withPlace } from '../../ask/wrong-input.ts';
import { gaveUpMessage, heading } from '../../discord/heading.ts';
import { card, colours, goalNote, text, usualBoard } from '../../discord/message.ts';
import { harmless } from '../../discord/text.ts';
import { escaped, hundredths, titleOf } from '../../locales/index.ts';
import { type Puzzle, unwrap } from '../../puzzles/puzzle.ts';
import { knownPuzzle, usualPuzzle } from '../../puzzles/registry.ts';
import type { Render } from '../../queue/answer.ts';
import { type BoundProblem, functions } from '../../search/bounds/expression.ts';
import { featuresOf } from '../../search/bounds/features.ts';
import { type Count, type Judgement, type Mean, perfect, shareInterval } from '../../search/bounds/judgement.ts';
import { mostExpanded, type NodeCount, searchedPositions } from '../../search/bounds/node-counts.ts';
import type { LeaderboardRow } from '../../standings/store.ts';
import { type HeuristicRequest, type heuristicJob, mostShared, rankedNodes } from './job.ts';
import { type BoundStore, weekEnd } from './store.ts';

/** What is wrong with a typed bound, where, and what can be written. */
export const boundProblem = (t: TFunction, puzzle: Puzzle, typed: string, problem: BoundProblem): string => {
  const sentence = t(`heuristic.problem.${problem.code}`, escaped(problem.values, harmless));
  const names = featuresOf(puzzle).map(({ name, pieces }) => `\`${pieces ? `${name}(${pieces[0]})` : name}\``);
  const calls = Object.keys(functions).map((name) => `\`${name}\``);
  const help = t('heuristic.help', { puzzle: titleOf(t, puzzle), names: names.join(', '), calls: calls.join(', ') });
  return `${withPlace(sentence, typed, problem)}\n${help}`;
};

/** A sentence about all positions or moves, or about a sample, which proves nothing of the others. */
const counted = (t: TFunction, key: 'above' | 'steep', { count, all }: Count, isSample: boolean): string =>
  t(`heuristic.${key}.${count > 0 ? 'some' : isSample ? 'unknown' : 'none'}`, { count, all });

/** Of how many of all positions a sample lets one believe it. */
const intervalText = (t: TFunction, above: Count): string => {
  const { low, high } = shareInterval(above);
  const percent = (value: number): string =>
    t('probability.number', { value, formatParams: { value: { style: 'percent', maximumFractionDigits: 2 } } });
  return `-# ${t('heuristic.interval', { low: percent(low), high: percent(high) })}`;
};

const meanText = (t: TFunction, { mean, error }: Mean): string => {
  const value = t('probability.number', { value: hundredths(mean) });
  return error > 0 ? `${value} ± ${t('probability.number', { value: hundredths(error) })}` : value;
};

/** A line for each bound, with its name last: names of any width then leave the numbers in columns. */
const searchTable = (t: TFunction, searches: Judgement['searches']): string => {
  const number = ({ nodes }: NodeCount): string =>
    (nodes === mostExpanded ? '> ' : '') + t('probability.number', { value: nodes });
  const width = 11;
  const rows = searches.map(({ bound, aStar, idaStar }, index) => {
    const name = index === 0 ? t('heuristic.own') : bound === perfect ? t('heuristic.perfect') : bound;
    return `${number(aStar).padStart(width)} ${number(idaStar).padStart(width)}  ${name}`;
  });
  return ['```', `${'A*'.padStart(width)} ${'IDA*'.padStart(width)}`, ...rows, '```'].join('\n');
};

/** How long the solutions of the searches were, where the bound doesn't promise that they are shortest. */
const lengthLines = (t: TFunction, { above, searches: [own] }: Judgement): string[] => {
  if (!own || above.count === 0) return [];
  const methods = { 'A\\*': own.aStar, 'IDA\\*': own.idaStar };
  return Object.entries(methods).map(([method, { tooLong: count, excess }]) =>
    t('heuristic.tooLong', { method, count, excess }),
  );
};

const rankText = (t: TFunction, request: HeuristicRequest, result: Judgement): string =>
  rankedNodes(request, result) === undefined
    ? t('heuristic.unranked', { count: mostShared, puzzle: titleOf(t, usualPuzzle) })
    : t('heuristic.ranked');

export const heuristicAnswer: Render<typeof heuristicJob, 'withheld'> = async (
  t,
  { request, withheld },
  result,
  drawing,
) => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const puzzle = knownPuzzle(request.puzzle);
  const board = (position: string, name: string) =>
    usualBoard(t, { puzzle, position: unwrap(puzzle.parsePosition(position), position), name }, drawing);
  const goal = !puzzle.isGoalEvident && `-# ${goalNote(t, puzzle, puzzle.goal)}`;
  const title = text(heading(t, request), goal, `\`${request.bound}\``);
  if (result.status === 'no-value') {
    const { part, position } = result;
    return card(colours.unsolvable, title, text(t('heuristic.noValue', { part })), await board(position, 'board'));
  }
  const { isSample, above, steep, edge, mean, distance, searches } = result;
  const counterexample = withheld?.has(0) ? undefined : result.counterexample;
  const [counterexampleBoard, before, after] = await Promise.all([
    counterexample && board(counterexample.position, 'counterexample'),
    edge && board(edge.from, 'before'),
    edge && board(edge.to, 'after'),
  ]);
  return card(
    colours[above.count > 0 ? 'unsolvable' : 'solved'],
    title,
    text(
      counted(t, 'above', above, isSample),
      isSample && intervalText(t, above),
      counterexample &&
        t('heuristic.counterexample', { value: hundredths(counterexample.value), distance: counterexample.distance }),
      withheld?.has(0) && t('leaderboard.withheld', { count: 1 }),
    ),
    counterexampleBoard,
    text(
      counted(t, 'steep', steep, isSample),
      edge && t('heuristic.edge', { before: hundredths(edge.before), after: hundredths(edge.after) }),
    ),
    before,
    edge && text('⬇️'),
    after,
    text(t('heuristic.mean', { mean: meanText(t, mean), distance: meanText(t, distance) })),
    searches.length > 0 &&
      text(t('heuristic.searches', { count: searchedPositions }), searchTable(t, searches), ...lengthLines(t, result)),
    request.isShared && text(`-# ${rankText(t, request, result)}`),
  );
};

/** A page of the bounds that people shared this week. */
export const boundStandings = (
  t: TFunction,
  { page, bounds }: Awaited<ReturnType<BoundStore['page']>>,
  at: number,
) => ({
  title: t('heuristic.board', { puzzle: titleOf(t, usualPuzzle) }),
  heading: t('heuristic.rule', { count: mostShared, when: `<t:${weekEnd(at) / 1000}:R>` }),
  page,
  worthOf: ({ user, value }: LeaderboardRow) => `${t('heuristic.worth', { count: value })}\n\`${bounds.get(user)}\``,
  nobody: t('heuristic.nobody'),
  none: t('heuristic.noOwn'),
});
