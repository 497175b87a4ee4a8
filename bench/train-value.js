// node bench/train-value.js SIZE FOLDER [key=value …]: learns the value of positions of SIZE × SIZE and writes it to a file of
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
import { Network } from './value-network.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: 'value' },
    rounds: { type: 'string', default: '60' },
    boards: { type: 'string', default: '100' },
    width: { type: 'string', default: '2000' },
    /** Random moves of the boards: at first, and at the end, at most. */
    short: { type: 'string', default: '100' },
    long: { type: 'string', default: '1500' },
    /** Of the rounds, those in which the boards come to be the longest. */
    growing: { type: 'string', default: '0.3' },
    samples: { type: 'string', default: '12' },
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

let value = partsOfValue(weightsOf(size));
if (values.from) {
  network.load(values.from, Number(/network-(\d)x/u.exec(values.from)[1]));
  value = written();
}
const rounds = option('rounds');
const began = performance.now();
for (let round = 0; round < rounds; round++) {
  const done = round / rounds;
  const most = option('short') + (option('long') - option('short')) * Math.min(1, done / option('growing'));
  let [solved, moves, added, nodes] = [0, 0, 0, 0];
  const start = performance.now();
  let error = 0;
  for (let i = 0; i < option('boards'); i++) {
    const begin = walked(Math.round(100 + random() * Math.max(0, most - 100)));
    const layers = [];
    const budget = new Budget();
    const found = valueBeam(
      { board, value, start: begin, goal, width: option('width'), most: 10 * side ** 2 },
      budget,
      () => false,
      (positions) => layers.push(positions.slice()),
    );
    nodes += budget.generated;
    if (typeof found === 'string') continue;
    solved++;
    moves += found.length;
    for (const { cells, distance } of labelled(board, keys, layers, found, option('samples'), random)) {
      error += network.add(cells, distance) ** 2;
      added++;
    }
  }
  const middle = performance.now();
  const rate = option('rate') * (1 - 0.97 * done);
  const loss = network.train(Math.round((added * option('epochs')) / 256), rate, random);
  value = written();
  network.save(`${folder}/network-${side}x${side}.bin`);
  const seconds = (ms) => (ms / 1000).toFixed(1);
  process.stdout.write(
    `round ${round + 1}: ${solved} of ${option('boards')} boards of up to ${Math.round(most)} moves solved in ${(moves / solved).toFixed(2)}, ${(nodes / 1e6).toFixed(1)} M nodes, ${seconds(middle - start)} s; ${added} samples, off by ${Math.sqrt(error / added).toFixed(2)} before and ${loss.toFixed(2)} while learning, ${seconds(performance.now() - middle)} s; ${seconds(performance.now() - began)} s in all\n`,
  );
}
