/** The message of `/watch`, its buttons, and what it tells of a running challenge. */
import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/discord/message.ts';
import { parseWatch, watchAnswer } from '../../../src/features/watch/answer.ts';
import { type WatchRequest, watchJob } from '../../../src/features/watch/job.ts';
import { numbersOf } from '../../../src/features/watch/numbers.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { isAt } from '../../../src/puzzles/puzzle.ts';
import { allPuzzles, knownPuzzle, puzzleOf } from '../../../src/puzzles/registry.ts';
import { Drawing } from '../../../src/render/drawing.ts';
import type { Presentation } from '../../../src/render/presentation.ts';
import type { Task } from '../../../src/render/task.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { nearby, seeded } from '../../../src/search/scramble.ts';
import { framesOf, watchableMethods } from '../../../src/search/trace.ts';
import { questionOf } from '../../support/truth.ts';

const tasks: Task[] = [];
const noted = new Drawing(async (task) => {
  tasks.push(task);
  return Buffer.alloc(8);
});

const run = (request: WatchRequest) =>
  watchJob.run(request, { tables: new Map(), databases: '7-7-1', limits: { control: new SearchControl() } });
const requestOf = (id: string, position: string, method: WatchRequest['method']): WatchRequest => ({
  puzzle: id,
  question: questionOf(puzzleOf(id)!, position),
  method,
});
const animation: Presentation = { view: 'animation', theme: 'light' };

const check = ({ components, files = [] }: Message): string => {
  const attachments = files.map(({ name }, id) => ({ id: String(id), filename: name }));
  const payload = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] }, attachments };
  const uploads = files.map(({ name, data }, index) => ({
    index: String(index),
    filename: name,
    contentType: 'image/png',
    bytes: data,
  }));
  checkMessage(payload, { route: 'webhook', knowsEmoji: () => false, uploads });
  return JSON.stringify(components);
};
const idsIn = (text: string): string[] => [...text.matchAll(/"custom_id":"watch\|([^"]+)"/gu)].map(([, id]) => id!);
const show = async (request: WatchRequest, step = 0, presentation = animation, locale = 'en') =>
  check(await watchAnswer(translator(locale), { request, step, presentation, locale }, run(request), noted));

test('a picture is described by the frames that it has, which leaves some of many out', async () => {
  const request = requestOf('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'bfs');
  expect(await show(request)).toContain('Animation of 36 pictures of a search.');
  expect(await show({ ...request, files: true })).toContain('36 pictures of a search on one sheet.');
});

describe.each(languages)('in %s', (locale) => {
  test('the message of every puzzle near its goal is one that Discord takes, by each method', async () => {
    for (const puzzle of allPuzzles) {
      const start = nearby(puzzle, seeded(puzzle.id));
      const question = questionOf(puzzle, puzzle.formatPosition(start));
      const [method] = watchableMethods(puzzle, question.goal).toReversed();
      const request = { puzzle: puzzle.id, question, method: method! };
      // Boards of pieces of their own have hard ones only.
      if (puzzle.hasOwnPieces || puzzle.states > 1e9) continue;
      expect(isAt(start, question.goal)).toBe(false);
      for (const shown of [animation, { ...animation, view: 'picture' as const }]) {
        expect(await show(request, 1, shown, locale)).not.toMatch(/watch\.\w/u);
      }
      expect(await show({ ...request, files: true }, 0, animation, locale)).toContain('search.csv');
    }
  });
});

describe('buttons', () => {
  const request = requestOf('eight', '238164750', 'bidirectional');

  test('lead to the other frames, the animation, the files and the other methods', async () => {
    const presses = idsIn(await show(request, 3, { view: 'picture', theme: 'dark' })).map((id) =>
      parseWatch(id.split('|')),
    );
    expect(presses.map((press) => press?.step)).toEqual([0, 2, 4, 9999, 0, 0, 0, 0, 0, 0]);
    expect(presses.slice(0, 4).map((press) => press?.presentation)).toEqual(
      Array.from({ length: 4 }, () => ({ view: 'picture', theme: 'dark' })),
    );
    expect(presses.slice(4).map((press) => press?.presentation.view)).toEqual(
      Array.from({ length: 6 }, () => 'animation'),
    );
    expect(presses[5]!.request).toEqual({ ...request, files: true });
    expect(presses.slice(6).map((press) => press?.request.method)).toEqual(['bfs', 'bidirectional', 'iddfs', 'ida']);
    for (const press of presses) expect(press?.request.question).toEqual(request.question);
  });

  test('end at the first and the last frame', async () => {
    const disabled = (text: string): string[] =>
      [...text.matchAll(/"custom_id":"watch\|(\w+)[^"]*","disabled":true/gu)].map(([, action]) => action!);
    const steps: Presentation = { view: 'picture', theme: 'dark' };
    expect(disabled(await show(request, 0, steps))).toEqual(['first', 'back', 'bidirectional']);
    expect(disabled(await show(request, 9999, steps))).toEqual(['on', 'last', 'bidirectional']);
    const task = tasks.at(-1);
    const frames = task?.kind === 'search' ? framesOf(task.search.trace).length : 0;
    expect(task).toMatchObject({ view: frames - 1 });
  });

  test.each([
    'first|eight|zkn||bfs|0',
    'first|eight|zkn||table|0|pd',
    'first|eight|zkn||bfs|-1|pd',
    'first|nine|zkn||bfs|0|pd',
    'first|eight|!!||bfs|0|pd',
    'jump|eight|zkn||bfs|0|pd',
    'first|eight|zkn||bfs|0|xx',
    `first|eight|${puzzleOf('eight')!.encode(puzzleOf('eight')!.goal.positions[0]!)}||bfs|0|pd`,
    'bfs|twentyfour|zkn||bfs|0|pd',
  ])('that are forged ask for nothing: %s', (id) => {
    expect(parseWatch(id.split('|'))).toBeUndefined();
  });

  test('are left out where a position is too long for them', async () => {
    const numbers = Array.from({ length: 256 }, (_, index) => index + 1)
      .with(255, 255)
      .with(254, 0);
    const shown = await show(requestOf('16x16', numbers.join(' '), 'ida'));
    expect(shown).toContain('search.gif');
    expect(idsIn(shown)).toEqual([]);
  });
});

test('numbers are a row for each ring or limit', () => {
  const rowsOf = (method: WatchRequest['method']): string[] => {
    const result = run(requestOf('eight', '123048765', method));
    if (result.status !== 'watched') throw new Error(result.status);
    return numbersOf(result.trace).trimEnd().split('\n');
  };
  expect(rowsOf('bfs').slice(0, 4)).toEqual(['end,moves,positions,seen', 'start,0,1,1', 'start,1,3,4', 'start,2,5,9']);
  expect(rowsOf('bidirectional').slice(1, 4)).toEqual(['start,0,1,1', 'goal,0,1,2', 'start,1,3,5']);
  expect(rowsOf('iddfs')).toEqual([
    'limit,positions,branches,seen',
    '1,3,3,3',
    '3,18,10,21',
    '5,60,28,81',
    '7,112,50,193',
  ]);
});

test('what has no solution by a rule is said at once', async () => {
  const request = { puzzle: 'eight', question: questionOf(puzzleOf('eight')!, '123456870'), method: 'bfs' } as const;
  expect(run(request).status).toBe('unsolvable');
  expect(await show(request)).toContain('No solution');
});

test('the start and the solution are revealed, also before the result', () => {
  const request = requestOf('eight', '238164750', 'ida');
  const before = watchJob.reveals!(request)!;
  expect([before.positions, before.solution]).toEqual([[request.question.start], undefined]);
  const result = run(request);
  const after = watchJob.reveals!(request, result)!;
  expect(after.solution!.moves).toHaveLength(14);
  expect(after.puzzle).toBe(knownPuzzle('eight'));
});
