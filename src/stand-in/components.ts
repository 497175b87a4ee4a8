import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { fault, integer, snowflakeField, text } from '../playground/form.ts';

/**
 * What a component may be, in a message and in a modal.
 * https://docs.discord.com/developers/components/reference
 */

/** A component as JSON, seen loosely: enough to walk any tree. */
export interface ComponentNode {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: string;
  readonly components?: readonly ComponentNode[];
  readonly component?: ComponentNode;
  readonly accessory?: ComponentNode;
  readonly [field: string]: unknown;
}

/** Every component of a tree with its path, parents before children. */
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

/** Every emoji of the standard, and a pictograph alone; kept as text because the `v` flag is newer than our target. */
const emojiPattern = '^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0F?)$';
const emojiCharacters = new RegExp(emojiPattern, 'v');

const id = integer(0, 2 ** 31 - 1).optional();
const customId = text(1, 100);

const emoji = z
  .strictObject({
    id: snowflakeField().nullish(),
    name: z.string().nullish(),
    animated: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    if (value.id == null && !emojiCharacters.test(value.name ?? '')) {
      context.addIssue(fault('COMPONENT_INVALID_EMOJI', 'Invalid emoji', ['name']));
    }
  });

const button = z
  .strictObject({
    type: z.literal(ComponentType.Button),
    id,
    style: integer(1, 6),
    label: text(0, 80).optional(),
    emoji: emoji.optional(),
    custom_id: customId.optional(),
    url: z.string().max(512).optional(),
    sku_id: snowflakeField().optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    const refuse = (field: string, code: string, message: string) => context.addIssue(fault(code, message, [field]));
    const forbid = (field: 'custom_id' | 'url' | 'sku_id' | 'label' | 'emoji', style: string) => {
      if (value[field] !== undefined)
        refuse(field, 'BUTTON_FIELD_NOT_ALLOWED', `A ${style} button can't have this field`);
    };
    if (value.style === ButtonStyle.Premium) {
      if (value.sku_id === undefined) refuse('sku_id', 'BASE_TYPE_REQUIRED', 'This field is required');
      for (const field of ['custom_id', 'url', 'label', 'emoji'] as const) forbid(field, 'premium');
      return;
    }
    forbid('sku_id', 'plain');
    if (value.style === ButtonStyle.Link) {
      if (value.url === undefined) refuse('url', 'BASE_TYPE_REQUIRED', 'A url is required');
      else if (!URL.canParse(value.url)) refuse('url', 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
      else if (!['http:', 'https:', 'discord:'].includes(new URL(value.url).protocol)) {
        const scheme = new URL(value.url).protocol.slice(0, -1);
        const known = "('http', 'https', 'discord')";
        refuse(
          'url',
          'URL_TYPE_INVALID_SCHEME',
          `Scheme "${scheme}" is not supported. Scheme must be one of ${known}.`,
        );
      }
      forbid('custom_id', 'link');
    } else {
      if (value.custom_id === undefined) refuse('custom_id', 'BASE_TYPE_REQUIRED', 'A custom id is required');
      forbid('url', 'plain');
    }
    if (!value.label && value.emoji === undefined) {
      refuse('label', 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required');
    }
  });

const selectBase = {
  id,
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

const selects = [
  stringSelect,
  entitySelect(ComponentType.UserSelect),
  entitySelect(ComponentType.RoleSelect),
  entitySelect(ComponentType.MentionableSelect),
  entitySelect(ComponentType.ChannelSelect),
] as const;

const actionRow = z
  .strictObject({
    type: z.literal(ComponentType.ActionRow),
    id,
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

/** What Discord fills in on an unfurled item; it passes over these fields when they are sent back. */
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
  .superRefine((url, context) => {
    if (!URL.canParse(url)) {
      context.addIssue(fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.'));
    } else if (!['http:', 'https:', 'attachment:'].includes(new URL(url).protocol)) {
      const scheme = new URL(url).protocol.slice(0, -1);
      const message = `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https', 'attachment').`;
      context.addIssue(fault('URL_TYPE_INVALID_SCHEME', message));
    }
  });
const media = z.strictObject({ url: mediaUrl, ...unfurled });
const altText = z.string().max(1024).nullish();

const textDisplay = z.strictObject({ type: z.literal(ComponentType.TextDisplay), id, content: text(1, 4000) });
const thumbnail = z.strictObject({
  type: z.literal(ComponentType.Thumbnail),
  id,
  media,
  description: altText,
  spoiler: z.boolean().optional(),
});
const section = z.strictObject({
  type: z.literal(ComponentType.Section),
  id,
  components: z
    .array(z.discriminatedUnion('type', [textDisplay]))
    .min(1)
    .max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});
const gallery = z.strictObject({
  type: z.literal(ComponentType.MediaGallery),
  id,
  items: z
    .array(z.strictObject({ media, description: altText, spoiler: z.boolean().optional() }))
    .min(1)
    .max(10),
});
const file = z.strictObject({
  type: z.literal(ComponentType.File),
  id,
  file: media.refine((value) => /^(attachment|https?):/.test(value.url)),
  spoiler: z.boolean().optional(),
  name: z.string().optional(),
  size: z.number().optional(),
});
const separator = z.strictObject({
  type: z.literal(ComponentType.Separator),
  id,
  divider: z.boolean().optional(),
  spacing: integer(1, 2).optional(),
});
const layout = [actionRow, textDisplay, section, gallery, file, separator] as const;
const container = z.strictObject({
  type: z.literal(ComponentType.Container),
  id,
  accent_color: integer(0, 0xff_ff_ff).nullish(),
  spoiler: z.boolean().optional(),
  components: z.array(z.discriminatedUnion('type', layout)).min(1),
});

/** Components of a message without IS_COMPONENTS_V2: up to five rows, nothing else. */
export const legacyComponents = z.array(z.discriminatedUnion('type', [actionRow])).max(5);
/** Top-level components of a message with IS_COMPONENTS_V2. The limit of 40 counts the nested ones too, so it is checked on the tree. */
export const layoutComponents = z.array(z.discriminatedUnion('type', [...layout, container]));

const textInput = z
  .strictObject({
    type: z.literal(ComponentType.TextInput),
    id,
    custom_id: customId,
    style: integer(1, 2),
    label: text(1, 45).optional(),
    min_length: integer(0, 4000).optional(),
    max_length: integer(1, 4000).optional(),
    required: z.boolean().optional(),
    value: z.string().max(4000).optional(),
    placeholder: z.string().max(100).optional(),
  })
  .superRefine((input, context) => {
    if ((input.min_length ?? 0) > (input.max_length ?? 4000)) {
      context.addIssue(
        fault('TEXT_INPUT_LENGTH_INVALID', 'min_length must be no more than max_length', ['min_length']),
      );
    }
    if (input.value !== undefined && input.value.length > (input.max_length ?? 4000)) {
      context.addIssue(fault('BASE_TYPE_MAX_LENGTH', `Must be ${input.max_length} or fewer in length.`, ['value']));
    }
  });
const groupOption = z.strictObject({
  label: text(1, 100),
  value: text(1, 100),
  description: z.string().max(100).optional(),
  default: z.boolean().optional(),
});
const modalFields = z.discriminatedUnion('type', [
  textInput,
  ...selects,
  z.strictObject({
    type: z.literal(ComponentType.FileUpload),
    id,
    custom_id: customId,
    min_values: integer(0, 10).optional(),
    max_values: integer(1, 10).optional(),
    required: z.boolean().optional(),
    file_types: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal(ComponentType.RadioGroup),
    id,
    custom_id: customId,
    required: z.boolean().optional(),
    options: z.array(groupOption).min(2).max(10),
  }),
  z.strictObject({
    type: z.literal(ComponentType.CheckboxGroup),
    id,
    custom_id: customId,
    required: z.boolean().optional(),
    min_values: integer(0, 10).optional(),
    max_values: integer(1, 10).optional(),
    options: z.array(groupOption).min(1).max(10),
  }),
  z.strictObject({
    type: z.literal(ComponentType.Checkbox),
    id,
    custom_id: customId,
    default: z.boolean().optional(),
  }),
]);
const label = z
  .strictObject({
    type: z.literal(ComponentType.Label),
    id,
    label: text(1, 45),
    description: z.string().max(100).optional(),
    component: modalFields,
  })
  .superRefine(({ component }, context) => {
    const path = (field: string) => ['component', field];
    if (component.type === ComponentType.TextInput && component.label !== undefined) {
      context.addIssue(fault('COMPONENT_FIELD_NOT_ALLOWED', 'A text input in a Label has no label', path('label')));
    }
    if ('disabled' in component && component.disabled) {
      context.addIssue(
        fault('COMPONENT_FIELD_NOT_ALLOWED', 'A select in a modal can not be disabled', path('disabled')),
      );
    }
  });
const legacyModalRow = z
  .strictObject({
    type: z.literal(ComponentType.ActionRow),
    id,
    components: z
      .array(z.discriminatedUnion('type', [textInput]))
      .min(1)
      .max(1),
  })
  .superRefine((row, context) => {
    if (row.components[0]?.label === undefined) {
      context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['components', 0, 'label']));
    }
  });

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
export const modalForm = z.strictObject({
  custom_id: customId,
  title: text(1, 45),
  components: z
    .array(z.discriminatedUnion('type', [label, legacyModalRow, textDisplay]))
    .min(1)
    .max(5),
});
