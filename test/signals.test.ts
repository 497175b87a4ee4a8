/** Signals go only to processes that their sender started, by the handle it holds, and never to an id that was read. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { listFiles, readSource, sourceFolders } from './support/source.ts';

/** Only this file may call `process.kill`: it guards it. */
const guard = 'test/support/signals.js';

const nameOf = (node: ESTree.Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? node.name : undefined;

/** Where code sends a signal by the id of a process, except signal 0, which only asks whether it exists. */
const signalsById = (file: string, text: string): string[] => {
  const found: string[] = [];
  const add = ({ start, end }: ESTree.Node) => found.push(text.slice(start, end));
  const { program } = parseSync(file, text);
  const asked = new Set<unknown>();
  new Visitor({
    CallExpression: ({ callee, arguments: [, signal] }) => {
      if (signal?.type === 'Literal' && signal.value === 0) asked.add(callee);
    },
    MemberExpression: (member) => {
      const { object, property } = member;
      if (nameOf(object) === 'process' && nameOf(property) === 'kill' && !asked.has(member)) add(member);
    },
    // const { kill } = process
    VariableDeclarator: (declarator) => {
      const { id, init } = declarator;
      const isProcess = id.type === 'ObjectPattern' && nameOf(init ?? undefined) === 'process';
      if (isProcess && /\bkill\b/u.test(text.slice(id.start, id.end))) add(declarator);
    },
    ImportDeclaration: (line) => {
      if (/^(node:)?process$/u.test(line.source.value)) add(line);
    },
    Literal: (literal) => {
      const isCommand = /^(kill|pkill|killall|skill|fuser)$|\b(kill|pkill|killall) +(-|\$|[0-9])/u;
      if (typeof literal.value === 'string' && isCommand.test(literal.value)) add(literal);
    },
    TemplateElement: (part) => {
      if (/\b(kill|pkill|killall) +(-|\$|[0-9]|$)/u.test(part.value.raw)) add(part);
    },
  }).visit(program);
  return found;
};

test('no code sends a signal by the id of a process', () => {
  const files = [...sourceFolders, 'test', 'bench']
    .flatMap((folder) => listFiles(folder).map((file) => `${folder}/${file}`))
    .filter(
      (file) => /\.(ts|tsx|js)$/u.test(file) && file !== guard && !file.startsWith('src/search/kernels/assembly/'),
    );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const text = readSource(file);
    return /kill|fuser/u.test(text) ? signalsById(file, text).map((place) => `${file}: ${place}`) : [];
  });
  // The lines below.
  expect(found.filter((line) => !line.startsWith('test/signals.test.ts: '))).toEqual([]);
});

test.each([
  ["process.kill(id, 'SIGKILL')", 1],
  ['process.kill(id)', 1],
  ['const { kill } = process', 1],
  ['const end = process.kill; end(1)', 1],
  ["import { kill } from 'node:process'", 1],
  ["execFile('pkill', ['-f', 'redis'])", 1],
  ["exec('kill -9 1')", 1],
  ['process.kill(id, 0)', 0],
  ["child.kill('SIGKILL')", 0],
])('%s is found %i times', (text, times) => {
  expect(signalsById('x.js', text)).toHaveLength(times);
});

describe('while tests run', () => {
  test('a signal to another process throws', () => {
    for (const id of [1, -1, 0, process.pid, process.ppid, Number.NaN]) {
      expect(() => process.kill(id, 'SIGCONT')).toThrow('is no child of this one');
    }
    expect(process.kill(process.pid, 0)).toBe(true);
  });

  test('a signal to a child is sent, until it has ended', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const exit = once(child, 'exit');
    process.kill(child.pid!, 'SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
    expect(() => process.kill(child.pid!, 'SIGTERM')).toThrow('is no child of this one');
  });
});
