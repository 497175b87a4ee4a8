/** Moves that somebody types: the option that says what their letters mean, and links to replays. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { translator } from '../locales/index.ts';
import type { MoveNotation, Puzzle } from '../puzzles/puzzle.ts';
import { puzzleOfSize } from '../puzzles/registry.ts';
import { type Replay, readReplayLink } from '../puzzles/replay-link.ts';
import { choiceOption } from './definition.ts';
import { replyPrivately } from './replies.ts';

const letters = ['tile', 'blank'] as const;

/** What R, L, U and D say. */
export const lettersOption = choiceOption(
  'letters',
  (t) => t('command.letters'),
  letters,
  (t, one) => t(`letters.${one}`),
);

/** The notation that the option names. */
export const toldBy = ({ options }: ChatInputCommandInteraction): MoveNotation | undefined => {
  const chosen = options.getString('letters') as (typeof letters)[number] | null;
  return chosen === null ? undefined : chosen === 'tile' ? 'piece-ways' : 'blank-ways';
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
