/** The page in a real browser, with a discord.js bot that sends everything a bot can send. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openPage } from '@antipode/playground/page-server';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastMessage, openBrowser, openTab, sendLine, type Tab } from '../../support/browser.ts';
import { hasBrowser } from '../../support/needs.ts';
import { behave, commands } from '../../support/page-bot.ts';
import { recordedPayloads } from '../../support/payloads.ts';
import { type Bot, logIn, openScene } from '../../support/stand-in-bot.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A message as a screen reader presents it. */
const outline = async (message: Locator): Promise<string> =>
  (await message.locator('.message-body').ariaSnapshot()).replace(/\/attachments\/\d+\/\d+/gu, '/attachments');

describe.skipIf(!hasBrowser)('the page (needs Chromium)', () => {
  let browser: Browser;
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  let address: string;
  let tab: Tab;
  let page: Page;
  const waiting: (() => void)[] = [];

  beforeAll(async () => {
    scene = await openScene();
    scene.guild.createChannel({ name: 'other' });
    const { standIn, ann, ben } = scene;
    ann.direct();
    bot = await logIn(standIn);
    bot.answer = behave(bot, waiting);
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
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses Tab until an element has the focus. */
  const tabTo = async (target: Locator) => {
    for (let steps = 0; steps < 80; steps++) {
      if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('this cannot be reached by Tab');
  };

  it('shows every kind of message that the project’s bot sends', async () => {
    await page.clock.setFixedTime(new Date('2026-01-01T12:00:00Z'));
    for (const [index] of recordedPayloads().entries()) {
      await sendLine(page, `/payload index:${index}`);
      await page.locator('.message').nth(index).waitFor();
      expect(await outline(lastMessage(page))).toMatchSnapshot();
    }
    expect(await page.locator('.unsupported').count()).toBe(0);
    const pictures = page.locator('.message-body img');
    const widths = await pictures.evaluateAll((all) =>
      all.map((one) => (one as never as { naturalWidth: number }).naturalWidth),
    );
    expect(widths.length).toBeGreaterThan(0);
    expect(widths).not.toContain(0);
  });

  it('shows every component, embeds, and text in all its forms', async () => {
    await sendLine(page, '/embed');
    await answered('Footer');
    await sendLine(page, '/all');
    await answered('A heading');
    expect(await page.locator('.unsupported').count()).toBe(0);
    const message = lastMessage(page);
    expect(await outline(message)).toMatchSnapshot();
    expect(await message.locator('.container').first().getAttribute('style')).toContain('rgb(46, 158, 91)');
    expect(await message.getByRole('link', { name: 'Elsewhere' }).getAttribute('rel')).toContain('noopener');
    expect(await message.getByRole('button', { name: 'Off' }).isDisabled()).toBe(true);
    const spoiler = message.locator('.spoiler.closed.block');
    await tabTo(spoiler);
    expect(await message.getByRole('img', { name: 'A secret board' }).isVisible()).toBe(false);
    await press('Enter');
    await message.getByRole('img', { name: 'A secret board' }).waitFor();
  });

  it('composes a command by keyboard: list, options, choices, autocomplete and errors', async () => {
    await tabTo(page.locator('#composer'));
    await page.keyboard.type('/pi');
    const options = page.locator('.suggestion');
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('/pick it')]);
    await press('Enter');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it ');
    await expect.poll(() => options.allInnerTexts()).toEqual(['apple', 'apricot', 'pear']);
    await page.keyboard.type('apr');
    await expect.poll(() => options.allInnerTexts()).toEqual(['apricot']);
    await press('Tab');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot ');
    await expect.poll(() => options.allInnerTexts()).toHaveLength(4);
    await page.keyboard.type('colour:de');
    await press('Enter');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot colour:red ');
    await page.keyboard.type('who:be');
    await press('Enter');
    await page.keyboard.type('count:12');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['count takes at most 9, not "12"']);
    // A refused line stays in the field.
    await press('Backspace', 'Enter');
    await answered('picked apricot red 1 ben');
    expect(await page.locator('#composer').inputValue()).toBe('');
    await press('ArrowUp');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot colour:red who:@ben count:1');
    await press('ArrowUp');
    expect(await page.locator('#composer').inputValue()).toContain('count:12');
    await press('ArrowDown', 'Escape', 'Control+a', 'Delete');
    await sendLine(page, '/pick it');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['The option word is required.']);
    await sendLine(page, '/pick it word:x bogus:1');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['This command has no option bogus.']);
  });

  it('uses the person’s language, also for commands', async () => {
    const other = await openTab(browser, `${address}?as=ben`);
    page = other.page;
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await page.locator('#composer').fill('/選');
    await expect.poll(() => page.locator('.suggestion').allInnerTexts()).toEqual([expect.stringContaining('/選ぶ it')]);
    await press('Enter');
    await page.keyboard.type('なし colour:赤');
    await press('Enter');
    await answered('picked なし red');
    await other.context.close();
    expect(other.errors).toEqual([]);
  });

  it('replaces a deferred reply by its content, and counts down', async () => {
    await sendLine(page, '/later');
    await page.getByText('antipode is thinking').waitFor();
    const before = await lastMessage(page).getAttribute('data-id');
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    await answered('ready');
    expect(await lastMessage(page).getAttribute('data-id')).toBe(before);
    const time = lastMessage(page).locator('time.timestamp');
    await expect.poll(() => time.textContent()).toBe('in 1 minute');
    // In its last minute it counts seconds.
    await page.clock.install();
    await page.clock.fastForward(40_000);
    await expect.poll(() => time.textContent()).toMatch(/^in \d+ seconds$/u);
  });

  it('shows an ephemeral message to one person only, and dismisses it', async () => {
    const other = await openTab(browser, `${address}?as=ben`);
    await sendLine(page, '/whisper');
    await answered('psst');
    await sendLine(page, 'hello, all');
    await other.page.getByText('hello, all').waitFor();
    expect(await other.page.getByText('psst').count()).toBe(0);
    await page.getByText('Only you can see this').waitFor();
    await tabTo(page.getByRole('button', { name: 'Dismiss message' }));
    await press('Enter');
    await page.getByText('psst').waitFor({ state: 'detached' });
    await page.reload();
    await answered('hello, all');
    expect(await page.getByText('psst').count()).toBe(0);
    await other.context.close();
  });

  it('fills in a form by keyboard', async () => {
    await sendLine(page, '/form');
    const form = page.getByRole('dialog', { name: 'A form' });
    await form.waitFor();
    await tabTo(form.getByLabel('Name'));
    await page.keyboard.type('Ann');
    await press('Tab', 'ArrowDown', 'ArrowDown', 'Enter');
    // The form stays open and names the missing field.
    await tabTo(form.getByRole('button', { name: 'Send' }));
    await press('Enter');
    await form.getByRole('alert').waitFor();
    await tabTo(form.getByRole('radio', { name: 'round' }));
    await press('ArrowDown');
    for (const name of ['bow', 'card']) {
      await tabTo(form.getByRole('checkbox', { name }));
      await press('Space');
    }
    await tabTo(form.getByRole('button', { name: 'Send' }));
    await press('Enter');
    await answered('form: Ann, large, square, bow, card');
    expect(await form.count()).toBe(0);
    // Escape closes it.
    await sendLine(page, '/form');
    await form.waitFor();
    await press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('chooses in menus and presses buttons by keyboard', async () => {
    await sendLine(page, '/all');
    await answered('A heading');
    const message = page.locator('.message', { hasText: 'A heading' });
    await tabTo(message.getByRole('button', { name: 'Accessory' }));
    await press('Enter');
    await answered('pressed accessory');
    await tabTo(message.getByRole('button', { name: /^One of these/u }));
    await press('Enter', 'ArrowDown', 'Enter');
    await answered('one: 1 green');
    await tabTo(message.getByRole('button', { name: /^Some of these/u }));
    await press('ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'Tab');
    await answered('some: 2 ka,ki');
    for (const [name, said] of [
      ['Who', 'who: 1'],
      ['Which role', 'which: 1'],
      ['Which channel', 'where: 1'],
    ] as const) {
      await tabTo(message.getByRole('button', { name: new RegExp(`^${name}`, 'u') }));
      await press('Enter', 'Enter');
      await answered(said);
    }
  });

  it('offers the commands of a message', async () => {
    await sendLine(page, 'seven letters');
    await answered('seven letters');
    await tabTo(lastMessage(page).getByRole('button', { name: 'More on this message' }));
    await press('Enter');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Count letters', 'Copy text', 'Copy ID']);
    await press('Enter');
    await answered('13 letters');
  });

  it('shows threads, and marks channels with unread messages', async () => {
    const unread = page.locator('.channel.unread');
    await page.getByRole('button', { name: 'other' }).click();
    scene.ben.say(scene.channel, 'over here');
    await expect.poll(() => unread.allInnerTexts()).toEqual([expect.stringContaining('solving')]);
    await unread.click();
    await sendLine(page, '/thread');
    await page.getByRole('button', { name: 'Open thread' }).click();
    await answered('in the thread');
    expect(await page.locator('.top h1').textContent()).toContain('below');
  });

  it('reports a missing response and a missing bot', async () => {
    await sendLine(page, '/silent');
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringContaining('/silent The application did not respond.')]);
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    scene.standIn.gateway.drop({ resumable: false, abrupt: true });
    await page.getByText('The bot is restarting').waitFor();
    await page.getByText('The bot is restarting').waitFor({ state: 'detached' });
  });

  it.each([1280, 390])('has no accessibility violation in light and in dark colours, %i pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(axe);
    const violations = async (rules: string) => {
      const { found, passed } = (await page.evaluate(
        `axe.run(${rules}).then(({ violations, passes }) => ({
            passed: passes.length,
            found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')),
          }))`,
      )) as { found: string[]; passed: number };
      return { found, passed };
    };
    const check = async (what: string) => {
      const all = await violations('');
      expect(all.passed).toBeGreaterThan(15);
      // Nothing else depends on the colours.
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await violations("{ runOnly: ['color-contrast'] }");
      expect(dark.passed).toBe(1);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([what, all.found, dark.found]).toEqual([what, [], []]);
    };
    await check('nothing said');
    await sendLine(page, '/embed');
    await answered('Footer');
    await sendLine(page, '/whisper');
    await answered('psst');
    await sendLine(page, '/all');
    await answered('A heading');
    await check('a chat');
    await page.locator('#composer').fill('/pick it x ');
    await page.locator('.suggestion').first().waitFor();
    await check('suggestions');
    await sendLine(page, '/pick it x bogus:1');
    await page.getByRole('alert').waitFor();
    await check('trouble');
    await page.locator('#composer').fill('');
    await sendLine(page, '/form');
    await page.getByRole('dialog').waitFor();
    await check('a form');
    await press('Escape');
    await page.getByRole('button', { name: 'Wire' }).click();
    for (const name of ['Interactions', 'Queue', 'REST', 'Gateway']) {
      await page.getByRole('tab', { name }).click();
      await check(`the wire: ${name}`);
    }
    if (width < 800) {
      await page.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'Channels and people' }).click();
      await check('channels');
    }
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
  });
});
