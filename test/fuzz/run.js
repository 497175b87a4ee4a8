/**
 * `npm run fuzz -- [inputs] [part of a target's name]`, after `npm run build`: that number of inputs (a million by default) over
 * all targets, three of four made by fast-check from what people write, the others by Jazzer.js, led by what reaches new
 * code, which is slower. Targets that read long texts get fewer.
 * Prints the figures; exits with 1 at the first broken promise, which it leaves in data/fuzz/.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { targets, textsFor } from './targets.js';

const inputs = Number(process.argv[2] ?? 1e6);
const wanted = Object.entries(targets).filter(([name]) => name.includes(process.argv[3] ?? ''));
if (!(inputs > 0) || wanted.length === 0) throw new Error('npm run fuzz -- [inputs] [part of a target’s name]');
const left = 'data/fuzz/';
mkdirSync(left, { recursive: true });
const { resolve } = createRequire(import.meta.url);
const say = (line) => process.stdout.write(`${line}\n`);

/** What the bot's event loop may take for one text, in milliseconds. */
const most = 5;
/** A text that took longer for other reasons is fast again: memory was freed, or code compiled. */
const retries = 4;
const warmUp = 500;

/** A clock that ends with the milliseconds of this thread, at most: other threads share its CPU time, and a busy machine its time. */
const timer = () => {
  const from = process.cpuUsage();
  const begun = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return Math.min((user + system) / 1000, performance.now() - begun);
  };
};

/** The time of a text, or of the slowest of several readers of it. */
const timeOf = (run, text) => {
  let slowest = 0;
  const timed = (read) => {
    const took = timer();
    const result = read();
    slowest = Math.max(slowest, took());
    return result;
  };
  const took = timer();
  run(text, timed);
  return slowest || took();
};

const byRules = (name, target, runs) => {
  const begun = performance.now();
  let slowest = 0;
  let slow = 0;
  let texts = 0;
  const result = fc.check(
    fc.property(textsFor(target), (text) => {
      let time = timeOf(target.run, text);
      for (let retry = 0; retry < retries && time > most; retry++) time = Math.min(time, timeOf(target.run, text));
      // What V8 compiles later takes longer.
      if (texts++ < warmUp) return;
      if (time > most) slow++;
      if (time <= slowest) return;
      slowest = time;
      if (time <= most) return;
      writeFileSync(`${left}slowest ${name.replaceAll('/', ' ')}`, text);
    }),
    { numRuns: runs },
  );
  if (result.failed) {
    writeFileSync(`${left}input`, result.counterexample[0]);
    say(fc.defaultReportMessage(result));
    process.exit(1);
  }
  return { seconds: (performance.now() - begun) / 1000, slowest, slow };
};

/** @returns what libFuzzer reports last: the parts of the code that were reached, and the inputs that reached new ones */
const byCoverage = async (name, { seeds, most }, runs) => {
  const corpus = mkdtempSync(join(tmpdir(), 'corpus-'));
  seeds.forEach((seed, index) => {
    writeFileSync(join(corpus, String(index)), seed);
  });
  const begun = performance.now();
  // A hang is what takes longer than 5 s.
  const limits = [
    `-runs=${runs}`,
    `-max_len=${most}`,
    '-timeout=5',
    `-artifact_prefix=${left}`,
    '-print_final_stats=1',
  ];
  const parts = ['puzzles', 'locales', 'queue', 'features', 'runtime', 'discord'].flatMap((part) => [
    '-i',
    `dist/${part}`,
  ]);
  const child = spawn(
    'node',
    [
      resolve('@jazzer.js/core/dist/cli.js'),
      fileURLToPath(new URL('jazzer.js', import.meta.url)),
      '--sync',
      ...parts,
      corpus,
      '--',
      ...limits,
    ],
    { env: { ...process.env, FUZZ_TARGET: name }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((done) => child.once('exit', done));
  rmSync(corpus, { recursive: true });
  if (output.includes('GLIBC_')) return undefined;
  if (code !== 0) {
    say(output.slice(-4000));
    say(`${name}: broken, see ${left}`);
    process.exit(1);
  }
  const reached = [...output.matchAll(/cov: (\d+).*corp: (\d+)/gu)].at(-1);
  const done = Number(/number_of_executed_units: (\d+)/u.exec(output)?.[1] ?? 0);
  return { seconds: (performance.now() - begun) / 1000, done, reached: reached?.[1], kept: reached?.[2] };
};

/** Texts of thousands of characters take longer than those of a position. */
const weightOf = ({ most }) => (most > 1000 ? 1 : 4);
const weights = wanted.reduce((sum, [, target]) => sum + weightOf(target), 0);
let total = 0;
for (const [name, target] of wanted) {
  const share = Math.ceil((inputs * weightOf(target)) / weights / 4);
  const rules = byRules(name, target, share * 3);
  const coverage = target.texts ? undefined : await byCoverage(name, target, share);
  total += share * 3 + (coverage?.done ?? 0);
  const guided = coverage
    ? `${coverage.done} guided in ${coverage.seconds.toFixed(0)} s (${coverage.reached} edges, ${coverage.kept} kept)`
    : 'none guided: Jazzer.js needs glibc 2.38 (Debian 13, Ubuntu 24.04)';
  say(
    `${name}: ${share * 3} by rules in ${rules.seconds.toFixed(0)} s (slowest ${rules.slowest.toFixed(1)} ms, ${rules.slow} over ${most} ms), ${guided}`,
  );
}
say(`${total} inputs, no crash, no hang, no answer over the limits`);
