/** When a server's post of a number comes: its hour, its time zone, and what a clock change does to them. Pure. */
import { numberAt, startOf } from './rules.ts';

const dayMilliseconds = 86_400_000;

/** An hour of a server's own clocks. */
export interface Hour {
  /** 0 to 23. */
  readonly hour: number;
  /** An IANA time zone. */
  readonly zone: string;
}

/** The time zone of a name in any case; undefined where it names none. Offsets are none: they know no clock change. */
export const zoneOf = (name: string): string | undefined => {
  if (!/^[a-z]/iu.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...numeric, second: 'numeric' });
  formats.set(zone, made);
  return made;
};

/** What the clocks of a zone show at a time, as if they showed UTC; all in milliseconds since 1970. */
const shownIn = (zone: string, at: number): number => {
  const parts = formatOf(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

/**
 * When the clocks of a zone show a time. One that they show twice is the first; for one that they skip, they are taken
 * not to have been changed yet: RFC 5545, section 3.3.5.
 */
const timeOf = (shown: number, zone: string): number => {
  const offsetAt = (at: number): number => shownIn(zone, at) - at;
  const before = shown - offsetAt(shown - dayMilliseconds);
  const after = shown - offsetAt(shown + dayMilliseconds);
  if (before === after) return before;
  return shownIn(zone, before) === shown || shownIn(zone, after) !== shown ? before : after;
};

/** When a server's post of a number is due. */
export interface Moment {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The hour of the server's clocks that it takes, as `2027-03-28T09`; none where no such hour is left for it. */
  readonly slot?: string;
}

/**
 * The moment of a number: when the server's clocks first show its hour while the number runs. A number has 24 hours and
 * so one moment each, with two exceptions, in which it comes in the middle of its day: after a clock change over midnight
 * UTC the hour may not come at all (00:00 in London, when winter time begins), and after a change of settings it may be
 * the very hour that the number before has taken.
 * @param taken the hour of the number before
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

/** The last number whose moment has passed: what a server that begins at a time has no claim to. */
export const lastBefore = (at: number, hour: Hour): number => {
  const number = numberAt(at);
  return momentOf(number, hour).at <= at ? number : number - 1;
};

/**
 * How long before the end of a number people are reminded, in milliseconds. Nobody tells their time zone; at 21:00 UTC it
 * is late evening in Europe, afternoon in America and early morning in Japan: time enough everywhere, and not night.
 */
export const reminderLead = 3 * 3_600_000;
