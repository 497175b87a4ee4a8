/** A process under `npm start` that ends again and again: it starts again after a pause, and the rest stays alive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { disturbedBundle } from '../support/bundle.ts';
import { shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf } from '../support/messages.ts';
import { disturbanceOf, TestSystem } from '../support/test-system.ts';

const mortal = new URL('../support/mortal.js', import.meta.url).href;

test('a worker that ends again and again stops nothing else', async () => {
  const system = await TestSystem.open();
  const program = join(await disturbedBundle(), 'main.js');
  const { token, apiUrl } = system.standIn;
  const own = { REDIS_URL: system.redisUrl, DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, LOG_LEVEL: 'info' };
  // The pauses grow as usual, from a tenth of the first one.
  const env = { ...process.env, ...own, ...disturbanceOf({ waits: shortWaits }), DATA_DIRECTORY: system.folder };
  const main = spawn(process.execPath, ['--import', mortal, program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(main, 'exit');
  onTestFinished(async () => {
    main.kill();
    await ended;
    await system.close();
  });
  let log = '';
  main.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await expect.poll(() => log).toContain('"msg":"ready: Discord');

  const order = join(system.folder, 'end-worker');
  for (let count = 1; count <= 6; count++) {
    await writeFile(order, '');
    // As soon as it starts: only the first one can have run for long.
    await expect.poll(() => existsSync(order), { interval: 20 }).toBe(false);
  }
  const options = { position: '867254301' };
  const asked = await system.person('ann').command(system.channel, 'solve', { subcommand: 'eight', options });
  expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
});
