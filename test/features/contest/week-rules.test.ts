/** When weekly contests begin and end, also where clocks change. */

import { describe, expect, test } from 'vitest';
import { type WeeklyHour, weekdays, weekOf } from '../../../src/features/contest/week-rules.ts';
import fc from '../../support/properties.ts';

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);
const week = (at: string, weekly: WeeklyHour) => weekOf(Date.parse(`${at}Z`), weekly).map(iso);

describe('a weekly contest', () => {
  test.each([
    // Mondays at 18:00 in Tokyo are Mondays at 09:00 UTC.
    ['2026-11-23T09:00', 'monday', 18, 'Asia/Tokyo', '2026-11-23T09:00', '2026-11-30T09:00'],
    ['2026-11-23T08:59', 'monday', 18, 'Asia/Tokyo', '2026-11-16T09:00', '2026-11-23T09:00'],
    // It is still Sunday in New York.
    ['2026-11-23T03:00', 'sunday', 21, 'America/New_York', '2026-11-23T02:00', '2026-11-30T02:00'],
    // London leaves summer time on 25 October 2026, and Berlin enters it on 28 March 2027.
    ['2026-10-24T10:59', 'saturday', 12, 'Europe/London', '2026-10-17T11:00', '2026-10-24T11:00'],
    ['2026-10-25T12:00', 'saturday', 12, 'Europe/London', '2026-10-24T11:00', '2026-10-31T12:00'],
    // 02:00 is skipped there: as if the clocks had not changed yet.
    ['2027-03-28T12:00', 'sunday', 2, 'Europe/Berlin', '2027-03-28T01:00', '2027-04-04T00:00'],
  ] as const)('of %s, %s at %i:00 in %s, runs from %s to %s', (at, weekday, hour, zone, from, to) => {
    expect(week(at, { weekday, hour, zone })).toEqual([from, to]);
  });

  test('follows the one before without a gap, for a week give or take an hour', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Tokyo', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe');
    const hours = fc.record({ weekday: fc.constantFrom(...weekdays), hour: fc.nat(23), zone: zones });
    fc.assert(
      fc.property(hours, fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2029, 0) }), (weekly, at) => {
        const [begins, ends] = weekOf(at, weekly);
        expect(begins <= at && at < ends).toBe(true);
        expect(Math.abs(ends - begins - 7 * 86_400_000)).toBeLessThanOrEqual(3_600_000);
        expect(weekOf(ends, weekly)[0]).toBe(ends);
        expect(weekOf(begins, weekly)).toEqual([begins, ends]);
      }),
    );
  });
});
