/** Files and menus on the page in a real browser: what is attached is sent, and what opens is seen whole. */

import { openPage } from '@antipode/playground/page-server';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastMessage, openBrowser, openTab, sendLine, type Tab } from '../../support/browser.ts';
import { hasBrowser } from '../../support/needs.ts';
import { behave, commands } from '../../support/page-bot.ts';
import { type Bot, logIn, openScene } from '../../support/stand-in-bot.ts';

describe.skipIf(!hasBrowser)('files and menus of the page (needs Chromium)', () => {
  let browser: Browser;
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  let address: string;
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    scene = await openScene();
    scene.guild.createChannel({ name: 'other' });
    const { standIn, ann, ben } = scene;
    bot = await logIn(standIn);
    bot.answer = behave(bot, []);
    await bot.client.application.commands.set(commands);
    address = await openPage(standIn, [ann, ben], { parts: () => ({ bot: true, worker: true }) });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bot?.client.destroy();
    await scene?.standIn.close();
  });
  beforeEach(async () => {
    for (const message of [...scene.channel.messages.values()]) scene.standIn.world.remove(message);
    tab = await openTab(browser, address);
    page = tab.page;
  });
  afterEach(async () => {
    await tab.context.close();
    expect(tab.errors).toEqual([]);
    expect(bot.errors).toEqual([]);
  });

  const answered = (text: string) => page.locator('.message', { hasText: text }).last().waitFor();

  it('sends a file with a command: chosen, dropped, or refused where nothing takes one', async () => {
    const attached = page.locator('.attached');
    const choose = async (name: string, text: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Attach a file' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      await attached.waitFor();
    };
    await choose('boards.txt', '867254301 ・ ５');
    await sendLine(page, 'hello');
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual(['A file goes with a command that has an option for one.']);
    await sendLine(page, '/read');
    await answered('boards.txt, text/plain: 867254301 ・ ５');
    expect(await attached.count()).toBe(0);

    await page.evaluate(`
      const data = new DataTransfer();
      data.items.add(new File(['a,b'], 'dropped.csv', { type: 'text/csv' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    `);
    await attached.waitFor();
    await sendLine(page, '/read role:@ann');
    await answered('dropped.csv, text/csv: a,b');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Attach a file' }).press('Enter'),
    ]);
    await chooser.setFiles({ name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 2 ** 20 + 1) });
    await page.getByRole('alert').getByText('huge.txt is too large: Discord takes up to 10 MB.').waitFor();
    expect(await attached.count()).toBe(0);
    await choose('unwanted.txt', '-');
    await page.getByRole('button', { name: 'Remove unwanted.txt' }).click();
    await sendLine(page, '/read');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['The option file is required.']);
  });

  it('offers @everyone by its name', async () => {
    await page.locator('#composer').fill('/read role:');
    await expect
      .poll(() => page.locator('.suggestion').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^@everyone\b/u));
    await page.locator('#composer').fill('');
    await sendLine(page, '/all');
    await answered('A heading');
    await lastMessage(page).getByRole('button', { name: 'Which role' }).click();
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toContainEqual(expect.stringMatching(/@everyone$/u));
    expect((await page.getByRole('option').allInnerTexts()).join()).not.toContain('@@');
  });

  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 700 },
  ])('opens every menu where it is seen whole, at $width px', async (viewport) => {
    await page.setViewportSize(viewport);
    const isWhole = async (list: Locator): Promise<boolean> => {
      const [box, frame] = await Promise.all([list.boundingBox(), page.locator('.scroller').boundingBox()]);
      const [top, bottom] = [frame!.y - 1, frame!.y + frame!.height + 1];
      return box!.height > 50 && box!.y >= top && box!.y + box!.height <= bottom;
    };
    await sendLine(page, 'first');
    await sendLine(page, '/all');
    await answered('A heading');
    for (const name of ['One of these', 'Some of these', 'Who', 'Which role', 'Which channel']) {
      const menu = lastMessage(page).getByRole('button', { name, exact: true });
      await menu.scrollIntoViewIfNeeded();
      await menu.click();
      expect([name, await isWhole(page.locator('.menu-list'))]).toEqual([name, true]);
      await page.keyboard.press('Escape');
    }
    for (const text of ['a', 'b', 'c']) await sendLine(page, text);
    await answered('c');
    for (const text of ['a', 'b', 'c']) {
      const message = page.locator('.message').filter({ has: page.getByText(text, { exact: true }) });
      await message.hover();
      await message.getByRole('button', { name: 'More on this message' }).click();
      expect([text, await isWhole(page.locator('.context-menu'))]).toEqual([text, true]);
      await page.keyboard.press('Escape');
    }
  });
});
