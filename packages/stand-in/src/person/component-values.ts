import { ComponentType } from 'discord-api-types/v10';
import { type ComponentNode, walk } from '../components.ts';
import type { Channel, Message } from '../guild.ts';
import type { World } from '../world.ts';
import { Refused } from './refused.ts';
import type { ResolvedData } from './resolved-data.ts';

/** Values that a person gives to select menus and form fields, checked and converted to the data of an interaction. */

export type FieldValue = string | readonly string[] | boolean;

/** The value of one field of a modal. @throws Refused for a missing or bad value */
export function fieldData(
  node: ComponentNode,
  value: FieldValue | undefined,
  world: World,
  channel: Channel,
  resolved: ResolvedData,
): Record<string, unknown> {
  const name = node.custom_id ?? '';
  if (node.type === ComponentType.Checkbox) return { value: value === undefined ? (node.default ?? false) : value };
  const isRequired = node.required !== false;
  const missing = () => new Refused('missing option', `${name} must be filled in`);
  if (node.type === ComponentType.TextInput) {
    const text = String(value ?? node.value ?? '');
    if (text === '' && isRequired) throw missing();
    const [least, most] = [Number(node.min_length ?? 0), Number(node.max_length ?? 4000)];
    if (text !== '' && (text.length < least || text.length > most)) {
      throw new Refused('bad value', `${name} takes ${least} to ${most} characters`);
    }
    return { value: text };
  }
  if (node.type === ComponentType.FileUpload) return { values: [] };
  const isRadio = node.type === ComponentType.RadioGroup;
  const values = value === undefined ? [] : typeof value === 'object' ? value : [String(value)];
  if (values.length === 0) {
    if (isRequired) throw missing();
    return isRadio ? { value: null } : { values: [] };
  }
  const chosen = chooseValues(node, values, world, channel, resolved);
  return isRadio ? { value: chosen[0] } : { values: chosen };
}

/** Chosen values of a select menu or group, given by value, label or id. @throws Refused */
export function chooseValues(
  node: ComponentNode,
  values: readonly string[],
  world: World,
  channel: Channel,
  resolved: ResolvedData,
): string[] {
  const options = node.options as { label: string; value: string }[] | undefined;
  const least = Number(node.min_values ?? 1);
  const most = Number(node.max_values ?? (node.type === ComponentType.CheckboxGroup ? options?.length : 1));
  if (values.length < least || values.length > most) {
    throw new Refused('bad value', `${node.custom_id} takes ${least} to ${most} values`);
  }
  const takes = (...types: ComponentType[]) => types.includes(node.type);
  return values.map((value) => {
    const refused = new Refused('bad value', `${node.custom_id} offers no ${value}`);
    if (options) {
      const option = options.find((candidate) => candidate.value === value || candidate.label === value);
      if (!option) throw refused;
      return option.value;
    }
    const user = world.users.get(value);
    const role = channel.guild?.roles.get(value);
    const other = channel.guild?.channels.get(value);
    if (user && takes(ComponentType.UserSelect, ComponentType.MentionableSelect)) resolved.addUser(user);
    else if (role && takes(ComponentType.RoleSelect, ComponentType.MentionableSelect)) resolved.addRole(role);
    else if (other && takes(ComponentType.ChannelSelect)) resolved.addChannel(other);
    else throw refused;
    return value;
  });
}

const emojiName = (node: ComponentNode) => (node.emoji as { name?: string } | undefined)?.name;

/** The button with this custom id, label or emoji. @throws Refused if the message has none */
export function findButton(message: Message, button: string): ComponentNode {
  const buttons = [...walk(message.components)]
    .map(({ node }) => node)
    .filter(({ type }) => type === ComponentType.Button);
  const found = buttons.find((node) => [node.custom_id, node.label, emojiName(node)].includes(button));
  if (found) return found;
  const labels = buttons.map((node) => String(node.label ?? emojiName(node) ?? node.custom_id));
  const known = labels.length > 0 ? labels.join(', ') : 'it has none';
  throw new Refused('no such component', `The message has no button ${button}: ${known}`);
}

/** The select menu with this custom id. @throws Refused if the message has none */
export function findSelect(message: Message, customId: string): ComponentNode {
  for (const { node } of walk(message.components)) {
    if (node.custom_id === customId && node.type !== ComponentType.Button) return node;
  }
  throw new Refused('no such component', `The message has no menu ${customId}`);
}
