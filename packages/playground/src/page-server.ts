/**
 * Serves the page to browsers on this machine: its files, a WebSocket with what a person sees, and the actions of a person.
 * It doesn't affect the connection between the bot and the stand-in.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { type Message, NoResponse, type Person, Refused, type StandIn, type WebPage } from '@antipode/stand-in';
import { ATTACHMENT_LIMIT } from '@antipode/stand-in/media';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { actionRequest, PageActions } from './page-actions.ts';
import type { ActionResult, Health, PageEvent, WireEntry, WireJob, WireSubscription } from './page-protocol.ts';
import { pageMessage, pageScene } from './page-view.ts';
import { refusalOf, securityHeaders } from './request-guard.ts';
import { nameOf, WireLog } from './wire-log.ts';

/** The state of the programs behind the bot. */
export interface Backend {
  /** Programs by name, and whether each is running. */
  readonly parts: () => Readonly<Record<string, boolean>>;
  /** Reports every step of every job, until the returned function is called. */
  readonly followJobs?: (report: (job: WireJob) => void) => Promise<() => Promise<void>>;
}

/** Where `npm run build` puts the page. Both `src` and `dist` are one folder above this file's. */
const BUILT = new URL('../dist/page/', import.meta.url);
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Most messages of a channel in a new tab. */
const MOST_MESSAGES = 100;
/** An attached file in base 64, and room for the rest. */
const BODY_BYTES = Math.ceil((ATTACHMENT_LIMIT * 4) / 3) + (1 << 20);
const HEALTH_MS = 250;
const WIRE_MS = 100;

interface Tab {
  readonly socket: WebSocket;
  readonly person: Person;
  wantsWire: boolean;
}

/**
 * Opens the page, on which a browser can act as any of these people.
 * @returns its address
 */
export async function openPage(standIn: StandIn, people: readonly Person[], backend: Backend): Promise<string> {
  const names = await readdir(BUILT, { recursive: true }).catch(() => []);
  const files = new Map<string, Buffer>();
  for (const name of names) if (CONTENT_TYPES[extname(name)]) files.set(name, await readFile(new URL(name, BUILT)));
  standIn.serve(new PageServer(standIn, people, backend, files));
  return `${standIn.origin}/`;
}

class PageServer implements WebPage {
  readonly #standIn: StandIn;
  readonly #backend: Backend;
  readonly #people: Person[];
  readonly #actions: PageActions;
  readonly #wire: WireLog;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  readonly #tabs = new Set<Tab>();
  readonly #files: ReadonlyMap<string, Buffer>;
  /** Commands by the id of their interaction. */
  readonly #commandNames = new Map<string, string>();
  /** Ephemeral messages that their reader dismissed. */
  readonly #dismissed = new Set<Message>();
  readonly #timer: NodeJS.Timeout;
  /** The health that was sent last, as JSON. */
  #lastHealth = '';
  #unsent: WireEntry[] = [];
  #stopFollowing: Promise<(() => Promise<void>) | undefined> | undefined;

  constructor(standIn: StandIn, people: readonly Person[], backend: Backend, files: ReadonlyMap<string, Buffer>) {
    this.#standIn = standIn;
    this.#backend = backend;
    this.#people = [...people];
    this.#files = files;
    this.#actions = new PageActions(standIn, this.#people, {
      onDismiss: (message) => {
        this.#dismissed.add(message);
        this.#broadcast({ type: 'removed', id: message.id });
      },
      onSceneChange: () => this.#sendScene(),
    });
    this.#wire = new WireLog(standIn);
    this.#timer = setInterval(() => this.#sendHealth(), HEALTH_MS);
    this.#timer.unref();
    this.#wire.on('entry', (entry) => this.#sendWire(entry));
    standIn.interactions.on('opened', (interaction) => {
      if (interaction.opening.kind === 'command') this.#commandNames.set(interaction.id, nameOf(interaction));
    });
    standIn.on('message', (message) => this.#sendMessage(message));
    standIn.on('messageUpdate', (message) => this.#sendMessage(message));
    standIn.on('messageDelete', (message) => this.#broadcast({ type: 'removed', id: message.id }));
    standIn.on('typing', (channel, user) => {
      this.#broadcast({ type: 'typing', channel: channel.id, user: user.name });
    });
    standIn.on('exchange', ({ record: { method, path } }) => {
      if (method !== 'GET' && /\/commands(?:\/\d+)?$/u.test(path)) this.#sendScene();
    });
    standIn.gateway.on('connection', () => this.#sendHealth());
    standIn.world.on('channel', () => this.#sendScene());
    standIn.world.on('guild', () => this.#sendScene());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { socket } of this.#tabs) socket.terminate();
    this.#sockets.close();
    await (await this.#stopFollowing)?.();
  }

  /** Answers a request for `/` or below `/playground/`. */
  async answer(request: Request): Promise<Response> {
    const refusal = refusalOf((name) => request.headers.get(name), this.#standIn.origin);
    if (refusal) return new Response(refusal, { status: 403 });
    const { pathname, host } = new URL(request.url);
    if (request.method === 'POST' && pathname === '/playground/act') return this.#act(request);
    if (request.method !== 'GET') return new Response('Only GET is allowed.', { status: 405 });
    const name = pathname === '/' ? 'index.html' : pathname.slice('/playground/'.length);
    const file = this.#files.get(name);
    if (!file) {
      if (pathname !== '/') return new Response('There is nothing here.', { status: 404 });
      return new Response('The page is not built: run "npm run build".', { status: 503 });
    }
    return new Response(new Uint8Array(file), {
      headers: {
        ...securityHeaders(host),
        'Content-Type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
        // Names of assets contain a hash.
        'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    });
  }

  /** Takes the WebSocket of a tab, `/playground/live?as=<name>`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const header = (name: string) => request.headers[name]?.toString() ?? null;
    // A script of another site can open a WebSocket to any address, so the origin is required.
    if (refusalOf(header, this.#standIn.origin) || header('origin') === null) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const name = new URL(request.url ?? '/', this.#standIn.origin).searchParams.get('as');
    const person = this.#people.find((one) => one.name === name) ?? this.#people[0];
    if (!person) return void socket.destroy();
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#openTab(opened, person));
  }

  #openTab(socket: WebSocket, person: Person): void {
    const tab: Tab = { socket, person, wantsWire: false };
    this.#tabs.add(tab);
    socket.on('close', () => {
      this.#tabs.delete(tab);
      this.#followJobs();
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      tab.wantsWire = data.toString() === JSON.stringify({ wire: true } satisfies WireSubscription);
      if (tab.wantsWire) send(tab, { type: 'wire', entries: this.#wire.entries() });
      this.#followJobs();
    });
    send(tab, { type: 'scene', scene: pageScene(this.#standIn, this.#people, person) });
    const messages = [...this.#standIn.world.channels.values()]
      .flatMap((channel) => person.messages(channel).slice(-MOST_MESSAGES))
      .filter((message) => !this.#dismissed.has(message));
    send(tab, { type: 'messages', messages: messages.map((message) => this.#pageMessage(message, person)) });
    send(tab, { type: 'health', health: this.#health() });
  }

  #broadcast(event: PageEvent): void {
    for (const tab of this.#tabs) send(tab, event);
  }

  #sendScene(): void {
    for (const tab of this.#tabs) {
      send(tab, { type: 'scene', scene: pageScene(this.#standIn, this.#people, tab.person) });
    }
  }

  #sendMessage(message: Message): void {
    if (this.#dismissed.has(message)) return;
    for (const tab of this.#tabs) {
      if (tab.person.sees(message)) send(tab, { type: 'message', message: this.#pageMessage(message, tab.person) });
    }
  }

  #pageMessage(message: Message, { locale }: Person) {
    return pageMessage(message, locale, this.#commandNames, this.#standIn.origin);
  }

  #health(): Health {
    return { bot: this.#standIn.gateway.connected, parts: this.#backend.parts() };
  }

  #sendHealth(): void {
    const health = this.#health();
    const text = JSON.stringify(health);
    if (text === this.#lastHealth) return;
    this.#lastHealth = text;
    this.#broadcast({ type: 'health', health });
  }

  /** Sends entries in batches, so that many frames cause few renderings. */
  #sendWire(entry: WireEntry): void {
    if (!this.#isWireWanted()) return;
    this.#unsent.push(entry);
    if (this.#unsent.length > 1) return;
    setTimeout(() => {
      const entries = this.#unsent;
      this.#unsent = [];
      for (const tab of this.#tabs) if (tab.wantsWire) send(tab, { type: 'wire', entries });
    }, WIRE_MS).unref();
  }

  #isWireWanted(): boolean {
    return [...this.#tabs].some(({ wantsWire }) => wantsWire);
  }

  /** Follows the jobs as long as a tab shows the traffic. */
  #followJobs(): void {
    const isWanted = this.#isWireWanted();
    if (isWanted && !this.#stopFollowing) {
      // If Redis fails, the rest of the traffic is still shown.
      this.#stopFollowing = this.#backend.followJobs?.((job) => this.#wire.put(job)).catch(() => undefined);
    } else if (!isWanted && this.#stopFollowing) {
      void this.#stopFollowing.then((stop) => stop?.());
      this.#stopFollowing = undefined;
    }
  }

  async #act(request: Request): Promise<Response> {
    if (!request.headers.get('content-type')?.startsWith('application/json')) {
      return badRequest(415, 'The content type must be JSON');
    }
    const text = await request.text();
    if (text.length > BODY_BYTES) return badRequest(413, 'The body is too long');
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return badRequest(400, 'The body is not JSON');
    }
    const parsed = actionRequest.safeParse(body);
    if (!parsed.success) return badRequest(400, z.prettifyError(parsed.error));
    const { as, action } = parsed.data;
    const person = this.#people.find((one) => one.name === as);
    if (!person) return badRequest(404, `There is no ${as}`);
    try {
      return respond(200, { ok: true, ...(await this.#actions.perform(person, action)) });
    } catch (error) {
      if (error instanceof NoResponse) {
        return respond(504, { ok: false, reason: 'no response', message: error.message });
      }
      if (!(error instanceof Refused)) throw error;
      const { reason, message, option } = error;
      return respond(409, { ok: false, reason, message, ...(option !== undefined && { option }) });
    }
  }
}

function send({ socket }: Tab, event: PageEvent): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
}

function respond(status: number, result: ActionResult): Response {
  return Response.json(result, { status, headers: { 'Cache-Control': 'no-store' } });
}

const badRequest = (status: number, message: string) => respond(status, { ok: false, reason: 'bad request', message });
