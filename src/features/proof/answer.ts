/** The answer to *Proof*: why no solution is shorter, in sentences, and the certificate as a file. */
import { heading } from '../../discord/heading.ts';
import { card, colours, download, text } from '../../discord/message.ts';
import type { Render } from '../../queue/answer.ts';
import type { proofJob } from './job.ts';

export const proofAnswer: Render<typeof proofJob> = async (t, { request }, result) => {
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
