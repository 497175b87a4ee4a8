/** `npm start` with the page in a browser: one address, and the whole bot behind it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeChatPictures } from '../../bench/chat-pictures.js';
import { usagesOf } from '../../src/discord/definition.ts';
import { definitions } from '../../src/features/index.ts';
import { lessons } from '../../src/puzzles/catalogue/lessons.ts';
import type { Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { contrastsIn, openBrowser, openTab, sendLine } from '../support/browser.ts';
import { hasBrowser } from '../support/needs.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A tap on a distant tile slides those between as well. */
const moved = /^[1-9] moves?$/u;

/** Options of commands that need some. */
const values: Readonly<Record<string, string>> = {
  analyse: 'puzzle:five position:123450 moves:3 2 2 3',
  compare: 'position:123405786',
  convert: 'text:867254301',
  'contest duel': 'opponent:@mika puzzle:eight',
  'daily archive': 'number:1',
  'daily share': 'number:1',
  'daily submit': 'moves:1 2 3',
  hardest: 'puzzle:six',
  heuristic: 'bound:manhattan',
  'leaderboard hardest': 'puzzle:eight',
  probability: 'puzzle:eight moves:<=20',
  'settings practice': 'user:@you puzzle:eight',
  'settings result': 'user:@you number:1',
};

describe.skipIf(!hasBrowser)('npm start in a browser (needs Chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  symlinkSync(process.env.TABLES_FOLDER!, join(folder, 'tables'));
  let started: ChildProcess;
  let browser: Browser;
  let said = '';
  let address = '';

  beforeAll(async () => {
    const settings = { REDIS_URL: '', DISCORD_TOKEN: '', REDIS_BACKEND: 'memory', PLAYGROUND_PORT: '0' };
    // The settings of a newcomer, but without rate limits, and with tables that are built in a second.
    const env = { ...process.env, DATA_DIRECTORY: folder, USER_RATE: '200,200', TABLES: 'small', ...settings };
    const mortal = new URL('../support/mortal.js', import.meta.url).href;
    started = spawn(process.execPath, ['--import', mortal, program], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const addressed = new Promise<string>((resolve, reject) => {
      const look = (chunk: Buffer) => {
        said += chunk.toString();
        const [found] = /http:\/\/\S+/u.exec(said) ?? [];
        if (found) resolve(found);
      };
      started.stdout?.on('data', look);
      started.stderr?.on('data', look);
      started.once('exit', () => reject(new Error(`npm start ended: ${said}`)));
    });
    [address, browser] = await Promise.all([addressed, openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    const ended = new Promise((resolve) => started.once('exit', resolve));
    // It had no standard input, whose end would have stopped it.
    started.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said.match(/https?:\/\/\S+/gu)).toEqual([address]);
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (as: string) => openTab(browser, `${address}?as=${as}`);
  const container = (page: Page, text: string) => page.locator('.message', { hasText: text }).last();

  /** Sends a command line. @returns the message that answers it */
  const asked = async (page: Page, line: string) => {
    const count = await page.locator('.message').count();
    await sendLine(page, line);
    const id = await page.locator('.message').nth(count).getAttribute('data-id');
    return (tab: Page) => tab.locator(`[data-id="${id}"]`);
  };

  test('the four first examples work with the keyboard alone', { tags: 'heavy' }, async () => {
    const { page, context, errors } = await open('you');
    const tries: readonly (readonly [label: string, answer: string])[] = [
      ['/solve eight 867254301', '31 moves'],
      ['/play new', '0 moves'],
      ['/daily', 'Daily #'],
      ['/hardest eleven', 'The farthest are 53 moves away'],
    ];
    for (const [label, answer] of tries) {
      const button = page.locator('.tour button', { hasText: label });
      // The message field has the focus after each.
      for (let steps = 0; !(await button.evaluate((one) => one === one.ownerDocument.activeElement)); steps++) {
        expect(steps).toBeLessThan(60);
        await page.keyboard.press(steps === 0 && label !== tries[0]![0] ? 'Shift+Tab' : 'Tab');
      }
      await page.keyboard.press('Enter');
      await container(page, answer).waitFor();
    }
    expect(await page.locator('.unsupported').count()).toBe(0);
    // A tile of the new game, tapped without a mouse.
    const game = container(page, '0 moves');
    await game.locator('.button.primary').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText(moved).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([390, 1280])(
    'every number of a 5 × 5 game is readable in light and dark, %i pixels wide',
    async (width) => {
      const viewport = { width, height: 900 };
      const { page, context, errors } = await openTab(browser, `${address}?as=you`, { viewport });
      const game = (await asked(page, '/play new puzzle:twentyfour'))(page);
      await game.getByText('0 moves', { exact: true }).waitFor();
      // Those that can move, and those that can't.
      expect(await game.locator('.button.primary img[alt*="tile_"]').count()).toBe(8);
      const tiles = game.locator('.button img[alt*="tile_"]');
      expect(await tiles.count()).toBe(24);
      const faint: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [alt, value] of await contrastsIn(game, tiles))
          if (value < 4.5) faint.push(`${alt} ${colorScheme} ${value.toFixed(2)}`);
      }
      expect(faint).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test('a game of blocks is won with the keyboard alone', async () => {
    const { page, context, errors } = await open('you');
    const game = (await asked(page, '/play new puzzle:rush position:BB.../...../AA.C./...C./DD...'))(page);
    const press = async (name: string) => {
      await game.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('C');
    const arrow = game.getByRole('button', { name: '▲ 2' });
    await arrow.waitFor();
    const picture = game.getByRole('img', { name: 'B B blank blank blank, blank blank' });
    // A worker without a moment to draw is asked again.
    while ((await picture.count()) === 0) await press('C');
    await press('▲ 2');
    await game.getByText('1 move', { exact: true }).waitFor();
    await press('A');
    await game.getByRole('button', { name: '▶ 3' }).waitFor();
    await press('▶ 3');
    await game.getByText('2 moves, the best possible').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([
    ['you', '/play new', moved],
    ['mika', '/遊ぶ 新規', /^[1-9] 手$/u],
  ])('two choices lead %s from / to a running game: the command, and to send it', async (as, command, counted) => {
    const { page, context, errors } = await open(as);
    await page.locator('#composer').pressSequentially('/');
    await page.locator('.suggestion', { hasText: command }).click();
    const count = await page.locator('.message').count();
    await page.keyboard.press('Enter');
    const game = page.locator('.message').nth(count);
    await game.locator('.button.primary').first().click();
    await game.getByText(counted).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([
    ['you', 'Start', 'Teach me in five moves', 'That’s it!'],
    ['mika', '始める', '5手で学ぶ', 'できました！'],
  ])(
    'two taps lead %s from an empty channel to a lesson, and five moves to its end',
    async (as, start, teach, done) => {
      const { page, context, errors } = await open(as);
      await page.locator('.channel', { hasText: 'antipode' }).click();
      await page.locator('.empty').getByRole('button', { name: start }).click();
      await page.getByRole('button', { name: teach }).click();
      for (const [made, tile] of lessons[0]!.moves.split(' ').entries()) {
        // The buttons of the board after the move before, which carry its version.
        const board = page.locator(`.button.primary[data-custom-id*="|${made + 1}|"]`);
        await board.and(page.locator('button', { has: page.locator(`[alt^=":ap_tile_${tile}_"]`) })).click();
      }
      await container(page, done).waitFor();
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test('an example is sent once, also if somebody changes the channel after it', async () => {
    const { page, context, errors } = await open('mika');
    const channel = (name: string) => page.locator('.channel', { hasText: name }).first();
    await page.locator('.tour button', { hasText: '/daily show' }).click();
    await container(page, '#').waitFor();
    const count = await page.locator('.message').count();
    await channel('chat').click();
    await page.locator('.top h1', { hasText: '# chat' }).waitFor();
    // What was sent again would be here before this.
    await sendLine(page, 'only this');
    await container(page, 'only this').waitFor();
    expect(await page.locator('.message').count()).toBe(1);
    await channel('puzzles').click();
    await sendLine(page, 'and this');
    await container(page, 'and this').waitFor();
    expect(await page.locator('.message').count()).toBe(count + 1);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a puzzle of each kind and every command work with the keyboard alone', { tags: 'long' }, async () => {
    // She administers the server, so no command is hidden from her, and reads American English.
    const { page, context, errors } = await open('olga');
    /** Goes to an element by the keys that go from one to the next. */
    const goTo = async (isThere: () => Promise<boolean>, key: 'Tab' | 'Shift+Tab'): Promise<void> => {
      for (let steps = 0; !(await isThere()); steps++) {
        expect(steps).toBeLessThan(200);
        await page.keyboard.press(key);
      }
    };
    const hasFocus = (element: Locator): Promise<boolean> =>
      element.evaluate((one) => one === one.ownerDocument.activeElement);
    const shownName = (command: string): string =>
      definitions.find(({ name }) => name === command)?.name_localizations?.['en-US'] ?? command;
    /** @returns the new message that shows a text after a line. Others, such as the daily's, may come at any time. */
    const type = async (line: string, shows = `used /${shownName(line.slice(1).split(' ')[0]!)}`): Promise<Locator> => {
      const answers = page.locator('.message', { hasText: shows });
      const lastId = async (): Promise<string | null | undefined> =>
        (await answers.count()) === 0 ? undefined : answers.last().getAttribute('data-id');
      // The page keeps some messages only, so their number does not tell of a new one.
      const before = await lastId();
      await goTo(() => hasFocus(page.locator('#composer')), 'Tab');
      await page.keyboard.insertText(line);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect.poll(lastId, { timeout: 60_000 }).not.toBe(before);
      const answer = page.locator(`[data-id="${await lastId()}"]`);
      await expect.poll(() => answer.textContent(), { timeout: 60_000 }).not.toMatch(/thinking…/u);
      expect([line, await answer.textContent()]).not.toEqual([line, expect.stringMatching(/respond|went wrong/u)]);
      return answer;
    };

    const random = seeded('page');
    /** Asks until an answer is a solution: on some days, the challenge is near the landmark. */
    const solve = async (puzzle: Puzzle): Promise<Locator> => {
      let { position, goal } = puzzle.landmarks[0]!;
      for (;;) {
        const answer = await type(`/solve ${puzzle.id} position:${position}${goal ? ` goal:${goal}` : ''}`);
        await answer.getByText(/proved shortest|today’s challenge|No solution/u).waitFor();
        if (/proved shortest/u.test((await answer.textContent())!)) return answer;
        position = puzzle.formatPosition(puzzle.randomPosition(random, puzzle.goal));
        goal = undefined;
      }
    };

    // The first of each kind.
    for (const puzzle of new Map(puzzles.toReversed().map((one) => [one.words, one])).values()) {
      const answer = await solve(puzzle);
      // Back from the message field to the first button that can be pressed, to the next board.
      const next = answer.getByRole('button', { name: '▶' });
      const step = async (): Promise<string | null> => {
        await goTo(() => hasFocus(next), 'Shift+Tab');
        await page.keyboard.press('Enter');
        const said = () => answer.textContent();
        await expect.poll(said, { timeout: 60_000 }).toMatch(/Move 1 of |did not respond/u);
        return said();
      };
      // A machine that stands still for three seconds loses a press. People press again.
      if (/did not respond/u.test((await step())!)) expect(await step()).toContain('Move 1 of ');
    }

    for (const { path } of definitions.flatMap((definition) => usagesOf(definition))) {
      if (path.startsWith('solve ')) continue;
      const isContest = path.startsWith('contest ') && path !== 'contest stop';
      await type(`/${path} ${values[path] ?? (isContest ? 'puzzle:eight' : '')}`.trim());
      // One at a time.
      if (isContest) await type('/contest stop', `The ${path === 'contest duel' ? 'duel' : 'contest'} is over.`);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the READMEs’ pictures of the chat say what the page says', async () => {
    const stored: unknown = JSON.parse(readFileSync(new URL('../../docs/pictures/chat.json', import.meta.url), 'utf8'));
    const said: Record<string, string> = {};
    for (const [language, person] of [
      ['en', 'you'],
      ['ja', 'mika'],
    ] as const) {
      const { page, context } = await open(person);
      for (const [name, { text }] of await takeChatPictures(page, language)) said[name] = text;
      await context.close();
    }
    expect(said).toEqual(stored);
  });

  test('two tabs are two people: a shared game, a private one, a stranger’s tap', async () => {
    const [you, mika] = [await open('you'), await open('mika')];
    const shared = await asked(you.page, '/play new puzzle:five shared:True');
    await shared(mika.page).getByText('0 moves').waitFor();
    await shared(mika.page).locator('.button.primary').first().click();
    for (const { page } of [you, mika]) await shared(page).getByText(moved).waitFor();

    const own = await asked(you.page, '/play new puzzle:five private:False');
    await own(mika.page).getByText('0 moves').waitFor();
    const count = await mika.page.locator('.message').count();
    await own(mika.page).locator('.button.primary').first().click();
    const refusal = mika.page.locator('.message').nth(count);
    await refusal.getByText('これはあなただけに表示されています').waitFor();
    const refused = await refusal.getAttribute('data-id');

    const hidden = await asked(you.page, '/play new puzzle:seven private:True');
    await hidden(you.page).getByText('Only you can see this').waitFor();
    const last = await asked(you.page, 'do you see it?');
    await last(mika.page).waitFor();
    expect(await hidden(mika.page).count()).toBe(0);
    // The stranger is refused privately, and the tap moved nothing.
    expect(await you.page.locator(`[data-id="${refused}"]`).count()).toBe(0);
    await own(you.page).getByText('0 moves').waitFor();
    for (const { context, errors } of [you, mika]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test('a leaderboard of the hardest positions updates for everybody', { tags: 'heavy' }, async () => {
    const [you, mika] = [await open('you'), await open('mika')];
    await sendLine(you.page, '/solve six 4651320');
    await container(you.page, '15 moves').waitFor();
    await sendLine(you.page, '/leaderboard hardest puzzle:seven');
    await container(you.page, 'hardest').waitFor();
    // One more than a page holds, the hardest last, by the two tabs in turn.
    const lengths = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
    // A scramble shows its length too, so the length alone is no sign of a solution.
    const buttons = mika.page.locator('.message').getByRole('button', { name: 'Solve' });
    const proofs = mika.page.locator('.message').getByText('proved shortest');
    for (const length of lengths) {
      const [scrambled, solved] = [await buttons.count(), await proofs.count()];
      await sendLine(mika.page, `/scramble seven length:${length}`);
      await buttons.nth(scrambled).click();
      await proofs.nth(solved).waitFor();
      await mika.page
        .getByText(new RegExp(`^${length} moves$`, 'u'))
        .last()
        .waitFor();
    }
    await sendLine(mika.page, '/leaderboard hardest puzzle:seven');
    const board = container(you.page, 'page 1 of 2');
    await board.getByText('22 moves').waitFor();
    const id = await board.getAttribute('data-id');
    await mika.page.locator(`[data-id="${id}"]`).getByRole('button', { name: '▶' }).click();
    await you.page.locator(`[data-id="${id}"]`, { hasText: 'page 2 of 2' }).getByText('2 moves').waitFor();
    for (const { context, errors } of [you, mika]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test('the wire shows jobs without tokens, and a worker that has gone', { tags: 'heavy' }, async () => {
    const { page, context } = await open('olga');
    await page.getByRole('button', { name: 'Wire' }).click();
    // Another test may have asked the same.
    await page.getByRole('tab', { name: 'Interactions' }).click();
    const sent = page.locator('.wire-panel').getByText('/solve eleven');
    const before = await sent.count();
    await page.getByRole('tab', { name: 'Queue' }).click();
    // It takes longer than a bot waits before it acknowledges.
    await sendLine(page, '/solve eleven 904725B8A613 method: iddfs');
    await container(page, '26 moves').waitFor();
    const panel = page.locator('.wire-panel');
    const row = (name: string) => panel.locator('tr', { hasText: new RegExp(`${name}-\\d+`, 'u') }).first();
    for (const name of ['work', 'reply']) await row(name).getByText('completed').waitFor();
    expect(Number(await panel.locator('[data-stage="finished"] strong').textContent())).toBeGreaterThanOrEqual(2);
    await page.getByRole('tab', { name: 'Interactions' }).click();
    await expect.poll(() => sent.count()).toBeGreaterThan(before);
    expect(await panel.textContent()).toMatch(/defer after \d+ ms.*answered after \d+ ms.*token: 14:\d\d left/u);

    writeFileSync(join(folder, 'end-worker'), '');
    await page.getByText('The worker is gone').waitFor();
    await page.getByText('The worker is gone').waitFor({ state: 'detached' });
    await context.close();
  });
});
