/**
 * Boards of one's own as people send them, for tests and fuzzers. A board is its rows between slashes.
 */

export const rowsOf = (board) => board.split('/');
export const cellsOf = (board) => {
  const rows = rowsOf(board).map((row) => [...row]);
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ' '));
};

/** Rows as wide as the board. */
const wholeRowsOf = (board) => cellsOf(board).map((row) => row.join(''));

/** The rows in a frame of marks. */
const framed = (board, mark) => {
  const rows = wholeRowsOf(board).map((row) => `${mark}${row}${mark}`);
  const rule = mark.repeat(rows[0].length);
  return [rule, ...rows, rule];
};

/** Ways to write a board, whose cells outside are spaces. */
export const forms = {
  slashes: (board) => board,
  semicolons: (board) => board.replaceAll('/', ';'),
  lines: (board) => rowsOf(board).join('\n'),
  'lines of Windows': (board) => rowsOf(board).join('\r\n'),
  'cells apart': (board) =>
    cellsOf(board)
      .map((row) => row.join(' '))
      .join('\n'),
  commas: (board) =>
    cellsOf(board)
      .map((row) => row.join(','))
      .join('\n'),
  tabs: (board) =>
    cellsOf(board)
      .map((row) => row.join('\t'))
      .join('\n'),
  fence: (board) => `\`\`\`\n${rowsOf(board).join('\n')}\n\`\`\``,
  'fence with a language': (board) => `\`\`\`txt\n${rowsOf(board).join('\n')}\n\`\`\``,
  quote: (board) =>
    rowsOf(board)
      .map((row) => `> ${row}`)
      .join('\n'),
  sentence: (board) => `Look at this one:\n${rowsOf(board).join('\n')}\nWho can do it?`,
  word: (board) => `Hello\n${rowsOf(board).join('\n')}\nThanks!`,
  table: (board) =>
    cellsOf(board)
      .map((row) => `| ${row.join(' | ')} |`)
      .join('\n'),
  'table of Markdown': (board) => {
    const rows = cellsOf(board).map((row) => `|${row.join('|')}|`);
    const head = `|${' |'.repeat(cellsOf(board)[0].length)}\n|${'-|'.repeat(cellsOf(board)[0].length)}`;
    return `${head}\n${rows.join('\n')}`;
  },
  'no-break spaces': (board) =>
    cellsOf(board)
      .map((row) => row.join('\u00A0').replaceAll(' ', '\u00A0'))
      .join('\n'),
  'mark of the byte order': (board) => `\uFEFF${rowsOf(board).join('\n')}`,
  code: (board) => `\`${board}\``,
  'lines of code': (board) =>
    rowsOf(board)
      .map((row) => `\`${row}\``)
      .join('\n'),
  bold: (board) => `**${board}**`,
  'bold lines': (board) =>
    rowsOf(board)
      .map((row) => `**${row}**`)
      .join('\n'),
  'struck out': (board) => `~~${board}~~`,
  strings: (board) => JSON.stringify(wholeRowsOf(board), null, 1),
  'strings with a name': (board) => JSON.stringify({ board: wholeRowsOf(board) }),
  lists: (board) => JSON.stringify(cellsOf(board).map((row) => row.map((cell) => (cell === ' ' ? 'x' : cell)))),
  'array with a type': (board) => {
    const rows = cellsOf(board).map((row) => `[${row.map((cell) => `'${cell === ' ' ? 'x' : cell}'`).join(', ')}]`);
    return `np.array([${rows.join(',\n       ')}], dtype='<U1')`;
  },
  'frame of walls': (board) => framed(board, '#').join('\n'),
  'frame of walls on a line': (board) => framed(board, '#').join('/'),
  'frame of stars': (board) => framed(board, '*').join('\n'),
  'table with names of rows and columns': (board) => {
    const rows = cellsOf(board);
    const names = rows[0].map((_, column) => column + 1);
    return [
      `|  | ${names.join(' | ')} |`,
      `|${'---|'.repeat(names.length + 1)}`,
      ...rows.map((row, index) => `| ${index + 1} | ${row.join(' | ')} |`),
    ].join('\n');
  },
  frame: (board) => {
    const rule = `+${'---+'.repeat(cellsOf(board)[0].length)}`;
    return [rule, ...cellsOf(board).flatMap((row) => [`|${row.map((cell) => ` ${cell} `).join('|')}|`, rule])].join(
      '\n',
    );
  },
  box: (board) => {
    const rule = (marks) =>
      `${marks[0]}${cellsOf(board)[0]
        .map(() => '───')
        .join(marks[1])}${marks[2]}`;
    const rows = cellsOf(board).map((row) => `│${row.map((cell) => ` ${cell} `).join('│')}│`);
    return `${rule('┌┬┐')}\n${rows.join(`\n${rule('├┼┤')}\n`)}\n${rule('└┴┘')}`;
  },
};
