/** The answer to `/watch`: an animation of a search, its pictures one by one, or files for a lesson. */
import type { TFunction } from 'i18next';
import { goalField, parseFields } from '../../ask/solve-button.ts';
import { fittingId } from '../../discord/command.ts';
import { gaveUpMessage, heading, unsolvableMessage } from '../../discord/heading.ts';
import {
  button,
  card,
  colours,
  download,
  type Message,
  picture,
  row,
  signButton,
  text,
} from '../../discord/message.ts';
import type { Asked } from '../../jobs/answer.ts';
import { knownPuzzle, puzzleOf } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type Presentation, views } from '../../render/presentation.ts';
import { wordsOf } from '../../render/search-words.ts';
import { themeNames } from '../../render/theme.ts';
import { framesOf, watchable, watchableMethods } from '../../search/trace.ts';
import type { WatchRequest, WatchResult, watchJob } from './job.ts';
import { numbersOf } from './numbers.ts';

export const watchComponent = 'watch';

const stepSigns = { first: '⏮', back: '◀', on: '▶', last: '⏭' } as const;
const actions = [
  ...(Object.keys(stepSigns) as (keyof typeof stepSigns)[]),
  'animation',
  'files',
  ...watchable,
] as const;
type Action = (typeof actions)[number];

/** Beyond the last picture of any search. */
const end = 9999;

/** What a button asks for. */
export interface WatchPress {
  readonly request: WatchRequest;
  /** The picture to show. */
  readonly step: number;
  readonly presentation: Presentation;
}

/** The custom id of an action; undefined where the position is too long for one. */
const idOf = (
  action: Action,
  { puzzle: id, question, method }: WatchRequest,
  at: number,
  { view, theme }: Presentation,
) => {
  const puzzle = knownPuzzle(id);
  const asked = [id, puzzle.encode(question.start), goalField(puzzle, question), method];
  return fittingId(watchComponent, action, ...asked, at, view.charAt(0) + theme.charAt(0));
};

/** The inverse of the custom id, which may be forged. */
export const parseWatch = (fields: readonly string[]): WatchPress | undefined => {
  const [action, id = '', start = '', goal = '', shownMethod, at = '', shown = ''] = fields;
  const pressed = actions.find((known) => known === action);
  const puzzle = puzzleOf(id);
  const question = puzzle && parseFields(puzzle, start, goal);
  const view = views.find((known) => known[0] === shown[0]);
  const theme = themeNames.find((known) => known[0] === shown[1]);
  if (!pressed || !question || !view || !theme || !/^\d{1,4}$/u.test(at) || puzzle.isAt(question.start, question.goal))
    return undefined;
  const method = watchable.find((known) => known === pressed) ?? watchable.find((known) => known === shownMethod);
  if (!method || !watchableMethods(puzzle, question.goal).includes(method)) return undefined;
  const steps: Partial<Record<Action, number>> = { first: 0, back: Number(at) - 1, on: Number(at) + 1, last: end };
  const step = steps[pressed];
  return {
    request: { puzzle: id, question, method, ...(pressed === 'files' && { files: true as const }) },
    step: Math.max(0, step ?? 0),
    presentation: { view: step === undefined ? 'animation' : 'picture', theme },
  };
};

type Shown = Pick<Asked<typeof watchJob>, 'request' | 'step' | 'presentation' | 'locale'>;

export const watchAnswer = async (
  t: TFunction,
  { request, step, presentation, locale }: Shown,
  result: WatchResult,
  drawing: Drawing,
): Promise<Message> => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  if (result.status === 'unsolvable') return unsolvableMessage(t, request, result);
  const { trace } = result;
  const { puzzle: id, question, method } = request;
  const puzzle = knownPuzzle(id);
  const task = {
    puzzle: id,
    position: puzzle.formatPosition(question.start),
    goal: question.goal.text,
    search: { trace, locale, theme: presentation.theme },
  };
  const frames = framesOf(trace);
  const title = text(heading(t, request), `**${t(`method.${method}`)}**`);
  const count = frames.length;
  const last = wordsOf(t, trace, frames[count - 1]!).caption;
  const colour = colours[trace.end === 'solved' ? 'solved' : trace.end === 'exhausted' ? 'unsolvable' : 'gave-up'];
  if (request.files) {
    const sheet = await drawing.search({ ...task, view: 'sheet' });
    const alt = t('watch.alt.sheet', { count, caption: last });
    return card(colour, title, picture('search.png', sheet, alt), download('search.csv', numbersOf(trace)));
  }
  const isAnimated = presentation.view === 'animation';
  const at = Math.min(step, count - 1);
  const { caption, counters } = wordsOf(t, trace, frames[at]!);
  const shown = isAnimated
    ? picture(
        'search.gif',
        await drawing.search({ ...task, view: 'animation' }),
        t('watch.alt.animation', { count, caption: last }),
      )
    : picture('search.png', await drawing.search({ ...task, view: at }), [caption, ...counters].join(' · '));
  const place = text(`-# ${isAnimated ? last : t('watch.place', { at: at + 1, count })}`);
  // All ids are as long, but for the action: if the longest has no room, there are no buttons.
  if (idOf('bidirectional', request, at, presentation) === undefined) return card(colour, title, shown, place);
  const idFor = (action: Action): string => idOf(action, request, at, presentation)!;
  const signs = Object.entries(stepSigns) as [keyof typeof stepSigns, string][];
  const isEnd = { first: at === 0, back: at === 0, on: at === count - 1, last: at === count - 1 };
  return card(
    colour,
    title,
    shown,
    place,
    !isAnimated && row(...signs.map(([action, sign]) => signButton(idFor(action), sign, isEnd[action]))),
    row(
      isAnimated ? button(idFor('first'), t('watch.steps')) : button(idFor('animation'), t('answer.button.animation')),
      button(idFor('files'), t('watch.files')),
    ),
    row(
      ...watchableMethods(puzzle, question.goal).map((other) =>
        button(idFor(other), other, undefined, other === method),
      ),
    ),
  );
};
