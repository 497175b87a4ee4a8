/** Goals in sentences: `The exit is on the left, row 5`, `Get the red car (R) out`, `Move B to the bottom left corner`. */
import { remembered } from '../../remembered.ts';
import { meaningOf, type PlaceWords, particle, wordsOfGoal } from './goal-words.ts';

/** What sentences ask for. Without a letter, they mean the piece that leaves. Rows are numbered from 1. */
export interface SentenceGoal extends Omit<PlaceWords, 'letter'> {
  readonly letter?: string | undefined;
  readonly row?: number | undefined;
}

const piece = /^(?:cars?|blocks?|pieces?|truck|vehicle|auto|wagen|stein|voiture|coche|車|ブロック)$/u;
const special = /^(?:red|goal|target|main|player|rote[nsr]?|rouge|roj[ao]|赤い?)$/u;
const row = /^(?:row|line|zeile|reihe|ligne|fila|[行段]目?)$/u;
const verb = /^(?:drives?|moves?|brings?|gets?|takes?|slides?)$/u;
const others =
  /^(?:its?|are|this|that|here|where|we|has|have|needs?|can|will|through|via|from|board|border|wall|hand|end|located|gate|hole|opening|ist|est|sur|es|está|で|です)$/u;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
/** Words of Japanese, which has no spaces. */
const japanese =
  /中央|真ん中|出[口するた]|から|動かす|です|赤い?|ブロック|車|[行段]目?|[上下左右]端?|[をがはのにへで]/gu;
const isLetter = (word = ''): boolean => /^[A-Z]$/u.test(word);

const numberOf = (word: string): number =>
  ordinals.indexOf(word.toLowerCase()) + 1 || Number(/^(\d{1,2})(?:st|nd|rd|th)?$/u.exec(word)?.[1] ?? 0);

/** The words around one that say more of the same. */
const around = (words: readonly string[], at: number): readonly string[] => {
  const isRow = (index: number): boolean => row.test(words[index]?.toLowerCase() ?? '');
  const isPiece = (index: number): boolean => piece.test(words[index]?.toLowerCase() ?? '');
  const isSaid = (word: string, index: number): boolean => {
    if (word === ',') return isRow(index + 1) || isRow(index + 2);
    // These are words, too.
    const next = words[index + 1]?.toLowerCase() ?? '';
    if (word === 'I' || word === 'A') return isPiece(index - 1) || /^(?:is|ist|est|es)?$/u.test(next);
    if (word === 'and' || word === 'or') return meaningOf(next) !== undefined;
    if (isLetter(word) || meaningOf(word.toLowerCase())) return true;
    if (numberOf(word) > 0) return isRow(index - 1) || isRow(index + 1);
    return [particle, piece, special, row, verb, others].some((known) => known.test(word.toLowerCase()));
  };
  let [from, to] = [at, at + 1];
  while (from > 0 && isSaid(words[from - 1]!, from - 1)) from--;
  while (to < words.length && isSaid(words[to]!, to)) to++;
  return words.slice(from, to);
};

/** Whether a word tells of an exit, or of the car that leaves. Out of the way is no exit. */
const isAbout = (words: readonly string[], at: number): boolean => {
  const [before = '', word = '', next = '', last = ''] = [at - 1, at, at + 1, at + 3].map((index) =>
    words[index]?.toLowerCase(),
  );
  if (special.test(word)) return piece.test(next) || piece.test(before);
  return meaningOf(word) === 'out' && (next !== 'of' || /^(?:board|lot|park|garage|box|tray)$/u.test(last));
};

/** How a sentence begins that asks for something. */
const lead =
  /^\W*(?:(?:please|can|could|you|how|do|i|we|want|need|have|to|the|is|my|goal|aim|task|objective)[\s:]+)+/iu;
/** What says where something goes; and the same of a place. */
const going = /(?<!\p{L})(?:to|in|at|on|must|should|reach|nach|muss|à|au|en|a la|al)(?!\p{L})|[にへ]/iu;
const isRequest =
  /(?:^(?:move|bring|get(?! stuck)|slide|push|put)|\b(?:must|should|needs? to|has to))\b.{0,60}\b(?:to|in|at|into|on|reach) (?:the )?(?:very )?(?:top|bottom|left|right|upper|lower|middle|cent|row|col|cell)/iu;

const goalByWords = (words: readonly string[], isOut: boolean): SentenceGoal | 'unclear' | undefined => {
  const meant = new Set(words.map((word) => meaningOf(word.toLowerCase())));
  const [letters, rows] = [new Set(words.filter(isLetter)), new Set(words.map(numberOf))];
  rows.delete(0);
  // Beside a colour alone, a side is where the car stands.
  const isPlace = isOut || meant.has('out') || words.some((word) => verb.test(word.toLowerCase()));
  const of = <Side extends string>(...sides: readonly Side[]) => sides.filter((side) => isPlace && meant.has(side));
  const [[letter, ...otherLetters], [number, ...otherRows]] = [[...letters], isPlace ? [...rows] : []];
  const [x, otherX] = of('left', 'right');
  const [y, otherY] = of('top', 'bottom');
  if (otherLetters.length + otherRows.length > 0 || otherX || otherY) return 'unclear';
  return letter || x || y || number ? { letter, x, y, row: number, isOut: true } : undefined;
};

/** Phrases in which a side or a piece means something else: `left out`, `has left`, `2 moves left`, `right now`, `D blocks the exit`. */
const otherwise =
  /\b(?:left (?:out|over|alone|behind|off|with)|(?:has|have|had|moves?|steps?|cars?|pieces?|minutes?|time) left|right (?:now|away|here|after|before)|(?:all|that['’]?s|is that|am i) right)\b|, right\s*$|\bblock(?:s|ed|ing)? (?=(?:the|its?|my|this|that|him|her|me)\b)/giu;
const leftOut = /\b[A-Z] left out\b/u;

const readSentence = remembered((typed: string): SentenceGoal | 'unclear' | undefined => {
  // Was the piece forgotten, or does it leave on the left?
  if (leftOut.test(typed)) return 'unclear';
  const sentence = typed.replace(otherwise, ' … ');
  const apart = sentence
    .replace(/(?<!\p{L})\p{L}['’](?=\p{L})/gu, '')
    .replace(japanese, ' $& ')
    .replace(/[,、]/gu, ' , ');
  const words = apart.split(/[\s_=:：()"'“”*–—-]+/u).filter((word) => word !== '');
  const at = words.findIndex((_, index) => isAbout(words, index));
  const goal = at === -1 ? undefined : goalByWords(around(words, at), false);
  if (goal) return goal;
  const request = sentence.replace(lead, '');
  const whole = going.test(request) ? wordsOfGoal(request) : undefined;
  if (whole || !isRequest.test(request)) return whole;
  const isNamed = words.some((word, index) => isLetter(word) || (piece.test(words[index - 1] ?? '') && numberOf(word)));
  const meant = goalByWords(words, true);
  return isNamed ? 'unclear' : typeof meant === 'object' ? { ...meant, isOut: false } : meant;
});

/** What the sentences of a text ask for; `unclear` where that is not certain. Several places may be moves. */
export const goalInSentences = (text: string): SentenceGoal | 'unclear' | undefined => {
  const goals = text.split(/[.!?;]+(?=\s|$)|[。！？\n]+/u).flatMap((sentence) => readSentence(sentence) ?? []);
  const parts = goals.filter((one) => one !== 'unclear');
  const differ = (['letter', 'x', 'y', 'row'] as const).some(
    (name) => new Set(parts.flatMap((part) => part[name] ?? [])).size > 1,
  );
  if (differ && parts.every((part) => !part.isOut)) return undefined;
  if (differ || parts.length < goals.length) return 'unclear';
  const all = parts.map((part) => Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)));
  return parts.length === 0 ? undefined : Object.assign({}, ...all, { isOut: parts.some((part) => part.isOut) });
};
