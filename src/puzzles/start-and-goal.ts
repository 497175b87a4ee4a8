/** Texts that say a start and its goal: `283164705 -> 123804765`, or a line *Goal state* between two boards. */
import { exitWord } from './markup.ts';
import { goalOf, type Puzzle, type Question } from './puzzle.ts';

/** Words for boards, which may go on: `goal_state`, `Zielzustand`, `stato finale`. */
const word = (words: string): string =>
  `(?<![\\p{L}\\p{N}\\\\])(?:(?:estado|stato|[ée]tat|состояние|stan)[ \\t_]+)?(?:${words})(?:[ \\t_-]*(?:state|position|board|configuration|node|zustand|stellung|konfiguration|knoten|brett|feld|состояние|позиция|toestand|durum|상태|状态|状態))?(?![\\p{L}\\p{N}])`;
/** What names a board if nothing else stands beside it: in a sentence, it says little. */
const label = (words: string): string =>
  `(?<=^[^\\p{L}\\p{N}\\n]{0,6}|[,;{(][ \\t]{0,4}["'*]{0,2})${word(words)}(?=["'*_\\])]{0,4}[ \\t]*(?:[:=：–—-]|\\r?$))`;
/** On a line of its own, or before something: at the end of a row, or before the word, an arrow is an exit. */
const arrow = `(?:[-=]{1,3}>|[⇒→⟶⟹➡↓⬇]\\uFE0F?|\\\\(?:to|mapsto|(?:long)?rightarrow)(?![a-z]))(?:(?<=^[ \\t]*\\S+)(?=[ \\t]*$)|(?=[ \\t]*(?!${exitWord})[^\\s/]))`;
const goalWords =
  'to|into|goal|target|final|finale|end|ending|finish|destination|desired|ziel|objetivo|objectif|arriv[ée]e|cible|цель|целев(?:ое|ая)|конечн(?:ое|ая)|требуем(?:ое|ая)|obiettivo|doel|hedef|docelowy|końcowy';
const goalLabels =
  'after|output|solved|solution|dst|dest|ende|soll|nach|nachher|lösung|fin|meta|but|apr[eè]s|llegada|hasta|destino|despu[eé]s|soluci[oó]n|fim|chegada|depois|solução|fine|arrivo|dopo|soluzione|eind|финиш|конец|стало|終了|終点|正解|结束|终止|终点|终态|끝|최종|도착';
const isLabel = new RegExp(`^(?:${goalLabels})(?!\\p{L})`, 'iu');
/** What stands before a goal. */
const goalMark = new RegExp(
  `${arrow}|(?:${word(goalWords)}|${label(goalLabels)})[ \\t]*(?:is\\b)?[ \\t]*[:=：]?|(?:目標|目标|ゴール|完成|最終|목표)(?:状態|状态|配置|局面|盤面|形)?(?:は|[:=：])?`,
  'gimu',
);
/** The same at the beginning of a goal by itself. */
export const goalName = new RegExp(`^[^\\p{L}\\p{N}]{0,4}(?:${goalMark.source})(?<=[:=：])`, 'iu');
const startWords =
  'start|starting|initial|from|begin|source|inicial|iniziale|inicio|départ|anfang|начальн(?:ое|ая)|старт|başlangıç|początkowy';
const startLabels =
  'before|input|current|scrambled|origin|src|s0|state|board|puzzle|position|root|ist|von|vorher|avant|partida|desde|origen|antes|origem|partenza|prima|начало|было|исходн(?:ое|ая)|起点|初态|출발|처음';
/** What stands before a start that follows on its goal. */
const startMark = new RegExp(
  `${word(startWords)}|${label(startLabels)}|(?:初期|初始|起始|開始|开始|시작|초기)(?:状態|状态|配置|局面|盤面)?|スタート`,
  'imu',
);
/** A line that only names a board. */
export const boardName = /^[^\p{L}\p{N}]*(?:s0|start|initial|goal|target|final|end|finish)[^\p{L}\p{N}]*$/iu;
/** What a list or a program writes before the name of the next board, and behind a board. */
const between = /(?:[ \t]*[,;&]|\n[ \t]*(?:[-*•]|\d{1,2}[.)]|const|let|var|final))[ \t]*$/u;
/** Two names on a line above boards beside each other. */
const namesBeside = new RegExp(
  `^[^\\p{L}\\p{N}\\n]*(?:${startMark.source})[^\\p{L}\\p{N}\\n]*(?:${goalMark.source})[^\\p{L}\\p{N}\\n]*\\n`,
  'imu',
);
/** Marks that are compared. */
const mostMarks = 8;
/** Characters of boards, as opposed to those of sentences. */
export const countCells = (text: string): number => text.match(/[\p{N}\p{Lu}_.#]/gu)?.length ?? 0;

/** `isCertain`: an arrow or a mark by itself stands between the parts, rather than a word of a sentence. */
type Parts = readonly [start: string, goal: string, isCertain: boolean];

/** Two boards beside each other, with an arrow between a row of both. */
const beside = (text: string, from: number, to: number): Parts => {
  const lineStart = text.lastIndexOf('\n', from) + 1;
  const lines = text.split('\n');
  const part = (...span: [number, number?]): string => lines.map((line) => line.slice(...span)).join('\n');
  return [part(0, from - lineStart), part(to - lineStart), true];
};

/** Both halves of a list, without an element in the middle. */
const halves = <Element>(list: readonly Element[]): readonly (readonly Element[])[] => {
  const length = Math.floor(list.length / 2);
  return [list.slice(0, length), list.slice(list.length - length)];
};

/** A text in two halves: one below the other, and side by side. */
export const halvesOf = (text: string): readonly (readonly string[])[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const beside = lines.map((line) => halves(line.match(/\S+/gu)!).map((words) => words.join(' ')));
  return [halves(lines), [0, 1].map((half) => beside.map((row) => row[half]!))].map((parts) =>
    parts.map((rows) => rows.join('\n')),
  );
};

/** The start without its name, and without what stands before that of the goal. */
const startIn = (text: string): string => {
  const name = startMark.exec(text);
  const isFirst = name && countCells(text.slice(0, name.index)) === 0;
  const board = isFirst ? text.slice(name.index + name[0].length).replace(/^["'*\])]{0,4}[ \t]*[:=：]/u, '') : text;
  return flush(board.replace(between, ''));
};

/** Without spaces before the first row, which stands behind a name: other rows have none. */
const flush = (text: string): string => text.replace(/^[ \t]+(?=\S[^\n]*\n\S)/u, '');

/** Characters of such a text, at most: a bot reads no text for more than five milliseconds. */
const longest = 800;

/** The start and the goal that a text may say: one way to part it, as reading the parts takes time. */
export const startAndGoal = (text: string): Parts | undefined => {
  if (text.length > longest) return undefined;
  const names = namesBeside.exec(text);
  const [left = '', right = ''] = names ? halvesOf(text.slice(names.index + names[0].length))[1]! : [];
  if (countCells(right) > 1) return [left, right, true];
  const marks = [...text.matchAll(goalMark)].map(({ 0: mark, index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + mark.length)];
    return { mark, before, after, least: Math.min(countCells(before), countCells(after)) };
  });
  // Of several, that with a board on both sides; the others are words of a sentence.
  const [best] = marks.slice(0, mostMarks).sort((a, b) => b.least - a.least);
  if (!best) return undefined;
  const { mark, before, after } = best;
  const isArrow = /^[^\p{L}]/u.test(mark);
  const [near, next] = [before.split('\n').at(-1)!, after.split('\n')[0]!];
  const areLists = /[\])}]{2}\s*$/u.test(near) && /^\s*[[({]{2}/u.test(next);
  if (isArrow && !areLists && text.includes('\n') && countCells(near) > 0 && countCells(next) > 0)
    return beside(text, before.length, before.length + mark.length);
  // Moves may stand behind a label, too.
  const isCertain =
    isArrow || (!isLabel.test(mark) && (/[:=：]$/u.test(mark) || (near.trim() === '' && next.trim() === '')));
  const start = countCells(before) === 0 ? startMark.exec(after) : null;
  if (start) return [startIn(after.slice(start.index)), after.slice(0, start.index).replace(between, ''), isCertain];
  return after.trim() === '' ? undefined : [startIn(before), flush(after), isCertain];
};

/** A question as such a text; with the usual goal of its start, only that. @param position the start as it is written */
export const questionText = (
  puzzle: Puzzle,
  { start, goal }: Question,
  position = puzzle.formatPosition(start),
): string =>
  // A copy says nothing of an exit that a text marked.
  goal.text === goalOf(puzzle, [...start]).text ? position : `${position} -> ${goal.text}`;
