import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { type Command, type CommandOption, isCalled, typedChoice } from '../command.ts';
import type { Channel } from '../guild.ts';
import { ATTACHMENT_LIMIT } from '../media.ts';
import { attach } from '../message-state.ts';
import type { World } from '../world.ts';
import { Refused } from './refused.ts';
import type { ResolvedData } from './resolved-data.ts';

/** The options of a command as a person types them, and as the data of an interaction. */

interface FileValue {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
}
/** A person or a channel, or text with the id or a mention of one. */
interface Mentioned {
  readonly id: string;
  readonly name: string;
}
export type OptionValue = string | number | boolean | Mentioned | FileValue;

export interface CommandLine {
  readonly group?: string;
  readonly subcommand?: string;
  /** Values by the option's name in English or in the person's language. */
  readonly options?: Readonly<Record<string, OptionValue>>;
}

const Type = ApplicationCommandOptionType;

/** An option in the data of an interaction. */
interface GivenOption {
  readonly type: ApplicationCommandOptionType;
  readonly name: string;
  readonly value: string | number | boolean;
  readonly focused?: true;
}

/** Puts options into their subcommand, and the subcommand into its group. */
export function nest(path: readonly CommandOption[], options: readonly GivenOption[]): readonly unknown[] {
  return path.reduceRight<readonly unknown[]>((inner, { type, name }) => [{ type, name, options: inner }], options);
}

/**
 * Finds the subcommand of a line: the group and subcommand on the way, and the options at the end.
 * @throws Refused
 */
export function findSubcommand(
  command: Command,
  line: CommandLine,
  locale: string,
): { path: CommandOption[]; options: readonly CommandOption[] } {
  const path: CommandOption[] = [];
  let options = command.options ?? [];
  const steps = [
    [Type.SubcommandGroup, line.group],
    [Type.Subcommand, line.subcommand],
  ] as const;
  for (const [type, name] of steps) {
    if (name === undefined) continue;
    const found = options.find((option) => option.type === type && isCalled(option, name, locale));
    if (!found) {
      throw new Refused('unknown command', `/${command.name} has no ${name}; there are: ${namesOf(options)}`);
    }
    path.push(found);
    options = found.options ?? [];
  }
  if (options.some(({ type }) => type === Type.Subcommand || type === Type.SubcommandGroup)) {
    throw new Refused('unknown command', `/${command.name} needs one of: ${namesOf(options)}`);
  }
  return { path, options };
}

const namesOf = (options: readonly CommandOption[]): string => options.map(({ name }) => name).join(', ');

/** Checks the values of a person in a channel, and converts them to options of an interaction. */
export class OptionReader {
  readonly #world: World;
  readonly #channel: Channel;
  readonly #locale: string;
  readonly #cdn: string;
  readonly #resolved: ResolvedData;

  constructor(world: World, channel: Channel, locale: string, cdn: string, resolved: ResolvedData) {
    this.#world = world;
    this.#channel = channel;
    this.#locale = locale;
    this.#cdn = cdn;
    this.#resolved = resolved;
  }

  find(options: readonly CommandOption[], name: string): CommandOption {
    const option = options.find((candidate) => isCalled(candidate, name, this.#locale));
    if (!option) throw new Refused('unknown option', `No option ${name}; there are: ${namesOf(options)}`, name);
    return option;
  }

  /** All options of a command. @throws Refused for an unknown, missing or bad one */
  readAll(options: readonly CommandOption[], values: Readonly<Record<string, OptionValue>>): GivenOption[] {
    const given = Object.entries(values).map(([name, value]) => this.read(this.find(options, name), value));
    for (const option of options) {
      if (option.required && !given.some(({ name }) => name === option.name)) {
        throw new Refused('missing option', `The option ${option.name} is required`, option.name);
      }
    }
    return given;
  }

  /** @throws Refused for a value that the option does not take */
  read(option: CommandOption, value: OptionValue): GivenOption {
    return { type: option.type, name: option.name, value: this.#convert(option, value) };
  }

  #convert(option: CommandOption, value: OptionValue): string | number | boolean {
    if (option.choices?.length) return this.#choose(option, value);
    switch (option.type) {
      case Type.String:
        return readText(option, value);
      case Type.Integer:
      case Type.Number:
        return readNumber(option, value);
      case Type.Boolean:
        if (value === true || String(value).toLowerCase() === 'true') return true;
        if (value === false || String(value).toLowerCase() === 'false') return false;
        throw badValue(option, value, 'true or false');
      case Type.Attachment:
        return this.#upload(option, value);
      default:
        return this.#mention(option, value);
    }
  }

  #choose(option: CommandOption, value: OptionValue): string | number {
    const choices = option.choices ?? [];
    const found =
      choices.find((choice) => String(choice.value) === String(value)) ??
      choices.find((choice) => isCalled(choice, String(value), this.#locale));
    if (!found) throw badValue(option, value, `one of ${choices.map(typedChoice).join(', ')}`);
    return found.value;
  }

  #upload(option: CommandOption, value: OptionValue): string {
    if (typeof value !== 'object' || !('bytes' in value)) throw badValue(option, value, 'a file');
    const { name, bytes, contentType = 'application/octet-stream' } = value;
    if (bytes.byteLength > ATTACHMENT_LIMIT) throw badValue(option, value, 'a file of at most 10 MiB');
    const upload = { index: '0', filename: name, contentType, bytes };
    const file = attach(upload, `${this.#cdn}/${this.#channel.id}`, {});
    this.#world.uploads.set(file.url, file);
    this.#resolved.addAttachment(file);
    return file.id;
  }

  #mention(option: CommandOption, value: OptionValue): string {
    const { guild } = this.#channel;
    const id = (typeof value === 'object' && 'id' in value ? value.id : mentionedId(String(value))) ?? '';
    const user = this.#world.users.get(id);
    const role = guild?.roles.get(id);
    const channel = guild?.channels.get(id);
    const { type, channel_types: channelTypes } = option;
    const takesChannel = channel && type === Type.Channel && (channelTypes ?? [channel.type]).includes(channel.type);
    if (user && (type === Type.User || type === Type.Mentionable)) this.#resolved.addUser(user);
    else if (role && (type === Type.Role || type === Type.Mentionable)) this.#resolved.addRole(role);
    else if (takesChannel) this.#resolved.addChannel(channel);
    else throw badValue(option, value, 'someone or something that is here');
    return id;
  }
}

const mentionedId = (text: string): string | undefined => /^<?[@#&!]*(\d+)>?$/.exec(text)?.[1];

function badValue({ name }: CommandOption, value: OptionValue, expected: string): Refused {
  const shown = typeof value === 'object' ? value.name : JSON.stringify(value);
  return new Refused('bad value', `${name} takes ${expected}, not ${shown}`, name);
}

function readText(option: CommandOption, value: OptionValue): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw badValue(option, value, 'text');
  const text = String(value);
  const least = option.min_length ?? 0;
  const most = option.max_length ?? 6000;
  if (text.length < least || text.length > most || (text === '' && option.required)) {
    throw badValue(option, value, `${least} to ${most} characters`);
  }
  return text;
}

function readNumber(option: CommandOption, value: OptionValue): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw badValue(option, value, 'a number');
  if (option.type === Type.Integer && !Number.isSafeInteger(number)) throw badValue(option, value, 'a whole number');
  const least = option.min_value ?? Number.NEGATIVE_INFINITY;
  const most = option.max_value ?? Number.POSITIVE_INFINITY;
  if (number < least) throw badValue(option, value, `at least ${least}`);
  if (number > most) throw badValue(option, value, `at most ${most}`);
  return number;
}
