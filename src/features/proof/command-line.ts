/** Certificates on the command line: writing one beside an answer, and checking files of them. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { translator } from '../../locales/index.ts';
import { checkCertificate } from '../../proof/checker.ts';
import { type Certificate, parseCertificate } from '../../proof/format.ts';
import type { CheckOptions } from '../../proof/parts.ts';
import { end, print, refuse } from '../../runtime/terminal.ts';
import type { NoCertificate } from '../../search/certificates/certify.ts';
import { proofSteps } from '../../search/certificates/steps.ts';

/** Bytes of a file of a certificate, at most. */
const mostBytes = 2 ** 25;

/** Writes the certificate of an answer, or says why there is none. @returns why it proves the answer, in sentences */
export const writeCertificate = (path: string, certificate: Certificate | NoCertificate): readonly string[] => {
  const t = translator('en');
  if (typeof certificate === 'string') {
    refuse(t('proof.none', { reason: t(`proof.reason.${certificate}`) }), 'gave-up');
    return [];
  }
  try {
    writeFileSync(path, `${JSON.stringify(certificate)}\n`);
  } catch (error) {
    refuse((error as Error).message, 'failed');
    return [];
  }
  return proofSteps(certificate).map(({ code, values }) => t(`proof.step.${code}`, values));
};

interface VerifyOptions {
  readonly share?: number;
  readonly seed?: number;
}

/** Checks files of certificates, "-" for standard input, one after another. */
const verifyFiles = (files: readonly string[], options: VerifyOptions): void => {
  const tables: CheckOptions['tables'] = new Map();
  for (const file of files) {
    let text: string;
    try {
      if (file !== '-' && statSync(file).size > mostBytes) throw new Error(`${file} is larger than any certificate`);
      text = readFileSync(file === '-' ? 0 : file, 'utf8');
    } catch (error) {
      refuse((error as Error).message);
      continue;
    }
    const parsed = parseCertificate(text);
    if (!parsed.ok) {
      refuse(`${file} is no certificate: ${[parsed.place, parsed.message].filter(Boolean).join(': ')}`);
      continue;
    }
    const report = checkCertificate(parsed.certificate, { ...options, tables });
    if (report.ok) {
      print(`${file} is right (${parsed.certificate.puzzle}). Checked:`);
      for (const sentence of report.checked) print(`- ${sentence}`);
    } else {
      print(`${file} is wrong at ${report.place}: ${report.message}`);
      end('failed');
    }
  }
};

const share = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('It is a number above 0, and 1 at most.');
  return value;
};
const seed = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('It is a whole number of up to nine digits.');
  return Number(text);
};

/** The command `verify`. */
export const addVerify = (program: Command): void => {
  program
    .command('verify')
    .description('check certificates that --proof has written (docs/proofs.md); 1 is the exit code if one is wrong')
    .argument('<file...>', 'certificates; "-" for standard input')
    .option('--share <number>', 'of a search in parts, check only this share, such as 0.01', share)
    .option('--seed <number>', 'which parts: the same seed draws the same', seed)
    .action(verifyFiles);
};
