/** What goes over the wire between the bot and the stand-in, kept for those who look on. No token is in it. */
import { EventEmitter } from 'node:events';
import { GatewayOpcodes } from 'discord-api-types/v10';
import type { GatewayFrame } from '../stand-in/gateway.ts';
import type { Interaction, Interactions } from '../stand-in/interactions.ts';
import type { Message } from '../stand-in/message.ts';
import type { Exchange } from '../stand-in/rest.ts';
import type { StandIn } from '../stand-in/stand-in.ts';
import type { WireEntry, WireInteraction } from './page-protocol.ts';

/** How many entries are kept of each kind. */
const KEPT = 200;
const DETAIL = 8000;
const GONE = '[redacted]';

export class Wire extends EventEmitter<{ entry: [WireEntry] }> {
  readonly #entries = new Map<WireEntry['is'], Map<string, WireEntry>>();
  readonly #interactions = new Map<Interaction, WireInteraction>();
  readonly #botToken: string;
  readonly #tokenMs: number;
  #count = 0;

  constructor(standIn: StandIn, interactions: Interactions) {
    super();
    this.#botToken = standIn.token;
    this.#tokenMs = interactions.limits.tokenMs;
    standIn.gateway.on('frame', (frame) => this.#hearFrame(frame));
    standIn.on('exchange', (exchange) => this.#hearExchange(exchange));
    interactions.on('opened', (interaction) => this.#hearInteraction(interaction));
    standIn.on('message', (message) => this.#hearAnswer(message, 0));
    standIn.on('messageUpdate', (message) => this.#hearAnswer(message, 1));
  }

  /** All that is kept, in order of time. */
  entries(): WireEntry[] {
    return [...this.#entries.values()].flatMap((kept) => [...kept.values()]).sort((a, b) => a.at - b.at);
  }

  /** Takes a new entry, or one in place of that with its key. */
  put(entry: WireEntry): void {
    const kept = this.#entries.get(entry.is) ?? new Map<string, WireEntry>();
    this.#entries.set(entry.is, kept);
    kept.set(entry.key, entry);
    for (const key of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(key);
    }
    this.emit('entry', entry);
  }

  #key(): string {
    this.#count += 1;
    return String(this.#count);
  }

  #hearFrame({ from, payload }: GatewayFrame): void {
    const op = GatewayOpcodes[Number(payload.op)] ?? `op ${String(payload.op)}`;
    const name = payload.t ? String(payload.t) : op;
    this.put({ is: 'gateway', key: this.#key(), at: Date.now(), from, name, detail: this.#detail(payload) });
  }

  #hearExchange({ record, milliseconds, body, files, bucket }: Exchange): void {
    const { at, method, status } = record;
    const sent = files.length > 0 ? { ...(body as object), files } : body;
    const detail = sent === undefined ? '' : this.#detail(sent);
    const path = this.#clean(record.path);
    this.put({ is: 'rest', key: this.#key(), at, method, path, status, milliseconds, bucket, detail });
  }

  #hearInteraction(interaction: Interaction): void {
    const { id, createdAt, opening } = interaction;
    const change = (with_: Partial<WireInteraction>) => {
      const now = { ...(this.#interactions.get(interaction) as WireInteraction), ...with_ };
      this.#interactions.set(interaction, now);
      this.put(now);
    };
    change({
      is: 'interaction',
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
    interaction.acknowledged.then(
      (how) => change({ how, acknowledgedAfter: Date.now() - createdAt }),
      () => change({ how: 'no response' }),
    );
    for (const old of this.#interactions.keys()) {
      if (this.#interactions.size <= KEPT) break;
      this.#interactions.delete(old);
    }
  }

  #hearAnswer(message: Message, edits: 0 | 1): void {
    for (const [interaction, before] of this.#interactions) {
      const isFollowUp = interaction.followUps.includes(message);
      if (interaction.original !== message && !isFollowUp) continue;
      const now = {
        ...before,
        answeredAfter: before.answeredAfter ?? (message.loading ? undefined : Date.now() - before.at),
        edits: before.edits + edits,
        followUps: interaction.followUps.length,
      };
      this.#interactions.set(interaction, now);
      this.put(now);
    }
  }

  #detail(payload: unknown): string {
    const text = JSON.stringify(payload, (key, value: unknown) => (key === 'token' ? GONE : value), 2);
    const shown = text.length > DETAIL ? `${text.slice(0, DETAIL)}\n… ${text.length - DETAIL} characters more` : text;
    return this.#clean(shown);
  }

  /** An interaction's token is 128 characters of base64url, and part of addresses; cut off, it is still long. */
  #clean(text: string): string {
    return text
      .replaceAll(this.#botToken, GONE)
      .replace(/((?:webhooks|interactions)\/\d+\/)[\w-]{20,}/gu, `$1${GONE}`)
      .replace(/[\w-]{100,}/gu, (found) => (/^(?:-+|_+|\d+)$/u.test(found) ? found : GONE));
  }
}

/** What was run or used, as people call it. */
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
