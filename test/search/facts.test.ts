/** Known figures. Unless another source is named, they come from full breadth-first searches from the goal. */
import { describe, expect, it } from 'vitest';
import { type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { BreadthFirstSearch, type Survey, surveyStates } from '../../src/search/algorithms/breadth-first.ts';
import { Budget, SearchControl } from '../../src/search/budget.ts';
import { type Method, type Outcome, solve } from '../../src/search/solve.ts';
import { distancesTo, positionOf, questionOf, rankOf, somePosition } from '../support/truth.ts';

const methods = ['bfs', 'bidirectional', 'iddfs', 'ida'] as const satisfies readonly Method[];

const puzzle = (id: string): Puzzle => puzzleOf(id)!;

const surveyOfGoal = (id: string, goal?: string): Survey => {
  const question = questionOf(puzzle(id), goal ?? puzzle(id).formatPosition(somePosition(puzzle(id))), goal);
  const survey = surveyStates(puzzle(id).cursor(question.goal));
  if (typeof survey === 'string') throw new Error(survey);
  return survey;
};

const solved = (id: string, position: string, goal?: string, method?: Method): Outcome & { status: 'solved' } => {
  const outcome = solve(puzzle(id), questionOf(puzzle(id), position, goal), { method });
  if (outcome.status !== 'solved') throw new Error(`${id} ${position}: ${outcome.status}`);
  return outcome;
};

const numbers = (list: string): number[] => list.split(' ').map(Number);

/** Positions at each distance from the goal. */
const histograms: Record<string, number[]> = {
  // Each computed by two independent programs; eight's mean of 21.97 is also that of Reinefeld (1993).
  five: numbers('1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1'),
  six: numbers('1 3 9 22 42 86 183 327 516 676 783 902 834 480 152 24'),
  seven: numbers(
    '1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 1999 1958 1770 1463 1076 667 ' +
      '361 190 88 39 19 7 1',
  ),
  eight: numbers(
    '1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 24047 15578 ' +
      '14560 6274 3910 760 221 2',
  ),
};

describe('what lies around the goal', () => {
  const facts: [id: string, states: number, diameter: number, antipodes: string[] | number][] = [
    ['five', 360, 21, ['450123']],
    ['six', 5040, 15, 24],
    ['seven', 20_160, 36, ['07214365']],
    ['eight', 181_440, 31, ['647850321', '867254301']],
    ['onoff', 540, 56, ['fn==/ofo_', 'no==/ffo_', 'of==/nfo_']],
  ];
  it.each(facts)('of %s are %d positions, as far as %d moves away', (id, states, diameter, antipodes) => {
    const survey = surveyOfGoal(id);
    expect(survey.states).toBe(states);
    expect(survey.diameter).toBe(diameter);
    expect(survey.histogram).toHaveLength(diameter + 1);
    expect(survey.histogram.reduce((sum, count) => sum + count)).toBe(states);
    if (histograms[id]) expect(survey.histogram).toEqual(histograms[id]);
    expect(survey.histogram.at(-1)).toBe(survey.farthest.length);
    const found = survey.farthest.map(puzzle(id).formatPosition).sort();
    if (typeof antipodes === 'number') expect(found).toHaveLength(antipodes);
    else expect(found).toEqual(antipodes);
    const shown = puzzle(id).landmarks.filter(({ name }) => name === 'antipode');
    for (const { position } of shown) {
      expect(found).toContain(puzzle(id).formatPosition(positionOf(puzzle(id), position)));
    }
  });

  it('of onoff are twice as many positions when all cards are distinct', () => {
    expect(surveyOfGoal('onoff', '==On/ofF_').states).toBe(1080);
  });

  it('of eight is 21.97 moves away on average', () => {
    const sum = surveyOfGoal('eight').histogram.reduce((total, count, depth) => total + count * depth, 0);
    expect(sum / 181_440).toBeCloseTo(21.97, 2);
  });

  it('of eleven begins with the known counts', () => {
    const eleven = puzzle('eleven');
    const search = new BreadthFirstSearch(eleven.cursor(eleven.goal), 'backward', new Budget());
    search.addRoot(rankOf(eleven, eleven.goal.positions[0]!));
    const counts: number[] = [];
    while (search.depth < 16) {
      expect(search.expandLevel(() => false)).toBe('done');
      counts.push(search.frontier);
    }
    expect(counts).toEqual(numbers('2 4 9 20 37 63 122 232 431 781 1392 2494 4442 7854 13899 24215'));
  });

  it('is not known when the limits are spent first', () => {
    const cursor = puzzle('eleven').cursor(puzzle('eleven').goal);
    const control = new SearchControl();
    control.cancel();
    expect(surveyStates(cursor, { nodes: 20_000 })).toBe('nodes');
    expect(surveyStates(cursor, { bytes: 1_000_000 })).toBe('memory');
    expect(surveyStates(cursor, { milliseconds: 0 })).toBe('deadline');
    expect(surveyStates(cursor, { control })).toBe('cancelled');
  });
});

describe('the textbook position 867254301', () => {
  it('takes 31 moves by each method', () => {
    for (const method of methods.filter((method) => method !== 'iddfs')) {
      expect(solved('eight', '867254301', undefined, method).moves, method).toHaveLength(31);
    }
  });

  it('has breadth-first search generate all 181,440 positions, and one from both ends about 16,000', () => {
    expect(solved('eight', '867254301', undefined, 'bfs').generated).toBe(181_440);
    const { generated } = solved('eight', '867254301', undefined, 'bidirectional');
    expect(generated).toBeLessThan(17_000);
    expect(generated).toBeGreaterThan(10_000);
  });
});

describe('shortest solutions of eight', () => {
  it('are 40 for both positions at 31 moves, and at most 64, which 085672341 has', () => {
    const eight = puzzle('eight');
    const cursor = eight.cursor(eight.goal);
    const distances = distancesTo(eight, eight.goal);
    const ways = new Map<number, number>();
    const codes: number[] = [];
    // In the order in which a breadth-first search met them, so the nearer ones are counted already.
    for (const [state, distance] of distances) {
      cursor.load(state);
      let count = distance === 0 ? 1 : 0;
      for (const code of codes.slice(0, cursor.moves(codes, 0))) {
        cursor.make(code);
        const next = cursor.state();
        if (distances.get(next) === distance - 1) count += ways.get(next)!;
        cursor.unmake(code);
      }
      ways.set(state, count);
    }
    const waysOf = (text: string) => ways.get(rankOf(eight, positionOf(eight, text)));
    expect(waysOf('867254301')).toBe(40);
    expect(waysOf('647850321')).toBe(40);
    expect(waysOf('085672341')).toBe(64);
    expect(distances.get(rankOf(eight, positionOf(eight, '085672341')))).toBe(30);
    expect(Math.max(...[...new Set(ways.values())])).toBe(64);
  });
});

describe('six', () => {
  it.each(methods)('is solved from 4651320 in 15 moves by %s, by tiles that end in order', (method) => {
    const six = puzzle('six');
    const { moves } = solved('six', '4651320', undefined, method);
    expect(moves).toHaveLength(15);
    const positions = replay(six, positionOf(six, '4651320'), moves);
    expect(six.formatPosition(positions.at(-1)!)).toBe('1234560');
    const tiles = moves.map((move, index) => six.notate(positions[index]!, move));
    expect(tiles.every((tile) => typeof tile === 'number' && tile >= 1 && tile <= 6)).toBe(true);
  });
});

describe('onoff', () => {
  it.each(methods)('turns no to on in 44 moves by %s, 44 with the o exchanged and 48 with the f', (method) => {
    expect(solved('onoff', '==no/off_', undefined, method).moves).toHaveLength(44);
    expect(solved('onoff', '==no/OfF_', '==On/ofF_', method).moves).toHaveLength(44);
    expect(solved('onoff', '==no/OfF_', '==on/OFf_', method).moves).toHaveLength(48);
  });

  it('has no way that exchanges n and o alone', () => {
    const outcome = solve(puzzle('onoff'), questionOf(puzzle('onoff'), '==no/OfF_', '==on/OfF_'));
    expect(outcome).toMatchObject({ status: 'unsolvable', obstacle: { code: 'card-parity' } });
  });
});

describe('peg21', () => {
  it.each(['bfs', 'bidirectional', 'ida'] as const)(
    'goes from all but 7 to 7 in 12 moves of 19 jumps by %s',
    (method) => {
      const { moves } = solved('peg21', 'all-7', '7', method);
      expect(moves).toHaveLength(12);
      expect(moves.flatMap((move) => move.slice(1))).toHaveLength(19);
    },
  );

  it('goes no faster to any other hole', () => {
    expect(solved('peg21', 'all-7', 'any').moves).toHaveLength(12);
  });
});

describe('peg15', () => {
  it.each(methods)('goes from all but 1 to 1 in 10 moves of 13 jumps by %s', (method) => {
    const { moves } = solved('peg15', 'all-1', '1', method);
    expect(moves).toHaveLength(10);
    expect(moves.flatMap((move) => move.slice(1))).toHaveLength(13);
  });

  // Bell (Solving Triangular Peg Solitaire, 2008); OEIS A127500.
  it('takes 9 moves at least, wherever the first hole and the last peg are', () => {
    const lengths = Array.from({ length: 15 }, (_, hole) => solved('peg15', `all-${hole + 1}`, 'any').moves.length);
    expect(Math.min(...lengths)).toBe(9);
    // The same for holes that turn into one another when the triangle is turned.
    for (const [a, b, c] of [
      [1, 11, 15],
      [2, 12, 10],
      [3, 7, 14],
      [4, 13, 6],
      [5, 8, 9],
    ] as const) {
      expect(new Set([lengths[a - 1], lengths[b - 1], lengths[c - 1]]).size, `${a} ${b} ${c}`).toBe(1);
    }
  });
});

it('finds 123456870 unsolvable, and 123456780 near it', () => {
  const outcome = solve(puzzle('eight'), questionOf(puzzle('eight'), '123456870'));
  expect(outcome).toMatchObject({
    status: 'unsolvable',
    obstacle: { code: 'tile-parity', nearest: { position: '123456780', goal: '123456780' } },
  });
});
