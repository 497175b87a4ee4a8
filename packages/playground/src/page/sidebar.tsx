/** The sidebar: channels, people and settings. */
import { useContext, useState } from 'preact/hooks';
import type { PageChannel, PageGuild, PagePerson, PageScene } from '../page-protocol.ts';
import type { Connection } from './connection.ts';
import { Around } from './markup.tsx';
import { Avatar } from './message.tsx';
import { languages } from './words.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface SidebarProps {
  readonly scene: PageScene;
  readonly connection: Connection;
  readonly channel: PageChannel | undefined;
  readonly unread: ReadonlySet<string>;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onClose: () => void;
}

interface ChannelListProps {
  readonly channels: readonly PageChannel[];
  /** The id of the open channel. */
  readonly current: string | undefined;
  readonly unread: ReadonlySet<string>;
}

const ChannelList = ({ channels, current, unread }: ChannelListProps) => {
  const { goTo } = useContext(Around);
  return (
    <ul>
      {channels.map((one) => (
        <li key={one.id} class={one.parent ? 'thread' : ''}>
          <button
            type="button"
            class={`channel ${unread.has(one.id) ? 'unread' : ''}`}
            {...(one.id === current ? { 'aria-current': 'page' as const } : {})}
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

/** Puts the threads of a channel after it. */
const withThreads = (channels: readonly PageChannel[]): PageChannel[] =>
  channels
    .filter(({ parent }) => parent === undefined)
    .flatMap((channel) => [channel, ...channels.filter(({ parent }) => parent === channel.id)]);

/** The people to act as. */
const People = ({ scene, guild }: { scene: PageScene; guild: PageGuild | undefined }) => {
  const { words } = useContext(Around);
  return (
    <ul>
      {scene.people.map((person) => {
        const href = `?as=${encodeURIComponent(person.name)}${location.hash}`;
        const isMe = person.id === scene.me.id;
        return (
          <li key={person.id}>
            <a class="person" href={href} {...(isMe ? { 'aria-current': 'true' as const } : { title: words.be })}>
              <Avatar name={person.name} isBot={false} />
              <span>{person.name}</span>
              {person.locale.startsWith('ja') && <span class="badge">日本語</span>}
              {guild && person.administers.includes(guild.id) && <span class="badge">★</span>}
            </a>
            {!isMe && (
              <a
                class="plain"
                href={href}
                target="_blank"
                rel="noopener"
                aria-label={`${person.name}: ${words.newTab}`}
                title={words.newTab}
              >
                ↗
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const Invite = ({ connection }: { connection: Connection }) => {
  const { words } = useContext(Around);
  const [name, setName] = useState('');
  const [trouble, setTrouble] = useState('');
  const invite = async () => {
    const result = await connection.act({ do: 'invite', name: name.trim() });
    setTrouble(result.ok ? '' : result.message);
    if (result.ok) setName('');
  };
  return (
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
  );
};

interface SettingsProps extends Pick<SidebarProps, 'connection' | 'theme' | 'onTheme'> {
  readonly me: PagePerson;
  readonly guild: PageGuild | undefined;
}

const Settings = ({ me, guild, connection, theme, onTheme }: SettingsProps) => {
  const { words } = useContext(Around);
  const configure = (change: Record<string, unknown>) => void connection.act({ do: 'configure', ...change });
  return (
    <div class="settings">
      <label>
        {words.language}
        <select value={me.locale} onChange={(event) => configure({ locale: event.currentTarget.value })}>
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
            onChange={(event) => configure({ administers: { guild: guild.id, on: event.currentTarget.checked } })}
          />
          {words.administrator}
        </label>
      )}
      <label>
        <input
          type="checkbox"
          checked={me.hasInstalled}
          onChange={(event) => configure({ hasInstalled: event.currentTarget.checked })}
        />
        {words.installed}
      </label>
    </div>
  );
};

export const Sidebar = (props: SidebarProps) => {
  const { scene, connection, channel, unread, theme, onTheme, onClose } = props;
  const { words } = useContext(Around);
  const guild = scene.guilds.find(({ id }) => id === channel?.guild);
  const list = (guildId: string | undefined) => (
    <ChannelList
      channels={withThreads(scene.channels.filter((one) => one.guild === guildId))}
      current={channel?.id}
      unread={unread}
    />
  );
  return (
    <nav
      class="sidebar"
      aria-label={words.menu}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header>
        <p class="brand">
          <img src="/playground/icon.svg" alt="" width="28" height="28" />
          {words.title}
        </p>
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
            {list(one.id)}
          </section>
        ))}
        <section>
          <h2>{words.direct}</h2>
          {list(undefined)}
        </section>
      </div>
      <section class="persons">
        <h2>{words.people}</h2>
        <People scene={scene} guild={guild} />
        <Invite connection={connection} />
        <Settings me={scene.me} {...{ guild, connection, theme, onTheme }} />
      </section>
    </nav>
  );
};
