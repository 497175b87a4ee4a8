/** Names of rows and columns beside the cells of a board. */

/** The name of a line in words, by its number. */
const ordinal =
  /^\s*(?:(first|top|upper|1st|上段|[1１一]行目)|(second|middle|2nd|中段|[2２二]行目)|(third|bottom|lower|3rd|下段|[3３三]行目)|(fourth|4th|[4４四]行目)|(fifth|5th|[5５五]行目)|(sixth|6th|[6６六]行目))(?: (?:row|line))?\s?[:：=]/iu;
const ordinals = '(?:first|second|third|fourth|fifth|sixth|top|upper|middle|bottom|lower|[1-6](?:st|nd|rd|th))';
const rowName = String.raw`${ordinals} (?:row|line)|(?<!${ordinals} )(?:row|line) ?\d{1,2}`;
const rowNameInJapanese = '[上中下]段|[1-6１-６一二三四五六]行目';
/** A name of a row, on the line of another one or without a mark behind. */
const rowNames = new RegExp(
  String.raw`(?<![ \t])[,;.、。，]?[ \t]*(?:(?:and|the)[ \t]+){0,2}(?<![\p{L}\p{N}])(?:(${rowName})[ \t]?(?:[:：=-]|is\b)?(?=[ \t])|(${rowNameInJapanese})[ \t]?(?:[:：=]|[はが])?)`,
  'gimu',
);
/** A text of several rows that have names with each of them on a line of its own. */
export const withNamedApart = (text: string): string => {
  if ((text.match(rowNames)?.length ?? 0) < 2) return text;
  const isFirst = (at: number): boolean => at === 0 || text[at - 1] === '\n';
  return text.replace(rowNames, (_, name = '', other = '', at = 0) => `${isFirst(at) ? '' : '\n'}${name}${other}:`);
};
/** The name of a line: a number or a letter with a mark behind, or a number before cells that are one word, or words. */
const named =
  /^\s*(?:["']?(?:row|line|r|zeile|reihe|行)\s*(\d{1,2})["']?\s?[:：)\].=-]?\s|(\d{1,2})(?:st|nd|rd|th)? row\s?[:=]|\(?(\d{1,2}|[a-z])\s?(?:[:：)\]]|(?=[|│┃║][^|│┃║]*[|│┃║>→]\s*$)|\|(?=[^|]*$))|(\d{1,2})(?:\s+(?=\S{3,}(?:\s+[<>→])?\s*$)|\t(?=\S+(?: +\S+)+\s*$)))\s*(?=\S)(.*)$/iu;
/** Whether names are those of rows or columns: from 0, 1 or a on, or backwards. */
export const isSeries = (names: readonly string[]): boolean => {
  const codes = names.map((name) => (/^\D?$/u.test(name) ? name.charCodeAt(0) : Number(name)));
  const step = codes[1]! - codes[0]!;
  const isEven = Math.abs(step) === 1 && codes.every((code, at) => code === codes[0]! + at * step);
  return isEven && /^[01a]$/iu.test(names.at(step > 0 ? 0 : -1)!);
};

/** Lines of a board, at least, if they have names. */
const fewestNamed = 3;

/** The name of a line, and what follows on it. */
const nameOf = (line: string): { readonly name: string; readonly cells: string } | undefined => {
  const numbered = line.replace(ordinal, (_, ...words: unknown[]) => `${words.findIndex(Boolean)}:`);
  const [, ...found] = named.exec(numbered) ?? [];
  const cells = found.pop();
  return cells === undefined ? undefined : { name: found.find((name) => name !== undefined)!, cells };
};

/** A line with the same name at both ends, also between bars. */
const namedTwice = /^([ \t]*)(?:(\|)[ \t]*)?(\d{1,2}|[A-Za-z])[ \t]+(\S.*\S)[ \t]+\3[ \t]*\2$/u;
const emptyLast = /\|[ \t]*\|[ \t]*$/u;
/** Lines with the same name at both ends, which are a series, with it at one; and without the names of columns below them. */
const withNamesOnce = (text: string): string => {
  const lines = text.split('\n');
  const found = lines.map((line) => namedTwice.exec(line.trimEnd()));
  const from = found.findIndex((match) => match !== null);
  const to = found.findLastIndex((match) => match !== null) + 1;
  const names = found.slice(Math.max(0, from), to).map((match) => match?.[3] ?? '');
  if (names.length < fewestNamed || !isSeries(names)) return text;
  const below = (lines[to] ?? '').match(/[^\s|]/gu) ?? [];
  const isFoot = below.length > 1 && isSeries(below);
  return lines
    .flatMap((line, at) => {
      const [match, indent = '', bar = '', name = '', cells = ''] = found[at] ?? [];
      if (at === to && isFoot) return [];
      if (match === undefined) return [line.replace(emptyLast, '|')];
      return [bar ? `${indent}| ${name} ${cells}` : `${indent}${name}: ${cells}`];
    })
    .join('\n');
};

/** Lines below one another without their names, and without the names of columns above them. */
export const withoutNames = (text: string): string => {
  const lines = withNamesOnce(text).split('\n');
  const named = lines.map(nameOf);
  const lengthOf = (at: number): number => named[at]?.cells.match(/\S+/gu)?.length ?? 0;
  // A row of one mark is the tip of a triangle.
  const isTip = (at: number): boolean => lengthOf(at - 1) === 2 || lengthOf(at + 1) === 2;
  const read = named.map((line, at) => (line && (/\S.*\S/u.test(line.cells) || isTip(at)) ? line : undefined));
  for (let from = 0, to = 0; from < lines.length; from = to + 1) {
    for (to = from; read[to]; ) to++;
    const run = read.slice(from, to);
    const names = run.map((line) => line!.name);
    const isSaid = /row|line/iu.test(lines[from] ?? '') && run.length > 1;
    if (!(isSaid || run.length >= fewestNamed) || !isSeries(names)) continue;
    // Numbers may count from below, as beside a chess board. A row with a name has its own place.
    const own = lines[from]!.slice(0, -run[0]!.cells.length);
    if (Number(names[0]) > Number(names[1]) && /\p{L}/u.test(own)) continue;
    const above = /^[\s|+=\-\u2500-\u257F]+$/u.test(lines[from - 1] ?? '') ? from - 2 : from - 1;
    const head = [...(lines[above] ?? '').replace(/\s/gu, '')];
    if (head.length > 1 && isSeries(head)) lines.fill('', above, from);
    for (const [at, line] of run.entries()) lines[from + at] = line!.cells;
  }
  return lines.join('\n');
};

/** A row with its place before it, in a list or on a line of its own: `"row2": [2, 5, 4]`, `2. 2 5 4`, `top: 8 6 7`. */
const keyed =
  /(?<=^|[{,;][ \t]?)([ \t]{0,16}["']?[\p{L}_ .$]{0,16}(\[?))((?<!\p{L})(?:[a-z]|top|middle|bottom)|\d{1,2})(\]?(?: row)?["']?[ \t]?(?:=>?|:|\.(?=[ \t]))[ \t]?)([[({][^[\](){}]*[\])}]|"[^"\n]*"|'[^'\n]*'|[^\s[({"'][^\n]*)/gmu;
const sides = ['top', 'middle', 'bottom'];
const placeOf = (name: string): number => {
  if (/\d/u.test(name)) return Number(name);
  return name.length === 1 ? Number.parseInt(name, 36) - 9 : sides.indexOf(name) + 1;
};
/** Rows in the order of their places, as lists with keys may have any. Where they count down, nobody knows which is above. */
export const withRowsInOrder = (text: string): string => {
  const rows = Array.from(
    text.matchAll(keyed),
    ([whole, before = '', bracket = '', name = '', behind = '', cells = '']) => ({
      whole,
      sign: `${before.trim()}\n${behind.trim()}`,
      isIndex: bracket !== '',
      place: placeOf(name),
      cells,
    }),
  );
  const [first, ...others] = rows;
  const areAlike = rows.every(({ sign }) => sign === first?.sign);
  const areCells = rows.every(
    ({ cells }) => !/\p{L}{6}/u.test(cells) && /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u.test(cells),
  );
  if (!first || others.length < 2 || !areAlike || !areCells) return text;
  const areSeries = (some: typeof rows): boolean => isSeries(some.map(({ place }) => String(place)));
  const sorted = rows.toSorted((a, b) => a.place - b.place);
  const isDownward = areSeries(rows) && first !== sorted[0];
  if (!isDownward && (areSeries(rows) || !areSeries(sorted))) return text;
  // An index says more than a name, and a number by itself may count from below, as beside a chess board.
  if (isDownward && !first.isIndex) return /^[[({]/u.test(first.cells) ? text.replace(/\p{N}/gu, '?') : text;
  let row = 0;
  return text.replace(keyed, () => sorted[row++]?.whole ?? '');
};

/** A name of columns, or of rows from below, before their cells, rather than before how many there are. */
const columns =
  /(?<![\p{L}\p{N}]|\d[ \t]|,[ \t])(?:col(?:umn)?s?|spalten?|colonnes?|columnas?|bottom[ -](?:up|to[ -]top))(?:[ _-]?(?:\d{1,2}|wise|major(?:[ -]order)?))?["']?[ \t]{0,4}[:=][\s[({"'c]{0,20}\d(?!\d?[ \t]*(?:[;)}\]\n]|$|,[ \t]*["'\p{L}]))/iu;

/** Words that turn the board behind them, so that the text does not show it; and MATLAB's sign for it behind a matrix. */
const turned =
  /(?<!\p{L})(?:transposed?|mirror(?:ed)?(?: image)?|upside[ -]down|reversed|rotated(?:[ \t]\d{2,3}°?)?|flipped|inverse)(?:[ \t]of(?:[ \t]the)?|[ \t]?[:=])["']?[\s[({"'\w]{0,20}(?<!\w)\d|^[^']*\]\.?'[^']*$/iu;

/** What says that a list has the place of each tile, rather than the tile of each place. */
const tilePlaces =
  /(?:position|place|location|ind(?:ex|ices)|where|cell)s?[ \t](?:of[ \t])?(?:(?:each|every)[ \t](?:tile|number|piece)|(?:the[ \t])?tiles?[ \t][01][ \t]?[-–.t])[^:=\n\d]{0,12}\d{0,2}[ \t]?[:=][ \t]?[[({]{0,2}\d|[\])}][;,]?[ \t]{0,4}(?:#|\/\/|--)[^\n]{0,40}\b[a-z]{1,9}\[(?:tile|number|piece)\]/iu;
/** Whether cells are given by columns, by the places of tiles, or of a board to be turned: they must not be read as rows. */
export const isByColumns = (text: string): boolean => [columns, tilePlaces, turned].some((one) => one.test(text));
