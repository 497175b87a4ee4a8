import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { checkUrl, fault, integer, snowflakeField, text } from './schema.ts';

/**
 * Components of messages: their tree, and schemas of their kinds.
 * https://docs.discord.com/developers/components/reference
 */

/** A component as JSON, typed as far as needed to walk any tree. */
export interface ComponentNode {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: string;
  readonly components?: readonly ComponentNode[];
  readonly component?: ComponentNode;
  readonly accessory?: ComponentNode;
  readonly [field: string]: unknown;
}

/** Yields every component of a tree with its path, parents before children. */
export function* walk(
  components: readonly ComponentNode[],
  path: readonly (string | number)[] = [],
): Generator<{ node: ComponentNode; path: readonly (string | number)[] }> {
  for (const [index, node] of components.entries()) {
    const here = [...path, index];
    yield { node, path: here };
    if (node.components) yield* walk(node.components, [...here, 'components']);
    for (const field of ['accessory', 'component'] as const) {
      const child = node[field];
      if (!child) continue;
      for (const found of walk([child])) {
        yield { node: found.node, path: [...here, field, ...found.path.slice(1)] };
      }
    }
  }
}

/** An emoji of Unicode, or a single pictograph. It is text because our target knows no literals with the `v` flag. */
const emojiPattern = '^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0F?)$';
const unicodeEmoji = new RegExp(emojiPattern, 'v');

export const componentId = integer(0, 2 ** 31 - 1).optional();
export const customId = text(1, 100);

const emoji = z
  .strictObject({
    id: snowflakeField().nullish(),
    name: z.string().nullish(),
    animated: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    if (value.id == null && !unicodeEmoji.test(value.name ?? '')) {
      context.addIssue(fault('COMPONENT_INVALID_EMOJI', 'Invalid emoji', ['name']));
    }
  });

const button = z
  .strictObject({
    type: z.literal(ComponentType.Button),
    id: componentId,
    style: integer(1, 5),
    label: text(0, 80).optional(),
    emoji: emoji.optional(),
    custom_id: customId.optional(),
    url: z.string().max(512).optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    const addFault = (field: string, code: string, message: string) => context.addIssue(fault(code, message, [field]));
    const forbid = (field: 'custom_id' | 'url', style: string) => {
      if (value[field] !== undefined)
        addFault(field, 'BUTTON_FIELD_NOT_ALLOWED', `A ${style} button can't have this field`);
    };
    if (value.style === ButtonStyle.Link) {
      if (value.url === undefined) addFault('url', 'BASE_TYPE_REQUIRED', 'A url is required');
      else checkUrl(value.url, ['http', 'https', 'discord'], context, ['url']);
      forbid('custom_id', 'link');
    } else {
      if (value.custom_id === undefined) addFault('custom_id', 'BASE_TYPE_REQUIRED', 'A custom id is required');
      forbid('url', 'plain');
    }
    if (!value.label && value.emoji === undefined) {
      addFault('label', 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required');
    }
  });

const selectBase = {
  id: componentId,
  custom_id: customId,
  placeholder: z.string().max(150).optional(),
  min_values: integer(0, 25).optional(),
  max_values: integer(1, 25).optional(),
  disabled: z.boolean().optional(),
  required: z.boolean().optional(),
};

const valueRange = (value: { min_values?: number | undefined; max_values?: number | undefined }) =>
  (value.min_values ?? 1) <= (value.max_values ?? 1);
const rangeFault = fault('COMPONENT_MIN_MAX_INVALID', 'min_values must be no more than max_values', ['min_values']);

const stringSelect = z
  .strictObject({
    ...selectBase,
    type: z.literal(ComponentType.StringSelect),
    options: z
      .array(
        z.strictObject({
          label: text(1, 100),
          value: text(1, 100),
          description: z.string().max(100).nullish(),
          emoji: emoji.optional(),
          default: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(25),
  })
  .superRefine((value, context) => {
    const seen = new Set<string>();
    for (const [index, option] of value.options.entries()) {
      if (seen.has(option.value)) {
        const path = ['options', index, 'value'];
        context.addIssue(
          fault('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used', path),
        );
      }
      seen.add(option.value);
    }
    if (!valueRange(value)) context.addIssue(rangeFault);
    if ((value.max_values ?? 1) > value.options.length) {
      const message = `max_values must be no more than the ${value.options.length} options`;
      context.addIssue(fault('SELECT_COMPONENT_MAX_VALUES_TOO_LARGE', message, ['max_values']));
    }
    if (value.options.filter((option) => option.default).length > (value.max_values ?? 1)) {
      context.addIssue(fault('SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than max_values', ['options']));
    }
  });

function entitySelect<Type extends 5 | 6 | 7 | 8>(type: Type) {
  return z
    .strictObject({
      ...selectBase,
      type: z.literal(type),
      default_values: z
        .array(z.strictObject({ id: snowflakeField(), type: z.enum(['user', 'role', 'channel']) }))
        .max(25)
        .optional(),
      ...(type === ComponentType.ChannelSelect ? { channel_types: z.array(integer(0, 16)).optional() } : {}),
    })
    .superRefine((value, context) => {
      if (!valueRange(value)) context.addIssue(rangeFault);
    });
}

export const selects = [
  stringSelect,
  entitySelect(ComponentType.UserSelect),
  entitySelect(ComponentType.RoleSelect),
  entitySelect(ComponentType.MentionableSelect),
  entitySelect(ComponentType.ChannelSelect),
] as const;

const actionRow = z
  .strictObject({
    type: z.literal(ComponentType.ActionRow),
    id: componentId,
    components: z
      .array(z.discriminatedUnion('type', [button, ...selects]))
      .min(1)
      .max(5),
  })
  .superRefine((row, context) => {
    const width = row.components.reduce((sum, item) => sum + (item.type === ComponentType.Button ? 1 : 5), 0);
    if (width > 5) {
      context.addIssue(
        fault('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The specified component exceeds the maximum width', ['components']),
      );
    }
    for (const [index, item] of row.components.entries()) {
      if (item.type !== ComponentType.Button && item.required !== undefined) {
        context.addIssue(
          fault('COMPONENT_FIELD_NOT_ALLOWED', 'required is for modals', ['components', index, 'required']),
        );
      }
    }
  });

/** Fields that Discord adds to an unfurled item, and ignores when they are sent back. */
const unfurled = {
  proxy_url: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  content_type: z.string().nullish(),
  attachment_id: z.string().nullish(),
  placeholder: z.string().nullish(),
  placeholder_version: z.number().nullish(),
  loading_state: z.number().nullish(),
  flags: z.number().nullish(),
  content_scan_metadata: z.unknown().optional(),
};
const mediaUrl = z
  .string()
  .min(1)
  .max(2048)
  .superRefine((url, context) => checkUrl(url, ['http', 'https', 'attachment'], context));
const media = z.strictObject({ url: mediaUrl, ...unfurled });
const altText = z.string().max(1024).nullish();

export const textDisplay = z.strictObject({
  type: z.literal(ComponentType.TextDisplay),
  id: componentId,
  content: text(1, 4000),
});
const thumbnail = z.strictObject({
  type: z.literal(ComponentType.Thumbnail),
  id: componentId,
  media,
  description: altText,
  spoiler: z.boolean().optional(),
});
const section = z.strictObject({
  type: z.literal(ComponentType.Section),
  id: componentId,
  components: z
    .array(z.discriminatedUnion('type', [textDisplay]))
    .min(1)
    .max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});
const gallery = z.strictObject({
  type: z.literal(ComponentType.MediaGallery),
  id: componentId,
  items: z
    .array(z.strictObject({ media, description: altText, spoiler: z.boolean().optional() }))
    .min(1)
    .max(10),
});
const file = z.strictObject({
  type: z.literal(ComponentType.File),
  id: componentId,
  file: media.refine((value) => /^(attachment|https?):/.test(value.url)),
  spoiler: z.boolean().optional(),
  name: z.string().optional(),
  size: z.number().optional(),
});
const separator = z.strictObject({
  type: z.literal(ComponentType.Separator),
  id: componentId,
  divider: z.boolean().optional(),
  spacing: integer(1, 2).optional(),
});
const layout = [actionRow, textDisplay, section, gallery, file, separator] as const;
const container = z.strictObject({
  type: z.literal(ComponentType.Container),
  id: componentId,
  accent_color: integer(0, 0xff_ff_ff).nullish(),
  spoiler: z.boolean().optional(),
  components: z.array(z.discriminatedUnion('type', layout)).min(1),
});

/** Components of a message without IS_COMPONENTS_V2: up to five rows. */
export const legacyComponents = z.array(z.discriminatedUnion('type', [actionRow])).max(5);
/** Top-level components of a message with IS_COMPONENTS_V2. payload.ts checks the limit of 40, which counts nested ones. */
export const layoutComponents = z.array(z.discriminatedUnion('type', [...layout, container]));
