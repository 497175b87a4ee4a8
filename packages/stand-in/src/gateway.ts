import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { createdGuildObject, userObject } from './api-objects.ts';
import type { Guild } from './guild.ts';
import type { World } from './world.ts';

/**
 * The gateway: HELLO, IDENTIFY, READY, heartbeats, dispatches, RESUME with replay. gateway-events.ts dispatches the events.
 * https://docs.discord.com/developers/events/gateway
 */

interface GatewayOptions {
  readonly heartbeatMs: number;
  /** The recommended number of shards. */
  readonly shards: number;
  /** Least time between two IDENTIFYs of shards with the same number modulo `maxConcurrency`. Discord's is 5 s. */
  readonly identifyMs: number;
  readonly maxConcurrency: number;
  /** How long a session without a connection can be resumed. */
  readonly sessionMs: number;
  /** Privileged intents of the application, as intent bits. */
  readonly privilegedIntents: number;
}

/** One payload, sent or received. */
export interface GatewayFrame {
  readonly from: 'bot' | 'gateway';
  readonly payload: Record<string, unknown>;
}

interface GatewayEvents {
  frame: [GatewayFrame];
  /** A bot identified, resumed or lost its connection. See `connected`. */
  connection: [];
}

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  /** The last dispatches, to be replayed after a RESUME. */
  readonly dispatches: { s: number; t: string; d: unknown }[];
  sequence: number;
  socket: WebSocket | undefined;
  /** Times here come from `performance.now()`: a clock that a test moves must not end connections. */
  detachedAt: number | undefined;
}

interface Connection {
  session: Session | undefined;
  identified: boolean;
  lastHeartbeat: number;
  /** Times of the frames in the last minute. */
  frames: number[];
}

const PRIVILEGED = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
const KNOWN_INTENTS = Object.values(GatewayIntentBits)
  .filter((bit): bit is GatewayIntentBits => typeof bit === 'number')
  .reduce((sum, bit) => sum | bit, 0);
const FRAMES_PER_MINUTE = 120;
const FRAME_BYTES = 4096;
const IDENTIFIES_PER_DAY = 1000;
const REPLAYED_DISPATCHES = 1000;

/** Closes the connection with a code. https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway */
class CloseError extends Error {
  readonly code: GatewayCloseCodes;

  constructor(code: GatewayCloseCodes, reason: string) {
    super(reason);
    this.code = code;
  }
}

function closeOnError(socket: WebSocket, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof CloseError) socket.close(error.code, error.message);
    else throw error;
  }
}

export class Gateway extends EventEmitter<GatewayEvents> {
  readonly #world: World;
  readonly #options: GatewayOptions;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #sessions = new Map<string, Session>();
  /** Time of the last IDENTIFY, by the shard's number modulo `maxConcurrency`. */
  readonly #lastIdentify = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  /** Its address, known once the server listens. */
  url = '';
  identifies = 0;
  /** The number of IDENTIFYs that came too soon after another. */
  refusedIdentifies = 0;
  resumes = 0;

  constructor(world: World, options: GatewayOptions) {
    super();
    this.#world = world;
    this.#options = options;
    this.#sockets.on('connection', (socket, request) => closeOnError(socket, () => this.#open(socket, request)));
    this.#timer = setInterval(() => this.#sweep(), Math.min(1000, options.heartbeatMs));
    this.#timer.unref();
  }

  /** Takes an upgrade request of the REST server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#sockets.emit('connection', opened, request));
  }

  /** The body of GET /gateway/bot. */
  info(): Record<string, unknown> {
    return {
      url: this.url,
      shards: this.#options.shards,
      session_start_limit: {
        total: IDENTIFIES_PER_DAY,
        remaining: Math.max(0, IDENTIFIES_PER_DAY - this.identifies),
        reset_after: 86_400_000,
        max_concurrency: this.#options.maxConcurrency,
      },
    };
  }

  /** Whether a client is connected and identified. */
  get connected(): boolean {
    return [...this.#sessions.values()].some(({ socket }) => socket !== undefined);
  }

  /** The shard of a guild. https://docs.discord.com/developers/events/gateway#sharding */
  static shardOf(guild: Pick<Guild, 'id'>, count: number): number {
    return Number((BigInt(guild.id) >> 22n) % BigInt(count));
  }

  /**
   * Sends an event to every session of the right shard and with the right intent. Events outside a guild go to shard 0.
   * @param data the event's data, or a function that makes it for a session's intents
   */
  dispatch(type: string, data: unknown, to: { guild?: Guild | undefined; intent?: number }): void {
    for (const session of this.#sessions.values()) {
      const [id, count] = session.shard;
      const shard = to.guild ? Gateway.shardOf(to.guild, count) : 0;
      if (shard !== id) continue;
      if (to.intent !== undefined && (session.intents & to.intent) === 0) continue;
      const d = typeof data === 'function' ? (data as (intents: number) => unknown)(session.intents) : data;
      this.#send(session, type, d);
    }
  }

  /**
   * Drops every connection. If `resumable`, it sends RECONNECT and replays events after the RESUME. Otherwise it sends
   * INVALID_SESSION, and the client must identify again. If `abrupt`, it closes the socket and sends nothing.
   */
  drop({ resumable, abrupt = false }: { resumable: boolean; abrupt?: boolean }): void {
    for (const session of [...this.#sessions.values()]) {
      const { socket } = session;
      if (!resumable) this.#sessions.delete(session.id);
      this.#detach(session);
      if (!socket) continue;
      const connection = this.#connections.get(socket);
      if (connection) Object.assign(connection, { session: undefined, identified: false });
      if (abrupt) socket.terminate();
      else if (resumable) this.#frame(socket, { op: GatewayOpcodes.Reconnect, d: null });
      else this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
    }
  }

  /** Ends every connection with a code. */
  end(code: GatewayCloseCodes): void {
    for (const socket of this.#connections.keys()) socket.close(code);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#connections.keys()) socket.terminate();
    this.#sockets.close();
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
    if (query.get('v') !== '10') throw new CloseError(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version');
    if ((query.get('encoding') ?? 'json') !== 'json') {
      throw new CloseError(GatewayCloseCodes.DecodeError, 'The stand-in speaks JSON only');
    }
    const connection: Connection = {
      session: undefined,
      identified: false,
      lastHeartbeat: performance.now(),
      frames: [],
    };
    this.#connections.set(socket, connection);
    socket.on('message', (data) => closeOnError(socket, () => this.#receive(socket, connection, data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      this.#connections.delete(socket);
      const { session } = connection;
      if (session?.socket !== socket) return;
      // Codes 1000 and 1001 end the session. After any other code it can be resumed.
      if (code === 1000 || code === 1001) this.#sessions.delete(session.id);
      this.#detach(session);
    });
    const hello = { heartbeat_interval: this.#options.heartbeatMs };
    this.#frame(socket, { op: GatewayOpcodes.Hello, d: hello, s: null, t: null });
  }

  #detach(session: Session): void {
    session.socket = undefined;
    session.detachedAt = performance.now();
    this.emit('connection');
  }

  #receive(socket: WebSocket, connection: Connection, data: RawData): void {
    const now = performance.now();
    connection.frames = connection.frames.filter((time) => now - time < 60_000);
    connection.frames.push(now);
    if (connection.frames.length > FRAMES_PER_MINUTE)
      throw new CloseError(GatewayCloseCodes.RateLimited, 'Rate limited.');
    const text = data.toString();
    if (Buffer.byteLength(text) > FRAME_BYTES)
      throw new CloseError(GatewayCloseCodes.DecodeError, 'Payload too large.');
    let payload: Record<string, unknown>;
    try {
      payload = JSON.parse(text) as Record<string, unknown>;
    } catch {
      throw new CloseError(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    }
    this.emit('frame', { from: 'bot', payload });
    switch (payload.op) {
      case GatewayOpcodes.Heartbeat:
        connection.lastHeartbeat = now;
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
        if (!connection.identified) throw new CloseError(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
        return;
      default:
        throw new CloseError(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.');
    }
  }

  #identify(socket: WebSocket, connection: Connection, d: Record<string, unknown>): void {
    this.#authenticate(connection, d);
    const { intents, shard } = this.#checkIdentify(d);
    const [id, count] = shard;
    const slot = id % this.#options.maxConcurrency;
    const isEarly = performance.now() - (this.#lastIdentify.get(slot) ?? -Infinity) < this.#options.identifyMs;
    if (isEarly || this.identifies >= IDENTIFIES_PER_DAY) {
      this.refusedIdentifies += 1;
      this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    this.#lastIdentify.set(slot, performance.now());
    this.identifies += 1;
    connection.identified = true;

    const session: Session = {
      id: randomBytes(16).toString('hex'),
      intents,
      shard,
      dispatches: [],
      sequence: 0,
      socket,
      detachedAt: undefined,
    };
    this.#sessions.set(session.id, session);
    connection.session = session;
    const guilds = this.#world.installedGuilds.filter((guild) => Gateway.shardOf(guild, count) === id);
    this.emit('connection');
    this.#send(session, 'READY', {
      v: 10,
      user: { ...userObject(this.#world.bot), verified: true, mfa_enabled: true, email: null },
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: this.url,
      shard,
      application: { id: this.#world.applicationId, flags: 0 },
      private_channels: [],
      relationships: [],
    });
    if ((intents & GatewayIntentBits.Guilds) === 0) return;
    for (const guild of guilds) this.#send(session, 'GUILD_CREATE', createdGuildObject(guild));
  }

  #authenticate(connection: Connection, d: Record<string, unknown>): void {
    if (connection.identified) throw new CloseError(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
    if (d.token !== this.#world.token) {
      throw new CloseError(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
    }
  }

  #checkIdentify(d: Record<string, unknown>): Pick<Session, 'intents' | 'shard'> {
    if (typeof d.properties !== 'object' || d.properties === null) {
      throw new CloseError(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    }
    const { intents } = d;
    if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) {
      throw new CloseError(GatewayCloseCodes.InvalidIntents, 'Invalid intent(s).');
    }
    if ((intents & PRIVILEGED & ~this.#options.privilegedIntents) !== 0) {
      throw new CloseError(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).');
    }
    const shard = (d.shard as [number, number] | undefined) ?? [0, 1];
    const [id, count] = shard;
    if (!Number.isInteger(id) || !Number.isInteger(count) || id < 0 || id >= count) {
      throw new CloseError(GatewayCloseCodes.InvalidShard, 'Invalid shard.');
    }
    return { intents, shard };
  }

  #resume(socket: WebSocket, connection: Connection, d: Record<string, unknown>): void {
    this.#authenticate(connection, d);
    const session = this.#sessions.get(String(d.session_id));
    if (!session) {
      this.#frame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    const received = d.seq;
    if (typeof received !== 'number' || received > session.sequence) {
      this.#sessions.delete(session.id);
      throw new CloseError(GatewayCloseCodes.InvalidSeq, 'Invalid seq.');
    }
    session.socket?.terminate();
    session.socket = socket;
    session.detachedAt = undefined;
    connection.session = session;
    connection.identified = true;
    this.resumes += 1;
    this.emit('connection');
    for (const event of session.dispatches) {
      if (event.s > received) this.#frame(socket, { op: GatewayOpcodes.Dispatch, ...event });
    }
    this.#send(session, 'RESUMED', { _trace: [] });
  }

  #send(session: Session, t: string, d: unknown): void {
    session.sequence += 1;
    // A snapshot, because a replay must show the state of this moment.
    const event = { s: session.sequence, t, d: JSON.parse(JSON.stringify(d)) as unknown };
    session.dispatches.push(event);
    if (session.dispatches.length > REPLAYED_DISPATCHES) session.dispatches.shift();
    if (session.socket) this.#frame(session.socket, { op: GatewayOpcodes.Dispatch, ...event });
  }

  #frame(socket: WebSocket, payload: Record<string, unknown>): void {
    if (socket.readyState !== socket.OPEN) return;
    const whole = { s: null, t: null, ...payload };
    socket.send(JSON.stringify(whole));
    this.emit('frame', { from: 'gateway', payload: whole });
  }

  #sweep(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#connections) {
      if (now - connection.lastHeartbeat > this.#options.heartbeatMs * 2) {
        socket.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.');
      }
    }
    for (const session of this.#sessions.values()) {
      if (session.detachedAt !== undefined && now - session.detachedAt > this.#options.sessionMs) {
        this.#sessions.delete(session.id);
      }
    }
  }
}
