/** When the post of a number is due: the hour and time zone of a server, and changes of its clock. Pure. */
import type { Timetable } from '../../discord/timetable.ts';
import { timeOf } from '../../runtime/time-zones.ts';
import { numberAt, startOf } from './rules.ts';

const dayMilliseconds = 86_400_000;

type Hour = Pick<Timetable, 'hour' | 'zone'>;

interface Moment {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The hour on the server's clocks, as `2027-03-28T09`; absent if none is left. */
  readonly slot?: string;
}

/**
 * When the post of a number is due: when the server's clocks first show its hour while the number runs. If they never
 * do, it is due in the middle of its day. A clock change at midnight UTC can skip the hour (00:00 in London), and after a
 * change of settings the number before may have taken it.
 * @param taken the slot of the number before
 */
export const momentOf = (number: number, { hour, zone }: Hour, taken?: string): Moment => {
  const start = startOf(number);
  for (const days of [-1, 0, 1]) {
    const clockTime = start + days * dayMilliseconds + hour * 3_600_000;
    const at = timeOf(clockTime, zone);
    const slot = new Date(clockTime).toISOString().slice(0, 13);
    if (at >= start && at < startOf(number + 1) && slot !== taken) return { at, slot };
  }
  return { at: start + dayMilliseconds / 2 };
};

/** The last number that was due by a time. */
export const lastBefore = (at: number, hour: Hour): number => {
  const number = numberAt(at);
  return momentOf(number, hour).at <= at ? number : number - 1;
};

/**
 * How long before the end of a number people are reminded, in milliseconds. Time zones of people are unknown; 21:00 UTC is
 * late evening in Europe, afternoon in America and early morning in Japan.
 */
export const reminderLead = 3 * 3_600_000;
