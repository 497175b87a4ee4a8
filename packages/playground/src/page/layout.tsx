/** Components of a message, in rows or in version 2, and embeds. */

import type { ComponentNode } from '@antipode/stand-in/components';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Around, Emoji, type EmojiProps, Markdown, Spoiler, Unsupported } from './markup.tsx';
import { isSelect, Menu, optionsOf } from './menu.tsx';
import { fill } from './words.ts';

/** Actions of the components of a message. */
export const Using = createContext<{
  readonly channel: string;
  readonly press: (customId: string) => Promise<void>;
  readonly select: (customId: string, values: string[]) => Promise<void>;
}>({ channel: '', press: async () => {}, select: async () => {} });

const types = {
  row: 1,
  button: 2,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
} as const;
const buttonStyles = ['', 'primary', 'secondary', 'success', 'danger', 'link'] as const;
const LINK = 5;

const colourOf = (number: unknown): string | undefined =>
  typeof number === 'number' ? `#${number.toString(16).padStart(6, '0')}` : undefined;

interface Media {
  readonly url: string;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** A picture of the bot. Pictures at other addresses are not loaded but linked. */
const Picture = ({ media, description, small }: { media: Media; description?: string | null; small?: boolean }) => {
  const name = decodeURIComponent(media.url.split('/').at(-1) ?? '');
  if (!media.url.startsWith('/')) {
    return (
      <a href={media.url} target="_blank" rel="noopener noreferrer">
        {description || name}
      </a>
    );
  }
  return (
    <a class={small ? 'picture small' : 'picture'} href={media.url} target="_blank" rel="noopener">
      <img
        src={media.url}
        alt={description || name}
        {...(description ? { title: description } : {})}
        {...(media.width && media.height ? { width: media.width, height: media.height } : {})}
      />
    </a>
  );
};

interface GalleryItem {
  readonly media: Media;
  readonly description?: string | null;
  readonly spoiler?: boolean;
}

export const Gallery = ({ items }: { items: readonly GalleryItem[] }) => (
  <div class={`gallery of-${Math.min(items.length, 4)}`}>
    {items.map((item) => {
      const picture = <Picture key={item.media.url} media={item.media} description={item.description ?? null} />;
      return item.spoiler ? (
        <Spoiler key={item.media.url} block>
          {picture}
        </Spoiler>
      ) : (
        picture
      );
    })}
  </div>
);

export const FileLink = ({ url, name, size }: { url: string; name: string; size?: number | undefined }) => {
  const { words } = useContext(Around);
  return (
    <a class="file" href={url} download={name}>
      <span aria-hidden="true">📄</span>
      <span>
        {fill(words.download, { name })}
        {size !== undefined && <small class="muted">{fill(words.bytes, { count: size.toLocaleString('en') })}</small>}
      </span>
    </a>
  );
};

const Button = ({ node }: { node: ComponentNode }) => {
  const { press } = useContext(Using);
  const [isBusy, setBusy] = useState(false);
  const emoji = node.emoji as EmojiProps | undefined;
  const label = node.label as string | undefined;
  const style = buttonStyles[Number(node.style)] ?? 'secondary';
  // Those of boards, of which five fit beside each other on a phone.
  const isSmall = !label || (emoji !== undefined && label.length <= 2);
  const face = (
    <>
      {emoji && <Emoji {...emoji} />}
      {label && <span>{label}</span>}
    </>
  );
  if (Number(node.style) === LINK) {
    const to = String(node.url);
    if (node.disabled || !/^https?:/u.test(to)) {
      return (
        <button type="button" class="button link" disabled>
          {face}
        </button>
      );
    }
    return (
      <a class="button link" href={to} target="_blank" rel="noopener noreferrer">
        {face} <span aria-hidden="true">↗</span>
      </a>
    );
  }
  return (
    <button
      type="button"
      class={`button ${style} ${isBusy ? 'busy' : ''} ${isSmall ? 'small' : ''}`}
      // Not `disabled` while busy, because that would remove the focus.
      disabled={node.disabled === true}
      aria-busy={isBusy}
      data-custom-id={node.custom_id}
      onClick={() => {
        if (isBusy || node.custom_id === undefined) return;
        setBusy(true);
        void press(node.custom_id).finally(() => setBusy(false));
      }}
    >
      {face}
    </button>
  );
};

const Select = ({ node }: { node: ComponentNode }) => {
  const { scene, words } = useContext(Around);
  const { channel, select } = useContext(Using);
  const options = optionsOf(node, scene, channel);
  const placeholder = String(node.placeholder ?? words.choose);
  return (
    <Menu
      options={options}
      placeholder={placeholder}
      label={placeholder}
      least={Number(node.min_values ?? 1)}
      most={Number(node.max_values ?? 1)}
      disabled={node.disabled === true}
      chosen={options.filter((option) => option.default).map(({ value }) => value)}
      onChoose={(values) => void select(node.custom_id ?? '', values)}
    />
  );
};

const Component = ({ node }: { node: ComponentNode }) => {
  const children = <Components nodes={node.components ?? []} />;
  const accessory = node.accessory && <Component node={node.accessory} />;
  switch (node.type) {
    case types.row:
      return <div class="row">{children}</div>;
    case types.button:
      return <Button node={node} />;
    case types.text:
      return <Markdown text={String(node.content)} />;
    case types.section:
      return (
        <div class="section">
          <div>{children}</div>
          {accessory}
        </div>
      );
    case types.thumbnail: {
      const picture = <Picture small media={node.media as Media} description={node.description as string | null} />;
      return node.spoiler ? <Spoiler block>{picture}</Spoiler> : picture;
    }
    case types.gallery:
      return <Gallery items={node.items as GalleryItem[]} />;
    case types.file: {
      const { url } = node.file as Media;
      const file = <FileLink url={url} name={String(node.name ?? url.split('/').at(-1))} size={node.size as number} />;
      return node.spoiler ? <Spoiler block>{file}</Spoiler> : file;
    }
    case types.separator: {
      const spacing = node.spacing === 2 ? 'wide' : 'narrow';
      return node.divider === false ? <div class={`gap ${spacing}`} /> : <hr class={spacing} />;
    }
    case types.container: {
      const colour = colourOf(node.accent_color);
      const box = (
        <div class="container" {...(colour ? { style: { borderInlineStartColor: colour } } : {})}>
          {children}
        </div>
      );
      return node.spoiler ? <Spoiler block>{box}</Spoiler> : box;
    }
    default:
      return isSelect(node) ? <Select node={node} /> : <Unsupported what={`component ${node.type}`} />;
  }
};

/** Keyed by position, so that a button keeps the focus when an edit changes it. */
export const Components = ({ nodes }: { nodes: readonly ComponentNode[] }) => (
  <>
    {nodes.map((node, index) => (
      <Component key={`${index} ${node.type}`} node={node} />
    ))}
  </>
);

interface EmbedProps {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly url?: string | null;
  readonly color?: number | null;
  readonly timestamp?: string | null;
  readonly author?: { readonly name: string; readonly url?: string | null } | null;
  readonly footer?: { readonly text: string } | null;
  readonly image?: Media | null;
  readonly thumbnail?: Media | null;
  readonly fields?:
    | readonly { readonly name: string; readonly value: string; readonly inline?: boolean | null }[]
    | null;
}

export const Embed = ({ embed }: { embed: EmbedProps }) => {
  const { locale } = useContext(Around);
  const colour = colourOf(embed.color);
  const date = embed.timestamp ? new Date(embed.timestamp) : undefined;
  const stamp = date && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  const title = embed.title && <Markdown text={embed.title} />;
  return (
    <article class="container embed" {...(colour ? { style: { borderInlineStartColor: colour } } : {})}>
      <div class="section">
        <div>
          {embed.author && <div class="embed-author">{embed.author.name}</div>}
          {title && (
            <div class="embed-title">
              {embed.url ? (
                <a href={embed.url} target="_blank" rel="noopener noreferrer">
                  {title}
                </a>
              ) : (
                title
              )}
            </div>
          )}
          {embed.description && <Markdown text={embed.description} />}
          {embed.fields && embed.fields.length > 0 && (
            <dl class="fields">
              {embed.fields.map(({ name, value, inline }) => (
                <div key={name + value} class={inline ? 'inline' : ''}>
                  <dt>
                    <Markdown text={name} />
                  </dt>
                  <dd>
                    <Markdown text={value} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {embed.thumbnail && <Picture small media={embed.thumbnail} />}
      </div>
      {embed.image && <Picture media={embed.image} />}
      {(embed.footer || stamp) && (
        <footer class="muted">{[embed.footer?.text, stamp].filter(Boolean).join(' · ')}</footer>
      )}
    </article>
  );
};
