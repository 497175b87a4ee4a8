/** Each threat in the tables of docs/security.md names tests, and these tests exist. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../support/source.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The text of a test file, with that of its parts: the files in the folder of the same name. */
const readTests = (path: string): string => {
  const parts = listFiles('test').filter((file) => `test/${file}`.startsWith(path.replace(/\.test\.ts$/u, '/')));
  return [path, ...parts.map((file) => `test/${file}`)].map(read).join('\n');
};

const threats = read('docs/security.md')
  .split(/^## /mu)
  .filter((section) => /\| test \|$/mu.test(section))
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ') && !line.endsWith('| test |')));

test('the operations guide says what to do for every alert', () => {
  const alerts = [...read('docs/alerts.yml').matchAll(/^ {6}- alert: (\w+)$/gmu)].map(([, name]) => name!);
  const explained =
    read('docs/operations.md')
      .match(/`Antipode\w+`/gu)
      ?.map((name) => name.slice(1, -1)) ?? [];
  expect(alerts.length).toBeGreaterThan(10);
  expect(explained.toSorted()).toEqual(alerts.toSorted());
});

test('the tables list many threats', () => {
  expect(threats.length).toBeGreaterThan(30);
});

describe.each(threats.map((row) => [row.split('|')[1]!.trim(), row.split('|').at(-2)!]))('%s', (_, shown) => {
  const named = shown.split(/`(test\/[\w/.-]+\.test\.ts)`: /u).slice(1);

  test('names tests that exist', () => {
    expect(named.length).toBeGreaterThan(0);
    for (let index = 0; index < named.length; index += 2) {
      const source = readTests(named[index]!);
      const names = [...named[index + 1]!.matchAll(/“(.*?)”(?=, |\s*$)/gu)].map(([, name]) => name!);
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const exists = ["'", '"', '`'].some(
          (quote) => source.includes(`(${quote}${name}${quote},`) || source.includes(`${quote}${name}${quote},`),
        );
        expect(exists, `${named[index]}: ${name}`).toBe(true);
      }
    }
  });
});
