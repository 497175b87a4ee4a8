// npm run bench: measures searches, tables and startup, and compares some of them with a plain textbook program.
// Writes results.md. Times are medians over several runs. On a shared machine, compare the ratios.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parseQuestion } from '../dist/puzzles/reader.js';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { componentTable } from '../dist/search/blocks/component-table.js';
import { Budget, SearchControl } from '../dist/search/budget.js';
import { seeded } from '../dist/search/scramble.js';
import { buildTables, needsOf, solve } from '../dist/search/solve.js';
import { openTable, surveyTable, tableNeed } from '../dist/search/tables/table.js';
import { machine, number, tableOf, time, writePart } from './report.js';
import * as textbook from './textbook.js';

const isLarge = process.argv.includes('--large');
const rows = [];

/** Returns the median time of `runs` runs in milliseconds, after one warm-up run. */
const median = (runs, work) => {
  work();
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[runs >> 1];
};

/** Adds a row to the table; `book` is the textbook program's time for the same work. */
const row = (work, milliseconds, { states = '', book, note = '' } = {}) => {
  const ratio = book === undefined ? '' : `${number(book / milliseconds)} ×`;
  rows.push([
    work,
    time(milliseconds),
    states === '' ? '' : number(states),
    book === undefined ? '' : time(book),
    ratio,
    note,
  ]);
  process.stderr.write(`${work}: ${time(milliseconds)} ${ratio} ${note}\n`);
};

const questionOf = (id, position, goal) => {
  const puzzle = puzzleOf(id);
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(`${id} ${position}: ${question.problem.code}`);
  return { puzzle, question: question.value };
};

const tablesOf = new Map();
const solved = (id, position, method, goal, milliseconds = 60_000) => {
  const { puzzle, question } = questionOf(id, position, goal);
  const key = `${id} ${question.goal.text} ${method}`;
  if (!tablesOf.has(key)) tablesOf.set(key, buildTables(needsOf(puzzle, question.goal, method)));
  return solve(puzzle, question, { method, tables: tablesOf.get(key), milliseconds, withoutCount: true });
};

/** Returns random solvable positions, the same ones in each run. */
const randomPositions = (id, count) => {
  const puzzle = puzzleOf(id);
  let seed = 20_261_120;
  const random = (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const found = [];
  while (found.length < count) {
    const cells = [...puzzle.goal.positions[0]];
    for (let i = cells.length - 1; i > 0; i--) {
      const j = random(i + 1);
      [cells[i], cells[j]] = [cells[j], cells[i]];
    }
    if (!puzzle.obstacle({ start: cells, goal: puzzle.goal })) found.push(cells);
  }
  return found;
};

/** Returns the time of a command in its own process, including its startup. */
const cold = (...args) => {
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  return median(3, () => execFileSync(process.execPath, [program, ...args]));
};

// --- textbook methods on the 8 puzzle --------------------------------------------------------------------------------

const antipode = '867254301';
const ordered = '123456780';
for (const [method, book, runs] of [
  ['bfs', () => textbook.breadthFirst(antipode, ordered, 3), 5],
  ['bidirectional', () => textbook.bidirectional(antipode, ordered, 3), 7],
  ['ida', () => textbook.deepening(antipode, ordered, 3, true), 7],
]) {
  const { generated } = solved('eight', antipode, method);
  const ours = median(runs, () => solved('eight', antipode, method));
  row(`8 puzzle, \`${antipode}\`, \`${method}\``, ours, { states: generated, book: median(3, book) });
}
{
  // Iterative deepening needs 59 million nodes for the antipode, so this row uses a position of 22 moves.
  const ours = median(3, () => solved('eight', '024135687', 'iddfs'));
  const book = median(1, () => textbook.deepening('024135687', ordered, 3, false));
  row('8 puzzle, `024135687` (22 moves), `iddfs`', ours, {
    states: solved('eight', '024135687', 'iddfs').generated,
    book,
  });
}

// --- tables ----------------------------------------------------------------------------------------------------------

for (const [id, columns] of [['six'], ['seven', 4], ['eight', 3], ['onoff'], ['peg15'], ['peg21']]) {
  const puzzle = puzzleOf(id);
  const ours = median(9, () => tableNeed(puzzle, puzzle.goal).build());
  const book = columns && median(3, () => textbook.distances(puzzle.goal.text, columns));
  const table = openTable(puzzle, puzzle.goal, tableNeed(puzzle, puzzle.goal).build());
  row(`${id}, complete table, warm`, ours, {
    states: table.survey().states,
    book,
    note: `${number(table.bytes / 1024)} KiB`,
  });
}
for (const [id, count, columns] of [
  ['eight', 10_000, 3],
  ['eleven', 10_000, 4],
]) {
  const puzzle = puzzleOf(id);
  const table = openTable(puzzle, puzzle.goal, tableNeed(puzzle, puzzle.goal).build());
  const positions = randomPositions(id, count);
  const ours = median(5, () => {
    for (const position of positions) table.path(position);
  });
  const few = positions.slice(0, 20).map(puzzle.formatPosition);
  const book =
    columns === 3
      ? median(3, () => few.map((position) => textbook.bidirectional(position, ordered, 3))) / few.length
      : undefined;
  row(`${id}, shortest path from the table (${number(count)} random positions)`, ours / count, {
    book,
    note: book ? 'textbook: bidirectional' : '',
  });
}
{
  const eleven = puzzleOf('eleven');
  const sample = 1_000_000;
  const started = performance.now();
  const { generated } = textbook.distances(eleven.goal.text, 4, sample);
  const book = ((performance.now() - started) / generated) * 239_500_800;
  const ours = median(3, () => surveyTable(eleven, eleven.goal));
  row('eleven, all 239,500,800 states: histogram and the 18 antipodes', ours, {
    states: 239_500_800,
    book,
    note: 'textbook: extrapolated from 1,000,000 states',
  });
  row('the same from the command line, `farthest eleven --json`, cold', cold('farthest', 'eleven', '--json'));
  row(
    'eleven, table of one bit per state',
    median(3, () => tableNeed(eleven, eleven.goal).build()),
    { states: 239_500_800, note: '30 MiB' },
  );
}
for (const method of ['ida', 'ida-lc', 'ida-wd']) {
  const { generated, milliseconds } = solved('eleven', '032187654BA9', method);
  row(`eleven, \`032187654BA9\`, \`${method}\``, milliseconds, {
    states: generated,
    note: `${number(generated / milliseconds / 1000)} M nodes/s`,
  });
}

// --- sliding blocks --------------------------------------------------------------------------------------------------

const hardRush = 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo';
for (const [id, position, columns, hero, end] of [
  ['klotski', 'ABBCABBCDEEFDGHFI..J', 4, 'B', 13],
  ['rush', hardRush, 6, 'A', 16],
]) {
  const isKeeping = id === 'rush';
  const plain = position.replaceAll('o', '.');
  const { length } = textbook.blocks(plain, columns, hero, end, isKeeping);
  const book = median(3, () => textbook.blocks(plain, columns, hero, end, isKeeping));
  const found = solved(`${id}-steps`, position, 'bfs');
  if (found.moves.length !== length) throw new Error(`${id}: ${found.moves.length} steps, by the textbook ${length}`);
  const ours = median(9, () => solved(`${id}-steps`, position, 'bfs'));
  row(`${id}, \`${position}\`, \`bfs\`, in steps`, ours, { states: found.generated, book });
}
for (const id of ['klotski-steps', 'klotski-slides', 'klotski', 'rush-steps', 'rush']) {
  const puzzle = puzzleOf(id);
  // The table made last is kept for the next question, so two boards of different pieces take turns.
  const [question, other] = [puzzle.landmarks[0], puzzle.landmarks.at(-1)].map(
    ({ position }) => questionOf(id, position).question,
  );
  const once = () => [question, other].map((one) => componentTable(puzzle, one, new Budget()));
  const [table] = once();
  const states = once().reduce((sum, { histogram }) => sum + histogram.reduce((all, count) => all + count, 0), 0);
  row(`${id}, every position of two boards`, median(9, once), {
    states,
    note: `${number(table.bytes / table.histogram.reduce((all, count) => all + count, 0))} bytes a position`,
  });
}

// --- the 15 puzzle ---------------------------------------------------------------------------------------------------

/** The goal of Korf's positions has the blank first. */
const korfGoal = '0123456789ABCDEF';
const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../test/vectors/${name}.json`, import.meta.url), 'utf8')).positions;
{
  const fifteen = puzzleOf('fifteen');
  const script = `import { puzzleOf } from '../dist/puzzles/registry.js'; import { buildTables, needsOf } from '../dist/search/solve.js';
    const fifteen = puzzleOf('fifteen'); const started = performance.now(); buildTables(needsOf(fifteen, fifteen.goal)); console.log(performance.now() - started);`;
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const builds = [0, 1, 2].map(() =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })),
  );
  row('fifteen, building the default databases, cold process', builds.sort((a, b) => a - b)[1], {
    note: '7-7-1, 33 MiB',
  });
  const korf = Object.keys(vectors('korf'));
  for (const [databases, label] of [
    ['7-7-1', 'small databases'],
    ['7-8', 'default databases of a worker'],
  ]) {
    const tables = buildTables(needsOf(fifteen, fifteen.goal, 'ida-pdb', databases));
    const searches = Object.keys(vectors('fifteen-farthest')).map((position) => {
      const { value: start } = fifteen.parsePosition(position);
      const { moves, generated, milliseconds } = solve(fifteen, { start, goal: fifteen.goal }, { tables, databases });
      if (moves.length !== 80) throw new Error(`${position}: ${moves.length}`);
      return { position, generated, milliseconds };
    });
    const slowest = searches.reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b));
    row(`fifteen, the slowest of the 17 positions of 80 moves, ${label}`, slowest.milliseconds, {
      states: slowest.generated,
      note: `\`${slowest.position}\``,
    });
  }
  // Hard for these databases: minutes to prove.
  const tables = buildTables(needsOf(fifteen, fifteen.goal));
  for (const [position, length] of Object.entries({
    '0F83CB74EA659D21': 70,
    '659D21AE370F48CB': 72,
    B59D26AE370F48C1: 74,
  })) {
    const control = new SearchControl();
    const share = control.share.bind(control);
    const started = performance.now();
    const found = [];
    control.share = (moves) => {
      found.push({ at: performance.now() - started, length: moves.length });
      share(moves);
    };
    const options = { tables, control, milliseconds: 2000, withoutCount: true };
    const outcome = solve(fifteen, questionOf('fifteen', position).question, options);
    row(`fifteen, \`${position}\` (${length} moves): a first answer`, found[0].at, {
      note: `${found[0].length} moves; after 2 s ${found.at(-1).length}, at least ${outcome.lowerBound} needed`,
    });
  }
  if (isLarge) {
    const started = performance.now();
    const large = buildTables(needsOf(fifteen, fifteen.goal, 'ida-pdb', '7-8'));
    row('fifteen, building the large databases', performance.now() - started, { note: '7-8' });
    const questions = korf.map((position) => questionOf('fifteen', position, korfGoal).question);
    const began = performance.now();
    for (const question of questions) solve(fifteen, question, { tables: large, databases: '7-8', method: 'ida-pdb' });
    row('fifteen, Korf’s 100 positions by the large databases', performance.now() - began);
  }
}

// --- pegs ------------------------------------------------------------------------------------------------------------

{
  // This runs first, because the solver caches its table of endings.
  const { generated, milliseconds } = solved('peg21', 'all-7', 'regions');
  row('peg21, `all-7` to 7, `regions`, cold', milliseconds, { states: generated });
}
for (const method of ['bidirectional', 'ida']) {
  const { generated } = solved('peg21', 'all-7', method);
  row(
    `peg21, \`all-7\` to 7, \`${method}\``,
    median(3, () => solved('peg21', 'all-7', method)),
    {
      states: generated,
    },
  );
}
{
  const peg21 = puzzleOf('peg21');
  const holes = Array.from({ length: 21 }, (_, hole) => hole + 1);
  let games = 0;
  const ours = median(1, () => {
    games = 0;
    for (const finish of holes) {
      const goal = peg21.parseGoal(String(finish)).value;
      const table = openTable(peg21, goal, tableNeed(peg21, goal).build());
      for (const start of holes) if (table.distance(peg21.parsePosition(`all-${start}`).value) >= 0) games++;
    }
  });
  row('peg21, all start and finish holes', ours, { note: `${games} of 441 games have a solution` });
  const refused = median(5, () => solved('peg33', 'all-d4', 'regions', 'd3'));
  row('peg33, finish hole of the wrong class, rejected', refused);
}

// --- threads ---------------------------------------------------------------------------------------------------------

/**
 * Solves Korf's positions on `count` threads that share the databases: each takes the next one. Returns the median run.
 * Each run starts new threads, because a solver remembers positions. Other questions before it have their code compiled.
 */
const onThreads = async (count) => {
  const fifteen = puzzleOf('fifteen');
  const tables = buildTables(needsOf(fifteen, fifteen.goal, 'ida-pdb'));
  const positions = Object.keys(vectors('korf'));
  const random = seeded('others');
  const others = Array.from({ length: 100 }, () =>
    fifteen.formatPosition(fifteen.randomPosition(random, fifteen.goal)),
  );
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    (async () => {
      const { puzzleOf } = await import(workerData.base + 'puzzles/registry.js');
      const { parseQuestion } = await import(workerData.base + 'puzzles/reader.js');
      const { solve } = await import(workerData.base + 'search/solve.js');
      const fifteen = puzzleOf('fifteen');
      const { positions, others, goal, tables, next } = workerData;
      const solved = (...question) => solve(fifteen, parseQuestion(fifteen, ...question).value, { tables });
      parentPort.on('message', () => {
        let generated = 0;
        for (let index; (index = Atomics.add(next, 0, 1)) < positions.length; ) generated += solved(positions[index], goal).generated;
        parentPort.postMessage(generated);
      });
      for (const position of others) solved(position);
      parentPort.postMessage('ready');
    })();`;
  const base = new URL('../dist/', import.meta.url).href;
  const said = (worker) => new Promise((resolve) => worker.once('message', resolve));
  const runs = [];
  for (let run = 0; run < 5; run++) {
    const next = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { base, tables, goal: korfGoal, positions, others, next };
    const workers = Array.from({ length: count }, () => new Worker(script, { eval: true, workerData }));
    await Promise.all(workers.map(said));
    const started = performance.now();
    const done = workers.map(said);
    for (const worker of workers) worker.postMessage('go');
    const generated = (await Promise.all(done)).reduce((sum, part) => sum + part, 0);
    runs.push({ milliseconds: performance.now() - started, generated });
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return runs.sort((a, b) => a.milliseconds - b.milliseconds)[2];
};
const one = await onThreads(1);
row('fifteen, Korf’s 100 positions in total, one thread', one.milliseconds, { states: one.generated });
const two = await onThreads(2);
row('the same on two threads', two.milliseconds, {
  states: two.generated,
  note: `${number(one.milliseconds / two.milliseconds)} × one thread`,
});

// --- the report ------------------------------------------------------------------------------------------------------

writePart(
  '# Search speed',
  `\`npm run bench\` on ${machine}. Times are medians over several runs.
*Textbook* is the time of a plain JavaScript program (\`bench/textbook.js\`) for the same work in the same session. *Ratio* is
that time divided by ours. On a shared machine, absolute times drift but ratios hold.

${tableOf(['work', 'time', 'states', 'textbook', 'ratio', 'note'], rows, [5])}
`,
);
