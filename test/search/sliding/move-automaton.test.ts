import { describe, expect, it } from 'vitest';
import { rectangle } from '../../../src/puzzles/board.ts';
import { besides, type MoveAutomaton, moveAutomaton } from '../../../src/search/sliding/move-automaton.ts';

const longest = 8;

interface Reached {
  readonly state: number;
  readonly tiles: readonly number[];
}

describe.each([
  [3, 3],
  [2, 5],
  [4, 4],
])('on a board of %i × %i', (rows, columns) => {
  const board = rectangle(rows, columns);
  const automaton: MoveAutomaton = moveAutomaton(board, longest);
  const solved = (blank: number) => board.x.map((_, cell) => (cell === blank ? 0 : cell + 1));
  const keyOf = (tiles: readonly number[]) => String.fromCharCode(...tiles);
  const movesOf = (tiles: readonly number[]) => {
    const blank = tiles.indexOf(0);
    return [...besides(board, blank).entries()].flatMap(([direction, cell]) =>
      cell === undefined ? [] : [{ direction, moved: tiles.with(blank, tiles[cell]!).with(cell, 0) }],
    );
  };
  const follow = (level: readonly Reached[]): Reached[] =>
    level.flatMap(({ state, tiles }) =>
      movesOf(tiles).flatMap(({ direction, moved }) => {
        const next = automaton.next[state * 4 + direction]!;
        return next === -1 ? [] : [{ state: next, tiles: moved }];
      }),
    );

  it('takes one way to each position as far as it looks back, and at least one beyond', () => {
    for (const blank of board.x.keys()) {
      let level: Reached[] = [{ state: blank, tiles: solved(blank) }];
      const seen = new Set([keyOf(solved(blank))]);
      let frontier = [solved(blank)];
      for (let distance = 1; distance <= longest + 2; distance++) {
        level = follow(level);
        frontier = frontier.flatMap((tiles) =>
          movesOf(tiles).flatMap(({ moved }) => {
            if (seen.has(keyOf(moved))) return [];
            seen.add(keyOf(moved));
            return [moved];
          }),
        );
        const reached = level.map(({ tiles }) => keyOf(tiles));
        if (distance <= longest) expect(reached).toHaveLength(frontier.length);
        expect(new Set(reached)).toEqual(new Set([...reached, ...frontier.map(keyOf)]));
      }
    }
  });

  it('knows where the blank is', () => {
    for (const [state, blank] of automaton.blanks.entries()) {
      for (const [direction, cell] of besides(board, blank).entries()) {
        const next = automaton.next[state * 4 + direction]!;
        if (next !== -1) expect(automaton.blanks[next]).toBe(cell);
      }
    }
  });
});

it('leaves out the second way round a square', () => {
  const { next } = moveAutomaton(rectangle(2, 2), 6);
  const isTaken = (moves: string): boolean => {
    let state = 0;
    return [...moves].every((letter) => {
      state = next[state * 4 + 'ULRD'.indexOf(letter)]!;
      return state !== -1;
    });
  };
  // The blank goes right, down, left, up, right, down; or down first, which is later in the order of directions.
  expect(isTaken('RDLURD')).toBe(true);
  expect(isTaken('DRULDR')).toBe(false);
  expect(isTaken('DRULD')).toBe(true);
  expect(isTaken('RL')).toBe(false);
});
