/** Boards of blocks in answers: pictures, with words for those who don't see them, or emoji where nobody draws. */
import { ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import { unsolvableMessage } from '../../src/discord/heading.ts';
import type { Message } from '../../src/discord/message.ts';
import { analyseAnswer } from '../../src/features/analyse/answer.ts';
import { compareAnswer } from '../../src/features/compare/answer.ts';
import { hardestAnswer } from '../../src/features/hardest/answer.ts';
import { heuristicAnswer } from '../../src/features/heuristic/answer.ts';
import { allAnswer } from '../../src/features/solve/all-answer.ts';
import { solveAnswer } from '../../src/features/solve/answer.ts';
import { languages, translator } from '../../src/locales/index.ts';
import type { Puzzle, Question } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { boardInWords } from '../../src/render/description.ts';
import { Drawing } from '../../src/render/drawing.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { defaultPresentation, usualPresentation } from '../../src/render/presentation.ts';
import type { Outcome } from '../../src/search/solve.ts';
import { noBoards } from '../support/drawing.ts';
import { questionOf, somePosition } from '../support/truth.ts';

const drawn = new Drawing(async () => Buffer.alloc(8));
const searched = { generated: 1, peakFrontier: 1, milliseconds: 1 };
const obstacle = { code: 'exhausted', values: { generated: 1 } } as const;
const unsolvable = { status: 'unsolvable', obstacle, method: 'component', ...searched } as const;
const gaveUp = { status: 'gave-up', reason: 'deadline', method: 'bfs', lowerBound: 3, ...searched } as const;
const solved: Outcome = { status: 'solved', optimal: true, lowerBound: 0, moves: [], method: 'bfs', ...searched };

interface Shown {
  readonly t: TFunction;
  readonly puzzle: Puzzle;
  readonly question: Question;
  readonly drawing: Drawing;
}
const askedOf = ({ puzzle, question }: Shown) => ({
  request: { puzzle: puzzle.id, question },
  step: 0,
  presentation: usualPresentation(puzzle),
  user: '100000000000000000000',
});

/** Each answer that shows the start of its question, or a position that it found. */
const answers: Readonly<Record<string, (shown: Shown) => Promise<Message>>> = {
  'without a solution': (shown) => unsolvableMessage(shown.t, askedOf(shown).request, unsolvable, shown.drawing),
  '/solve without a solution': (shown) => solveAnswer(shown.t, askedOf(shown), unsolvable, shown.drawing),
  '/solve without an end': (shown) => solveAnswer(shown.t, askedOf(shown), gaveUp, shown.drawing),
  'all solutions without a solution': (shown) => allAnswer(shown.t, askedOf(shown), unsolvable, shown.drawing),
  'all solutions without an end': (shown) => allAnswer(shown.t, askedOf(shown), gaveUp, shown.drawing),
  '/analyse': (shown) => {
    const request = { ...askedOf(shown).request, moves: [], notation: 'named', certainty: 'usage', joined: 0 } as const;
    const analysis = { status: 'analysed', distances: [1], best: [], bestFrom: 0 } as const;
    return analyseAnswer(shown.t, { request }, analysis, shown.drawing);
  },
  '/compare': (shown) =>
    compareAnswer(shown.t, askedOf(shown), { status: 'compared', outcomes: [solved] }, shown.drawing),
  '/hardest': ({ t, puzzle, question, drawing }) => {
    const positions = [puzzle.formatPosition(question.start)];
    const counts = { states: 1, diameter: 0, histogram: [1], milliseconds: 1 };
    const survey = { status: 'surveyed' as const, ...counts, positions };
    return hardestAnswer(t, { request: { puzzle: puzzle.id } }, survey, drawing);
  },
};

/** The words of each board's picture, and all text. */
const partsOf = ({ components, files = [] }: Message) => {
  const parts = components.flatMap((part) => (part.type === ComponentType.Container ? part.components : []));
  const pictures = parts.flatMap((part) => (part.type === ComponentType.MediaGallery ? part.items : []));
  const names = files.flatMap(({ name }) => (name.endsWith('.png') ? `attachment://${name}` : []));
  expect(pictures.map(({ media }) => media.url)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
  expect(pictures.every(({ description }) => description)).toBe(true);
  return {
    words: pictures.map(({ description }) => description),
    text: parts.flatMap((part) => (part.type === ComponentType.TextDisplay ? part.content : [])).join('\n'),
  };
};

const blocks = puzzles.filter(({ hasNamedPieces }) => hasNamedPieces);

describe.each(languages)('in %s', (language) => {
  const t = translator(language);
  const inWords = (puzzle: Puzzle) => boardInWords(t, puzzle, somePosition(puzzle));

  test.each(Object.keys(answers).flatMap((name) => blocks.map((puzzle) => [name, puzzle.id, puzzle] as const)))(
    '%s of %s shows a picture, or emoji where nobody draws it',
    async (name, _, puzzle) => {
      const question = questionOf(puzzle, puzzle.formatPosition(somePosition(puzzle)));
      const emoji = emojiBoard(puzzle, question.start, question.goal);
      const pictured = partsOf(await answers[name]!({ t, puzzle, question, drawing: drawn }));
      expect(pictured.words).toContain(inWords(puzzle));
      expect(pictured.text).not.toContain(emoji);
      const alone = partsOf(await answers[name]!({ t, puzzle, question, drawing: noBoards }));
      expect(alone.words).not.toContain(inWords(puzzle));
      expect(alone.text).toContain(emoji);
    },
  );

  test('an answer in emoji stays one without a solution', async () => {
    const [puzzle] = blocks as [Puzzle];
    const question = questionOf(puzzle, puzzle.formatPosition(somePosition(puzzle)));
    const asked = { ...askedOf({ t, puzzle, question, drawing: drawn }), presentation: defaultPresentation };
    for (const answer of [solveAnswer, allAnswer]) {
      const { words, text } = partsOf(await answer(t, asked, unsolvable, drawn));
      expect(words).toEqual([]);
      expect(text).toContain(emojiBoard(puzzle, question.start, question.goal));
    }
  });

  test('three boards of one message are three pictures', async () => {
    const [puzzle] = blocks as [Puzzle];
    const position = puzzle.formatPosition(somePosition(puzzle));
    const edge = { from: position, to: position, before: 2, after: 0 };
    const result = {
      status: 'judged',
      ...{ isSample: false, above: { count: 1, all: 2 }, steep: { count: 1, all: 2 }, edge },
      ...{ counterexample: { position, value: 2, distance: 1 }, searches: [] },
      ...{ mean: { mean: 1, error: 0 }, distance: { mean: 1, error: 0 } },
    } as const;
    const request = { puzzle: puzzle.id, bound: '2' };
    const { words } = partsOf(await heuristicAnswer(t, { request, withheld: undefined }, result, drawn));
    expect(words).toEqual([1, 2, 3].map(() => inWords(puzzle)));
  });
});
