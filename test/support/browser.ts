/** Opens the page in the Chromium of this machine. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env.PATH ?? '').split(delimiter);
const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));

/** Whether there is a browser; in continuous integration there has to be one. */
export const hasBrowser = found !== undefined || process.env.CI !== undefined;
if (!hasBrowser) process.stderr.write(`SKIPPED: none of ${names.join(', ')} is on the PATH to try the page in.\n`);

export const openBrowser = (): Promise<Browser> => {
  if (found === undefined) throw new Error(`none of ${names.join(', ')} is on the PATH`);
  return chromium.launch({
    executablePath: found,
    // Root has no sandbox. The other flags keep Chromium from connecting to its vendor.
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  });
};

/** Opens a tab in a context of its own. `errors` collects its errors. */
export const openTab = async (browser: Browser, address: string, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // A refused action is an expected response, not an error of the page.
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of (409|504)/u.test(line.text())) errors.push(line.text());
  });
  await page.goto(address);
  await page.locator('#composer').waitFor();
  return { page, context, errors };
};
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Types a line and sends it, by keyboard only. */
export const sendLine = async (page: Page, line: string): Promise<void> => {
  await page.locator('#composer').focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
};

/** The last message of the chat. */
export const lastMessage = (page: Page) => page.locator('.message').last();
