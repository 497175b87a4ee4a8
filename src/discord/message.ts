/** The parts that all answers have in common, as Components V2. */
import {
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { knownPuzzle, questionOf, type Work } from '../jobs/job.ts';
import type { JobStatus } from '../jobs/queue.ts';
import { titleOf } from '../locales/index.ts';
import type { Words } from '../render/description.ts';
import { emojiBoard } from '../render/emoji.ts';
import { customId, fieldsBy, snowflakeField } from './command.ts';

/** A message of Components V2; whoever sends it sets the flag. */
export type Components = readonly APIMessageTopLevelComponent[];

/** A message with the files that its components show as `attachment://<name>`. */
export interface Message {
  readonly components: Components;
  readonly files?: readonly { readonly name: string; readonly data: Buffer }[];
}

/** A message to post or to edit, as REST takes it. */
export const request = ({ components, files = [] }: Message) => ({
  body: {
    components,
    flags: MessageFlags.IsComponentsV2,
    allowed_mentions: { parse: [] },
    // An edit that names no files would keep those of before.
    attachments: files.map(({ name }, id) => ({ id, filename: name })),
  },
  files: [...files],
});

export const colours = { solved: 0x2e9e5b, unsolvable: 0xc0392b, 'gave-up': 0xd68910, working: 0x3b6fb6 } as const;

export const text = (content: string): APIComponentInContainer => ({ type: ComponentType.TextDisplay, content });
export const line: APIComponentInContainer = { type: ComponentType.Separator };
export const picture = (name: string, description: string): APIComponentInContainer => ({
  type: ComponentType.MediaGallery,
  items: [{ media: { url: `attachment://${name}` }, description: description.slice(0, 1024) }],
});
export const container = (accent: number, ...components: APIComponentInContainer[]): Components => [
  { type: ComponentType.Container, accent_color: accent, components },
];

/** The words in which pictures of boards are described. */
export const wordsOf = (t: TFunction): Words => ({
  blank: t('alt.blank'),
  wide: t('alt.wide'),
  second: (letter) => t('alt.second', { letter }),
  pegs: (count) => t('alt.pegs', { count }),
  holes: (count) => t('alt.holes', { count }),
  row: (row, said) => t('alt.row', { row, text: said }),
});

/** A message of one sentence. */
export const plainMessage = (content: string): Message => ({
  components: [{ type: ComponentType.TextDisplay, content }],
});

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

export const duration = (t: TFunction, milliseconds: number): string => {
  if (milliseconds >= 1000) return t('answer.seconds', { value: Math.round(milliseconds / 100) / 10 });
  const value = milliseconds >= 10 ? Math.round(milliseconds) : Math.max(0.01, Math.round(milliseconds * 100) / 100);
  return t('answer.milliseconds', { value });
};

/** A guess at a time to wait, in words. */
export const about = (t: TFunction, milliseconds: number): string => {
  const seconds = milliseconds / 1000;
  // Nobody knows it to the second.
  if (seconds < 55) return t('time.seconds', { count: Math.ceil(seconds / 5) * 5 || 5 });
  if (seconds < 55 * 60) return t('time.minutes', { count: Math.ceil(seconds / 60) });
  return t('time.hours', { count: Math.ceil(seconds / 3600) });
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
