/** Moves that somebody types: what their letters mean, links to replays, and moves in place of a position. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { option } from '../discord/definition.ts';
import { card, colours, row, text as said } from '../discord/message.ts';
import { reply, replyPrivately } from '../discord/replies.ts';
import { translator } from '../locales/index.ts';
import { readLine } from '../puzzles/line.ts';
import type { Position, Puzzle } from '../puzzles/puzzle.ts';
import { puzzleOfSize } from '../puzzles/registry.ts';
import { type Replay, readReplayLink } from '../puzzles/replay-link.ts';
import { solveButton } from './solve-button.ts';

const letters = ['tile', 'blank'] as const;

/** What R, L, U and D say. */
export const lettersOption = option.choice('letters', 'command.letters', letters, 'letters');

/** The notation that the option names. */
export const chosenNotation = ({
  options,
}: ChatInputCommandInteraction): 'piece-directions' | 'blank-directions' | undefined => {
  const chosen = options.getString('letters') as (typeof letters)[number] | null;
  return chosen === null ? undefined : chosen === 'tile' ? 'piece-directions' : 'blank-directions';
};

/** The replay of a link; undefined for any other text, `refused` after an explanation of what is wrong with the link. */
export const readReplay = async (
  interaction: ChatInputCommandInteraction,
  text: string,
): Promise<(Replay & { readonly puzzle: Puzzle }) | 'refused' | undefined> => {
  const replay = readReplayLink(text);
  if (!replay) return undefined;
  const t = translator(interaction.locale);
  const puzzle = replay === 'broken' ? undefined : puzzleOfSize(replay.size);
  if (replay !== 'broken' && puzzle) return { ...replay, puzzle };
  await replyPrivately(interaction, replay === 'broken' ? t('replay.broken') : t('replay.size', { size: replay.size }));
  return 'refused';
};

/** The position that directions stand for: that to which a scramble leads, or from which a solution leads to the goal. */
const positionBy = (puzzle: Puzzle, text: string, as: 'scramble' | 'solution'): Position | undefined => {
  const read = readLine(puzzle, text, { as });
  // Names of tiles are no directions: a position with a mistake would be read as such.
  if (!read.ok || read.line.kind !== as || read.line.notation === 'named') return undefined;
  const { start, moves } = read.line;
  return as === 'solution' ? start : moves.reduce(puzzle.play, start);
};

/** Offers the positions that directions may stand for. @returns whether there is one, and the person has an answer */
export const offerPositions = async (
  interaction: ChatInputCommandInteraction,
  puzzle: Puzzle,
  text: string,
): Promise<boolean> => {
  const t = translator(interaction.locale);
  const isPrivate = interaction.options.getBoolean('private') ?? false;
  const found = (['scramble', 'solution'] as const).flatMap((as) => {
    const position = positionBy(puzzle, text, as);
    if (!position) return [];
    const values = { position: puzzle.formatPosition(position) };
    const question = { start: position, goal: puzzle.goal };
    const button = solveButton(puzzle, question, { label: t('hardest.solve', values), isPrivate });
    return [{ line: `- ${t(`directions.${as}`, values)}`, button }];
  });
  if (found.length === 0) return false;
  const lines = said(t('directions.noPosition'), ...found.map(({ line }) => line));
  await reply(interaction, card(colours.unsolvable, lines, row(...found.map(({ button }) => button))), true);
  return true;
};
