import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { fault, faultsOf, integer, snowflakeField, text } from '../playground/form.ts';
import { type ComponentNode, layoutComponents, legacyComponents, modalForm, walk } from './components.ts';
import { emptyMessage, type FormFault, invalidForm, serverError, tooLarge } from './discord-error.ts';
import { ATTACHMENT_LIMIT, cleanFilename, type Upload } from './media.ts';

/**
 * What a message, a modal and a list of choices may be.
 * https://docs.discord.com/developers/resources/message#create-message
 * https://docs.discord.com/developers/components/using-message-components
 */

const image = z
  .strictObject({
    url: z.string().nullish(),
    proxy_url: z.string().nullish(),
    width: z.number().nullish(),
    height: z.number().nullish(),
    content_type: z.string().nullish(),
    placeholder: z.string().nullish(),
    placeholder_version: z.number().nullish(),
    flags: z.number().nullish(),
    description: z.string().nullish(),
  })
  .superRefine((value, context) => {
    if (value.url != null) checkUrl(value.url, ['http:', 'https:', 'attachment:'], ['url'], context);
  });

function checkUrl(url: string, protocols: string[], path: string[], context: z.RefinementCtx<unknown>): void {
  if (!URL.canParse(url)) {
    context.addIssue(fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.', path));
  } else if (!protocols.includes(new URL(url).protocol)) {
    const known = protocols.map((protocol) => `'${protocol.slice(0, -1)}'`).join(', ');
    const scheme = new URL(url).protocol.slice(0, -1);
    const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${known}).`;
    context.addIssue(fault('URL_TYPE_INVALID_SCHEME', message, path));
  }
}

const embed = z
  .strictObject({
    type: z.string().optional(),
    content_scan_version: z.number().optional(),
    title: z.string().max(256).nullish(),
    description: z.string().max(4096).nullish(),
    url: z.string().nullish(),
    timestamp: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).nullish(),
    color: integer(0, 0xff_ff_ff).nullish(),
    footer: z
      .strictObject({ text: text(1, 2048), icon_url: z.string().nullish(), proxy_icon_url: z.string().nullish() })
      .nullish(),
    image: image.nullish(),
    thumbnail: image.nullish(),
    video: image.nullish(),
    provider: z.strictObject({ name: z.string().nullish(), url: z.string().nullish() }).nullish(),
    author: z
      .strictObject({
        name: text(1, 256),
        url: z.string().nullish(),
        icon_url: z.string().nullish(),
        proxy_icon_url: z.string().nullish(),
      })
      .nullish(),
    fields: z
      .array(z.strictObject({ name: text(1, 256), value: text(1, 1024), inline: z.boolean().nullish() }))
      .max(25)
      .nullish(),
  })
  .superRefine((value, context) => {
    const shown = value.title || value.description || value.fields?.length || value.image?.url || value.thumbnail?.url;
    if (!shown && !value.author && !value.footer) {
      context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['description']));
    }
    if (value.url != null) checkUrl(value.url, ['http:', 'https:'], ['url'], context);
  });

const allowedMentions = z
  .strictObject({
    parse: z.array(z.enum(['roles', 'users', 'everyone'])).nullish(),
    roles: z.array(snowflakeField()).max(100).nullish(),
    users: z.array(snowflakeField()).max(100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const) {
      if (value.parse?.includes(kind) && value[kind]?.length) {
        const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
        context.addIssue(fault('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message));
      }
    }
  });

const messageFields = {
  content: z.string().max(2000).nullish(),
  tts: z.boolean().optional(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().optional(),
  embeds: z.array(embed).max(10).nullish(),
  allowed_mentions: allowedMentions.nullish(),
  flags: integer(0, 2 ** 31 - 1).nullish(),
  attachments: z
    .array(
      z.looseObject({
        id: z.union([z.string(), z.int()]),
        filename: z.string().max(1024).optional(),
        description: z.string().max(1024).nullish(),
      }),
    )
    .nullish(),
  poll: z
    .strictObject({
      question: z.strictObject({ text: text(1, 300) }),
      answers: z
        .array(z.strictObject({ poll_media: z.strictObject({ text: text(1, 55), emoji: z.unknown().optional() }) }))
        .min(1)
        .max(10),
      duration: integer(1, 768).optional(),
      allow_multiselect: z.boolean().optional(),
      layout_type: z.literal(1).optional(),
    })
    .nullish(),
};
const channelFields = {
  message_reference: z
    .strictObject({
      type: integer(0, 1).optional(),
      message_id: snowflakeField(),
      channel_id: snowflakeField().optional(),
      guild_id: snowflakeField().optional(),
      fail_if_not_exists: z.boolean().optional(),
    })
    .nullish(),
  sticker_ids: z.array(snowflakeField()).max(3).nullish(),
};
const forms = new Map(
  [false, true].map((v2) => {
    const components = (v2 ? layoutComponents : legacyComponents).nullish();
    return [
      v2,
      {
        channel: z.strictObject({ ...messageFields, ...channelFields, components }),
        webhook: z.strictObject({ ...messageFields, components }),
      },
    ] as const;
  }),
);

export interface MessageForm {
  readonly content?: string | null | undefined;
  readonly nonce?: string | number | null | undefined;
  readonly enforce_nonce?: boolean | undefined;
  readonly embeds?: readonly Record<string, unknown>[] | null | undefined;
  readonly components?: readonly ComponentNode[] | null | undefined;
  readonly allowed_mentions?: z.infer<typeof allowedMentions> | null | undefined;
  readonly flags?: number | null | undefined;
  readonly attachments?:
    | readonly { id: string | number; filename?: string | undefined; description?: string | null | undefined }[]
    | null
    | undefined;
  readonly message_reference?:
    | { message_id: string; channel_id?: string | undefined; fail_if_not_exists?: boolean | undefined }
    | null
    | undefined;
  readonly poll?: unknown;
  readonly sticker_ids?: readonly string[] | null | undefined;
}

/** What an edit starts from. */
export interface Before {
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly ComponentNode[];
  readonly flags: number;
  readonly attachments: readonly { readonly id: string; readonly filename: string }[];
}

export interface Surroundings {
  /** `channel` for bot-token routes, `webhook` for interaction responses and follow-ups. */
  readonly route: 'channel' | 'webhook';
  readonly uploads: readonly Upload[];
  /** The message as it is, for an edit. */
  readonly before?: Before;
  readonly knowsEmoji: (id: string) => boolean;
  /** Where the form sits in the body, for the paths of its faults. */
  readonly prefix?: readonly (string | number)[];
}

/** Text of Components V2 beyond this many UTF-8 bytes makes Discord answer 500 rather than 400. */
const LAYOUT_TEXT_BYTES = 10_170;
const LAYOUT_TEXT = 4000;
const LAYOUT_COMPONENTS = 40;

const has = (flags: number, flag: MessageFlags) => (flags & flag) !== 0;

/**
 * Checks the body of a message to create or edit.
 * @throws DiscordError 50035 with nested faults, 50006 for an empty message, 40005 for a file too large, 500 for too many bytes of layout text
 */
export function checkMessage(body: unknown, around: Surroundings): MessageForm {
  const { before, uploads, prefix = [] } = around;
  for (const upload of uploads) if (upload.bytes.byteLength > ATTACHMENT_LIMIT) throw tooLarge();

  const claimed = typeof body === 'object' && body !== null && 'flags' in body ? Number(body.flags ?? 0) : 0;
  const wasV2 = before !== undefined && has(before.flags, MessageFlags.IsComponentsV2);
  const v2 = wasV2 || has(claimed, MessageFlags.IsComponentsV2);
  const schema = forms.get(v2)?.[around.route];
  const parsed = schema?.safeParse(body);
  if (!parsed?.success) throw invalidForm(parsed ? faultsOf(parsed.error, body) : [], prefix);
  const form = parsed.data as MessageForm;

  const faults: FormFault[] = [];
  const refuse = (path: readonly (string | number)[], code: string, message: string) =>
    faults.push({ path, code, message });

  if (wasV2 && form.flags != null && !has(form.flags, MessageFlags.IsComponentsV2)) {
    refuse(['flags'], 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', 'IS_COMPONENTS_V2 can not be removed from a message');
  }

  const content = (form.content === undefined ? before?.content : form.content)?.trim() ?? '';
  const embeds = (form.embeds === undefined ? before?.embeds : form.embeds) ?? [];
  const components = (form.components === undefined ? before?.components : form.components) ?? [];
  const files = checkAttachments(form, around, refuse);

  if (v2) {
    const legacy = (field: string) =>
      refuse(
        [field],
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
    if (content !== '') legacy('content');
    if (embeds.length > 0) legacy('embeds');
    if (form.poll != null) legacy('poll');
    if (form.sticker_ids?.length) legacy('sticker_ids');
  } else {
    checkEmbeds(form, files, refuse);
  }
  if (form.components) checkTree(form.components, { v2, files, knowsEmoji: around.knowsEmoji }, refuse);
  for (const [index] of (form.sticker_ids ?? []).entries()) {
    refuse(['sticker_ids', index], 'STICKER_UNKNOWN', 'Unknown sticker');
  }
  if (faults.length > 0) throw invalidForm(faults, prefix);

  const empty = v2
    ? components.length === 0
    : content === '' && embeds.length === 0 && components.length === 0 && files.size === 0 && form.poll == null;
  if (empty) throw emptyMessage();
  return form;
}

type Refuse = (path: readonly (string | number)[], code: string, message: string) => void;

/** Names of the files the message will have, which `attachment://` may point to. */
function checkAttachments(form: MessageForm, around: Surroundings, refuse: Refuse): Set<string> {
  const kept = around.before?.attachments ?? [];
  const listed = form.attachments;
  const names = new Set<string>();
  const claimed = new Set<string>();
  for (const [index, entry] of (listed ?? []).entries()) {
    const id = String(entry.id);
    const upload = around.uploads.find((candidate) => candidate.index === id);
    const old = kept.find((attachment) => attachment.id === id);
    if (upload) {
      claimed.add(id);
      names.add(cleanFilename(entry.filename ?? upload.filename));
    } else if (old) names.add(old.filename);
    else refuse(['attachments', index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Attachment not found');
  }
  // Files nobody listed are attached all the same; old ones stay unless a list leaves them out.
  for (const upload of around.uploads) if (!claimed.has(upload.index)) names.add(cleanFilename(upload.filename));
  if (listed == null) for (const old of kept) names.add(old.filename);
  const count = (listed?.length ?? kept.length) + around.uploads.filter(({ index }) => !claimed.has(index)).length;
  if (count > 10) refuse(['attachments'], 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  return names;
}

function checkReference(url: unknown, files: Set<string>, path: readonly (string | number)[], refuse: Refuse): void {
  if (typeof url !== 'string' || !url.startsWith('attachment://')) return;
  if (files.has(url.slice('attachment://'.length))) return;
  refuse(
    path,
    'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    'The referenced attachment was not found among the files of the message',
  );
}

function checkEmbeds(form: MessageForm, files: Set<string>, refuse: Refuse): void {
  let total = 0;
  for (const [index, given] of (form.embeds ?? []).entries()) {
    const parts = given as z.infer<typeof embed>;
    const texts = [parts.title, parts.description, parts.footer?.text, parts.author?.name];
    for (const field of parts.fields ?? []) texts.push(field.name, field.value);
    total += texts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
    for (const field of ['image', 'thumbnail'] as const) {
      checkReference(parts[field]?.url, files, ['embeds', index, field, 'url'], refuse);
    }
  }
  if (total > 6000) refuse(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
}
interface TreeRules {
  readonly v2: boolean;
  readonly files: Set<string>;
  readonly knowsEmoji: (id: string) => boolean;
}

function checkTree(components: readonly ComponentNode[], rules: TreeRules, refuse: Refuse): void {
  const customIds = new Set<string>();
  const ids = new Set<number>();
  let count = 0;
  let characters = 0;
  let bytes = 0;
  for (const { node, path: inner } of walk(components)) {
    const path = ['components', ...inner];
    count += 1;
    if (node.custom_id !== undefined) {
      if (customIds.has(node.custom_id)) {
        refuse([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
      }
      customIds.add(node.custom_id);
    }
    if (node.id) {
      if (ids.has(node.id)) refuse([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
      ids.add(node.id);
    }
    if (node.type === ComponentType.TextDisplay) {
      characters += String(node.content).length;
      bytes += Buffer.byteLength(String(node.content));
    }
    for (const { emoji, at } of emojiOf(node)) {
      if (emoji.id != null && !rules.knowsEmoji(emoji.id)) {
        refuse([...path, ...at], 'COMPONENT_INVALID_EMOJI', 'Invalid emoji');
      }
    }
    for (const { url, at } of mediaOf(node)) checkReference(url, rules.files, [...path, ...at], refuse);
  }
  if (!rules.v2) return;
  if (count > LAYOUT_COMPONENTS) {
    refuse(
      ['components'],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `Total number of components exceeds maximum of ${LAYOUT_COMPONENTS}`,
    );
  }
  if (characters > LAYOUT_TEXT) {
    const message = `Total displayable text size exceeds maximum size of ${LAYOUT_TEXT}`;
    refuse(['components'], 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message);
  } else if (bytes > LAYOUT_TEXT_BYTES) throw serverError();
}

type EmojiNode = { id?: string | null };

function* emojiOf(node: ComponentNode): Generator<{ emoji: EmojiNode; at: (string | number)[] }> {
  if (node.emoji) yield { emoji: node.emoji as EmojiNode, at: ['emoji', 'id'] };
  for (const [index, option] of ((node.options as { emoji?: EmojiNode }[] | undefined) ?? []).entries()) {
    if (option.emoji) yield { emoji: option.emoji, at: ['options', index, 'emoji', 'id'] };
  }
}

type MediaNode = { url: string };

function* mediaOf(node: ComponentNode): Generator<{ url: string; at: (string | number)[] }> {
  if (node.media) yield { url: (node.media as MediaNode).url, at: ['media', 'url'] };
  if (node.file) yield { url: (node.file as MediaNode).url, at: ['file', 'url'] };
  for (const [index, item] of ((node.items as { media: MediaNode }[] | undefined) ?? []).entries()) {
    yield { url: item.media.url, at: ['items', index, 'media', 'url'] };
  }
}

export interface ModalForm {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
}

/** @throws DiscordError 50035 */
export function checkModal(body: unknown, prefix: readonly (string | number)[]): ModalForm {
  const parsed = modalForm.safeParse(body);
  if (!parsed.success) throw invalidForm(faultsOf(parsed.error, body), prefix);
  const form = parsed.data as ModalForm;
  const faults: FormFault[] = [];
  const rules = { v2: false, files: new Set<string>(), knowsEmoji: () => true };
  checkTree(form.components, rules, (path, code, message) => faults.push({ path, code, message }));
  if (faults.length > 0) throw invalidForm(faults, prefix);
  return form;
}

export interface Choice {
  readonly name: string;
  readonly value: string | number;
  readonly name_localizations?: Record<string, string | null> | null | undefined;
}

/**
 * Up to 25 choices for the option being typed; their values have its type (3 text, 4 integer, 10 number).
 * @throws DiscordError 50035
 */
export function checkChoices(body: unknown, optionType: number, prefix: readonly (string | number)[]): Choice[] {
  const value = optionType === 3 ? z.string().max(100) : optionType === 4 ? z.int() : z.number();
  const schema = z.strictObject({
    choices: z
      .array(
        z.strictObject({
          name: text(1, 100),
          name_localizations: z.record(z.string(), text(1, 100).nullable()).nullish(),
          value,
        }),
      )
      .max(25),
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidForm(faultsOf(parsed.error, body), prefix);
  return parsed.data.choices;
}
