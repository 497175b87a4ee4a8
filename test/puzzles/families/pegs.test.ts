/** What a rule says of peg positions, against searches over everything and the literature. */

import { describe, expect, it } from 'vitest';
import { aimText, translator } from '../../../src/locales/index.ts';
import { fileAndRow, square } from '../../../src/puzzles/board.ts';
import { pegs } from '../../../src/puzzles/families/pegs/family.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { breadthFirst } from '../../../src/search/algorithms/breadth-first.ts';
import { Budget } from '../../../src/search/budget.ts';
import fc from '../../support/properties.ts';
import {
  type Distances,
  distancesTo,
  questionOf,
  rankOf,
  sample,
  unrank,
  walkBack,
  walks,
} from '../../support/truth.ts';

const peg15 = puzzleOf('peg15')!;
const peg21 = puzzleOf('peg21')!;

/** Boards of more holes than fit in one integer of 30 bits. */
const large = (id: string, ...picture: string[]) => {
  const board = square(...picture);
  return pegs({ id, board, goal: 'd4', landmarks: [] });
};
const english = large('english', '  ###  ', '  ###  ', '#######', '#######', '#######', '  ###  ', '  ###  ');
const french = large('french', '  ###  ', ' ##### ', '#######', '#######', '#######', ' ##### ', '  ###  ');

describe('a verdict', () => {
  it.each(['1', '5', '13', 'any', 'all-1-2-3'])('on peg15 for goal %s is never against a solvable position', (text) => {
    const { goal } = questionOf(peg15, 'all-1', text);
    const distances = distancesTo(peg15, goal);
    // Every thirteenth: the lowest holes are filled and empty equally often.
    const ranks = Array.from({ length: Math.floor(2 ** 15 / 13) }, (_, i) => i * 13 + 1);
    const verdicts = ranks.map((rank) => {
      const obstacle = peg15.obstacle({ start: unrank(peg15, rank), goal });
      if (obstacle && distances.has(rank)) throw new Error(`${unrank(peg15, rank)}: ${obstacle.code}`);
      return { rank, obstacle };
    });
    const distancesToHole = new Map<string, Distances>();
    const unsolvable = verdicts.filter(({ rank }) => !distances.has(rank));
    const caught = unsolvable.filter(({ obstacle }) => obstacle);
    // A rule that stays silent would pass the above: position classes alone leave one position in four.
    expect(caught.length).toBeGreaterThan(unsolvable.length * (text === 'any' ? 0.3 : 0.7));
    for (const { obstacle } of caught) {
      if (!obstacle!.nearest) continue;
      const { position, goal: other, isOpen } = obstacle!.nearest;
      const nearest = questionOf(peg15, position, other);
      expect(peg15.obstacle(nearest)).toBeUndefined();
      // What is offered as solvable is solvable.
      if (isOpen) continue;
      if (!distancesToHole.has(other)) distancesToHole.set(other, distancesTo(peg15, nearest.goal));
      expect(distancesToHole.get(other)!.has(rankOf(peg15, nearest.start))).toBe(true);
    }
  });

  it('on peg21 is never against a solvable position', () => {
    for (const goal of ['7', '1', '111000000000000000000']) {
      const question = questionOf(peg21, 'all-7', goal);
      for (const rank of sample([...distancesTo(peg21, question.goal).keys()], 2000)) {
        const start = unrank(peg21, rank);
        if (peg21.obstacle({ start, goal: question.goal })) throw new Error(peg21.formatPosition(start));
      }
    }
  });

  it('on peg21 finds most of what a search over everything does not reach', () => {
    const distances = distancesTo(peg21, peg21.goal);
    const missed = Array.from({ length: 1000 }, (_, i) => 1 + i * 2097).filter((rank) => !distances.has(rank));
    const caught = missed.filter((rank) => peg21.obstacle({ start: unrank(peg21, rank), goal: peg21.goal }));
    expect(missed.length).toBeGreaterThan(800);
    expect(caught.length).toBeGreaterThan(missed.length * 0.7);
  });
});

describe('position classes', () => {
  // Colour the holes with three colours so that any three in line differ: a class is a colour.
  const classes = [
    [1, 5, 7, 10, 13],
    [2, 6, 8, 11, 14],
    [3, 4, 9, 12, 15],
  ];

  it('let peg15 end only in a hole of the class of the one that was empty first', () => {
    for (const holes of classes) {
      for (const empty of holes) {
        const open = peg15.board.x.flatMap((_, cell) =>
          peg15.obstacle(questionOf(peg15, `all-${empty}`, String(cell + 1))) ? [] : cell + 1,
        );
        expect(open).toEqual(holes);
      }
    }
  });

  it('are not the whole truth: from all but 5 only 13 is reached', () => {
    const start = rankOf(peg15, questionOf(peg15, 'all-5').start);
    const ends = peg15.board.x.map((_, cell) => cell + 1);
    const reached = ends.filter((end) => distancesTo(peg15, questionOf(peg15, 'all-5', String(end)).goal).has(start));
    expect(reached).toEqual([13]);
  });

  it('name the holes on which the parity is wrong', () => {
    const question = questionOf(peg15, 'all-1', '2');
    const obstacle = peg15.obstacle(question)!;
    expect(obstacle.code).toBe('peg-class');
    const holes = String(obstacle.values.holes).split(' ').map(Number);
    const on = (position: readonly number[]) => holes.reduce((sum, hole) => sum ^ position[hole - 1]!, 0);
    expect(obstacle.values.start).toBe(on(question.start));
    expect(obstacle.values.goal).toBe(on(question.goal.positions[0]!));
    expect(obstacle.values.start).not.toBe(obstacle.values.goal);
    // No jump changes that parity: it turns an even number of these holes round.
    for (const { from, over, to } of peg15.board.jumps) {
      expect([from, over, to].filter((cell) => holes.includes(cell + 1)).length % 2).toBe(0);
    }
  });

  // Reiss (1857); Beasley (1985), chapter 4: the rule of three.
  it('let the central game of the English board end in d4, a4, g4, d1 and d7 only', () => {
    const open = fileAndRow(english.board).filter((hole) => !english.obstacle(questionOf(english, 'all-d4', hole)));
    expect(open).toEqual(['d1', 'a4', 'd4', 'g4', 'd7']);
  });

  it('never let the central game of the French board end with one peg', () => {
    expect(french.obstacle(questionOf(french, 'all-d4', 'any'))).toMatchObject({ code: 'peg-class-any', values: {} });
    expect(french.obstacle(questionOf(french, 'all-c1', 'any'))).toBeUndefined();
  });
});

describe('counting pegs', () => {
  it('sees that pegs never come back', () => {
    const two = '110000000000000';
    expect(peg15.obstacle(questionOf(peg15, two, '111000000000000'))).toMatchObject({
      code: 'peg-count',
      values: { pegs: 2, goalPegs: 3 },
    });
    expect(peg15.obstacle(questionOf(peg15, two, '000000000000011'))?.code).toBe('peg-count');
    expect(peg15.obstacle(questionOf(peg15, two, two))).toBeUndefined();
  });

  it('sees that pegs never leave their group', () => {
    // From the holes 1 4 6 11 13 15 a peg jumps to these only, and into these only from them.
    const others = [2, 3, 5, 7, 8, 9, 10, 12, 14].map((hole) => hole - 1);
    const codes = Array.from({ length: 2 ** others.length - 1 }, (_, filled) => {
      const start = peg15.board.x.map(
        (_, cell) => (((filled + 1) >> others.indexOf(cell)) & 1) * Number(others.includes(cell)),
      );
      return peg15.obstacle({ start, goal: peg15.goal })?.code;
    });
    expect(new Set(codes)).toEqual(new Set(['peg-count', 'peg-class', 'peg-group']));
  });

  it('offers to end anywhere, or one hole turned round', () => {
    expect(peg15.obstacle(questionOf(peg15, 'all-1', '2'))?.nearest).toEqual({
      position: '011111111111111',
      goal: 'any',
      isSameStart: true,
    });
    const obstacle = french.obstacle(questionOf(french, 'all-d4', 'any'))!;
    const { position, goal } = obstacle.nearest!;
    expect(goal).toBe('any');
    const start = french.formatPosition(questionOf(french, 'all-d4').start);
    expect([...position].filter((mark, cell) => mark !== start[cell])).toHaveLength(1);
    expect(french.obstacle(questionOf(french, position, goal))).toBeUndefined();
  });

  it('offers as solvable only what is, also where few pegs leave little choice', () => {
    const question = questionOf(english, 'all-d4', 'd4');
    const starts = Array.from({ length: 40 }, (_, i) =>
      question.start.map((_, cell) => Number([i % 33, (7 * i + 5) % 33, (11 * i + 2) % 33].includes(cell))),
    );
    for (const start of starts) {
      const nearest = english.obstacle({ ...question, start })?.nearest;
      if (nearest === undefined) continue;
      const offered = questionOf(english, nearest.position, nearest.goal);
      expect(nearest.isOpen).toBeUndefined();
      expect(breadthFirst(english.cursor(offered.goal), rankOf(english, offered.start), new Budget()).status).toBe(
        'solved',
      );
    }
  });
});

describe('a board of more than 30 holes', () => {
  it.each([english, french])('$id is played by the cursor as by the rules', (puzzle) => {
    fc.assert(
      fc.property(walks(), walks(8), (back, on) => {
        const cursor = puzzle.cursor(puzzle.goal);
        let position = walkBack(puzzle, puzzle.goal, back);
        expect(unrank(puzzle, rankOf(puzzle, position))).toEqual(position);
        expect(puzzle.obstacle({ start: position, goal: puzzle.goal })).toBeUndefined();
        cursor.load(cursor.rank(position));
        const codes: number[] = [];
        for (const choice of on) {
          const count = cursor.moves(codes, 0);
          if (count === 0) break;
          const move = codes[choice % count]!;
          const before = cursor.state();
          cursor.make(move);
          position = puzzle.play(position, cursor.path(move));
          expect(cursor.state()).toBe(rankOf(puzzle, position));
          expect(cursor.solved()).toBe(
            puzzle.formatPosition(position) === puzzle.formatPosition(puzzle.goal.positions[0]!),
          );
          cursor.unmake(move);
          expect(cursor.state()).toBe(before);
          cursor.make(move);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('wants a move for each peg in its eight corners, wherever they are numbered', () => {
    const corners = ['c1', 'e1', 'a3', 'g3', 'a5', 'g5', 'c7', 'e7'];
    const cursor = english.cursor(english.goal);
    const bound = (...empty: string[]) => {
      cursor.load(cursor.rank(questionOf(english, ['all-d4', ...empty].join('-')).start));
      return cursor.lowerBound();
    };
    expect(bound()).toBe(8);
    for (const corner of corners) expect(bound(corner), corner).toBe(7);
    expect(bound('d1', 'd7')).toBe(8);
  });

  it('names its holes by file and row', () => {
    const holes = fileAndRow(english.board);
    const move = ['b4', 'd4'].map((hole) => holes.indexOf(hole));
    const { start } = questionOf(english, 'all-d4');
    expect(english.notate(start, move)).toEqual(['b4', 'd4']);
    expect(english.formatPosition(english.play(start, move))).toBe(
      english.formatPosition(questionOf(english, 'all-b4-c4').start),
    );
    expect(english.goal.text).toBe('d4');
    expect(english.parseGoal('D4')).toEqual({ ok: true, value: english.goal });
    expect(english.parsePosition('all-c1-g5').ok).toBe(true);
  });
});

it.each([
  'all but d4',
  'All pegs except hole d4',
  'every hole but d4',
  'empty: d4',
  'hole d4 is empty',
  'D4 vacant',
  'Empty: d4.',
])('takes %j for a full board with one empty hole', (text) => {
  expect(questionOf(english, text)).toEqual(questionOf(english, 'all-d4'));
});

it.each(['every hole empty except d4', 'All holes are empty but d4.', 'empty except d4'])(
  'takes %j for a board with one peg',
  (text) => {
    const found = english.parsePosition(text);
    expect(found.ok && found.value.flatMap((peg, hole) => (peg ? hole : []))).toEqual([16]);
  },
);

it.each([
  ['all but d4 and e9', 'unknown-hole'],
  ['all but d4 empty', 'unknown-hole'],
  ['every hole', 'no-hole-named'],
  ['empty: d4, d4', 'repeated-hole'],
])('finds what is wrong with %j', (text, code) => {
  expect(english.parsePosition(text)).toMatchObject({ ok: false, problem: { code } });
});

it.each(['en', 'ja'])('takes goals as our own sentences say them, in the language %s', (language) => {
  for (const text of ['d4', 'e1', 'any']) {
    const goal = english.parseGoal(text);
    expect(english.parseGoal(aimText(translator(language), english, goal.ok ? goal.value : english.goal)!)).toEqual(
      goal,
    );
  }
  expect(english.parseGoal('hole h9').ok).toBe(false);
});

it('refuses a puzzle whose goal is no goal of its board', () => {
  const data = { id: 'odd', board: english.board, landmarks: [] };
  expect(() => pegs({ ...data, goal: 'a1' })).toThrow('odd: goal a1: unknown-hole');
});
