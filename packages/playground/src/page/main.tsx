/** The page: a chat with the bot, as one of several people. */
import { type RefObject, render } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ActionResult, PageChannel, PageGuild, PageModal } from '../page-protocol.ts';
import { Chat, type Failure } from './chat.tsx';
import { focusComposer, storedValue, storeValue, useConnection, useTypingAnywhere, useUnread } from './hooks.ts';
import { Around } from './markup.tsx';
import { explain } from './message.tsx';
import { ModalDialog } from './modal.tsx';
import { Sidebar, type Theme, themes } from './sidebar.tsx';
import { WirePanel } from './wire.tsx';
import { wordsFor } from './words.ts';

interface TopBarProps {
  readonly channel: PageChannel | undefined;
  readonly guild: PageGuild | undefined;
  readonly drawerButton: RefObject<HTMLButtonElement | null>;
  readonly hasDrawer: boolean;
  readonly hasWire: boolean;
  readonly onDrawer: () => void;
  readonly onWire: () => void;
}

const TopBar = ({ channel, guild, drawerButton, hasDrawer, hasWire, onDrawer, onWire }: TopBarProps) => {
  const { words } = useContext(Around);
  return (
    <header class="top">
      <button
        type="button"
        ref={drawerButton}
        class="plain drawer-open"
        aria-expanded={hasDrawer}
        aria-label={words.menu}
        onClick={onDrawer}
      >
        ☰
      </button>
      <h1>
        {channel && (channel.guild ? `# ${channel.name}` : `@ ${channel.name}`)}
        {guild && <span class="muted">{guild.name}</span>}
      </h1>
      <button type="button" class="button secondary" aria-pressed={hasWire} onClick={onWire}>
        {words.wire}
      </button>
    </header>
  );
};

/** The chosen colours, stored for the next visit. */
const useTheme = () => {
  const [theme, setTheme] = useState<Theme>(themes.find((one) => one === storedValue('theme')) ?? 'system');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    storeValue('theme', theme);
  }, [theme]);
  return [theme, setTheme] as const;
};

const Page = () => {
  const { connection, state } = useConnection();
  const { scene } = state;
  const [channelId, setChannelId] = useState(location.hash.slice(1));
  const [theme, setTheme] = useTheme();
  const [hasWire, setWire] = useState(false);
  const [hasDrawer, setDrawer] = useState(false);
  const [modal, setModal] = useState<PageModal | undefined>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const drawerButton = useRef<HTMLButtonElement>(null);

  const locale = scene?.me.locale ?? (navigator.language.startsWith('ja') ? 'ja' : 'en-US');
  const words = wordsFor(locale);
  const channel = scene?.channels.find(({ id }) => id === channelId) ?? scene?.channels[0];
  const guild = scene?.guilds.find(({ id }) => id === channel?.guild);
  const unread = useUnread(state.messages, channel?.id);
  useTypingAnywhere();
  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = channel ? `${channel.name} · ${words.title}` : words.title;
  }, [locale, channel, words]);
  useEffect(() => connection.watchWire(hasWire), [connection, hasWire]);

  const goTo = useCallback((id: string) => {
    setChannelId(id);
    setDrawer(false);
    history.replaceState(null, '', `#${id}`);
  }, []);
  const onResult = (result: ActionResult, line: string) => {
    if (result.ok) {
      if (result.modal) setModal(result.modal);
      return;
    }
    const failure = { channel: channel?.id ?? '', line, text: explain(words, result) };
    setFailures((now) => [...now, { id: Date.now() + now.length, ...failure }]);
  };
  const onDismissFailure = (id: number) => setFailures(failures.filter((failure) => failure.id !== id));
  const closeDrawer = () => {
    setDrawer(false);
    drawerButton.current?.focus();
  };
  const around = useMemo(() => ({ scene, locale, words, goTo }), [scene, locale, words, goTo]);
  const sidebar = { connection, channel, unread, theme, onTheme: setTheme, onClose: closeDrawer };
  const toggles = { onDrawer: () => setDrawer(!hasDrawer), onWire: () => setWire(!hasWire) };
  return (
    <Around.Provider value={around}>
      <button type="button" class="skip" onClick={focusComposer}>
        {words.skip}
      </button>
      <div class={`page ${hasWire ? 'with-wire' : ''} ${hasDrawer ? 'with-drawer' : ''}`}>
        {scene && <Sidebar scene={scene} {...sidebar} />}
        <main>
          <TopBar {...{ channel, guild, drawerButton, hasDrawer, hasWire }} {...toggles} />
          <Chat {...{ connection, state, channel, failures, onDismissFailure, onResult }} />
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
          onResult={(result) => onResult(result, '')}
        />
      )}
    </Around.Provider>
  );
};

render(<Page />, document.getElementById('page')!);
