import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { checkTree } from './component-rules.ts';
import { type ComponentNode, componentId, customId, selects, textDisplay } from './components.ts';
import { type FieldPath, type FormFault, invalidForm } from './discord-error.ts';
import { fault, integer, parseForm, text } from './schema.ts';

/**
 * The rules of a modal.
 * https://docs.discord.com/developers/components/using-modal-components
 */

export interface ModalForm {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
}

const textInput = z
  .strictObject({
    type: z.literal(ComponentType.TextInput),
    id: componentId,
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
    id: componentId,
    custom_id: customId,
    min_values: integer(0, 10).optional(),
    max_values: integer(1, 10).optional(),
    required: z.boolean().optional(),
    file_types: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal(ComponentType.RadioGroup),
    id: componentId,
    custom_id: customId,
    required: z.boolean().optional(),
    options: z.array(groupOption).min(2).max(10),
  }),
  z.strictObject({
    type: z.literal(ComponentType.CheckboxGroup),
    id: componentId,
    custom_id: customId,
    required: z.boolean().optional(),
    min_values: integer(0, 10).optional(),
    max_values: integer(1, 10).optional(),
    options: z.array(groupOption).min(1).max(10),
  }),
  z.strictObject({
    type: z.literal(ComponentType.Checkbox),
    id: componentId,
    custom_id: customId,
    default: z.boolean().optional(),
  }),
]);
const label = z
  .strictObject({
    type: z.literal(ComponentType.Label),
    id: componentId,
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
    id: componentId,
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
const modalForm = z.strictObject({
  custom_id: customId,
  title: text(1, 45),
  components: z
    .array(z.discriminatedUnion('type', [label, legacyModalRow, textDisplay]))
    .min(1)
    .max(5),
});

/** @throws DiscordError 50035 */
export function checkModal(body: unknown, prefix: FieldPath): ModalForm {
  const form = parseForm(modalForm, body, prefix) as ModalForm;
  const faults: FormFault[] = [];
  const rules = { v2: false, files: new Set<string>(), knowsEmoji: () => true };
  checkTree(form.components, rules, (path, code, message) => faults.push({ path, code, message }));
  if (faults.length > 0) throw invalidForm(faults, prefix);
  return form;
}
