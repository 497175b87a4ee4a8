// npm run bench:pegs: the games of larger boards, the starts of the French board with their best finishes, and how soon a
// position of the English board is decided. Writes its parts of results.md; takes some minutes.
import { fileAndRow, symmetriesOf } from '../dist/puzzles/board.js';
import { parseQuestion } from '../dist/puzzles/reader.js';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { SearchControl } from '../dist/search/budget.js';
import { solve } from '../dist/search/solve.js';
import { machine, number, tableOf, time, writePart } from './report.js';

/** Ends a search as soon as something holds of what it reports, and notes when it found its first solution. */
class Watch extends SearchControl {
  started = performance.now();

  constructor(isEnough) {
    super();
    this.isEnough = isEnough;
  }

  share(moves) {
    this.first ??= { moves: moves.length, milliseconds: performance.now() - this.started };
    super.share(moves);
  }

  report(progress) {
    super.report(progress);
    if (this.isEnough(progress)) this.cancel();
  }
}

const search = (puzzle, question, milliseconds, isEnough = () => false) => {
  const control = new Watch(isEnough);
  const outcome = solve(puzzle, question, { milliseconds, control, withoutCount: true });
  return { ...outcome, first: control.first, milliseconds: performance.now() - control.started };
};

// --- larger boards ----------------------------------------------------------------------------------------------------

const largeMilliseconds = 100_000;

const largeRows = ['diamond41', 'wiegleb45'].flatMap((id) => {
  const puzzle = puzzleOf(id);
  return puzzle.landmarks.map(({ position, goal }) => {
    const { first, ...game } = search(puzzle, parseQuestion(puzzle, position, goal).value, largeMilliseconds);
    process.stderr.write(`${id} ${position} ${goal}: ${game.moves.length}, at least ${game.lowerBound}\n`);
    const best = `${first.moves} in ${time(first.milliseconds)}`;
    return [`\`${id}\``, position, goal, best, game.moves.length, game.lowerBound, time(game.milliseconds)];
  });
});

writePart(
  '## Large peg boards',
  `\`npm run bench:pegs\` on ${machine}, on one thread, for ${largeMilliseconds / 1000} s at most. The games of the diamond and of
Wiegleb's board are those of G. I. Bell's pages (*Wiegleb's 45-hole Board Results*), who lists positions by moves from both ends.

${tableOf(['board', 'start', 'goal', 'first answer', 'moves found', 'proved at least', 'after'], largeRows, [1, 2, 3])}
`,
);

// --- the French board ------------------------------------------------------------------------------------------------

/** Cells of which none is the image of another by these symmetries. */
const different = (symmetries) =>
  [...symmetries[0].keys()].filter((cell) => symmetries.every((image) => image[cell] >= cell));

const french = puzzleOf('peg37');
const frenchMilliseconds = 100_000;

/** The shortest game from a start, with what is proved of all its finishes; undefined if it has none. */
const bestGame = (start) => {
  const names = fileAndRow(french.board);
  const symmetries = symmetriesOf(french.board).filter((image) => image[start] === start);
  const games = different(symmetries)
    .map((finish) => ({
      finish: names[finish],
      question: parseQuestion(french, `all-${names[start]}`, names[finish]).value,
    }))
    .filter(({ question }) => !french.obstacle(question))
    .map((game) => ({ ...game, ...search(french, game.question, 5000) }))
    .filter(({ status }) => status !== 'unsolvable');
  if (games.length === 0) return undefined;
  const shortest = (outcomes) =>
    outcomes
      .filter(({ status }) => status === 'solved')
      .sort(
        (a, b) => a.moves.length - b.moves.length || b.lowerBound - a.lowerBound || a.milliseconds - b.milliseconds,
      )[0];
  const length = shortest(games).moves.length;
  // No other finish may take fewer moves.
  const proved = games.map((game) => {
    if (game.lowerBound >= length) return game;
    return { ...game, ...search(french, game.question, frenchMilliseconds, ({ lowerBound }) => lowerBound >= length) };
  });
  return { start: names[start], ...shortest(proved), finishes: proved };
};

const frenchRows = different(symmetriesOf(french.board)).flatMap((start) => {
  const game = bestGame(start);
  if (!game) return [];
  const least = Math.min(...game.finishes.map(({ lowerBound }) => lowerBound));
  const finishes = game.finishes.map(
    ({ finish, lowerBound, milliseconds }) => `${finish} ≥ ${lowerBound} (${time(milliseconds)})`,
  );
  const length = game.moves.length;
  const proof = least >= length ? 'proved' : `at least ${least}, gap ${length - least}`;
  const first = `${game.first.moves} in ${time(game.first.milliseconds)}`;
  process.stderr.write(`${game.start}-${game.finish}: ${length}, ${proof}\n`);
  return [[game.start, game.finish, length, proof, first, finishes.join(', ')]];
});

// --- the English board: is there a solution? -------------------------------------------------------------------------

const english = puzzleOf('peg33');
let seed = 20_261_120;
const random = (below) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % below;
};

const legalJumps = (position) =>
  english.board.jumps.filter(({ from, over, to }) => position[from] && position[over] && !position[to]);
const jump = (position, { from, over, to }) => position.with(from, 0).with(over, 0).with(to, 1);
const isFound = ({ best }) => best !== undefined;

/** Until a solution is found, or none is left; with the CPU time. */
const decide = (start, goal) => {
  const before = process.cpuUsage();
  const outcome = search(english, { start, goal }, 10_000, isFound);
  const { user, system } = process.cpuUsage(before);
  return { ...outcome, milliseconds: (user + system) / 1000 };
};

const percentiles = (name, outcomes) => {
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (part) => time(times[Math.min(times.length - 1, Math.floor(part * times.length))]);
  const count = (status) => outcomes.filter((outcome) => outcome.status === status).length;
  const slow = times.filter((milliseconds) => milliseconds > 50).length;
  const counts = [outcomes.length, count('solved'), count('unsolvable'), count('gave-up')];
  return [name, ...counts.map(number), at(0.5), at(0.99), at(1), number(slow)];
};

const goals = ['d4', 'any'].map((text) => english.parseGoal(text).value);
const central = parseQuestion(english, 'all-d4', 'd4').value;
const centralGame = search(english, central, 60_000);

/** Positions after four to twenty-nine random jumps from one hole; the goal is d4 or any single peg. */
const playouts = Array.from({ length: 200 }, (_, index) => {
  let position = english
    .parsePosition('all-d4')
    .value.map(() => 1)
    .with(random(33), 0);
  for (let jumps = 4 + random(26); jumps > 0; jumps--) {
    const legal = legalJumps(position);
    if (legal.length > 0) position = jump(position, legal[random(legal.length)]);
  }
  return decide(position, goals[index % 2]);
});

const games = 60;
const randomPlay = [];
for (let game = 0; game < games; game++) {
  let position = central.start;
  for (let legal = legalJumps(position); legal.length > 0; legal = legalJumps(position)) {
    position = jump(position, legal[random(legal.length)]);
    randomPlay.push(decide(position, central.goal));
  }
}

/** Somebody who mostly knows what to do: four of five jumps follow a solution. */
const sensiblePlay = [];
for (let game = 0; game < games; game++) {
  let position = central.start;
  let plan = [];
  for (let legal = legalJumps(position); legal.length > 0; legal = legalJumps(position)) {
    const isPlanned = plan.length > 0 && random(5) > 0;
    const next = isPlanned ? plan[0] : legal[random(legal.length)];
    position = jump(position, next);
    const outcome = decide(position, central.goal);
    sensiblePlay.push(outcome);
    const steps = (moves) => moves.flatMap((move) => move.slice(1).map((to, index) => [move[index], to]));
    if (isPlanned) plan = plan.slice(1);
    else if (outcome.status === 'solved') {
      plan = steps(outcome.moves).map(([from, to]) =>
        english.board.jumps.find((one) => one.from === from && one.to === to),
      );
    } else plan = [];
  }
}

writePart(
  '## Peg solitaire',
  `\`npm run bench:pegs\` on ${machine}.

The French board (\`peg37\`): every start with one hole, up to symmetry, that can end with one peg. *Finishes* says for each
finish hole how many moves it takes at least, and how long the proof took; searches end once they can't be best.

${tableOf(['start', 'best finish', 'moves', 'proof', 'first answer', 'finishes'], frenchRows, [1, 3, 5])}

The English board (\`peg33\`): the central game takes ${time(centralGame.milliseconds)} (18 moves found, 17 disproved,
${number(centralGame.generated)} positions), with a first answer of ${centralGame.first.moves} moves after ${time(centralGame.first.milliseconds)}.

How soon it is known whether a position of it has a solution: CPU time until one is found, or none is left, in a process
that keeps what it learns. Random playouts are single positions, to d4 or to any hole. Random and sensible play are all
positions of ${games} games from d4 to d4, one after another; in sensible play, four of five jumps follow a solution.

${tableOf(
  ['positions', 'number', 'solvable', 'unsolvable', 'undecided', 'median', '99 %', 'slowest', 'over 50 ms'],
  [
    percentiles('random playouts', playouts),
    percentiles('random play', randomPlay),
    percentiles('sensible play', sensiblePlay),
  ],
)}
`,
);
