/** Proofs by all positions near the start, and near the goal: counted anew, ring by ring, without one where both meet. */
import type { Examined } from './examined.ts';
import { ensure, numberText, withPlaces } from './fault.ts';
import type { Certificate } from './format.ts';
import { areCells, type Contents, isClosed } from './moves.ts';

const keyOf = (cells: Contents): string => String.fromCharCode(...cells);
const cellsOf = (key: string): number[] => Array.from(key, (_, cell) => key.charCodeAt(cell));
const imageOf = (cells: Contents, map: Contents): Contents => map.map((cell) => cells[cell]!);
export const total = (counts: Contents): string => numberText(counts.reduce((sum, count) => sum + count, 0));

/** A goal may leave cells open. */
export const isGoal = ({ goals }: Certificate, cells: Contents): boolean =>
  goals.some((goal) => goal.every((content, cell) => content === -1 || content === cells[cell]));

type ByRings = Examined<'rings'> | Examined<'component'>;

/** The key of a position, which is that of all its images under the symmetries. @throws Fault if they are none, or no group */
const classesBy = ({ rules, start, goals, proof }: ByRings): ((cells: Contents) => string) => {
  const { symmetries } = proof;
  if (!symmetries) return keyOf;
  for (const [map, place] of withPlaces(symmetries, 'proof.symmetries')) {
    const isSymmetry =
      rules.moves === 'jump' &&
      map.length === start.length &&
      areCells(map, start.length) &&
      isClosed(rules.jumps, (jump) => imageOf(map, jump)) &&
      isClosed(goals, (goal) => imageOf(goal, map)) &&
      isClosed(symmetries, (other) => imageOf(other, map));
    ensure(isSymmetry, place, 'no symmetry of jumps and goals, or not all of a group');
  }
  return (cells) => symmetries.map((map) => keyOf(imageOf(cells, map))).sort()[0]!;
};

/** What a set holds. */
const mostInRing = 1.6e7;

/**
 * Counts rings around the start, which meet no goal; or around the goals, which don't meet `other`.
 * @returns the last one
 */
const walk = (examined: ByRings, counts: Contents, name: string, other?: ReadonlySet<string>): ReadonlySet<string> => {
  const { start, goals, game } = examined;
  const classOf = classesBy(examined);
  const [centre, moves] = other ? [goals, game.backwards] : [[start], game.forwards];
  /** The rings to which a move may lead back, from the last one on. */
  let known: ReadonlySet<string>[] = [];
  for (const [index, [count, place]] of withPlaces(counts, name).entries()) {
    ensure(count <= mostInRing, place, 'more positions than fit into memory');
    const ring = new Set(index === 0 ? centre.map(classOf) : []);
    for (const key of known[0] ?? []) {
      for (const [, next] of moves(cellsOf(key))) {
        const nextKey = classOf(next);
        if (!known.some((before) => before.has(nextKey))) ring.add(nextKey);
      }
      ensure(ring.size <= count, place, 'there are more');
    }
    ensure(ring.size === count, place, `there are ${ring.size}`);
    for (const key of ring) {
      const isMet = other ? other.has(key) : isGoal(examined, cellsOf(key));
      ensure(!isMet, place, 'a shorter solution passes here');
    }
    // Moves that can be taken back lead one ring back at most.
    known = [ring, ...known.slice(0, game.isReversible ? 1 : undefined)];
  }
  return known[0] ?? new Set();
};

/** No position is within so many moves of the start and so many of a goal. */
export const checkRings = (examined: Examined<'rings'>): string => {
  const { goals, proof, least } = examined;
  const { fromStart: ahead, fromGoal: back } = proof;
  ensure(ahead.length + (back?.length ?? 1) === least + 1, 'proof.fromStart', `not the rings of ${least} moves`);
  ensure(!back || ahead.length > 0, 'proof.fromStart', 'no ring to compare with those around the goal');
  ensure(!back || !goals.flat().includes(-1), 'proof.fromGoal', 'a goal leaves cells open');
  const last = walk(examined, ahead, 'proof.fromStart');
  const within = `${total(ahead)} positions within ${ahead.length - 1} moves of the start`;
  if (!back) return ahead.length > 0 ? `${within}, none of them the goal` : 'the start is the goal';
  // Only the last ring is compared: a ring of the goal meets the start's others only if the ring before it met this one.
  walk(examined, back, 'proof.fromGoal', last);
  return `${within} and ${total(back)} within ${back.length - 1} of the goal, none in both`;
};

/** All positions that the start reaches, none of them a goal. */
export const checkComponent = (examined: Examined<'component'>): string => {
  const { positions } = examined.proof;
  walk(examined, [...positions, 0], 'proof.positions');
  return `all ${total(positions)} positions that the start reaches, none of them the goal`;
};
