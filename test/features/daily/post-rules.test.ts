import { describe, expect, test } from 'vitest';
import { lastBefore, momentOf } from '../../../src/features/daily/post-rules.ts';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { zoneOf, zonesLike } from '../../../src/runtime/time-zones.ts';

const hour = 3_600_000;
const day = 24 * hour;
const on = (date: string): number => numberAt(Date.parse(date));
const moment = (date: string, zone: string, at: number): string =>
  new Date(momentOf(on(date), { zone, hour: at }).at).toISOString().slice(0, 16);

describe('the moment of a number', () => {
  test.each([
    ['an hour of every day', '2027-01-10', 'Asia/Tokyo', 9, '2027-01-10T00:00'],
    ['an hour of the local day before', '2027-01-10', 'Asia/Tokyo', 8, '2027-01-10T23:00'],
    ['half an hour', '2027-01-10', 'Asia/Kolkata', 5, '2027-01-10T23:30'],
    ['three quarters', '2027-01-10', 'Asia/Kathmandu', 6, '2027-01-10T00:15'],
    ['the other side of the date line', '2027-01-10', 'Pacific/Kiritimati', 14, '2027-01-10T00:00'],
    // 02:00 does not exist on 28 March: clocks go from 02:00 to 03:00 at 01:00 UTC.
    ['an hour that is skipped', '2027-03-28', 'Europe/Berlin', 2, '2027-03-28T01:00'],
    ['the hour after it', '2027-03-28', 'Europe/Berlin', 3, '2027-03-28T01:00'],
    ['the first day of summer time', '2027-03-29', 'Europe/Berlin', 2, '2027-03-29T00:00'],
    // 02:00 comes at 00:00 and at 01:00 UTC.
    ['an hour that comes twice', '2027-10-31', 'Europe/Berlin', 2, '2027-10-31T00:00'],
    ['midnight that is skipped', '2027-09-05', 'America/Santiago', 0, '2027-09-05T04:00'],
    ['a change of half an hour', '2027-10-03', 'Australia/Lord_Howe', 2, '2027-10-03T15:00'],
    // In summer time midnight of the 28th is still to come at 23:00 UTC; that of this number was at 00:00.
    ['a local day more in one number', '2027-03-28', 'Europe/London', 0, '2027-03-28T00:00'],
    ['and the number after it', '2027-03-29', 'Europe/London', 0, '2027-03-29T23:00'],
    // Midnights are at 23:00 UTC of the 30th and at 00:00 UTC of 1 November.
    ['no such hour in a number', '2027-10-31', 'Europe/London', 0, '2027-10-31T12:00'],
  ])('%s', (_, date, zone, at, expected) => expect(moment(date, zone, at)).toBe(expected));

  test('lies within it, at the hour wherever that comes, and no hour is taken twice', () => {
    const first = on('2027-01-01');
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 16 === 0);
    const changing = [
      'Europe/London',
      'America/New_York',
      'America/Santiago',
      'Australia/Sydney',
      'Australia/Lord_Howe',
    ];
    const some = zones.map((zone, index) => [zone, index % 24] as const);
    // Clocks change in the first hours of a day.
    const all = changing.flatMap((zone) => [0, 1, 2, 3, 12].map((at) => [zone, at] as const));
    const wrong = [...some, ...all].flatMap(([zone, at]) => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      const wanted = `${String(at).padStart(2, '0')}:00`;
      const moments = Array.from({ length: 365 }, (_, day) => momentOf(first + day, { zone, hour: at }));
      const isWithin = moments.every(({ at: time }, day) => numberAt(time) === first + day);
      const slots = moments.flatMap(({ slot }) => slot ?? []);
      const others = moments.filter(({ at: time }) => clock.format(time) !== wanted).length;
      // One is skipped in spring, or one has no such hour in autumn; Morocco has changes of its own for Ramadan.
      return isWithin && new Set(slots).size === slots.length && others <= 2 ? [] : `${wanted} ${zone}`;
    });
    expect(wrong).toEqual([]);
  });

  test('gives an hour to one number, also when the time zone is changed right after a post', () => {
    const number = on('2027-01-10');
    const tokyo = momentOf(number, { zone: 'Asia/Tokyo', hour: 8 });
    expect(tokyo).toEqual({ at: startOf(number) + 23 * hour, slot: '2027-01-11T08' });
    const shanghai = { zone: 'Asia/Shanghai', hour: 8 };
    expect(momentOf(number + 1, shanghai)).toEqual({ at: startOf(number + 1), slot: '2027-01-11T08' });
    expect(momentOf(number + 1, shanghai, tokyo.slot)).toEqual({ at: startOf(number + 1) + day / 2 });
    expect(momentOf(number + 2, shanghai, tokyo.slot).at).toBe(startOf(number + 2));
  });
});

test('a server begins with the first number whose moment is still to come', () => {
  const tokyo = { zone: 'Asia/Tokyo', hour: 21 };
  const number = on('2027-01-10');
  const noon = startOf(number) + 12 * hour;
  expect(lastBefore(noon - 1, tokyo)).toBe(number - 1);
  expect(lastBefore(noon, tokyo)).toBe(number);
});

test('time zones are found by city, country, old name, abbreviation and offset', () => {
  const found = (typed: string): string[] => zonesLike(typed).map(({ name }) => name);
  for (const [typed, name] of Object.entries({
    kolkata: 'Asia/Kolkata',
    mumbai: 'Asia/Kolkata',
    'Asia/Calcutta': 'Asia/Kolkata',
    kiev: 'Europe/Kyiv',
    kyiv: 'Europe/Kyiv',
    'Ho Chi Minh City': 'Asia/Ho_Chi_Minh',
    kathmandu: 'Asia/Kathmandu',
    'cần thơ': 'Asia/Ho_Chi_Minh',
    PST: 'America/Los_Angeles',
    jst: 'Asia/Tokyo',
    utc: 'UTC',
  })) {
    expect(found(typed)).toContain(name);
  }
  expect(found('utc')[0]).toBe('UTC');
  expect(found('UTC+8')).toContain('Asia/Shanghai');
  expect(found('utc+5:45')).toEqual(['Asia/Kathmandu']);
  expect(found('-3:30')).toEqual(['America/St_Johns']);
  expect(found('nowhere')).toEqual([]);
  // Each can be used.
  for (const name of found('')) expect(zoneOf(name)).toBe(name);
  expect(['Asia/Calcutta', 'europe/kiev', 'Asia/Saigon'].map(zoneOf)).toEqual([
    'Asia/Kolkata',
    'Europe/Kyiv',
    'Asia/Ho_Chi_Minh',
  ]);
});

test('time zones are read in any case, and nothing else is one', () => {
  expect(['europe/london', 'Asia/Tokyo', 'utc', 'US/Pacific'].map(zoneOf)).toEqual([
    'Europe/London',
    'Asia/Tokyo',
    'UTC',
    'America/Los_Angeles',
  ]);
  expect(['', '+09:00', '09:00', 'Mars/Olympus', 'Europe', '../etc'].map(zoneOf)).toEqual(new Array(6).fill(undefined));
});
