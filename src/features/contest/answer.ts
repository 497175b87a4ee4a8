/** What is said of contests. Pure: from data to components. */

import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField, snowflakeField } from '../../discord/command.ts';
import { colours, container, goalNote, type Message, text } from '../../discord/message.ts';
import { boardPage, hereField, turnField } from '../../discord/pager.ts';
import { fitting } from '../../discord/text.ts';
import { familyText, titleOf } from '../../locales/index.ts';
import { formatMoves, longestMoves } from '../../puzzles/moves.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { pageLength } from '../scope.ts';
import type { Round } from './job.ts';
import {
  type Answer,
  type Contest,
  type ContestKind,
  choicesOf,
  mostGuessed,
  type Place,
  positionOf,
  rightAnswers,
  roundScores,
} from './rules.ts';
import type { Page, Standing } from './store.ts';

export const answerComponent = 'contest-answer';
export const moveComponent = 'contest-move';
export const pageComponent = 'contest-page';
export const answerForm = 'contest-form';
/** The one field of the form. */
export const answerField = 'answer';

const moveFields = z.tuple([snowflakeField, numberField, numberField]);
const pageFields = z.tuple([hereField, numberField, turnField]);
/** The contest, the round and the place of the move among its choices. */
export type MoveFields = z.output<typeof moveFields>;
export const parseContest = fieldsBy(z.tuple([snowflakeField]));
export const parseMove = fieldsBy(moveFields);
export const parsePage = fieldsBy(pageFields);

/** Of the 4,000 characters of a message: for places, for everybody's moves, for a solution, for the moves of a round. */
const placesRoom = 1400;
const linesRoom = 1200;
const solutionRoom = 700;
const choicesRoom = 60;

const buttonsInRow = 5;

const mention = (user: string): string => `<@${user}>`;
const heading = (t: TFunction, { kind, puzzle }: Contest): string =>
  `### ${t(`contest.title.${kind}`)} · ${titleOf(t, knownPuzzle(puzzle))}`;
const linkTo = ({ guild, channel }: Contest, message: string): string =>
  `https://discord.com/channels/${guild}/${channel}/${message}`;

const board = (puzzle: Puzzle, round: Round): string =>
  `${emojiBoard(puzzle, positionOf(puzzle, round))}\n\`${round.position}\``;
/** The moves that were right, as they are printed. */
const rightMoves = (puzzle: Puzzle, round: Round): string => {
  const names = choicesOf(puzzle, round).flatMap(({ name, isRight }) => (isRight ? `\`${name}\`` : []));
  const { text: shown, left } = fitting(names, choicesRoom);
  return left === 0 ? shown : `${shown} …`;
};

/** What came of a round: its right moves, and who was quickest. */
const roundResult = (
  t: TFunction,
  puzzle: Puzzle,
  round: Round,
  number: number,
  answers: readonly Answer[],
): string => {
  const people = rightAnswers(puzzle, round, number, answers)
    .slice(0, roundScores.length)
    .map(({ user }, place) => `${mention(user)} +${roundScores[place]}`);
  const who = people.length === 0 ? t('contest.nobodyRight') : people.join(', ');
  return t('contest.roundResult', { round: number, moves: rightMoves(puzzle, round), people: who });
};

/** A running contest, or a round of it. */
export const contestMessage = (
  t: TFunction,
  {
    contest,
    owner,
    rounds,
    round: number,
    ends,
    answers = [],
  }: {
    contest: Contest;
    owner: string | undefined;
    rounds: readonly Round[];
    round: number;
    /** Milliseconds since 1970. */
    ends: number;
    answers?: readonly Answer[];
  },
): Message => {
  const { id, kind } = contest;
  const puzzle = knownPuzzle(contest.puzzle);
  const round = rounds[number - 1]!;
  const before = rounds[number - 2];
  const notes = [
    ...(rounds.length > 1 ? [t('contest.round', { round: number, count: rounds.length })] : []),
    t('contest.ends', { when: `<t:${Math.ceil(ends / 1000)}:R>` }),
    ...(owner === undefined ? [] : [t('contest.startedBy', { user: mention(owner) })]),
  ];
  const buttons: APIButtonComponentWithCustomId[] =
    kind === 'first-move'
      ? choicesOf(puzzle, round).map(({ name }, index) => ({
          type: ComponentType.Button,
          style: ButtonStyle.Secondary,
          label: name,
          custom_id: customId(moveComponent, id, number, index),
        }))
      : [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            label: t(`contest.button.${kind}`),
            custom_id: customId(answerComponent, id),
          },
        ];
  const rows: APIComponentInContainer[] = [];
  for (let at = 0; at < buttons.length; at += buttonsInRow) {
    rows.push({ type: ComponentType.ActionRow, components: buttons.slice(at, at + buttonsInRow) });
  }
  return {
    components: container(
      colours.working,
      text([heading(t, contest), ...goalNote(t, puzzle)].join('\n')),
      ...(before ? [text(`-# ${roundResult(t, puzzle, before, number - 1, answers)}`)] : []),
      text(board(puzzle, round)),
      text(`${t(`contest.how.${kind}`)}\n-# ${notes.join(' · ')}`),
      ...rows,
    ),
  };
};

/** What is left of the message of a contest. */
export const overMessage = (
  t: TFunction,
  {
    contest,
    rounds,
    results,
  }: { contest: Contest; rounds: readonly Round[] /** The message with the results. */; results: string | undefined },
): Message => {
  const puzzle = knownPuzzle(contest.puzzle);
  const link = results === undefined ? '' : ` [${t('contest.results')}](${linkTo(contest, results)})`;
  return {
    components: container(
      colours.solved,
      text(heading(t, contest)),
      ...(contest.kind === 'first-move' ? [] : [text(board(puzzle, rounds[0]!))]),
      text(`${t('contest.over')}${link}`),
    ),
  };
};

/** What somebody has reached, in words. */
const reached = (t: TFunction, kind: ContestKind, truth: number, { value, right }: Place): string => {
  switch (kind) {
    case 'fewest-moves': {
      const over = value === truth ? t('play.perfect') : `+${value - truth}`;
      return `**${t('answer.length', { count: value })}** · ${over}`;
    }
    case 'guess': {
      const off = Math.abs(value - truth);
      return `**${value}** · ${off === 0 ? t('contest.exact') : t('contest.off', { count: off })}`;
    }
    case 'first-move':
      return `**${t('contest.score', { count: value })}** · ${t('contest.right', { count: right })}`;
  }
};

/** Ranks, the shortest solution and everybody's line; what does not fit is in a file. */
export const resultsMessage = (
  t: TFunction,
  {
    contest,
    rounds,
    places,
    answers,
    message,
  }: {
    contest: Contest;
    rounds: readonly Round[];
    places: readonly Place[];
    answers: readonly Answer[];
    /** The message of the contest. */
    message: string;
  },
): Message => {
  const { kind } = contest;
  const puzzle = knownPuzzle(contest.puzzle);
  const [first] = rounds;
  const truth = first!.moves.length;
  const solution = formatMoves(puzzle, positionOf(puzzle, first!), first!.moves);
  const best = `\`${first!.position}\`\n${t('contest.best', { count: truth })}`;
  const facts =
    kind === 'first-move'
      ? rounds.map((round, index) => `-# ${roundResult(t, puzzle, round, index + 1, answers)}`).join('\n')
      : `${best}\n\`${fitting(solution, solutionRoom).text}\`\n-# ${familyText(t, 'answer.direction', puzzle)}`;
  const won = ({ points }: Place): string => (points === 0 ? '' : ` · ${t('contest.won', { count: points })}`);
  const rows = places.map(
    (place, index) => `${index + 1}. ${mention(place.user)} · ${reached(t, kind, truth, place)}${won(place)}`,
  );
  const shown = fitting(rows, placesRoom, '\n');
  // A line of nobody's own says nothing: only solutions have one.
  const moves = places.flatMap(({ text: line }, index) => (line === '' ? [] : `-# ${index + 1}. \`${line}\``));
  const lines = fitting(moves, linesRoom, '\n');
  const left = Math.max(shown.left, lines.left);
  const name = 'contest.txt';
  const all = [
    `${t(`contest.title.${kind}`)} · ${titleOf(t, puzzle)}`,
    ...rounds.map(({ position, moves }) => `${position} · ${t('answer.length', { count: moves.length })}`),
    '',
    ...places.map(({ user, value, text: line }, index) =>
      [`${index + 1}.`, value, user, ...(line === '' ? [] : [line])].join('\t'),
    ),
    '',
  ];
  return {
    components: container(
      colours.solved,
      text(`${heading(t, contest)}\n-# [${t('contest.link')}](${linkTo(contest, message)})`),
      text(facts),
      text(rows.length === 0 ? t('contest.nobody') : shown.text),
      ...(lines.text === '' ? [] : [text(lines.text)]),
      ...(left === 0
        ? []
        : [
            text(t('contest.more', { count: left })),
            { type: ComponentType.File as const, file: { url: `attachment://${name}` } },
          ]),
    ),
    ...(left > 0 && { files: [{ name, data: Buffer.from(all.join('\n')) }] }),
  };
};

/** The form to answer in. */
export const answerModal = (t: TFunction, { id, kind }: Contest): APIModalInteractionResponseCallbackData => ({
  custom_id: customId(answerForm, id),
  title: t(`contest.title.${kind}`),
  components: [
    {
      type: ComponentType.Label,
      label: t(`contest.field.${kind === 'guess' ? 'guess' : 'moves'}`),
      description: kind === 'guess' ? t('contest.field.range', { most: mostGuessed }) : t('daily.command.moves'),
      component: {
        type: ComponentType.TextInput,
        custom_id: answerField,
        style: kind === 'guess' ? TextInputStyle.Short : TextInputStyle.Paragraph,
        max_length: kind === 'guess' ? 10 : longestMoves,
      },
    },
  ],
});

const standingRow = (t: TFunction, { rank, user, points }: Standing): string => {
  const worth = `${mention(user)} · **${t('standings.points', { count: points })}**`;
  return rank === undefined ? `${worth} · ${t('standings.absence.hidden')}` : `${rank}. ${worth}`;
};

/** A page of the leaderboard, always with the place of whoever asked. */
export const contestPage = (
  t: TFunction,
  { isHere, page, of }: { isHere: boolean; page: number; of: Page },
): Message => {
  const rows = of.rows.length === 0 ? t('contest.nobodyYet') : of.rows.map((row) => standingRow(t, row)).join('\n');
  const own = of.own ? `${t('daily.own')} ${standingRow(t, of.own)}` : t('contest.noOwn');
  return boardPage(t, {
    title: t('contest.board'),
    isHere,
    page,
    pages: Math.max(1, Math.ceil(of.total / pageLength)),
    parts: [text(rows), text(`${own}\n-# ${t('contest.worth')}`)],
    id: [pageComponent, isHere ? 'here' : 'all'],
  });
};
