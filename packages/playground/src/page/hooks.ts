/** State and effects of the page. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { PageMessage } from '../page-protocol.ts';
import { Connection, type State } from './connection.ts';

export const storedValue = (key: string): string | undefined => localStorage.getItem(`antipode-${key}`) ?? undefined;
export const storeValue = (key: string, value: string): void => localStorage.setItem(`antipode-${key}`, value);

/** The connection of this tab. Many changes at once cause one rendering. */
export const useConnection = (): { connection: Connection; state: State } => {
  const [, render] = useState({});
  const [connection] = useState(() => {
    const as = new URLSearchParams(location.search).get('as') ?? '';
    let isScheduled = false;
    return new Connection(as, () => {
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(() => {
        isScheduled = false;
        render({});
      });
    });
  });
  return { connection, state: connection.state };
};

/** The current time, updated at an interval. */
export const useNow = (intervalMs: number): number => {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
};

/** Messages from before count as read. */
const openedAt = Date.now();

/** Ids of the other channels that have unread messages. */
export const useUnread = (
  messages: ReadonlyMap<string, PageMessage>,
  channelId: string | undefined,
): ReadonlySet<string> => {
  const [lastRead, setLastRead] = useState<ReadonlyMap<string, string>>(new Map());
  const all = [...messages.values()];
  const newest = all.findLast((message) => message.channel === channelId)?.id ?? '';
  useEffect(() => {
    if (channelId !== undefined && lastRead.get(channelId) !== newest) {
      setLastRead(new Map(lastRead).set(channelId, newest));
    }
  }, [channelId, newest, lastRead]);
  const unread = all.filter(
    ({ channel, at, id }) => channel !== channelId && at > openedAt && id > (lastRead.get(channel) ?? ''),
  );
  return new Set(unread.map(({ channel }) => channel));
};

/** Room between a list and the edge of what it is in, in pixels. */
const EDGE = 8;

/** Opens a list where it has room: below what it belongs to, else above, and no higher than the room there. */
export const useRoom = (list: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = list.current;
    const owner = element?.offsetParent?.getBoundingClientRect();
    if (!element || !owner) return;
    const frame = element.closest('.scroller')?.getBoundingClientRect();
    const below = Math.min(frame?.bottom ?? innerHeight, innerHeight) - owner.bottom - EDGE;
    const above = owner.top - Math.max(frame?.top ?? 0, 0) - EDGE;
    const isAbove = element.offsetHeight > below && above > below;
    element.classList.toggle('above', isAbove);
    element.style.maxHeight = `${Math.min(element.offsetHeight, isAbove ? above : below)}px`;
  }, []);
};

export const focusComposer = (): void => document.getElementById('composer')?.focus();

/** Moves the focus to the message field if somebody types while nothing has the focus. */
export const useTypingAnywhere = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFree = document.activeElement === document.body;
      if (isFree && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) focusComposer();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
