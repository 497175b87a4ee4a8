/** Contests as messages. Pure. */

import {
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  messageLink,
  TextInputStyle,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { fitting } from '../../discord/fitting.ts';
import {
  button,
  buttonRows,
  card,
  colours,
  download,
  joinPresent,
  type Message,
  puzzleHeading,
  row,
  text,
  usualBoard,
} from '../../discord/message.ts';
import { snowflake } from '../../discord/snowflake.ts';
import { familyText, titleOf } from '../../locales/index.ts';
import { formatMoves, longestMoves } from '../../puzzles/moves.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { placeLine, rankMark } from '../../standings/pager.ts';
import { everywhere, type Scope } from '../../standings/scope.ts';
import type { Page, Place } from '../../standings/store.ts';
import {
  type Contest,
  type ContestAnswer,
  type ContestKind,
  type ContestPlace,
  choicesOf,
  mostGuessed,
  positionOf,
  type Round,
  rightAnswers,
  roundScores,
} from './rules.ts';
import type { Player, State } from './store.ts';

export const answerComponent = 'contest-answer';
export const playContestComponent = 'contest-play';
export const moveComponent = 'contest-move';
export const rematchComponent = 'contest-rematch';
export const answerForm = 'contest-form';
/** The one field of the form. */
export const answerField = 'answer';

export const parseContest = fieldsBy(z.tuple([snowflake]));
/** The contest, the round, and the index of the move among its choices. */
export const parseMove = fieldsBy(z.tuple([snowflake, numberField, numberField]));

/** Of the 4,000 characters of a message: for places, for everybody's moves, for a solution, for the moves of a round. */
const placesRoom = 1400;
const linesRoom = 1200;
const solutionRoom = 700;
const choicesRoom = 60;

const nameOf = (t: TFunction, { kind, until }: Contest): string =>
  t(until === undefined ? `contest.title.${kind}` : 'weekly.title');
const titleOfContest = (t: TFunction, contest: Contest): string =>
  `${nameOf(t, contest)} · ${titleOf(t, knownPuzzle(contest.puzzle))}`;

const contestBoard = async (t: TFunction, puzzle: Puzzle, round: Round, drawing: Drawing) => [
  await usualBoard(t, { puzzle, position: positionOf(puzzle, round), goal: puzzle.goal }, drawing),
  text(`\`${round.position}\``),
];

/** The moves that were right, as they are printed. */
const rightMoves = (puzzle: Puzzle, round: Round): string => {
  const names = choicesOf(puzzle, round).flatMap(({ name, isRight }) => (isRight ? `\`${name}\`` : []));
  const { text: list, left } = fitting(names, choicesRoom);
  return left === 0 ? list : `${list} …`;
};

/** The right moves of a round, and who was quickest. */
const roundResult = (
  t: TFunction,
  puzzle: Puzzle,
  round: Round,
  number: number,
  answers: readonly ContestAnswer[],
): string => {
  const people = rightAnswers(puzzle, round, number, answers)
    .slice(0, roundScores.length)
    .map(({ user }, place) => `<@${user}> +${roundScores[place]}`);
  const who = people.length === 0 ? t('contest.nobodyRight') : people.join(', ');
  return t('contest.roundResult', { round: number, moves: rightMoves(puzzle, round), people: who });
};

interface Running extends Pick<State, 'contest' | 'owner' | 'round'> {
  readonly rounds: readonly Round[];
  /** Milliseconds since 1970. */
  readonly ends: number;
  readonly answers?: readonly ContestAnswer[];
}

/** A running contest, or a round of it. */
export const contestMessage = async (
  t: TFunction,
  { contest, owner, rounds, round: number, ends, answers = [] }: Running,
  drawing: Drawing,
): Promise<Message> => {
  const { id, kind } = contest;
  const puzzle = knownPuzzle(contest.puzzle);
  const round = rounds[number - 1]!;
  const before = rounds[number - 2];
  const notes = [
    rounds.length > 1 && t('contest.round', { round: number, count: rounds.length }),
    t('posting.ends', { when: `<t:${Math.ceil(ends / 1000)}:R>` }),
    owner !== undefined && t('contest.startedBy', { user: `<@${owner}>` }),
  ];
  const buttons =
    kind === 'first-move'
      ? choicesOf(puzzle, round).map(({ name }, index) => button(customId(moveComponent, id, number, index), name))
      : [
          ...(kind === 'fewest-moves'
            ? [button(customId(playContestComponent, id), t('daily.play'), ButtonStyle.Success)]
            : []),
          button(customId(answerComponent, id), t(`contest.button.${kind}`), ButtonStyle.Primary),
        ];
  return card(
    colours.working,
    puzzleHeading(t, nameOf(t, contest), puzzle),
    before && text(`-# ${roundResult(t, puzzle, before, number - 1, answers)}`),
    ...(await contestBoard(t, puzzle, round, drawing)),
    text(`${t(`contest.how.${kind}`)}\n-# ${joinPresent(notes, ' · ')}`),
    ...buttonRows(buttons),
  );
};

/**
 * What the message of a contest becomes when it is over.
 * @param results the id of the message with the results
 */
export const overMessage = async (
  t: TFunction,
  { contest, rounds }: Pick<Results, 'contest' | 'rounds'>,
  drawing: Drawing,
  results?: string,
): Promise<Message> => {
  const link =
    results === undefined ? '' : ` [${t('contest.results')}](${messageLink(contest.channel, results, contest.guild)})`;
  return card(
    colours.solved,
    text(`### ${titleOfContest(t, contest)}`),
    ...(contest.kind === 'first-move' ? [] : await contestBoard(t, knownPuzzle(contest.puzzle), rounds[0]!, drawing)),
    text(`${t('contest.over')}${link}`),
  );
};

/** The result of a place in words. */
const placeWords = (t: TFunction, kind: ContestKind, truth: number, { value, right }: ContestPlace): string => {
  switch (kind) {
    case 'fewest-moves':
    case 'duel':
      return `**${t('answer.length', { count: value })}** · ${value === truth ? t('play.perfect') : `+${value - truth}`}`;
    case 'guess':
      return `**${value}** · ${value === truth ? t('contest.exact') : t('contest.off', { count: Math.abs(value - truth) })}`;
    case 'first-move':
      return `**${t('standings.points', { count: value })}** · ${t('contest.right', { count: right })}`;
  }
};

/** A line for each place, with the points that it is worth. */
const placeLines = (t: TFunction, kind: ContestKind, round: Round, places: readonly ContestPlace[]): string[] =>
  places.map((place, index) => {
    const won = place.points > 0 && t('contest.won', { count: place.points });
    const worth = joinPresent([placeWords(t, kind, round.moves.length, place), won], ' · ');
    return placeLine(t, { user: place.user, rank: index + 1 }, worth);
  });

interface Results {
  readonly contest: Contest;
  readonly rounds: readonly Round[];
  readonly places: readonly ContestPlace[];
  readonly answers: readonly ContestAnswer[];
  /** The id of the message of the contest. */
  readonly message: string;
}

/** A shortest solution. */
const solutionLines = (t: TFunction, puzzle: Puzzle, round: Round): string[] => {
  const printed = fitting(formatMoves(puzzle, positionOf(puzzle, round), round.moves), solutionRoom).text;
  return [
    t('contest.best', { count: round.moves.length }),
    `\`${printed}\``,
    `-# ${familyText(t, 'answer.direction', puzzle)}`,
  ];
};

/** The moves of everybody who sent some. */
const playedLines = (places: readonly ContestPlace[]) => {
  const lines = places.flatMap(({ text: moves }, index) =>
    moves === '' ? [] : `-# ${rankMark(index + 1)}\`${moves}\``,
  );
  return fitting(lines, linesRoom, '\n');
};

/** All places, the shortest solution and everybody's moves; what does not fit is in a file. */
export const resultsMessage = (t: TFunction, { contest, rounds, places, answers, message }: Results): Message => {
  const { kind } = contest;
  const puzzle = knownPuzzle(contest.puzzle);
  const first = rounds[0]!;
  const facts =
    kind === 'first-move'
      ? rounds.map((round, index) => `-# ${roundResult(t, puzzle, round, index + 1, answers)}`)
      : [`\`${first.position}\``, ...solutionLines(t, puzzle, first)];
  const list = fitting(placeLines(t, kind, first, places), placesRoom, '\n');
  const lines = playedLines(places);
  const left = Math.max(list.left, lines.left);
  // Wrong solutions are refused and not kept, so somebody may have played.
  const nobody = kind === 'fewest-moves' ? 'nobodySolved' : answers.length > 0 ? 'nobody' : 'nobodyPlayed';
  const all = [
    titleOfContest(t, contest),
    ...rounds.map(({ position, moves }) => `${position} · ${t('answer.length', { count: moves.length })}`),
    '',
    ...places.map(({ user, value, text: moves }, index) =>
      joinPresent([`${index + 1}.`, String(value), user, moves], '\t'),
    ),
    '',
  ];
  return card(
    colours.solved,
    text(
      `### ${titleOfContest(t, contest)}\n-# [${t('contest.link')}](${messageLink(contest.channel, message, contest.guild)})`,
    ),
    text(list.text || t(`contest.${nobody}`)),
    text(...facts),
    lines.text && text(lines.text),
    left > 0 && text(t('contest.more', { count: left })),
    left > 0 && download('contest.txt', all.join('\n')),
  );
};

/** A running duel. It shows no position: each player sees it first on their own board. */
export const duelMessage = (
  t: TFunction,
  { contest, players, answers = [], ends }: Pick<Running, 'contest' | 'answers' | 'ends'> & Pick<State, 'players'>,
): Message => {
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

/** What the message of a duel becomes: the winner, both solutions, a shortest one, and *Rematch* for both players. */
export const duelResults = async (
  t: TFunction,
  { contest, rounds, places, players }: Pick<Results, 'contest' | 'rounds' | 'places'> & Pick<State, 'players'>,
  drawing: Drawing,
): Promise<Message> => {
  const puzzle = knownPuzzle(contest.puzzle);
  const round = rounds[0]!;
  const [winner] = places;
  const lines = playedLines(places).text;
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
      ...placeLines(t, contest.kind, round, places),
      ...others,
    ),
    ...(await contestBoard(t, puzzle, round, drawing)),
    text(...solutionLines(t, puzzle, round)),
    lines && text(lines),
    players.length > 1 &&
      row(button(customId(rematchComponent, contest.id), t('contest.duel.rematch'), ButtonStyle.Primary)),
  );
};

export const answerModal = (t: TFunction, contest: Contest): APIModalInteractionResponseCallbackData => ({
  custom_id: customId(answerForm, contest.id),
  title: nameOf(t, contest),
  components: [
    {
      type: ComponentType.Label,
      label: t(`contest.field.${contest.kind === 'guess' ? 'guess' : 'moves'}`),
      description:
        contest.kind === 'guess' ? t('contest.field.range', { most: mostGuessed }) : t('daily.command.moves'),
      component: {
        type: ComponentType.TextInput,
        custom_id: answerField,
        style: contest.kind === 'guess' ? TextInputStyle.Short : TextInputStyle.Paragraph,
        max_length: contest.kind === 'guess' ? 10 : longestMoves,
      },
    },
  ],
});

export const contestStandings = (t: TFunction, scope: Scope, page: Page) => ({
  title: t('contest.board'),
  page,
  worthOf: ({ value }: Place) => `**${t('standings.points', { count: value })}**`,
  nobody: t('contest.nobodyYet'),
  none: t('contest.noOwn'),
  note: t(scope === everywhere ? 'contest.worthEverywhere' : 'contest.worth'),
});
