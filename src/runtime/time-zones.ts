/** Time zones by their IANA names, and what their clocks show. Pure. */
import { rawTimeZones, timeZonesNames } from '@vvo/tzdb';

const dayMilliseconds = 86_400_000;

/** The time zone of a name in any case; undefined if there is none. Offsets are no time zones: they never change. */
export const zoneOf = (name: string): string | undefined => {
  if (!/^[a-z]/iu.test(name)) return undefined;
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Node still resolves some to old names, such as Asia/Calcutta.
    const typed = timeZonesNames.find((current) => current.toLowerCase() === name.toLowerCase());
    if (typed !== undefined || timeZonesNames.includes(resolved)) return typed ?? resolved;
    return rawTimeZones.find(({ group }) => group.includes(resolved))?.name ?? resolved;
  } catch {
    return undefined;
  }
};

/** A time zone as people choose it. */
export interface ZoneChoice {
  readonly name: string;
  /** Minutes ahead of UTC, without daylight saving time. */
  readonly offset: number;
  readonly cities: readonly string[];
  /** `PST`, `PDT`. */
  readonly abbreviations: readonly (string | undefined)[];
  /** What people may type for it. */
  readonly words: string;
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/-]+/gu, ' ')
    .trim();

const utc: ZoneChoice = { name: 'UTC', offset: 0, cities: [], abbreviations: ['GMT'], words: 'utc' };

/** All zones: their names, cities and countries are data of the package. */
const zones: readonly ZoneChoice[] = [
  utc,
  ...rawTimeZones.map((zone) => ({
    name: zone.name,
    offset: zone.rawOffsetInMinutes,
    cities: zone.mainCities,
    abbreviations: [zone.abbreviation, zone.dstAbbreviation],
    words: plain([zone.name, ...zone.group, ...zone.mainCities, zone.countryName, zone.alternativeName].join(', ')),
  })),
];

/** `UTC+8`, `GMT-3:30` or `+9` in minutes. */
const offsetIn = (typed: string): number | undefined => {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+−-])\s*(\d{1,2})(?::?([0-5]\d))?$/iu.exec(typed) ?? [];
  return sign ? (sign === '+' ? 1 : -1) * (60 * Number(hours) + Number(minutes)) : undefined;
};

/** The time zones that somebody may mean, by a name, a city, a country, an abbreviation or an offset; all for no text. */
export const zonesLike = (typed: string): readonly ZoneChoice[] => {
  const text = plain(typed);
  const offset = offsetIn(typed.trim());
  if (offset !== undefined) return zones.filter((zone) => zone.offset === offset);
  const isCalled = ({ name, abbreviations }: ZoneChoice): boolean =>
    plain(name) === text || abbreviations.includes(text.toUpperCase());
  return [...zones.filter(isCalled), ...zones.filter((zone) => !isCalled(zone) && zone.words.includes(text))];
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
