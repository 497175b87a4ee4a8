/** What a request looks like in messages: its heading and board, and the report of its progress. */
import { type APIComponentInContainer, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, snowflakeField } from '../discord/command.ts';
import { about, button, colours, container, type Message, row, text } from '../discord/message.ts';
import { titleOf } from '../locales/index.ts';
import type { Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { emojiBoard } from '../render/emoji.ts';
import type { Work } from './define.ts';
import type { JobStatus } from './queue.ts';

/** What requests about a puzzle have. */
interface PuzzleRequest {
  readonly puzzle: string;
  readonly question?: Question;
}

/** What was asked for, as a heading: the puzzle, the position, and a goal that is not the usual one. */
export const heading = (t: TFunction, { puzzle: id, question }: PuzzleRequest): string => {
  const puzzle = knownPuzzle(id);
  const title = `### ${titleOf(t, puzzle)}`;
  if (!question) return title;
  const position = `${title}\n\`${puzzle.formatPosition(question.start)}\``;
  return question.goal.text === puzzle.goal.text ? position : `${position} → \`${question.goal.text}\``;
};

/** The position that was asked about as a board; nothing for a request that has none. */
export const boards = ({ puzzle, question }: PuzzleRequest): APIComponentInContainer[] =>
  question ? [text(emojiBoard(knownPuzzle(puzzle), question.start))] : [];

const described = (t: TFunction, { job, request }: Work): APIComponentInContainer[] => {
  if (job.title) return [text(`### ${job.title(t, request)}`)];
  const asked = request as PuzzleRequest;
  return [text(heading(t, asked)), ...boards(asked)];
};

export const cancelComponent = 'cancel';

/** Older bots named the asker as well. */
export const parseCancel = fieldsBy(z.tuple([snowflakeField]).rest(snowflakeField));

const sentence = (t: TFunction, status: JobStatus, wait: number | undefined): string => {
  switch (status.state) {
    case 'waiting': {
      const place = t('progress.waiting', { count: status.ahead });
      return wait === undefined ? place : `${place}\n${t('progress.wait', { time: about(t, wait) })}`;
    }
    case 'joined':
      return t('progress.joined');
    case 'working': {
      const { progress } = status;
      if (!progress) return t('progress.starting');
      return t('progress.working', { count: progress.generated, depth: progress.lowerBound });
    }
    case 'done':
      return t('progress.done');
  }
};

/**
 * What a person sees while a request waits or is worked on, with a button to cancel it.
 * @param wait milliseconds until its turn, where that can be told
 */
export const progressMessage = (t: TFunction, work: Work, status: JobStatus, id: string, wait?: number): Message => {
  const cancel = row(button(customId(cancelComponent, id), t('progress.cancel'), ButtonStyle.Danger));
  return { components: container(colours.working, ...described(t, work), text(sentence(t, status, wait)), cancel) };
};
