/** How people send a position: each form by its name, as a function of a board's rows. */
export const forms: Readonly<Record<string, (rows: readonly string[]) => string>> = {
  'a line of a database': (rows) => `31 ${rows.join('')} 181440`,
  'a quote': (rows) => `> ${rows.join('/')}`,
  'a quote of rows': (rows) => rows.map((row) => `> ${row}`).join('\n'),
  'bold text': (rows) => `**${rows.join('')}**`,
  'inline code': (rows) => `Try \`${rows.join('')}\`!`,
  'a code block': (rows) => `\`\`\`text\n${rows.join('\n')}\n\`\`\``,
  'a size line': (rows) => `${rows.length}\n${rows.map((row) => [...row].join(' ')).join('\n')}`,
  'a list mark': (rows) => `- ${rows.join('')}`,
  'a numbered list': (rows) => `1. ${[...rows.join('')].join(' ')}`,
  'a sentence': (rows) => `I am stuck with ${rows.join('/')}, can you help?`,
  rows: (rows) => rows.join('\n'),
};
