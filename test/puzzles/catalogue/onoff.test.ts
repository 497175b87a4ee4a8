import { describe, expect, it } from 'vitest';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import fc from '../../support/properties.ts';
import { distancesTo, piecesOf, positionOf, questionOf, rankOf, walkBack, walks } from '../../support/truth.ts';

const onoff = puzzleOf('onoff')!;
/** A question as it is printed: the start after the goal has said which cards are told apart. */
const settled = (position: string, goal?: string): string => {
  const { start, goal: end } = questionOf(onoff, position, goal);
  return `${onoff.formatPosition(start)} ${end.text}`;
};

/** Each arrangement of one blank, one wide card and five letters, with the wide card in the goal's row. */
const arrangements = (letters: string): string[] => {
  const orders = (left: string): string[] =>
    left === '' ? [''] : [...new Set(left)].flatMap((one) => orders(left.replace(one, '')).map((rest) => one + rest));
  return [0, 1, 2].flatMap((at) =>
    orders(`_${letters}`).map((order) => {
      const cells = `${order.slice(0, at)}==${order.slice(at)}`;
      return `${cells.slice(0, 4)}/${cells.slice(4)}`;
    }),
  );
};

describe('which letters are told apart', () => {
  it('is said by the goal: marks of the start are dropped where the goal has none', () => {
    expect(settled('==no/OfF_')).toBe('==no/off_ ==on/off_');
    expect(settled('==nO/ofF_', '==on/ofF_')).toBe('==no/ofF_ ==on/ofF_');
  });

  it('is said by the goal: the second of an unmarked pair is marked where the goal has marks', () => {
    expect(settled('==no/off_', '==On/ofF_')).toBe('==no/OfF_ ==On/ofF_');
    expect(settled('==no/OfF_', '==On/ofF_')).toBe('==no/OfF_ ==On/ofF_');
    expect(settled('==nO/oFf_', '==On/ofF_')).toBe('==nO/oFf_ ==On/ofF_');
    expect(settled('==no/off_', '==on/oFf_')).toBe('==no/ofF_ ==on/oFf_');
  });

  it('does not change what the board looks like', () => {
    const goals = fc.constantFrom('==on/off_', '==On/off_', '==on/oFf_', '==On/ofF_');
    fc.assert(
      fc.property(walks(), goals, fc.boolean(), (choices, goal, hasMarks) => {
        const marked = walkBack(onoff, questionOf(onoff, '==no/OfF_', '==On/ofF_').goal, choices);
        const text = onoff.formatPosition(marked);
        const { start, goal: end } = questionOf(onoff, hasMarks ? text : text.toLowerCase(), goal);
        expect(onoff.formatPosition(start).toLowerCase()).toBe(text.toLowerCase());
        expect([...start].sort()).toEqual([...end.positions[0]!].sort());
      }),
    );
  });
});

describe('what can be reached', () => {
  it('is every arrangement with the wide card in its row, while some cards look alike', () => {
    const goals = ['==on/off_', '==On/off_', '==on/ofF_'];
    const cards = ['onoff', 'Onoff', 'onofF'];
    for (const [index, goal] of goals.entries()) {
      const distances = distancesTo(onoff, questionOf(onoff, goal, goal).goal);
      const all = arrangements(cards[index]!);
      expect(all).toHaveLength(index === 0 ? 540 : 1080);
      expect(distances.size).toBe(all.length);
      for (const text of all) {
        const question = questionOf(onoff, text, goal);
        if (!distances.has(rankOf(onoff, question.start, question.goal))) throw new Error(`${text} ${goal}`);
        expect(onoff.obstacle(question)).toBeUndefined();
      }
    }
  });

  it('is half of them when all cards are distinct; the others are one exchange away', () => {
    const goal = '==On/ofF_';
    const distances = distancesTo(onoff, questionOf(onoff, goal, goal).goal);
    expect(distances.size).toBe(1080);
    const all = arrangements('OnofF');
    expect(all).toHaveLength(2160);
    for (const text of all) {
      const question = questionOf(onoff, text, goal);
      const obstacle = onoff.obstacle(question);
      if (distances.has(rankOf(onoff, question.start, question.goal)) !== (obstacle === undefined))
        throw new Error(text);
      if (!obstacle) continue;
      expect(obstacle).toMatchObject({ code: 'card-parity', values: {}, nearest: { goal } });
      const nearest = questionOf(onoff, obstacle.nearest!.position, goal).start;
      expect(distances.has(rankOf(onoff, nearest, question.goal))).toBe(true);
      expect(nearest.filter((code, cell) => code !== question.start[cell])).toHaveLength(2);
    }
  });

  it('leaves the wide card in its row; the nearest relative has the rows exchanged', () => {
    expect(onoff.obstacle(questionOf(onoff, 'off_/==on'))).toEqual({
      code: 'wide-card-row',
      values: { row: 2, goalRow: 1 },
      nearest: { position: '==on/off_', goal: '==on/off_' },
    });
    for (const text of arrangements('OnofF')) {
      const swapped = text.split('/').reverse().join('/');
      const obstacle = onoff.obstacle(questionOf(onoff, swapped, '==On/ofF_'));
      expect(obstacle?.code).toBe('wide-card-row');
      const { position, goal } = obstacle!.nearest!;
      expect(onoff.obstacle(questionOf(onoff, position, goal))).toBeUndefined();
    }
  });

  // Without an exchange of look-alikes `no` would turn to `on` by one exchange, with the blank where it was.
  it('does not exchange n and o alone', () => {
    expect(onoff.obstacle(questionOf(onoff, '==no/OfF_', '==on/OfF_'))?.code).toBe('card-parity');
    expect(onoff.obstacle(questionOf(onoff, '==no/OfF_', '==On/ofF_'))).toBeUndefined();
    expect(onoff.obstacle(questionOf(onoff, '==no/OfF_', '==on/OFf_'))).toBeUndefined();
  });
});

describe('the wide card', () => {
  it('slides in one move while the blank travels two cells', () => {
    const position = positionOf(onoff, '==_n/ofof');
    expect(onoff.formatPosition(onoff.play(position, [0, 1]))).toBe('_==n/ofof');
    expect(onoff.notate(position, [0, 1])).toBe('==');
    const back = positionOf(onoff, '_==n/ofof');
    expect(onoff.formatPosition(onoff.play(back, [1, 0]))).toBe('==_n/ofof');
  });

  it('is named by its left half only, and does not leave its row', () => {
    const beside = positionOf(onoff, '==_n/ofof');
    for (const move of [
      [1, 2],
      [0, 2],
      [0, 1, 2],
    ])
      expect(() => onoff.play(beside, move)).toThrow(RangeError);
    const below = positionOf(onoff, '==no/_fof');
    for (const move of [
      [0, 4],
      [1, 4],
    ])
      expect(() => onoff.play(below, move)).toThrow(RangeError);
  });

  it('shows on both of its cells', () => {
    expect(piecesOf(onoff, positionOf(onoff, '==no/off_'))).toEqual(['=', '=', 'n', 'o', 'o', 'f', 'f', '']);
  });
});

it('plays with the wide card in either row, in turn', () => {
  for (const text of ['==no/off_', 'off_/==no', '==no/off_']) {
    const position = positionOf(onoff, text);
    const steps = onoff.legalSteps(position);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(onoff.formatPosition(onoff.play(position, step))).toContain('==');
  }
});
