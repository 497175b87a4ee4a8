// node bench/train-value.js SIZE FOLDER [--OPTION VALUE …]: learns the value of positions of SIZE × SIZE and writes it to a file of
// FOLDER (`search/sliding/learnt-value.ts`). Each round solves boards by beams with the value so far, tells how far their
// positions were from the goal by the beam's own tree, and fits a network to that. Run `npm run build` before.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rectangle } from '../dist/puzzles/board.js';
import { Budget } from '../dist/search/budget.js';
import { seeded } from '../dist/search/scramble.js';
import { partsOfValue, valueFile, weightsOf } from '../dist/search/sliding/learnt-value.js';
import { positionKeys, valueBeam } from '../dist/search/sliding/value-beam.js';
import { labelled } from './value-labels.js';
import { batch, Network } from './value-network.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** A network of an earlier run to go on from: of another size too. */
    from: { type: 'string' },
    seed: { type: 'string', default: 'value' },
    rounds: { type: 'string', default: '160' },
    boards: { type: 'string', default: '200' },
    width: { type: 'string', default: '2000' },
    /** Random moves of the boards: at first, and at the end, at most. */
    short: { type: 'string', default: '100' },
    long: { type: 'string', default: '1500' },
    /** Of the rounds, those in which the boards come to be the longest. */
    growing: { type: 'string', default: '0.5' },
    samples: { type: 'string', default: '10' },
    memory: { type: 'string', default: '3000000' },
    epochs: { type: 'string', default: '3' },
    rate: { type: 'string', default: '0.001' },
  },
});
const [side, folder] = [Number(positionals[0]), positionals[1]];
const option = (name) => Number(values[name]);
const size = side * side;
const board = rectangle(side, side);
const goal = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
const random = seeded(values.seed);
// As whole numbers with signs, as what they are compared with.
const keys = new Int32Array(positionKeys(size).buffer);

/** Random moves of a board, at least. */
const shortest = 100;
const walked = (moves) => {
  const cells = [...goal];
  let blank = size - 1;
  for (let i = 0; i < moves; i++) {
    const near = board.neighbours[blank];
    const from = near[Math.floor(random() * near.length)];
    cells[blank] = cells[from];
    cells[from] = 0;
    blank = from;
  }
  return cells;
};

const network = new Network(board, goal, random, option('memory'));
/** The value so far, from now on in its file. */
const written = () => {
  const weights = weightsOf(size);
  network.quantize(weights);
  rmSync(`${folder}/value-${side}x${side}.table`, { force: true });
  return valueFile({ rows: side, columns: side }, folder, (table) => table.set(new Uint8Array(weights.buffer)));
};

/** Solves a board and remembers positions of the beam. @returns what came of it, undefined if it found no solution */
const learnFrom = (start) => {
  const layers = [];
  const budget = new Budget();
  const beam = { board, value, start, goal, width: option('width'), most: 10 * size };
  const keepLayer = (positions) => layers.push(positions.slice());
  const found = valueBeam(beam, budget, keepLayer);
  if (typeof found === 'string') return undefined;
  const labels = labelled(board, keys, layers, found, option('samples'), random);
  const squares = labels.reduce((sum, { cells, distance }) => sum + network.add(cells, distance) ** 2, 0);
  return { moves: found.length, nodes: budget.generated, added: labels.length, squares };
};

let value = partsOfValue(weightsOf(size));
if (values.from) {
  network.load(values.from, Number(/network-(\d)x/u.exec(values.from)[1]));
  value = written();
}
const rounds = option('rounds');
const began = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
for (let round = 0; round < rounds; round++) {
  const done = round / rounds;
  const most = option('short') + (option('long') - option('short')) * Math.min(1, done / option('growing'));
  const start = performance.now();
  const some = Array.from({ length: option('boards') }, () =>
    learnFrom(walked(Math.round(shortest + random() * (most - shortest)))),
  ).filter(Boolean);
  const sum = (name) => some.reduce((total, one) => total + one[name], 0);
  const added = sum('added');
  const solving = seconds(start);
  const middle = performance.now();
  const error = network.train(
    Math.round((added * option('epochs')) / batch),
    option('rate') * (1 - 0.97 * done),
    random,
  );
  value = written();
  network.save(`${folder}/network-${side}x${side}.bin`);
  const solved = `${some.length} of ${values.boards} boards of up to ${Math.round(most)} random moves solved in`;
  const work = `${(sum('moves') / some.length).toFixed(2)} moves, ${(sum('nodes') / 1e6).toFixed(1)} M nodes, ${solving}`;
  const errors = `off by ${Math.sqrt(sum('squares') / added).toFixed(2)} before and ${error.toFixed(2)} while learning`;
  process.stdout.write(
    `round ${round + 1}: ${solved} ${work}; ${added} samples, ${errors}, ${seconds(middle)}; ${seconds(began)} in all\n`,
  );
}
