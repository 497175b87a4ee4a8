/** Rows of buttons on the page in a real browser: those of a board stand beside each other, also on a phone. */
import { openPage } from '@antipode/playground/page-server';
import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openTab } from '../../support/browser.ts';
import { hasBrowser } from '../../support/needs.ts';
import { type Bot, logIn, openScene } from '../../support/stand-in-bot.ts';

describe.skipIf(!hasBrowser)('rows of buttons (needs Chromium)', () => {
  let browser: Browser;
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;

  beforeAll(async () => {
    scene = await openScene();
    bot = await logIn(scene.standIn);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bot?.client.destroy();
    await scene?.standIn.close();
  });

  it.each([360, 390, 1280])('are as wide as five pegs with their numbers, %i pixels wide', async (width) => {
    const address = await openPage(scene.standIn, [scene.ann], { parts: () => ({ bot: true, worker: true }) });
    const { page, context, errors } = await openTab(browser, address, { viewport: { width, height: 800 } });
    const channel = await bot.client.channels.fetch(scene.channel.id);
    if (!channel?.isSendable()) throw new Error('no channel to send to');
    const pegs = [11, 12, 13, 14, 15].map((hole) => ({
      type: ComponentType.Button as const,
      style: ButtonStyle.Primary as const,
      emoji: { name: '🟠' },
      label: String(hole),
      custom_id: `${width}-${hole}`,
    }));
    const components = [
      {
        type: ComponentType.Container as const,
        components: [{ type: ComponentType.ActionRow as const, components: pegs }],
      },
    ];
    await channel.send({ flags: MessageFlags.IsComponentsV2, components });
    const buttons = page.locator(`[data-custom-id^="${width}-"]`);
    await buttons.last().waitFor();
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    // Wide enough for a finger.
    for (const box of boxes) expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(errors).toEqual([]);
    await context.close();
  });
});
