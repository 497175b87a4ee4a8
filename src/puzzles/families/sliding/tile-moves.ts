/** Moves into several blanks: a tile is named by its cell, as in `b2-b3`, since it may have more than one way. */
import { type Board, fileAndRow } from '../../board.ts';
import { consecutive } from '../../lists.ts';
import { backwards, mostMoves } from '../../moves.ts';
import { type Moves, type MovesResult, ok, type Position, type Step, wrong } from '../../puzzle.ts';
import { slid } from './moves.ts';

const pair = /([a-z]\d{1,2})\s?[-–—−→>:]?\s?([a-z]\d{1,2})/giu;
/** What may stand between moves: numbers of moves, and separators. */
const between = /^(?:[\s,;()[\]{}]|\d+\.(?=\s))*$/u;

export const cellMoves = (id: string, board: Board): Moves => {
  const names = fileAndRow(board);
  const isLegal = (position: Position, [from, to]: Step): boolean =>
    board.neighbours[to]?.includes(from) === true && position[to] === 0 && position[from]! > 0;
  const written = (move: readonly number[]): string => move.map((cell) => names[cell]).join('-');

  const cellOf = (name: string): number => names.indexOf(name.toLowerCase());

  const read = (start: Position, text: string, isBackwards: boolean): MovesResult => {
    const found = [...text.matchAll(pair)];
    const gaps = [0, ...found.map(({ 0: whole, index }) => index + whole.length)];
    const odd = gaps.findIndex((from, number) => !between.test(text.slice(from, found[number]?.index)));
    if (odd !== -1 || found.length === 0) {
      const rest = text.slice(gaps[Math.max(0, odd)]).trim();
      if (rest === '') return wrong('no-moves', { puzzle: id });
      const [piece = ''] = rest.split(/\s/u);
      const from = text.indexOf(piece, gaps[Math.max(0, odd)]);
      return wrong('unknown', { puzzle: id, number: Math.max(0, odd) + 1, piece, directions: 'b2-b3' }, [
        from,
        from + piece.length,
      ]);
    }
    if (found.length > mostMoves) return wrong('too-many', { most: mostMoves });
    const steps: Step[] = [];
    let position = start;
    const numbered = [...found.entries()];
    for (const [index, match] of isBackwards ? numbered.reverse() : numbered) {
      const [piece, from = '', to = ''] = match;
      const step: Step = isBackwards ? [cellOf(to), cellOf(from)] : [cellOf(from), cellOf(to)];
      const span = [match.index, match.index + piece.length] as const;
      if (step.includes(-1) || !isLegal(position, step)) {
        const near = legalSteps(position).map((one) => written(isBackwards ? one.toReversed() : one));
        return wrong('not-beside', { puzzle: id, number: index + 1, piece, near: near.join(', ') }, span);
      }
      steps.push(step);
      position = slid(position, step);
    }
    return ok({ moves: isBackwards ? backwards(steps) : steps, notation: 'named', certainty: 'only', joined: 0 });
  };

  const legalSteps = (position: Position): Step[] =>
    board.neighbours.flatMap((near, to) =>
      near.flatMap((from): Step[] => (isLegal(position, [from, to]) ? [[from, to]] : [])),
    );

  return {
    isReversible: true,
    legalSteps,
    play: (position, move) => {
      const [from = -1, to = -1] = move;
      if (move.length !== 2 || !isLegal(position, [from, to]))
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      return slid(position, [from, to]);
    },
    stepsOf: (_, move) => consecutive(move),
    extended: () => undefined,
    // A tap picks up a tile that may slide to more than one cell.
    tap: (position, cell) => {
      const steps = legalSteps(position).filter(([from]) => from === cell);
      return steps.length === 1 ? steps : [];
    },
    notate: (_, move) => written(move),
    moveNotations: [{ notation: 'named', separator: ' ' }],
    formatMove: (_, move) => written(move),
    parseMoves: (start, text) => read(start, text, false),
    parseMovesTo: (end, text) => read(end, text, true),
  };
};
