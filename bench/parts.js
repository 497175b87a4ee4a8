// npm run bench:parts: what it costs to do a search in parts, and how busy many workers would be. Writes its part of results.md.
// The first is measured: one thread, a plain loop beside slices. The second is simulated in virtual time with real parts.
import { parseQuestion } from '../dist/puzzles/reader.js';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { everything, searchPart } from '../dist/search/parts.js';
import { beginNext, beginRecord, finishPart, nodesOf, noteSolution, statusOf } from '../dist/search/search-record.js';
import { planOf, workOn } from '../dist/search/slices.js';
import { AdditiveSearch } from '../dist/search/sliding/additive-search.js';
import { databaseNeed } from '../dist/search/sliding/database-need.js';
import { databasesOf } from '../dist/search/sliding/databases.js';
import { buildTables, inParts, needsOf } from '../dist/search/solve.js';
import { pagesOf } from '../dist/search/tables/table.js';
import { machine, number, tableOf, writePart } from './report.js';

const never = () => false;
const method = 'ida-pdb';

/** Searches whose number of moves is known, so that a proof takes the same nodes in whatever order. */
const searches = [
  { id: 'twentyfour', position: '67N25FIJA49C3LK0BDEO1HG8M', length: 81 },
  { id: 'fifteen', position: 'B59D26AE370F48C1', length: 74 },
].map(({ id, position, length }) => {
  const puzzle = puzzleOf(id);
  const tables = buildTables(needsOf(puzzle, puzzle.goal, method));
  const question = parseQuestion(puzzle, position).value;
  const solution = Array.from({ length }, () => [0, 1]);
  const options = { method, tables, variant: 0 };
  const task = (run) => inParts(puzzle, question, options, run);
  options.variant = task((search) => {
    search.choose(search.bound + 4, never);
    return search.variant;
  });
  // What was learnt holds for one goal, so another one makes the search begin with nothing.
  const elsewhere = { start: question.goal.positions[0], goal: { text: position, positions: [question.start] } };
  const forget = () => inParts(puzzle, elsewhere, options, never);
  /** A search for each of many workers, as none of them knows what another one has learnt. */
  const databases = databasesOf(puzzle.board, '7-7-1');
  const searchesOf = (count) =>
    Array.from({ length: count }, () => {
      const search = new AdditiveSearch(databases);
      search.open(pagesOf(tables, databaseNeed(databases).key));
      search.begin(elsewhere);
      search.begin(question, options.variant);
      return search;
    });
  return { id, position, length, variant: options.variant, solution, task, forget, searchesOf };
});

const recordOf = ({ variant, solution }, limit) =>
  noteSolution({ ...beginRecord(method, limit), variant, near: solution.length - 2 }, solution);

// --- one thread ------------------------------------------------------------------------------------------------------

/** CPU seconds of some work. */
const timed = (work) => {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
};

const plainly = ({ task, length }) =>
  task((search) => {
    for (let limit = search.bound; limit < length; limit += 2) searchPart(search, everything, limit, never);
    return search.generated;
  });

const inSlices = (one, milliseconds) => {
  let slices = 0;
  let longest = 0;
  let record = recordOf(
    one,
    one.task(({ bound }) => bound),
  );
  while (statusOf(record) === 'open') {
    // Whatever a worker would do: it begins the question anew each time.
    const slice = one.task((search) => {
      const end = performance.now() + milliseconds;
      const input = { record, part: record.parts[0], wanted: 1 };
      return workOn(search, [], input, () => performance.now() >= end);
    });
    slices++;
    record = finishPart(record, slice);
    longest = Math.max(longest, ...record.parts.map(({ length }) => length));
  }
  return { nodes: nodesOf(record), slices, longest };
};

const costs = [];
for (const one of searches) {
  for (let run = 0; run < 3; run++) {
    one.forget();
    const plain = timed(() => plainly(one));
    costs.push([one.id, 'a plain loop', number(plain.result), `${plain.seconds.toFixed(2)} s`, '', '']);
    for (const milliseconds of [25, 250]) {
      one.forget();
      const { result, seconds } = timed(() => inSlices(one, milliseconds));
      const { nodes, slices, longest } = result;
      costs.push([one.id, `${milliseconds} ms`, number(nodes), `${seconds.toFixed(2)} s`, slices, longest]);
    }
    for (const cost of costs.slice(-3)) process.stderr.write(`${cost.join(' | ')}\n`);
  }
}

// --- many workers ----------------------------------------------------------------------------------------------------

/** Nodes a worker visits in a virtual second, so that these searches are as long as others are on a real one. */
const rate = 1e6;
/** Seconds until an idle worker has a part, and until what is left of one is stored. */
const wake = 0.001;
const store = 0.005;

/** Workers until everything shorter than the solution is disproved. */
class Simulation {
  now = 0;
  jobs = 0;
  events = [];
  taken = new Set();

  constructor(one, workers) {
    this.workers = workers;
    this.idle = one.searchesOf(workers).map((search) => ({ search }));
    this.all = [...this.idle];
    const [{ search }] = this.idle;
    this.record = recordOf(one, search.bound);
    // The first limits take less than the slice that a search has before it is divided.
    while (nodesOf(this.record) < 0.1 * rate) {
      this.record = finishPart(
        this.record,
        workOn(search, [], { record: this.record, part: this.record.parts[0], wanted: 1 }, never),
      );
    }
    this.before = nodesOf(this.record);
  }

  get waiting() {
    return this.record.parts.filter((part) => !this.taken.has(part));
  }

  take(worker, part) {
    const { workers, now, events } = this;
    const { search } = worker;
    this.taken.add(part);
    this.jobs++;
    const { milliseconds, ...input } = planOf(this.record, part, { threads: workers, limits: {} });
    const end = search.generated + (milliseconds / 1000) * rate;
    const slice = workOn(search, [], input, () => search.generated >= end);
    events.push({ at: now + wake + slice.nodes / rate + store, slice, worker });
    events.sort((a, b) => a.at - b.at);
  }

  /** Idle workers take what there is; each goes on with its own part if it can, so that what it learnt is of use. */
  give(isEarly) {
    for (;;) {
      const { waiting } = this;
      if (this.idle.length === 0) return;
      if (waiting.length === 0) {
        const next = isEarly ? beginNext(this.record) : this.record;
        if (next === this.record) return;
        this.record = next;
        continue;
      }
      const worker = this.idle.shift();
      this.take(worker, waiting.includes(worker.own) ? worker.own : waiting[0]);
    }
  }

  run(isEarly) {
    while (statusOf(this.record) === 'open') {
      this.give(isEarly);
      const { at, slice, worker } = this.events.shift();
      this.now = at;
      this.taken.delete(slice.part);
      this.record = finishPart(this.record, slice);
      worker.own = slice.left[0];
      this.idle.push(worker);
    }
    for (const { search } of this.all) search.close();
    return { nodes: nodesOf(this.record) - this.before, seconds: this.now, jobs: this.jobs };
  }
}

const speeds = [];
for (const one of searches) {
  let alone;
  for (const workers of [1, 2, 8, 32]) {
    for (const isEarly of [false, true]) {
      const { nodes, seconds, jobs } = new Simulation(one, workers).run(isEarly);
      alone ??= seconds;
      speeds.push([
        one.id,
        workers,
        isEarly ? 'early' : 'when one is done',
        number(nodes),
        `${seconds.toFixed(1)} s`,
        `${(alone / seconds).toFixed(1)} ×`,
        `${((100 * nodes) / rate / seconds / workers).toFixed(0)} %`,
        jobs,
      ]);
      process.stderr.write(`${speeds.at(-1).join(' | ')}\n`);
    }
  }
}

writePart(
  '# Searches in parts',
  `\`npm run bench:parts\` on ${machine}. Each search disproves everything shorter than a known solution.

One thread, in slices. Each opens the question anew, and knows what the one before has learnt of the 15 puzzle's positions.

${tableOf(['puzzle', 'slices of', 'nodes', 'CPU', 'slices', 'longest part, in characters'], costs)}

Workers in virtual time, each of ${number(rate)} nodes a second, ${number(store * 1000)} ms for each part:

${tableOf(['puzzle', 'workers', 'next limit begins', 'nodes', 'time', 'speed', 'busy', 'jobs'], speeds)}
`,
);
