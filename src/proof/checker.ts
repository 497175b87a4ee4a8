/**
 * Checks certificates. It shares no code with the searches that make them, and knows no puzzle: the moves, the bound and the
 * order of the search are written again here, as plainly as they can be.
 */
import { ensure, Fault, numberText as text, withPlaces } from './fault.ts';
import type { Certificate, ProofOf } from './format.ts';
import { areTiles, type Contents, endsOf, gameOf, isGoal, isSlide, play } from './moves.ts';
import { type CheckOptions, checkParts } from './parts.ts';
import { checkRings } from './rings.ts';

type Report =
  /** What was checked, in sentences. */
  | { readonly ok: true; readonly checked: readonly string[] }
  /** The first fault, and where it is, as in `solution[7]`. */
  | { readonly ok: false; readonly place: string; readonly message: string };

/** How many pairs of contents are not in order, which each exchange makes odd or even. */
const disorderOf = (cells: Contents): number =>
  cells.reduce((sum, content, cell) => sum + cells.slice(cell).filter((later) => later < content).length, 0);

/** A step exchanges the empty cell with a tile: where it is then, and whether the exchanges are odd or even, is a goal's never. */
const checkParity = ({ rules: { ways }, start, goals }: Certificate): string => {
  ensure(ways.every(isSlide), 'rules', 'not only tiles that slide');
  /** Twice the empty cell, and one more if the exchanges are odd. */
  const reached = new Set([2 * start.indexOf(0)]);
  const steps = ways.map((way) => ({ ...endsOf(way), cells: way.length }));
  for (const state of reached)
    for (const { from, to, cells } of steps) if (to === state >> 1) reached.add(2 * from + ((state + cells - 1) % 2));
  for (const [goal, place] of withPlaces(goals, 'goals')) {
    ensure(areTiles(goal, start), place, 'not the tiles of the start, or not all different');
    const isOdd = (disorderOf(start) + disorderOf(goal)) % 2;
    ensure(!reached.has(2 * goal.indexOf(0) + isOdd), place, 'its parity is that of the start');
  }
  return 'the parity of the tiles and of the empty cell, which every move changes together';
};

/** What a position is worth never grows, or stays even or odd; and each goal would need it otherwise. */
const checkWeights = ({ rules: { ways }, start, goals }: Certificate, { functions }: ProofOf<'weights'>): string => {
  const areKnown = ways.flat().every(([, before]) => before >= 0);
  ensure(areKnown, 'rules', 'weights are for pieces that are known');
  const exclusions = withPlaces(functions, 'proof.functions').map(([{ weights, modulo }, name]) => {
    const place = `${name}.weights`;
    ensure(weights.length === start.length, place, 'not a weight for each cell');
    const losses = ways.map((way) =>
      way.reduce((sum, [cell, before, after]) => sum + weights[cell]! * (before - after), 0),
    );
    const wrong = losses.findIndex((loss) => (modulo ? loss % 2 !== 0 : loss < 0));
    ensure(wrong === -1, place, `way ${wrong} ${modulo ? 'changes whether it is even' : 'gains'}`);
    return (goal: Contents): boolean => {
      const missing = weights.reduce((sum, weight, cell) => sum + weight * (goal[cell]! - start[cell]!), 0);
      // A goal other than the start is at least one way from it.
      return modulo ? missing % 2 !== 0 : missing + Math.min(...losses) > 0;
    };
  });
  for (const [goal, place] of withPlaces(goals, 'goals')) {
    const isExcluded = !goal.includes(-1) && exclusions.some((excludes) => excludes(goal));
    ensure(isExcluded && String(goal) !== String(start), place, 'no function excludes it');
  }
  return `${text(functions.length)} weight functions on ${text(ways.length)} ways, which exclude ${text(goals.length)} goals`;
};

/** @returns what was checked @throws Fault */
const checkAll = (certificate: Certificate, options: CheckOptions): readonly string[] => {
  const { rules, start, goals, claim, solution, proof } = certificate;
  const game = gameOf(rules, start.length);
  for (const [cells, place] of withPlaces(goals, 'goals'))
    ensure(cells.length === start.length, place, 'other cells than those of the start');
  const isSolved = 'length' in claim;
  const isOfKind = proof.kind === 'rings' || isSolved === (proof.kind === 'parts');
  ensure(isOfKind, 'proof.kind', 'it does not prove the claim');
  const { length, atLeast: least = length } = isSolved ? claim : { length: 0, atLeast: Number.POSITIVE_INFINITY };
  const moves = `${text(solution.length)} moves`;
  ensure(length === solution.length, isSolved ? 'claim.length' : 'solution', `the solution has ${moves}`);
  ensure(!isSolved || least <= length, 'claim.atLeast', 'more moves than the solution has');
  const isReached = !isSolved || isGoal(certificate, play(game, start, solution, 'solution'));
  ensure(isReached, 'solution', 'it does not end at the goal');
  const proved = (): string => {
    switch (proof.kind) {
      case 'rings':
        return checkRings(certificate, proof, game, least);
      case 'parity':
        return checkParity(certificate);
      case 'weights':
        return checkWeights(certificate, proof);
      case 'parts':
        return checkParts(certificate, proof, game, least, options);
    }
  };
  return isSolved ? [`the solution, ${moves}`, proved()] : [proved()];
};

/** Checks a certificate, all of it, or all but a share of its parts. */
export const checkCertificate = (certificate: Certificate, options: CheckOptions = {}): Report => {
  try {
    return { ok: true, checked: checkAll(certificate, options) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, place: error.place, message: error.message };
  }
};
