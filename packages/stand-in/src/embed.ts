import { z } from 'zod';
import { checkReference } from './component-rules.ts';
import type { AddFault } from './discord-error.ts';
import { checkUrl, fault, integer, text } from './schema.ts';

/** The rules of embeds. https://docs.discord.com/developers/resources/message#embed-object */

const image = z
  .strictObject({
    url: z.string().nullish(),
    proxy_url: z.string().nullish(),
    width: z.number().nullish(),
    height: z.number().nullish(),
    content_type: z.string().nullish(),
    placeholder: z.string().nullish(),
    placeholder_version: z.number().nullish(),
    flags: z.number().nullish(),
    description: z.string().nullish(),
  })
  .superRefine(({ url }, context) => checkUrl(url, ['http', 'https', 'attachment'], context, ['url']));

export const embed = z
  .strictObject({
    type: z.string().optional(),
    content_scan_version: z.number().optional(),
    title: z.string().max(256).nullish(),
    description: z.string().max(4096).nullish(),
    url: z.string().nullish(),
    timestamp: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).nullish(),
    color: integer(0, 0xff_ff_ff).nullish(),
    footer: z
      .strictObject({ text: text(1, 2048), icon_url: z.string().nullish(), proxy_icon_url: z.string().nullish() })
      .nullish(),
    image: image.nullish(),
    thumbnail: image.nullish(),
    video: image.nullish(),
    provider: z.strictObject({ name: z.string().nullish(), url: z.string().nullish() }).nullish(),
    author: z
      .strictObject({
        name: text(1, 256),
        url: z.string().nullish(),
        icon_url: z.string().nullish(),
        proxy_icon_url: z.string().nullish(),
      })
      .nullish(),
    fields: z
      .array(z.strictObject({ name: text(1, 256), value: text(1, 1024), inline: z.boolean().nullish() }))
      .max(25)
      .nullish(),
  })
  .superRefine((value, context) => {
    const shown = value.title || value.description || value.fields?.length || value.image?.url || value.thumbnail?.url;
    if (!shown && !value.author && !value.footer) {
      context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['description']));
    }
    checkUrl(value.url, ['http', 'https'], context, ['url']);
  });

/** Checks all embeds of a message together, whose files are called `files`. */
export function checkEmbeds(embeds: readonly unknown[], files: ReadonlySet<string>, addFault: AddFault): void {
  let total = 0;
  for (const [index, value] of embeds.entries()) {
    const { title, description, footer, author, fields, image, thumbnail } = value as z.infer<typeof embed>;
    const texts = [title, description, footer?.text, author?.name];
    for (const field of fields ?? []) texts.push(field.name, field.value);
    total += texts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
    checkReference(image?.url, files, ['embeds', index, 'image', 'url'], addFault);
    checkReference(thumbnail?.url, files, ['embeds', index, 'thumbnail', 'url'], addFault);
  }
  if (total > 6000) addFault(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
}
