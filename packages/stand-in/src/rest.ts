import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DiscordError, notAllowed, notFound, serverError, unauthorized } from './discord-error.ts';
import type { Fault, Faults } from './faults.ts';
import type { Upload } from './media.ts';
import { type Allowance, type InvalidRequests, type Limit, type RateLimits, wholeSeconds } from './rate-limits.ts';

/**
 * REST: every request passes the same steps. They are injected faults, authorization, rate limits, the route, and the
 * response or error in Discord's format. https://docs.discord.com/developers/reference
 */

interface Environment {
  Bindings: HttpBindings;
  Variables: {
    /** The body, once a route has read it. */
    sent: RequestBody;
    /** Discord's code of a refusal. */
    refusal: number;
  };
}

export interface RequestBody {
  readonly body: unknown;
  readonly uploads: Upload[];
}

export type Call = Context<Environment>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v10`. */
  readonly path: string;
  /** `bot`: with the bot's token and its global rate limit. `token`: an interaction's token in the path gives access. */
  readonly auth: 'bot' | 'token';
  /** Left out if Discord has no limit. */
  readonly limit?: Limit;
  /** The path parameter that selects the rate limit bucket. */
  readonly major?: string;
  readonly handle: (call: Call) => Response | Promise<Response>;
}

export interface RequestRecord {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** 0 if the connection was cut. */
  status: number;
  /** Discord's code of a refusal. */
  code?: number;
}

/** A request with its response, for observers. */
export interface Exchange {
  readonly record: RequestRecord;
  readonly milliseconds: number;
  /** The JSON of the request. */
  readonly body: unknown;
  /** Names of the uploaded files. */
  readonly files: readonly string[];
  /** The rate limit bucket: requests left, its size, and seconds until it resets. */
  readonly bucket: { readonly left: number; readonly of: number; readonly resetAfter: number } | undefined;
}

interface RestOptions {
  readonly token: () => string;
  readonly limits: RateLimits;
  readonly faults: Faults;
  readonly invalidRequests: InvalidRequests;
  readonly requests: RequestRecord[];
  readonly onExchange: (exchange: Exchange) => void;
  readonly routes: readonly Route[];
  /** Attachments and emoji, which need no token. */
  readonly files: (path: string) => { bytes: Uint8Array; contentType: string } | undefined;
  /** Answers requests for the page, if one is open. */
  readonly page: (request: Request) => Promise<Response> | undefined;
}

const BASE = '/api/v10';

export function createRest(options: RestOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  observe(app, options);
  addRoutes(app, options);
  for (const folder of ['/attachments/*', '/emojis/*']) {
    app.get(folder, async (call) => {
      const fault = options.faults.take('GET', call.req.path);
      const faulty = fault && (await inject(fault, call));
      if (faulty) return faulty;
      const file = options.files(call.req.path);
      if (!file) return call.body(null, 404);
      // A file is a picture or a download. It must never run as a page of this address.
      const headers = {
        'Content-Type': file.contentType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      };
      return new Response(Buffer.from(file.bytes), { headers });
    });
  }
  for (const path of ['/', '/playground/*']) {
    app.all(path, async (call) => (await options.page(call.req.raw)) ?? refuse(call, notFound()));
  }
  app.notFound((call) => refuse(call, notFound()));
  app.onError((error, call) => {
    if (error instanceof DiscordError) return refuse(call, error);
    // A bug of the stand-in: include the stack, so that it can be found.
    return call.json({ ...serverError().toJSON(), stand_in: String(error.stack) }, 500);
  });
  return app;
}

/** Records every API request, injects faults, and bans the address after too many invalid requests. */
function observe(app: Hono<Environment>, options: RestOptions): void {
  const { faults, invalidRequests, requests } = options;
  app.use(`${BASE}/*`, async (call, next) => {
    const started = performance.now();
    const path = call.req.path.slice(BASE.length);
    const record: RequestRecord = { at: Date.now(), method: call.req.method, path, status: 0 };
    requests.push(record);
    if (requests.length > 10_000) requests.shift();
    const fault = invalidRequests.banned ? undefined : faults.take(call.req.method, path);
    if (invalidRequests.banned) {
      // Cloudflare's ban: no JSON, no bucket.
      call.res = new Response('error code: 1015', { status: 429, headers: { 'Retry-After': '600' } });
    } else if (fault && fault.when !== 'after') {
      const response = await inject(fault, call);
      if (response) call.res = response;
      else await next();
    } else {
      await next();
      if (fault) call.res = (await inject(fault, call)) ?? call.res;
    }
    // Node would send the real time, and tests move the clock.
    call.header('Date', new Date(Date.now()).toUTCString());
    record.status = call.env.incoming.socket.destroyed ? 0 : call.res.status;
    const code = call.get('refusal');
    if (code !== undefined) record.code = code;
    invalidRequests.count(call.res.headers.get('X-RateLimit-Scope') === 'shared' ? 0 : call.res.status);
    const { body, uploads = [] } = call.get('sent') ?? {};
    options.onExchange({
      record,
      milliseconds: Math.round(performance.now() - started),
      body,
      files: uploads.map(({ filename }) => filename),
      bucket: bucketOf(call.res.headers),
    });
  });
}

function addRoutes(app: Hono<Environment>, { routes, token, limits }: RestOptions): void {
  for (const route of routes) {
    app.on(route.method, BASE + route.path, async (call) => {
      if (route.auth === 'bot') {
        if (call.req.header('authorization') !== `Bot ${token()}`) throw unauthorized();
        const allowance = limits.takeGlobal();
        if (allowance.refused) return tooMany(call, allowance);
      }
      if (route.limit) {
        const allowance = limits.take(route.limit, route.major ? (call.req.param(route.major) ?? '') : '');
        if (allowance.refused) return tooMany(call, allowance);
        for (const [name, value] of Object.entries(allowance.headers)) call.header(name, value);
      }
      return route.handle(call);
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(BASE + path, () => {
      throw notAllowed();
    });
  }
}

function bucketOf(headers: Headers): Exchange['bucket'] {
  const number = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
  if (!headers.has('X-RateLimit-Bucket')) return undefined;
  return { left: number('Remaining'), of: number('Limit'), resetAfter: number('Reset-After') };
}

function refuse(call: Call, error: DiscordError): Response {
  call.set('refusal', error.code);
  return call.json(error.toJSON(), error.status as ContentfulStatusCode);
}

function tooMany(call: Call, { headers, refused }: Allowance): Response {
  return rateLimited(call, refused?.retryAfter ?? 0, refused?.global ?? false, headers);
}

function rateLimited(call: Call, retryAfter: number, global: boolean, headers: Record<string, string>): Response {
  return call.json({ message: 'You are being rate limited.', retry_after: retryAfter, global }, 429, headers);
}

/** The response of a fault, or undefined if it only takes time. */
async function inject(fault: Fault, call: Call): Promise<Response | undefined> {
  const { answer } = fault;
  switch (answer.kind) {
    case 'delay':
      await sleep(answer.ms);
      return undefined;
    case 'hold':
      if (call.req.header('content-type')?.startsWith('application/json')) await call.req.text();
      await answer.until;
      return undefined;
    case 'hang-up':
      call.env.incoming.socket.destroy();
      return new Response(null, { status: 503 });
    case 'rate-limit': {
      const { retryAfter, scope = 'user' } = answer;
      const global = scope === 'global';
      return rateLimited(call, retryAfter, global, {
        'Retry-After': wholeSeconds(retryAfter),
        'X-RateLimit-Scope': scope,
        ...(global && { 'X-RateLimit-Global': 'true' }),
      });
    }
    default: {
      const body = answer.body ?? { message: `${answer.status}: Internal Server Error`, code: 0 };
      return call.json(body, answer.status as ContentfulStatusCode);
    }
  }
}
