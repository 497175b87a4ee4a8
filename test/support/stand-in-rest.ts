import { setTimeout as sleep } from 'node:timers/promises';
import type { StandIn } from '@antipode/stand-in';

/** Plain HTTP to the stand-in, for what discord.js would not send or would retry. */
export async function send(
  standIn: StandIn,
  line: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: `Bot ${standIn.token}` },
): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const multipart = body instanceof FormData;
  const response = await fetch(`${standIn.apiUrl}/v10${path}`, {
    method,
    headers: { ...headers, ...(body === undefined || multipart ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: multipart ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as Record<string, unknown>;
  // A table of cases can be quicker than the bot's 50 requests a second.
  if (json.global === true) {
    await sleep(Number(json.retry_after) * 1000);
    return send(standIn, line, body, headers);
  }
  return { status: response.status, headers: response.headers, json, faults: faultsOf(json.errors) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
  readonly faults: readonly string[];
}

/** `data.embeds.0.title BASE_TYPE_MAX_LENGTH` for every fault in a nested error. */
function faultsOf(node: unknown, path: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '_errors'
      ? (value as { code: string }[]).map(({ code }) => `${path.join('.')} ${code}`)
      : faultsOf(value, [...path, key]),
  );
}

/** A multipart body as discord.js makes it. */
export function multipart(payload: unknown, files: { name: string; bytes: Uint8Array }[]): FormData {
  const form = new FormData();
  for (const [index, file] of files.entries()) {
    form.append(`files[${index}]`, new Blob([Buffer.from(file.bytes)]), file.name);
  }
  form.append('payload_json', JSON.stringify(payload));
  return form;
}
