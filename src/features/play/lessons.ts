/** Lessons: games with a fixed position, one after another, for people who have never played. */
import { type APIButtonComponentWithCustomId, ButtonStyle, type MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { button } from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import { lessons } from '../../puzzles/catalogue/lessons.ts';
import { parseMoves } from '../../puzzles/moves.ts';
import { unwrap } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { todayButton } from '../daily/answer.ts';
import { type Game, lessonId, newGame } from './game.ts';
import type { GameStore } from './store.ts';

export const lessonComponent = 'lesson';
/** In place of a lesson, after the last one: a random game that is easy. */
export const easyGame = lessons.length;
export const parseLesson = fieldsBy(z.tuple([numberField.refine((index) => index <= easyGame)]));

/** Opens the lesson with this index for the person who presses. */
export const lessonButton = (
  index: number,
  label: string,
  style: ButtonStyle.Primary | ButtonStyle.Secondary = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId => button(customId(lessonComponent, index), label, style);

/**
 * Begins a lesson anew. A person has one game of each, so that pressing often stores no more.
 * @returns undefined after the person's data was deleted
 */
export const openLesson = async (
  games: GameStore,
  index: number,
  { id: opening, user, locale, createdTimestamp }: MessageComponentInteraction,
): Promise<Game | undefined> => {
  const lesson = lessons[index]!;
  const puzzle = knownPuzzle(lesson.puzzle);
  const question = unwrap(parseQuestion(puzzle, lesson.position, lesson.goal), `lesson ${index}`);
  const { moves } = unwrap(parseMoves(puzzle, question.start, lesson.moves, question.goal), `lesson ${index}`);
  const id = lessonId(index, user.id);
  const goal = question.goal.text;
  const owned = { id, owner: user.id, private: true, shared: false, locale };
  const setup = { ...owned, puzzle: puzzle.id, goal, lesson: index, opening };
  const fresh = newGame(setup, lesson.position, moves, createdTimestamp);
  await games.add(fresh, createdTimestamp, true);
  const again = ({ version, opening: before }: Game): Game | undefined =>
    // It is this one, of this bot or another one.
    before === opening ? undefined : { ...fresh, version: version + 1 };
  return (await games.update(id, again, true)) ?? games.game(id);
};

export const lessonTitle = (t: TFunction, index: number): string =>
  t('lesson.title', { number: index + 1, count: lessons.length });

/** What comes after a lesson. */
export const lessonButtons = (
  t: TFunction,
  index: number,
  ending: Game['ending'],
): APIButtonComponentWithCustomId[] => {
  const next = lessons[index + 1];
  const again = ending === 'given-up' ? [lessonButton(index, t('play.again'), ButtonStyle.Primary)] : [];
  if (!next) return [...again, todayButton(t), lessonButton(easyGame, t('lesson.easy'))];
  const title = titleOf(t, knownPuzzle(next.puzzle));
  return [...again, lessonButton(index + 1, t('lesson.next', { title }), ButtonStyle.Primary)];
};
