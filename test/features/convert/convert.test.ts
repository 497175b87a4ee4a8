/** Every notation that is written is read again; whatever is asked fits into a message. */

import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import type { TFunction } from 'i18next';
import { describe, expect, it, test } from 'vitest';
import { convertAnswer } from '../../../src/features/convert/answer.ts';
import { type ConvertRequest, convertJob } from '../../../src/features/convert/job.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { formatMoves, longestMoves, mostMoves, parseMoves, withCounts } from '../../../src/puzzles/moves.ts';
import { type Move, type Puzzle, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzleOfSize, puzzles } from '../../../src/puzzles/registry.ts';
import { Drawing } from '../../../src/render/drawing.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { type BoardView, views } from '../../../src/render/presentation.ts';
import type { AnimationTask } from '../../../src/render/task.ts';
import { seeded } from '../../../src/search/scramble.ts';
import fc from '../../support/properties.ts';
import { distancesTo, somePosition, unrank, walkBack, walks } from '../../support/truth.ts';

type Asked = Omit<ConvertRequest, 'puzzle'> & { readonly puzzle: Puzzle; readonly view?: BoardView };

type Scene = Pick<AnimationTask, 'position' | 'moves'>;

/** What the bot answers to a worker's result, and what is drawn for it. */
const convert = async (t: TFunction, { puzzle, view = 'emoji', ...asked }: Asked) => {
  const request = convertJob.input.parse({ puzzle: puzzle.id, ...asked });
  const result = convertJob.run(request, { tables: new Map(), databases: '7-8', limits: {} as never });
  const stored = convertJob.result.parse(JSON.parse(JSON.stringify(result)));
  const shown = { request, presentation: { view, theme: 'dark' } as const };
  const tasks: Scene[] = [];
  const drawing = new Drawing(async (task) => {
    if (task.kind !== 'picture' && task.kind !== 'animation') throw new Error(`a ${task.kind} is drawn`);
    tasks.push({ position: task.position, moves: task.moves ?? [] });
    return Buffer.alloc(1);
  });
  const { components, files = [] } = await convertAnswer(t, shown, stored, drawing);
  const scenes = files.map(({ name: file }, index) => ({ file, ...tasks[index]! }));
  return { isFound: result.status !== 'unreadable', components, scene: scenes[0] };
};

const ids = fc.constantFrom(...puzzles.map(({ id }) => id));

const movesFrom = (puzzle: Puzzle, start: readonly number[], choices: readonly number[]): Move[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(start));
  const moves: Move[] = [];
  for (const choice of choices) {
    const codes: number[] = [];
    const count = cursor.moves(codes, 0);
    const open = codes.slice(0, count).filter((code) => cursor.path(code)[0] !== moves.at(-1)?.at(-1));
    const usable = puzzle.family === 'pegs' ? open : codes.slice(0, count);
    if (usable.length === 0) break;
    const code = usable[choice % usable.length]!;
    moves.push(cursor.path(code));
    cursor.make(code);
  }
  return moves;
};

it('a position in each notation is the same position', () => {
  fc.assert(
    fc.property(ids, walks(60), (id, choices) => {
      const puzzle = puzzleOf(id)!;
      const position = walkBack(puzzle, puzzle.goal, choices);
      const forms = [...puzzle.positionNotations(position).map(({ content }) => content), emojiBoard(puzzle, position)];
      for (const form of forms) expect(puzzle.parsePosition(form)).toEqual({ ok: true, value: position });
    }),
    { numRuns: 300 },
  );
});

it('moves in each notation lead to the same end', () => {
  fc.assert(
    fc.property(ids, walks(60), (id, choices) => {
      const puzzle = puzzleOf(id)!;
      const start = somePosition(puzzle);
      const moves = movesFrom(puzzle, start, choices);
      fc.pre(moves.length > 0);
      const end = replay(puzzle, start, moves).at(-1)!;
      for (const { notation, separator, hasCounts } of puzzle.moveNotations) {
        const single = formatMoves(puzzle, start, moves, notation);
        const text = (hasCounts ? withCounts(single) : single).join(separator);
        const read = parseMoves(puzzle, start, text, { text: '', positions: [end] });
        if (!read.ok) throw new Error(read.problem.code);
        expect(replay(puzzle, start, read.value.moves).at(-1)).toEqual(end);
      }
    }),
    { numRuns: 300 },
  );
});

describe.each(languages)('an answer in %s', (language) => {
  const t = translator(language);
  const check = async (asked: Asked): Promise<boolean> => {
    const { isFound, components, scene } = await convert(t, asked);
    const uploads = scene
      ? [{ index: '0', filename: scene.file, contentType: 'image/png', bytes: new Uint8Array(1) }]
      : [];
    const attachments = uploads.map(({ filename }, id) => ({ id, filename }));
    checkMessage(
      { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] }, attachments },
      { route: 'webhook', knowsEmoji: () => false, uploads },
    );
    return isFound;
  };

  test.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))(
    'about %s keeps to the limits',
    async (_, puzzle) => {
      const start = somePosition(puzzle);
      const plain = { puzzle };
      expect(await check({ ...plain, text: puzzle.formatPosition(start) })).toBe(true);
      const moves = movesFrom(
        puzzle,
        start,
        Array.from({ length: mostMoves }, (_, index) => index * 7919),
      );
      const position = puzzle.formatPosition(start);
      for (const { notation, separator } of puzzle.moveNotations) {
        const text = formatMoves(puzzle, start, moves, notation).join(separator);
        expect(await check({ ...plain, position, text })).toBe(true);
        if (puzzle.isReversible) await check({ puzzle, position, text, reverse: true, simplify: true });
      }
      for (const view of views) await check({ ...plain, text: position, view });
      for (const text of ['', '?', '\u202E@everyone **x**', 'z'.repeat(longestMoves), '🟥'.repeat(1000)]) {
        expect(await check({ ...plain, text })).toBe(false);
        expect(await check({ ...plain, text: '1', position: text })).toBe(false);
      }
    },
  );
});

describe('moves of simulators', () => {
  const plain = { puzzle: puzzleOf('eight')! };
  const said = async (asked: Partial<Asked> & { readonly text: string }, language = 'en'): Promise<string> =>
    JSON.stringify((await convert(translator(language), { ...plain, ...asked })).components).replaceAll('\\n', '|');

  test('are written with counts and without, in both senses, with a link to their replay', async () => {
    const answer = await said({ text: 'D2R2U', position: '123456780' });
    expect(answer).toContain('|D2R2U|DDRRU|');
    expect(answer).toContain('|U2L2D|UULLD|');
    expect(answer).toContain('"url":"https://slidysim.github.io/replay?r=');
    expect(await said({ text: 'U2L2D', position: '123456780' })).toContain('|D2R2U|DDRRU|');
  });

  test('end at the goal, or begin there if they are a scramble, and the answer says which', async () => {
    // The blank goes down and right into its corner, or a tile goes down into it.
    const solution = await said({ text: 'DR' });
    expect(solution).toContain('from `123406758` to `123456780`');
    expect(solution).toContain('Read as directions of the blank');
    expect(solution).toContain('As a scramble, they lead from the goal to `123405786`');
    const scramble = await said({ text: 'DR', scramble: true });
    expect(scramble).toContain('from `123456780` to `123405786`');
    expect(scramble).toContain('Read as directions of the pieces');
    // No tile can go right into the corner, so these are a scramble.
    expect(await said({ text: 'DR', notation: 'piece-directions' })).toContain('Read as a scramble');
    expect(await said({ text: 'DR', scramble: true, notation: 'blank-directions' })).toContain(
      'As moves that begin at the goal',
    );
    expect(await said({ text: 'DR', scramble: true }, 'ja')).toContain('ゴールから始まるスクランブルと読みました。');
  });

  test('are reversed and simplified with counts', async () => {
    const asked = { text: 'D2R2LRU', position: '123456780' };
    expect(await said({ ...asked, simplify: true })).toContain('|D2R2U|DDRRU|');
    expect(await said({ ...asked, simplify: true, reverse: true })).toContain('|DL2U2|DLLUU|');
  });

  test('are drawn from their start; a scramble is drawn at its end', async () => {
    const drawn = async (asked: Partial<Asked>) =>
      (await convert(translator('en'), { ...plain, text: 'DR', ...asked })).scene;
    expect(await drawn({})).toBeUndefined();
    expect(await drawn({ view: 'picture' })).toEqual({ file: 'board.png', position: '123406758', moves: [] });
    expect(await drawn({ view: 'picture', scramble: true })).toMatchObject({ position: '123405786', moves: [] });
    const animation = (await drawn({ view: 'animation', scramble: true }))!;
    expect(animation).toMatchObject({ file: 'moves.gif', position: '123456780' });
    expect(animation.moves).toHaveLength(2);
  });
});

test('a picture of blocks comes with their emoji, which are a notation; one of tiles replaces them', async () => {
  const shown = (id: string, text: string) =>
    convert(translator('en'), { puzzle: puzzleOf(id)!, text, view: 'picture' });
  const blocks = await shown('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J');
  expect(JSON.stringify(blocks.components)).toContain('As emoji');
  expect(blocks.scene).toMatchObject({ file: 'board.png', moves: [] });
  expect(JSON.stringify((await shown('eight', '867254301')).components)).not.toContain('As emoji');
});

test('a position says whether it can be solved', async () => {
  const said = async (id: string, text: string): Promise<string> =>
    JSON.stringify((await convert(translator('en'), { puzzle: puzzleOf(id)!, text })).components);
  expect(await said('eight', '867254301')).toContain('It can be solved.');
  expect(await said('eight', '6 8 7/2 5 4/3 0 1')).toContain('No solution');
  expect(await said('fifteen', '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0')).toContain('No solution');
  expect(await said('fifteen', '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0')).toContain('/9 10 11 12/13 15 14 0');
});

describe.each(languages)('boards of any size, in %s', (language) => {
  test.each(['6x5', '6x6', '10x10', '3x20', '20x20'])(
    '%s: its position and its moves keep to the limits',
    async (size) => {
      const puzzle = puzzleOfSize(size)!;
      const position = puzzle.randomPosition(seeded(size), puzzle.goal);
      const text = puzzle.formatPosition(position);
      expect(puzzle.parsePosition(text)).toEqual({ ok: true, value: position });
      for (const { content } of puzzle.positionNotations(position)) {
        expect(puzzle.parsePosition(content)).toEqual({ ok: true, value: position });
      }
      const plain = { puzzle, view: 'picture' as const };
      const moves = 'R2D2L2U2'.repeat(60);
      const answers = await Promise.all([
        convert(translator(language), { ...plain, text }),
        convert(translator(language), { ...plain, text: moves, scramble: true }),
      ]);
      for (const { isFound, components, scene } of answers) {
        const upload = { index: '0', filename: scene!.file, contentType: 'image/png', bytes: new Uint8Array(1) };
        checkMessage(
          {
            components,
            flags: MessageFlags.IsComponentsV2,
            allowed_mentions: { parse: [] },
            attachments: [{ id: 0, filename: scene!.file }],
          },
          { route: 'webhook', knowsEmoji: () => false, uploads: [upload] },
        );
        expect(isFound).toBe(true);
      }
    },
  );
});

test('the Manhattan distance is the sum of the ways of the tiles', async () => {
  const said = async (size: string, text: string): Promise<string> => {
    const puzzle = puzzleOfSize(size)!;
    return JSON.stringify((await convert(translator('en'), { puzzle, text })).components);
  };
  expect(await said('3x3', '123456780')).toContain('Manhattan distance: 0 (');
  expect(await said('3x3', '867254301')).toContain(
    'Manhattan distance: 21 (random positions: 14 on average, standard deviation 2.89)',
  );
  // The last tile of the first row and that of the second are exchanged.
  const rows = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => (row * 10 + column + 1) % 100),
  );
  [rows[0]![9], rows[1]![9]] = [20, 10];
  expect(await said('10x10', rows.map((row) => row.join(' ')).join('/'))).toMatch(
    /No solution.*Manhattan distance: 2 \(/u,
  );
  // What eggbot's `md_mean` and `md_variance` tell, on square boards.
  for (const n of [3, 4, 5, 6, 10]) {
    const mean = (2 * n ** 3 - 5 * n + 3) / 3;
    const deviation = Math.round(Math.sqrt((8 * n ** 4 + 13 * n ** 2 - 15) / 90) * 100) / 100;
    const known = `random positions: ${mean} on average, standard deviation ${deviation})`;
    expect(await said(`${n}x${n}`, puzzleOfSize(`${n}`)!.goal.text)).toContain(known);
  }
  // Two of its tiles decide where the third is.
  expect(await said('2x2', '1230')).toContain('random positions: 3 on average)');
});

test.each(['2x3', '2x4', '3x3', 'six'])(
  'the mean and the deviation of %s are those of all its positions',
  async (id) => {
    const puzzle = puzzleOf(id) ?? puzzleOfSize(id)!;
    const { board, goal } = puzzle;
    const places = goal.positions[0]!;
    const sums = [...distancesTo(puzzle, goal)].map(([rank]) =>
      unrank(puzzle, rank).reduce(
        (sum, tile, cell) => sum + (tile === 0 ? 0 : board.distance[cell]![places.indexOf(tile)]!),
        0,
      ),
    );
    const mean = sums.reduce((sum, one) => sum + one, 0) / sums.length;
    const deviation = Math.sqrt(sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / sums.length);
    const asked = { puzzle, text: goal.text };
    expect(JSON.stringify((await convert(translator('en'), asked)).components)).toContain(
      `${Math.round(mean * 10) / 10} on average, standard deviation ${Math.round(deviation * 100) / 100})`,
    );
  },
);
