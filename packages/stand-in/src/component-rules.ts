import { ComponentType } from 'discord-api-types/v10';
import { type ComponentNode, walk } from './components.ts';
import { type AddFault, type FieldPath, serverError } from './discord-error.ts';

/** Rules that concern a whole tree of components: counts, unique ids, and references to emoji and files. */

/** For more UTF-8 bytes of text in Components V2, Discord answers 500 and not 400. */
const LAYOUT_TEXT_BYTES = 10_170;
const LAYOUT_TEXT = 4000;
const LAYOUT_COMPONENTS = 40;

export interface TreeRules {
  readonly v2: boolean;
  readonly files: ReadonlySet<string>;
  readonly knowsEmoji: (id: string) => boolean;
}

export function checkTree(components: readonly ComponentNode[], rules: TreeRules, addFault: AddFault): void {
  const customIds = new Set<string>();
  const ids = new Set<number>();
  let count = 0;
  let characters = 0;
  let bytes = 0;
  for (const { node, path: inner } of walk(components)) {
    const path = ['components', ...inner];
    count += 1;
    if (node.custom_id !== undefined) {
      if (customIds.has(node.custom_id)) {
        addFault([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
      }
      customIds.add(node.custom_id);
    }
    if (node.id) {
      if (ids.has(node.id)) addFault([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
      ids.add(node.id);
    }
    if (node.type === ComponentType.TextDisplay) {
      characters += String(node.content).length;
      bytes += Buffer.byteLength(String(node.content));
    }
    for (const { emoji, at } of emojiOf(node)) {
      if (emoji.id != null && !rules.knowsEmoji(emoji.id)) {
        addFault([...path, ...at], 'COMPONENT_INVALID_EMOJI', 'Invalid emoji');
      }
    }
    for (const { url, at } of mediaOf(node)) checkReference(url, rules.files, [...path, ...at], addFault);
  }
  if (!rules.v2) return;
  if (count > LAYOUT_COMPONENTS) {
    addFault(
      ['components'],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `Total number of components exceeds maximum of ${LAYOUT_COMPONENTS}`,
    );
  }
  if (characters > LAYOUT_TEXT) {
    const message = `Total displayable text size exceeds maximum size of ${LAYOUT_TEXT}`;
    addFault(['components'], 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message);
  } else if (bytes > LAYOUT_TEXT_BYTES) throw serverError();
}

type EmojiNode = { id?: string | null };

function* emojiOf(node: ComponentNode): Generator<{ emoji: EmojiNode; at: (string | number)[] }> {
  if (node.emoji) yield { emoji: node.emoji as EmojiNode, at: ['emoji', 'id'] };
  for (const [index, option] of ((node.options as { emoji?: EmojiNode }[] | undefined) ?? []).entries()) {
    if (option.emoji) yield { emoji: option.emoji, at: ['options', index, 'emoji', 'id'] };
  }
}

type MediaNode = { url: string };

function* mediaOf(node: ComponentNode): Generator<{ url: string; at: (string | number)[] }> {
  if (node.media) yield { url: (node.media as MediaNode).url, at: ['media', 'url'] };
  if (node.file) yield { url: (node.file as MediaNode).url, at: ['file', 'url'] };
  for (const [index, item] of ((node.items as { media: MediaNode }[] | undefined) ?? []).entries()) {
    yield { url: item.media.url, at: ['items', index, 'media', 'url'] };
  }
}

/** An address `attachment://name` must name one of the files. */
export function checkReference(url: unknown, files: ReadonlySet<string>, path: FieldPath, addFault: AddFault): void {
  if (typeof url !== 'string' || !url.startsWith('attachment://')) return;
  if (files.has(url.slice('attachment://'.length))) return;
  addFault(
    path,
    'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    'The referenced attachment was not found among the files of the message',
  );
}
