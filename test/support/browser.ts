/** Opens the page in the Chromium of this machine. */
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { browserPath } from './needs.ts';
import { contrastIn, readPng } from './pixels.ts';

export const openBrowser = (): Promise<Browser> => {
  if (browserPath === undefined) throw new Error('no browser is on the PATH');
  return chromium.launch({
    executablePath: browserPath,
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
  // Only for what hangs.
  context.setDefaultTimeout(100_000);
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

/** Enters a line at once, because each typed letter asks for suggestions, and sends it. */
export const sendLine = async (page: Page, line: string): Promise<void> => {
  await page.locator('#composer').fill(line);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
};

/** The last message of the chat. */
export const lastMessage = (page: Page) => page.locator('.message').last();

/** How well the number on each image of a tile stands apart from the tile, with its text, in one screenshot of their board. */
export const contrastsIn = async (
  board: Locator,
  tiles: Locator,
): Promise<[alt: string | null, contrast: number][]> => {
  await tiles.evaluateAll((all) => Promise.all(all.map((one) => (one as unknown as { decode(): void }).decode())));
  const pixels = await readPng(await board.screenshot());
  const { x: left, y: top } = (await board.boundingBox())!;
  const found: [string | null, number][] = [];
  for (const tile of await tiles.all()) {
    const { x, y, ...size } = (await tile.boundingBox())!;
    found.push([await tile.getAttribute('alt'), contrastIn(pixels, { ...size, x: x - left, y: y - top })]);
  }
  return found;
};
