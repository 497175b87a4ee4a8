import { DiscordError } from '../discord-error.ts';
import type { Gateway } from '../gateway.ts';
import type { Limit } from '../rate-limits.ts';
import type { Call, Route } from '../rest.ts';
import type { World } from '../world.ts';

/** Routes that need the bot's token. https://docs.discord.com/developers/reference#api-reference */

export interface RouteDeps {
  readonly world: World;
  readonly gateway: Gateway;
  /** The base address of uploaded files. */
  readonly cdn: () => string;
  /** Whether the app was granted the GUILD_MEMBERS intent. */
  readonly hasMemberIntent: boolean;
}

/** A limit for routes whose real one is so high that no bot here reaches it. */
const wideLimit = (name: string): Limit => ({ name, requests: 50, windowMs: 1000 });

/** @param line method and path, as in `GET /gateway` */
export function botRoute(
  line: `${Route['method']} ${string}`,
  handle: Route['handle'],
  { limit = wideLimit(line), major }: { limit?: Limit; major?: string } = {},
): Route {
  const [method, path] = line.split(' ') as [Route['method'], string];
  return { method, path, auth: 'bot', handle, limit, ...(major !== undefined && { major }) };
}

export const param = (call: Call, name: string): string => call.req.param(name) ?? '';

/** @throws DiscordError 20012 unless the path names the bot's application */
export function requireOwnApplication(call: Call, { applicationId }: World): void {
  if (param(call, 'application') === applicationId) return;
  throw new DiscordError(403, 20012, 'You are not authorized to perform this action on this application');
}
