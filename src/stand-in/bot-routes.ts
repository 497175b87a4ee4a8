import { ChannelType, MessageType, PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { faultsOf, integer, snowflakeField, text } from '../playground/form.ts';
import { type Command, checkCommand, commandFaults, registered } from './command-definition.ts';
import { type ComponentNode, walk } from './components.ts';
import {
  DiscordError,
  type FormFault,
  invalidForm,
  missingAccess,
  missingPermissions,
  notFound,
  unknown,
} from './discord-error.ts';
import type { Gateway } from './gateway.ts';
import type { Limit } from './limits.ts';
import { pictureType, type Upload } from './media.ts';
import { Message, nextState, type Pings } from './message.ts';
import { checkMessage, type MessageForm } from './payload.ts';
import type { Call, Route } from './rest.ts';
import { readBody } from './rest.ts';
import { snowflake } from './snowflake.ts';
import { type ApplicationEmoji, Channel, type Guild, type World } from './world.ts';

/**
 * Routes opened by the bot's token.
 * https://docs.discord.com/developers/reference#api-reference
 */

const P = PermissionFlagsBits;
/** Chat input commands, and commands of each context menu, in one scope. */
const COMMANDS: Record<number, number> = { 1: 100, 2: 15, 3: 15, 4: 1 };
const CREATES_A_DAY = 200;
const EMOJI_BYTES = 256 * 1024;
const EMOJI = 2000;
const NONCE_MS = 5 * 60_000;

type Parts = {
  readonly world: World;
  readonly gateway: Gateway;
  readonly cdn: () => string;
  readonly memberIntent: boolean;
};

export function botRoutes(parts: Parts): Route[] {
  return [...selfRoutes(parts), ...commandRoutes(parts), ...emojiRoutes(parts), ...guildRoutes(parts)].concat(
    messageRoutes(parts),
  );
}

const roomy = (name: string): Limit => ({ name, requests: 50, windowMs: 1000 });

function route(
  line: `${Route['method']} ${string}`,
  handle: Route['handle'],
  limit: Limit = roomy(line),
  major?: string,
): Route {
  const [method, path] = line.split(' ') as [Route['method'], string];
  return { method, path, auth: 'bot', handle, limit, ...(major === undefined ? {} : { major }) };
}

const param = (call: Call, name: string) => call.req.param(name) ?? '';

function parse<Shape extends z.ZodType>(schema: Shape, body: unknown): z.infer<Shape> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidForm(faultsOf(parsed.error, body));
  return parsed.data;
}

function selfRoutes({ world, gateway }: Parts): Route[] {
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
    approximate_guild_count: [...world.guilds.values()].filter((guild) => guild.installed).length,
    integration_types_config: Object.fromEntries(world.integrationTypes.map((type) => [type, {}])),
    bot: world.bot.toJSON(),
  });
  return [
    route('GET /gateway', (call) => call.json({ url: gateway.url })),
    route('GET /gateway/bot', (call) => call.json(gateway.info())),
    route('GET /users/@me', (call) => call.json({ ...world.bot.toJSON(), verified: true, mfa_enabled: true })),
    route('GET /applications/@me', (call) => call.json(application())),
    route('GET /oauth2/applications/@me', (call) => call.json(application())),
    route('GET /users/@me/guilds', (call) => {
      const joined = [...world.guilds.values()].filter((guild) => guild.installed);
      return call.json(
        joined.map((guild) => ({
          id: guild.id,
          name: guild.name,
          icon: null,
          owner: false,
          permissions: guild.permissionsOf(world.bot.id).toString(),
          features: [],
        })),
      );
    }),
    route('GET /users/:user', (call) => {
      const user = world.users.get(param(call, 'user'));
      if (!user) throw unknown.user();
      return call.json(user.toJSON());
    }),
    route('POST /users/@me/channels', async (call) => {
      const { body } = await readBody(call);
      const { recipient_id } = parse(z.object({ recipient_id: snowflakeField() }), body);
      const user = world.users.get(recipient_id);
      if (!user) throw unknown.user();
      if (user === world.bot) throw new DiscordError(400, 50007, 'Cannot send messages to this user');
      return call.json(world.directChannel([world.bot, user]).toJSON());
    }),
  ];
}

function commandRoutes({ world }: Parts): Route[] {
  const scope = (call: Call): string => {
    if (param(call, 'application') !== world.applicationId) throw new DiscordError(403, 20012, NOT_YOURS);
    const id = call.req.param('guild');
    if (id === undefined) return '';
    if (!world.guilds.get(id)?.installed) throw missingAccess();
    return id;
  };
  const all = (guild: string): Map<string, Command> => {
    const found = world.commands.get(guild) ?? new Map<string, Command>();
    world.commands.set(guild, found);
    return found;
  };
  const creates = new Map<string, number>();
  const countCreate = (guild: string, more: number) => {
    const total = (creates.get(guild) ?? 0) + more;
    if (total > CREATES_A_DAY) {
      const message = `Max number of daily application command creates has been reached (${CREATES_A_DAY})`;
      throw new DiscordError(400, 30034, message);
    }
    creates.set(guild, total);
  };
  const checkCount = (commands: Iterable<{ type?: number | null | undefined }>) => {
    const counts = new Map<number, number>();
    for (const { type } of commands) counts.set(type ?? 1, (counts.get(type ?? 1) ?? 0) + 1);
    for (const [type, count] of counts) {
      const most = COMMANDS[type] ?? 0;
      if (count > most) {
        throw new DiscordError(400, 30032, `Maximum number of application commands reached (${most}).`);
      }
    }
  };
  const place = (guild: string) => ({
    applicationId: world.applicationId,
    integrationTypes: world.integrationTypes,
    ...(guild === '' ? {} : { guildId: guild }),
  });
  const same = (commands: Iterable<Command>, form: { name: string; type?: number | null | undefined }) =>
    [...commands].find((command) => command.name === form.name && command.type === (form.type ?? 1));
  const shown = (call: Call, command: Command) => {
    if (call.req.query('with_localizations') === 'true') return command;
    const strip = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(strip);
      if (typeof value !== 'object' || value === null) return value;
      const kept = Object.entries(value).filter(([key]) => !key.endsWith('_localizations'));
      return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
    };
    return strip(command);
  };

  const routes = (base: string): Route[] => [
    route(`GET ${base}`, (call) => call.json([...all(scope(call)).values()].map((command) => shown(call, command)))),
    route(`PUT ${base}`, async (call) => {
      const guild = scope(call);
      const { body } = await readBody(call);
      if (!Array.isArray(body)) {
        const message = 'Only iterables may be used in a ListType';
        throw invalidForm([{ path: [], code: 'LIST_TYPE_CONVERT', message }]);
      }
      const faults: FormFault[] = body.flatMap((item, index) =>
        commandFaults(item).map((found) => ({ ...found, path: [index, ...found.path] })),
      );
      if (faults.length > 0) throw invalidForm(faults);
      const forms = body.map((item) => checkCommand(item));
      const seen = new Set<string>();
      for (const [index, form] of forms.entries()) {
        const key = `${form.type ?? 1} ${form.name}`;
        if (seen.has(key)) {
          const message = 'Application command names must be unique';
          throw invalidForm([{ path: [index], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message }]);
        }
        seen.add(key);
      }
      checkCount(forms);
      const before = all(guild);
      const kept = (form: (typeof forms)[number]) => before.get(form.id ?? '') ?? same(before.values(), form);
      countCreate(guild, forms.filter((form) => !kept(form)).length);
      const after = forms.map((form) => registered(form, { ...place(guild), earlier: kept(form) }));
      world.commands.set(guild, new Map(after.map((command) => [command.id, command])));
      return call.json(after);
    }),
    route(`POST ${base}`, async (call) => {
      const guild = scope(call);
      const { body } = await readBody(call);
      const form = checkCommand(body);
      const commands = all(guild);
      const earlier = same(commands.values(), form);
      if (!earlier) {
        checkCount([...commands.values(), form]);
        countCreate(guild, 1);
      }
      const command = registered(form, { ...place(guild), earlier });
      commands.set(command.id, command);
      return call.json(command, earlier ? 200 : 201);
    }),
    route(`GET ${base}/:command`, (call) => {
      const command = all(scope(call)).get(param(call, 'command'));
      if (!command) throw unknown.command();
      return call.json(command);
    }),
    route(`PATCH ${base}/:command`, async (call) => {
      const guild = scope(call);
      const earlier = all(guild).get(param(call, 'command'));
      if (!earlier) throw unknown.command();
      const { body } = await readBody(call);
      const { id: _i, application_id: _a, version: _v, guild_id: _g, ...rest } = earlier;
      const form = checkCommand({ ...rest, ...(body as object), type: earlier.type });
      const twin = same(all(guild).values(), form);
      if (twin && twin !== earlier) {
        const message = 'Application command names must be unique';
        throw invalidForm([{ path: ['name'], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message }]);
      }
      const command = registered(form, { ...place(guild), earlier });
      all(guild).set(command.id, command);
      return call.json(command);
    }),
    route(`DELETE ${base}/:command`, (call) => {
      if (!all(scope(call)).delete(param(call, 'command'))) throw unknown.command();
      return call.body(null, 204);
    }),
  ];
  const application = '/applications/:application';
  return [
    route(`GET ${application}/guilds/:guild/commands/permissions`, (call) => {
      scope(call);
      return call.json([]);
    }),
    ...routes(`${application}/commands`),
    ...routes(`${application}/guilds/:guild/commands`),
    route(`GET ${application}/entitlements`, (call) => call.json([])),
    route(`GET ${application}/skus`, (call) => call.json([])),
  ];
}

const NOT_YOURS = 'You are not authorized to perform this action on this application';

function emojiRoutes({ world }: Parts): Route[] {
  const own = (call: Call) => {
    if (param(call, 'application') !== world.applicationId) throw new DiscordError(403, 20012, NOT_YOURS);
  };
  const find = (call: Call): ApplicationEmoji => {
    own(call);
    const emoji = world.emoji.get(param(call, 'emoji'));
    if (!emoji) throw unknown.emoji();
    return emoji;
  };
  const shown = (emoji: ApplicationEmoji) => ({
    id: emoji.id,
    name: emoji.name,
    animated: emoji.animated,
    roles: [],
    require_colons: true,
    managed: false,
    available: true,
    user: world.bot.toJSON(),
  });
  const name = text(2, 32).refine((value) => /^\w+$/.test(value), {
    params: { code: 'STRING_TYPE_REGEX' },
    error: 'String value did not match validation regex.',
  });
  const free = (wanted: string, except?: ApplicationEmoji) => {
    for (const emoji of world.emoji.values()) {
      if (emoji === except || emoji.name !== wanted) continue;
      const message = 'The emoji name is already taken';
      throw invalidForm([{ path: ['name'], code: 'APPLICATION_EMOJI_NAME_ALREADY_TAKEN', message }]);
    }
  };
  const base = '/applications/:application/emojis';
  return [
    route(`GET ${base}`, (call) => {
      own(call);
      return call.json({ items: [...world.emoji.values()].map(shown) });
    }),
    route(`POST ${base}`, async (call) => {
      own(call);
      const { body } = await readBody(call);
      const form = parse(z.strictObject({ name, image: z.string() }), body);
      // Clients write any image type in front of the data; what counts is the data.
      const [, data] = /^data:image\/\w+;base64,(.+)$/s.exec(form.image) ?? [];
      const bytes = Buffer.from(data ?? '', 'base64');
      const type = pictureType(bytes);
      if (type === undefined) {
        throw invalidForm([{ path: ['image'], code: 'IMAGE_INVALID', message: 'Invalid image data' }]);
      }
      if (bytes.byteLength > EMOJI_BYTES) {
        const message = 'File cannot be larger than 256.0 kb.';
        throw invalidForm([{ path: ['image'], code: 'BINARY_TYPE_MAX_SIZE', message }]);
      }
      if (world.emoji.size >= EMOJI) throw new DiscordError(400, 30008, `Maximum number of emojis reached (${EMOJI})`);
      free(form.name);
      const contentType = `image/${type}`;
      const emoji = { id: snowflake(), name: form.name, animated: type === 'gif', contentType, bytes };
      world.emoji.set(emoji.id, emoji);
      return call.json(shown(emoji), 201);
    }),
    route(`GET ${base}/:emoji`, (call) => call.json(shown(find(call)))),
    route(`PATCH ${base}/:emoji`, async (call) => {
      const emoji = find(call);
      const { body } = await readBody(call);
      const form = parse(z.strictObject({ name }), body);
      free(form.name, emoji);
      emoji.name = form.name;
      return call.json(shown(emoji));
    }),
    route(`DELETE ${base}/:emoji`, (call) => {
      world.emoji.delete(find(call).id);
      return call.body(null, 204);
    }),
  ];
}

function guildRoutes({ world, memberIntent }: Parts): Route[] {
  const find = (call: Call): Guild => {
    const guild = world.guilds.get(param(call, 'guild'));
    if (!guild?.installed) throw guild ? missingAccess() : unknown.guild();
    return guild;
  };
  return [
    route('GET /guilds/:guild', (call) => call.json(find(call).toJSON())),
    route('GET /guilds/:guild/roles', (call) => call.json(find(call).rolesJSON())),
    route('GET /guilds/:guild/channels', (call) => {
      const channels = [...find(call).channels.values()].filter((channel) => !channel.isThread);
      return call.json(channels.map((channel) => channel.toJSON()));
    }),
    route('GET /guilds/:guild/members', (call) => {
      const guild = find(call);
      if (!memberIntent) throw missingAccess();
      return call.json([...guild.members.values()].map((member) => guild.memberJSON(member)));
    }),
    route('GET /guilds/:guild/members/:user', (call) => {
      const guild = find(call);
      const member = guild.members.get(param(call, 'user'));
      if (!member) throw world.users.has(param(call, 'user')) ? unknown.member() : unknown.user();
      return call.json(guild.memberJSON(member));
    }),
    ...(['PUT', 'DELETE'] as const).map((method) =>
      route(
        `${method} /guilds/:guild/members/:user/roles/:role`,
        (call) => {
          const guild = find(call);
          const member = guild.members.get(param(call, 'user'));
          if (!member) throw unknown.member();
          const role = guild.roles.get(param(call, 'role'));
          if (!role) throw unknown.role();
          const isAbove = guild.heightOf(world.bot.id) > role.position;
          const isAllowed = (guild.permissionsOf(world.bot.id) & P.ManageRoles) !== 0n;
          if (!isAllowed || !isAbove || role.managed || role.id === guild.id) throw missingPermissions();
          if (method === 'PUT') member.roles.add(role.id);
          else member.roles.delete(role.id);
          return call.body(null, 204);
        },
        { name: 'member roles', requests: 10, windowMs: 10_000 },
        'guild',
      ),
    ),
  ];
}

/**
 * Whom a message notifies: those it names, as far as its `allowed_mentions` let it, and of roles only those that the bot
 * may mention. https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
function pingsOf(form: MessageForm, channel: Channel, bot: string): Pings {
  const texts = [...walk((form.components ?? []) as ComponentNode[])].map(({ node }) => String(node.content ?? ''));
  const text = [form.content ?? '', ...texts].join('\n');
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id]) => id ?? ''))];
  const allowed = form.allowed_mentions;
  const lets = (kind: 'users' | 'roles', id: string) =>
    allowed == null || allowed.parse?.includes(kind) || allowed[kind]?.includes(id);
  const mayAll = (channel.permissionsOf(bot) & P.MentionEveryone) !== 0n;
  const mayRole = (id: string) => mayAll || channel.guild?.roles.get(id)?.mentionable === true;
  return {
    users: named(/<@!?(\d+)>/g).filter((id) => lets('users', id)),
    roles: named(/<@&(\d+)>/g).filter((id) => lets('roles', id) && mayRole(id)),
    everyone:
      mayAll && /@(everyone|here)/.test(text) && (allowed == null || allowed.parse?.includes('everyone') === true),
  };
}

function messageRoutes({ world, cdn }: Parts): Route[] {
  const bot = world.bot;
  const reach = (call: Call): Channel => {
    const channel = world.channels.get(param(call, 'channel'));
    if (!channel) throw unknown.channel();
    if (!world.botReaches(channel)) throw missingAccess();
    channel.require(bot.id);
    return channel;
  };
  const find = (channel: Channel, id: string): Message => {
    const message = channel.messages.get(id);
    // To everyone but its one reader an ephemeral message isn't there.
    if (!message || message.ephemeral) throw unknown.message();
    return message;
  };
  const permit = (channel: Channel, form: MessageForm, uploads: readonly Upload[]) => {
    if (uploads.length > 0) channel.require(bot.id, P.AttachFiles);
    if (form.embeds?.length) channel.require(bot.id, P.EmbedLinks);
  };
  const knowsEmoji = (id: string) => world.emoji.has(id);
  const posts: Limit = { name: 'channel posts', requests: 5, windowMs: 5000 };
  const edits: Limit = { name: 'channel edits', requests: 5, windowMs: 5000 };
  const one = '/channels/:channel/messages/:message';

  const threadForm = z.strictObject({
    name: text(1, 100),
    type: integer(10, 12).optional(),
    auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).nullish(),
    rate_limit_per_user: integer(0, 21_600).nullish(),
    invitable: z.boolean().optional(),
  });
  const openThread = async (call: Call, from?: Message) => {
    const parent = reach(call);
    const { body } = await readBody(call);
    const form = parse(threadForm, body);
    const isNews = parent.type === ChannelType.GuildAnnouncement;
    const open = isNews ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
    const type = from ? open : (form.type ?? ChannelType.PrivateThread);
    if (!parent.guild || parent.isThread)
      throw new DiscordError(400, 50024, 'Cannot execute action on this channel type');
    parent.require(bot.id, type === ChannelType.PrivateThread ? P.CreatePrivateThreads : P.CreatePublicThreads);
    const thread = new Channel(world, {
      type,
      ...(from ? { id: from.id } : {}),
      name: form.name,
      guild: parent.guild,
      parent,
      ownerId: bot.id,
    });
    world.addChannel(thread);
    return thread;
  };

  return [
    route('GET /channels/:channel', (call) => call.json(reach(call).toJSON()), roomy('channel'), 'channel'),
    route(
      'GET /channels/:channel/messages',
      (call) => {
        const channel = reach(call);
        if ((channel.permissionsOf(bot.id) & P.ReadMessageHistory) === 0n) return call.json([]);
        const limit = Number(call.req.query('limit') ?? 50);
        if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
          const message = 'int value should be between 1 and 100.';
          throw invalidForm([{ path: ['limit'], code: 'NUMBER_TYPE_MAX', message }]);
        }
        const bound = (name: string) => BigInt(call.req.query(name) ?? 0);
        const seen = [...channel.messages.values()].filter((message) => {
          const id = BigInt(message.id);
          return !message.ephemeral && id > bound('after') && (bound('before') === 0n || id < bound('before'));
        });
        // Those nearest to the bound, the latest of them first.
        const page = bound('after') === 0n ? seen.slice(-limit) : seen.slice(0, limit);
        return call.json(page.reverse().map((message) => message.toJSON()));
      },
      roomy('messages'),
      'channel',
    ),
    route(
      `GET ${one}`,
      (call) => {
        const channel = reach(call);
        channel.require(bot.id, P.ReadMessageHistory);
        return call.json(find(channel, param(call, 'message')).toJSON());
      },
      roomy('message'),
      'channel',
    ),
    route(
      'POST /channels/:channel/messages',
      async (call) => {
        const channel = reach(call);
        channel.require(bot.id, channel.isThread ? P.SendMessagesInThreads : P.SendMessages);
        if (channel.archived) throw new DiscordError(400, 50083, 'Thread is archived');
        checkDoor(world, channel);
        const { body, uploads } = await readBody(call);
        const form = checkMessage(body, { route: 'channel', uploads, knowsEmoji });
        permit(channel, form, uploads);
        const nonce = form.nonce ?? undefined;
        const known = nonce === undefined ? undefined : channel.nonces.get(String(nonce));
        if (form.enforce_nonce && known && Date.now() - known.createdAt < NONCE_MS) return call.json(known.toJSON());
        const target = form.message_reference?.message_id;
        const reference = target === undefined ? undefined : channel.messages.get(target);
        if (target !== undefined && !reference && form.message_reference?.fail_if_not_exists !== false) {
          const path = ['message_reference', 'message_id'];
          throw invalidForm([{ path, code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }]);
        }
        const message = new Message(
          {
            channel,
            author: bot,
            type: reference ? MessageType.Reply : MessageType.Default,
            nonce,
            reference,
            poll: form.poll,
            applicationId: world.applicationId,
            pings: pingsOf(form, channel, bot.id),
          },
          nextState(form, uploads, `${cdn()}/${channel.id}`),
        );
        if (nonce !== undefined) channel.nonces.set(String(nonce), message);
        world.post(message);
        return call.json(message.toJSON());
      },
      posts,
      'channel',
    ),
    route(
      `PATCH ${one}`,
      async (call) => {
        const channel = reach(call);
        const message = find(channel, param(call, 'message'));
        if (message.author !== bot) {
          throw new DiscordError(403, 50005, 'Cannot edit a message authored by another user');
        }
        const { body, uploads } = await readBody(call);
        const form = checkMessage(body, { route: 'channel', uploads, knowsEmoji, before: message.state });
        permit(channel, form, uploads);
        message.change(nextState(form, uploads, `${cdn()}/${channel.id}`, message.state));
        world.changed(message);
        return call.json(message.toJSON());
      },
      edits,
      'channel',
    ),
    route(
      `DELETE ${one}`,
      (call) => {
        const channel = reach(call);
        const message = find(channel, param(call, 'message'));
        if (message.author !== bot) {
          if (!channel.guild) throw new DiscordError(403, 50003, 'Cannot execute action on a DM channel');
          channel.require(bot.id, P.ManageMessages);
        }
        world.remove(message);
        return call.body(null, 204);
      },
      { name: 'channel deletions', requests: 5, windowMs: 1000 },
      'channel',
    ),
    route(
      'POST /channels/:channel/typing',
      (call) => {
        const channel = reach(call);
        channel.require(bot.id, channel.isThread ? P.SendMessagesInThreads : P.SendMessages);
        world.emit('typing', channel, bot);
        return call.body(null, 204);
      },
      { name: 'typing', requests: 5, windowMs: 5000 },
      'channel',
    ),
    route('POST /channels/:channel/threads', async (call) => {
      const thread = await openThread(call);
      return call.json(thread.toJSON(), 201);
    }),
    route(`POST ${one}/threads`, async (call) => {
      const message = find(reach(call), param(call, 'message'));
      if (message.threadId !== undefined) {
        throw new DiscordError(400, 160004, 'A thread has already been created for this message');
      }
      const thread = await openThread(call, message);
      message.threadId = thread.id;
      world.changed(message);
      return call.json(thread.toJSON(), 201);
    }),
  ];
}

/** Direct messages arrive only where the person lets them in. */
function checkDoor(world: World, channel: Channel): void {
  if (channel.guild) return;
  const person = channel.recipients.find((user) => user !== world.bot);
  if (!person) throw notFound();
  if (world.closedDoors.has(person.id)) throw new DiscordError(403, 50007, 'Cannot send messages to this user');
  const mutual = [...world.guilds.values()].some((guild) => guild.installed && guild.members.has(person.id));
  if (mutual || world.installedBy.has(person.id)) return;
  const message = 'Cannot send messages to this user due to having no mutual guilds';
  throw new DiscordError(403, 50278, message);
}
