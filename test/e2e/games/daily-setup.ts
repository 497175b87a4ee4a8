/** What the suites of the daily challenge share. */
import type { Message, Person } from '@antipode/stand-in';
import { expect } from 'vitest';
import { numberAt } from '../../../src/features/daily/rules.ts';
import type { Move, Position, Puzzle } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { idOf, isGame } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { system } from './setup.ts';

export const today = (): number => numberAt(Date.now());
export const opened = async (who: Person, message: Message, id = 'daily-play|'): Promise<Message> =>
  (await who.press(message, idOf(message, id))).until(isGame);

interface Drawn {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly moves: readonly Move[];
}

export const drawn = async (number: number): Promise<Drawn> => {
  const { puzzle: id, position, moves } = JSON.parse((await system.redis.get(keyOf(number)))!);
  const puzzle = puzzleOf(id)!;
  const start = puzzle.parsePosition(position);
  return start.ok ? { puzzle, start: start.value, moves } : expect.fail(position);
};
export const keyOf = (number: number): string => `antipode:work:result:daily|${number}`;

/** Stores this challenge in place of the one that would be drawn, so that tests can be short. */
export const plant = async (number: number, position: string): Promise<Drawn> => {
  const puzzle = puzzleOf('eight')!;
  const start = puzzle.parsePosition(position);
  if (!start.ok) throw new Error(position);
  const moves = solved(puzzle, start.value);
  await system.redis.set(keyOf(number), JSON.stringify({ status: 'challenge', puzzle: 'eight', position, moves }));
  return { puzzle, start: start.value, moves };
};
