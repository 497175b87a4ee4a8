/** What docs/security.md promises is tested: every line of its tables of threats names tests, and they are there. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const threats = read('docs/security.md')
  .split(/^## /mu)
  .filter((section) => /\| shown by \|/u.test(section))
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ') && !line.endsWith('| shown by |')));

test('the document for operators says of every alert what to do', () => {
  const alerts = [...read('docs/alerts.yml').matchAll(/^ {6}- alert: (\w+)$/gmu)].map(([, name]) => name!);
  const told =
    read('docs/operations.md')
      .match(/`Antipode\w+`/gu)
      ?.map((name) => name.slice(1, -1)) ?? [];
  expect(alerts.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual(alerts.toSorted());
});

test('there are threats of all kinds of people', () => {
  expect(threats.length).toBeGreaterThan(30);
});

describe.each(threats.map((row) => [row.split('|')[1]!.trim(), row.split('|').at(-2)!]))('%s', (_, shown) => {
  const named = shown.split(/`(test\/[\w/.-]+\.test\.ts)`: /u).slice(1);

  test('is met by a test that is there', () => {
    expect(named.length).toBeGreaterThan(0);
    for (let index = 0; index < named.length; index += 2) {
      const source = read(named[index]!);
      const names = [...named[index + 1]!.matchAll(/“(.*?)”(?=, |\s*$)/gu)].map(([, name]) => name!);
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const isThere = ["'", '"', '`'].some(
          (quote) => source.includes(`(${quote}${name}${quote},`) || source.includes(`${quote}${name}${quote},`),
        );
        expect(isThere, `${named[index]}: ${name}`).toBe(true);
      }
    }
  });
});
