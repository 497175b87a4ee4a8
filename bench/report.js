// Writes results.md, in which each program has a part of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

const file = new URL('./results.md', import.meta.url);

export const number = (value) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

export const time = (milliseconds) =>
  milliseconds >= 1000
    ? `${number(milliseconds / 1000)} s`
    : milliseconds >= 0.5
      ? `${number(milliseconds)} ms`
      : `${number(milliseconds * 1000)} µs`;

export const machine = `${cpus()[0].model}, ${availableParallelism()} cores, ${number(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Returns a table in Markdown, with the first column and those of `texts` aligned to the left. */
export const tableOf = (header, rows, texts = []) => {
  const rule = header.map((_, column) => (column === 0 || texts.includes(column) ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Replaces the part with this heading, or adds it at the end. */
export const writePart = (heading, text) => {
  const parts = readFileSync(file, 'utf8').split(/\n(?=#{1,2} )/u);
  const at = parts.findIndex((part) => part.startsWith(`${heading}\n`));
  parts.splice(at === -1 ? parts.length : at, 1, `${heading}\n\n${text.trim()}\n`);
  writeFileSync(file, parts.join('\n'));
  process.stdout.write(`${heading}\n\n${text.trim()}\n`);
};
