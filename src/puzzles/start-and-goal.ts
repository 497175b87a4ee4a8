/** Texts that say a start and its goal: `283164705 -> 123804765`, or a line *Goal state* between two boards. */
import { exitWord } from './markup.ts';
import { goalOf, type Puzzle, type Question } from './puzzle.ts';

const word = (words: string): string =>
  `(?<![\\p{L}\\p{N}])(?:${words})(?:[ \\t_-]*(?:state|position|board|configuration|node|zustand|stellung))?(?![\\p{L}\\p{N}])`;
/** On a line of its own, or before something: at the end of a row, or before the word, an arrow is an exit. */
const arrow = `(?:[-=]{1,3}>|[⇒→⟶⟹➡↓⬇]\\uFE0F?)(?:(?<=^[ \\t]*\\S+)(?=[ \\t]*$)|(?=[ \\t]*(?!${exitWord})[^\\s/]))`;
/** What stands before a goal. */
const goalMark = new RegExp(
  `${arrow}|${word('to|into|goal|target|final|end|finish|ziel|objetivo|objectif|arrivée|цель')}[ \\t]*(?:is\\b)?[ \\t]*[:=：]?|(?:目標|目标|ゴール|完成|最終)(?:状態|状态|局面|盤面|形)?(?:は|[:=：])?`,
  'gimu',
);
/** What stands before a start that follows on its goal. */
const startMark = new RegExp(
  `${word('start|initial|from|begin|inicial|inicio|départ|anfang')}|(?:初期|初始|開始)(?:状態|状态|局面|盤面)?|スタート`,
  'iu',
);
/** Marks that are compared. */
const mostMarks = 8;
/** Characters of boards, as opposed to those of sentences. */
const countCells = (text: string): number => text.match(/[\p{N}\p{Lu}_.#]/gu)?.length ?? 0;

/** `isCertain`: an arrow or a mark by itself stands between the parts, rather than a word of a sentence. */
type Parts = readonly [start: string, goal: string, isCertain: boolean];

/** Two boards beside each other, with an arrow between a row of both. */
const beside = (text: string, from: number, to: number): Parts => {
  const lineStart = text.lastIndexOf('\n', from) + 1;
  const lines = text.split('\n');
  const part = (...span: [number, number?]): string => lines.map((line) => line.slice(...span)).join('\n');
  return [part(0, from - lineStart), part(to - lineStart), true];
};

/** Characters of such a text, at most: a bot reads no text for more than five milliseconds. */
const longest = 800;

/** The start and the goal that a text may say: one way to part it, as reading the parts takes time. */
export const startAndGoal = (text: string): Parts | undefined => {
  if (text.length > longest) return undefined;
  const marks = [...text.matchAll(goalMark)].map(({ 0: mark, index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + mark.length)];
    return { mark, before, after, least: Math.min(countCells(before), countCells(after)) };
  });
  // Of several, that with a board on both sides; the others are words of a sentence.
  const [best] = marks.slice(0, mostMarks).sort((a, b) => b.least - a.least);
  if (!best) return undefined;
  const { mark, before, after } = best;
  const isArrow = /^[^\p{L}]/u.test(mark);
  const [left, right] = [before.split('\n').at(-1)!, after.split('\n')[0]!];
  if (isArrow && text.includes('\n') && countCells(left) > 0 && countCells(right) > 0)
    return beside(text, before.length, before.length + mark.length);
  const isCertain = isArrow || /[:=：]$/u.test(mark) || (left.trim() === '' && right.trim() === '');
  const start = countCells(before) === 0 ? startMark.exec(after) : null;
  if (start) return [after.slice(start.index + start[0].length), after.slice(0, start.index), isCertain];
  return after.trim() === '' ? undefined : [before, after, isCertain];
};

/** A question as such a text; with the usual goal of its start, only that. @param position the start as it is written */
export const questionText = (
  puzzle: Puzzle,
  { start, goal }: Question,
  position = puzzle.formatPosition(start),
): string =>
  // A copy says nothing of an exit that a text marked.
  goal.text === goalOf(puzzle, [...start]).text ? position : `${position} -> ${goal.text}`;
