/**
 * Which moves a depth-first search of a sliding puzzle leaves out, given those before: they lead where a shorter way leads,
 * or an equally long one that the search takes sooner (Taylor & Korf 1993).
 */
import type { Board } from '../../puzzles/board.ts';

/** The tile's cell by its direction as seen from the blank: up, left, right, down. A search takes them in this order. */
export const besides = ({ neighbours, size, rows }: Board, blank: number): (number | undefined)[] => {
  const width = size / rows;
  return [-width, -1, 1, width].map((far) => neighbours[blank]!.find((cell) => cell === blank + far));
};

const directions = 4;

/** Moves one after another, from a cell of the blank. */
interface Word {
  /** Where the blank is after them. */
  readonly blank: number;
  /** The words without the last move and without the first one; undefined without any move. */
  readonly before?: Word;
  readonly rest?: Word;
  /** By direction, the words with one move more; `leftOut` for one to leave out. */
  readonly next: (Word | typeof leftOut)[];
}
const leftOut = 'left out';

/**
 * Finds the shortest words to leave out: none has another one within.
 * @returns those without their last moves, in the order of their lengths
 */
const findLeftOut = (
  beside: readonly (readonly (number | undefined)[])[],
  empty: readonly Word[],
  longest: number,
): Word[] => {
  const found: Word[] = [];
  let level = empty.map((word, from) => ({
    word,
    from,
    tiles: empty.map((_, cell) => (cell === from ? 0 : cell + 1)),
  }));
  const effects = new Set(level.map(({ from, tiles }) => String.fromCharCode(from, ...tiles)));
  for (let length = 1; length <= longest; length++) {
    const next: typeof level = [];
    // In the order of the search, so that the first way to a position is the one that it takes first.
    for (const { word, from, tiles } of level) {
      for (const [direction, cell] of beside[word.blank]!.entries()) {
        if (cell === undefined) continue;
        const rest = word.rest ? word.rest.next[direction] : empty[cell];
        if (rest === undefined || rest === leftOut) continue;
        const moved = tiles.with(word.blank, tiles[cell]!).with(cell, 0);
        const effect = String.fromCharCode(from, ...moved);
        if (effects.has(effect)) {
          found.push(word);
          word.next[direction] = leftOut;
          continue;
        }
        effects.add(effect);
        if (length === longest) continue;
        const further: Word = { blank: cell, before: word, rest, next: [] };
        word.next[direction] = further;
        next.push({ word: further, from, tiles: moved });
      }
    }
    level = next;
  }
  return found;
};

export interface MoveAutomaton {
  /** By state, the cell of the blank. The first states are those of no moves, by cell. */
  readonly blanks: readonly number[];
  /** `[state * 4 + direction]`: the next state, or -1 for a move to leave out. */
  readonly next: Int32Array;
}

/** Its states are the beginnings of words to leave out (Aho & Corasick 1975). @param longest words, in moves */
export const moveAutomaton = (board: Board, longest: number): MoveAutomaton => {
  const beside = board.neighbours.map((_, blank) => besides(board, blank));
  const empty = beside.map((_, blank): Word => ({ blank, next: [] }));
  const states = new Map(empty.map((word, state) => [word, state]));
  const add = (word: Word): void => {
    if (states.has(word)) return;
    add(word.before!);
    states.set(word, states.size);
  };
  for (const word of findLeftOut(beside, empty, longest)) add(word);
  /** The state after a word and a move: that of the longest end of both which is a state. */
  const after = (word: Word | undefined, direction: number, cell: number): number => {
    const next = word ? word.next[direction] : empty[cell]!;
    if (next === leftOut) return -1;
    return (next && states.get(next)) ?? after(word!.rest, direction, cell);
  };
  const next = new Int32Array(states.size * directions).fill(-1);
  for (const [word, state] of states) {
    for (const [direction, cell] of beside[word.blank]!.entries()) {
      if (cell !== undefined) next[state * directions + direction] = after(word, direction, cell);
    }
  }
  return { blanks: Array.from(states.keys(), ({ blank }) => blank), next };
};
