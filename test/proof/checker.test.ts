/** The checker refuses whatever doesn't add up, and says where. */
import { expect, it } from 'vitest';
import { checkCertificate } from '../../src/proof/checker.ts';
import { type Certificate, parseCertificate, type Way } from '../../src/proof/format.ts';
import type { CheckOptions } from '../../src/proof/parts.ts';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { Budget } from '../../src/search/budget.ts';
import { partsFor } from '../../src/search/certificates/parts.ts';
import { seeded } from '../../src/search/scramble.ts';
import { databasesOf } from '../../src/search/sliding/databases.ts';
import { buildTables, needsOf, solve } from '../../src/search/solve.ts';
import { certificateOf, positionsOf } from '../support/certificates.ts';

// biome-ignore lint/suspicious/noExplicitAny: mutations write what no type allows
type Json = any;

/** A certificate with a search in parts below the tables of a small board. */
const withParts = (): Certificate => {
  const puzzle = knownPuzzle('2x7');
  const [position] = positionsOf(puzzle, 1);
  const question = unwrap(parseQuestion(puzzle, position!), '2x7');
  const tables = buildTables(needsOf(puzzle, question.goal));
  const outcome = solve(puzzle, question, { tables });
  if (outcome.status !== 'solved') throw new Error('2x7 has a solution');
  const { length } = outcome.moves;
  const databases = databasesOf(puzzle.board, '7-7-1')!;
  const proof = partsFor(databases, question, length, tables, new Budget());
  if (typeof proof === 'string') throw new Error(proof);
  const ways = puzzle.board.neighbours.flatMap((near, empty) =>
    near.map(
      (cell): Way => [
        [cell, -1, 0],
        [empty, 0, -1],
      ],
    ),
  );
  const base = { format: 'antipode-proof', version: 2, puzzle: '2x7', rules: { ways, isChained: false } } as const;
  return {
    ...base,
    start: question.start,
    goals: question.goal.positions,
    claim: { length },
    solution: outcome.moves,
    proof,
  };
};

const parts = withParts();
const tables: CheckOptions['tables'] = new Map();

interface Mutation {
  readonly name: string;
  /** @returns where the fault has to be found; undefined where there is nothing to change */
  change(certificate: Json, random: (below: number) => number): RegExp | undefined;
}

const swap = (list: Json[], random: (below: number) => number): boolean => {
  const [a, b] = [random(list.length), random(list.length)];
  if (String(list[a]) === String(list[b])) return false;
  [list[a], list[b]] = [list[b], list[a]];
  return true;
};

/** Changes one number of a list by one. */
const count = (list: number[] | undefined, place: string, random: (below: number) => number): RegExp | undefined => {
  if (!list?.length) return undefined;
  const index = random(list.length);
  list[index]! += random(2) === 0 || list[index] === 0 ? 1 : -1;
  return new RegExp(`^${place}\\[${index}\\]$`, 'u');
};

const mutations: readonly Mutation[] = [
  {
    name: 'a move turned round',
    change: ({ solution }, random) => {
      if (solution.length === 0) return undefined;
      const index = random(solution.length);
      solution[index] = solution[index].toReversed();
      return new RegExp(`^solution\\[${index}\\]$`, 'u');
    },
  },
  {
    name: 'a move left out',
    change: ({ solution }, random) =>
      solution.splice(random(solution.length), 1).length > 0 ? /^claim\.length$/u : undefined,
  },
  {
    name: 'a length that is one less',
    change: ({ claim }) => {
      if (!claim.length) return undefined;
      claim.length--;
      return /^claim\.length$/u;
    },
  },
  { name: 'a ring around the start', change: ({ proof }, random) => count(proof.fromStart, 'proof.fromStart', random) },
  { name: 'a ring around the goal', change: ({ proof }, random) => count(proof.fromGoal, 'proof.fromGoal', random) },
  { name: 'a ring left out', change: ({ proof }) => (proof.fromStart?.pop() ? /^proof\.fromStart$/u : undefined) },
  {
    name: 'a way that wants or leaves something else',
    change: ({ rules: { ways } }, random) => {
      const index = random(ways.length);
      ways[index][0][1 + random(2)] = -300;
      return new RegExp(`^rules\\.ways\\[${index}\\]$`, 'u');
    },
  },
  {
    name: 'the nodes of a part',
    change: ({ proof: { parts } }, random) => {
      if (!parts) return undefined;
      const index = random(parts.length);
      parts[index][1]++;
      return new RegExp(`^proof\\.parts\\[${index}\\]\\[1\\]$`, 'u');
    },
  },
  {
    name: 'a part left out or doubled',
    change: ({ proof: { parts } }, random) => {
      if (!parts) return undefined;
      const index = random(parts.length);
      if (random(2) === 0) parts.splice(index, 1);
      else parts.splice(index, 0, parts[index]);
      return /^proof\.parts\[\d+\]$/u;
    },
  },
  {
    name: 'a lower limit',
    change: ({ claim, proof }) => {
      if (!proof.parts) return undefined;
      claim.atLeast = claim.length - 2;
      return /^proof\.parts\[\d+\]\[1\]$/u;
    },
  },
  {
    name: 'an entry of a table',
    change: ({ proof: { bound } }, random) => {
      if (!bound) return undefined;
      const table = random(bound.tables.length);
      return count(bound.tables[table].values, `proof.bound.tables\\[${table}\\].values`, random);
    },
  },
  {
    name: 'a map of a table',
    change: ({ proof: { bound } }, random) =>
      bound && swap(bound.sums[0][0].map, random) ? /^proof\.bound\.sums\[0\]\[0\]\.map$/u : undefined,
  },
  {
    name: 'a start of other pieces or another order',
    change: ({ start, solution }, random) =>
      swap(start, random) ? (solution.length === 0 ? /./u : /^(solution|start|goals)/u) : undefined,
  },
  {
    name: 'another goal',
    change: ({ goals, solution }, random) =>
      solution.length > 0 && swap(goals[0], random) ? /^(solution|goals\[0\])$/u : undefined,
  },
  {
    name: 'a weight',
    change: ({ proof: { functions } }, random) => {
      if (!functions) return undefined;
      const { weights } = functions[0];
      weights[random(weights.length)] -= 100_001;
      return /^(proof\.functions\[0\]\.weights|goals\[\d+\])$/u;
    },
  },
];

const small = [
  ['eight', '213456780'],
  ['onoff', '==no/off_'],
  ['onoff', 'on_f/of=='],
  ['peg15', '101000100100111'],
] as const;
const large = [
  ['eight', '867254301'],
  ['klotski', 'BBGA/BBCA/DHCF/DI.F/.EEJ'],
  ['peg15', 'all-1'],
] as const;

const refuses = (count: number, positions: readonly (readonly [puzzle: string, position: string])[]): void => {
  const originals = positions.map(([puzzle, position]) => certificateOf(puzzle, position));
  if (positions.length > small.length) originals.push(parts);
  for (const original of originals) expect(checkCertificate(original, { tables })).toMatchObject({ ok: true });
  const uniform = seeded('mutations');
  const random = (below: number): number => Math.floor(uniform() * below);
  for (let refused = 0; refused < count; ) {
    const original = originals[random(originals.length)]!;
    const mutation = mutations[random(mutations.length)]!;
    const mutant = structuredClone(original);
    const place = mutation.change(mutant, random);
    if (!place) continue;
    const parsed = parseCertificate(JSON.stringify(mutant));
    const report = parsed.ok ? checkCertificate(parsed.certificate, { tables }) : parsed;
    const told = `${mutation.name} of ${original.puzzle}`;
    // Other holes may have pegs for the same reason, and cards may stand in the same component.
    if (report.ok && mutation.name.startsWith('a start') && 'unsolvable' in original.claim) continue;
    expect(report, told).toMatchObject({ ok: false, place: expect.stringMatching(place) });
    refused++;
  }
};

it('refuses 15 mutated certificates, each at its place', () => refuses(15, small));
it('refuses 50 of them, of large ones too', { tags: 'long' }, () => refuses(50, [...small, ...large]));
it('refuses 1000 of them, of large ones too', { tags: 'heavy' }, () => refuses(1000, [...small, ...large]));

it.each([
  ['', 'a text that is no JSON'],
  ['{}', 'no format'],
  ['[1, 2]', 'a list'],
])('takes %j for no certificate', (text) => {
  expect(parseCertificate(text).ok).toBe(false);
});

it('draws the same share by the same seed', () => {
  const share = (seed: number) => checkCertificate(parts, { share: 0.01, seed, tables });
  expect(share(7)).toEqual(share(7));
  expect(share(7)).toMatchObject({ ok: true, checked: [expect.anything(), expect.stringMatching(/ parts, 1 %/u)] });
});

it.each<[string, object]>([
  [
    'rules.ways[0]',
    {
      rules: {
        ways: [
          [
            [0, 1, 0],
            [0, 1, 0],
          ],
        ],
        isChained: true,
      },
      start: [1, 0],
      goals: [[0, 1]],
    },
  ],
  [
    'rules.ways[0]',
    {
      rules: {
        ways: [
          [
            [0, -1, 0],
            [99, 0, -1],
          ],
        ],
        isChained: false,
      },
    },
  ],
  ['proof.parts[0]', { proof: { ...parts.proof, parts: [[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 0]] } }],
])('refuses at %s what would take for ever', (place, change) => {
  expect(checkCertificate({ ...parts, ...change } as Certificate, { tables })).toMatchObject({ ok: false, place });
});

it('refuses a longer solution that rings around the goal alone would prove', () => {
  const shortest = certificateOf('five', '123405');
  const [move] = shortest.solution;
  const solution = [move!, move!.toReversed(), ...shortest.solution];
  const proof = { kind: 'rings', fromStart: [], fromGoal: [1, 2, 3, 5] } as const;
  const wrong: Certificate = { ...shortest, solution, claim: { length: 3 }, proof };
  expect(checkCertificate(wrong)).toMatchObject({ ok: false, place: 'proof.fromStart' });
});

it('refuses that there is no solution without all positions that the start reaches', () => {
  const original = certificateOf('onoff', 'on_f/of==');
  if (original.proof.kind !== 'rings') throw new Error(original.proof.kind);
  const { fromStart } = original.proof;
  for (const rings of [[], [1], fromStart.slice(0, -1)]) {
    const wrong: Certificate = { ...original, proof: { kind: 'rings', fromStart: rings } };
    expect(checkCertificate(wrong)).toMatchObject({ ok: false, place: 'proof.fromStart' });
  }
  const both: Certificate = { ...original, proof: { kind: 'rings', fromStart, fromGoal: [1] } };
  expect(checkCertificate(both)).toMatchObject({ ok: false, place: 'proof.fromStart' });
});

it('goes back from the goal against lines that go one way', () => {
  const rules = {
    ways: [0, 1, 2].map(
      (empty): Way => [
        [(empty + 1) % 3, -1, 0],
        [empty, 0, -1],
      ],
    ),
    isChained: false,
  };
  // The empty cell goes round. One move would be enough, not seven.
  const round = [1, 2, 0, 1, 2, 0, 1].map((cell) => [cell, (cell + 2) % 3]);
  const proof = { kind: 'rings', fromStart: [1], fromGoal: [1, 1, 1, 1, 1] } as const;
  const claim = { length: 7, atLeast: 5 };
  const base = { format: 'antipode-proof', version: 2, puzzle: 'a ring', rules } as const;
  const wrong: Certificate = { ...base, start: [0, 1, 2], goals: [[1, 0, 2]], claim, solution: round, proof };
  expect(checkCertificate(wrong)).toMatchObject({ ok: false, place: 'proof.fromGoal[1]' });
});
