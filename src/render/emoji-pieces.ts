/** What has an emoji: the pieces and empty cells of all puzzles. Bots don't need it, only `register` and the playground. */
import { emojiOf } from '../puzzles/notation.ts';
import { type Position, type Puzzle, unwrap } from '../puzzles/puzzle.ts';
import { puzzles } from '../puzzles/registry.ts';
import { plainLabel } from './emoji.ts';

/** Positions that show all pieces of all puzzles: goals and landmarks. */
export const samples: readonly { readonly puzzle: Puzzle; readonly position: Position }[] = puzzles.flatMap(
  (puzzle) => {
    const landmarks = puzzle.landmarks.map(({ position }) => unwrap(puzzle.parsePosition(position), position));
    return [...puzzle.goal.positions, ...landmarks].map((position) => ({ puzzle, position }));
  },
);

/** The letters of blocks: boards that people give have more of them than the samples. */
export const letters: readonly string[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The Unicode of our own emoji, by name. */
const unicode = new Map([
  ...letters.map((letter) => [`block_${letter.toLowerCase()}`, emojiOf(letter)] as const),
  ...samples.flatMap(({ puzzle, position }) => {
    const emoji = puzzle.emoji(position);
    return puzzle.emojiNames(position).map((name, cell) => [name, emoji[cell]!] as const);
  }),
]);

/** A text with Unicode in place of our own emoji, for terminals. */
export const inUnicode = (text: string): string =>
  text.replace(/(?:<:|\b)ap_(\w+?)(?:_home|_goal)?_[0-9a-f]{6}\b(?::\d+>)?/gu, (whole, name: string) =>
    name.startsWith('label_') ? plainLabel(name.slice('label_'.length)) : (unicode.get(name) ?? whole),
  );
