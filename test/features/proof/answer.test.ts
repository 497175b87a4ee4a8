/** The proof of an answer as people get it: a file that the checker takes, and sentences that say the same. */
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/discord/message.ts';
import { proofAnswer } from '../../../src/features/proof/answer.ts';
import { proofJob } from '../../../src/features/proof/job.ts';
import { translator } from '../../../src/locales/index.ts';
import { checkCertificate } from '../../../src/proof/checker.ts';
import { parseCertificate } from '../../../src/proof/format.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { buildTables } from '../../../src/search/solve.ts';
import { noBoards } from '../../support/drawing.ts';

const proved = (id: string, position: string, goal?: string) => {
  const puzzle = knownPuzzle(id);
  const request = { puzzle: id, question: unwrap(parseQuestion(puzzle, position, goal), position) };
  const tables = buildTables(proofJob.tables(request, '7-7-1'));
  const limits = { control: new SearchControl(), milliseconds: 60_000 };
  return { request, result: proofJob.run(request, { tables, databases: '7-7-1', limits }) };
};
const texts = (answer: Message): string => JSON.stringify(answer.components);

describe.each([
  ['eight', '867254301', /No position is in both.+at least 31 moves/u, /31 手以上/u],
  ['eight', '123456870', /an odd number of swaps.+So there is no solution/u, /したがって、解はありません/u],
  ['onoff', '', /in both|none of them/u, /手以上/u],
  ['fifteen', '51247A3896FCDEB0', /in both|By that bound/u, /手以上/u],
] as const)('%s %s', (id, position, english, japanese) => {
  test('has a certificate that the checker takes, and says why', async () => {
    const puzzle = knownPuzzle(id);
    const { request, result } = proved(id, position || puzzle.landmarks[0]!.position);
    if (result.status !== 'certified') throw new Error(result.status);
    const parsed = parseCertificate(result.file);
    expect(parsed.ok && checkCertificate(parsed.certificate)).toMatchObject({ ok: true });
    const answer = await proofAnswer(translator('en-US'), { request }, result, noBoards);
    expect(texts(answer)).toMatch(english);
    expect(answer.files?.map(({ name }) => name)).toEqual(['proof.json']);
    expect(texts(await proofAnswer(translator('ja'), { request }, result, noBoards))).toMatch(japanese);
  });
});

test('an answer that a table tells at once may have millions of positions around it, so its proof is long work', () => {
  const puzzle = knownPuzzle('eleven');
  const question = unwrap(parseQuestion(puzzle, '421A930856B7'), 'eleven');
  expect(proofJob.lane({ puzzle: puzzle.id, question })).toBe('long');
});
