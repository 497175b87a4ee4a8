/**
 * Messages of the project's bot, recorded in tests for the page: few, but of every kind. `RECORD_PAYLOADS=1 npx vitest
 * run test/e2e --no-file-parallelism` adds new ones to payloads.json, then `npx vitest run test/playground -u` updates the snapshots.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Message, StandIn } from '@antipode/stand-in';
import { type ComponentNode, walk } from '@antipode/stand-in/components';
import { type MarkNode, parseMarkdown } from '../../packages/playground/src/page/markdown.ts';

export interface Payload {
  readonly content: string;
  readonly embeds: readonly Record<string, unknown>[];
  readonly components: readonly ComponentNode[];
  readonly flags: number;
  readonly files: readonly { readonly filename: string; readonly description?: string; readonly contentType: string }[];
}

const file = new URL('payloads.json', import.meta.url);
export const recordedPayloads = (): Payload[] => JSON.parse(readFileSync(file, 'utf8')) as Payload[];

/** Fields that Discord adds to pictures, and to components without an id. */
const added = ['proxy_url', 'width', 'height', 'content_type', 'attachment_id', 'id'];

/** A message as a bot would send it again. */
const payloadOf = (message: Message): Payload => {
  const { content, embeds, components, flags, attachments } = message;
  let text = JSON.stringify({ embeds, components }, (key, value: unknown) => (added.includes(key) ? undefined : value));
  for (const { url, filename } of attachments) text = text.replaceAll(url, `attachment://${filename}`);
  const files = attachments.map(({ filename, description, contentType }) => ({
    filename,
    ...(description === undefined ? {} : { description }),
    contentType,
  }));
  return { content, flags, files, ...(JSON.parse(text) as Pick<Payload, 'embeds' | 'components'>) };
};

const marksIn = (nodes: readonly MarkNode[]): string[] =>
  nodes.flatMap((node) => [
    `mark ${node.type}`,
    ...(Array.isArray(node.content) ? marksIn(node.content) : []),
    ...(node.items ?? []).flatMap(marksIn),
  ]);

const present = (given: Record<string, unknown>, ...fields: string[]): string =>
  fields.filter((field) => given[field] !== undefined && given[field] !== null && given[field] !== false).join(' ');

/** The kinds of marks, embeds, files and components in a payload, which the page renders differently. */
const kindsOf = ({ content, embeds, components, flags, files }: Payload): Set<string> => {
  const kinds = [`flags ${flags}`, ...marksIn(parseMarkdown(content))];
  for (const embed of embeds) kinds.push(`embed ${present(embed, ...Object.keys(embed).sort())}`);
  for (const { contentType } of files) kinds.push(contentType.startsWith('image/') ? `file ${contentType}` : 'file');
  for (const { node } of walk(components)) {
    if (typeof node.content === 'string') kinds.push(...marksIn(parseMarkdown(node.content)));
    const shape = present(
      node,
      'disabled',
      'emoji',
      'label',
      'accessory',
      'spoiler',
      'description',
      'divider',
      'spacing',
    );
    kinds.push(`component ${node.type} ${node.style ?? ''} ${shape}`.trimEnd());
  }
  return new Set(kinds);
};

export const kindsOfAll = (payloads: Iterable<Payload>): Set<string> =>
  new Set([...payloads].flatMap((payload) => [...kindsOf(payload)]));

/** Records each message of a stand-in's bot that contains a new kind. */
export const recordPayloads = (standIn: StandIn): { readonly sent: Payload[]; write(): void } => {
  const known = new Set<string>();
  const sent: Payload[] = [];
  const take = (message: Message) => {
    if (message.author !== standIn.world.bot || message.loading) return;
    const payload = payloadOf(message);
    const kinds = [...kindsOf(payload)];
    if (kinds.every((kind) => known.has(kind))) return;
    for (const kind of kinds) known.add(kind);
    sent.push(payload);
  };
  standIn.on('message', take);
  standIn.on('messageUpdate', take);
  return {
    sent,
    write() {
      let all: Payload[];
      try {
        all = recordedPayloads();
      } catch {
        all = [];
      }
      const before = kindsOfAll(all);
      const fresh = sent.filter((payload) => [...kindsOf(payload)].some((kind) => !before.has(kind)));
      // Those with most kinds first, so that fewer are needed.
      const candidates = [...all, ...fresh].sort((a, b) => kindsOf(b).size - kindsOf(a).size);
      const kept: Payload[] = [];
      for (const payload of candidates) {
        const there = kindsOfAll(kept);
        if ([...kindsOf(payload)].some((kind) => !there.has(kind))) kept.push(payload);
      }
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    },
  };
};
