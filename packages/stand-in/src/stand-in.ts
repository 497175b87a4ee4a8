import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { GatewayCloseCodes, GatewayIntentBits } from 'discord-api-types/v10';
import { Faults } from './faults.ts';
import { Gateway } from './gateway.ts';
import { dispatchChanges } from './gateway-events.ts';
import { Channel, Guild, type GuildOptions, Message } from './guild.ts';
import { Interactions } from './interactions.ts';
import { Person } from './person/person.ts';
import { InvalidRequests, RateLimits } from './rate-limits.ts';
import { createRest, type Exchange, type RequestRecord } from './rest.ts';
import { applicationRoutes } from './routes/application.ts';
import { channelRoutes } from './routes/channels.ts';
import { commandRoutes } from './routes/commands.ts';
import { emojiRoutes } from './routes/emoji.ts';
import { guildRoutes } from './routes/guilds.ts';
import { interactionRoutes } from './routes/interactions.ts';
import { messageRoutes } from './routes/messages.ts';
import { snowflake } from './snowflake.ts';
import type { User } from './user.ts';
import { World } from './world.ts';

export { NoResponse } from './interaction.ts';
export { InteractionHandle, WaitTimeout } from './person/interaction-handle.ts';
export { Refused } from './person/refused.ts';
export { Channel, Guild, Message, Person };

export interface StandInOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly botName?: string;
  /** Where the app may be installed: 0 guilds, 1 users. Both by default. */
  readonly integrationTypes?: readonly number[];
  /** Privileged intents of the app, as intent bits. None by default. */
  readonly privilegedIntents?: number;
  /** Milliseconds until an acknowledgement is too late. Discord's 3,000 by default. */
  readonly acknowledgeMs?: number;
  /** Milliseconds until an interaction's token expires. Discord's 15 minutes by default. */
  readonly tokenMs?: number;
  readonly heartbeatMs?: number;
  /** Shards that GET /gateway/bot recommends. 1 by default. */
  readonly shards?: number;
  /** Least milliseconds between two IDENTIFYs. Discord's 5,000 by default. */
  readonly identifyMs?: number;
  /** Shards that may IDENTIFY at the same time. 1 by default. */
  readonly maxConcurrency?: number;
  /** Milliseconds that a lost session can be resumed. */
  readonly sessionMs?: number;
  /** Responses 401, 403 and 429 in ten minutes that lead to a ban. Discord's 10,000 by default. */
  readonly invalidRequestLimit?: number;
}

interface StandInEvents {
  /** A message was posted. `person.sees(message)` says who sees it. */
  message: [Message];
  messageUpdate: [Message];
  messageDelete: [Message];
  typing: [Channel, User];
  /** A REST request was answered. */
  exchange: [Exchange];
}

/** A web page at `/` and below `/playground/`, on the stand-in's port. */
export interface WebPage {
  answer(request: Request): Promise<Response>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/**
 * A Discord on this machine: REST and gateway for a bot on one loopback port, and people in this process to use the bot.
 *
 * For a client, set `rest: { api: standIn.apiUrl }`. The stand-in enforces Discord's rules as far as they are known. It is
 * stricter in one: it refuses unknown fields, which Discord ignores.
 */
export class StandIn extends EventEmitter<StandInEvents> {
  readonly world: World;
  readonly gateway: Gateway;
  readonly interactions: Interactions;
  /** Faults to inject into REST requests. */
  readonly faults = new Faults();
  /** The last 10,000 REST requests. */
  readonly requests: RequestRecord[] = [];
  readonly invalidRequests: InvalidRequests;
  readonly #server: Server;
  #page: WebPage | undefined;
  #origin = '';

  private constructor(options: StandInOptions) {
    super();
    this.setMaxListeners(0);
    const { botName = 'antipode', integrationTypes = [0, 1], privilegedIntents = 0 } = options;
    const world = new World({ botName, integrationTypes });
    this.world = world;
    this.gateway = new Gateway(world, {
      heartbeatMs: options.heartbeatMs ?? 41_250,
      shards: options.shards ?? 1,
      identifyMs: options.identifyMs ?? 5000,
      maxConcurrency: options.maxConcurrency ?? 1,
      sessionMs: options.sessionMs ?? 120_000,
      privilegedIntents,
    });
    dispatchChanges(world, this.gateway);
    this.interactions = new Interactions(world, this.gateway, {
      acknowledgeMs: options.acknowledgeMs ?? 3000,
      tokenMs: options.tokenMs ?? 15 * 60_000,
    });
    this.invalidRequests = new InvalidRequests(options.invalidRequestLimit ?? 10_000);
    const hasMemberIntent = (privilegedIntents & GatewayIntentBits.GuildMembers) !== 0;
    const deps = { world, gateway: this.gateway, cdn: () => this.interactions.cdn, hasMemberIntent };
    const botRoutes = [applicationRoutes, commandRoutes, emojiRoutes, guildRoutes, channelRoutes, messageRoutes];
    const app = createRest({
      token: () => world.token,
      limits: new RateLimits(),
      faults: this.faults,
      invalidRequests: this.invalidRequests,
      requests: this.requests,
      onExchange: (exchange) => this.emit('exchange', exchange),
      routes: [...botRoutes.flatMap((routes) => routes(deps)), ...interactionRoutes(this.interactions)],
      files: (path) => this.#file(path),
      page: (request) => this.#page?.answer(request),
    });
    // The client under test runs in the same process and needs the original global Request and Response.
    this.#server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
    world.on('message', (message) => this.emit('message', message));
    world.on('messageUpdate', (message) => this.emit('messageUpdate', message));
    world.on('messageDelete', (message) => this.emit('messageDelete', message));
    world.on('typing', (channel, user) => this.emit('typing', channel, user));
  }

  /** Starts listening on 127.0.0.1. Rejects if the port is taken. */
  static async start(options: StandInOptions = {}): Promise<StandIn> {
    const standIn = new StandIn(options);
    const server = standIn.#server;
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    standIn.#origin = `http://127.0.0.1:${port}`;
    standIn.interactions.cdn = `${standIn.#origin}/attachments`;
    standIn.gateway.url = `ws://127.0.0.1:${port}`;
    server.on('upgrade', (request, socket, head) => {
      if (!request.url?.startsWith('/playground/')) standIn.gateway.upgrade(request, socket, head);
      else if (standIn.#page) standIn.#page.upgrade(request, socket, head);
      else socket.destroy();
    });
    return standIn;
  }

  /** Serves a page, and closes it with the stand-in. */
  serve(page: WebPage): void {
    this.#page = page;
  }

  /** The value for `rest.api` of a client, which adds the version itself. */
  get apiUrl(): string {
    return `${this.#origin}/api`;
  }
  /** The origin of all addresses. */
  get origin(): string {
    return this.#origin;
  }
  get token(): string {
    return this.world.token;
  }
  get applicationId(): string {
    return this.world.applicationId;
  }

  createGuild(options: GuildOptions = {}): Guild {
    return this.world.createGuild(options);
  }

  createUser(options: { name: string; locale?: string }): Person {
    return new Person(this.world, this.interactions, options);
  }

  /** Adds an emoji of the application, as an upload does. */
  addEmoji(name: string, png: Uint8Array): void {
    const id = snowflake();
    this.world.emoji.set(id, { id, name, animated: false, contentType: 'image/png', bytes: png });
  }

  /** Replaces the bot's token, as its owner does: Discord refuses the old one from now on. */
  resetToken(): void {
    this.world.token = this.world.newToken();
    this.gateway.end(GatewayCloseCodes.AuthenticationFailed);
  }

  /** Ends the gateway connections and the server. */
  async close(): Promise<void> {
    await this.#page?.close();
    this.gateway.close();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #file(path: string): { bytes: Uint8Array; contentType: string } | undefined {
    const [, folder, first = '', id] = path.split('/');
    if (folder === 'emojis') return this.world.emoji.get(first.replace(/\.\w+$/, ''));
    const upload = this.world.uploads.get(this.#origin + path);
    if (upload) return upload;
    for (const message of this.world.channels.get(first)?.messages.values() ?? []) {
      for (const state of message.history) {
        const found = state.attachments.find((attachment) => attachment.id === id);
        if (found) return found;
      }
    }
    return undefined;
  }
}
