/** What a request looks like in messages: its heading and board, and the report of its progress. */
import { type APIComponentInContainer, ButtonStyle, ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, snowflakeField } from '../discord/command.ts';
import { about, colours, container, type Message, text } from '../discord/message.ts';
import { titleOf } from '../locales/index.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { emojiBoard } from '../render/emoji.ts';
import { questionOf, type Work } from './job.ts';
import type { JobStatus } from './queue.ts';

/** What was asked for, as a heading: the puzzle, the position, and a goal that is not the usual one. */
export const heading = (t: TFunction, work: Work): string => {
  if (work.kind === 'daily') return `### ${t('daily.title', { number: work.number })}`;
  const puzzle = knownPuzzle(work.puzzle);
  const title = `### ${titleOf(t, puzzle)}`;
  if (!('position' in work)) return title;
  const position = `${title}\n\`${work.position}\``;
  return work.goal === puzzle.goal.text ? position : `${position} → \`${work.goal}\``;
};

/** The position that was asked about as a board; nothing for work that has none. */
export const boards = (work: Work): APIComponentInContainer[] => {
  if (!('position' in work)) return [];
  const { puzzle, question } = questionOf(work);
  return [text(emojiBoard(puzzle, question.start))];
};

export const cancelComponent = 'cancel';

/** Bots of before named the asker as well. */
export const parseCancel = fieldsBy(z.tuple([snowflakeField]).rest(snowflakeField));

/**
 * What is shown while a request waits or is worked on, with a button for its asker to call it off.
 * @param wait milliseconds until it is its turn, where that can be told
 */
export const progressMessage = (t: TFunction, work: Work, status: JobStatus, id: string, wait?: number): Message => {
  const say = (): string => {
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
  const cancel: APIComponentInContainer = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Danger,
        label: t('progress.cancel'),
        custom_id: customId(cancelComponent, id),
      },
    ],
  };
  return { components: container(colours.working, text(heading(t, work)), ...boards(work), text(say()), cancel) };
};
