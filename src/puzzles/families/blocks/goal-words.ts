/** Goals in words: `B bottom`, `B top left`, `X out right`, `B 下`. */
import type { Board } from '../../board.ts';
import { directionWords } from '../../move-words.ts';
import { columnsOf } from './shapes.ts';

/** Where a piece has to be: at an edge of the board, or midway between two. */
export interface PlaceWords {
  readonly letter: string;
  readonly x?: 'left' | 'right' | 'middle' | undefined;
  readonly y?: 'top' | 'bottom' | 'middle' | undefined;
  /** Whether it leaves the board there. */
  readonly isOut: boolean;
}

const oneOf = (...words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'u');
const meanings: readonly (readonly [word: RegExp, meaning: string])[] = [
  [oneOf(directionWords.D, 'bottom|lower|untere[nr]?|hinunter|inférieure?|inferior|下端?'), 'bottom'],
  [oneOf(directionWords.U, 'top|upper|obere[nr]?|supérieure?|superior|上端?'), 'top'],
  [oneOf(directionWords.L, 'linke[nr]?|izquierdo|左端?'), 'left'],
  [oneOf(directionWords.R, 'rechte[nr]?|derecho|右端?'), 'right'],
  [/^(?:middle|center|centre|mitte|mittig|milieu|centro|medio|中央|真ん中)$/u, 'middle'],
  [
    /^(?:out|exits?|leaves?|escapes?|raus|heraus|hinaus|aus(?:gang|fahrt)|dehors|sort|sortie|fuera|sale|salida|出口|出す|出る)$/u,
    'out',
  ],
];
export const meaningOf = (word: string): string | undefined => meanings.find(([known]) => known.test(word))?.[1];
export const particle =
  /^(?:the|to|at|on|of|in|by|edge|side|corner|should|must|has|needs?|be|is|goe?s?|moved|reach|nach|zu[mr]?|a[mn]|i[mn]|de[rmn]|die|das|ecke|rand|seite|soll|muss|bewegen|schieben|bringen|la|le|au|à|en|du|de|vers|dans|coin|bord|côté|doit|aller|el|al?|hacia|esquina|borde|lado|debe|ir|を|が|は|の|に|へ|から|動かす)$/u;
const words = /\p{sc=Latn}+|中央|真ん中|出[口する]|から|動かす|[上下左右]端?|[をがはのにへ]/gu;
const verbs = [
  'bring|drive|move|get|slide|take|free|put|i want|bewege|schiebe|bringe|zieh|ziehe|fahre',
  'déplace[rz]?|amène[rz]?|mets|mettre|pousse[rz]?|sors|mueve|mover|lleva|llevar|pon|saca',
].join('|');
const nouns = 'piece|block|car|stein|auto|wagen|klotz|bloc|pièce|voiture|bloque|pieza|coche|carro';
/** How a sentence begins, as our own do. */
const verb = new RegExp(
  String.raw`^\s*(?:(?:please +)?(?:${verbs}) +(?:to +)?)?(?:(?:the|de[rn]|die|das|l[ea]|el) +)?(?:(?:${nouns}) +)?(?=["']?[a-z](?!\p{sc=Latn}))`,
  'iu',
);
/** A name before what it is of: a small letter there may be an article. */
const named = new RegExp(String.raw`^\s*["']?([A-Z])["']?(?: +(?:${nouns})(?!\p{L}))?`, 'u');

/** The place that words name; undefined for any other text. */
export const wordsOfGoal = (sentence: string): PlaceWords | undefined => {
  const [lead = ''] = verb.exec(sentence) ?? [];
  const typed = sentence
    .slice(lead.length)
    .replace(named, '$1')
    .replace(/[.。]\s*$/u, '');
  const [, car] = /^\s*car\s*[:：]\s*([a-z])\s*$/iu.exec(typed) ?? [];
  if (car) return { letter: car, x: 'right', isOut: true };
  const [, letter, rest = ''] =
    /^\s*([a-z])(?:\s*(?:[:：→,、]|[-=]{1,2}>)\s*|\s+|(?=[^\w\s./#]))(\S.*?)\s*$/iu.exec(typed) ?? [];
  if (!letter) return undefined;
  const lower = rest.toLowerCase().replaceAll('-', ' ');
  if (lower.replace(words, '').trim() !== '') return undefined;
  const places = (lower.match(words) ?? []).filter((word) => !particle.test(word));
  const meant = places.map(meaningOf);
  const found = new Set(meant.filter((meaning) => meaning !== undefined));
  if (found.size === 0 || found.size < places.length) return undefined;
  const [x, otherX] = (['left', 'right'] as const).filter((side) => found.has(side));
  const [y, otherY] = (['top', 'bottom'] as const).filter((side) => found.has(side));
  if (otherX || otherY) return undefined;
  const isOut = found.has('out');
  // A piece leaves by one side: by that of the exit, where a sentence names none.
  const isUsual = /\p{L}{3}/u.test(lead) && found.size === 1;
  if (isOut && !isUsual && ((x === undefined) === (y === undefined) || found.has('middle'))) return undefined;
  const middle = found.has('middle') ? 'middle' : undefined;
  if (middle && x && y) return undefined;
  return { letter, x: x ?? (y || middle ? middle : undefined), y: y ?? middle, isOut };
};

/** The words of a place; `wordsOfGoal` reads them. */
export const writtenGoal = ({ letter, x, y, isOut }: PlaceWords): string => {
  const isCentre = x === 'middle' && y === 'middle';
  return [letter, isOut && 'out', isCentre ? undefined : y, x].filter(Boolean).join(' ');
};

type Place = Pick<PlaceWords, 'x' | 'y'>;

/** The name of a place: `top`, `top-left`, `middle`. */
export const placeName = ({ x, y }: Place): string => (x && y && x !== y ? `${y}-${x}` : (y ?? x ?? 'middle'));

/** The words of the place of some cells; undefined if they are not in the middle or in a corner of the board or of an edge. */
export const placeNameOf = (board: Board, cells: readonly number[]): string | undefined => {
  const xs = ['left', 'middle', 'right'] as const;
  const ys = ['top', 'middle', 'bottom'] as const;
  const places = ys.flatMap((y) => xs.map((x) => ({ x, y })));
  const [only, other] = places.filter((place) => isInPlace(board, cells, place));
  return only && !other ? placeName(only) : undefined;
};

/** Whether cells are at the place that words name. */
export const isInPlace = (board: Board, cells: readonly number[], { x, y }: Place): boolean => {
  const columns = columnsOf(board);
  const isAlong = (places: readonly number[], length: number, side: string | undefined): boolean => {
    const [before, after] = [Math.min(...places), length - 1 - Math.max(...places)];
    if (side === 'middle') return before === after;
    return side === undefined || (side === 'left' || side === 'top' ? before : after) === 0;
  };
  const xs = cells.map((cell) => cell % columns);
  const ys = cells.map((cell) => Math.floor(cell / columns));
  return isAlong(xs, columns, x) && isAlong(ys, board.rows, y);
};
