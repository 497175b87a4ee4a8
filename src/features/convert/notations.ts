/** Positions and moves in every notation that people use. What is written here, the parsers read. */
import { formatMoves } from '../../puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../../puzzles/puzzle.ts';

export interface WrittenPosition {
  readonly notation: 'position' | 'rows' | 'numbers' | 'bits' | 'allBut';
  readonly content: string;
}

const inRows = ({ board }: Puzzle, cells: readonly string[]): string[] =>
  Array.from({ length: board.rows }, (_, row) => cells.filter((_, cell) => board.y[cell] === row).join(''));

/** A position in all notations but the board of emoji, the usual one first. */
export const positionIn = (puzzle: Puzzle, position: Position): WrittenPosition[] => {
  const compact = puzzle.formatPosition(position);
  if (puzzle.family === 'peg') {
    const bits = inRows(puzzle, position.map(String)).join(' ');
    const empty = position.flatMap((peg, cell) => (peg === 1 ? [] : cell));
    const names = puzzle.notate(position, empty) as readonly (string | number)[];
    return [
      { notation: 'bits', content: compact },
      { notation: 'rows', content: bits },
      ...(empty.length === 0 ? [] : [{ notation: 'allBut' as const, content: `all-${names.join('-')}` }]),
    ];
  }
  if (puzzle.family === 'block') {
    // The usual notation has rows already.
    return [
      { notation: 'rows', content: compact },
      { notation: 'position', content: compact.replaceAll('/', '') },
    ];
  }
  return [
    { notation: 'position', content: compact },
    { notation: 'rows', content: inRows(puzzle, [...compact]).join('/') },
    { notation: 'numbers', content: position.join(' ') },
  ];
};

export interface WrittenMoves {
  readonly notation: 'named' | 'pairs' | 'piece-ways' | 'blank-ways';
  readonly parts: readonly string[];
  readonly between: string;
}

/** Moves in all notations, the usual one first. */
export const movesIn = (puzzle: Puzzle, start: Position, moves: readonly Move[]): WrittenMoves[] => {
  const named = { notation: 'named' as const, parts: formatMoves(puzzle, start, moves), between: ' ' };
  if (puzzle.family === 'peg') {
    const pairs = named.parts.map((holes) => `(${holes.replaceAll('-', ',')})`);
    return [named, { notation: 'pairs', parts: pairs, between: '' }];
  }
  // Where rows are shifted a direction may take two letters, and only spaces tell where it ends.
  const between = puzzle.board.lattice === 'square' ? '' : ' ';
  const ways = (['piece-ways', 'blank-ways'] as const).map((notation) => ({
    notation,
    parts: formatMoves(puzzle, start, moves, notation),
    between,
  }));
  return [named, ...ways];
};
