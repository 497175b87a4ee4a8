import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Command } from '../command.ts';
import type { Channel } from '../guild.ts';
import type { World } from '../world.ts';

/**
 * Who installed the app, if that makes a command usable by a person in a channel: 0 the guild, 1 the user.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
 */
export function ownersFor(world: World, userId: string, channel: Channel, command?: Command): Record<string, string> {
  const types = command?.integration_types ?? [0, 1];
  const owners: Record<string, string> = {};
  if (types.includes(0) && channel.context === 0 && channel.guild?.installed) owners[0] = channel.guild.id;
  if (types.includes(0) && channel.context === 1 && world.sharesGuildWithBot(userId)) owners[0] = '0';
  if (types.includes(1) && world.installedBy.has(userId)) owners[1] = userId;
  return owners;
}

/**
 * Whether a client offers a command to a person in a channel.
 * https://docs.discord.com/developers/interactions/application-commands#contexts
 */
export function isOffered(world: World, userId: string, channel: Channel, command: Command): boolean {
  const { guild } = channel;
  if (command.contexts && command.contexts.length > 0 && !command.contexts.includes(channel.context)) return false;
  if (command.nsfw && guild && !channel.nsfw) return false;
  if (guild && !guild.openCommands.has(command.name) && command.default_member_permissions !== null) {
    const needed = BigInt(command.default_member_permissions);
    // 0 stands for administrators only.
    const required = needed === 0n ? PermissionFlagsBits.Administrator : needed;
    if ((channel.permissionsOf(userId) & required) !== required) return false;
  }
  return Object.keys(ownersFor(world, userId, channel, command)).length > 0;
}
