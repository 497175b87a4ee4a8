/** Discord's time stamps, `<t:1795651200:R>`, as a client shows them. The page uses this too. */

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `in 2 hours`, `5 seconds ago`. */
const relativeTime = (locale: string, seconds: number): string => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.trunc(seconds / length), unit);
};

const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/**
 * @param seconds since 1970
 * @param now milliseconds since 1970, for the relative style
 * @returns undefined if there is no such time
 */
export const timestampText = (locale: string, seconds: number, style = 'f', now = Date.now()): string | undefined => {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  if (style === 'R') return relativeTime(locale, Math.round(seconds - now / 1000));
  return new Intl.DateTimeFormat(locale, styles[style] ?? styles.f).format(date);
};
