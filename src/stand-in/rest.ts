import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DiscordError, notAllowed, notFound, serverError, unauthorized } from './discord-error.ts';
import {
  type Allowance,
  type Fault,
  type Faults,
  type InvalidRequests,
  type Limit,
  type RateLimits,
  wholeSeconds,
} from './limits.ts';
import type { Upload } from './media.ts';

/** What a request has beside itself: its socket, and the body once a route has read it. */
export interface Hosted {
  Bindings: HttpBindings;
  Variables: { sent: { body: unknown; uploads: Upload[] } };
}

/**
 * The way of a REST request, the same for every route: trouble on demand, authorisation, rate limits, the route, and the
 * answer or error in Discord's form. https://docs.discord.com/developers/reference
 */

export type Call = Context<Hosted>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v10`. */
  readonly path: string;
  /** `bot`: the bot's token, and its 50 requests a second. `token`: an interaction's token in the path, outside of that count. */
  readonly auth: 'bot' | 'token';
  /** Left out where Discord limits nothing. */
  readonly limit?: Limit;
  /** The path parameter whose value has a bucket of its own. */
  readonly major?: string;
  readonly handle: (call: Call) => Response | Promise<Response>;
}

/** One request as it was answered, for tests that ask what went over the wire. */
export interface RequestRecord {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** 0 when the line was cut. */
  status: number;
}

/** What was said in a request and its answer, for those who look on. */
export interface Exchange {
  readonly record: RequestRecord;
  readonly milliseconds: number;
  /** The JSON that was sent, with the names of the files beside it. */
  readonly body: unknown;
  readonly files: readonly string[];
  /** Of the bucket that the request was counted against: what is left of how many, and the seconds until it is full again. */
  readonly bucket: { readonly left: number; readonly of: number; readonly resetAfter: number } | undefined;
}

export interface RestParts {
  readonly token: string;
  readonly limits: RateLimits;
  readonly faults: Faults;
  readonly invalid: InvalidRequests;
  readonly requests: RequestRecord[];
  readonly heard: (exchange: Exchange) => void;
  readonly routes: readonly Route[];
  /** Files served without a token: attachments and emoji. */
  readonly files: (path: string) => { bytes: Uint8Array; contentType: string } | undefined;
  /** Answers what is for the page, where one is open. */
  readonly page: (request: Request) => Response | Promise<Response> | undefined;
}

const BASE = '/api/v10';

export function createRest(parts: RestParts): Hono<Hosted> {
  const app = new Hono<Hosted>();
  const { faults, invalid, requests } = parts;

  app.use(`${BASE}/*`, async (call, next) => {
    const started = performance.now();
    const path = call.req.path.slice(BASE.length);
    const record: RequestRecord = { at: Date.now(), method: call.req.method, path, status: 0 };
    requests.push(record);
    if (requests.length > 10_000) requests.shift();
    const fault = invalid.banned ? undefined : faults.take(call.req.method, path);
    if (invalid.banned) {
      // Cloudflare's ban: no JSON, no bucket.
      call.res = new Response('error code: 1015', { status: 429, headers: { 'Retry-After': '600' } });
    } else if (fault && fault.when !== 'after') {
      const struck = await strike(fault, call);
      if (struck) call.res = struck;
      else await next();
    } else {
      await next();
      if (fault) call.res = (await strike(fault, call)) ?? call.res;
    }
    record.status = call.env.incoming.socket.destroyed ? 0 : call.res.status;
    invalid.count(call.res.headers.get('X-RateLimit-Scope') === 'shared' ? 0 : call.res.status);
    const { body, uploads = [] } = call.get('sent') ?? {};
    parts.heard({
      record,
      milliseconds: Math.round(performance.now() - started),
      body,
      files: uploads.map(({ filename }) => filename),
      bucket: bucketOf(call.res.headers),
    });
  });

  for (const route of parts.routes) {
    app.on(route.method, BASE + route.path, async (call) => {
      if (route.auth === 'bot') {
        if (call.req.header('authorization') !== `Bot ${parts.token}`) throw unauthorized();
        const whole = parts.limits.takeGlobal();
        if (whole.refused) return tooMany(call, whole);
      }
      if (route.limit) {
        const allowance = parts.limits.take(route.limit, route.major ? (call.req.param(route.major) ?? '') : '');
        if (allowance.refused) return tooMany(call, allowance);
        for (const [name, value] of Object.entries(allowance.headers)) call.header(name, value);
      }
      return route.handle(call);
    });
  }

  const methods = new Map<string, Set<string>>();
  for (const { path, method } of parts.routes) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  for (const path of methods.keys()) {
    app.all(BASE + path, () => {
      throw notAllowed();
    });
  }

  for (const folder of ['/attachments/*', '/emojis/*']) {
    app.get(folder, (call) => {
      const file = parts.files(call.req.path);
      if (!file) return call.body(null, 404);
      // Whatever the type, it is a picture or a download and never a page of this address.
      const headers = {
        'Content-Type': file.contentType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      };
      return new Response(Buffer.from(file.bytes), { headers });
    });
  }

  for (const path of ['/', '/playground/*']) {
    app.all(path, async (call) => (await parts.page(call.req.raw)) ?? refuse(call, notFound()));
  }

  app.notFound((call) => refuse(call, notFound()));
  app.onError((error, call) => {
    if (error instanceof DiscordError) return refuse(call, error);
    // A bug of the stand-in: say so where Discord would say nothing, or it is never found.
    return call.json({ ...serverError().toJSON(), stand_in: String(error.stack) }, 500);
  });
  return app;
}

function bucketOf(headers: Headers): Exchange['bucket'] {
  const number = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
  if (!headers.has('X-RateLimit-Bucket')) return undefined;
  return { left: number('Remaining'), of: number('Limit'), resetAfter: number('Reset-After') };
}

function refuse(call: Call, error: DiscordError): Response {
  return call.json(error.toJSON(), error.status as ContentfulStatusCode);
}

function tooMany(call: Call, { headers, refused }: Allowance): Response {
  const body = {
    message: 'You are being rate limited.',
    retry_after: refused?.retryAfter ?? 0,
    global: refused?.global ?? false,
  };
  return call.json(body, 429, headers);
}

/** What a fault answers, or nothing when it only took its time. */
async function strike(fault: Fault, call: Call): Promise<Response | undefined> {
  const { answer } = fault;
  switch (answer.kind) {
    case 'delay':
      await sleep(answer.ms);
      return undefined;
    case 'hang-up':
      call.env.incoming.socket.destroy();
      return new Response(null, { status: 503 });
    case 'rate-limit': {
      const { retryAfter, scope = 'user' } = answer;
      const global = scope === 'global';
      const headers: Record<string, string> = {
        'Retry-After': wholeSeconds(retryAfter),
        'X-RateLimit-Scope': scope,
        ...(global ? { 'X-RateLimit-Global': 'true' } : {}),
      };
      return call.json({ message: 'You are being rate limited.', retry_after: retryAfter, global }, 429, headers);
    }
    default: {
      const body = answer.body ?? { message: `${answer.status}: Internal Server Error`, code: 0 };
      return call.json(body, answer.status as ContentfulStatusCode);
    }
  }
}

/**
 * The body of a request, from JSON or from a multipart form with `payload_json` and `files[n]`.
 * https://docs.discord.com/developers/reference#uploading-files
 * @throws DiscordError 50109 for broken JSON, 50035 for another content type
 */
export async function readBody(call: Call): Promise<{ body: unknown; uploads: Upload[] }> {
  const sent = await parseBody(call);
  call.set('sent', sent);
  return sent;
}

async function parseBody(call: Call): Promise<{ body: unknown; uploads: Upload[] }> {
  const type = call.req.header('content-type') ?? '';
  if (type.startsWith('application/json')) return { body: parseJson(await call.req.text()), uploads: [] };
  if (!type.startsWith('multipart/form-data')) {
    if ((await call.req.raw.clone().arrayBuffer()).byteLength === 0) return { body: {}, uploads: [] };
    const message = 'Expected "Content-Type" header to be one of {"application/json", "multipart/form-data"}.';
    throw new DiscordError(400, 50035, 'Invalid Form Body', [{ path: [], code: 'CONTENT_TYPE_INVALID', message }]);
  }
  const form = await call.req.raw.formData();
  const uploads: Upload[] = [];
  let body: unknown = {};
  for (const [key, value] of form.entries()) {
    if (key === 'payload_json') body = parseJson(String(value));
    const index = /^files\[(\d+)\]$/.exec(key)?.[1];
    if (index === undefined || typeof value === 'string') continue;
    const bytes = new Uint8Array(await value.arrayBuffer());
    const known = /\.(png|gif|jpe?g|webp)$/i.exec(value.name)?.[1]?.toLowerCase();
    const guessed = known ? `image/${known === 'jpg' ? 'jpeg' : known}` : 'application/octet-stream';
    uploads.push({ index, filename: value.name, contentType: value.type || guessed, bytes });
  }
  return { body, uploads };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DiscordError(400, 50109, 'The request body contains invalid JSON.');
  }
}
