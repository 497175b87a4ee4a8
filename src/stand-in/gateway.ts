import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Message } from './message.ts';
import type { Channel, Guild, User, World } from './world.ts';

/**
 * The gateway: HELLO, IDENTIFY, READY, heartbeats, dispatches, RESUME with replay.
 * https://docs.discord.com/developers/events/gateway
 */

export interface GatewayOptions {
  readonly heartbeatMs: number;
  /** Shards that are recommended. */
  readonly shards: number;
  /** IDENTIFYs must be this far apart, Discord's 5 s, for all shards with the same number modulo `maxConcurrency`. */
  readonly identifyMs: number;
  readonly maxConcurrency: number;
  /** How long a session without a connection can be resumed. */
  readonly sessionMs: number;
  /** Privileged intents the application was granted, as intent bits. */
  readonly privilegedIntents: number;
}

/** One payload as it went over the wire. */
export interface GatewayFrame {
  readonly from: 'bot' | 'gateway';
  readonly payload: Record<string, unknown>;
}

export interface GatewayEvents {
  frame: [GatewayFrame];
  /** A bot identified or resumed, or its connection is gone: see `connected`. */
  connection: [];
}

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  /** What was dispatched, by sequence number, for a RESUME. */
  readonly sent: { s: number; t: string; d: unknown }[];
  sequence: number;
  socket: WebSocket | undefined;
  detachedAt: number | undefined;
}

interface Connection {
  session: Session | undefined;
  identified: boolean;
  lastBeat: number;
  frames: number[];
}

const PRIVILEGED = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
const KNOWN_INTENTS = Object.values(GatewayIntentBits)
  .filter((bit): bit is GatewayIntentBits => typeof bit === 'number')
  .reduce((sum, bit) => sum | bit, 0);
/** Frames a client may send in a minute, and bytes in one of them. */
const FRAMES_A_MINUTE = 120;
const FRAME_BYTES = 4096;
const IDENTIFIES_A_DAY = 1000;

/** Ends a connection with a close code. https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway */
class Closing extends Error {
  readonly code: GatewayCloseCodes;

  constructor(code: GatewayCloseCodes, reason: string) {
    super(reason);
    this.code = code;
  }
}

function orClose(socket: WebSocket, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof Closing) socket.close(error.code, error.message);
    else throw error;
  }
}

export class Gateway extends EventEmitter<GatewayEvents> {
  readonly #world: World;
  readonly #options: GatewayOptions;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #sessions = new Map<string, Session>();
  /** When there was one last, by the shard's number modulo `maxConcurrency`. */
  readonly #lastIdentify = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  /** Where it is reached; told once the server listens. */
  url = '';
  identifies = 0;
  /** IDENTIFYs that came too soon after another. */
  refusedIdentifies = 0;
  resumes = 0;

  constructor(world: World, options: GatewayOptions) {
    super();
    this.#world = world;
    this.#options = options;
    this.#sockets.on('connection', (socket, request) => orClose(socket, () => this.#open(socket, request)));
    this.#timer = setInterval(() => this.#sweep(), Math.min(1000, options.heartbeatMs));
    this.#timer.unref();
    const { bot } = world;
    world.on('message', (message) => this.#tell('MESSAGE_CREATE', message));
    world.on('messageUpdate', (message) => this.#tell('MESSAGE_UPDATE', message));
    world.on('messageDelete', (message) => this.#tell('MESSAGE_DELETE', message));
    world.on('guild', (guild) => {
      if (guild.installed) this.#guildEvent(guild, 'GUILD_CREATE', guild.toJSON(true));
    });
    world.on('guildEvent', (guild, type, data) => this.#guildEvent(guild, type, data));
    world.on('channel', (channel) => {
      const guild = channel.guild;
      if (!guild?.installed || channel.permissionsOf(bot.id) === 0n) return;
      const created = channel.toJSON();
      if (channel.isThread) this.#guildEvent(guild, 'THREAD_CREATE', { ...created, newly_created: true });
      else this.#guildEvent(guild, 'CHANNEL_CREATE', created);
    });
  }

  /** Takes over an upgrade request of the server that also answers REST. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#sockets.emit('connection', opened, request));
  }

  /** The body of GET /gateway/bot. */
  info(): Record<string, unknown> {
    return {
      url: this.url,
      shards: this.#options.shards,
      session_start_limit: {
        total: IDENTIFIES_A_DAY,
        remaining: Math.max(0, IDENTIFIES_A_DAY - this.identifies),
        reset_after: 86_400_000,
        max_concurrency: this.#options.maxConcurrency,
      },
    };
  }

  /** Is a client connected and identified? */
  get connected(): boolean {
    return [...this.#sessions.values()].some(({ socket }) => socket !== undefined);
  }

  /** Which of so many shards a guild belongs to. https://docs.discord.com/developers/events/gateway#sharding */
  static shardOf(guild: Pick<Guild, 'id'>, count: number): number {
    return Number((BigInt(guild.id) >> 22n) % BigInt(count));
  }

  /**
   * Sends an event to every session that it belongs to: of the right shard, with the right intents. What belongs to no
   * guild goes to shard 0.
   */
  dispatch(type: string, data: unknown, to: { guild?: Guild | undefined; intent?: number }): void {
    for (const session of this.#sessions.values()) {
      const [id, count] = session.shard;
      const shard = to.guild ? Gateway.shardOf(to.guild, count) : 0;
      if (shard !== id) continue;
      if (to.intent !== undefined && (session.intents & to.intent) === 0) continue;
      const shown = typeof data === 'function' ? (data as (intents: number) => unknown)(session.intents) : data;
      this.#send(session, type, shown);
    }
  }

  /**
   * Loses every connection. Resumable: RECONNECT is asked for, and what happens meanwhile is replayed.
   * Otherwise the sessions are forgotten with INVALID_SESSION and the client must identify anew.
   * `abrupt` cuts the line without a word.
   */
  drop(given: { resumable: boolean; abrupt?: boolean }): void {
    for (const session of [...this.#sessions.values()]) {
      const { socket } = session;
      if (!given.resumable) this.#sessions.delete(session.id);
      this.#detach(session);
      if (!socket) continue;
      const connection = this.#connections.get(socket);
      if (connection) Object.assign(connection, { session: undefined, identified: false });
      if (given.abrupt) socket.terminate();
      else if (given.resumable) this.#frame(socket, { op: GatewayOpcodes.Reconnect, d: null });
      else this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#connections.keys()) socket.terminate();
    this.#sockets.close();
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
    if (query.get('v') !== '10') throw new Closing(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version');
    if ((query.get('encoding') ?? 'json') !== 'json') {
      throw new Closing(GatewayCloseCodes.DecodeError, 'The stand-in speaks JSON only');
    }
    const connection: Connection = { session: undefined, identified: false, lastBeat: Date.now(), frames: [] };
    this.#connections.set(socket, connection);
    socket.on('message', (data) => orClose(socket, () => this.#receive(socket, connection, data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      this.#connections.delete(socket);
      const { session } = connection;
      if (session?.socket !== socket) return;
      // A client that says goodbye (1000, 1001) ends its session; any other end leaves it to be resumed.
      if (code === 1000 || code === 1001) this.#sessions.delete(session.id);
      this.#detach(session);
    });
    const hello = { heartbeat_interval: this.#options.heartbeatMs };
    this.#frame(socket, { op: GatewayOpcodes.Hello, d: hello, s: null, t: null });
  }

  #detach(session: Session): void {
    session.socket = undefined;
    session.detachedAt = Date.now();
    this.emit('connection');
  }

  #receive(socket: WebSocket, connection: Connection, data: RawData): void {
    const now = Date.now();
    connection.frames = connection.frames.filter((time) => now - time < 60_000);
    connection.frames.push(now);
    if (connection.frames.length > FRAMES_A_MINUTE) throw new Closing(GatewayCloseCodes.RateLimited, 'Rate limited.');
    const text = data.toString();
    if (Buffer.byteLength(text) > FRAME_BYTES) throw new Closing(GatewayCloseCodes.DecodeError, 'Payload too large.');
    let payload: Record<string, unknown>;
    try {
      payload = JSON.parse(text) as Record<string, unknown>;
    } catch {
      throw new Closing(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    }
    this.emit('frame', { from: 'bot', payload });
    switch (payload.op) {
      case GatewayOpcodes.Heartbeat:
        connection.lastBeat = now;
        this.#frame(socket, { op: GatewayOpcodes.HeartbeatAck, d: null });
        return;
      case GatewayOpcodes.Identify:
        this.#identify(socket, connection, (payload.d ?? {}) as Record<string, unknown>);
        return;
      case GatewayOpcodes.Resume:
        this.#resume(socket, connection, (payload.d ?? {}) as Record<string, unknown>);
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestGuildMembers:
        if (!connection.identified) throw new Closing(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
        return;
      default:
        throw new Closing(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.');
    }
  }

  #identify(socket: WebSocket, connection: Connection, d: Record<string, unknown>): void {
    if (connection.identified) throw new Closing(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
    if (d.token !== this.#world.token) {
      throw new Closing(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
    }
    if (typeof d.properties !== 'object' || d.properties === null) {
      throw new Closing(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    }
    const intents = d.intents;
    if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) {
      throw new Closing(GatewayCloseCodes.InvalidIntents, 'Invalid intent(s).');
    }
    if ((intents & PRIVILEGED & ~this.#options.privilegedIntents) !== 0) {
      throw new Closing(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).');
    }
    const [id, count] = (d.shard as [number, number] | undefined) ?? [0, 1];
    if (!Number.isInteger(id) || !Number.isInteger(count) || id < 0 || id >= count) {
      throw new Closing(GatewayCloseCodes.InvalidShard, 'Invalid shard.');
    }
    const turn = id % this.#options.maxConcurrency;
    const isEarly = Date.now() - (this.#lastIdentify.get(turn) ?? 0) < this.#options.identifyMs;
    if (isEarly || this.identifies >= IDENTIFIES_A_DAY) {
      this.refusedIdentifies += 1;
      this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    this.#lastIdentify.set(turn, Date.now());
    this.identifies += 1;
    connection.identified = true;

    const session: Session = {
      id: randomBytes(16).toString('hex'),
      intents,
      shard: [id, count],
      sent: [],
      sequence: 0,
      socket,
      detachedAt: undefined,
    };
    this.#sessions.set(session.id, session);
    connection.session = session;
    const guilds = [...this.#world.guilds.values()].filter(
      (guild) => guild.installed && Gateway.shardOf(guild, count) === id,
    );
    this.emit('connection');
    this.#send(session, 'READY', {
      v: 10,
      user: { ...this.#world.bot.toJSON(), verified: true, mfa_enabled: true, email: null },
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: this.url,
      shard: [id, count],
      application: { id: this.#world.applicationId, flags: 0 },
      private_channels: [],
      relationships: [],
    });
    if ((intents & GatewayIntentBits.Guilds) === 0) return;
    for (const guild of guilds) this.#send(session, 'GUILD_CREATE', guild.toJSON(true));
  }

  #resume(socket: WebSocket, connection: Connection, d: Record<string, unknown>): void {
    if (connection.identified) throw new Closing(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
    if (d.token !== this.#world.token) {
      throw new Closing(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
    }
    const session = this.#sessions.get(String(d.session_id));
    if (!session) {
      this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    const seen = d.seq;
    if (typeof seen !== 'number' || seen > session.sequence) {
      this.#sessions.delete(session.id);
      throw new Closing(GatewayCloseCodes.InvalidSeq, 'Invalid seq.');
    }
    session.socket?.terminate();
    session.socket = socket;
    session.detachedAt = undefined;
    connection.session = session;
    connection.identified = true;
    this.resumes += 1;
    this.emit('connection');
    for (const event of session.sent)
      if (event.s > seen) this.#frame(socket, { op: GatewayOpcodes.Dispatch, ...event });
    this.#send(session, 'RESUMED', { _trace: [] });
  }

  #send(session: Session, t: string, d: unknown): void {
    session.sequence += 1;
    // A snapshot: what is replayed later must tell what was true now.
    const event = { s: session.sequence, t, d: JSON.parse(JSON.stringify(d)) as unknown };
    session.sent.push(event);
    if (session.sent.length > 1000) session.sent.shift();
    if (session.socket) this.#frame(session.socket, { op: GatewayOpcodes.Dispatch, ...event });
  }

  #frame(socket: WebSocket, payload: Record<string, unknown>): void {
    if (socket.readyState !== socket.OPEN) return;
    const whole = { s: null, t: null, ...payload };
    socket.send(JSON.stringify(whole));
    this.emit('frame', { from: 'gateway', payload: whole });
  }

  #sweep(): void {
    const now = Date.now();
    for (const [socket, connection] of this.#connections) {
      if (now - connection.lastBeat > this.#options.heartbeatMs * 2) {
        socket.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.');
      }
    }
    for (const session of this.#sessions.values()) {
      if (session.detachedAt !== undefined && now - session.detachedAt > this.#options.sessionMs) {
        this.#sessions.delete(session.id);
      }
    }
  }

  #guildEvent(guild: Guild, type: string, data: unknown): void {
    this.dispatch(type, data, { guild, intent: GatewayIntentBits.Guilds });
  }

  #tell(type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE' | 'MESSAGE_DELETE', message: Message): void {
    const { channel } = message;
    if (message.ephemeral || !this.#world.botReaches(channel)) return;
    if (channel.permissionsOf(this.#world.bot.id) === 0n) return;
    const { guild } = channel;
    const intent = guild ? GatewayIntentBits.GuildMessages : GatewayIntentBits.DirectMessages;
    const place = guild ? { guild_id: guild.id } : {};
    if (type === 'MESSAGE_DELETE') {
      this.dispatch(type, { id: message.id, channel_id: channel.id, ...place }, { guild, intent });
      return;
    }
    const full = { ...message.toJSON(), ...place, ...memberOf(channel, message.author) };
    this.dispatch(type, (intents: number) => this.#readable(full, message, intents), { guild, intent });
  }

  /** https://docs.discord.com/developers/events/gateway#message-content-intent */
  #readable(full: Record<string, unknown>, message: Message, intents: number): Record<string, unknown> {
    const { bot } = this.#world;
    const open =
      (intents & GatewayIntentBits.MessageContent) !== 0 ||
      !message.channel.guild ||
      message.author === bot ||
      message.content.includes(`<@${bot.id}>`);
    return open ? full : { ...full, content: '', embeds: [], attachments: [], components: [] };
  }
}

function memberOf(channel: Channel, author: User): Record<string, unknown> {
  const member = channel.guild?.members.get(author.id);
  if (!channel.guild || !member) return {};
  const { user: _, ...rest } = channel.guild.memberJSON(member);
  return { member: rest };
}
