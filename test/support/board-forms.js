/**
 * Boards of one's own as people send them, for tests and fuzzers. A board is its rows between slashes.
 */

export const rowsOf = (board) => board.split('/');
export const cellsOf = (board) => {
  const rows = rowsOf(board).map((row) => [...row]);
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ' '));
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
