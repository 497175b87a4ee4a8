import { z } from 'zod';
import { userObject } from '../api-objects.ts';
import { DiscordError, invalidField, unknown } from '../discord-error.ts';
import { pictureType } from '../media.ts';
import { readBody } from '../request-body.ts';
import type { Call, Route } from '../rest.ts';
import { parseForm, text } from '../schema.ts';
import { snowflake } from '../snowflake.ts';
import type { ApplicationEmoji } from '../world.ts';
import { botRoute, param, type RouteDeps, requireOwnApplication } from './route.ts';

const EMOJI_BYTES = 256 * 1024;
const MOST_EMOJI = 2000;

const emojiName = text(2, 32).refine((value) => /^\w+$/.test(value), {
  params: { code: 'STRING_TYPE_REGEX' },
  error: 'String value did not match validation regex.',
});

/** @throws DiscordError 50035 for something other than a picture of at most 256 KiB */
function readPicture(dataUrl: string): Pick<ApplicationEmoji, 'animated' | 'contentType' | 'bytes'> {
  // Clients write any image type here. The data decides.
  const [, data] = /^data:image\/\w+;base64,(.+)$/s.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data ?? '', 'base64');
  const type = pictureType(bytes);
  if (type === undefined) throw invalidField(['image'], 'IMAGE_INVALID', 'Invalid image data');
  if (bytes.byteLength > EMOJI_BYTES) {
    throw invalidField(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.');
  }
  return { animated: type === 'gif', contentType: `image/${type}`, bytes };
}

/** The emoji of the application. https://docs.discord.com/developers/resources/emoji */
export function emojiRoutes({ world }: RouteDeps): Route[] {
  const find = (call: Call): ApplicationEmoji => {
    requireOwnApplication(call, world);
    const emoji = world.emoji.get(param(call, 'emoji'));
    if (!emoji) throw unknown.emoji();
    return emoji;
  };
  const emojiObject = ({ id, name, animated }: ApplicationEmoji) => ({
    id,
    name,
    animated,
    roles: [],
    require_colons: true,
    managed: false,
    available: true,
    user: userObject(world.bot),
  });
  const requireFreeName = (name: string, except?: ApplicationEmoji) => {
    if ([...world.emoji.values()].every((emoji) => emoji === except || emoji.name !== name)) return;
    throw invalidField(['name'], 'APPLICATION_EMOJI_NAME_ALREADY_TAKEN', 'The emoji name is already taken');
  };
  const base = '/applications/:application/emojis';
  return [
    botRoute(`GET ${base}`, (call) => {
      requireOwnApplication(call, world);
      return call.json({ items: [...world.emoji.values()].map(emojiObject) });
    }),
    botRoute(`POST ${base}`, async (call) => {
      requireOwnApplication(call, world);
      const { body } = await readBody(call);
      const { name, image } = parseForm(z.strictObject({ name: emojiName, image: z.string() }), body);
      const picture = readPicture(image);
      if (world.emoji.size >= MOST_EMOJI) {
        throw new DiscordError(400, 30008, `Maximum number of emojis reached (${MOST_EMOJI})`);
      }
      requireFreeName(name);
      const emoji = { id: snowflake(), name, ...picture };
      world.emoji.set(emoji.id, emoji);
      return call.json(emojiObject(emoji), 201);
    }),
    botRoute(`GET ${base}/:emoji`, (call) => call.json(emojiObject(find(call)))),
    botRoute(`PATCH ${base}/:emoji`, async (call) => {
      const emoji = find(call);
      const { body } = await readBody(call);
      const { name } = parseForm(z.strictObject({ name: emojiName }), body);
      requireFreeName(name, emoji);
      emoji.name = name;
      return call.json(emojiObject(emoji));
    }),
    botRoute(`DELETE ${base}/:emoji`, (call) => {
      world.emoji.delete(find(call).id);
      return call.body(null, 204);
    }),
  ];
}
