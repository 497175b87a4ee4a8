/** The time zones of the servers, and when a daily post is due in each. */
import { startOf } from '../../../src/features/daily/rules.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Zones with clock changes on different days, without any, and with odd offsets; and hours around the changes. */
export const zones: readonly (readonly [zone: string, ...hours: number[]])[] = [
  ['UTC', 0, 23, 12],
  ['Europe/London', 0, 1, 2],
  ['Europe/Berlin', 1, 2, 3],
  ['Europe/Athens', 2, 3, 9],
  ['Atlantic/Azores', 0, 22, 23],
  ['Africa/Cairo', 0, 8],
  ['Asia/Jerusalem', 2, 19],
  ['Asia/Kolkata', 5, 18],
  ['Asia/Kathmandu', 6, 20],
  ['Asia/Tokyo', 8, 9, 21],
  ['Asia/Shanghai', 7, 8],
  ['Australia/Adelaide', 2, 10],
  ['Australia/Sydney', 2, 3, 10, 11],
  ['Australia/Lord_Howe', 2, 11],
  ['Pacific/Auckland', 2, 3, 12, 13],
  ['Pacific/Chatham', 3, 13],
  ['Pacific/Kiritimati', 0, 14],
  ['Pacific/Pago_Pago', 0, 13],
  ['America/Los_Angeles', 2, 16, 17],
  ['America/Denver', 2, 18],
  ['America/New_York', 2, 19, 20],
  ['America/St_Johns', 0, 20],
  ['America/Santiago', 0, 20, 23],
  ['America/Sao_Paulo', 9, 21],
];

const clocks = new Map<string, Intl.DateTimeFormat>();
const full = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** What the clocks of a zone show, in minutes since 1970 as if they showed UTC. */
export const shownIn = (zone: string, at: number): number => {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...full });
  clocks.set(zone, clock);
  const text = clock.format(at);
  return Date.parse(`${text.replace(' ', 'T')}Z`) / minute;
};

/**
 * When a number is due, and what the clocks do then, checked every quarter of an hour. They show the hour or jump over
 * it; where they do neither, it is due in the middle of the day.
 */
export const dueAt = (
  number: number,
  zone: string,
  wanted: number,
): { at: number; how: 'shown' | 'jumped' | 'neither' } => {
  const start = startOf(number);
  for (let at = start; at < start + day; at += hour / 4) {
    const [before, now] = [shownIn(zone, at - hour / 4), shownIn(zone, at)];
    const today = Math.floor(now / 1440) * 1440 + wanted * 60;
    if (now === today) return { at, how: 'shown' };
    if (before + 15 <= today && today < now) return { at, how: 'jumped' };
  }
  return { at: start + day / 2, how: 'neither' };
};
