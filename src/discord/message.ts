/** The parts of answers, as Components V2. */
import {
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIMessageTopLevelComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { aimText, titleOf } from '../locales/index.ts';
import { chunks } from '../puzzles/lists.ts';
import type { Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import { boardInWords } from '../render/description.ts';
import type { Drawing } from '../render/drawing.ts';
import { emojiBoard, fitsInText } from '../render/emoji.ts';
import { type BoardView, type Presentation, usualPresentation } from '../render/presentation.ts';
import type { ThemeName } from '../render/theme.ts';
import { within } from '../runtime/deadline.ts';

export type Components = readonly APIMessageTopLevelComponent[];

/** Components V2, with the files that they show as `attachment://<name>`. The sender sets the flag. */
export interface Message {
  readonly components: Components;
  readonly files?: readonly { readonly name: string; readonly data: Buffer }[];
}

/** A message for REST, which mentions nobody. @param flags besides the one for Components V2 */
export const request = ({ components, files = [] }: Message, flags = 0) => ({
  body: {
    components,
    flags: flags | MessageFlags.IsComponentsV2,
    allowed_mentions: { parse: [] },
    // An edit without this list would keep the files of the old message.
    attachments: files.map(({ name }, id) => ({ id, filename: name })),
  },
  files: [...files],
});

export const colours = { solved: 0x2e9e5b, unsolvable: 0xc0392b, 'gave-up': 0xd68910, working: 0x3b6fb6 } as const;

/** A part of a message that need not be there. */
type Optional<T> = T | false | '' | undefined;
const present = <T>(parts: readonly Optional<T>[]): T[] => parts.filter((part): part is T => Boolean(part));

/** Joins the sentences that are there, by default on a line each. */
export const joinPresent = (parts: readonly Optional<string>[], separator = '\n'): string =>
  present(parts).join(separator);
/** The lines that are there. */
export const text = (...lines: Optional<string>[]): APITextDisplayComponent => ({
  type: ComponentType.TextDisplay,
  content: joinPresent(lines),
});
export const line: APIComponentInContainer = { type: ComponentType.Separator };

/** A part of a message, with the file that it shows. */
interface Attached {
  readonly component: APIComponentInContainer;
  readonly file: { readonly name: string; readonly data: Buffer };
}

/** A picture, and what it shows in words. */
export const picture = (name: string, data: Buffer, description: string): Attached => ({
  component: {
    type: ComponentType.MediaGallery,
    items: [{ media: { url: `attachment://${name}` }, description: description.slice(0, 1024) }],
  },
  file: { name, data },
});

/** A file to download. */
export const download = (name: string, data: string): Attached => ({
  component: { type: ComponentType.File, file: { url: `attachment://${name}` } },
  file: { name, data: Buffer.from(data) },
});

export type MessagePart = APIComponentInContainer | Attached;

/** A message of one box with a coloured edge around the parts that are there. */
export const card = (accent: number, ...parts: Optional<MessagePart>[]): Message => {
  const there = present(parts);
  const files = there.flatMap((part) => ('component' in part ? part.file : []));
  const components = there.map((part) => ('component' in part ? part.component : part));
  return { components: container(accent, ...components), ...(files.length > 0 && { files }) };
};

/** One message with all that some have. */
export const stacked = (...messages: Optional<Message>[]): Message => {
  const there = present(messages);
  const files = there.flatMap((message) => message.files ?? []);
  return { components: there.flatMap(({ components }) => components), ...(files.length > 0 && { files }) };
};

/** Whether a part is a row whose buttons are all left out, as their ids would be too long: Discord takes no such row. */
const isEmpty = (part: APIComponentInContainer): boolean =>
  part.type === ComponentType.ActionRow && part.components.length === 0;

/** The box of a card. */
export const container = (accent: number, ...parts: Optional<APIComponentInContainer>[]): Components => [
  {
    type: ComponentType.Container,
    accent_color: accent,
    components: present(parts).filter((part) => !isEmpty(part)),
  },
];
/** Up to five buttons, or one menu. */
export const row = (...parts: Optional<APIComponentInMessageActionRow>[]) => ({
  type: ComponentType.ActionRow as const,
  components: present(parts),
});
/** Discord's limit of buttons in a row. */
export const rowLength = 5;
/** As many rows as some buttons need. */
export const buttonRows = (buttons: readonly APIButtonComponentWithCustomId[], length = rowLength) =>
  chunks(buttons, length).map((some) => row(...some));
/** Buttons with words that a phone has room for beside each other. */
const mostWithWords = 3;
/** Rows of buttons with words, as even as possible. */
export const wordRows = (...buttons: Optional<APIButtonComponentWithCustomId>[]) => {
  const there = present(buttons);
  return buttonRows(there, Math.ceil(there.length / Math.ceil(there.length / mostWithWords)));
};
export const button = (
  id: string,
  label: string,
  style: APIButtonComponentWithCustomId['style'] = ButtonStyle.Secondary,
  disabled = false,
): APIButtonComponentWithCustomId => ({ type: ComponentType.Button, style, label, custom_id: id, disabled });
/** Discord's limit of an address on a button. */
const longestAddress = 512;

/** A button that opens an address; undefined if that is too long for one. */
export const linkButton = (url: string, label: string): APIButtonComponentWithURL | undefined =>
  url.length > longestAddress ? undefined : { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
/** The button with an emoji, which replaces its label unless that is to stay. */
export const withEmoji = (
  { label, ...rest }: APIButtonComponentWithCustomId,
  emoji: NonNullable<APIButtonComponentWithCustomId['emoji']>,
  isLabelled: boolean,
): APIButtonComponentWithCustomId => ({ ...rest, emoji, ...(isLabelled && label !== undefined && { label }) });
/** A button with a sign alone, by whose name Discord announces it. With words, four don't fit beside each other on a phone. */
export const signButton = (id: string, sign: string, disabled: boolean): APIButtonComponentWithCustomId =>
  withEmoji(button(id, sign, ButtonStyle.Secondary, disabled), { name: sign }, false);

interface ShownBoard {
  readonly puzzle: Puzzle;
  readonly position: Position;
  readonly goal?: Goal;
  readonly theme: ThemeName | undefined;
  /** Those that a picture shows as arrows, and an animation plays. */
  readonly moves?: readonly Move[];
  /** Moves a second of an animation. */
  readonly speed?: number | undefined;
  /** Of its file, without its type: no two of a message may be the same. */
  readonly name?: string;
}

/** A position in emoji or as a picture, or moves from there as an animation. */
export const boardPart = async (
  t: TFunction,
  view: BoardView,
  { puzzle, position, goal, theme, moves = [], speed, name }: ShownBoard,
  drawing: Drawing,
): Promise<MessagePart> => {
  if (view === 'emoji' && fitsInText(puzzle)) return text(emojiBoard(puzzle, position, goal));
  const task = { puzzle: puzzle.id, position: puzzle.formatPosition(position), goal: goal?.text, theme, moves };
  const board = boardInWords(t, puzzle, position);
  if (view !== 'animation' || moves.length === 0)
    return picture(`${name ?? 'board'}.png`, await drawing.picture(task), board);
  const alt = t('alt.animation', { count: moves.length, board });
  return picture(`${name ?? 'solution'}.gif`, await drawing.animation({ ...task, speed }), alt);
};

/** How long a message waits for a picture, in milliseconds: mostly 20 to 50, or a second where a thread starts to draw. */
const drawnWithin = 3000;

/**
 * A position as its puzzle is usually shown, or in emoji where nobody draws it in time.
 * @returns undefined where a message has no room for those
 */
export const usualBoard = async (
  t: TFunction,
  board: Omit<ShownBoard, 'theme'>,
  drawing: Drawing,
  { view, theme }: Presentation = usualPresentation(board.puzzle),
): Promise<MessagePart | undefined> => {
  const { puzzle, position, goal } = board;
  if (!fitsInText(puzzle)) return undefined;
  const drawn = await within(drawnWithin, boardPart(t, view, { ...board, theme }, drawing)).catch(() => undefined);
  return drawn ?? text(emojiBoard(puzzle, position, goal));
};

/** A message of one sentence. */
export const plainMessage = (content: string): Message => ({ components: [text(content)] });

export const duration = (t: TFunction, milliseconds: number): string => {
  if (milliseconds >= 1000) return t('answer.seconds', { value: Math.round(milliseconds / 100) / 10 });
  const value = milliseconds >= 10 ? Math.round(milliseconds) : Math.max(0.01, Math.round(milliseconds * 100) / 100);
  return t('answer.milliseconds', { value });
};

/** A time to wait in words, roughly. */
export const about = (t: TFunction, milliseconds: number): string => {
  const seconds = milliseconds / 1000;
  if (seconds < 55) return t('time.seconds', { count: Math.ceil(seconds / 5) * 5 || 5 });
  if (seconds < 55 * 60) return t('time.minutes', { count: Math.ceil(seconds / 60) });
  return t('time.hours', { count: Math.ceil(seconds / 3600) });
};

/** A title with the puzzle's, and below it the goal unless everybody knows it. */
export const puzzleHeading = (t: TFunction, title: string, puzzle: Puzzle): APIComponentInContainer => {
  const goal = puzzle.isGoalEvident ? '' : `\n-# ${goalNote(t, puzzle, puzzle.goal)}`;
  return text(`### ${title} · ${titleOf(t, puzzle)}${goal}`);
};

/** The goal in words, or as its text. */
export const goalNote = (t: TFunction, puzzle: Puzzle, goal: Goal): string =>
  aimText(t, puzzle, goal) ?? t('play.goal', { goal: `\`${goal.text}\`` });
