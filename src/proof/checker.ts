/**
 * Checks certificates. It shares no code with the searches that make them, and knows no puzzle: the moves, the bound and the
 * order of the search are written again here, as plainly as they can be.
 */
import type { CheckOptions, Examined } from './examined.ts';
import { ensure, Fault, numberText as text, withPlaces } from './fault.ts';
import type { Certificate } from './format.ts';
import { areTiles, type Contents, canGo, gameOf, play } from './moves.ts';
import { checkParts } from './parts.ts';
import { checkComponent, checkRings, isGoal } from './rings.ts';

export type Report =
  /** What was checked, in sentences. */
  | { readonly ok: true; readonly checked: readonly string[] }
  /** The first fault, and where it is, as in `solution[7]`. */
  | { readonly ok: false; readonly place: string; readonly message: string };

/** How many pairs of contents are not in order, which each exchange makes odd or even. */
const disorderOf = (cells: Contents): number =>
  cells.reduce((sum, content, cell) => sum + cells.slice(cell).filter((later) => later < content).length, 0);

/** Each step exchanges the empty cell with a tile, and takes it to a cell of the other colour. */
const checkParity = ({ rules, start, goals }: Examined<'parity'>): string => {
  ensure(areTiles(start), 'start', 'tiles that look alike');
  const hole = start.indexOf(0);
  const isBoard = rules.moves === 'slide' && !canGo(rules.lines, hole, hole, 1);
  ensure(isBoard, 'rules', 'no board of two colours on which tiles slide');
  for (const [goal, place] of withPlaces(goals, 'goals')) {
    ensure(String(goal.toSorted()) === String(start.toSorted()), place, 'other tiles than those of the start');
    const exchanges = disorderOf(start) + disorderOf(goal);
    ensure(!canGo(rules.lines, hole, goal.indexOf(0), exchanges), place, 'its parity is that of the start');
  }
  return 'the parity of the tiles and of the empty cell, which every move changes together';
};

/** What a position is worth never grows, or stays even or odd; and each goal would need it otherwise. */
const checkWeights = ({ rules, start, goals, game, proof: { functions } }: Examined<'weights'>): string => {
  ensure(rules.moves === 'jump', 'rules', 'weights are for jumps');
  const { jumps } = rules;
  const exclusions = withPlaces(functions, 'proof.functions').map(([{ weights, modulo }, name]) => {
    const place = `${name}.weights`;
    ensure(weights.length === start.length, place, 'not a weight for each cell');
    const losses = jumps.map(([from, over, to]) => weights[from]! + weights[over]! - weights[to]!);
    const wrong = jumps[losses.findIndex((loss) => (modulo ? loss % 2 !== 0 : loss < 0))];
    ensure(!wrong, place, `the jump ${wrong?.join('-')} ${modulo ? 'changes whether it is even' : 'gains'}`);
    return (goal: Contents): boolean => {
      const missing = weights.reduce((sum, weight, cell) => sum + weight * (goal[cell]! - start[cell]!), 0);
      // A goal other than the start is at least one jump away.
      return modulo ? missing % 2 !== 0 : missing + Math.min(...losses) > 0;
    };
  });
  for (const [goal, place] of withPlaces(goals, 'goals')) {
    const isExcluded = game.isPosition(goal) && exclusions.some((excludes) => excludes(goal));
    ensure(isExcluded && String(goal) !== String(start), place, 'no function excludes it');
  }
  return `${text(functions.length)} weight functions on ${text(jumps.length)} jumps, which exclude ${text(goals.length)} goals`;
};

/** By kind of proof. @returns what was checked @throws Fault */
const checks = {
  rings: checkRings,
  component: checkComponent,
  parity: checkParity,
  weights: checkWeights,
  parts: checkParts,
};

const checkAll = (certificate: Certificate, options: CheckOptions): readonly string[] => {
  const { rules, start, goals, claim, solution, proof } = certificate;
  const game = gameOf(rules, start.length);
  ensure(game.isPosition(start), 'start', 'no position of these rules');
  for (const [goal, place] of withPlaces(goals, 'goals')) {
    const isPosition = goal.length === start.length && (goal.includes(-1) || game.isPosition(goal));
    ensure(isPosition, place, 'no position of these rules');
  }
  const isOfLength = proof.kind === 'rings' || proof.kind === 'parts';
  ensure(isOfLength === 'length' in claim, 'proof.kind', 'it does not prove the claim');
  // TypeScript can't tell that the check is that of the proof's kind.
  const checkProof = (least: number): string =>
    checks[proof.kind]({ ...certificate, ...options, game, least } as never);
  if ('unsolvable' in claim) {
    ensure(solution.length === 0, 'solution', 'there should be none');
    return [checkProof(0)];
  }
  const { length, atLeast: least = length } = claim;
  ensure(length === solution.length, 'claim.length', `the solution has ${solution.length} moves`);
  ensure(least <= length, 'claim.atLeast', 'more moves than the solution has');
  ensure(isGoal(certificate, play(game, start, solution, 'solution')), 'solution', 'it does not end at the goal');
  return [`the solution, ${text(length)} moves`, checkProof(least)];
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
