/** Exits of car parks in frames and beside rows, above and below: each is the exit that is drawn, or is asked about. */
import { describe, expect, it } from 'vitest';
import { klotski } from '../../../src/puzzles/catalogue/klotski.ts';
import { rush } from '../../../src/puzzles/catalogue/rush.ts';
import { findBoards, parseQuestion, puzzlesOf } from '../../../src/puzzles/reader.ts';
import { drawnKinds, puzzles } from '../../../src/puzzles/registry.ts';

describe('an exit in a frame', () => {
  // Without X, and with another car in the usual row.
  const rows = ['AA.B..', '..CB.D', 'EEC..D', '..C...', '.RR...', '....FF'];
  const tight = (row: string): string => row;
  const apart = (row: string): string => ` ${[...row].join(' ')} `;
  const printed = (write: typeof tight) => (row: string) => write(row.replaceAll('.', ' '));
  const writings = [tight, printed(tight), apart, printed(apart)] as const;
  const read = (text: string): string => {
    const question = parseQuestion(rush, text);
    if (!question.ok) return question.problem.code;
    const at = question.value.goal.text.search(/[^o]/u);
    return `${question.value.goal.text.replaceAll('o', '')} ${at}`;
  };
  const framed = (
    side: string,
    rule: string,
    write: typeof tight,
    left: string,
    right: string,
    ends = [rule, rule],
  ) => {
    const width = write(rows[0]!).length;
    const ruleOf = (end: string): string => `${end[0]}${end[1]!.repeat(width - 2)}${end.slice(2)}`;
    const inner = rows.map((row, at) => `${at === 4 ? left : side}${write(row)}${at === 4 ? right : side}`);
    return [ruleOf(ends[0]!), ...inner, ruleOf(ends[1]!)].join('\n');
  };

  it.each([
    ['|', '+---+', ['', ' ', '>', ':', 'E', '=', ' exit', '| exit', '|>', '|  <-- EXIT'], [' ', '<', ':', 'E']],
    ['│', '┌───┐', ['', ' ', '→', '╞', '├', '│→'], [' ', '<']],
    ['#', '#####', ['', ' ', '>', '.', '_', '0', ':', '='], [' ', '<', '.']],
  ])('is a gap or a sign in the side of %s', (side, rule, right, left) => {
    for (const write of writings) {
      for (const sign of right) expect([sign, read(framed(side, rule, write, side, sign))]).toEqual([sign, 'RR 28']);
      for (const sign of left) expect([sign, read(framed(side, rule, write, sign, side))]).toEqual([sign, 'RR 24']);
    }
  });

  it.each(['🧱', '🚧', '▓', '%', 'W', 'w', 'X', '🟫', '+'])('is a gap in the side of %s', (mark) => {
    const hashed = framed('#', '#####', tight, '#', '.');
    for (const sign of ['.', ' ', '']) {
      expect(read(framed('#', '#####', tight, '#', sign).replaceAll('#', mark))).toBe('RR 28');
      if (sign !== '') expect(read(framed('#', '#####', tight, sign, '#').replaceAll('#', mark))).toBe('RR 24');
    }
    const below = framed('#', '#####', tight, '#', '#', ['#####', '## ##']);
    expect(read(below.replaceAll('#', mark))).toBe('other-gate');
    expect(read(framed('#', '#####', tight, '#', '➡️').replaceAll('#', mark))).toBe('RR 28');
    const found = findBoards(hashed.replaceAll('#', mark), puzzles, drawnKinds);
    expect(found.map(({ puzzle }) => puzzle)).toEqual([rush]);
  });

  it.each(['.', ' ', ''])('is asked about where it is two rows high: %j', (sign) => {
    const wide = framed('#', '#####', tight, '#', sign).replace('#..C...#', `#..C...${sign}`);
    expect(read(wide)).toBe('other-gate');
    expect(parseQuestion(rush, wide, 'R out right').ok).toBe(true);
  });

  it.each([
    ['|', '+---+', '+- -+'],
    ['#', '#####', '## ##'],
  ])('is not on a side where the gap is above or below: %s', (side, rule, gap) => {
    for (const write of writings) {
      for (const ends of [
        [rule, gap],
        [gap, rule],
      ])
        expect(read(framed(side, rule, write, side, side, ends))).toBe('other-gate');
    }
  });

  it.each(['%\n  v', '%\n  ↓', '%\n exit', '^\n%', ' EXIT\n%', '%\n\u0020 ↓\n exit'])(
    'is asked about beside rows: %j',
    (text) => {
      const written = text.replace('%', rows.join('\n'));
      expect(read(written)).toBe('other-gate');
      expect(parseQuestion(rush, written, 'D out bottom').ok).toBe(true);
    },
  );

  it.each([
    ['|', '+---+', '0 1 2 3 4 5', '>'],
    ['|', '+---+', 'a b c d e f', '>'],
    ['│', '┌───┐', '1 2 3 4 5 6', '→'],
  ])('is that of a frame between names of rows and columns: %s %s %s', (side, rule, names, sign) => {
    for (const write of [apart, printed(apart)]) {
      const lines = framed(side, rule, write, side, sign).split('\n');
      const isRule = (at: number): boolean => at === 0 || at === lines.length - 1;
      const named = lines.map((line, at) => `${isRule(at) ? ' ' : at - Number(names[0] === '0')} ${line}`);
      const text = [`    ${names}`, ...named].join('\n');
      expect(read(text)).toBe('RR 28');
      // The names are no board of their own.
      expect(puzzlesOf(text)).toEqual([rush]);
    }
  });

  it('is none in a frame of black squares where another sign is empty', () => {
    const text = framed('⬛', '⬛⬛⬛⬛⬛', tight, '⬛', '⬛');
    expect(parseQuestion(rush, text)).toEqual(parseQuestion(rush, rows.join('\n')));
    expect(read(framed('⬛', '⬛⬛⬛⬛⬛', tight, '⬛', '⬜'))).toBe('RR 28');
  });

  it.each([':', '=', '@', 'K', 'E', 'D'])('may be a sign beside a row that is nowhere else: %s', (sign) => {
    const park = rows.map((row) => row.replaceAll('E', 'G'));
    for (const write of [tight, (row: string): string => [...row].join(' ')]) {
      const beside = (before: string, behind: string): string =>
        park
          .map((row, at) => (at === 4 ? `${before}${write(row)}${behind}` : ' '.repeat(before.length) + write(row)))
          .join('\n');
      const found = [beside('', sign), beside('', ` ${sign}`), beside(sign, '')].map(read);
      if (sign === 'D') expect(found.join()).not.toMatch(/ /u);
      else expect(found).toEqual(['RR 28', 'RR 28', 'RR 24']);
      if (write === tight && sign !== 'D') expect(read(`6 6\n5\n${beside('', sign)}`)).toBe('RR 28');
    }
  });

  it('is of one board where a table has nothing in its empty cells', () => {
    const park = ['AA   O', 'P  Q O', 'PXXQ O', 'P  Q  ', 'B   CC', 'B RRR '];
    for (const text of [
      `|${park.map((row) => [...row].join('|')).join('|\n|')}|`,
      framed('|', '+---+', (row) => row, '|', '>'),
    ])
      expect(findBoards(text, puzzles, drawnKinds).map(({ puzzle }) => puzzle)).toEqual([rush]);
  });

  // Half of a car park is a board, too.
  it.each([' →→', ' =>>', ' -> saída', ' -> this way', ' GOAL'])('is no goal behind half of a board: %j', (sign) => {
    const text = rows.map((row, at) => (at === 2 ? row + sign : row)).join('\n');
    const found = [...findBoards(text, puzzles, drawnKinds).map(({ puzzle }) => puzzle), ...puzzlesOf(text)];
    expect(found.filter((puzzle) => puzzle !== rush)).toEqual([]);
  });

  it('is one to the left where the arrow stands there', () => {
    expect(read(rows.with(4, `< ${rows[4]}`).join('\n'))).toBe('RR 24');
    expect(read(rows.with(4, `${rows[4]} <`).join('\n'))).toBe('exit-mark');
  });

  it('is below a tray, unless its frame is open above', () => {
    const tray = ['|ABBC|', '|ABBC|', '|DEEF|', '|DGHF|', '|I..J|'];
    const asked = (...lines: string[]) => parseQuestion(klotski, lines.join('\n'));
    expect(asked('+----+', ...tray, '+-  -+').ok).toBe(true);
    expect(asked(...tray, '  vv').ok).toBe(true);
    expect(asked('+-  -+', ...tray, '+----+')).toMatchObject({ problem: { code: 'other-gate' } });
    expect(asked('WWWWWW', ...tray.map((row) => row.replaceAll('|', 'W')), 'WW..WW').ok).toBe(true);
  });

  it.each(['|', '#', '🧱'])('may be beside a tray in a frame of %s, which is asked about', (mark) => {
    const tray = ['+ABBC+', '+ABBC+', '+DEEF+', '+DGHF%', '+I..J%'];
    for (const sign of mark === '|' ? [' '] : [' ', '.', '']) {
      const rule = mark === '|' ? '+----+' : '++++++';
      const written = (rows: readonly string[]) =>
        [rule, ...rows, rule]
          .join('\n')
          .replaceAll(mark === '|' ? /(?<=\n)\+(?=[A-Z])|(?<=[A-Z])\+(?=\n)/gu : /\+/gu, mark)
          .replaceAll('%', sign);
      const text = written(tray);
      expect([text, parseQuestion(klotski, text)]).toMatchObject([text, { problem: { code: 'other-gate' } }]);
      expect(parseQuestion(klotski, text, 'B right').ok).toBe(true);
    }
  });
});
