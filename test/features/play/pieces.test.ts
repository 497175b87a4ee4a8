/** Rows for boards of named pieces: which buttons they have, in which colours, and that they always fit into a message. */
import { type ComponentNode, layoutComponents, walk } from '@antipode/stand-in/components';
import { ButtonStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { picture } from '../../../src/discord/message.ts';
import { gameMessage } from '../../../src/features/play/answer.ts';
import { type Game, gameBoard, landingsFrom, newGame, playStep, undo } from '../../../src/features/play/game.ts';
import { pieceRows } from '../../../src/features/play/pieces.ts';
import { translator } from '../../../src/locales/index.ts';
import { type Puzzle, type Step, unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzleFor } from '../../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../../src/puzzles/registry.ts';

const t = translator('en');
const gameOf = (kind: string, text: string, aim?: string): { puzzle: Puzzle; game: Game } => {
  const puzzle = unwrap(puzzleFor(puzzleOrKind(kind)!, text), text);
  const invited = { id: '123456789012345678', owner: '223456789012345678', private: true, shared: false, locale: 'en' };
  const position = unwrap(puzzle.parsePosition(text), text);
  const goal = aim === undefined ? puzzle.goal : unwrap(puzzle.parseGoal(aim, position), aim);
  const setup = { ...invited, puzzle: puzzle.id, goal: goal.text };
  return { puzzle, game: newGame(setup, puzzle.formatPosition(position), undefined, 0) };
};
const played = (game: Game, ...steps: readonly Step[]): Game =>
  steps.reduce((now, step) => playStep(now, step, 0) ?? expect.fail(`no ${step}`), game);

const marks = { [ButtonStyle.Primary]: '', [ButtonStyle.Secondary]: '-', [ButtonStyle.Success]: '+' } as const;
/** The rows as text: `-` before what can't move, `+` before what is picked or hinted, `!` after a hint. */
const rowsOf = (game: Game, tapped?: number): string[] =>
  pieceRows(t, game, tapped).map(({ components }) =>
    components
      .map((one) => {
        if (!('style' in one) || !('label' in one)) return `menu of ${'options' in one ? one.options.length : 0}`;
        expect(one.disabled).toBe(false);
        return marks[one.style as keyof typeof marks] + one.label + (one.emoji ? '!' : '');
      })
      .join(' '),
  );

/** B is above A's way, D stands below it. */
const park = 'BB.../...../AA.C./...C./DD...';

test('each piece has a button by its letter, and the picked one arrows from left to right and from top to bottom', () => {
  const { game } = gameOf('rush', park);
  expect(rowsOf(game)).toEqual(['A B C D']);
  // The cells of C, which can go up by two and down by one.
  for (const cell of [13, 18]) expect(rowsOf(game, cell)).toEqual(['A B +C D', '▲ 2 ▲ 1 ▼ 1']);
  expect(rowsOf(game, 10)).toEqual(['+A B C D', '▶ 1']);
  expect(rowsOf(game, 2)).toEqual(['A B C D']);
});

test('a piece that can’t move has a grey button, which is not disabled', () => {
  const { game } = gameOf('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J');
  expect(rowsOf(game)).toEqual(['-A -B -C -D -E', '-F G H I J']);
  expect(rowsOf(game, 1)).toEqual(['-A +B -C -D -E', '-F G H I J']);
});

test('the piece that moved last stays picked, so that its move can go on around a corner', () => {
  const { puzzle, game } = gameOf('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J');
  const moved = played(game, [13, 17]);
  expect(rowsOf(moved)).toEqual(['-A -B -C -D -E', '-F +G H -I J', '▲ 1 ▶ 1']);
  expect(landingsFrom(puzzle, gameBoard(moved).position, 17).map(({ to }) => to)).toEqual([18, 13]);
});

test('a hint marks the piece and the arrow of the whole slide, and picks the piece', () => {
  const { game } = gameOf('rush', park);
  const way: readonly Step[] = [
    [13, 8],
    [8, 3],
    [10, 11],
    [11, 12],
    [12, 13],
  ];
  const advised = { ...game, advice: [{ at: 0, way, proved: true }] };
  expect(rowsOf({ ...advised, shown: false })).toEqual(['A B C D']);
  const hinted = { ...advised, shown: true };
  expect(rowsOf(hinted)).toEqual(['A B +C! D', '+▲ 2! ▲ 1 ▼ 1']);
  // Another piece that is picked meanwhile has the colour, and the hint its sign.
  expect(rowsOf(hinted, 10)).toEqual(['+A B C! D', '▶ 1']);
});

test('a slide of several cells is taken back at once, a turn of its own', () => {
  const { game } = gameOf('rush', park);
  const slid = played(game, [13, 8], [8, 3]);
  expect(undo(slid)?.steps).toEqual([]);
  expect(undo(played(slid, [10, 11], [11, 12]))?.steps).toEqual([
    [13, 8],
    [8, 3],
  ]);
  // There and back are two taps.
  expect(undo(played(slid, [3, 8], [8, 13]))?.steps).toEqual([
    [13, 8],
    [8, 3],
  ]);
  const turned = played(gameOf('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J').game, [13, 17], [17, 18]);
  expect(undo(turned)?.steps).toEqual([[13, 17]]);
});

test('no game of blocks has more components than Discord takes', () => {
  const countOf = (game: Game, picked?: number): number => {
    const shown = picture('board.png', Buffer.alloc(1), 'a board');
    const { components } = gameMessage(t, game, { picture: shown, ...(picked !== undefined && { picked }) });
    const tree = layoutComponents.parse(components) as readonly ComponentNode[];
    return [...walk(tree)].length;
  };
  const letters = [...'ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz'];
  /** Single cells side by side, with a free row below. */
  const lined = (count: number, columns: number): string =>
    [
      ...Array.from({ length: count / columns }, (_, row) =>
        letters.slice(row * columns, (row + 1) * columns).join(''),
      ),
      '.'.repeat(columns),
    ].join('/');
  const full = gameOf('blocks', lined(20, 5), 'A bottom').game;
  expect(rowsOf(full)).toHaveLength(4);
  // 25 pieces fill the message, so that the arrows of one need the room of the others.
  const most = gameOf('blocks', lined(25, 5), 'A bottom').game;
  expect(rowsOf(most)).toHaveLength(5);
  expect(rowsOf(most, 20)).toEqual(['menu of 5', '▼ 1']);
  const more = gameOf('blocks', lined(30, 6), 'A bottom').game;
  expect(rowsOf(more)).toEqual(['menu of 6']);

  /** One piece has all of its row and its column; the others have the corners. */
  const rows = Array.from({ length: 12 }, (_, y) =>
    Array.from({ length: 12 }, (_, x) => {
      if (x === 5 && y === 5) return 'A';
      if (x === 5 || y === 5) return '.';
      const index = 1 + (y < 5 ? y : y - 1) * 11 + (x < 5 ? x : x - 1);
      return (x + y) % 3 === 0 ? '.' : (letters[index % 3 === 0 ? index / 3 : -1] ?? '.');
    }).join(''),
  );
  const { puzzle, game: cross } = gameOf('blocks', rows.join('/'), 'A bottom');
  const { position } = gameBoard(cross);
  expect(landingsFrom(puzzle, position, 65)).toHaveLength(22);
  expect(puzzle.figures(position).length).toBeGreaterThan(25);
  const [first, second, ...arrows] = rowsOf(cross, 65);
  expect([first, second]).toEqual([expect.stringMatching(/^menu/u), expect.stringMatching(/^menu/u)]);
  expect(arrows.join(' ').split(/(?<=\d) /u)).toHaveLength(21);
  for (const [game, picked] of [
    [full, 15],
    [most, undefined],
    [most, 20],
    [gameOf('blocks', lined(25, 5), 'A bottom left').game, undefined],
    [more, undefined],
    [more, 24],
    [cross, 65],
  ] as const)
    expect(countOf(game, picked)).toBeLessThanOrEqual(40);
});
