/** The answer to *Proof*: why no solution is shorter, in sentences, and the certificate as a file. */
import type { TFunction } from 'i18next';
import { heading } from '../../discord/heading.ts';
import { card, colours, download, type Message, text } from '../../discord/message.ts';
import type { Asked } from '../../jobs/answer.ts';
import type { ProofResult, proofJob } from './job.ts';

export const proofAnswer = (
  t: TFunction,
  { request }: Pick<Asked<typeof proofJob>, 'request'>,
  result: ProofResult,
): Message => {
  const title = text(heading(t, request), t('proof.title'));
  if (result.status !== 'certified') {
    const reason = result.status === 'gave-up' ? result.reason : result.status;
    return card(colours['gave-up'], title, text(t('proof.none', { reason: t(`proof.reason.${reason}`) })));
  }
  return card(
    colours.solved,
    title,
    text(...result.steps.map(({ code, values }) => t(`proof.step.${code}`, values))),
    download('proof.json', `${result.file}\n`),
    text(`-# ${t('proof.check')}`),
  );
};
