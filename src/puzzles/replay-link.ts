/**
 * Links to replays on slidysim.github.io, which animates solutions of sliding puzzles. A link holds all of its replay:
 * `?r=` and JSON, compressed by zlib, in base64. The format is that of `shareReplay` and `handleSavedReplay` in
 * `modules/replayGeneration.js` of github.com/slidysim/slidysim.github.io (2026-08-22). Nothing is fetched.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { formatMoves, withCounts } from './moves.ts';
import type { Move, Position, Puzzle } from './puzzle.ts';

/** A position as simulators of numbered tiles write it; undefined for other puzzles. */
export const numberRows = (puzzle: Puzzle, position: Position): string | undefined =>
  puzzle.positionNotations(position).find(({ notation }) => notation === 'numberRows')?.content;

const address = 'https://slidysim.github.io/replay?r=';
const written = /^<?https?:\/\/(?:www\.)?slidysim\.(?:github\.io|com|online)\/replay(?:\.html)?\/?\?r=([^&#\s>]+)>?$/u;

/** Moves a second of the links that we write. */
const speed = 4;

/** Bytes of the JSON in a link, at most: more than the solutions that we read. */
const mostBytes = 2 ** 16;

/** What somebody shares: the solution, moves in a thousand seconds, the start, and the times of moves if known. */
const shared = z.tuple([z.string(), z.number(), z.string()]).rest(z.unknown());
/** A result of the leaderboard: among other things its data, its columns and its rows. */
const result = z
  .tuple([z.unknown(), z.string(), z.unknown(), z.unknown(), z.int().min(2).max(99), z.int().min(2).max(99)])
  .rest(z.unknown());
/** Shared replays have fewer parts than this. */
const resultParts = 10;

export interface Replay {
  /** Directions of the tiles, with counts. */
  readonly moves: string;
  /** `3x4` for three rows of four. */
  readonly size: string;
  /** The start as numbers in rows; absent where the moves end at the usual goal. */
  readonly position?: string;
}

const unpacked = (packed: string): string => {
  const bytes = Buffer.from(packed, 'base64');
  return inflateSync(bytes, { maxOutputLength: mostBytes }).toString();
};

const sizeOf = (position: string): string => {
  const [first = '', ...others] = position.trim().split('/');
  return `${1 + others.length}x${first.trim().split(/\s+/u).length}`;
};

/** The replay of a link; `broken` if the link holds none of a single solution, undefined for any other text. */
export const readReplayLink = (text: string): Replay | 'broken' | undefined => {
  const packed = written.exec(text.trim())?.[1];
  if (packed === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(unpacked(decodeURIComponent(packed)));
    if (!Array.isArray(parts)) return 'broken';
    if (parts.length < resultParts) {
      const [moves, , position] = shared.parse(parts);
      return { moves, position, size: sizeOf(position) };
    }
    const [, data, , , columns, rows] = result.parse(parts);
    const [moves = ''] = unpacked(data).split(';');
    // Several solutions, those of an average, stand between commas.
    return moves === '' || moves.includes(',') ? 'broken' : { moves, size: `${rows}x${columns}` };
  } catch {
    // Not base64, not compressed, too long or no such JSON.
    return 'broken';
  }
};

/** A link that replays moves; undefined for puzzles other than numbered tiles in rows and columns. */
export const replayLink = (puzzle: Puzzle, start: Position, moves: readonly Move[]): string | undefined => {
  const position = numberRows(puzzle, start);
  if (position === undefined || puzzle.board.lattice !== 'square') return undefined;
  const solution = withCounts(formatMoves(puzzle, start, moves, 'piece-directions')).join('');
  // Without times of its own, each move takes as long as the speed says.
  const json = JSON.stringify([solution, speed * 1000, position, -1]);
  return `${address}${encodeURIComponent(deflateSync(json, { level: 9 }).toString('base64'))}`;
};
