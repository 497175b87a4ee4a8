import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { type Backstage, PageServer } from '../playground/page-server.ts';
import { botRoutes } from './bot-routes.ts';
import { Gateway } from './gateway.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { Interactions } from './interactions.ts';
import { Faults, InvalidRequests, RateLimits } from './limits.ts';
import { Message } from './message.ts';
import { Person } from './person.ts';
import { createRest, type Exchange, type RequestRecord } from './rest.ts';
import { Channel, Guild, type GuildOptions, type User, World } from './world.ts';

export { NoResponse } from './interactions.ts';
export type { Attachment, MessageState, PastState } from './message.ts';
export { Asked, type Modal, Refused, StillWaiting } from './person.ts';
export { Channel, Guild, Message, Person };

export interface StandInOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly botName?: string;
  /** Where the app may be installed: 0 guilds, 1 people. Both unless said otherwise. */
  readonly integrationTypes?: readonly number[];
  /** Privileged intents the app was granted, as intent bits. None unless said otherwise. */
  readonly privilegedIntents?: number;
  /** Milliseconds for the first answer to an interaction; Discord's 3,000. */
  readonly acknowledgeMs?: number;
  /** Milliseconds an interaction's token lives; Discord's 15 minutes. */
  readonly tokenMs?: number;
  readonly heartbeatMs?: number;
  /** Shards that GET /gateway/bot recommends; 1 unless said otherwise. */
  readonly shards?: number;
  /** Milliseconds between two IDENTIFYs; Discord's 5,000. */
  readonly identifyMs?: number;
  /** Shards that may IDENTIFY at the same time; 1 unless said otherwise. */
  readonly maxConcurrency?: number;
  /** Milliseconds a lost session can be resumed. */
  readonly sessionMs?: number;
  /** 401, 403 and 429 answers in ten minutes that bring the ban; Discord's 10,000. */
  readonly invalidRequestLimit?: number;
}

export interface StandInEvents {
  /** A message appeared; ephemeral ones too: ask `person.sees(message)`. */
  message: [Message];
  messageUpdate: [Message];
  messageDelete: [Message];
  typing: [Channel, User];
  /** A REST request was answered. */
  exchange: [Exchange];
}

/**
 * Discord on this machine: REST and gateway for a bot, on one loopback port, with people to use the bot in process.
 *
 * A client is pointed at it by `rest: { api: standIn.apiUrl }` alone. It is as strict as Discord where Discord's rules are
 * known, and stricter in one: fields it doesn't know are refused instead of passed over.
 */
export class StandIn extends EventEmitter<StandInEvents> {
  readonly world: World;
  readonly gateway: Gateway;
  /** Trouble to come, for REST requests. */
  readonly faults = new Faults();
  /** The last 10,000 REST requests. */
  readonly requests: RequestRecord[] = [];
  readonly invalidRequests: InvalidRequests;
  readonly #interactions: Interactions;
  readonly #server: Server;
  #page: PageServer | undefined;
  #origin = '';

  private constructor(options: StandInOptions) {
    super();
    this.setMaxListeners(0);
    const privilegedIntents = options.privilegedIntents ?? 0;
    const world = new World({
      botName: options.botName ?? 'antipode',
      integrationTypes: options.integrationTypes ?? [0, 1],
    });
    this.world = world;
    this.gateway = new Gateway(world, {
      heartbeatMs: options.heartbeatMs ?? 41_250,
      shards: options.shards ?? 1,
      identifyMs: options.identifyMs ?? 5000,
      maxConcurrency: options.maxConcurrency ?? 1,
      sessionMs: options.sessionMs ?? 120_000,
      privilegedIntents,
    });
    this.#interactions = new Interactions(world, this.gateway, {
      acknowledgeMs: options.acknowledgeMs ?? 3000,
      tokenMs: options.tokenMs ?? 15 * 60_000,
    });
    this.invalidRequests = new InvalidRequests(options.invalidRequestLimit ?? 10_000);
    const memberIntent = (privilegedIntents & GatewayIntentBits.GuildMembers) !== 0;
    const app = createRest({
      token: world.token,
      limits: new RateLimits(),
      faults: this.faults,
      invalid: this.invalidRequests,
      requests: this.requests,
      heard: (exchange) => this.emit('exchange', exchange),
      routes: [
        ...botRoutes({ world, gateway: this.gateway, cdn: () => this.#interactions.cdn, memberIntent }),
        ...interactionRoutes(this.#interactions),
      ],
      files: (path) => this.#file(path),
      page: (request) => this.#page?.answer(request),
    });
    // The client under test lives in the same process: its global Request and Response must stay its own.
    this.#server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
    world.on('message', (message) => this.emit('message', message));
    world.on('messageUpdate', (message) => this.emit('messageUpdate', message));
    world.on('messageDelete', (message) => this.emit('messageDelete', message));
    world.on('typing', (channel, user) => this.emit('typing', channel, user));
  }

  /** Starts listening on 127.0.0.1. Rejects when the port is taken. */
  static async start(options: StandInOptions = {}): Promise<StandIn> {
    const standIn = new StandIn(options);
    const server = standIn.#server;
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    standIn.#origin = `http://127.0.0.1:${port}`;
    standIn.#interactions.cdn = `${standIn.#origin}/attachments`;
    standIn.gateway.url = `ws://127.0.0.1:${port}`;
    server.on('upgrade', (request, socket, head) => {
      if (request.url?.startsWith('/playground/')) {
        if (standIn.#page) standIn.#page.upgrade(request, socket, head);
        else socket.destroy();
      } else standIn.gateway.upgrade(request, socket, head);
    });
    return standIn;
  }

  /**
   * Opens the page, on which these people are used from a browser.
   * @returns its address
   */
  async openPage(people: readonly Person[], backstage: Backstage): Promise<string> {
    this.#page = await PageServer.open({ standIn: this, interactions: this.#interactions, people, backstage });
    return `${this.#origin}/`;
  }

  /** For `rest.api` of a client, which adds the version itself. */
  get apiUrl(): string {
    return `${this.#origin}/api`;
  }
  /** What every address of a file starts with. */
  get origin(): string {
    return this.#origin;
  }
  get token(): string {
    return this.world.token;
  }
  get applicationId(): string {
    return this.world.applicationId;
  }

  /** The interaction opened last, with the token to answer it. */
  get lastInteraction(): { readonly id: string; readonly token: string } | undefined {
    return this.#interactions.last;
  }

  createGuild(options: GuildOptions = {}): Guild {
    return this.world.createGuild(options);
  }

  createUser(given: { name: string; locale?: string }): Person {
    return new Person(this.world, this.#interactions, given);
  }

  /** Breaks the gateway connection: see `Gateway.drop`. */
  dropGateway(given: { resumable: boolean; abrupt?: boolean }): void {
    this.gateway.drop(given);
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
    const [, folder, first, id] = path.split('/');
    if (folder === 'emojis') {
      return this.world.emoji.get((first ?? '').replace(/\.\w+$/, ''));
    }
    const upload = this.world.uploads.get(this.#origin + path);
    if (upload) return upload;
    for (const message of this.world.channels.get(first ?? '')?.messages.values() ?? []) {
      for (const state of message.history) {
        const found = state.attachments.find((attachment) => attachment.id === id);
        if (found) return found;
      }
    }
    return undefined;
  }
}
