/** A log of the traffic between the bot and the stand-in, for the page. It contains no tokens. */
import { EventEmitter } from 'node:events';
import type { Message, StandIn } from '@antipode/stand-in';
import type { GatewayFrame } from '@antipode/stand-in/gateway';
import type { Interaction } from '@antipode/stand-in/interaction';
import type { Exchange } from '@antipode/stand-in/rest';
import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WireEntry, WireInteraction } from './page-protocol.ts';

/** Most entries of each type. */
const MOST_ENTRIES = 200;
const DETAIL_CHARACTERS = 8000;
const REDACTED = '[redacted]';

export class WireLog extends EventEmitter<{ entry: [WireEntry] }> {
  readonly #entries = new Map<WireEntry['type'], Map<string, WireEntry>>();
  readonly #interactions = new Map<Interaction, WireInteraction>();
  readonly #botToken: string;
  readonly #tokenMs: number;
  #count = 0;

  constructor(standIn: StandIn) {
    super();
    this.#botToken = standIn.token;
    this.#tokenMs = standIn.interactions.limits.tokenMs;
    standIn.gateway.on('frame', (frame) => this.#logFrame(frame));
    standIn.on('exchange', (exchange) => this.#logExchange(exchange));
    standIn.interactions.on('opened', (interaction) => this.#logInteraction(interaction));
    standIn.on('message', (message) => this.#logResponse(message, 0));
    standIn.on('messageUpdate', (message) => this.#logResponse(message, 1));
  }

  /** All entries, in order of time. */
  entries(): WireEntry[] {
    return [...this.#entries.values()].flatMap((entries) => [...entries.values()]).sort((a, b) => a.at - b.at);
  }

  /** Adds an entry, or replaces the one with its key. */
  put(entry: WireEntry): void {
    const entries = this.#entries.get(entry.type) ?? new Map<string, WireEntry>();
    this.#entries.set(entry.type, entries);
    entries.set(entry.key, entry);
    dropOldest(entries);
    this.emit('entry', entry);
  }

  #nextKey(): string {
    this.#count += 1;
    return String(this.#count);
  }

  #logFrame({ from, payload }: GatewayFrame): void {
    const op = GatewayOpcodes[Number(payload.op)] ?? `op ${String(payload.op)}`;
    const name = payload.t ? String(payload.t) : op;
    this.put({ type: 'gateway', key: this.#nextKey(), at: Date.now(), from, name, detail: this.#detail(payload) });
  }

  #logExchange({ record, milliseconds, body, files, bucket }: Exchange): void {
    const { at, method, status } = record;
    const sent = files.length > 0 ? { ...(body as object), files } : body;
    const detail = sent === undefined ? '' : this.#detail(sent);
    const path = this.#redact(record.path);
    this.put({ type: 'rest', key: this.#nextKey(), at, method, path, status, milliseconds, bucket, detail });
  }

  #logInteraction(interaction: Interaction): void {
    const { id, createdAt, opening } = interaction;
    this.#putInteraction(interaction, {
      type: 'interaction',
      key: id,
      at: createdAt,
      kind: opening.kind,
      name: nameOf(interaction),
      user: opening.user.name,
      how: undefined,
      acknowledgedAfter: undefined,
      answeredAfter: undefined,
      edits: 0,
      followUps: 0,
      tokenUntil: createdAt + this.#tokenMs,
    });
    const change = (fields: Partial<WireInteraction>) => {
      const entry = this.#interactions.get(interaction);
      if (entry) this.#putInteraction(interaction, { ...entry, ...fields });
    };
    interaction.acknowledged.then(
      (how) => change({ how, acknowledgedAfter: Date.now() - createdAt }),
      () => change({ how: 'no response' }),
    );
    dropOldest(this.#interactions);
  }

  #logResponse(message: Message, edits: 0 | 1): void {
    for (const [interaction, entry] of this.#interactions) {
      if (interaction.original !== message && !interaction.followUps.includes(message)) continue;
      this.#putInteraction(interaction, {
        ...entry,
        answeredAfter: entry.answeredAfter ?? (message.loading ? undefined : Date.now() - entry.at),
        edits: entry.edits + edits,
        followUps: interaction.followUps.length,
      });
    }
  }

  #putInteraction(interaction: Interaction, entry: WireInteraction): void {
    this.#interactions.set(interaction, entry);
    this.put(entry);
  }

  #detail(payload: unknown): string {
    const text = JSON.stringify(payload, (key, value: unknown) => (key === 'token' ? REDACTED : value), 2);
    const more = text.length - DETAIL_CHARACTERS;
    return this.#redact(more > 0 ? `${text.slice(0, DETAIL_CHARACTERS)}\n… ${more} characters more` : text);
  }

  /** Removes tokens. An interaction's token is 128 characters of base64url, and may be cut off at the end of the text. */
  #redact(text: string): string {
    return text
      .replaceAll(this.#botToken, REDACTED)
      .replace(/((?:webhooks|interactions)\/\d+\/)[\w-]{20,}/gu, `$1${REDACTED}`)
      .replace(/[\w-]{100,}/gu, (found) => (/^(?:-+|_+|\d+)$/u.test(found) ? found : REDACTED));
  }
}

function dropOldest(map: Map<unknown, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MOST_ENTRIES) break;
    map.delete(key);
  }
}

/** The command as a person types it, or the custom id of a component or modal. */
export function nameOf({ opening }: Interaction): string {
  const { data, kind } = opening;
  if (kind === 'component' || kind === 'modal') return String(data.custom_id);
  const path: unknown[] = [data.name];
  let options = data.options as { type: number; name: string; options?: unknown }[] | undefined;
  while (options?.[0] && options[0].type <= 2) {
    path.push(options[0].name);
    options = options[0].options as typeof options;
  }
  return data.type === 1 ? `/${path.join(' ')}` : String(data.name);
}
