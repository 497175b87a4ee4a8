/** When the post of a number is due: the hour and time zone of a server, and changes of its clock. Pure. */
import { numberAt, startOf } from './rules.ts';

const dayMilliseconds = 86_400_000;

/** An hour, 0 to 23, of an IANA time zone. */
export interface Hour {
  readonly hour: number;
  readonly zone: string;
}

/** The time zone of a name in any case; undefined if there is none. Offsets are no time zones: they never change. */
export const zoneOf = (name: string): string | undefined => {
  if (!/^[a-z]/iu.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** Formatters are slow to make, so each zone's is kept. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at a time, as if they showed UTC; all in milliseconds since 1970. */
const shownIn = (zone: string, at: number): number => {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const options = { timeZone: zone, hourCycle: 'h23', ...numeric, second: 'numeric' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', options);
  formats.set(zone, format);
  const parts = format.formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

/** When the clocks of a zone show a time. For times that they show twice or skip, see RFC 5545, section 3.3.5. */
const timeOf = (shown: number, zone: string): number => {
  const offsetAt = (at: number): number => shownIn(zone, at) - at;
  const before = shown - offsetAt(shown - dayMilliseconds);
  const after = shown - offsetAt(shown + dayMilliseconds);
  if (before === after) return before;
  return shownIn(zone, before) === shown || shownIn(zone, after) !== shown ? before : after;
};

export interface Moment {
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
    const shown = start + days * dayMilliseconds + hour * 3_600_000;
    const at = timeOf(shown, zone);
    const slot = new Date(shown).toISOString().slice(0, 13);
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
