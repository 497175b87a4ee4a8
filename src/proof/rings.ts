/** Proofs by all positions near the start, and near the goal: counted anew, ring by ring, without one where both meet. */
import type { Certificate, ProofOf } from './format.ts';
import { type Contents, Fault, type GameRules, numberText } from './moves.ts';

const keyOf = (cells: Contents): string => String.fromCharCode(...cells);
const cellsOf = (key: string): number[] => Array.from(key, (_, cell) => key.charCodeAt(cell));
const imageOf = (cells: Contents, map: Contents): Contents => map.map((cell) => cells[cell]!);

/** A goal may leave cells open. */
export const isGoal = ({ goals }: Certificate, cells: Contents): boolean =>
  goals.some((goal) => goal.every((content, cell) => content === -1 || content === cells[cell]));

/** The key of a position, which is that of all its images under the symmetries. @throws Fault if they are none, or no group */
const classesBy = (
  { rules, start, goals }: Certificate,
  symmetries: readonly Contents[] | undefined,
): ((cells: Contents) => string) => {
  if (!symmetries) return keyOf;
  const known = { maps: new Set(symmetries.map(String)), goals: new Set(goals.map(String)) };
  const jumps = rules.moves === 'jump' ? rules.jumps : [];
  const knownJumps = new Set(jumps.map(String));
  for (const [index, map] of symmetries.entries()) {
    const isSymmetry =
      map.length === start.length &&
      new Set(map).size === map.length &&
      rules.moves === 'jump' &&
      jumps.every((jump) => knownJumps.has(String(jump.map((cell) => map[cell])))) &&
      goals.every((goal) => known.goals.has(String(imageOf(goal, map)))) &&
      symmetries.every((other) => known.maps.has(String(imageOf(other, map))));
    if (!isSymmetry)
      throw new Fault(`proof.symmetries[${index}]`, 'no symmetry of jumps and goals, or not all of a group');
  }
  return (cells) => symmetries.map((map) => keyOf(imageOf(cells, map))).sort()[0]!;
};

interface Walk {
  readonly from: readonly Contents[];
  readonly moves: GameRules['forwards'];
  readonly isReversible: boolean;
  readonly classOf: (cells: Contents) => string;
  /** Whether a position shows that there is a shorter solution. */
  readonly isWrong: (key: string) => boolean;
}

/** What a set holds. */
const mostInRing = 1.6e7;

/** Counts the rings of a walk. @returns the last one */
const walk = (
  { from, moves, isReversible, classOf, isWrong }: Walk,
  counts: readonly number[],
  place: string,
): Set<string> => {
  let before: Set<string>[] = [];
  let ring = new Set<string>();
  for (const [index, count] of counts.entries()) {
    if (count > mostInRing) throw new Fault(`${place}[${index}]`, 'more positions than fit into memory');
    const next = new Set(index === 0 ? from.map(classOf) : []);
    for (const key of ring) {
      for (const [, cells] of moves(cellsOf(key))) {
        const other = classOf(cells);
        if (!ring.has(other) && !before.some((each) => each.has(other))) next.add(other);
      }
      if (next.size > count) break;
    }
    if (next.size !== count)
      throw new Fault(`${place}[${index}]`, `there are ${next.size > count ? 'more' : next.size}`);
    for (const key of next) if (isWrong(key)) throw new Fault(`${place}[${index}]`, 'a shorter solution passes here');
    // Moves that can be taken back lead one ring back at most.
    before = isReversible ? [ring] : [...before, ring];
    ring = next;
  }
  return ring;
};

const total = (counts: readonly number[]): string => numberText(counts.reduce((sum, count) => sum + count, 0));

/** Walks from the start, which meet no goal. */
const fromStart = (certificate: Certificate, game: GameRules, classOf: Walk['classOf']): Walk => ({
  from: [certificate.start],
  moves: game.forwards,
  isReversible: game.isReversible,
  classOf,
  isWrong: (key) => isGoal(certificate, cellsOf(key)),
});

/** No position is within so many moves of the start and so many of a goal. @param least moves of a solution */
export const checkRings = (
  certificate: Certificate,
  proof: ProofOf<'rings'>,
  game: GameRules,
  least: number,
): string => {
  const { goals } = certificate;
  const { fromStart: ahead, fromGoal: back } = proof;
  if (ahead.length + (back?.length ?? 1) !== least + 1)
    throw new Fault('proof.fromStart', `not the rings of ${least} moves`);
  // Without it, nothing would be compared with the rings around the goal.
  if (back && ahead.length === 0) throw new Fault('proof.fromStart', 'no ring of the start itself');
  if (back && goals.some((goal) => goal.includes(-1))) throw new Fault('proof.fromGoal', 'a goal leaves cells open');
  const classOf = classesBy(certificate, proof.symmetries);
  const around = fromStart(certificate, game, classOf);
  const last = walk(around, ahead, 'proof.fromStart');
  const within = `${total(ahead)} positions within ${ahead.length - 1} moves of the start`;
  if (!back) return ahead.length > 0 ? `${within}, none of them the goal` : 'the start is the goal';
  // Only the last ring is compared: a ring of the goal meets the start's others only if the ring before it met this one.
  walk({ ...around, from: goals, moves: game.backwards, isWrong: (key) => last.has(key) }, back, 'proof.fromGoal');
  return `${within} and ${total(back)} within ${back.length - 1} of the goal, none in both`;
};

/** All positions that the start reaches, none of them a goal. */
export const checkComponent = (
  certificate: Certificate,
  { positions, symmetries }: ProofOf<'component'>,
  game: GameRules,
): string => {
  walk(fromStart(certificate, game, classesBy(certificate, symmetries)), [...positions, 0], 'proof.positions');
  return `all ${total(positions)} positions that the start reaches, none of them the goal`;
};
