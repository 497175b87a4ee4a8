/** Proofs by all positions near the start, and near the goal: counted anew, ring by ring, without one where both meet. */
import { ensure, totalText, withPlaces } from './fault.ts';
import type { Certificate, ProofOf } from './format.ts';
import { type Contents, isClosed, isGoal, isSymmetry, type Legal } from './moves.ts';

const keyOf = (cells: Contents): string => String.fromCharCode(...cells);
const cellsOf = (key: string): number[] => Array.from(key, (_, cell) => key.charCodeAt(cell));
const imageOf = (cells: Contents, map: Contents): Contents => map.map((cell) => cells[cell]!);

/** The key of a position, which is that of all its images under the symmetries. @throws Fault if they are none, or no group */
const classesBy = ({ rules, start, goals }: Certificate, symmetries: readonly Contents[]) => {
  for (const [map, place] of withPlaces(symmetries, 'proof.symmetries')) {
    const isOfAll =
      isSymmetry(map, rules.ways, start.length) &&
      isClosed(goals, (goal) => imageOf(goal, map)) &&
      isClosed(symmetries, (other) => imageOf(other, map));
    ensure(isOfAll, place, 'no symmetry of ways and goals, or not all of a group');
  }
  return (cells: Contents): string => symmetries.map((map) => keyOf(imageOf(cells, map))).sort()[0]!;
};

/** What a set holds. */
const mostInRing = 1.6e7;

/**
 * The rings around the start and around the goals, `least` - 1 together, share no position. Where there is no solution, the
 * rings around the start are all that it reaches, and an empty one.
 */
export const checkRings = (certificate: Certificate, proof: ProofOf<'rings'>, game: Legal, least: number): string => {
  const { start, goals } = certificate;
  const { fromStart: ahead, fromGoal: back, symmetries } = proof;
  const isAll = least === Number.POSITIVE_INFINITY;
  const areEnough = isAll ? !back && ahead.length > 0 : ahead.length + (back?.length ?? 1) === least + 1;
  ensure(areEnough, 'proof.fromStart', `not the rings of ${isAll ? 'all positions' : `${least} moves`}`);
  ensure(!back || ahead.length > 0, 'proof.fromStart', 'no ring to compare with those around the goal');
  ensure(!back || !goals.flat().includes(-1), 'proof.fromGoal', 'a goal leaves cells open');
  const classOf = symmetries ? classesBy(certificate, symmetries) : keyOf;
  /** Counts rings around the start, none with a goal; or around the goals, none with a position of `other`. @returns the last */
  const walk = (counts: Contents, name: string, other?: ReadonlySet<string>): ReadonlySet<string> => {
    const [centre, moves] = other ? [goals, game.movesBack] : [[start], game.moves];
    /** The rings to which a move may lead back, from the last one on. */
    let known: ReadonlySet<string>[] = [];
    for (const [index, [count, place]] of withPlaces(counts, name).entries()) {
      ensure(count <= mostInRing, place, 'more positions than fit into memory');
      const ring = new Set(index === 0 ? centre.map(classOf) : []);
      for (const key of known[0] ?? []) {
        for (const { next } of moves(cellsOf(key))) {
          const nextKey = classOf(next);
          if (!known.some((before) => before.has(nextKey))) ring.add(nextKey);
        }
        ensure(ring.size <= count, place, 'there are more');
      }
      ensure(ring.size === count, place, `there are ${ring.size}`);
      for (const key of ring) {
        const isMet = other ? other.has(key) : isGoal(certificate, cellsOf(key));
        ensure(!isMet, place, 'a shorter solution passes here');
      }
      // Moves that can be taken back lead one ring back at most.
      known = [ring, ...known.slice(0, game.isReversible ? 1 : undefined)];
    }
    return known[0] ?? new Set();
  };
  const last = walk(ahead, 'proof.fromStart');
  ensure(!isAll || last.size === 0, 'proof.fromStart', 'the last ring is not empty');
  if (ahead.length === 0) return 'the start is the goal';
  if (isAll) return `all ${totalText(ahead)} positions that the start reaches, none of them the goal`;
  const within = `${totalText(ahead)} positions within ${ahead.length - 1} moves of the start`;
  if (!back) return `${within}, none of them the goal`;
  // Only the last ring is compared: a ring of the goal meets the start's others only if the ring before it met this one.
  walk(back, 'proof.fromGoal', last);
  return `${within} and ${totalText(back)} within ${back.length - 1} of the goal, none in both`;
};
