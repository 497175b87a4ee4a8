import { memberObject, roleObject, userObject } from '../api-objects.ts';
import type { Channel, Role } from '../guild.ts';
import type { Attachment } from '../message-state.ts';
import type { User } from '../user.ts';

type Kind = 'users' | 'members' | 'roles' | 'channels' | 'attachments';

/**
 * The users, roles, channels and files that an interaction's data refers to, by id.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-resolved-data-structure
 */
export class ResolvedData {
  readonly #channel: Channel;
  readonly #viewerId: string;
  readonly entries: Partial<Record<Kind, Record<string, unknown>>> = {};

  /** @param viewerId the person who sends the interaction */
  constructor(channel: Channel, viewerId: string) {
    this.#channel = channel;
    this.#viewerId = viewerId;
  }

  addUser(user: User): void {
    this.#add('users', user.id, userObject(user));
    const member = this.#channel.guild?.members.get(user.id);
    if (!member) return;
    const { user: _, deaf: _deaf, mute: _mute, ...rest } = memberObject(member);
    this.#add('members', user.id, { ...rest, permissions: this.#channel.permissionsOf(user.id).toString() });
  }

  addRole(role: Role): void {
    this.#add('roles', role.id, roleObject(role));
  }

  addChannel(channel: Channel): void {
    const { id, name, type } = channel;
    this.#add('channels', id, { id, name, type, permissions: channel.permissionsOf(this.#viewerId).toString() });
  }

  addAttachment({ id, filename, size, url, contentType, width, height }: Attachment): void {
    const file = { id, filename, size, url, proxy_url: url, content_type: contentType, ephemeral: true };
    this.#add('attachments', id, { ...file, width, height });
  }

  #add(kind: Kind, id: string, entry: unknown): void {
    this.entries[kind] = { ...this.entries[kind], [id]: entry };
  }
}
