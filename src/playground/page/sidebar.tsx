/** Where one can be, who one can be, and how it looks. */
import { useContext, useState } from 'preact/hooks';
import type { PageChannel, PageScene } from '../page-protocol.ts';
import type { Connection } from './connection.ts';
import { Around } from './markup.tsx';
import { Avatar } from './message.tsx';
import { languages } from './words.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface Given {
  readonly scene: PageScene;
  readonly connection: Connection;
  readonly channel: PageChannel | undefined;
  readonly unread: ReadonlySet<string>;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onClose: () => void;
}

const ChannelList = ({ channels, given }: { channels: readonly PageChannel[]; given: Given }) => {
  const { goTo } = useContext(Around);
  return (
    <ul>
      {channels.map((one) => (
        <li key={one.id} class={one.parent ? 'thread' : ''}>
          <button
            type="button"
            class={`channel ${given.unread.has(one.id) ? 'unread' : ''}`}
            {...(one.id === given.channel?.id ? { 'aria-current': 'page' as const } : {})}
            onClick={() => goTo(one.id)}
          >
            <span aria-hidden="true">{one.guild === undefined ? '@' : one.parent ? '🧵' : '#'}</span>
            <span>{one.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Channels with their threads behind them. */
const inOrder = (channels: readonly PageChannel[]): PageChannel[] =>
  channels
    .filter(({ parent }) => parent === undefined)
    .flatMap((channel) => [channel, ...channels.filter(({ parent }) => parent === channel.id)]);

export const Sidebar = (given: Given) => {
  const { scene, connection, channel, theme, onTheme, onClose } = given;
  const { words } = useContext(Around);
  const [name, setName] = useState('');
  const [trouble, setTrouble] = useState('');
  const { me } = scene;
  const guild = scene.guilds.find(({ id }) => id === channel?.guild);
  const be = (change: Record<string, unknown>) => void connection.act({ do: 'configure', ...change });
  const invite = async () => {
    const done = await connection.act({ do: 'invite', name: name.trim() });
    setTrouble(done.ok ? '' : done.message);
    if (done.ok) setName('');
  };
  return (
    <nav
      class="sidebar"
      aria-label={words.menu}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header>
        <h1>
          <img src="/playground/icon.svg" alt="" width="28" height="28" />
          {words.title}
        </h1>
        <button type="button" class="plain drawer-close" onClick={onClose} aria-label={words.close}>
          ✕
        </button>
      </header>
      <div class="places">
        {scene.guilds.map((one) => (
          <section key={one.id}>
            <h2>
              {one.name} {!one.isInstalled && <span class="badge">{words.noBot}</span>}
            </h2>
            <ChannelList channels={inOrder(scene.channels.filter((each) => each.guild === one.id))} given={given} />
          </section>
        ))}
        <section>
          <h2>{words.direct}</h2>
          <ChannelList channels={scene.channels.filter((each) => each.guild === undefined)} given={given} />
        </section>
      </div>
      <section class="persons">
        <h2>{words.people}</h2>
        <ul>
          {scene.people.map((person) => (
            <li key={person.id}>
              <a
                class="person"
                href={`?as=${encodeURIComponent(person.name)}${location.hash}`}
                {...(person.id === me.id ? { 'aria-current': 'true' as const } : { title: words.be })}
              >
                <Avatar name={person.name} isBot={false} />
                <span>{person.name}</span>
                {person.locale.startsWith('ja') && <span class="badge">日本語</span>}
                {guild && person.administers.includes(guild.id) && <span class="badge">★</span>}
              </a>
              {person.id !== me.id && (
                <a
                  class="plain"
                  href={`?as=${encodeURIComponent(person.name)}${location.hash}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${person.name}: ${words.newTab}`}
                  title={words.newTab}
                >
                  ↗
                </a>
              )}
            </li>
          ))}
        </ul>
        <details>
          <summary>{words.invite}</summary>
          <form
            class="invite"
            onSubmit={(event) => {
              event.preventDefault();
              void invite();
            }}
          >
            <input
              aria-label={words.inviteName}
              placeholder={words.inviteName}
              value={name}
              maxLength={32}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" class="button secondary">
              {words.add}
            </button>
          </form>
          {trouble && (
            <p class="trouble" role="alert">
              {trouble}
            </p>
          )}
        </details>
        <div class="settings">
          <label>
            {words.language}
            <select value={me.locale} onChange={(event) => be({ locale: event.currentTarget.value })}>
              {languages.map(([locale, label]) => (
                <option key={locale} value={locale}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            {words.theme}
            <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as Theme)}>
              {themes.map((one) => (
                <option key={one} value={one}>
                  {words.themes[one]}
                </option>
              ))}
            </select>
          </label>
          {guild && (
            <label>
              <input
                type="checkbox"
                checked={me.administers.includes(guild.id)}
                onChange={(event) => be({ administers: { guild: guild.id, on: event.currentTarget.checked } })}
              />
              {words.administrator}
            </label>
          )}
          <label>
            <input
              type="checkbox"
              checked={me.hasInstalled}
              onChange={(event) => be({ hasInstalled: event.currentTarget.checked })}
            />
            {words.installed}
          </label>
        </div>
      </section>
    </nav>
  );
};
