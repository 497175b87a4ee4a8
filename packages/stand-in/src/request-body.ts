import { DiscordError, invalidField } from './discord-error.ts';
import type { Upload } from './media.ts';
import type { Call, RequestBody } from './rest.ts';

/**
 * Reads the body of a request, from JSON or from a multipart form with `payload_json` and `files[n]`.
 * https://docs.discord.com/developers/reference#uploading-files
 * @throws DiscordError 50109 for broken JSON, 50035 for another content type
 */
export async function readBody(call: Call): Promise<RequestBody> {
  const sent = await parseBody(call);
  call.set('sent', sent);
  return sent;
}

async function parseBody(call: Call): Promise<RequestBody> {
  const type = call.req.header('content-type') ?? '';
  if (type.startsWith('application/json')) return { body: parseJson(await call.req.text()), uploads: [] };
  if (!type.startsWith('multipart/form-data')) {
    if ((await call.req.raw.clone().arrayBuffer()).byteLength === 0) return { body: {}, uploads: [] };
    const message = 'Expected "Content-Type" header to be one of {"application/json", "multipart/form-data"}.';
    throw invalidField([], 'CONTENT_TYPE_INVALID', message);
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
