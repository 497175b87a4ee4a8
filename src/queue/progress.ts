/** The report of a request's progress. */
import { type APIComponentInContainer, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy } from '../discord/command.ts';
import { heading, type PuzzleRequest } from '../discord/heading.ts';
import { about, button, colours, container, type Message, row, text } from '../discord/message.ts';
import { snowflake } from '../discord/snowflake.ts';
import { movesInCode } from '../discord/text.ts';
import { formatMoves } from '../puzzles/moves.ts';
import type { Move } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { emojiBoard, fitsInText } from '../render/emoji.ts';
import type { Progress } from '../search/budget.ts';
import type { Work } from './define.ts';
import type { JobStatus } from './queue.ts';

const described = (t: TFunction, { job, request }: Work): APIComponentInContainer[] => {
  if (job.title) return [text(`### ${job.title(t, request)}`)];
  const question = request as PuzzleRequest;
  const title = text(heading(t, question));
  const puzzle = knownPuzzle(question.puzzle);
  if (!question.question || !fitsInText(puzzle)) return [title];
  // Always in emoji: a picture would be sent again with each edit, and flicker.
  return [title, text(emojiBoard(puzzle, question.question.start, question.question.goal))];
};

export const cancelComponent = 'cancel';

/** The custom id of the button that only a report of progress has. */
const cancelId = (request: string): string => customId(cancelComponent, request);

/** Whether a message is a report of a request's progress, not its answer. In ids of older bots, the asker follows. */
export const isReport = (components: unknown, request: string): boolean =>
  JSON.stringify(components).includes(`"${cancelId(request)}`);

/** In ids of older bots, the asker follows. */
export const parseCancel = fieldsBy(z.tuple([snowflake]).rest(snowflake));

/** Room for the moves of a solution that isn't proved. */
const movesRoom = 1500;

/** The best solution so far, and what is proved of it. */
const found = (t: TFunction, { request }: Work, best: readonly Move[], least: number): APIComponentInContainer[] => {
  const { puzzle, question } = request as Required<PuzzleRequest>;
  const moves = formatMoves(knownPuzzle(puzzle), question.start, best);
  return [text(t('progress.found', { count: best.length, least })), text(movesInCode(t, moves, movesRoom))];
};

const sentence = (t: TFunction, { job, request }: Work, status: JobStatus, wait: number | undefined): string => {
  switch (status.state) {
    case 'waiting': {
      const place = t('progress.waiting', { count: status.ahead });
      return wait === undefined ? place : `${place}\n${t('progress.wait', { time: about(t, wait) })}`;
    }
    case 'working': {
      const { progress } = status;
      if (!progress?.generated) return t('progress.starting');
      if (job.progress) return job.progress(t, request, progress);
      const { generated, counted: count } = progress;
      if (count !== undefined) return t('progress.counted', { generated, count });
      return t('progress.working', { count: progress.generated, depth: progress.lowerBound });
    }
    case 'done':
      return t('progress.done');
  }
};

/** How long a long proof takes, and where its answer comes. */
const outlook = (t: TFunction, isPrivate: boolean, status: JobStatus): APIComponentInContainer => {
  const { most, estimate } = (status.state === 'working' && status.progress?.remaining) || {};
  const key = estimate === undefined ? 'atMost' : most !== undefined && estimate > most ? 'tooLong' : 'toGo';
  const time = key === 'toGo' ? estimate : most;
  return text(
    time !== undefined && `-# ${t(`progress.${key}`, { time: about(t, time) })}`,
    `-# ${t(isPrivate ? 'progress.direct' : 'progress.posted')}`,
  );
};

interface Report {
  readonly status: JobStatus;
  /** The request. */
  readonly id: string;
  /** Milliseconds until its turn, if known. */
  readonly wait?: number | undefined;
  /** What is shown of the search, if it has a solution. */
  readonly known?: Progress | undefined;
  /** Whether only the asker reads it. */
  readonly isPrivate?: boolean;
}

export const progressMessage = (
  t: TFunction,
  work: Work,
  { status, id, wait, known, isPrivate = false }: Report,
): Message => {
  const best = known?.best;
  const label = t(best ? 'progress.keep' : 'progress.cancel');
  const cancel = row(button(cancelId(id), label, best ? ButtonStyle.Secondary : ButtonStyle.Danger));
  const news = best ? found(t, work, best, known.lowerBound) : [text(sentence(t, work, status, wait))];
  const later = work.isLong && outlook(t, isPrivate, status);
  return { components: container(colours.working, ...described(t, work), ...news, later, cancel) };
};
