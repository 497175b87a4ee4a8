import { PermissionFlagsBits } from 'discord-api-types/v10';
import { channelObject, guildObject, memberObject, roleObject } from '../api-objects.ts';
import { missingAccess, missingPermissions, unknown } from '../discord-error.ts';
import type { Guild, Member } from '../guild.ts';
import type { Call, Route } from '../rest.ts';
import { botRoute, param, type RouteDeps } from './route.ts';

/** Guilds with their roles, channels and members. https://docs.discord.com/developers/resources/guild */
export function guildRoutes({ world, hasMemberIntent }: RouteDeps): Route[] {
  const find = (call: Call): Guild => {
    const guild = world.guilds.get(param(call, 'guild'));
    if (!guild?.installed) throw guild ? missingAccess() : unknown.guild();
    return guild;
  };
  const findMember = (call: Call, guild: Guild): Member => {
    const member = guild.members.get(param(call, 'user'));
    if (!member) throw world.users.has(param(call, 'user')) ? unknown.member() : unknown.user();
    return member;
  };
  /** Finds a role that the bot may assign. https://docs.discord.com/developers/topics/permissions#permission-hierarchy */
  const findAssignableRole = (call: Call, guild: Guild) => {
    const role = guild.roles.get(param(call, 'role'));
    if (!role) throw unknown.role();
    const isAbove = guild.highestRolePosition(world.bot.id) > role.position;
    const mayManage = (guild.permissionsOf(world.bot.id) & PermissionFlagsBits.ManageRoles) !== 0n;
    if (!mayManage || !isAbove || role.managed || role.id === guild.id) throw missingPermissions();
    return role;
  };
  const memberRole = (method: 'PUT' | 'DELETE'): Route =>
    botRoute(
      `${method} /guilds/:guild/members/:user/roles/:role`,
      (call) => {
        const guild = find(call);
        const member = guild.members.get(param(call, 'user'));
        if (!member) throw unknown.member();
        const role = findAssignableRole(call, guild);
        if (method === 'PUT') member.roles.add(role.id);
        else member.roles.delete(role.id);
        return call.body(null, 204);
      },
      { limit: { name: 'member roles', requests: 10, windowMs: 10_000 }, major: 'guild' },
    );
  return [
    botRoute('GET /guilds/:guild', (call) => call.json(guildObject(find(call)))),
    botRoute('GET /guilds/:guild/roles', (call) => call.json([...find(call).roles.values()].map(roleObject))),
    botRoute('GET /guilds/:guild/channels', (call) => {
      const channels = [...find(call).channels.values()].filter((channel) => !channel.isThread);
      return call.json(channels.map(channelObject));
    }),
    botRoute('GET /guilds/:guild/members', (call) => {
      const guild = find(call);
      if (!hasMemberIntent) throw missingAccess();
      return call.json([...guild.members.values()].map(memberObject));
    }),
    botRoute('GET /guilds/:guild/members/:user', (call) => call.json(memberObject(findMember(call, find(call))))),
    memberRole('PUT'),
    memberRole('DELETE'),
  ];
}
