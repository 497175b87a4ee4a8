/**
 * Tokens of pasted text: white space and brackets between cells, full-width characters, emoji with invisible modifiers,
 * and Discord's shortcodes.
 */
import { runsOf, type Some } from './lists.ts';
import { remembered } from './remembered.ts';

/** A half-open range of UTF-16 code units in the input. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One written piece in plain characters (`8`, `A`, `_`, `●`), and where it is. */
export interface Token extends Span {
  readonly text: string;
  /** The index of its word, a run without separators. */
  readonly word: number;
}

/** The limit for inputs, in UTF-16 code units. A board of 49 of our own emoji, with its labels, is shorter. */
export const longestInput = 3000;

export const blank = '_';

/** By their values. */
export const kanjiDigits = '〇一二三四五六七八九';

/** What single characters stand for, but for numbers in circles, flags and what is of full width. */
const meanings = new Map<string, string>([
  ...Array.from('□■▢▣◻◼◽◾⬛⬜🔲🔳🟥🟦🟧🟨🟩🟪🟫', (square) => [square, blank] as const),
  ...Array.from('●🔴🟠🟡🟢🔵🟣🟤⬤', (peg) => [peg, '●'] as const),
  ...Array.from('○⚫⚪⭕◯🕳', (hole) => [hole, '○'] as const),
  ...Array.from(kanjiDigits, (digit, value) => [digit, String(value)] as const),
  ...Object.entries({ '🔟': 'A', '🟰': '=', '🅾': 'O', '🅵': 'F' }),
]);
const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const shortcodes = new Map(
  Object.entries({
    ...Object.fromEntries(digits.map((name, digit) => [name, String(digit)])),
    keycap_ten: 'A',
    black_large_square: blank,
    white_large_square: blank,
    heavy_equals_sign: '=',
    o2: 'O',
    orange_circle: '●',
    red_circle: '●',
    blue_circle: '●',
    black_circle: '○',
    white_circle: '○',
  }),
);

/** A mention of one of our own emoji, or its shortcode; `register` puts a hash after each name. */
const ownEmoji = /^<?a?:ap_(\w+?)(?:_home|_goal)?_[0-9a-f]{6}:(?:\d+>)?$/u;
/** Before a character that labels a row or a column of a board, and is no piece. It is invisible. */
export const labelMark = '\u2063';
const label = /^(?:\u2063|<?a?:ap_label_)/u;

/** Where Unicode has numbers in circles and the like: the first character, its number, and the last one. */
const circles = [
  [0x24ea, 0, 0],
  [0x24ff, 0, 0],
  [0x1f10b, 0, 0],
  [0x1f10c, 0, 0],
  [0x2460, 1, 20],
  [0x3251, 21, 35],
  [0x32b1, 36, 50],
  [0x2474, 1, 20],
  [0x2488, 1, 20],
  [0x24eb, 11, 20],
  [0x24f5, 1, 10],
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
] as const;

/** The number of a character that shows it in a circle or the like; undefined for any other. */
export const numberInCircle = (character: string): number | undefined => {
  const point = character.codePointAt(0) ?? 0;
  // Most characters are none.
  if (point < 0x2460 || point > 0x1f10c) return undefined;
  const range = circles.find(([first, from, to]) => point >= first && point <= first + to - from);
  return range && point - range[0] + range[1];
};

/** Tiles up to this one are written as digits and letters; an X would be a blank. */
const mostDigits = 32;

/** One emoji, shortcode or character in plain characters. */
const meaning = (raw: string): string => {
  if (raw.length === 1 && raw < '\u0080') return raw;
  if (raw.length > 8) {
    const name = ownEmoji.exec(raw)?.[1];
    const emoji = name && unicodeOf(name);
    if (name) return emoji ? meaning(emoji) : raw;
  }
  // A modifier by itself stays.
  const bare = raw.replace(/[\uFE0F\u20E3]/gu, '') || raw;
  const point = bare.codePointAt(0) ?? 0;
  if (raw.length > 2 && raw.startsWith(':')) {
    const name = raw.slice(1, -1);
    const letter = /^regional_indicator_([a-z])$/u.exec(name)?.[1];
    return letter ?? shortcodes.get(name) ?? raw;
  }
  if (point >= 0x1f1e6 && point <= 0x1f1ff) return String.fromCharCode(97 + point - 0x1f1e6);
  const circled = numberInCircle(bare) ?? mostDigits + 1;
  if (circled <= mostDigits) return circled.toString(36).toUpperCase();
  const isWide = point >= 0xff01 && point <= 0xff5e;
  return meanings.get(bare) ?? (isWide ? String.fromCharCode(point - 0xfee0) : bare);
};

export const separator = /[\s,;/|(){}"'`、，；／｜]/u;
/** Zero-width characters (`emojiOf` adds them), variation selectors, and marks of the writing direction. */
const invisible =
  /[\u00AD\u180E\u200B\u200C\u200E\u200F\u061C\u202A\u202C\u202D\u2060\u2066-\u2069\uFEFF]|\u200D|\u20E3|\uFE0E|\uFE0F/u;
/** One piece, or the language of a block of code, which is none. */
const piece =
  /(?<=``)`[a-z]+[\d+#-]*(?=[^\S\n]*\n)|\u2063[^\n]|<a?:\w{2,32}:\d{1,20}>|:[a-z0-9_]+:|[0-9#*]\uFE0F?\u20E3|\p{RI}|[\s\S]\uFE0F?/uy;

/** @param extra separators besides the common ones (square brackets, for most families) */
export const tokens = (input: string, extra = ''): readonly Token[] => tokensBy(input, extra);

const tokensIn = (input: string, extra: string): Token[] => {
  const found: Token[] = [];
  let word = 0;
  piece.lastIndex = 0;
  for (;;) {
    const from = piece.lastIndex;
    const raw = piece.exec(input)?.[0];
    if (raw === undefined) return found;
    const text = meaning(raw);
    if (separator.test(raw) || extra.includes(text)) word++;
    else if (!invisible.test(raw.charAt(0)) && !label.test(raw))
      found.push({ text, from, to: from + raw.length, word });
  }
};

const tokensBy = remembered(tokensIn);

export const wordsOf = (pieces: readonly Token[]): Some<Token>[] =>
  runsOf(pieces, (before, token) => before.word !== token.word);

/** From the first of some parts of a text to the last. */
export const textSpan = (parts: Some<Span>): readonly [from: number, to: number] => [
  parts[0].from,
  (parts.at(-1) ?? parts[0]).to,
];

/** Joins the tokens of a word: `10` is a tile, not a 1 and a 0. */
export const joined = (word: Some<Token>): Token => ({
  ...word[0],
  text: word.map(({ text }) => text).join(''),
  to: textSpan(word)[1],
});

/** A digit, a star or a letter as an emoji. Zero-width spaces keep letters from joining into a flag (N and O: Norway). */
export const emojiOf = (character: string): string =>
  /^[\d*]$/u.test(character)
    ? `${character}\uFE0F\u20E3`
    : `${String.fromCodePoint(0x1f1e6 + character.toUpperCase().charCodeAt(0) - 65)}\u200B`;

/** A number from 1 to 50 in a circle. Unicode has three ranges of them: from 1, 21 and 36. */
export const inCircle = (number: number): string =>
  String.fromCodePoint(number + (number <= 20 ? 0x2460 - 1 : number <= 35 ? 0x3251 - 21 : 0x32b1 - 36));

/** The Unicode of our own emoji that are no tiles, and no letters as `emojiOf` writes them. */
const unicode = new Map(
  Object.entries({
    blank: '⬛',
    hexagon_blank: '⬛',
    wall: '🧱',
    peg: '🟠',
    hole: '⚫',
    card_left: '🟰',
    card_right: '🟰',
    letter_o_second: '🅾️',
    letter_f_second: '🅵',
  }),
);

/** The Unicode of one of our own emoji, by its name; undefined for any other name. */
export const unicodeOf = (name: string): string | undefined => {
  const [, tile] = /^(?:tile|hexagon)_(\d+)$/u.exec(name) ?? [];
  if (tile) return Number(tile) < 10 ? emojiOf(tile) : inCircle(Number(tile));
  const [, small] = /^block_small_([a-z])$/u.exec(name) ?? [];
  // There is one emoji for each letter; full-width ones stand for small letters.
  if (small) return String.fromCharCode(small.charCodeAt(0) + 0xfee0);
  const [, letter] = /^(?:letter|block)_([a-z\d*])(?:_second)?$/u.exec(name) ?? [];
  return unicode.get(name) ?? (letter && emojiOf(letter));
};
