/** When weekly contests begin and end. Pure. */
import type { Timetable } from '../../discord/timetable.ts';
import { shownIn, timeOf } from '../../runtime/time-zones.ts';

const dayMilliseconds = 86_400_000;
const days = 7;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export type WeeklyHour = Pick<Timetable, 'hour' | 'zone'> & { readonly weekday: Weekday };

/**
 * The contest of a time: from when the clocks of the zone last showed the hour to when they show it next, in milliseconds
 * since 1970. A change of the clocks makes one an hour longer or shorter.
 */
export const weekOf = (at: number, { weekday, hour, zone }: WeeklyHour): readonly [begins: number, ends: number] => {
  const today = Math.floor(shownIn(zone, at) / dayMilliseconds) * dayMilliseconds;
  // Sunday is 0 here.
  const since = (new Date(today).getUTCDay() - 1 - weekdays.indexOf(weekday) + 2 * days) % days;
  const begin = (weeks: number): number =>
    timeOf(today + (weeks * days - since) * dayMilliseconds + hour * 3_600_000, zone);
  return begin(0) <= at ? [begin(0), begin(1)] : [begin(-1), begin(0)];
};
