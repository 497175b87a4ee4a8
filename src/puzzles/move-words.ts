/** Moves in sentences and lists: `Move 3 up, then 6 up`, `1. 3 2. 6`, `the blank goes down`. */

/** The names of directions in sentences, by their letters. */
export const directionWords = {
  R: 'right|rechts|droite|derecha',
  L: 'left|links|gauche|izquierda',
  U: 'up|hoch|oben|haut|arriba',
  D: 'down|runter|unten|bas|abajo',
} as const;

/** Words that make a text a sentence about moves. Without one, letters may be tiles. */
const moveWords =
  /(?<!\p{L})(?:mov(?:e|es|ed|ing)|slid(?:e|es|ing)|push(?:es)?|tiles?|pieces?|cards?|steps?|blank|empty|solution|actions?|ziehe|schiebe|stein|zug|déplace[rz]?|tuile|mueve|ficha|pieza)(?!\p{L})|[をへに]/iu;
const fillers =
  /(?<!\p{L})(?:mov(?:e|es|ed|ing)|slid(?:e|es|ing)|push(?:es)?|tiles?|pieces?|cards?|steps?|solution|actions?|the|then|and|next|first|finally|into|to|goes|times?|once|dir(?:ection)?|spaces?|spot|cell|square|optimal|ziehe|schiebe|stein|nach|dann|und|déplace[rz]?|tuile|vers|puis|mueve|ficha|pieza|hacia|luego)(?!\p{L})["']?[:=]?|[をへに]|動かす/giu;
const blanks = /(?<!\p{L})(?:blank|empty|gap|hole|leerfeld|hueco|vide)(?!\p{L})[:=]?/giu;
const blankGoes = new RegExp(
  `${blanks.source}(?:[ \\t]+\\p{L}{2,9}){0,3}[ \\t]+(?:${Object.values(directionWords).join('|')})(?!\\p{L})`,
  'iu',
);
/** What says how many moves there are. */
const counts =
  /\(\d{1,3}[ \t]+(?:moves|steps)[^()\n]{0,20}\)|\bin[ \t]+\d{1,3}[ \t]+(?:moves|steps)\b:?|\(optimal\)/giu;
/** The number of a move at the beginning of its line. */
const number = /^([ \t]*(?:[-*][ \t]+)?(?:(?:step|move|zug|coup|paso|schritt)[ \t]*)?#?)(\d{1,3})[.):][ \t]+(?=\S)/gimu;

const spaces = (text: string): string => ' '.repeat(text.length);

/** The text without the numbers of its lines, if each has one, in order. All else keeps its place. */
const withoutNumbers = (text: string): string => {
  const found = [...text.matchAll(number)];
  const [first] = found;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isList = found.length > 1 && lines.length === found.length && Number(first![2]) < 2;
  const areInOrder = found.every((match, at) => Number(match[2]) === Number(first![2]) + at);
  return isList && areInOrder ? text.replace(number, spaces) : text;
};

interface PlainMoves {
  /** The moves alone, each in its place. */
  readonly text: string;
  /** Whether lines had numbers, which are no moves. */
  readonly isNumbered: boolean;
  /** Whether directions are said to be those of the blank. */
  readonly isOfBlank: boolean;
}

export const plainMoves = (written: string): PlainMoves => {
  const text = withoutNumbers(written);
  const left = moveWords.test(text) ? [fillers, blanks] : [];
  return {
    text: [counts, ...left].reduce((rest, words) => rest.replace(words, spaces), text),
    isNumbered: text !== written,
    isOfBlank: blankGoes.test(text),
  };
};
