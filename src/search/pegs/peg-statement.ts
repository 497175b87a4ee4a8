/** Questions of peg solitaire for certificates. */
import type { Way } from '../../proof/format.ts';
import { type Board, symmetriesOf } from '../../puzzles/board.ts';
import { PegCursor } from '../../puzzles/families/pegs/cursor.ts';
import type { Goal } from '../../puzzles/puzzle.ts';
import type { ClassOf } from '../certificates/rings.ts';
import type { StatementOf } from '../certificates/statement.ts';
import { weightsAgainst } from './peg-weights.ts';

/** Bits of a state that are looked up together. */
const chunkBits = 8;

/** Classes of positions of pegs under symmetries, which are images of the cells. */
const classesUnder = (maps: readonly (readonly number[])[]): ClassOf => {
  const size = maps[0]!.length;
  const chunk = 2 ** chunkBits;
  // By map, chunk and its bits, the sum of their images.
  const images = maps.map((map) =>
    Array.from({ length: Math.ceil(size / chunkBits) }, (_, part) =>
      Float64Array.from({ length: chunk }, (__, bits) =>
        map
          .slice(part * chunkBits, (part + 1) * chunkBits)
          .reduce((sum, image, bit) => sum + ((bits >> bit) & 1) * 2 ** image, 0),
      ),
    ),
  );
  return (state) => {
    let least = Number.POSITIVE_INFINITY;
    for (const parts of images) {
      let image = 0;
      let rest = state;
      for (const sums of parts) {
        const bits = rest % chunk;
        image += sums[bits]!;
        rest = (rest - bits) / chunk;
      }
      least = Math.min(least, image);
    }
    return least;
  };
};

/** The symmetries of a board that keep a goal; undefined if there is but the identity. */
const symmetriesTo = (board: Board, { positions }: Goal): readonly (readonly number[])[] | undefined => {
  const known = new Set(positions.map(String));
  const maps = symmetriesOf(board).filter((map) =>
    positions.every((position) => known.has(String(map.map((cell) => position[cell])))),
  );
  return maps.length > 1 ? maps : undefined;
};

export const pegStatement: StatementOf = ({ board }, question, cursor) => {
  if (!(cursor instanceof PegCursor)) return undefined;
  const { start, goal } = question;
  const ways = board.jumps.map(
    ({ from, over, to }): Way => [
      [from, 1, 0],
      [over, 1, 0],
      [to, 0, 1],
    ],
  );
  const symmetries = symmetriesTo(board, goal);
  return {
    fields: { rules: { ways, isChained: true }, start, goals: goal.positions },
    rule: () => weightsAgainst(board, question),
    ...(symmetries && { symmetries, classOf: classesUnder(symmetries) }),
  };
};
