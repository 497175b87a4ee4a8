/** What is posted each day, what admins see of its settings, and reminders. Pure: from data to components. */

import { type APIComponentInContainer, ButtonStyle, ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import { colours, container, goalNote, type Message, picture, text, wordsOf } from '../../discord/message.ts';
import { fitting } from '../../discord/text.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { titleOf } from '../../locales/index.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { describe } from '../../render/description.ts';
import type { Drawing } from '../../render/drawing.ts';
import { playButton } from './answer.ts';
import type { DailyChallenge } from './job.ts';
import { type Omission, omissions, type Server, type Trouble } from './post-store.ts';
import { startOf } from './rules.ts';
import type { Standing } from './store.ts';

export const roleComponent = 'posting-role';

/** Discord takes files of 10 MiB, all of a message together; this leaves room for the board. */
const mostAnimationBytes = 8 * 2 ** 20;
/** Room for names and for moves in the 4,000 characters of a message. */
const namesRoom = 1500;
const movesRoom = 800;

/** A number that is over, with who solved it in a server: the first of `total`, best first. */
export interface Past {
  readonly number: number;
  readonly drawn: DailyChallenge;
  readonly total: number;
  readonly solvers: readonly Standing[];
}

type Shown = { readonly parts: APIComponentInContainer[]; readonly files: NonNullable<Message['files']> };

/** Who solved it: those who needed least first, who share the first place where nobody could do better. */
const namesOf = (t: TFunction, { drawn, total, solvers }: Past): string => {
  const optimal = drawn.moves.length;
  if (total === 0) return `${t('posting.best', { count: optimal })}\n${t('posting.nobody')}`;
  const named = (rows: readonly Standing[]): string[] => rows.map(({ user }) => `<@${user}>`);
  const first = solvers.filter(({ rank }) => rank === 1);
  const rest = solvers.filter(({ rank }) => rank !== 1);
  const { value } = solvers[0]!;
  const winners = fitting(named(first), namesRoom / 2, ', ');
  const others = fitting(named(rest), namesRoom / 2, ', ');
  const left = total - first.length - rest.length + winners.left + others.left;
  return [
    t('posting.best', { count: optimal }),
    t(value === optimal ? 'posting.perfect' : 'posting.shortest', { names: winners.text, count: value }),
    ...(others.text === '' ? [] : [t('posting.alsoSolved', { names: others.text })]),
    `-# ${[t('posting.solvers', { count: total }), ...(left > 0 ? [t('posting.unnamed', { count: left })] : [])].join(' · ')}`,
  ].join('\n');
};

/** The resolution of a number: the solution as an animation, or as moves where there can be none. */
const pastParts = async (t: TFunction, past: Past, drawing: Drawing): Promise<Shown> => {
  const { number, drawn } = past;
  const puzzle = knownPuzzle(drawn.puzzle);
  const question = storedQuestion(puzzle, drawn.position);
  const heading = text(`### ${t('posting.solution', { number })} · ${titleOf(t, puzzle)}`);
  const { puzzle: id, position, moves } = drawn;
  const data = await drawing
    .animation({ puzzle: id, position, goal: question.goal.text, moves })
    .catch(() => undefined);
  if (data === undefined || data.length > mostAnimationBytes) {
    const { text: shown, left } = fitting(formatMoves(puzzle, question.start, moves), movesRoom);
    const rest = left === 0 ? '' : ` … ${t('answer.more', { count: left })}`;
    return { parts: [heading, text(`\`${shown}\`${rest}`), text(namesOf(t, past))], files: [] };
  }
  const alt = t('alt.animation', { count: moves.length, board: describe(puzzle, question.start, wordsOf(t)) });
  const name = 'solution.gif';
  return { parts: [heading, picture(name, alt), text(namesOf(t, past))], files: [{ name, data }] };
};

/** The post of a number: how the last one ends, and the new board, whose buttons are nearest to where people write. */
export const dailyPost = async (
  t: TFunction,
  {
    number,
    drawn,
    past,
    role,
    givesRole,
  }: {
    number: number;
    drawn: DailyChallenge;
    past: Past | undefined;
    role: string | undefined;
    givesRole: boolean;
  },
  drawing: Drawing,
): Promise<Message> => {
  const puzzle = knownPuzzle(drawn.puzzle);
  const question = storedQuestion(puzzle, drawn.position);
  const resolution = past && (await pastParts(t, past, drawing));
  const board = 'board.png';
  const data = await drawing.picture({ puzzle: puzzle.id, position: drawn.position, goal: question.goal.text });
  const ends = `<t:${startOf(number + 1) / 1000}:R>`;
  return {
    components: [
      ...(resolution ? container(colours.solved, ...resolution.parts) : []),
      ...container(
        colours.working,
        text(
          [
            `### ${t('daily.title', { number })} · ${titleOf(t, puzzle)}`,
            ...goalNote(t, knownPuzzle(drawn.puzzle)),
          ].join('\n'),
        ),
        picture(board, describe(puzzle, question.start, wordsOf(t))),
        text(
          [...(role ? [`<@&${role}>`] : []), t('posting.how'), `-# ${t('posting.ends', { when: ends })}`].join('\n'),
        ),
        {
          type: ComponentType.ActionRow,
          components: [
            playButton(t, number),
            ...(role && givesRole
              ? [
                  {
                    type: ComponentType.Button as const,
                    style: ButtonStyle.Secondary as const,
                    emoji: { name: '🔔' },
                    label: t('posting.role.button'),
                    custom_id: customId(roleComponent),
                  },
                ]
              : []),
          ],
        },
      ),
    ],
    files: [...(resolution?.files ?? []), { name: board, data }],
  };
};

/** What a bot must be allowed to do in the channel of its posts, and what is needed for the role: Discord's names. */
const permissions = [
  'ViewChannel',
  'SendMessages',
  'AttachFiles',
  'EmbedLinks',
  'CreatePublicThreads',
  'ManageRoles',
  'MentionEveryone',
] as const;
export type Permission = (typeof permissions)[number];

/** Permissions by the names that Discord's own clients give them. */
export const permissionNames = (t: TFunction, missing: readonly Permission[]): string =>
  missing.map((name) => `**${t(`posting.permission.${name}`)}**`).join(', ');

/** Why a role is mentioned in vain, or not given to members. */
const roleObstacles = ['mention', 'manage', 'above', 'managed', 'powers', 'yours'] as const;
export type RoleObstacle = (typeof roleObstacles)[number];

const troubleLine = (t: TFunction, { since, why, numbers }: Trouble): string =>
  `⚠️ ${t('posting.trouble', { count: numbers, since: `<t:${Math.floor(since / 1000)}:f>`, why: t(`posting.refusal.${why}`) })}`;

/** What is set for a server, and everything that stands in its way. */
export const settingsAnswer = (
  t: TFunction,
  {
    server: { settings, trouble, paused },
    next,
    isSaved,
    isGone,
    missing,
    obstacles,
    omitted,
  }: {
    server: Server;
    /** When the next post comes, in milliseconds since 1970. */
    next: number;
    isSaved: boolean;
    /** Whether the channel is no more. */
    isGone: boolean;
    missing: readonly Permission[];
    obstacles: readonly RoleObstacle[];
    /** Numbers of the last days that were not posted through no fault of the server. */
    omitted: readonly { readonly number: number; readonly why: Omission }[];
  },
): Message => {
  const { channel, hour, zone, role, givesRole, thread } = settings;
  const roleLine = role
    ? t(givesRole ? 'posting.role.given' : 'posting.role.mentioned', { role: `<@&${role}>` })
    : t('posting.role.none');
  const lines = [
    t('posting.where', { channel: `<#${channel}>`, hour: String(hour).padStart(2, '0'), zone }),
    ...(paused === undefined ? [t('posting.next', { when: `<t:${Math.floor(next / 1000)}:f>` })] : []),
    roleLine,
    t(thread ? 'posting.thread' : 'posting.noThread'),
  ];
  const warnings = [
    ...(isGone ? [`⚠️ ${t('posting.gone')}`] : []),
    ...(missing.length > 0
      ? [`⚠️ ${t('posting.missing', { channel: `<#${channel}>`, permissions: permissionNames(t, missing) })}`]
      : []),
    ...obstacles.map((code) => `⚠️ ${t(`posting.obstacle.${code}`, { role: `<@&${role}>` })}`),
    ...(trouble ? [troubleLine(t, trouble)] : []),
    ...(paused === undefined ? [] : [`⏸️ ${t('posting.paused', { since: `<t:${Math.floor(paused / 1000)}:f>` })}`]),
    ...omissions.flatMap((code) => {
      const numbers = omitted.filter(({ why }) => why === code).map(({ number }) => `#${number}`);
      return numbers.length === 0 ? [] : [t(`posting.omission.${code}`, { numbers: numbers.join(', ') })];
    }),
  ];
  return {
    components: container(
      warnings.length > 0 ? colours['gave-up'] : colours.working,
      text(`### ${t('posting.title')}\n${[...(isSaved ? [t('posting.saved')] : []), ...lines].join('\n')}`),
      ...(warnings.length > 0 ? [text(warnings.join('\n'))] : []),
    ),
  };
};

/** To somebody whose streak would end. */
export const reminder = (t: TFunction, number: number, streak: number): Message => ({
  components: container(
    colours.working,
    text(
      [
        t('posting.reminder', { number, count: streak, when: `<t:${startOf(number + 1) / 1000}:R>` }),
        `-# ${t('posting.reminderOff')}`,
      ].join('\n'),
    ),
    { type: ComponentType.ActionRow, components: [playButton(t, number)] },
  ),
});
