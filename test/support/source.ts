/** Reads the sources of the bot and of its tests: what they import, and how long their functions are. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Import {
  readonly from: string;
  /** A file of the same tree, or the name of a package. */
  readonly to: string;
  readonly isInside: boolean;
  readonly kind: 'static' | 'dynamic' | 'type';
}

/** A range of a file, as offsets into its text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Source {
  /** Its path below the root of the tree. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Functions other than the callbacks of `describe`, which only group tests. */
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[];
  /** Bodies of functions and properties called `fits`. */
  readonly fits: readonly Range[];
  /** Texts in quotes. */
  readonly strings: readonly string[];
  /** The kinds of work that the file defines with `defineJob`. */
  readonly kinds: readonly string[];
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Whether a call is `describe(…)`, `describe.skipIf(…)(…)` or the like. */
const isDescribe = ({ callee }: ESTree.CallExpression): boolean => {
  if (callee.type === 'Identifier') return callee.name === 'describe';
  if (callee.type === 'CallExpression') return isDescribe(callee);
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'describe';
};

const nameOf = (node: { readonly type: string } | null | undefined): string | undefined =>
  node?.type === 'Identifier' ? (node as ESTree.IdentifierName).name : undefined;

const textOf = (node: { readonly type: string } | null | undefined): string | undefined => {
  const { type, value, quasis } = (node ?? {}) as { type?: string; value?: unknown; quasis?: ESTree.TemplateElement[] };
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]!.value.raw : undefined;
};

/** Read one file of TypeScript or JavaScript. Throws where its syntax is wrong. */
export const parseSource = (file: string, text: string): Source => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  const imports: Import[] = [];
  const functions: { name: string; line: number; lines: number }[] = [];
  const fits: Range[] = [];
  const strings: string[] = [];
  const kinds: string[] = [];
  const groups = new Set<unknown>();
  const names = new Map<unknown, string>();

  const addImport = (source: { readonly type: string } | null, kind: Import['kind']) => {
    const target = textOf(source);
    if (target === undefined) return;
    const isInside = target.startsWith('.');
    imports.push({ from: file, to: isInside ? normalize(join(dirname(file), target)) : target, isInside, kind });
  };
  const named = (name: string | undefined, value: Range | null) => {
    if (!name || !value) return;
    names.set(value, name);
    if (name === 'fits') fits.push(value);
  };
  const addFunction = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (groups.has(node)) return;
    const line = lineAt(text, node.start);
    const name = nameOf(node.id) ?? names.get(node) ?? 'a function';
    functions.push({ name, line, lines: lineAt(text, node.end) - line + 1 });
  };

  new Visitor({
    ImportDeclaration: ({ source, importKind }) => addImport(source, importKind === 'type' ? 'type' : 'static'),
    ExportAllDeclaration: ({ source, exportKind }) => addImport(source, exportKind === 'type' ? 'type' : 'static'),
    ExportNamedDeclaration: ({ source, exportKind }) => addImport(source, exportKind === 'type' ? 'type' : 'static'),
    ImportExpression: ({ source }) => addImport(source, 'dynamic'),
    TSImportType: ({ source }) => addImport(source, 'type'),
    VariableDeclarator: ({ id, init }) => named(nameOf(id), init),
    Property: ({ key, value }) => named(nameOf(key), value),
    MethodDefinition: ({ key, value }) => named(nameOf(key), value),
    PropertyDefinition: ({ key, value }) => named(nameOf(key), value),
    CallExpression: (call) => {
      if (isDescribe(call)) for (const argument of call.arguments) groups.add(argument);
      if (nameOf(call.callee) !== 'defineJob') return;
      const [definition] = call.arguments;
      for (const property of definition?.type === 'ObjectExpression' ? definition.properties : []) {
        const kind = property.type === 'Property' && nameOf(property.key) === 'kind' && textOf(property.value);
        if (kind) kinds.push(kind);
      }
    },
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    Literal: ({ value }) => {
      if (typeof value === 'string') strings.push(value);
    },
  }).visit(program);
  return { file, text, imports, functions, fits, strings, kinds };
};

/** Paths of all files in a folder of the project, with `/` between their parts, in alphabetical order. */
export const listFiles = (folder: string): string[] => {
  const root = new URL(`../../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath.replaceAll('\\', '/'), name).slice(root.pathname.length))
    .sort();
};

/** The folders with the sources of the bot and of the packages beside it. */
export const sourceFolders = ['src', 'packages/stand-in/src', 'packages/playground/src'] as const;

/** The text of a file of the project. */
export const readSource = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
