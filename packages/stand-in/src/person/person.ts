import { ApplicationCommandType, ButtonStyle, PermissionFlagsBits } from 'discord-api-types/v10';
import { messageObject } from '../api-objects.ts';
import type { Choice } from '../autocomplete.ts';
import { type Command, isCalled } from '../command.ts';
import type { ComponentNode } from '../components.ts';
import { type Channel, type Guild, Message } from '../guild.ts';
import type { Opening } from '../interaction.ts';
import type { Interactions } from '../interactions.ts';
import { MEMBER_PERMISSIONS } from '../permissions.ts';
import { User } from '../user.ts';
import type { World } from '../world.ts';
import { type CommandLine, findSubcommand, nest, OptionReader } from './command-options.ts';
import { chooseValues, type FieldValue, fieldData, findButton, findSelect } from './component-values.ts';
import { isOffered, ownersFor } from './installation.ts';
import { InteractionHandle, type Modal } from './interaction-handle.ts';
import { Refused } from './refused.ts';
import { ResolvedData } from './resolved-data.ts';

interface Completion extends CommandLine {
  /** The option being typed. */
  readonly focused: string;
}

/**
 * A person, who runs commands, presses buttons, chooses in menus and fills in forms. Whatever a real Discord client would
 * not send is refused, so that a mistake of a test is not mistaken for a bug of the bot.
 */
export class Person {
  readonly user: User;
  locale: string;
  readonly #world: World;
  readonly #interactions: Interactions;
  /** Interactions whose modal was submitted. */
  readonly #submitted = new Set<InteractionHandle>();

  constructor(world: World, interactions: Interactions, { name, locale = 'en-US' }: { name: string; locale?: string }) {
    this.user = new User(name);
    this.locale = locale;
    this.#world = world;
    this.#interactions = interactions;
    world.users.set(this.user.id, this.user);
  }

  get id(): string {
    return this.user.id;
  }
  get name(): string {
    return this.user.name;
  }

  /** Joins a guild, by default as an ordinary member. */
  join(guild: Guild, options: { permissions?: bigint; administrator?: boolean } = {}): void {
    const permissions = options.administrator ? PermissionFlagsBits.Administrator : options.permissions;
    guild.addMember(this.user, permissions ?? MEMBER_PERMISSIONS);
  }

  /** Installs the app for themselves, so that its user commands work everywhere, or uninstalls it. */
  install(installed = true): void {
    if (installed) this.#world.installedBy.add(this.id);
    else this.#world.installedBy.delete(this.id);
  }

  /** Refuses direct messages from the bot, or accepts them again. */
  closeDirectMessages(closed = true): void {
    if (closed) this.#world.directMessagesClosed.add(this.id);
    else this.#world.directMessagesClosed.delete(this.id);
  }

  /** The direct messages with the bot, or with other people and without the bot. */
  direct(...people: readonly Person[]): Channel {
    const others = people.length > 0 ? people.map(({ user }) => user) : [this.#world.bot];
    return this.#world.directChannel([this.user, ...others]);
  }

  sees(message: Message): boolean {
    if (message.deleted) return false;
    if (message.origin.visibleTo !== undefined && message.origin.visibleTo !== this.id) return false;
    return this.#canView(message.channel);
  }

  /** The messages of a channel that this person sees, oldest first. */
  messages(channel: Channel): Message[] {
    return [...channel.messages.values()].filter((message) => this.sees(message));
  }

  /** Posts an ordinary message. @throws Refused */
  say(channel: Channel, text: string): Message {
    this.#requirePermission(channel, PermissionFlagsBits.SendMessages);
    const content = text.trim();
    if (content === '' || text.length > 2000) throw new Refused('bad value', 'A message has 1 to 2,000 characters');
    const state = { content, embeds: [], components: [], flags: 0, attachments: [] };
    const message = new Message({ channel, author: this.user }, state);
    this.#world.post(message);
    return message;
  }

  /** The commands of a type that a client offers here. */
  commands(channel: Channel, type: ApplicationCommandType = ApplicationCommandType.ChatInput): Command[] {
    return [...this.#world.commands.values()].filter(
      (command) => command.type === type && isOffered(this.#world, this.id, channel, command),
    );
  }

  /**
   * Runs a slash command. A value may be text for any type of option, and a choice its name or its value.
   * @throws Refused
   */
  async command(channel: Channel, name: string, line: CommandLine = {}): Promise<InteractionHandle> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.ChatInput);
    const { path, options } = findSubcommand(command, line, this.locale);
    const resolved = new ResolvedData(channel, this.id);
    const given = this.#optionReader(channel, resolved).readAll(options, line.options ?? {});
    const data = commandData(command, nest(path, given), resolved.entries);
    return this.#open({ kind: 'command', channel, data }, command);
  }

  /**
   * Types into an option with autocomplete. Options that are left out are not typed yet.
   * @throws Refused, NoResponse
   */
  async complete(channel: Channel, name: string, line: Completion): Promise<readonly Choice[]> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.ChatInput);
    const { path, options } = findSubcommand(command, line, this.locale);
    const reader = this.#optionReader(channel, new ResolvedData(channel, this.id));
    const focused = options.find((option) => isCalled(option, line.focused, this.locale));
    if (!focused?.autocomplete) throw new Refused('unknown option', `${line.focused} has no autocomplete`);
    const given = Object.entries({ [line.focused]: '', ...line.options }).map(([key, value]) => {
      const option = reader.find(options, key);
      if (option !== focused) return reader.read(option, value);
      // The text being typed is sent as it is, whatever the option's type.
      return { type: option.type, name: option.name, value: String(value), focused: true } as const;
    });
    const data = commandData(command, nest(path, given), {});
    const handle = this.#open({ kind: 'autocomplete', channel, data, optionType: focused.type }, command);
    await handle.acknowledged;
    return handle.choices() ?? [];
  }

  /** Runs a command of a message's context menu. @throws Refused */
  async messageCommand(channel: Channel, name: string, message: Message): Promise<InteractionHandle> {
    this.#requireVisible(message);
    const command = this.#findCommand(channel, name, ApplicationCommandType.Message);
    const data = commandData(command, [], { messages: { [message.id]: messageObject(message) } });
    return this.#open({ kind: 'command', channel, data: { ...data, target_id: message.id } }, command);
  }

  /** Runs a command of a person's context menu. @throws Refused */
  async userCommand(channel: Channel, name: string, person: Person): Promise<InteractionHandle> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.User);
    const resolved = new ResolvedData(channel, this.id);
    resolved.addUser(person.user);
    const data = commandData(command, [], resolved.entries);
    return this.#open({ kind: 'command', channel, data: { ...data, target_id: person.id } }, command);
  }

  /** Presses the button with a custom id, a label or an emoji. @throws Refused if it is absent, disabled or a link */
  async press(message: Message, button: string): Promise<InteractionHandle> {
    this.#requireVisible(message);
    const node = findButton(message, button);
    if (node.disabled) throw new Refused('disabled', `The button ${button} is disabled`);
    if (node.style === ButtonStyle.Link) {
      throw new Refused('no such component', `The button ${button} leads out of Discord`);
    }
    const data = { custom_id: node.custom_id, component_type: node.type, id: node.id };
    return this.#open({ kind: 'component', channel: message.channel, source: message, data });
  }

  /** Chooses in a select menu: options by value or label, people, roles and channels by id. @throws Refused */
  async select(message: Message, customId: string, values: readonly string[]): Promise<InteractionHandle> {
    this.#requireVisible(message);
    const node = findSelect(message, customId);
    if (node.disabled) throw new Refused('disabled', `The menu ${customId} is disabled`);
    const { channel } = message;
    const resolved = new ResolvedData(channel, this.id);
    const chosen = chooseValues(node, values, this.#world, channel, resolved);
    const shared = { custom_id: customId, component_type: node.type, id: node.id };
    const data = { ...shared, values: chosen, resolved: resolved.entries };
    return this.#open({ kind: 'component', channel, source: message, data });
  }

  /**
   * Submits a modal with values by custom id.
   * @throws Refused for a missing, unknown or bad value, and for a modal that was submitted before
   */
  async submit(modal: Modal, values: Readonly<Record<string, FieldValue>>): Promise<InteractionHandle> {
    const shown = modal.shownBy.interaction;
    if (shown.opening.user !== this.user) throw new Refused('not visible', 'This form is shown to someone else');
    if (this.#submitted.has(modal.shownBy)) throw new Refused('form closed', 'This form was already sent');
    const { channel, source, owners } = shown.opening;
    const unused = new Set(Object.keys(values));
    const resolved = new ResolvedData(channel, this.id);
    const fill = (node: ComponentNode): Record<string, unknown> => {
      const customId = node.custom_id ?? '';
      unused.delete(customId);
      const shared = { type: node.type, id: node.id, custom_id: customId };
      return { ...shared, ...fieldData(node, values[customId], this.#world, channel, resolved) };
    };
    const components = modal.components.map((node) => {
      const shared = { type: node.type, id: node.id };
      if (node.component) return { ...shared, component: fill(node.component) };
      return node.components ? { ...shared, components: node.components.map(fill) } : shared;
    });
    for (const key of unused) throw new Refused('unknown option', `The form has no field ${key}`);
    this.#submitted.add(modal.shownBy);
    const data = { custom_id: modal.customId, components, resolved: resolved.entries };
    return this.#open({ kind: 'modal', channel, source, shownBy: shown, data, owners });
  }

  /** Sends an interaction with any data, without the checks of a client. */
  forge(opening: Pick<Opening, 'kind' | 'channel' | 'data' | 'source'>): InteractionHandle {
    return this.#open(opening);
  }

  #canView(channel: Channel): boolean {
    return channel.can(this.id, PermissionFlagsBits.ViewChannel);
  }

  #requireVisible(message: Message): void {
    if (!this.sees(message)) throw new Refused('not visible', `${this.name} doesn't see this message`);
  }

  #requirePermission(channel: Channel, permission: bigint): void {
    if (!this.#canView(channel)) throw new Refused('not visible', `${this.name} doesn't see this channel`);
    if (!channel.can(this.id, permission)) throw new Refused('no permission', `${this.name} may not do this here`);
  }

  #findCommand(channel: Channel, name: string, type: ApplicationCommandType): Command {
    this.#requirePermission(channel, PermissionFlagsBits.UseApplicationCommands);
    const offered = this.commands(channel, type);
    const found = offered.find((command) => isCalled(command, name, this.locale));
    if (found) return found;
    const known = offered.map((command) => command.name).join(', ');
    throw new Refused('unknown command', `No command ${name} here; there are: ${known}`);
  }

  #optionReader(channel: Channel, resolved: ResolvedData): OptionReader {
    return new OptionReader(this.#world, channel, this.locale, this.#interactions.cdn, resolved);
  }

  #open(
    opening: Omit<Opening, 'user' | 'locale' | 'owners'> & { owners?: Opening['owners'] },
    command?: Command,
  ): InteractionHandle {
    const { channel, source } = opening;
    // A component belongs to the installation that its message was created with.
    const sourceOwners = source?.origin.interactionMetadata?.authorizing_integration_owners as Opening['owners'];
    const owners = opening.owners ?? sourceOwners ?? ownersFor(this.#world, this.id, channel, command);
    const isPersonal = channel.guild !== undefined && !('0' in owners);
    const mayUseExternalApps = channel.can(this.id, PermissionFlagsBits.UseExternalApps);
    const interaction = this.#interactions.open({
      ...opening,
      owners,
      user: this.user,
      locale: this.locale,
      forcedEphemeral: isPersonal && !mayUseExternalApps,
    });
    return new InteractionHandle(interaction, this.#world);
  }
}

function commandData(command: Command, options: readonly unknown[], resolved: object): Record<string, unknown> {
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(options.length > 0 && { options }),
    ...(Object.keys(resolved).length > 0 && { resolved }),
  };
}
