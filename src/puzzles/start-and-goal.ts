/** Texts that say a start and its goal: `283164705 -> 123804765`, or a line *Goal state* between two boards. */
import { goalOf, type Puzzle, type Question } from './puzzle.ts';

const word = (words: string): string =>
  `(?<![\\p{L}\\p{N}])(?:${words})(?:[ \\t_-]*(?:state|position|board|configuration|node))?(?![\\p{L}\\p{N}])`;
/** On a line of its own, or before something: at the end of a row, an arrow is an exit. */
const arrow = '(?:[-=]{1,3}>|[⇒→⟶⟹➡↓⬇]\\uFE0F?)(?:(?<=^[ \\t]*\\S+)(?=[ \\t]*$)|(?=[ \\t]*[^\\s/]))';
/** What stands before a goal. */
const goalMark = new RegExp(
  `${arrow}|${word('to|into|goal|target|final|end|finish')}[ \\t]*(?:is\\b)?[:=：]?|(?:目標|ゴール|完成|最終)(?:状態|局面|盤面|形)?(?:は|[:=：])?`,
  'gimu',
);
/** What stands before a start that follows on its goal. */
const startMark = new RegExp(`${word('start|initial|from|begin')}|(?:初期|開始)(?:状態|局面|盤面)?|スタート`, 'iu');
/** Marks that are tried, as one may be a word of a sentence. */
const mostMarks = 6;

type Parts = readonly [start: string, goal: string];

/** Two boards beside each other, with a mark between a row of both. */
const beside = (text: string, index: number, mark: string): Parts[] => {
  const column = index - text.lastIndexOf('\n', index) - 1;
  const lines = text.split('\n');
  const [left, right] = [
    lines.map((line) => line.slice(0, column)),
    lines.map((line) => line.slice(column + mark.length)),
  ];
  return lines.length > 1 && column > 0 ? [[left.join('\n'), right.join('\n')]] : [];
};

/** A start and a goal that a text may say, in the order in which they should be tried. */
export const startsAndGoals = (text: string): readonly Parts[] =>
  [...text.matchAll(goalMark)].slice(0, mostMarks).flatMap(({ 0: mark, index }): Parts[] => {
    const after = text.slice(index + mark.length);
    const start = startMark.exec(after);
    return [
      [text.slice(0, index), after],
      ...(start ? [[after.slice(start.index + start[0].length), after.slice(0, start.index)] as const] : []),
      ...beside(text, index, mark),
    ];
  });

/** A question as such a text; with the usual goal of its start, only that. @param position the start as it is written */
export const questionText = (
  puzzle: Puzzle,
  { start, goal }: Question,
  position = puzzle.formatPosition(start),
): string =>
  // A copy says nothing of an exit that a text marked.
  goal.text === goalOf(puzzle, [...start]).text ? position : `${position} -> ${goal.text}`;
