/** Proofs of answers, as people get and check them. */
import type { Message, Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/proof/checker.ts';
import { parseCertificate } from '../../../src/proof/format.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

const ask = async (position: string) => {
  const person = system.person('ann');
  const asked = await person.command(system.channel, 'solve', { subcommand: 'eight', options: { position } });
  return { person, answer: await asked.until(isFinal) };
};

describe('the proof of an answer', () => {
  const proofOf = async (message: Message, person: Person): Promise<Message> => {
    const proof = await (await person.press(message, 'Proof')).until(({ attachments }) => attachments.length > 0);
    const { filename, bytes } = proof.attachments[0]!;
    expect([proof.ephemeral, filename]).toEqual([true, 'proof.json']);
    const parsed = parseCertificate(Buffer.from(bytes).toString());
    expect(parsed.ok && checkCertificate(parsed.certificate)).toMatchObject({ ok: true });
    return proof;
  };

  test('is among its details: sentences, and a file that anyone can check', async () => {
    const { answer } = await ask('867254301');
    const bob = system.person('bob');
    const proof = await proofOf(await (await bob.press(answer, 'Details')).until(), bob);
    expect(textOf(proof)).toContain('every solution has at least 31 moves');
    expect(textOf(proof)).toContain('verify proof.json');
  });

  test('is beside the reason that there is none', async () => {
    const { person, answer } = await ask('123456870');
    const proof = await proofOf(answer, person);
    expect(textOf(proof)).toContain('So there is no solution.');
  });
});
