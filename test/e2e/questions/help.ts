import { expect, test } from 'vitest';
import { usagesOf } from '../../../src/discord/definition.ts';
import { definitions } from '../../../src/features/index.ts';
import { buttonsOf, press, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

test('/help and /about answer privately', async () => {
  const person = system.person('ann');
  const help = await (await person.command(system.channel, 'help')).until();
  let pages = textOf(help);
  expect(pages).toContain('How to write a position');
  expect(pages).toContain('eight 867254301');
  const tabs = buttonsOf(help).filter(({ custom_id: id }) => id?.startsWith('help|'));
  // The first page is open.
  for (const { custom_id: id } of tabs.slice(1)) {
    await press(person, help, id!);
    pages += textOf(help);
  }
  const listed = [...pages.matchAll(/<\/([a-z -]+):\d+>/gu)].map(([, path]) => path!);
  const usages = definitions.flatMap((definition) => usagesOf(definition)).map(({ path }) => path);
  expect(listed.toSorted()).toEqual(usages.toSorted());
  expect(pages).toContain('eight 867254301');
  const about = await (await person.command(system.channel, 'about')).until();
  expect(textOf(about)).toMatch(/Antipode \d+\.\d+\.\d+/u);
  expect([help.ephemeral, about.ephemeral]).toEqual([true, true]);
});
