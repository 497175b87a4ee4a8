import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { entriesOf, exportFile } from '../../../src/features/privacy/rules.ts';
import fc from '../../support/properties.ts';

const at = Date.UTC(2026, 10, 20, 12, 30);

test('an export is JSON to read, with a version, a time, and a section for each part', () => {
  const steps = [
    [3, 4],
    [7, 12, 17],
  ];
  const { name, data } = exportFile('1', [{ name: 'games', data: { games: [{ steps, at: new Date(at) }] } }], at);
  expect(name).toBe('antipode-2026-11-20.json');
  expect(data.toString()).toBe(`{
  "format": "antipode-personal-data/1",
  "at": "2026-11-20T12:30:00.000Z",
  "user": "1",
  "data": {
    "games": {
      "games": [
        {
          "steps": [
            [3, 4],
            [7, 12, 17]
          ],
          "at": "2026-11-20T12:30:00.000Z"
        }
      ]
    }
  }
}
`);
});

test('laying it out changes nothing, whatever it holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (held) => {
      const parts = Object.entries(held).map(([name, data]) => ({ name, data }));
      const { data } = JSON.parse(exportFile('1', parts, at).data.toString());
      expect(JSON.stringify(data)).toBe(JSON.stringify(held));
    }),
  );
});

test('what is too large for Discord is compressed', { tags: 'long' }, () => {
  const games = Array.from({ length: 200_000 }, (_, index) => ({ id: `game-${index}`, position: '867254301' }));
  const { name, data } = exportFile('1', [{ name: 'games', data: games }], at);
  expect(name).toBe('antipode-2026-11-20.json.gz');
  expect(data.length).toBeLessThan(10 * 2 ** 20);
  expect(JSON.parse(gunzipSync(data).toString()).data.games).toEqual(games);
});

test.each([
  [{ hidden: true, finds: [] }, 1],
  [{ hidden: false, finds: [1, 2] }, 2],
  [{ recent: [[1, 2], 3], waiting: [4], figures: { played: 3 } }, 3],
  [{ isOn: true }, 1],
])('%j is %i things', (data, count) => expect(entriesOf(data)).toBe(count));
