import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import { isCalled, typedChoice } from '../playground/command-line.ts';
import type { Command, CommandOption } from './command-definition.ts';
import { type ComponentNode, walk } from './components.ts';
import { contextOf, type Interaction, type Interactions, NoResponse, type Opening } from './interactions.ts';
import { ATTACHMENT_LIMIT } from './media.ts';
import { attach, Message } from './message.ts';
import type { Choice, ModalForm } from './payload.ts';
import { renderMessage } from './text.ts';
import { Channel, type Guild, MEMBER_PERMISSIONS, User, type World } from './world.ts';

/**
 * People and what they do: run commands, press buttons, choose, fill in forms. A person refuses what a real Discord client
 * would not let them send, so that a mistake in a test is not taken for one of the bot.
 */

/** A Discord client would not let a person do this. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  /** The option that it is about, where it is about one. */
  readonly option: string | undefined;

  constructor(reason: RefusalReason, message: string, option?: string) {
    super(message);
    this.name = 'Refused';
    this.reason = reason;
    this.option = option;
  }
}
export const refusalReasons = [
  'unknown command',
  'unknown option',
  'missing option',
  'bad value',
  'no permission',
  'not visible',
  'no such component',
  'disabled',
  'form closed',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** `until` ran out of time. */
export class StillWaiting extends Error {
  constructor(what: string, last: string) {
    super(`${what} in time; last seen: ${last}`);
    this.name = 'StillWaiting';
  }
}

export interface FileValue {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
}
export type OptionValue = string | number | boolean | Person | Channel | FileValue;

export interface CommandLine {
  readonly group?: string;
  readonly subcommand?: string;
  readonly options?: Readonly<Record<string, OptionValue>>;
}

export interface Completion extends CommandLine {
  /** The option being typed. */
  readonly focused: string;
}

/** A form the app opened for a person. */
export interface Modal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
  readonly shownBy: Asked;
}

/** One interaction as the person who started it sees it. */
export class Asked {
  readonly id: string;
  /**
   * How the app acknowledged it.
   * Rejects with NoResponse ("The application did not respond") when it didn't in time.
   */
  readonly acknowledged: Interaction['acknowledged'];
  readonly #interaction: Interaction;
  readonly #world: World;
  /** How much of the source message's history was there before. */
  readonly #past: number;

  constructor(interaction: Interaction, world: World) {
    this.#interaction = interaction;
    this.#world = world;
    this.id = interaction.id;
    this.acknowledged = interaction.acknowledged;
    this.#past = interaction.opening.source?.history.length ?? 0;
  }

  /** The token the app answers with. */
  get token(): string {
    return this.#interaction.token;
  }

  /** The original response: the reply, also while it says "is thinking"; for updates, the message that was updated. */
  reply(): Message | undefined {
    const original = this.#interaction.original;
    return original?.deleted ? undefined : original;
  }

  followUps(): readonly Message[] {
    return this.#interaction.followUps.filter((message) => !message.deleted);
  }

  modal(): Modal | undefined {
    const form: ModalForm | undefined = this.#interaction.modal;
    if (!form) return undefined;
    return { customId: form.custom_id, title: form.title, components: form.components, shownBy: this };
  }

  choices(): readonly Choice[] | undefined {
    return this.#interaction.choices;
  }

  /**
   * Waits for the original response to satisfy `predicate`, which is asked at every change of it. A deferred reply is not
   * asked while it only says "is thinking", nor is an updated message before it changed.
   * @throws NoResponse when the app does not acknowledge, StillWaiting after `timeoutMs`
   */
  until(predicate: (message: Message) => boolean = () => true, timeoutMs = 10_000): Promise<Message> {
    return new Promise((resolve, reject) => {
      const world = this.#world;
      const look = () => {
        const message = this.reply();
        if (!message || message.loading) return;
        if (message === this.#interaction.opening.source && message.history.length <= this.#past) return;
        try {
          if (!predicate(message)) return;
        } catch (error) {
          finish();
          reject(error);
          return;
        }
        finish();
        resolve(message);
      };
      const hear = (message: Message) => {
        if (message === this.#interaction.original) look();
      };
      const timer = setTimeout(() => {
        finish();
        const last = this.reply();
        reject(new StillWaiting('No reply satisfied the condition', last ? renderMessage(last) : 'nothing'));
      }, timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        world.off('message', hear);
        world.off('messageUpdate', hear);
      };
      world.on('message', hear);
      world.on('messageUpdate', hear);
      this.acknowledged.then(look, (error: unknown) => {
        finish();
        reject(error);
      });
      look();
    });
  }

  /** Waits for a follow-up that satisfies `predicate`. @throws StillWaiting */
  untilFollowUp(predicate: (message: Message) => boolean = () => true, timeoutMs = 10_000): Promise<Message> {
    return new Promise((resolve, reject) => {
      const world = this.#world;
      const look = () => {
        const found = this.followUps().find(predicate);
        if (!found) return;
        finish();
        resolve(found);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new StillWaiting('No follow-up satisfied the condition', `${this.followUps().length} follow-ups`));
      }, timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        world.off('message', look);
        world.off('messageUpdate', look);
      };
      world.on('message', look);
      world.on('messageUpdate', look);
      look();
    });
  }

  /** The interaction behind it. For the stand-in's own use. */
  get interaction(): Interaction {
    return this.#interaction;
  }
}

const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

export class Person {
  readonly user: User;
  locale: string;
  readonly #world: World;
  readonly #interactions: Interactions;
  /** Modals that were answered. */
  readonly #submitted = new Set<Asked>();

  constructor(world: World, interactions: Interactions, given: { name: string; locale?: string }) {
    this.user = new User(given.name);
    this.locale = given.locale ?? 'en-US';
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
  join(guild: Guild, given: { permissions?: bigint; administrator?: boolean } = {}): void {
    const permissions = given.administrator ? PermissionFlagsBits.Administrator : given.permissions;
    guild.addMember(this.user, permissions ?? MEMBER_PERMISSIONS);
  }

  /** Installs the app for themselves (or takes it away), so that its user commands are there everywhere. */
  install(installed = true): void {
    if (installed) this.#world.installedBy.add(this.id);
    else this.#world.installedBy.delete(this.id);
  }

  /** Takes no more direct messages from the bot (or does again). */
  closeDirectMessages(closed = true): void {
    if (closed) this.#world.closedDoors.add(this.id);
    else this.#world.closedDoors.delete(this.id);
  }

  /** The channel of direct messages with the bot, or with other people (where the bot is not). */
  direct(...people: readonly Person[]): Channel {
    const others = people.length > 0 ? people.map(({ user }) => user) : [this.#world.bot];
    return this.#world.directChannel([this.user, ...others]);
  }

  sees(message: Message): boolean {
    if (message.deleted) return false;
    if (message.origin.visibleTo !== undefined && message.origin.visibleTo !== this.id) return false;
    return this.#canView(message.channel);
  }

  /** What this person sees in a channel, oldest first. */
  messages(channel: Channel): Message[] {
    return [...channel.messages.values()].filter((message) => this.sees(message));
  }

  /** Writes an ordinary message. */
  say(channel: Channel, content: string): Message {
    this.#mustHave(channel, PermissionFlagsBits.SendMessages);
    if (content.trim() === '' || content.length > 2000)
      throw new Refused('bad value', 'A message has 1 to 2,000 characters');
    const state = { content: content.trim(), embeds: [], components: [], flags: 0, attachments: [] };
    const message = new Message({ channel, author: this.user }, state);
    this.#world.post(message);
    return message;
  }

  /** The commands a client would offer here, by type. */
  commands(channel: Channel, type: ApplicationCommandType = ApplicationCommandType.ChatInput): Command[] {
    const scopes = [channel.guild?.id ?? '', ''].flatMap((id) => [...(this.#world.commands.get(id)?.values() ?? [])]);
    const seen = new Set<string>();
    return scopes.filter((command) => {
      if (command.type !== type || seen.has(command.id)) return false;
      seen.add(command.id);
      return this.#offered(command, channel);
    });
  }

  /**
   * Runs a slash command. Values may be given as text, as a terminal has them; a choice by its name or its value.
   * @throws Refused
   */
  async command(channel: Channel, name: string, line: CommandLine = {}): Promise<Asked> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.ChatInput);
    const { path, options } = this.#descend(command, line);
    const resolved: Resolved = {};
    const given = this.#fillIn(options, line.options ?? {}, channel, resolved);
    return this.#open({ kind: 'command', channel, data: commandData(command, wrap(path, given), resolved) }, command);
  }

  /**
   * Types into an option with autocomplete; what is left out of `options` is not typed yet.
   * @throws Refused, NoResponse
   */
  async complete(channel: Channel, name: string, line: Completion): Promise<readonly Choice[]> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.ChatInput);
    const { path, options } = this.#descend(command, line);
    const focused = options.find((option) => isCalled(option, line.focused, this.locale));
    if (!focused?.autocomplete) throw new Refused('unknown option', `${line.focused} has no autocomplete`);
    const values = { [line.focused]: '', ...line.options };
    const given = Object.entries(values).map(([key, value]) => {
      const option = options.find((candidate) => isCalled(candidate, key, this.locale));
      if (!option) throw new Refused('unknown option', `/${name} has no option ${key}`);
      // What is being typed is text, whatever the option's type.
      const typed = option === focused ? String(value) : this.#convert(option, value, channel, {});
      return { type: option.type, name: option.name, value: typed, ...(option === focused ? { focused: true } : {}) };
    });
    const asked = this.#open(
      {
        kind: 'autocomplete',
        channel,
        data: commandData(command, wrap(path, given), {}),
        optionType: focused.type,
      },
      command,
    );
    await asked.acknowledged;
    return asked.choices() ?? [];
  }

  /** Runs a command of a message's context menu. @throws Refused */
  async messageCommand(channel: Channel, name: string, message: Message): Promise<Asked> {
    this.#mustSee(message);
    const command = this.#findCommand(channel, name, ApplicationCommandType.Message);
    const data = commandData(command, [], { messages: { [message.id]: message.toJSON() } });
    return this.#open({ kind: 'command', channel, data: { ...data, target_id: message.id } }, command);
  }

  /** Runs a command of a person's context menu. @throws Refused */
  async userCommand(channel: Channel, name: string, person: Person): Promise<Asked> {
    const command = this.#findCommand(channel, name, ApplicationCommandType.User);
    const resolved: Resolved = {};
    resolveUser(person.user, channel, resolved);
    const data = commandData(command, [], resolved);
    return this.#open({ kind: 'command', channel, data: { ...data, target_id: person.id } }, command);
  }

  /** Presses a button, by its custom id, its label or its emoji. @throws Refused when it is absent, disabled or a link */
  async press(message: Message, button: string): Promise<Asked> {
    const node = this.#component(message, (candidate) => {
      const emoji = candidate.emoji as { name?: string } | undefined;
      if (candidate.type !== ComponentType.Button) return false;
      return [candidate.custom_id, candidate.label, emoji?.name].includes(button);
    });
    if (!node) throw new Refused('no such component', `The message has no button ${button}: ${buttonsOf(message)}`);
    if (node.disabled) throw new Refused('disabled', `The button ${button} is disabled`);
    if (node.style === ButtonStyle.Link || node.style === ButtonStyle.Premium) {
      throw new Refused('no such component', `The button ${button} leads out of Discord`);
    }
    const data = { custom_id: node.custom_id, component_type: node.type, id: node.id };
    return this.#open({ kind: 'component', channel: message.channel, source: message, data });
  }

  /** Chooses in a select menu; options by value or label, people and channels by id. @throws Refused */
  async select(message: Message, customId: string, values: readonly string[]): Promise<Asked> {
    const node = this.#component(message, (candidate) => 'custom_id' in candidate && candidate.custom_id === customId);
    if (!node || node.type === ComponentType.Button) {
      throw new Refused('no such component', `The message has no menu ${customId}`);
    }
    if (node.disabled) throw new Refused('disabled', `The menu ${customId} is disabled`);
    const resolved: Resolved = {};
    const chosen = this.#choose(node, values, message.channel, resolved);
    const data = { custom_id: customId, component_type: node.type, id: node.id, values: chosen, resolved };
    return this.#open({ kind: 'component', channel: message.channel, source: message, data });
  }

  /**
   * Fills in and sends a modal, values by custom id.
   * @throws Refused for a missing, unknown or unfit value, or a form already sent
   */
  async submit(modal: Modal, values: Readonly<Record<string, string | readonly string[] | boolean>>): Promise<Asked> {
    const shown = modal.shownBy.interaction;
    if (shown.opening.user !== this.user) throw new Refused('not visible', 'This form is shown to someone else');
    if (this.#submitted.has(modal.shownBy)) throw new Refused('form closed', 'This form was already sent');
    const { channel, source } = shown.opening;
    const left = new Set(Object.keys(values));
    const resolved: Resolved = {};
    const fill = (node: ComponentNode): Record<string, unknown> => {
      const customId = node.custom_id ?? '';
      left.delete(customId);
      const shared = { type: node.type, id: node.id, custom_id: customId };
      return { ...shared, ...this.#field(node, values[customId], channel, resolved) };
    };
    const components = modal.components.map((node) => {
      const shared = { type: node.type, id: node.id };
      if (node.component) return { ...shared, component: fill(node.component) };
      return node.components ? { ...shared, components: node.components.map(fill) } : shared;
    });
    for (const key of left) throw new Refused('unknown option', `The form has no field ${key}`);
    this.#submitted.add(modal.shownBy);
    return this.#open({
      kind: 'modal',
      channel,
      source,
      shownBy: shown,
      data: { custom_id: modal.customId, components, resolved },
      owners: shown.opening.owners,
    });
  }

  /** Sends what no client would let them send: with whatever data, as if Discord had looked at none of it. */
  forge(opening: Pick<Opening, 'kind' | 'channel' | 'data' | 'source'>): Asked {
    return this.#open(opening);
  }

  #field(
    node: ComponentNode,
    value: string | readonly string[] | boolean | undefined,
    channel: Channel,
    resolved: Resolved,
  ): Record<string, unknown> {
    const name = node.custom_id ?? '';
    if (node.type === ComponentType.Checkbox) return { value: value === undefined ? (node.default ?? false) : value };
    const required = node.required !== false;
    if (node.type === ComponentType.TextInput) {
      const text = String(value ?? node.value ?? '');
      if (text === '' && required) throw new Refused('missing option', `${name} must be filled in`);
      const [least, most] = [Number(node.min_length ?? 0), Number(node.max_length ?? 4000)];
      if (text !== '' && (text.length < least || text.length > most)) {
        throw new Refused('bad value', `${name} takes ${least} to ${most} characters`);
      }
      return { value: text };
    }
    if (node.type === ComponentType.FileUpload) return { values: [] };
    const list = value === undefined ? [] : typeof value === 'object' ? value : [String(value)];
    if (list.length === 0) {
      if (required) throw new Refused('missing option', `${name} must be filled in`);
      return node.type === ComponentType.RadioGroup ? { value: null } : { values: [] };
    }
    const chosen = this.#choose(node, list, channel, resolved);
    return node.type === ComponentType.RadioGroup ? { value: chosen[0] } : { values: chosen };
  }

  #choose(node: ComponentNode, values: readonly string[], channel: Channel, resolved: Resolved): string[] {
    const options = node.options as { label: string; value: string }[] | undefined;
    const least = Number(node.min_values ?? 1);
    const most = Number(node.max_values ?? (node.type === ComponentType.CheckboxGroup ? options?.length : 1));
    if (values.length < least || values.length > most) {
      throw new Refused('bad value', `${node.custom_id} takes ${least} to ${most} values`);
    }
    return values.map((value) => {
      if (options) {
        const option = options.find((candidate) => candidate.value === value || candidate.label === value);
        if (!option) throw new Refused('bad value', `${node.custom_id} offers no ${value}`);
        return option.value;
      }
      const user = this.#world.users.get(value);
      const role = channel.guild?.roles.get(value);
      const other = channel.guild?.channels.get(value);
      const takes = (...types: ComponentType[]) => types.includes(node.type);
      if (user && takes(ComponentType.UserSelect, ComponentType.MentionableSelect))
        resolveUser(user, channel, resolved);
      else if (role && takes(ComponentType.RoleSelect, ComponentType.MentionableSelect)) {
        const found = channel.guild?.rolesJSON().find(({ id }) => id === value);
        resolved.roles = { ...resolved.roles, [value]: found };
      } else if (other && takes(ComponentType.ChannelSelect)) resolveChannel(other, this.id, resolved);
      else throw new Refused('bad value', `${node.custom_id} offers no ${value}`);
      return value;
    });
  }

  #component(message: Message, wanted: (node: ComponentNode) => boolean): ComponentNode | undefined {
    this.#mustSee(message);
    for (const { node } of walk(message.components)) if (wanted(node)) return node;
    return undefined;
  }

  #canView(channel: Channel): boolean {
    return (channel.permissionsOf(this.id) & PermissionFlagsBits.ViewChannel) !== 0n;
  }

  #mustSee(message: Message): void {
    if (!this.sees(message)) throw new Refused('not visible', `${this.name} doesn't see this message`);
  }

  #mustHave(channel: Channel, permission: bigint): void {
    if (!this.#canView(channel)) throw new Refused('not visible', `${this.name} doesn't see this channel`);
    if ((channel.permissionsOf(this.id) & permission) === 0n) {
      throw new Refused('no permission', `${this.name} may not do this here`);
    }
  }

  #findCommand(channel: Channel, name: string, type: ApplicationCommandType): Command {
    this.#mustHave(channel, PermissionFlagsBits.UseApplicationCommands);
    const offered = this.commands(channel, type);
    const found = offered.find((command) => isCalled(command, name, this.locale));
    if (found) return found;
    throw new Refused(
      'unknown command',
      `No command ${name} here; there are: ${offered.map((one) => one.name).join(', ')}`,
    );
  }

  /** https://docs.discord.com/developers/interactions/application-commands#contexts */
  #offered(command: Command, channel: Channel): boolean {
    const context = contextOf(channel);
    if (command.contexts && command.contexts.length > 0 && !command.contexts.includes(context)) return false;
    if (command.nsfw && channel.guild && !channel.nsfw) return false;
    const isOpen = channel.guild?.openCommands.has(command.name);
    if (channel.guild && !isOpen && command.default_member_permissions !== null) {
      const needed = BigInt(command.default_member_permissions);
      const mine = channel.permissionsOf(this.id);
      if (needed === 0n ? (mine & PermissionFlagsBits.Administrator) === 0n : (mine & needed) !== needed) return false;
    }
    if (command.guild_id !== undefined) return true;
    return Object.keys(this.#owners(channel, command)).length > 0;
  }

  /** Who installed the app, as far as it makes this command usable here. */
  #owners(channel: Channel, command?: Command): Record<string, string> {
    const types = command?.integration_types ?? [0, 1];
    const world = this.#world;
    const owners: Record<string, string> = {};
    const context = contextOf(channel);
    if (types.includes(0) && context === 0 && channel.guild?.installed) owners[0] = channel.guild.id;
    if (types.includes(0) && context === 1) {
      const mutual = [...world.guilds.values()].some((guild) => guild.installed && guild.members.has(this.id));
      if (mutual) owners[0] = '0';
    }
    if (types.includes(1) && world.installedBy.has(this.id)) owners[1] = this.id;
    return owners;
  }

  #descend(command: Command, line: CommandLine): { path: CommandOption[]; options: readonly CommandOption[] } {
    const path: CommandOption[] = [];
    let options = command.options ?? [];
    const steps = [
      [SubcommandGroup, line.group],
      [Subcommand, line.subcommand],
    ] as const;
    for (const [type, wanted] of steps) {
      if (wanted === undefined) continue;
      const found = options.find((option) => option.type === type && isCalled(option, wanted, this.locale));
      if (!found) {
        const known = options.map((option) => option.name).join(', ');
        throw new Refused('unknown command', `/${command.name} has no ${wanted}; there are: ${known}`);
      }
      path.push(found);
      options = found.options ?? [];
    }
    if (options.some(({ type }) => type === Subcommand || type === SubcommandGroup)) {
      throw new Refused(
        'unknown command',
        `/${command.name} needs one of: ${options.map(({ name }) => name).join(', ')}`,
      );
    }
    return { path, options };
  }

  #fillIn(
    options: readonly CommandOption[],
    values: Readonly<Record<string, OptionValue>>,
    channel: Channel,
    resolved: Resolved,
  ): Record<string, unknown>[] {
    const given = Object.entries(values).map(([key, value]) => {
      const option = options.find((candidate) => isCalled(candidate, key, this.locale));
      if (!option) {
        const known = options.map(({ name }) => name).join(', ');
        throw new Refused('unknown option', `No option ${key}; there are: ${known}`, key);
      }
      return { type: option.type, name: option.name, value: this.#convert(option, value, channel, resolved) };
    });
    for (const option of options) {
      if (option.required && !given.some(({ name }) => name === option.name)) {
        throw new Refused('missing option', `The option ${option.name} is required`, option.name);
      }
    }
    return given;
  }

  #convert(option: CommandOption, value: OptionValue, channel: Channel, resolved: Resolved): string | number | boolean {
    const bad = (wanted: string) =>
      new Refused('bad value', `${option.name} takes ${wanted}, not ${describe(value)}`, option.name);
    if (option.choices?.length) {
      const choice = option.choices.find((one) => one.value === value || String(one.value) === String(value));
      const named = option.choices.find((one) => isCalled(one, String(value), this.locale));
      const found = choice ?? named;
      if (!found) throw bad(`one of ${option.choices.map(typedChoice).join(', ')}`);
      return found.value;
    }
    const Type = ApplicationCommandOptionType;
    switch (option.type) {
      case Type.String: {
        if (typeof value !== 'string' && typeof value !== 'number') throw bad('text');
        const text = String(value);
        const [least, most] = [option.min_length ?? 0, option.max_length ?? 6000];
        if (text.length < least || text.length > most || (text === '' && option.required)) {
          throw bad(`${least} to ${most} characters`);
        }
        return text;
      }
      case Type.Integer:
      case Type.Number: {
        const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
        if (typeof number !== 'number' || !Number.isFinite(number)) throw bad('a number');
        if (option.type === Type.Integer && !Number.isSafeInteger(number)) throw bad('a whole number');
        if (number < (option.min_value ?? Number.NEGATIVE_INFINITY)) throw bad(`at least ${option.min_value}`);
        if (number > (option.max_value ?? Number.POSITIVE_INFINITY)) throw bad(`at most ${option.max_value}`);
        return number;
      }
      case Type.Boolean:
        if (value === true || String(value).toLowerCase() === 'true') return true;
        if (value === false || String(value).toLowerCase() === 'false') return false;
        throw bad('true or false');
      case Type.Attachment: {
        if (!isFile(value)) throw bad('a file');
        if (value.bytes.byteLength > ATTACHMENT_LIMIT) throw bad('a file of at most 10 MiB');
        const upload = {
          index: '0',
          filename: value.name,
          contentType: value.contentType ?? 'application/octet-stream',
        };
        const file = attach({ ...upload, bytes: value.bytes }, `${this.#interactions.cdn}/${channel.id}`, {});
        this.#world.uploads.set(file.url, file);
        const { id, filename, size, url, contentType, width, height } = file;
        const shown = { id, filename, size, url, proxy_url: url, content_type: contentType, ephemeral: true };
        resolved.attachments = { ...resolved.attachments, [id]: { ...shown, width, height } };
        return id;
      }
      default:
        return this.#mention(option, value, channel, resolved);
    }
  }

  #mention(option: CommandOption, value: OptionValue, channel: Channel, resolved: Resolved): string {
    const Type = ApplicationCommandOptionType;
    const id =
      value instanceof Person || value instanceof Channel ? value.id : /^<?[@#&!]*(\d+)>?$/.exec(String(value))?.[1];
    const user = this.#world.users.get(id ?? '');
    const role = channel.guild?.rolesJSON().find((one) => one.id === id);
    const place = channel.guild?.channels.get(id ?? '');
    if (id && user && (option.type === Type.User || option.type === Type.Mentionable)) {
      resolveUser(user, channel, resolved);
      return id;
    }
    if (id && role && (option.type === Type.Role || option.type === Type.Mentionable)) {
      resolved.roles = { ...resolved.roles, [id]: role };
      return id;
    }
    if (id && place && option.type === Type.Channel && (option.channel_types ?? [place.type]).includes(place.type)) {
      resolveChannel(place, this.id, resolved);
      return id;
    }
    const wanted = `${option.name} takes someone or something that is here, not ${describe(value)}`;
    throw new Refused('bad value', wanted, option.name);
  }

  #open(
    opening: Omit<Opening, 'user' | 'locale' | 'owners'> & { owners?: Opening['owners'] },
    command?: Command,
  ): Asked {
    const { channel } = opening;
    const owners = opening.owners ?? this.#ownersOf(opening.source) ?? this.#owners(channel, command);
    const personal = channel.guild !== undefined && !('0' in owners) && command?.guild_id === undefined;
    const external = (channel.permissionsOf(this.id) & PermissionFlagsBits.UseExternalApps) !== 0n;
    const interaction = this.#interactions.open({
      ...opening,
      owners,
      user: this.user,
      locale: this.locale,
      forcedEphemeral: personal && !external,
    });
    return new Asked(interaction, this.#world);
  }

  /** A component is used under the installation that its message came about under. */
  #ownersOf(source: Message | undefined): Record<string, string> | undefined {
    const owners = source?.origin.interactionMetadata?.authorizing_integration_owners;
    return owners as Record<string, string> | undefined;
  }
}

export { NoResponse };

interface Resolved {
  users?: Record<string, unknown>;
  members?: Record<string, unknown>;
  roles?: Record<string, unknown>;
  channels?: Record<string, unknown>;
  attachments?: Record<string, unknown>;
  messages?: Record<string, unknown>;
}

function resolveUser(user: User, channel: Channel, resolved: Resolved): void {
  resolved.users = { ...resolved.users, [user.id]: user.toJSON() };
  const member = channel.guild?.members.get(user.id);
  if (!channel.guild || !member) return;
  const { user: _, deaf: _deaf, mute: _mute, ...rest } = channel.guild.memberJSON(member);
  const permissions = channel.permissionsOf(user.id).toString();
  resolved.members = { ...resolved.members, [user.id]: { ...rest, permissions } };
}

function resolveChannel(channel: Channel, userId: string, resolved: Resolved): void {
  const permissions = channel.permissionsOf(userId).toString();
  const shown = { id: channel.id, name: channel.name, type: channel.type, permissions };
  resolved.channels = { ...resolved.channels, [channel.id]: shown };
}

function commandData(command: Command, options: unknown[], resolved: Resolved): Record<string, unknown> {
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id }),
    ...(options.length > 0 ? { options } : {}),
    ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
  };
}

/** Options inside their subcommand inside its group. */
function wrap(path: readonly CommandOption[], options: unknown[]): unknown[] {
  return path.reduceRight<unknown[]>((inner, { type, name }) => [{ type, name, options: inner }], options);
}

function isFile(value: OptionValue): value is FileValue {
  return typeof value === 'object' && 'bytes' in value;
}

function describe(value: OptionValue): string {
  return typeof value === 'object' ? value.name : JSON.stringify(value);
}

function buttonsOf(message: Message): string {
  const labels = [...walk(message.components)].flatMap(({ node }) => {
    const emoji = node.emoji as { name?: string } | undefined;
    return node.type === ComponentType.Button ? [String(node.label ?? emoji?.name ?? node.custom_id)] : [];
  });
  return labels.length > 0 ? labels.join(', ') : 'it has none';
}
