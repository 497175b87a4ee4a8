/** Time zones by their IANA names, and what their clocks show. Pure. */

const dayMilliseconds = 86_400_000;

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
export const shownIn = (zone: string, at: number): number => {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const options = { timeZone: zone, hourCycle: 'h23', ...numeric, second: 'numeric' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', options);
  formats.set(zone, format);
  const parts = format.formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

/** When the clocks of a zone show a time. For times that they show twice or skip, see RFC 5545, section 3.3.5. */
export const timeOf = (shown: number, zone: string): number => {
  const offsetAt = (at: number): number => shownIn(zone, at) - at;
  const before = shown - offsetAt(shown - dayMilliseconds);
  const after = shown - offsetAt(shown + dayMilliseconds);
  if (before === after) return before;
  return shownIn(zone, before) === shown || shownIn(zone, after) !== shown ? before : after;
};
