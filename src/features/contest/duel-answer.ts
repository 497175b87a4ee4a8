/** Duels as messages: one in the channel, which shows how far both players are and in the end the result. Pure. */
import { ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import { fitting } from '../../discord/fitting.ts';
import { button, card, colours, joinPresent, type Message, puzzleHeading, row, text } from '../../discord/message.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { placeLine } from '../../standings/pager.ts';
import {
  contestBoard,
  nameOf,
  placeWords,
  playContestComponent,
  playedLines,
  type Results,
  rematchComponent,
  solutionLines,
} from './answer.ts';
import type { ContestAnswer, Round } from './rules.ts';
import type { Player, State } from './store.ts';

/** Of the 4,000 characters of a message, for the moves of both players. */
const linesRoom = 1200;

interface RunningDuel extends Pick<State, 'contest' | 'players'> {
  readonly answers: readonly ContestAnswer[];
  /** Milliseconds since 1970. */
  readonly ends: number;
}

/** A running duel. It shows no position: each player sees it first on their own board. */
export const duelMessage = (t: TFunction, { contest, players, answers, ends }: RunningDuel): Message => {
  const [owner, opponent] = players.map(({ user }) => `<@${user}>`);
  const state = ({ user, moves }: Player): string => {
    const solved = answers.find((answer) => answer.user === user);
    if (solved)
      return `✅ ${t('contest.duel.solved', { length: `**${t('answer.length', { count: solved.value })}**` })}`;
    return moves === undefined ? t('contest.duel.waiting') : t('contest.duel.so-far', { count: moves });
  };
  return card(
    colours.working,
    puzzleHeading(t, nameOf(t, contest), knownPuzzle(contest.puzzle)),
    opponent !== undefined && text(t('contest.duel.challenge', { owner, opponent })),
    // None is left after both had their data deleted.
    players.length > 0 && text(...players.map((player) => `<@${player.user}> · ${state(player)}`)),
    text(joinPresent([t('contest.how.duel'), `-# ${t('posting.ends', { when: `<t:${Math.ceil(ends / 1000)}:R>` })}`])),
    row(button(customId(playContestComponent, contest.id), t('daily.play'), ButtonStyle.Success)),
  );
};

interface DuelResults extends Pick<Results, 'contest' | 'places'>, Pick<State, 'players'> {
  readonly round: Round;
}

/** What the message of a duel becomes: the winner, both solutions, a shortest one, and *Rematch* for both players. */
export const duelResults = async (
  t: TFunction,
  { contest, round, places, players }: DuelResults,
  drawing: Drawing,
): Promise<Message> => {
  const puzzle = knownPuzzle(contest.puzzle);
  const [winner] = places;
  const lines = fitting(playedLines(places), linesRoom, '\n').text;
  const ranks = places.map((place, index) =>
    placeLine(t, { user: place.user, rank: index + 1 }, placeWords(t, contest.kind, round.moves.length, place)),
  );
  const others = players.flatMap(({ user, moves }) =>
    places.some((place) => place.user === user)
      ? []
      : `<@${user}> · ${t(moves === undefined ? 'contest.duel.absent' : 'contest.duel.unsolved')}`,
  );
  return card(
    colours.solved,
    puzzleHeading(t, nameOf(t, contest), puzzle),
    text(
      winner ? `🏆 ${t('contest.duel.won', { user: `<@${winner.user}>` })}` : t('contest.duel.nobody'),
      ...ranks,
      ...others,
    ),
    ...(await contestBoard(t, puzzle, round, drawing)),
    text(...solutionLines(t, puzzle, round)),
    lines && text(lines),
    players.length > 1 &&
      row(button(customId(rematchComponent, contest.id), t('contest.duel.rematch'), ButtonStyle.Primary)),
  );
};
