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

/** Moves one after another: where the blank is before, and their directions as digits behind a 1. */
interface Word {
  readonly from: number;
  readonly code: number;
  readonly length: number;
}

/** The words of a board, as long as a search looks back. */
class Words {
  /** By cell of the blank. */
  readonly besides: readonly (readonly (number | undefined)[])[];
  readonly empty: readonly Word[];
  private readonly range: number;

  constructor(board: Board, longest: number) {
    this.besides = Array.from({ length: board.size }, (_, blank) => besides(board, blank));
    this.empty = this.besides.map((_, from) => ({ from, code: 1, length: 0 }));
    this.range = directions ** (longest + 1);
  }

  /** A number for each word. */
  nameOf({ from, code }: Word): number {
    return from * this.range + code;
  }

  /** The word without its first move. */
  rest({ from, code, length }: Word): Word {
    const scale = directions ** (length - 1);
    const first = Math.floor(code / scale) % directions;
    return { from: this.besides[from]![first]!, code: (code % scale) + scale, length: length - 1 };
  }
}

const longer = ({ from, code, length }: Word, direction: number): Word => ({
  from,
  code: code * directions + direction,
  length: length + 1,
});

/** The shortest words to leave out: none has another one within. They are in the order of their lengths. */
const leftOut = (board: Board, longest: number, words: Words): Word[] => {
  const found: Word[] = [];
  const effects = new Set<string>();
  let allowed = new Set<number>();
  let level = words.empty.map((word) => {
    const tiles = board.x.map((_, cell) => (cell === word.from ? 0 : cell + 1));
    effects.add(String.fromCharCode(word.from, ...tiles));
    allowed.add(words.nameOf(word));
    return { word, blank: word.from, tiles };
  });
  for (let length = 1; length <= longest; length++) {
    const next: typeof level = [];
    const names = new Set<number>();
    // In the order of the search, so that the first way to a position is the one that it takes first.
    for (const { word, blank, tiles } of level) {
      for (const [direction, cell] of words.besides[blank]!.entries()) {
        if (cell === undefined) continue;
        const further = longer(word, direction);
        if (!allowed.has(words.nameOf(words.rest(further)))) continue;
        const moved = tiles.with(blank, tiles[cell]!).with(cell, 0);
        const effect = String.fromCharCode(word.from, ...moved);
        if (effects.has(effect)) {
          found.push(further);
          continue;
        }
        effects.add(effect);
        names.add(words.nameOf(further));
        next.push({ word: further, blank: cell, tiles: moved });
      }
    }
    allowed = names;
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
  const words = new Words(board, longest);
  const out = new Set<number>();
  const stateOf = new Map<number, number>();
  const states: { readonly word: Word; readonly blank: number }[] = [];
  const add = (word: Word, blank: number): void => {
    const name = words.nameOf(word);
    if (stateOf.has(name)) return;
    stateOf.set(name, states.length);
    states.push({ word, blank });
  };
  for (const word of words.empty) add(word, word.from);
  for (const word of leftOut(board, longest, words)) {
    out.add(words.nameOf(word));
    let beginning: Word = words.empty[word.from]!;
    let blank = word.from;
    while (beginning.length < word.length - 1) {
      const direction = Math.floor(word.code / directions ** (word.length - 1 - beginning.length)) % directions;
      beginning = longer(beginning, direction);
      blank = words.besides[blank]![direction]!;
      add(beginning, blank);
    }
  }
  const next = new Int32Array(states.length * directions).fill(-1);
  for (const [state, { word, blank }] of states.entries()) {
    for (const [direction, cell] of words.besides[blank]!.entries()) {
      if (cell === undefined) continue;
      let end = longer(word, direction);
      while (!out.has(words.nameOf(end)) && !stateOf.has(words.nameOf(end))) end = words.rest(end);
      if (!out.has(words.nameOf(end))) next[state * directions + direction] = stateOf.get(words.nameOf(end))!;
    }
  }
  return { blanks: states.map(({ blank }) => blank), next };
};
