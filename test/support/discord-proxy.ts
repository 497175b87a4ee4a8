/** A bad network between bots and the stand-in: what passes is delayed, lost, repeated, reordered and cut, at random. */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StandIn } from '@antipode/stand-in';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { seeded } from '../../src/search/scramble.ts';

/** What happens to requests, with its share of them. The others pass. */
const requestTroubles = {
  /** Later requests overtake it. */
  delayed: 0.12,
  held: 0.02,
  /** The connection ends; the request arrives never, or after a while. */
  lost: 0.03,
  stray: 0.03,
  /** It arrives, and the connection ends without a response, or within it. */
  unanswered: 0.03,
  truncated: 0.03,
  twice: 0.06,
} as const;
/** What happens to interactions on their way to a bot. */
const eventTroubles = { delayed: 0.15, twice: 0.1, dropped: 0.01, truncated: 0.01 } as const;

type Trouble = keyof typeof requestTroubles | keyof typeof eventTroubles;

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export class DiscordProxy {
  /** How often each trouble happened. */
  readonly count: Partial<Record<Trouble, number>> = {};
  private readonly standIn: StandIn;
  private readonly random: () => number;
  private readonly server: Server;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly sockets = new WebSocketServer({ noServer: true });
  private isBad = false;

  private constructor(standIn: StandIn, seed: string, server: Server) {
    this.standIn = standIn;
    this.random = seeded(seed);
    this.server = server;
    server.on('request', (request, response) => {
      // The stand-in may be closed before a stray request arrives.
      this.pass(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request, socket, head) => {
      this.sockets.handleUpgrade(request, socket, head, (near) => this.connect(near, request));
    });
  }

  static async open(standIn: StandIn, seed: string): Promise<DiscordProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DiscordProxy(standIn, seed, server);
  }

  /** The value of DISCORD_API_URL for bots behind this network. */
  get apiUrl(): string {
    return `http://${this.near}/api`;
  }

  /** Whether troubles happen, which they do not at first. */
  set bad(isBad: boolean) {
    this.isBad = isBad;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
    await once(this.server, 'close');
  }

  private get near(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private get far(): string {
    return new URL(this.standIn.origin).host;
  }

  private draw<Kind extends Trouble>(shares: Readonly<Record<Kind, number>>): Kind | undefined {
    if (!this.isBad) return undefined;
    let left = this.random();
    for (const [trouble, share] of Object.entries(shares) as [Kind, number][]) {
      left -= share;
      if (left >= 0) continue;
      this.count[trouble] = (this.count[trouble] ?? 0) + 1;
      return trouble;
    }
    return undefined;
  }

  private pause(longest: number): Promise<void> {
    return sleep(longest * this.random());
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const trouble = this.draw(requestTroubles);
    if (trouble === 'lost' || trouble === 'stray') response.destroy();
    if (trouble === 'lost') return;
    if (trouble === 'delayed') await this.pause(1500);
    if (trouble === 'stray') await this.pause(4000);
    if (trouble === 'held') await sleep(6000);
    let reply = await this.forward(request, body);
    if (trouble === 'twice') {
      const again = await this.forward(request, body);
      if (this.random() < 0.5) reply = again;
    }
    if (trouble === 'unanswered') response.destroy();
    if (response.destroyed) return;
    response.writeHead(reply.status, reply.headers);
    if (trouble !== 'truncated') response.end(reply.body);
    else response.write(reply.body.subarray(0, reply.body.length / 2), () => response.destroy());
  }

  private async forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
    const to = new URL(url!, this.standIn.origin);
    const sent = send(to, { method: method!, headers: { ...headers, host: this.far }, agent: this.agent });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const text = await buffer(reply);
    // The address of the gateway.
    const translated = to.pathname.endsWith('/gateway/bot') ? Buffer.from(this.translated(text.toString())) : text;
    const { 'transfer-encoding': _, ...kept } = reply.headers;
    return {
      status: reply.statusCode!,
      headers: { ...kept, 'content-length': String(translated.length) },
      body: translated,
    };
  }

  private translated(text: string): string {
    return text.replaceAll(this.far, this.near);
  }

  private connect(near: WebSocket, { url }: IncomingMessage): void {
    const far = new WebSocket(new URL(url!, this.standIn.gateway.url));
    const early: RawData[] = [];
    near.on('message', (data) => {
      if (far.readyState === WebSocket.OPEN) far.send(data.toString());
      else early.push(data);
    });
    far.on('open', () => {
      for (const data of early) far.send(data.toString());
    });
    far.on('message', (data) => void this.event(near, this.translated(data.toString())));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {});
      from.on('close', (code) => {
        if (code >= 1000 && code !== 1005 && code !== 1006) to.close(code);
        else to.terminate();
      });
    }
  }

  private async event(near: WebSocket, text: string): Promise<void> {
    const isInteraction = text.includes('"t":"INTERACTION_CREATE"');
    const trouble = isInteraction ? this.draw(eventTroubles) : undefined;
    if (trouble === 'delayed') await this.pause(1500);
    if (trouble === 'dropped') return near.terminate();
    if (trouble === 'truncated') {
      return near.send(text.slice(0, text.length / 2), () => near.terminate());
    }
    if (near.readyState !== WebSocket.OPEN) return;
    near.send(text);
    if (trouble === 'twice') {
      await this.pause(3000);
      if (near.readyState === WebSocket.OPEN) near.send(text);
    }
  }
}
