/** The page: a chat with the bot, as one person among several. */
import { render } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ActionResult, PageChannel, PageModal } from '../page-protocol.ts';
import { Composer, placeOf } from './composer.tsx';
import { Connection, type State } from './connection.ts';
import { Around, useNow } from './markup.tsx';
import { explain, MessageView } from './message.tsx';
import { ModalDialog } from './modal.tsx';
import { Sidebar, type Theme, themes } from './sidebar.tsx';
import { compose } from './suggestions.ts';
import { WirePanel } from './wire.tsx';
import { fill, wordsFor } from './words.ts';

/** What a newcomer may try first: as it is said, and as it is typed. */
const tour = [
  ['/solve eight 867254301', '/solve eight position:867254301'],
  ['/play eight', '/play new puzzle:eight'],
  ['/daily', '/daily show'],
  ['/hardest eleven', '/hardest puzzle:eleven'],
] as const;

const stored = (key: string): string | undefined => localStorage.getItem(`antipode-${key}`) ?? undefined;
const store = (key: string, value: string) => localStorage.setItem(`antipode-${key}`, value);

const useConnection = (): { connection: Connection; state: State } => {
  const [, redraw] = useState({});
  const [connection] = useState(() => {
    const as = new URLSearchParams(location.search).get('as') ?? '';
    let isDue = false;
    return new Connection(as, () => {
      if (isDue) return;
      isDue = true;
      // A rush of changes is one drawing.
      setTimeout(() => {
        isDue = false;
        redraw({});
      });
    });
  });
  return { connection, state: connection.state };
};

/** What was there before the page was has been read. */
const opened = Date.now();

/** Something of a channel that only this tab knows: a deed that failed. */
interface Note {
  readonly id: number;
  readonly channel: string;
  readonly line: string;
  readonly text: string;
}

const Tour = ({
  done,
  onTry,
  onHide,
  words,
}: {
  done: ReadonlySet<string>;
  onTry: (line: string) => void;
  onHide: () => void;
  words: ReturnType<typeof wordsFor>;
}) => (
  <section class="tour" aria-label={words.tour}>
    <span class="muted">{words.tour}</span>
    {tour.map(([label, line]) => (
      <button key={line} type="button" class={done.has(line) ? 'tried' : ''} onClick={() => onTry(line)}>
        <code>{label}</code>
        {done.has(line) && (
          <>
            {' '}
            <span aria-hidden="true">✓</span>
            <span class="hidden-words">{words.done}</span>
          </>
        )}
      </button>
    ))}
    <button type="button" class="plain" onClick={onHide} aria-label={words.hideTour} title={words.hideTour}>
      ✕
    </button>
  </section>
);

const Typing = ({ state, channel, text }: { state: State; channel: PageChannel; text: string }) => {
  const now = useNow(1000);
  const found = state.typing.get(channel.id);
  return (
    <p class="typing muted" aria-live="polite">
      {found && found.until > now ? `${fill(text, { name: found.user })}…` : ''}
    </p>
  );
};

const Page = () => {
  const { connection, state } = useConnection();
  const { scene, health, messages } = state;
  const [channelId, setChannelId] = useState(location.hash.slice(1));
  const [theme, setTheme] = useState<Theme>(themes.find((one) => one === stored('theme')) ?? 'system');
  const [hasWire, setWire] = useState(false);
  const [hasDrawer, setDrawer] = useState(false);
  const [modal, setModal] = useState<PageModal | undefined>();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const [hasTour, setTour] = useState(stored('tour') !== 'hidden');
  const [wish, setWish] = useState<{ line: string } | undefined>();
  const drawerButton = useRef<HTMLButtonElement>(null);
  const scroller = useRef<HTMLDivElement>(null);

  const locale = scene?.me.locale ?? (navigator.language.startsWith('ja') ? 'ja' : 'en-US');
  const words = wordsFor(locale);
  const channel = scene?.channels.find(({ id }) => id === channelId) ?? scene?.channels[0];
  const guild = scene?.guilds.find(({ id }) => id === channel?.guild);
  const all = [...messages.values()];
  const here = all.filter((message) => message.channel === channel?.id);
  const newest = here.at(-1)?.id ?? '';
  const unread = new Set(
    all.flatMap((message) =>
      message.channel !== channel?.id && message.at > opened && message.id > (seen.get(message.channel) ?? '')
        ? [message.channel]
        : [],
    ),
  );

  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = channel ? `${channel.name} · ${words.title}` : words.title;
  }, [locale, channel, words]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    store('theme', theme);
  }, [theme]);
  useEffect(() => connection.watchWire(hasWire), [connection, hasWire]);
  useEffect(() => {
    if (channel && seen.get(channel.id) !== newest) setSeen(new Map(seen).set(channel.id, newest));
  }, [channel, newest, seen]);

  const goTo = useCallback((id: string) => {
    setChannelId(id);
    setDrawer(false);
    history.replaceState(null, '', `#${id}`);
  }, []);
  const note = (line: string, done: Extract<ActionResult, { ok: false }>) =>
    setNotes((now) => [
      ...now,
      { id: Date.now() + now.length, channel: channel?.id ?? '', line, text: explain(words, done) },
    ]);
  const take = (done: ActionResult, line: string) => {
    if (!done.ok) note(line, done);
    else if (done.modal) setModal(done.modal);
  };
  const takeRef = useRef(take);
  takeRef.current = take;
  const takeFromMessage = useCallback((done: ActionResult) => takeRef.current(done, ''), []);
  const tryOut = (line: string) => {
    setTried((now) => new Set(now).add(line));
    setWish({ line });
  };
  const around = useMemo(() => ({ scene, locale, words, goTo }), [scene, locale, words, goTo]);

  // Whoever begins to type means the message field.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFree = document.activeElement === document.body;
      if (isFree && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        document.getElementById('composer')?.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const banner = !state.isOnline
    ? scene && words.offline
    : !health.bot
      ? words.botGone
      : Object.values(health.parts).includes(false)
        ? words.workerGone
        : undefined;
  const hasBot = channel && scene ? channel.commands.length > 0 : true;
  const fitting =
    scene && channel ? tour.every(([, line]) => compose(line, placeOf(scene, channel)).leaf !== undefined) : false;
  const emptyText = !hasBot ? words.emptyNoBot : guild ? words.empty : words.emptyDirect;

  return (
    <Around.Provider value={around}>
      <button type="button" class="skip" onClick={() => document.getElementById('composer')?.focus()}>
        {words.skip}
      </button>
      <div class={`page ${hasWire ? 'with-wire' : ''} ${hasDrawer ? 'with-drawer' : ''}`}>
        {scene && (
          <Sidebar
            scene={scene}
            connection={connection}
            channel={channel}
            unread={unread}
            theme={theme}
            onTheme={setTheme}
            onClose={() => {
              setDrawer(false);
              drawerButton.current?.focus();
            }}
          />
        )}
        <main>
          <header class="top">
            <button
              type="button"
              ref={drawerButton}
              class="plain drawer-open"
              aria-expanded={hasDrawer}
              aria-label={words.menu}
              onClick={() => setDrawer(!hasDrawer)}
            >
              ☰
            </button>
            <h2>
              {channel && (channel.guild ? `# ${channel.name}` : `@ ${channel.name}`)}
              {guild && <span class="muted">{guild.name}</span>}
            </h2>
            <button type="button" class="button secondary" aria-pressed={hasWire} onClick={() => setWire(!hasWire)}>
              {words.wire}
            </button>
          </header>
          {banner && (
            <p class="banner" role="alert">
              {banner}
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <div class="scroller" ref={scroller} role="log" aria-label={words.messages} tabIndex={0}>
            <div class="scrolled">
              {here.length === 0 && scene && (
                <section class="empty">
                  <img src="/playground/icon.svg" alt="" width="64" height="64" />
                  <h3>{words.emptyTitle}</h3>
                  <p>{emptyText}</p>
                </section>
              )}
              <ol>
                {here.map((message) => (
                  <MessageView key={message.id} message={message} connection={connection} onDone={takeFromMessage} />
                ))}
              </ol>
              {notes
                .filter((one) => one.channel === channel?.id)
                .map((one) => (
                  <div key={one.id} class="note" role="alert">
                    <p>
                      {one.line && <code>{one.line}</code>} {one.text} {banner && <span>{banner}</span>}
                    </p>
                    <button
                      type="button"
                      class="plain"
                      onClick={() => setNotes(notes.filter(({ id }) => id !== one.id))}
                    >
                      {words.dismiss}
                    </button>
                  </div>
                ))}
            </div>
          </div>
          {channel && <Typing state={state} channel={channel} text={words.typing} />}
          {hasTour && fitting && (
            <Tour
              words={words}
              done={tried}
              onTry={tryOut}
              onHide={() => {
                setTour(false);
                store('tour', 'hidden');
              }}
            />
          )}
          {scene && channel && (
            <Composer
              key={channel.id}
              scene={scene}
              channel={channel}
              connection={connection}
              wish={wish}
              // The list begins at its end.
              onSend={() => scroller.current?.scrollTo({ top: 0 })}
              onDone={take}
            />
          )}
        </main>
        {hasWire && <WirePanel wire={state.wire} onClose={() => setWire(false)} />}
      </div>
      {modal && channel && (
        <ModalDialog
          key={modal.id}
          modal={modal}
          channel={channel.id}
          connection={connection}
          onClose={() => setModal(undefined)}
          onDone={(done) => take(done, '')}
        />
      )}
    </Around.Provider>
  );
};

render(<Page />, document.getElementById('page')!);
