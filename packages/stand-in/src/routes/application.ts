import { z } from 'zod';
import { channelObject, userObject } from '../api-objects.ts';
import { DiscordError, unknown } from '../discord-error.ts';
import { readBody } from '../request-body.ts';
import type { Route } from '../rest.ts';
import { parseForm, snowflakeField } from '../schema.ts';
import { botRoute, param, type RouteDeps } from './route.ts';

/** The gateway's address, the application, the bot and other users. */
export function applicationRoutes({ world, gateway }: RouteDeps): Route[] {
  const application = () => ({
    id: world.applicationId,
    name: world.bot.name,
    icon: null,
    description: '',
    summary: '',
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    team: null,
    flags: 0,
    approximate_guild_count: world.installedGuilds.length,
    integration_types_config: Object.fromEntries(world.integrationTypes.map((type) => [type, {}])),
    bot: userObject(world.bot),
  });
  return [
    botRoute('GET /gateway', (call) => call.json({ url: gateway.url })),
    botRoute('GET /gateway/bot', (call) => call.json(gateway.info())),
    botRoute('GET /users/@me', (call) => call.json({ ...userObject(world.bot), verified: true, mfa_enabled: true })),
    botRoute('GET /applications/@me', (call) => call.json(application())),
    botRoute('GET /oauth2/applications/@me', (call) => call.json(application())),
    botRoute('GET /users/@me/guilds', (call) =>
      call.json(
        world.installedGuilds.map((guild) => ({
          id: guild.id,
          name: guild.name,
          icon: null,
          owner: false,
          permissions: guild.permissionsOf(world.bot.id).toString(),
          features: [],
        })),
      ),
    ),
    botRoute('GET /users/:user', (call) => {
      const user = world.users.get(param(call, 'user'));
      if (!user) throw unknown.user();
      return call.json(userObject(user));
    }),
    botRoute('POST /users/@me/channels', async (call) => {
      const { body } = await readBody(call);
      const { recipient_id } = parseForm(z.object({ recipient_id: snowflakeField() }), body);
      const user = world.users.get(recipient_id);
      if (!user) throw unknown.user();
      if (user === world.bot) throw new DiscordError(400, 50007, 'Cannot send messages to this user');
      return call.json(channelObject(world.directChannel([world.bot, user])));
    }),
  ];
}
