/** Why a certificate proves its claim, in three steps that `locales/` makes sentences of. */
import type { Certificate } from '../../proof/format.ts';

export const proofStepCodes = [
  'start',
  'goal',
  'apart',
  'around',
  'none',
  'all',
  'unsolvable',
  'parity-moves',
  'parity-goal',
  'weights-moves',
  'weights-goal',
  'bound',
  'searched',
  'shortest',
] as const;

interface ProofStep {
  readonly code: (typeof proofStepCodes)[number];
  readonly values: Readonly<Record<string, number>>;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const step = (code: ProofStep['code'], values: ProofStep['values'] = {}): ProofStep => ({ code, values });

export const proofSteps = ({ claim, proof }: Certificate): readonly ProofStep[] => {
  const least = { count: 'length' in claim ? (claim.atLeast ?? claim.length) : 0 };
  switch (proof.kind) {
    case 'rings': {
      const { fromStart, fromGoal } = proof;
      if ('unsolvable' in claim) return [step('all', { count: sum(fromStart) }), step('none'), step('unsolvable')];
      const start = { count: sum(fromStart), moves: fromStart.length - 1 };
      if (!fromGoal) return [step('around', start), step('none'), step('shortest', least)];
      const goal = { count: sum(fromGoal), moves: fromGoal.length - 1 };
      return [step('start', start), step('goal', goal), step('apart', least)];
    }
    case 'parity':
      return [step('parity-moves'), step('parity-goal'), step('unsolvable')];
    case 'weights':
      return [step('weights-moves', { count: proof.functions.length }), step('weights-goal'), step('unsolvable')];
    case 'parts': {
      const count = proof.parts.reduce((total, [, nodes]) => total + nodes, 0);
      return [step('bound'), step('searched', { count, moves: least.count - 1 }), step('shortest', least)];
    }
  }
};
