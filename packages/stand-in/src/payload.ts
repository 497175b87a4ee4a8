import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { checkTree } from './component-rules.ts';
import { type ComponentNode, layoutComponents, legacyComponents } from './components.ts';
import { type AddFault, emptyMessage, type FieldPath, type FormFault, invalidForm, tooLarge } from './discord-error.ts';
import { checkEmbeds, embed } from './embed.ts';
import { ATTACHMENT_LIMIT, cleanFilename, type Upload } from './media.ts';
import { fault, integer, parseForm, snowflakeField } from './schema.ts';

/**
 * The rules of a message to create or edit.
 * https://docs.discord.com/developers/resources/message#create-message
 * https://docs.discord.com/developers/components/using-message-components
 */

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
const channelForm = z.strictObject({ ...messageFields, ...channelFields });
const webhookForm = z.strictObject(messageFields);
const legacy = { components: legacyComponents.nullish() };
const layout = { components: layoutComponents.nullish() };
/** Forms by route, without and with IS_COMPONENTS_V2. */
const forms = {
  channel: { legacy: channelForm.extend(legacy), v2: channelForm.extend(layout) },
  webhook: { legacy: webhookForm.extend(legacy), v2: webhookForm.extend(layout) },
};

export type MessageForm = z.infer<typeof webhookForm> &
  Partial<z.infer<typeof channelForm>> & { readonly components?: readonly ComponentNode[] | null | undefined };

/** The message that an edit changes. */
interface EarlierState {
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly ComponentNode[];
  readonly flags: number;
  readonly attachments: readonly { readonly id: string; readonly filename: string }[];
}

export interface MessageContext {
  /** `channel` for routes with the bot's token, `webhook` for interaction responses and follow-ups. */
  readonly route: 'channel' | 'webhook';
  readonly uploads: readonly Upload[];
  /** For an edit: the message before. */
  readonly before?: EarlierState;
  readonly knowsEmoji: (id: string) => boolean;
  /** Where the form is in the body, for the paths of its faults. */
  readonly prefix?: FieldPath;
}

const has = (flags: number, flag: MessageFlags) => (flags & flag) !== 0;

/**
 * Checks the body of a message to create or edit.
 * @throws DiscordError 50035 with nested faults, 50006 for an empty message, 40005 for a file that is too large, 500 for
 * too many bytes of layout text
 */
export function checkMessage(body: unknown, context: MessageContext): MessageForm {
  const { before, uploads, prefix = [] } = context;
  for (const upload of uploads) if (upload.bytes.byteLength > ATTACHMENT_LIMIT) throw tooLarge();

  const claimed = typeof body === 'object' && body !== null && 'flags' in body ? Number(body.flags ?? 0) : 0;
  const wasV2 = before !== undefined && has(before.flags, MessageFlags.IsComponentsV2);
  const v2 = wasV2 || has(claimed, MessageFlags.IsComponentsV2);
  const form = parseForm(forms[context.route][v2 ? 'v2' : 'legacy'], body, prefix) as MessageForm;

  const faults: FormFault[] = [];
  const addFault: AddFault = (path, code, message) => faults.push({ path, code, message });

  if (wasV2 && form.flags != null && !has(form.flags, MessageFlags.IsComponentsV2)) {
    addFault(
      ['flags'],
      'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
      'IS_COMPONENTS_V2 can not be removed from a message',
    );
  }

  const content = (form.content === undefined ? before?.content : form.content)?.trim() ?? '';
  const embeds = (form.embeds === undefined ? before?.embeds : form.embeds) ?? [];
  const components = (form.components === undefined ? before?.components : form.components) ?? [];
  const files = checkAttachments(form, context, addFault);

  if (v2) {
    const used = {
      content: content !== '',
      embeds: embeds.length > 0,
      sticker_ids: (form.sticker_ids?.length ?? 0) > 0,
    };
    for (const [field, isUsed] of Object.entries(used)) {
      const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
      if (isUsed) addFault([field], 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message);
    }
  } else {
    checkEmbeds(form.embeds ?? [], files, addFault);
  }
  if (form.components) checkTree(form.components, { v2, files, knowsEmoji: context.knowsEmoji }, addFault);
  for (const [index] of (form.sticker_ids ?? []).entries()) {
    addFault(['sticker_ids', index], 'STICKER_UNKNOWN', 'Unknown sticker');
  }
  if (faults.length > 0) throw invalidForm(faults, prefix);

  const empty = v2
    ? components.length === 0
    : content === '' && embeds.length === 0 && components.length === 0 && files.size === 0;
  if (empty) throw emptyMessage();
  return form;
}

/** The names of the message's files, which `attachment://` may refer to. */
function checkAttachments(form: MessageForm, context: MessageContext, addFault: AddFault): Set<string> {
  const kept = context.before?.attachments ?? [];
  const listed = form.attachments;
  const names = new Set<string>();
  const claimed = new Set<string>();
  for (const [index, entry] of (listed ?? []).entries()) {
    const id = String(entry.id);
    const upload = context.uploads.find((candidate) => candidate.index === id);
    const old = kept.find((attachment) => attachment.id === id);
    if (upload) {
      claimed.add(id);
      names.add(cleanFilename(entry.filename ?? upload.filename));
    } else if (old) names.add(old.filename);
    else addFault(['attachments', index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Attachment not found');
  }
  // Uploads outside the list are attached too. Earlier attachments stay, unless there is a list without them.
  for (const upload of context.uploads) if (!claimed.has(upload.index)) names.add(cleanFilename(upload.filename));
  if (listed == null) for (const old of kept) names.add(old.filename);
  const count = (listed?.length ?? kept.length) + context.uploads.filter(({ index }) => !claimed.has(index)).length;
  if (count > 10) addFault(['attachments'], 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  return names;
}
