/** Certificates of answers to all kinds of puzzles, which the checker accepts. */
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../../src/proof/checker.ts';
import { type Certificate, parseCertificate } from '../../../src/proof/format.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { knownPuzzle, puzzles } from '../../../src/puzzles/registry.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { certify } from '../../../src/search/certificates/certify.ts';
import { solve } from '../../../src/search/solve.ts';
import { certificateOf, checkedByHand, positionsOf } from '../../support/certificates.ts';

/** The certificate as a file has it. */
const written = (certificate: Certificate): Certificate => {
  const parsed = parseCertificate(JSON.stringify(certificate));
  if (!parsed.ok) throw new Error(`${parsed.place}: ${parsed.message}`);
  return parsed.certificate;
};

const expectRight = (certificate: Certificate, share = 1): void => {
  expect(checkCertificate(written(certificate), { share }), certificate.puzzle).toMatchObject({ ok: true });
};

/** Near the goal, where a random position takes long. */
const easy: Record<string, string> = {
  eleven: '1234567A9B80',
  fifteen: '123456789A0BDECF',
  twentyfour: '123456789ABCDEFGHIJKLM0NO',
};

describe('a certificate of each puzzle', () => {
  const proves = (id: string): void => {
    const puzzle = knownPuzzle(id);
    const [position] = easy[id] ? [easy[id]] : positionsOf(puzzle, 1);
    expectRight(certificateOf(id, position!));
    const landmark = easy[id] || puzzle.states > 2 ** 32 ? undefined : puzzle.landmarks[0];
    if (landmark) expectRight(certificateOf(id, landmark.position, landmark.goal));
  };
  // The classic board of Klotski is below.
  const large = ['klotski', 'twentyfour'];
  it.each(puzzles.map(({ id }) => id).filter((id) => !large.includes(id)))('%s', proves);
  it('klotski', { tags: 'long' }, () => proves('klotski'));
  it('twentyfour', { tags: 'heavy' }, () => proves('twentyfour'));

  it.each([
    ['eight-mtm', '867254301'],
    ['klotski-steps', 'ABBC/ABBC/DEEF/DGHF/I..J'],
    ['peg15', 'all-13', 'any'],
  ])('%s %s', (id, position, goal?: string) => expectRight(certificateOf(id, position, goal)));
  it('klotski-slides', { tags: 'long' }, () =>
    expectRight(certificateOf('klotski-slides', 'ABBC/ABBC/DEEF/DGHF/I..J')),
  );
});

it('proves 200 random answers', { tags: 'heavy' }, () => {
  for (const [id, count] of Object.entries({
    five: 20,
    six: 30,
    seven: 20,
    eight: 40,
    onoff: 50,
    rush: 10,
    klotski: 10,
    peg15: 20,
  })) {
    for (const position of positionsOf(knownPuzzle(id), count, `random ${id}`))
      expectRight(certificateOf(id, position));
  }
});

it.each([
  ['parity', 'eight', '213456780'],
  ['parity', 'eleven', '1234567A8B09'],
  ['rings', 'onoff', 'on_f/of=='],
  ['weights', 'peg15', '101000100100111'],
])('proves by %s that a position of %s has no solution', (kind, id, position) => {
  const certificate = certificateOf(id, position);
  expect(certificate).toMatchObject({ claim: { unsolvable: true }, proof: { kind } });
  expectRight(certificate);
});

const agrees = (counts: Readonly<Record<string, number>>): void => {
  for (const [id, count] of Object.entries(counts)) {
    for (const position of positionsOf(knownPuzzle(id), count, `again ${id}`)) {
      const certificate = certificateOf(id, position);
      const length = 'length' in certificate.claim ? certificate.claim.length : undefined;
      expect(checkedByHand(certificate), `${id} ${position}`).toBe(length);
    }
  }
};
it('agrees with a second, tiny checker', () => agrees({ five: 10, six: 5, eight: 1, onoff: 5, peg15: 10 }));
it('agrees with it on large proofs', { tags: 'long' }, () =>
  agrees({ five: 20, six: 10, 'eight-mtm': 1, klotski: 1, peg15: 20 }),
);

it('has a search in parts where rings are too large, which the checker counts in the same way', {
  tags: 'heavy',
}, () => {
  const certificate = certificateOf('fifteen', 'D68CFE0AB7459132');
  expect(certificate.proof).toMatchObject({ kind: 'parts', bound: { tables: { length: 3 } } });
  expectRight(certificate);
  // The blank is elsewhere in the goal.
  const other = certificateOf('fifteen', 'D68CFE0AB7459132', '1234560789ABCDEF');
  expect(other.proof).toMatchObject({ kind: 'parts', bound: { home: { length: 2 } } });
  expectRight(other, 0.2);
});

it('honours its limits', () => {
  const puzzle = knownPuzzle('eleven');
  const question = unwrap(parseQuestion(puzzle, '421A930856B7'), 'eleven');
  const outcome = solve(puzzle, question);
  const control = new SearchControl();
  control.cancel();
  expect(certify(puzzle, question, outcome, { control })).toBe('cancelled');
  expect(certify(puzzle, question, outcome, { milliseconds: 0 })).toBe('deadline');
});

describe('hard answers', { tags: 'heavy' }, () => {
  it.each([
    ['eleven', '032187654BA9'],
    ['peg33', 'all-d4'],
  ])('%s %s', (id, position) => expectRight(certificateOf(id, position)));

  it('a random walk of the 24 puzzle, by two of its bounds', () => {
    const certificate = certificateOf('twentyfour', '18OC379E2AHB4M56DIKFLG0NJ');
    expect(certificate.proof).toMatchObject({ kind: 'parts', bound: { tables: { length: 2 } } });
    expectRight(certificate);
  });

  it('a share of a search of hundreds of millions of positions', () => {
    expectRight(certificateOf('fifteen', '0F83CB74EA659D21'), 0.01);
  });
});
