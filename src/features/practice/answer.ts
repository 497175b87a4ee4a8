/** Results of practice as messages. Pure. */
import type { TFunction } from 'i18next';
import { fitting } from '../../discord/fitting.ts';
import { card, colours, joinPresent, type Message, text } from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Page, Place } from '../../standings/store.ts';
import { clockOf, type Measure, measures, type PracticeRecord, reached, solvesUpTo, type Value } from './rules.ts';
import type { Discipline, PracticeBoard } from './store.ts';

/** Of the 4,000 characters of a message. */
const bestsRoom = 3000;

/** `12.34 s`, `1:02.34`, `80 moves`, `DNF`, or a dash. */
const written = (t: TFunction, measure: Measure, value: Value | undefined): string => {
  if (value === undefined) return '–';
  if (value === 'dnf') return t('practice.dnf');
  if (measure === 'moves') return t('answer.length', { count: value });
  return timeText(t, value);
};

/** @param hundredths of a second */
export const timeText = (t: TFunction, hundredths: number): string =>
  hundredths < 6000 ? t('practice.seconds', { time: clockOf(hundredths) }) : clockOf(hundredths);

/** Each measure right after a game, beside the personal best; '' if the game is no longer kept. */
export const resultLines = (t: TFunction, record: PracticeRecord, game: string): string => {
  const solves = solvesUpTo(record, game);
  if (solves.length === 0) return '';
  return measures
    .flatMap((measure) => {
      const best = record.bests[measure];
      const value = reached(measure, solves);
      const isGivenUp = measure === 'moves' && value === 'dnf';
      if (isGivenUp || (!best && value === undefined)) return [];
      const line = t('practice.line', { measure: t(`practice.measure.${measure}`), value: written(t, measure, value) });
      const note = best && t('practice.best', { value: written(t, measure, best.value) });
      return joinPresent([line, best?.game === game ? t('practice.new') : note], ' · ');
    })
    .join('\n');
};

/** What a person's records say, for each puzzle and mode. */
export const bestsAnswer = (
  t: TFunction,
  user: string,
  records: readonly (Discipline & { readonly record: PracticeRecord })[],
): Message => {
  const parts = records.map(({ puzzle, mode, record: { bests, solved, givenUp } }) => {
    const values = measures.flatMap((measure) => {
      const best = bests[measure];
      return best ? `${t(`practice.measure.${measure}`)} **${written(t, measure, best.value)}**` : [];
    });
    const counts = [
      t('daily.solvedCount', { count: solved }),
      givenUp > 0 && t('practice.givenUp', { count: givenUp }),
    ];
    const title = `**${titleOf(t, knownPuzzle(puzzle))}** · ${t(`practice.mode.${mode}`)}`;
    return joinPresent([title, joinPresent(values, ' · '), `-# ${joinPresent(counts, ' · ')}`]);
  });
  const list = fitting(parts, bestsRoom, '\n');
  const more = list.left > 0 && `-# ${t('practice.more', { count: list.left })}`;
  return card(colours.solved, text(`### ${t('practice.bests')}\n<@${user}>`), text(list.text, more));
};

export const practiceStandings = (t: TFunction, { puzzle, mode, measure }: PracticeBoard, page: Page) => ({
  title: `${t('practice.title', { measure: t(`practice.measure.${measure}`) })} · ${titleOf(t, knownPuzzle(puzzle))}`,
  heading: t(`practice.mode.${mode}`),
  page,
  worthOf: ({ value }: Place) => `**${written(t, measure, value)}**`,
  nobody: t('practice.nobody'),
  none: t('practice.noOwn'),
});
