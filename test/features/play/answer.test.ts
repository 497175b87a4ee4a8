import { type ComponentNode, layoutComponents, walk } from '@antipode/stand-in/components';
import { ComponentType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { picture } from '../../../src/discord/message.ts';
import { type GameView, gameMessage } from '../../../src/features/play/answer.ts';
import { cellRows, holeMap, isTappable } from '../../../src/features/play/board.ts';
import { type Game, gameBoard, giveUp, newGame, playStep } from '../../../src/features/play/game.ts';
import { translator } from '../../../src/locales/index.ts';
import { type Position, type Puzzle, unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzleFor } from '../../../src/puzzles/reader.ts';
import { puzzleOf, puzzleOrKind, puzzles } from '../../../src/puzzles/registry.ts';
import { scrambleNeeds, scrambleOf, seeded } from '../../../src/search/scramble.ts';
import { needsOf, solve } from '../../../src/search/solve.ts';
import { sharedTables } from '../../support/tables.ts';

const gameOf = (puzzle: Puzzle, position: Position): Game => {
  const invited = {
    id: '1234567890123456789012'.slice(0, 20),
    owner: '223456789012345678',
    private: false,
    shared: true,
    locale: 'en',
    puzzle: puzzle.id,
    goal: puzzle.goal.text,
  };
  return newGame(invited, puzzle.formatPosition(position), undefined, 0);
};

/** Everything that Discord counts, on the tree as it is sent. */
const check = (game: Game, locale: string, view?: GameView): void => {
  // A picture is as much as the emoji in its place, or more.
  const shown = puzzleOf(game.puzzle)!.hasNamedPieces && picture('board.png', Buffer.alloc(1), '.'.repeat(2000));
  const { components } = gameMessage(translator(locale), game, { ...view, ...(shown && { picture: shown }) });
  const tree = layoutComponents.parse(components) as readonly ComponentNode[];
  const nodes = [...walk(tree)].map(({ node }) => node);
  expect(nodes.length).toBeLessThanOrEqual(40);
  const texts = nodes.filter(({ type }) => type === ComponentType.TextDisplay).map(({ content }) => String(content));
  expect(texts.join('').length).toBeLessThanOrEqual(4000);
  expect(Buffer.byteLength(texts.join(''))).toBeLessThan(10_000);
  const ids = nodes.flatMap((node) => node.custom_id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(100);
  // Nothing is left untranslated.
  expect(JSON.stringify(components)).not.toMatch(/"play\.|\{\{|undefined|NaN|\[object/u);
};

describe.each(puzzles)('a message of $id', (puzzle) => {
  const tables = sharedTables(scrambleNeeds(puzzle));

  test.each(['en', 'ja'])('keeps within the limits wherever a game goes, in %s', (locale) => {
    const random = seeded(puzzle.id);
    for (const difficulty of ['easy', 'hard', 'farthest'] as const) {
      let game = gameOf(puzzle, scrambleOf(puzzle, difficulty, random, tables).position);
      game = { ...game, version: 123_456 };
      for (let made = 0; made < 12 && !game.ending; made++) {
        const legal = puzzle.legalSteps(gameBoard(game).position);
        check(game, locale, { picked: legal[0]?.[0] ?? 0, isDoubting: true });
        if (legal.length === 0) break;
        game = playStep(game, legal[Math.floor(random() * legal.length)]!, 0)!;
      }
      const ended = giveUp(game, 4_000_000);
      if (ended) check(ended, locale);
    }
  });
});

test('the boards up to five by five are buttons, those of blocks have some below, the others menus', () => {
  expect(puzzles.filter((puzzle) => !isTappable(puzzle)).map(({ id }) => id)).toEqual([
    'klotski',
    'rush',
    'blocks',
    'peg21',
    'peg33',
    'peg37',
  ]);
});

test.each([
  ['123A/4#56/789_', [4, 4, 4]],
  ['1234/567_', [4, 4]],
  ['#12/345/67_', [3, 3, 3]],
  // As many nodes as a message has room for.
  ['1234A/56789/BC#DE/FGHIJ/KLM_N', [5, 5, 5, 5, 5]],
])('walls between tiles have places among the buttons: %s', (text, lengths) => {
  const puzzle = unwrap(puzzleFor(puzzleOrKind('slide')!, text), text);
  const game = gameOf(puzzle, unwrap(puzzle.parsePosition(text), text));
  const rows = cellRows(translator('en'), game, undefined).map(({ components }) => components);
  expect(rows.map((row) => row.length)).toEqual(lengths);
  const labels = rows.map((row) => row.map((button) => ('label' in button ? button.label : undefined)));
  expect(
    labels.map((row) => row.map((label) => (label === 'wall' ? '#' : label === 'blank' ? '_' : '.')).join('')),
  ).toEqual(text.split('/').map((row) => row.replace(/[^#_]/gu, '.')));
  check(game, 'en');
});

test('a menu holds 25 options; more go into another', () => {
  const peg37 = puzzleOf('peg37')!;
  // As many jumps as a board can have at once, or near to it.
  const random = seeded('many');
  let most: Position = peg37.goal.positions[0]!;
  let steps = peg37.legalSteps(most).length;
  for (let tries = 0; tries < 10_000; tries++) {
    const hole = Math.floor(random() * 37);
    const turned = most.with(hole, 1 - most[hole]!);
    const legal = peg37.legalSteps(turned).length;
    if (legal >= steps) [most, steps] = [turned, legal];
  }
  expect(steps).toBeGreaterThan(25);
  check(gameOf(peg37, most), 'en');
});

test('a solution given up on fits in a message, however long', () => {
  const fifteen = puzzleOf('fifteen')!;
  const eleven = puzzleOf('eleven')!;
  const start = eleven.parsePosition('032187654BA9');
  if (!start.ok) throw new Error('no position');
  const tables = sharedTables(needsOf(eleven, eleven.goal));
  const outcome = solve(eleven, { start: start.value, goal: eleven.goal }, { tables });
  if (outcome.status !== 'solved') throw new Error(outcome.status);
  const game = gameOf(eleven, start.value);
  const way = outcome.moves.map((move) => [move[0]!, move[1]!] as const);
  check(giveUp({ ...game, advice: [{ at: 0, way, proved: true }] }, 0)!, 'ja');
  check(gameOf(fifteen, fifteen.goal.positions[0]!), 'ja');
});

describe('of a daily challenge', () => {
  const peg15 = puzzleOf('peg15')!;
  const begun = peg15.parsePosition('all-1');
  const ordinary = {
    ...gameOf(peg15, begun.ok ? begun.value : expect.fail()),
    advice: [{ at: 0, way: [[3, 0] as const], proved: true }],
  };
  const guided: Game = { ...ordinary, guided: true };
  const daily: Game = { ...ordinary, daily: 12, private: true, shared: false };
  const shown = (game: Game, view?: GameView) => JSON.stringify(gameMessage(translator('en'), game, view));

  test('nothing is told unasked: neither how many moves are left, nor that there is no way', () => {
    expect(shown(guided)).toContain('1 move left at best');
    expect(shown(ordinary)).not.toContain('left at best');
    expect(shown(daily)).toContain('Daily #12 · Peg solitaire, 15 holes');
    expect(shown(daily)).not.toMatch(/left at best|Next/u);
    expect(shown({ ...daily, shown: true, hints: 1 })).toContain('with 1 hint · 1 move left at best\\nNext: ');
    const lost = [{ at: 0, proved: true }];
    expect(shown({ ...guided, advice: lost })).toContain('Dead end');
    expect(shown({ ...daily, advice: lost })).not.toContain('Dead end');
    expect(shown({ ...daily, advice: lost, shown: true, hints: 1 })).toContain('Dead end');
  });

  test('it can be given up once its day is over', () => {
    expect(shown(daily)).toContain('Give up');
    expect(shown(daily, { isSecret: true })).not.toContain('Give up');
    expect(shown(daily, { isSecret: true, isDoubting: true })).not.toContain('Give up');
  });
});

test('a tap moves its piece, and on a tile in line with the blank all tiles between', () => {
  const tap = (id: string, position: string, cell: number) => {
    const puzzle = puzzleOf(id)!;
    const parsed = puzzle.parsePosition(position);
    return parsed.ok ? puzzle.tap(parsed.value, cell) : expect.fail(position);
  };
  expect(tap('eight', '123456780', 7)).toEqual([[7, 8]]);
  expect(tap('eight', '123456780', 6)).toEqual([
    [7, 8],
    [6, 7],
  ]);
  expect(tap('eight', '123456780', 2)).toEqual([
    [5, 8],
    [2, 5],
  ]);
  expect(tap('eight', '123456780', 4)).toEqual([]);
  expect(tap('eight', '123456780', 8)).toEqual([]);
  // The blank is at the left of the middle row, so the hexagon's lines go right, and one cell up and down.
  expect([0, 1, 3, 4, 5, 6].map((cell) => tap('six', '1203456', cell).length)).toEqual([1, 0, 1, 2, 1, 0]);
  // Both halves of the wide card are the card.
  expect(tap('onoff', '==_nooff', 0)).toEqual([[0, 1]]);
  expect(tap('onoff', '==_nooff', 1)).toEqual([[0, 1]]);
  expect(tap('peg15', 'all-1', 3)).toEqual([]);
});

test('a board of pegs dims no number, and one of tiles only its blank', () => {
  const dimmed = (id: string, position: string) => {
    const puzzle = puzzleOf(id)!;
    const game = gameOf(puzzle, unwrap(puzzle.parsePosition(position), position));
    return cellRows(translator('en'), game, undefined).flatMap(({ components }) =>
      components.flatMap((one) => ('label' in one && one.disabled ? one.label : [])),
    );
  };
  expect(dimmed('peg15', 'all-5')).toEqual([]);
  expect(dimmed('eight', '123450786')).toEqual(['blank']);
});

test('the map of the holes shows each where it is', () => {
  expect(holeMap(puzzleOf('peg33')!)).toBe(
    [
      '      c1 d1 e1',
      '      c2 d2 e2',
      'a3 b3 c3 d3 e3 f3 g3',
      'a4 b4 c4 d4 e4 f4 g4',
      'a5 b5 c5 d5 e5 f5 g5',
      '      c6 d6 e6',
      '      c7 d7 e7',
    ].join('\n'),
  );
  expect(holeMap(puzzleOf('peg21')!).split('\n')).toHaveLength(7);
});

test('a goal of numbers is a block of its own, as no block is subtext', () => {
  const puzzle = puzzleOf('6x6')!;
  const start = puzzle.play(puzzle.goal.positions[0]!, [34, 35]);
  const { components } = gameMessage(translator('en'), gameOf(puzzle, start));
  expect(JSON.stringify(components)).toContain('-# The goal:\\n```\\n 1  2  3  4  5  6\\n');
});
