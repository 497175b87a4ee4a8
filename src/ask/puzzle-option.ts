/** The option `puzzle`: completed while somebody types, and left out where a position tells the puzzle. */
import type {
  APIApplicationCommandOptionChoice,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
} from 'discord.js';
import { longestChoice, mostChoices, type Option, option } from '../discord/definition.ts';
import { replyPrivately, tell } from '../discord/replies.ts';
import { harmless } from '../discord/text.ts';
import { nearestPuzzle, titleOf, translator } from '../locales/index.ts';
import { longestInput } from '../puzzles/notation.ts';
import { type DrawnKind, ok, type Puzzle, type Result } from '../puzzles/puzzle.ts';
import { puzzleFor, puzzlesOf } from '../puzzles/reader.ts';
import { allPuzzles, anyBoards, puzzleOf, puzzleOrKind, puzzlesAndSizes } from '../puzzles/registry.ts';
import { noPuzzle, puzzlesText, wrongInput } from './wrong-input.ts';

const longestTyped = 60;

/** There may be more puzzles than the 25 choices of an option, so they are offered while somebody types. */
export const puzzleOption = (limits: { readonly required?: boolean } = {}): Option =>
  option.string('puzzle', 'command.puzzle', { autocomplete: true, max_length: longestTyped, ...limits });

/** A named board of a kind, in its subcommand. */
export const namedBoardOption = ({ namedBy }: DrawnKind): Option =>
  option.string(namedBy ?? 'puzzle', 'command.named', { autocomplete: true, max_length: longestTyped });

/** A drawing of a board of one's own, where positions are drawn at random. */
export const boardOption: Option = option.string('board', 'command.board', { max_length: longestInput });

type Choice = APIApplicationCommandOptionChoice<string>;

export const notedChoice = (value: string, note: string): Choice => ({
  name: `${value} · ${note}`.slice(0, longestChoice),
  value,
});

/** Those whose names contain the typed text. */
export const choicesLike = (choices: readonly Choice[], typed: string): Choice[] =>
  choices.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));

/** Offer the puzzles, and kinds of them, whose id or title contains the typed text. */
export const completePuzzle = (
  interaction: AutocompleteInteraction,
  among: readonly (Puzzle | DrawnKind)[] = puzzlesAndSizes,
): Promise<void> => {
  const t = translator(interaction.locale);
  const choices = among.map((one) => notedChoice('id' in one ? one.id : one.name, titleOf(t, one)));
  return interaction.respond(choicesLike(choices, interaction.options.getFocused()).slice(0, mostChoices));
};

type Options = (AutocompleteInteraction | ChatInputCommandInteraction)['options'];

/** The kind that a subcommand is of, if it is of one whose boards have names of their own. */
export const kindOf = (options: Options): DrawnKind | undefined => {
  const subcommand = options.getSubcommand(false);
  return anyBoards.find(({ name }) => name === subcommand);
};

/** The name that somebody typed, in the option that their subcommand has for it. */
const typedName = (options: Options): string | null => options.getString(kindOf(options)?.namedBy ?? 'puzzle');

/** What the subcommand or an option says. */
export const chosenPuzzle = ({ options }: { readonly options: Options }): Puzzle | DrawnKind | undefined => {
  const subcommand = options.getSubcommand(false) ?? '';
  return puzzleOf(subcommand) ?? puzzleOrKind(typedName(options) ?? subcommand);
};

/** What is chosen or what the position tells, on the board that this draws. Undefined if nothing tells the puzzle. */
const resolvedPuzzle = (options: Options, position: string): Result<Puzzle> | undefined => {
  const chosen = chosenPuzzle({ options });
  if (chosen) return puzzleFor(chosen, position);
  const [only, ...others] = typedName(options) === null ? puzzlesOf(position) : [];
  return only && others.length === 0 ? ok(only) : undefined;
};

/** For commands that any board suits. */
export const anyOwn = (): boolean => true;

/** The same without what is wrong with a board. */
export const givenPuzzle = (
  { options }: Pick<AutocompleteInteraction | ChatInputCommandInteraction, 'options'>,
  position = options.getString('position') ?? '',
): Puzzle | undefined => {
  const resolved = resolvedPuzzle(options, position);
  return resolved?.ok ? resolved.value : undefined;
};

interface Wanted {
  /** The puzzles to choose from; by default each in its usual metric. */
  readonly among?: readonly Puzzle[];
  /** Whether it may also be a board of one's own, which is in no list. */
  readonly takesOwn?: (own: Puzzle) => boolean;
  /** The puzzle if nothing is chosen. Otherwise the position must tell it. */
  readonly usual?: Puzzle;
  /** A position that tells the puzzle, unless it is the option `position` or `board`. */
  readonly position?: string | undefined;
}

/** The puzzle that somebody chose, or whose position they typed, on the board of that position. Undefined after an explanation. */
export const readPuzzle = async (
  interaction: ChatInputCommandInteraction,
  {
    among = puzzlesAndSizes,
    takesOwn,
    usual,
    position = interaction.options.getString('position') ?? interaction.options.getString('board') ?? undefined,
  }: Wanted = {},
): Promise<Puzzle | undefined> => {
  const { options } = interaction;
  const resolved = resolvedPuzzle(options, position ?? '');
  const chosen = chosenPuzzle(interaction);
  const puzzle = resolved?.ok ? resolved.value : undefined;
  const isOwn = puzzle ? !allPuzzles.includes(puzzle) : chosen !== undefined && !('id' in chosen);
  const typed = typedName(options);
  const isFit = puzzle && isOwn ? takesOwn?.(puzzle) : takesOwn;
  const isStartless = isFit && isOwn && puzzle?.hasOwnPieces && !position;
  if (puzzle && !isStartless && (among.includes(puzzle) || (isFit && isOwn))) return puzzle;
  if (isOwn && !isFit) return tell(interaction, 'choose.own', { puzzles: puzzlesText(among) });
  if (isStartless) return tell(interaction, 'choose.position');
  if (resolved && !resolved.ok)
    return replyPrivately(interaction, wrongInput(interaction.locale, position ?? '', resolved.problem));
  const t = translator(interaction.locale);
  if (typed) {
    const values = { typed: harmless(typed), puzzles: puzzlesText(among) };
    return replyPrivately(interaction, nearestPuzzle(t, typed, among, harmless) ?? t('choose.unknown', values));
  }
  if (position) {
    const possible = puzzlesOf(position);
    if (possible.length > 0) return tell(interaction, 'choose.several', { puzzles: puzzlesText(possible) });
    return replyPrivately(interaction, noPuzzle(t, position));
  }
  return usual ?? tell(interaction, 'choose.missing', { puzzles: puzzlesText(among) });
};
