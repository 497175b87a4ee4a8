/**
 * Checks certificates. It shares no code with the searches that make them, and knows no puzzle: the moves, the bound and the
 * order of the search are written again here, as plainly as they can be.
 */
import type { Certificate, ProofOf } from './format.ts';
import { type Contents, Fault, type GameRules, gameOf, numberText as text, twoColoursOf } from './moves.ts';
import { type CheckOptions, checkParts } from './parts.ts';
import { checkComponent, checkRings, isGoal } from './rings.ts';

export type Report =
  /** What was checked, in sentences. */
  | { readonly ok: true; readonly checked: readonly string[] }
  /** The first fault, and where it is, as in `solution[7]`. */
  | { readonly ok: false; readonly place: string; readonly message: string };

/** Whether an even number of exchanges makes one position of another. */
const isEven = (from: readonly number[], to: readonly number[]): boolean => {
  const rest = [...from];
  let isOdd = false;
  for (const [cell, content] of to.entries()) {
    if (rest[cell] === content) continue;
    rest[rest.indexOf(content, cell)] = rest[cell]!;
    isOdd = !isOdd;
  }
  return !isOdd;
};

/** Each step exchanges the empty cell with a tile, and takes it to a cell of the other colour. */
const checkParity = ({ rules, start, goals }: Certificate): string => {
  const colours = rules.moves === 'slide' ? twoColoursOf(rules.lines) : undefined;
  if (!colours) throw new Fault('rules', 'no board of two colours on which tiles slide');
  if (new Set(start).size < start.length || !start.includes(0)) throw new Fault('start', 'tiles that look alike');
  const sorted = start.toSorted().join();
  for (const [index, goal] of goals.entries()) {
    if (goal.toSorted().join() !== sorted) throw new Fault(`goals[${index}]`, 'other tiles than those of the start');
    const isSameColour = colours[start.indexOf(0)] === colours[goal.indexOf(0)];
    if (isEven(start, goal) === isSameColour) throw new Fault(`goals[${index}]`, 'its parity is that of the start');
  }
  return 'the parity of the tiles and of the empty cell, which every move changes together';
};

/** What a position is worth never grows, or stays even or odd; and each goal would need it otherwise. */
const checkWeights = (
  { rules, start, goals }: Certificate,
  { functions }: ProofOf<'weights'>,
  { isPosition }: GameRules,
): string => {
  if (rules.moves !== 'jump') throw new Fault('rules', 'weights are for jumps');
  const checked = functions.map(({ weights, modulo }, index) => {
    const place = `proof.functions[${index}].weights`;
    if (weights.length !== start.length) throw new Fault(place, 'not a weight for each cell');
    const change = ([from, over, to]: readonly [number, number, number]): number =>
      weights[from]! + weights[over]! - weights[to]!;
    const wrong = rules.jumps.find((jump) => (modulo ? change(jump) % 2 !== 0 : change(jump) < 0));
    if (wrong) throw new Fault(place, `the jump ${wrong.join('-')} ${modulo ? 'changes whether it is even' : 'gains'}`);
    return { weights, modulo, loss: Math.min(...rules.jumps.map(change)) };
  });
  for (const [index, goal] of goals.entries()) {
    const worth = (weights: readonly number[], position: readonly number[]): number =>
      position.reduce((sum, peg, cell) => sum + peg * weights[cell]!, 0);
    const excludes = ({ weights, modulo, loss }: (typeof checked)[number]): boolean => {
      const missing = worth(weights, goal) - worth(weights, start);
      // A goal other than the start is at least one jump away.
      return modulo ? missing % 2 !== 0 : missing + loss > 0;
    };
    if (String(goal) === String(start) || !isPosition(goal) || !checked.some(excludes)) {
      throw new Fault(`goals[${index}]`, 'no function excludes it');
    }
  }
  return `${text(functions.length)} weight functions on ${text(rules.jumps.length)} jumps, which exclude ${text(goals.length)} goals`;
};

const checkSolution = (certificate: Certificate, { forwards }: GameRules): string => {
  const { start, solution } = certificate;
  let cells: Contents = start;
  for (const [index, move] of solution.entries()) {
    const made = forwards(cells).find(([legal]) => String(legal) === String(move));
    if (!made) throw new Fault(`solution[${index}]`, `${move.join('-')} is no legal move`);
    cells = made[1];
  }
  if (!isGoal(certificate, cells)) throw new Fault('solution', 'it does not end at the goal');
  return `the solution, ${text(solution.length)} moves`;
};

const checkProof = (certificate: Certificate, game: GameRules, least: number, options: CheckOptions): string => {
  const { proof, claim } = certificate;
  const isOfLength = proof.kind === 'rings' || proof.kind === 'parts';
  if (isOfLength === 'unsolvable' in claim) throw new Fault('proof.kind', 'it does not prove the claim');
  switch (proof.kind) {
    case 'rings':
      return checkRings(certificate, proof, game, least);
    case 'component':
      return checkComponent(certificate, proof, game);
    case 'parity':
      return checkParity(certificate);
    case 'weights':
      return checkWeights(certificate, proof, game);
    case 'parts':
      return checkParts(certificate, proof, least, options);
  }
};

const checkAll = (certificate: Certificate, options: CheckOptions): readonly string[] => {
  const { rules, start, goals, claim, solution } = certificate;
  const game = gameOf(rules, start.length);
  if (!game.isPosition(start)) throw new Fault('start', 'no position of these rules');
  for (const [index, goal] of goals.entries()) {
    const isPosition = goal.length === start.length && (goal.includes(-1) || game.isPosition(goal));
    if (!isPosition) throw new Fault(`goals[${index}]`, 'no position of these rules');
  }
  if ('unsolvable' in claim) {
    if (solution.length > 0) throw new Fault('solution', 'there should be none');
    return [checkProof(certificate, game, 0, options)];
  }
  const { length, atLeast = length } = claim;
  if (length !== solution.length) throw new Fault('claim.length', `the solution has ${solution.length} moves`);
  if (atLeast > length) throw new Fault('claim.atLeast', 'more moves than the solution has');
  const solved = checkSolution(certificate, game);
  return [solved, checkProof(certificate, game, atLeast, options)];
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
