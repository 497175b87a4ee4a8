/**
 * The person's side of the stand-in, for a browser on this machine: the page itself, a WebSocket that tells what a person
 * sees, and what a person does. It knows people and no bot; the wire between bot and stand-in is as without it.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { ApplicationCommandType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Command } from '../stand-in/command-definition.ts';
import { type Interactions, NoResponse } from '../stand-in/interactions.ts';
import type { Message } from '../stand-in/message.ts';
import { type Asked, type Person, Refused } from '../stand-in/person.ts';
import type { StandIn } from '../stand-in/stand-in.ts';
import { renderMessage } from '../stand-in/text.ts';
import { ALL_PERMISSIONS, type Channel, MEMBER_PERMISSIONS, type User } from '../stand-in/world.ts';
import type {
  Done,
  Health,
  PageChannel,
  PageMessage,
  PagePerson,
  PageUser,
  Scene,
  Told,
  WireEntry,
  WireJob,
  WireWish,
} from './page-protocol.ts';
import { nameOf, Wire } from './page-wire.ts';

/** What the programs behind the bot tell of themselves to those who look on. */
export interface Backstage {
  /** Programs by name, and whether each runs. */
  readonly parts: () => Readonly<Record<string, boolean>>;
  /** Tells of every step of every job, until what it resolves to is called. */
  readonly followJobs?: (tell: (job: WireJob) => void) => Promise<() => Promise<void>>;
}

interface Given {
  readonly standIn: StandIn;
  readonly interactions: Interactions;
  readonly people: readonly Person[];
  readonly backstage: Backstage;
}

/** Where `npm run build` puts the page; both `src` and `dist` are one folder below. */
const BUILT = new URL('../../dist/page/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Messages of a channel that a new tab is shown. */
const SHOWN = 100;
const BODY_BYTES = 1 << 20;
const HEALTH_MS = 250;
const WIRE_MS = 100;

const id = z.string().regex(/^\d{15,20}$/u);
const line = {
  channel: id,
  name: z.string().max(100),
  group: z.string().max(100).optional(),
  subcommand: z.string().max(100).optional(),
  options: z.record(z.string(), z.string().max(6000)),
};
/** What a person can do. */
const deed = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), channel: id, content: z.string() }),
  z.strictObject({ do: z.literal('command'), ...line }),
  z.strictObject({ do: z.literal('complete'), ...line, focused: z.string().max(100) }),
  z.strictObject({ do: z.literal('use'), message: id, name: z.string().max(100) }),
  z.strictObject({ do: z.literal('useOn'), channel: id, user: id, name: z.string().max(100) }),
  z.strictObject({ do: z.literal('press'), message: id, customId: z.string() }),
  z.strictObject({ do: z.literal('select'), message: id, customId: z.string(), values: z.array(z.string()) }),
  z.strictObject({
    do: z.literal('submit'),
    modal: id,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()])),
  }),
  z.strictObject({ do: z.literal('dismiss'), message: id }),
  z.strictObject({
    do: z.literal('be'),
    locale: z.string().max(10).optional(),
    hasInstalled: z.boolean().optional(),
    administers: z.strictObject({ guild: id, on: z.boolean() }).optional(),
  }),
  z.strictObject({ do: z.literal('invite'), name: z.string().regex(/^[\p{L}\p{N}_.-]{1,32}$/u) }),
]);
type Deed = z.infer<typeof deed>;
/** Whoever a name belongs to does it. */
const act = z.strictObject({ as: z.string(), deed });

interface Tab {
  readonly socket: WebSocket;
  readonly person: Person;
  wantsWire: boolean;
}

export class PageServer {
  readonly #standIn: StandIn;
  readonly #backstage: Backstage;
  readonly #people: Person[];
  readonly #wire: Wire;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  readonly #tabs = new Set<Tab>();
  readonly #files: ReadonlyMap<string, Buffer>;
  /** What interactions ran, by id, for the line over an answer. */
  readonly #names = new Map<string, string>();
  /** Interactions that showed a form. */
  readonly #modals = new Map<string, Asked>();
  /** Ephemeral messages that their reader put away. */
  readonly #dismissed = new Set<Message>();
  readonly #timer: NodeJS.Timeout;
  #health = '';
  #unsent: WireEntry[] = [];
  #unfollow: Promise<(() => Promise<void>) | undefined> | undefined;

  private constructor({ standIn, interactions, people, backstage }: Given, files: ReadonlyMap<string, Buffer>) {
    this.#standIn = standIn;
    this.#backstage = backstage;
    this.#people = [...people];
    this.#files = files;
    this.#wire = new Wire(standIn, interactions);
    this.#timer = setInterval(() => this.#tellHealth(), HEALTH_MS);
    this.#timer.unref();
    this.#wire.on('entry', (entry) => this.#tellWire(entry));
    interactions.on('opened', (interaction) => {
      if (interaction.opening.kind === 'command') this.#names.set(interaction.id, nameOf(interaction));
    });
    standIn.on('message', (message) => this.#tellMessage(message));
    standIn.on('messageUpdate', (message) => this.#tellMessage(message));
    standIn.on('messageDelete', (message) => this.#tell({ is: 'gone', id: message.id }));
    standIn.on('typing', (channel, user) => this.#tell({ is: 'typing', channel: channel.id, user: user.name }));
    standIn.on('exchange', ({ record: { method, path } }) => {
      if (method !== 'GET' && /\/commands(?:\/\d+)?$/u.test(path)) this.#tellScene();
    });
    standIn.gateway.on('connection', () => this.#tellHealth());
    standIn.world.on('channel', () => this.#tellScene());
    standIn.world.on('guild', () => this.#tellScene());
  }

  static async open(given: Given): Promise<PageServer> {
    const names = await readdir(BUILT, { recursive: true }).catch(() => []);
    const files = new Map<string, Buffer>();
    for (const name of names) if (TYPES[extname(name)]) files.set(name, await readFile(new URL(name, BUILT)));
    return new PageServer(given, files);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { socket } of this.#tabs) socket.terminate();
    this.#sockets.close();
    await (await this.#unfollow)?.();
  }

  /** Answers a request for `/` or something below `/playground/`. */
  async answer(request: Request): Promise<Response> {
    const obstacle = obstacleTo((name) => request.headers.get(name), this.#standIn.origin);
    if (obstacle) return new Response(obstacle, { status: 403 });
    const { pathname, host } = new URL(request.url);
    if (request.method === 'POST' && pathname === '/playground/act') return this.#act(request);
    if (request.method !== 'GET') return new Response('Only to be read.', { status: 405 });
    const name = pathname === '/' ? 'index.html' : pathname.slice('/playground/'.length);
    const file = this.#files.get(name);
    if (!file) {
      if (pathname !== '/') return new Response('There is nothing here.', { status: 404 });
      return new Response('The page is not built: run "npm run build".', { status: 503 });
    }
    return new Response(new Uint8Array(file), {
      headers: {
        ...guards(host),
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        // Names of assets have a hash in them.
        'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    });
  }

  /** Takes the WebSocket of a tab, `/playground/live?as=<name>`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const header = (name: string) => request.headers[name]?.toString() ?? null;
    // A script of another site can open a WebSocket to any address; only its origin tells.
    if (obstacleTo(header, this.#standIn.origin) || header('origin') === null) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const name = new URL(request.url ?? '/', this.#standIn.origin).searchParams.get('as');
    const person = this.#people.find((one) => one.name === name) ?? this.#people[0];
    if (!person) return void socket.destroy();
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, person));
  }

  #welcome(socket: WebSocket, person: Person): void {
    const tab: Tab = { socket, person, wantsWire: false };
    this.#tabs.add(tab);
    socket.on('close', () => this.#tabs.delete(tab));
    socket.on('close', () => this.#follow());
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      tab.wantsWire = data.toString() === JSON.stringify({ wire: true } satisfies WireWish);
      if (tab.wantsWire) send(tab, { is: 'wire', entries: this.#wire.entries() });
      this.#follow();
    });
    send(tab, { is: 'scene', scene: this.#scene(person) });
    const messages = [...this.#standIn.world.channels.values()].flatMap((channel) =>
      person.messages(channel).slice(-SHOWN),
    );
    send(tab, { is: 'messages', messages: messages.flatMap((message) => this.#shown(message)) });
    send(tab, { is: 'health', health: this.#healthNow() });
  }

  #tell(told: Told): void {
    for (const tab of this.#tabs) send(tab, told);
  }

  #tellScene(): void {
    for (const tab of this.#tabs) send(tab, { is: 'scene', scene: this.#scene(tab.person) });
  }

  #tellMessage(message: Message): void {
    for (const tab of this.#tabs) {
      if (!tab.person.sees(message)) continue;
      for (const shown of this.#shown(message)) send(tab, { is: 'message', message: shown });
    }
  }

  #healthNow(): Health {
    return { bot: this.#standIn.gateway.connected, parts: this.#backstage.parts() };
  }

  #tellHealth(): void {
    const health = this.#healthNow();
    const text = JSON.stringify(health);
    if (text === this.#health) return;
    this.#health = text;
    this.#tell({ is: 'health', health });
  }

  /** In bundles: a rush of frames is not to be a rush of drawing. */
  #tellWire(entry: WireEntry): void {
    if (![...this.#tabs].some(({ wantsWire }) => wantsWire)) return;
    this.#unsent.push(entry);
    if (this.#unsent.length > 1) return;
    setTimeout(() => {
      const entries = this.#unsent;
      this.#unsent = [];
      for (const tab of this.#tabs) if (tab.wantsWire) send(tab, { is: 'wire', entries });
    }, WIRE_MS).unref();
  }

  /** Follows the jobs while somebody looks on. */
  #follow(): void {
    const isWanted = [...this.#tabs].some(({ wantsWire }) => wantsWire);
    if (isWanted && !this.#unfollow) {
      // Without a Redis that tells, the rest of the wire is still worth seeing.
      this.#unfollow = this.#backstage.followJobs?.((job) => this.#wire.put(job)).catch(() => undefined);
    } else if (!isWanted && this.#unfollow) {
      void this.#unfollow.then((unfollow) => unfollow?.());
      this.#unfollow = undefined;
    }
  }

  #scene(person: Person): Scene {
    const { world } = this.#standIn;
    const commands: Command[] = [];
    const index = (command: Command) => {
      const at = commands.indexOf(command);
      return at === -1 ? commands.push(command) - 1 : at;
    };
    const visible = [...world.channels.values()].filter(
      (channel) => (channel.permissionsOf(person.id) & PermissionFlagsBits.ViewChannel) !== 0n,
    );
    const channels = visible.map((channel): PageChannel => {
      const { ChatInput, User: OnUser, Message: OnMessage } = ApplicationCommandType;
      const offered = [ChatInput, OnUser, OnMessage].flatMap((type) => person.commands(channel, type));
      return {
        id: channel.id,
        name: channel.guild ? channel.name : nameFor(channel, person),
        guild: channel.guild?.id,
        parent: channel.parent?.id,
        commands: offered.map(index),
      };
    });
    const guilds = [...world.guilds.values()]
      .filter((guild) => guild.members.has(person.id))
      .map((guild) => ({
        id: guild.id,
        name: guild.name,
        locale: guild.locale,
        isInstalled: guild.installed,
        members: [...guild.members.values()].map(({ user }) => shownUser(user)),
        roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
      }));
    return {
      bot: shownUser(world.bot),
      me: this.#shownPerson(person),
      people: this.#people.map((one) => this.#shownPerson(one)),
      guilds,
      channels,
      commands,
    };
  }

  #shownPerson(person: Person): PagePerson {
    const { guilds, installedBy } = this.#standIn.world;
    const administers = [...guilds.values()].filter((guild) => guild.permissionsOf(person.id) === ALL_PERMISSIONS);
    return {
      ...shownUser(person.user),
      locale: person.locale,
      hasInstalled: installedBy.has(person.id),
      administers: administers.map((guild) => guild.id),
    };
  }

  /** A message as the page shows it; none for one that was put away. */
  #shown(message: Message): PageMessage[] {
    if (this.#dismissed.has(message)) return [];
    const { origin, state } = message;
    const { reference } = origin;
    const cause = origin.interactionMetadata as { id: string; user: { username: string } } | undefined;
    const isAnswer = cause !== undefined && reference === undefined;
    const shown: PageMessage = {
      id: message.id,
      channel: message.channel.id,
      author: shownUser(message.author),
      at: message.createdAt,
      editedAt: message.editedAt,
      content: state.content,
      embeds: state.embeds,
      components: state.components,
      attachments: state.attachments.map(({ bytes: _, ...attachment }) => attachment),
      hasPoll: origin.poll != null,
      isEphemeral: message.ephemeral,
      isLoading: message.loading,
      used: isAnswer ? { user: cause.user.username, command: this.#names.get(cause.id) } : undefined,
      replyTo: reference && {
        id: reference.id,
        author: reference.author.name,
        // What one person was told alone is not quoted to others.
        text:
          reference.deleted || reference.ephemeral
            ? ''
            : (renderMessage(reference).split('\n')[0]?.slice(0, 100) ?? ''),
      },
      thread: message.threadId,
    };
    // The page may be at localhost, whose pictures are not to come from 127.0.0.1.
    return [JSON.parse(JSON.stringify(shown).replaceAll(this.#standIn.origin, '')) as PageMessage];
  }

  async #act(request: Request): Promise<Response> {
    if (!request.headers.get('content-type')?.startsWith('application/json')) return refused(415, 'JSON is wanted');
    const text = await request.text();
    if (text.length > BODY_BYTES) return refused(413, 'This is too long');
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return refused(400, 'This is no JSON');
    }
    const parsed = act.safeParse(body);
    if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
    const person = this.#people.find((one) => one.name === parsed.data.as);
    if (!person) return refused(404, `There is no ${parsed.data.as}`);
    try {
      return reply(200, { ok: true, ...(await this.#carryOut(person, parsed.data.deed)) });
    } catch (error) {
      if (error instanceof NoResponse) return reply(504, { ok: false, reason: 'no response', message: error.message });
      if (!(error instanceof Refused)) throw error;
      const { reason, message, option } = error;
      return reply(409, { ok: false, reason, message, ...(option !== undefined && { option }) });
    }
  }

  async #carryOut(person: Person, wanted: Deed): Promise<Omit<Extract<Done, { ok: true }>, 'ok'>> {
    switch (wanted.do) {
      case 'say':
        person.say(this.#channel(wanted.channel), wanted.content);
        return {};
      case 'command':
        return this.#outcome(await person.command(this.#channel(wanted.channel), wanted.name, lineOf(wanted)));
      case 'complete': {
        const { channel, name, focused } = wanted;
        return { choices: await person.complete(this.#channel(channel), name, { ...lineOf(wanted), focused }) };
      }
      case 'use': {
        const message = this.#message(wanted.message);
        return this.#outcome(await person.messageCommand(message.channel, wanted.name, message));
      }
      case 'useOn': {
        const other = this.#people.find((one) => one.id === wanted.user);
        if (!other) throw new Refused('not visible', 'There is no such person');
        return this.#outcome(await person.userCommand(this.#channel(wanted.channel), wanted.name, other));
      }
      case 'press':
        return this.#outcome(await person.press(this.#message(wanted.message), wanted.customId));
      case 'select':
        return this.#outcome(await person.select(this.#message(wanted.message), wanted.customId, wanted.values));
      case 'submit': {
        const modal = this.#modals.get(wanted.modal)?.modal();
        if (!modal) throw new Refused('form closed', 'This form is no more');
        const asked = await person.submit(modal, wanted.values);
        this.#modals.delete(wanted.modal);
        return this.#outcome(asked);
      }
      case 'dismiss': {
        const message = this.#message(wanted.message);
        if (!message.ephemeral || !person.sees(message)) throw new Refused('not visible', 'Not a private message');
        this.#dismissed.add(message);
        this.#tell({ is: 'gone', id: message.id });
        return {};
      }
      case 'be': {
        const { locale, hasInstalled, administers } = wanted;
        if (locale !== undefined) person.locale = locale;
        if (hasInstalled !== undefined) person.install(hasInstalled);
        const guild = this.#standIn.world.guilds.get(administers?.guild ?? '');
        if (administers && guild?.members.has(person.id)) person.join(guild, { administrator: administers.on });
        this.#tellScene();
        return {};
      }
      case 'invite': {
        const { name } = wanted;
        if (this.#people.some((one) => one.name === name)) throw new Refused('bad value', `${name} is here already`);
        const newcomer = this.#standIn.createUser({ name, locale: person.locale });
        for (const guild of this.#standIn.world.guilds.values()) {
          if (guild.members.has(person.id)) guild.addMember(newcomer.user, MEMBER_PERMISSIONS);
        }
        newcomer.direct();
        this.#people.push(newcomer);
        this.#tellScene();
        return { name };
      }
    }
  }

  /** Waits until the bot has taken it; the answer itself is a message like any other. */
  async #outcome(asked: Asked): Promise<Omit<Extract<Done, { ok: true }>, 'ok'>> {
    await asked.acknowledged;
    const modal = asked.modal();
    if (!modal) return {};
    this.#modals.set(asked.id, asked);
    return { modal: { id: asked.id, title: modal.title, components: modal.components } };
  }

  #channel(channelId: string): Channel {
    const channel = this.#standIn.world.channels.get(channelId);
    if (!channel) throw new Refused('not visible', 'There is no such channel');
    return channel;
  }

  #message(messageId: string): Message {
    for (const channel of this.#standIn.world.channels.values()) {
      const message = channel.messages.get(messageId);
      if (message) return message;
    }
    throw new Refused('not visible', 'This message is no more');
  }
}

/**
 * What keeps a request out: a page of another site must neither read nor act here, be it by a form, by a script, or by
 * a name of its own that it points to this machine (DNS rebinding).
 */
function obstacleTo(header: (name: string) => string | null, origin: string): string | undefined {
  const { port } = new URL(origin);
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const host = header('host');
  if (host === null || !hosts.includes(host)) return 'This page is reached by the address of this machine only.';
  const from = header('origin');
  if (from !== null && from !== `http://${host}`) return 'Another site has no business here.';
  const site = header('sec-fetch-site');
  if (site === 'cross-site' && header('sec-fetch-mode') !== 'navigate') return 'Another site has no business here.';
  return undefined;
}

function guards(host: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

function send({ socket }: Tab, told: Told): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(told));
}

function reply(status: number, done: Done): Response {
  return Response.json(done, { status, headers: { 'Cache-Control': 'no-store' } });
}

const refused = (status: number, message: string) => reply(status, { ok: false, reason: 'bad request', message });

const shownUser = ({ id, name, bot }: User): PageUser => ({ id, name, isBot: bot });

/** A direct or group message is called after the others in it. */
function nameFor(channel: Channel, person: Person): string {
  return channel.recipients
    .filter(({ id }) => id !== person.id)
    .map(({ name }) => name)
    .join(', ');
}

function lineOf({ group, subcommand, options }: Extract<Deed, { do: 'command' | 'complete' }>) {
  return { ...(group !== undefined && { group }), ...(subcommand !== undefined && { subcommand }), options };
}
