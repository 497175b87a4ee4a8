import { MessageFlags } from 'discord-api-types/v10';
import { type ComponentNode, walk } from './components.ts';
import { cleanFilename, pictureSize, type Upload } from './media.ts';
import type { MessageForm } from './payload.ts';
import { snowflake } from './snowflake.ts';

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string | undefined;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The content of a message at one moment. */
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

/** Makes an attachment of an uploaded file. `folder` is the channel's address on the stand-in's CDN. */
export function attach(
  upload: Upload,
  folder: string,
  fields: { filename?: string; description?: string },
): Attachment {
  const id = snowflake();
  const filename = cleanFilename(fields.filename ?? upload.filename);
  return {
    id,
    filename,
    description: fields.description,
    contentType: upload.contentType,
    size: upload.bytes.byteLength,
    url: `${folder}/${id}/${filename}`,
    bytes: upload.bytes,
    ...pictureSize(upload.bytes),
  };
}

/** Flags that a form may set. Discord ignores all others. */
const SETTABLE = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

/** The state that a checked form gives a new message, or an edited one that is in the state `before`. */
export function nextState(
  form: MessageForm,
  uploads: readonly Upload[],
  folder: string,
  before?: MessageState,
): MessageState {
  const attachments = nextAttachments(form, uploads, folder, before?.attachments ?? []);
  const kept = (before?.flags ?? 0) & (MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral);
  const flags = form.flags ?? before?.flags ?? 0;
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
    flags: (flags & SETTABLE) | kept,
    attachments,
  };
}

function nextAttachments(
  form: MessageForm,
  uploads: readonly Upload[],
  folder: string,
  earlier: readonly Attachment[],
): Attachment[] {
  const listed = form.attachments;
  const claimed = new Set<string>();
  const attachments: Attachment[] = listed == null ? [...earlier] : [];
  for (const entry of listed ?? []) {
    const id = String(entry.id);
    const upload = uploads.find((candidate) => candidate.index === id);
    const fields = {
      ...(entry.filename === undefined ? {} : { filename: entry.filename }),
      ...(entry.description == null ? {} : { description: entry.description }),
    };
    const kept = earlier.find((attachment) => attachment.id === id);
    if (upload) {
      claimed.add(id);
      attachments.push(attach(upload, folder, fields));
    } else if (kept) attachments.push({ ...kept, ...(fields.description ? { description: fields.description } : {}) });
  }
  for (const upload of uploads) if (!claimed.has(upload.index)) attachments.push(attach(upload, folder, {}));
  return attachments;
}

/** Replaces every `attachment://name` by the address of the uploaded file, and adds the fields of an unfurled media item. */
function resolveMedia<Value>(value: Value, attachments: readonly Attachment[]): Value {
  if (Array.isArray(value)) return value.map((item) => resolveMedia(item, attachments)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, resolveMedia(inner, attachments)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  if (typeof copy.url === 'string' && copy.url.startsWith('attachment://')) {
    const name = copy.url.slice('attachment://'.length);
    const found = attachments.find((attachment) => attachment.filename === name);
    if (found) {
      const { url, contentType, id, width, height } = found;
      Object.assign(copy, { url, proxy_url: url, content_type: contentType, attachment_id: id });
      if (width !== undefined) Object.assign(copy, { width, height });
    }
  }
  return copy as Value;
}

/** Gives every component without an id the next free one, counting from 1, as Discord does. */
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
