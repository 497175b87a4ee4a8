/**
 * `npm run gallery`, after `npm run build`: makes the pictures that the READMEs show, in docs/pictures. `test/pictures`
 * fails when they are no longer what the bot shows. Those of the chat need Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { takeChatPictures } from './chat-pictures.js';
import { drawnPictures } from './pictures.js';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
mkdirSync(join(folder, 'ja'), { recursive: true });
for (const [name, data] of await drawnPictures()) writeFileSync(join(folder, name), data);

const data = mkdtempSync(join(tmpdir(), 'antipode-'));
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const env = { ...process.env, DISCORD_TOKEN: '', REDIS_URL: '', REDIS_BACKEND: 'memory', PLAYGROUND_PORT: '0' };
const bot = spawn(process.execPath, [program], { cwd: data, env, stdio: ['ignore', 'pipe', 'pipe'] });
const address = await new Promise((resolve, reject) => {
  let said = '';
  for (const stream of [bot.stdout, bot.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
      const [found] = /http:\/\/\S+/u.exec(said) ?? [];
      if (found) resolve(found);
    });
  }
  bot.once('exit', () => reject(new Error(`npm start ended: ${said}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const texts = {};
for (const [language, person] of [
  ['en', 'you'],
  ['ja', 'mika'],
]) {
  const page = await browser.newPage({ colorScheme: 'dark', deviceScaleFactor: 2 });
  await page.goto(`${address}?as=${person}`);
  await page.locator('#composer').waitFor();
  for (const [name, { png, text }] of await takeChatPictures(page, language)) {
    writeFileSync(join(folder, `${name}.png`), png);
    texts[name] = text;
  }
}
writeFileSync(join(folder, 'chat.json'), `${JSON.stringify(texts, undefined, 2)}\n`);
await browser.close();
const ended = new Promise((resolve) => bot.once('exit', resolve));
bot.kill('SIGTERM');
await ended;
rmSync(data, { recursive: true });
