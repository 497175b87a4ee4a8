import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { type ComponentNode, walk } from './components.ts';
import { cleanFilename, pictureSize, type Upload } from './media.ts';
import type { MessageForm } from './payload.ts';
import { snowflake, snowflakeTime } from './snowflake.ts';
import type { Channel, User } from './world.ts';

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string | undefined;
  readonly contentType: string;
  readonly size: number;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** What a message says at one moment. */
export interface MessageState {
  readonly content: string;
  readonly embeds: readonly Record<string, unknown>[];
  readonly components: readonly ComponentNode[];
  readonly flags: number;
  readonly attachments: readonly Attachment[];
}

export interface PastState extends MessageState {
  /** Milliseconds since 1970 at which the message took this state. */
  readonly at: number;
}

export interface MessageOrigin {
  readonly channel: Channel;
  readonly author: User;
  readonly type?: MessageType;
  /** The one person who sees an ephemeral message. */
  readonly visibleTo?: string | undefined;
  readonly nonce?: string | number | undefined;
  readonly reference?: Message | undefined;
  readonly interactionMetadata?: Record<string, unknown> | undefined;
  readonly applicationId?: string | undefined;
  readonly poll?: unknown;
  readonly pings?: Pings | undefined;
}

/** Whom a message notifies. */
export interface Pings {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

/** One message with everything it ever said. */
export class Message {
  readonly id: string = snowflake();
  readonly origin: MessageOrigin;
  /** States in order of time, the present one last. A message that waits behind a deferred reply is a state of its own. */
  readonly history: PastState[] = [];
  deletedAt: number | undefined;
  editedAt: number | undefined;
  threadId: string | undefined;

  constructor(origin: MessageOrigin, state: MessageState) {
    this.origin = origin;
    this.history.push({ ...state, at: Date.now() });
  }

  get state(): PastState {
    return this.history.at(-1) as PastState;
  }
  get channel(): Channel {
    return this.origin.channel;
  }
  get author(): User {
    return this.origin.author;
  }
  get content(): string {
    return this.state.content;
  }
  get embeds(): readonly Record<string, unknown>[] {
    return this.state.embeds;
  }
  get components(): readonly ComponentNode[] {
    return this.state.components;
  }
  get flags(): number {
    return this.state.flags;
  }
  get attachments(): readonly Attachment[] {
    return this.state.attachments;
  }
  /** Whom it has notified. People's own messages are not looked at. */
  get pings(): Pings {
    return this.origin.pings ?? { users: [], roles: [], everyone: false };
  }
  get createdAt(): number {
    return snowflakeTime(this.id);
  }
  get deleted(): boolean {
    return this.deletedAt !== undefined;
  }
  get ephemeral(): boolean {
    return this.origin.visibleTo !== undefined;
  }
  /** "… is thinking": a deferred reply whose content is still to come. */
  get loading(): boolean {
    return (this.flags & MessageFlags.Loading) !== 0;
  }

  change(state: MessageState): void {
    if (!this.loading) this.editedAt = Date.now();
    this.history.push({ ...state, at: Date.now() });
  }

  /** The API's message object. https://docs.discord.com/developers/resources/message#message-object */
  toJSON(): Record<string, unknown> {
    const { origin, state } = this;
    const reference = origin.reference;
    const mentioned = [...state.content.matchAll(/<@!?(\d+)>/g)].flatMap(([, id]) => {
      const user = id === undefined ? undefined : origin.channel.world.users.get(id);
      return user ? [user.toJSON()] : [];
    });
    return {
      id: this.id,
      channel_id: origin.channel.id,
      type: origin.type ?? MessageType.Default,
      author: origin.author.toJSON(),
      content: state.content,
      timestamp: new Date(this.createdAt).toISOString(),
      edited_timestamp: this.editedAt === undefined ? null : new Date(this.editedAt).toISOString(),
      tts: false,
      mention_everyone: this.pings.everyone,
      mentions: mentioned,
      mention_roles: this.pings.roles,
      attachments: state.attachments.map(attachmentJSON),
      embeds: state.embeds,
      components: state.components,
      flags: state.flags | (this.threadId === undefined ? 0 : MessageFlags.HasThread),
      pinned: false,
      ...(origin.nonce === undefined ? {} : { nonce: origin.nonce }),
      ...(origin.poll == null ? {} : { poll: origin.poll }),
      ...(origin.applicationId === undefined ? {} : { application_id: origin.applicationId }),
      ...(origin.interactionMetadata === undefined
        ? {}
        : { webhook_id: origin.applicationId, interaction_metadata: origin.interactionMetadata }),
      ...(reference === undefined
        ? {}
        : {
            message_reference: {
              type: 0,
              message_id: reference.id,
              channel_id: reference.channel.id,
              ...(reference.channel.guild ? { guild_id: reference.channel.guild.id } : {}),
            },
          }),
    };
  }
}

function attachmentJSON(attachment: Attachment): Record<string, unknown> {
  return {
    id: attachment.id,
    filename: attachment.filename,
    size: attachment.size,
    url: attachment.url,
    proxy_url: attachment.url,
    content_type: attachment.contentType,
    ...(attachment.description === undefined ? {} : { description: attachment.description }),
    ...(attachment.width === undefined ? {} : { width: attachment.width, height: attachment.height }),
  };
}

/** Makes an attachment of an uploaded file. `place` is the channel's folder on the stand-in's own CDN. */
export function attach(upload: Upload, place: string, given: { filename?: string; description?: string }): Attachment {
  const id = snowflake();
  const filename = cleanFilename(given.filename ?? upload.filename);
  return {
    id,
    filename,
    description: given.description,
    contentType: upload.contentType,
    size: upload.bytes.byteLength,
    url: `${place}/${id}/${filename}`,
    bytes: upload.bytes,
    ...pictureSize(upload.bytes),
  };
}

/** Which flags a form may set; the rest of its bits Discord passes over. */
const SETTABLE = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

/** The state a checked form leads to, from nothing or from the state before. */
export function nextState(
  form: MessageForm,
  uploads: readonly Upload[],
  place: string,
  before?: MessageState,
): MessageState {
  const listed = form.attachments;
  const old = before?.attachments ?? [];
  const claimed = new Set<string>();
  const attachments: Attachment[] = [];
  if (listed == null) attachments.push(...old);
  for (const entry of listed ?? []) {
    const id = String(entry.id);
    const upload = uploads.find((candidate) => candidate.index === id);
    const words = {
      ...(entry.filename === undefined ? {} : { filename: entry.filename }),
      ...(entry.description == null ? {} : { description: entry.description }),
    };
    const kept = old.find((attachment) => attachment.id === id);
    if (upload) {
      claimed.add(id);
      attachments.push(attach(upload, place, words));
    } else if (kept) attachments.push({ ...kept, ...(words.description ? { description: words.description } : {}) });
  }
  for (const upload of uploads) if (!claimed.has(upload.index)) attachments.push(attach(upload, place, {}));

  const sticky = (before?.flags ?? 0) & (MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral);
  const asked = form.flags == null ? (before?.flags ?? 0) : form.flags;
  const content = form.content === undefined ? (before?.content ?? '') : (form.content ?? '');
  const embeds = form.embeds === undefined ? (before?.embeds ?? []) : (form.embeds ?? []);
  const components = form.components === undefined ? (before?.components ?? []) : (form.components ?? []);
  return {
    content: content.trim(),
    embeds: resolveMedia(
      embeds.map((embed) => ({ type: 'rich', ...embed })),
      attachments,
    ),
    components: resolveMedia(numbered(components), attachments),
    flags: (asked & SETTABLE) | sticky,
    attachments,
  };
}

/** Points every `attachment://name` to the uploaded file, with what an unfurled media item tells about it. */
function resolveMedia<Value>(value: Value, attachments: readonly Attachment[]): Value {
  if (Array.isArray(value)) return value.map((item) => resolveMedia(item, attachments)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, resolveMedia(inner, attachments)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  if (typeof copy.url === 'string' && copy.url.startsWith('attachment://')) {
    const name = copy.url.slice('attachment://'.length);
    const found = attachments.find((attachment) => attachment.filename === name);
    if (found) {
      copy.url = found.url;
      copy.proxy_url = found.url;
      copy.content_type = found.contentType;
      copy.attachment_id = found.id;
      if (found.width !== undefined) {
        copy.width = found.width;
        copy.height = found.height;
      }
    }
  }
  return copy as Value;
}

/** Discord gives every component without an id one of its own, counting from 1. */
function numbered(components: readonly ComponentNode[]): ComponentNode[] {
  const copy = structuredClone(components) as ComponentNode[];
  const taken = new Set<number>();
  for (const { node } of walk(copy)) if (node.id) taken.add(node.id);
  let next = 1;
  for (const { node } of walk(copy)) {
    if (node.id) continue;
    while (taken.has(next)) next += 1;
    taken.add(next);
    (node as { id?: number }).id = next;
  }
  return copy;
}
