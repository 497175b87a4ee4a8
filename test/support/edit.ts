/** Edits of sources by their syntax tree. */
import { dirname, join, normalize } from 'node:path/posix';
import { type ESTree, parseSync, Visitor } from 'vite';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text without these ranges and the commas behind them. */
const without = (text: string, ranges: readonly Range[]): string =>
  ranges
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,\s?/u, ''), text);

/** The entries of a list or record: `[…]` or `{…}`, also within `as const`, `satisfies`, or the call of a constructor. */
const entriesOf = (init: ESTree.Expression | null): readonly Range[] => {
  switch (init?.type) {
    case 'ArrayExpression':
      return init.elements.filter((element) => element !== null);
    case 'ObjectExpression':
      return init.properties;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return entriesOf(init.expression);
    case 'NewExpression':
    case 'CallExpression':
      return init.arguments.flatMap((argument) => (argument.type === 'SpreadElement' ? [] : entriesOf(argument)));
    default:
      return [];
  }
};

const declarationIn = (statement: ESTree.Directive | ESTree.Statement): ESTree.VariableDeclaration | undefined => {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return inner?.type === 'VariableDeclaration' ? inner : undefined;
};

/**
 * Removes the imports from files that match, the declarations with these names, and all entries of lists and records at the
 * top level that mention what was removed.
 */
export const withoutNames = (file: string, text: string, files: RegExp, names: readonly string[]): string => {
  const { body } = parseSync(file, text).program;
  const gone = new Set(names);
  const ranges: Range[] = [];
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    if (!files.test(normalize(join(dirname(file), statement.source.value)))) continue;
    for (const { local } of statement.specifiers) gone.add(local.name);
    ranges.push(statement);
  }
  const mentions = ({ start, end }: Range): boolean =>
    [...text.slice(start, end).matchAll(/[\w$]+/gu)].some(([word]) => gone.has(word));
  for (const statement of body) {
    for (const { id, init } of declarationIn(statement)?.declarations ?? []) {
      if (id.type === 'Identifier' && gone.has(id.name)) ranges.push(statement);
      else ranges.push(...entriesOf(init).filter(mentions));
    }
  }
  return without(text, ranges);
};

/** Removes all properties with these keys from the objects of a file, their plural forms too. */
export const withoutWords = (file: string, text: string, keys: readonly string[]): string => {
  const ranges: Range[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    Property: (property) => {
      const { key } = property;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
      const isWithin = ranges.some(({ start, end }) => start <= property.start && property.end <= end);
      if (!isWithin && keys.includes(name.replace(/_(zero|one|other)$/u, ''))) ranges.push(property);
    },
  }).visit(program);
  return without(text, ranges);
};
