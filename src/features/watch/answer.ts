/** The answer to `/watch`: an animation of a search, its pictures one by one, or files for a lesson. */
import { parseFields, questionFields } from '../../ask/solve-button.ts';
import { customId, fittingId } from '../../discord/command.ts';
import { gaveUpMessage, heading, unsolvableMessage } from '../../discord/heading.ts';
import { button, card, colours, download, picture, row, text, wordRows } from '../../discord/message.ts';
import { stepNames, stepRow, stepTo } from '../../discord/steps.ts';
import { isAt } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Render } from '../../queue/answer.ts';
import { type Presentation, presentationLetters, presentationOf } from '../../render/presentation.ts';
import { mostFrames, wordsOf } from '../../render/search-words.ts';
import { framesOf, watchable, watchableMethods } from '../../search/trace.ts';
import type { WatchRequest, watchJob } from './job.ts';
import { numbersOf } from './numbers.ts';

export const watchComponent = 'watch';

const actions = [...stepNames, 'animation', 'files', ...watchable] as const;
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

/** The inverse of the custom ids, which may be forged. */
export const parseWatch = (fields: readonly string[]): WatchPress | undefined => {
  const [action, ...shownFields] = fields;
  const [shownMethod, at = '', letters = ''] = shownFields.slice(3);
  const pressed = actions.find((known) => known === action);
  const parsed = parseFields(shownFields);
  const presentation = presentationOf(letters);
  if (!pressed || !parsed || !presentation || !/^\d{1,4}$/u.test(at)) return undefined;
  const { puzzle, question } = parsed;
  if (isAt(question.start, question.goal)) return undefined;
  const method = watchable.find((known) => known === pressed) ?? watchable.find((known) => known === shownMethod);
  if (!method || !watchableMethods(puzzle, question.goal).includes(method)) return undefined;
  const step = stepTo(pressed, Number(at), end);
  return {
    request: { puzzle: puzzle.id, question, method, ...(pressed === 'files' && { files: true as const }) },
    step: step ?? 0,
    presentation: { ...presentation, view: step === undefined ? 'animation' : 'picture' },
  };
};

export const watchAnswer: Render<typeof watchJob, 'step' | 'presentation' | 'locale'> = async (
  t,
  { request, step, presentation, locale },
  result,
  drawing,
) => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  if (result.status === 'unsolvable') return unsolvableMessage(t, request, result, drawing);
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
  const drawn = Math.min(count, mostFrames);
  const last = wordsOf(t, trace, frames[count - 1]!).caption;
  const colour = colours[trace.end === 'solved' ? 'solved' : trace.end === 'exhausted' ? 'unsolvable' : 'gave-up'];
  if (request.files) {
    const sheet = await drawing.search({ ...task, view: 'sheet' });
    const alt = t('watch.alt.sheet', { count: drawn, caption: last });
    return card(colour, title, picture('search.png', sheet, alt), download('search.csv', numbersOf(trace)));
  }
  const isAnimated = presentation.view === 'animation';
  const at = Math.min(step, count - 1);
  const { caption, counters } = wordsOf(t, trace, frames[at]!);
  const image = isAnimated
    ? picture(
        'search.gif',
        await drawing.search({ ...task, view: 'animation' }),
        t('watch.alt.animation', { count: drawn, caption: last }),
      )
    : picture('search.png', await drawing.search({ ...task, view: at }), [caption, ...counters].join(' · '));
  const place = text(`-# ${isAnimated ? last : t('watch.place', { at: at + 1, count })}`);
  const fields = [...questionFields(puzzle, question), method, at, presentationLetters(presentation)];
  // All ids are as long, but for the action: if the longest has no room, there are no buttons.
  if (fittingId(watchComponent, 'bidirectional', ...fields) === undefined) return card(colour, title, image, place);
  const idFor = (action: Action): string => customId(watchComponent, action, ...fields);
  return card(
    colour,
    title,
    image,
    place,
    !isAnimated && stepRow(idFor, at, count - 1),
    row(
      isAnimated ? button(idFor('first'), t('watch.steps')) : button(idFor('animation'), t('answer.button.animation')),
      button(idFor('files'), t('watch.files')),
    ),
    ...wordRows(
      ...watchableMethods(puzzle, question.goal).map((other) =>
        button(idFor(other), other, undefined, other === method),
      ),
    ),
  );
};
