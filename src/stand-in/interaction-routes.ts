import type { Interactions } from './interactions.ts';
import type { Call, Route } from './rest.ts';
import { readBody } from './rest.ts';

/**
 * Routes opened by an interaction's token, outside of the bot's global rate limit.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints
 */
export function interactionRoutes(interactions: Interactions): Route[] {
  const limit = (name: string) => ({ name: `interaction webhook ${name}`, requests: 5, windowMs: 5000 });
  const key = (call: Call): [string, string] => [call.req.param('application') ?? '', call.req.param('token') ?? ''];
  const id = (call: Call) => call.req.param('message') ?? '';
  const webhook = '/webhooks/:application/:token';
  const message = `${webhook}/messages/:message`;
  const shared = { auth: 'token', major: 'token' } as const;
  return [
    {
      method: 'POST',
      path: '/interactions/:interaction/:token/callback',
      auth: 'token',
      handle: async (call) => {
        const { body, uploads } = await readBody(call);
        const [interaction, token] = [call.req.param('interaction') ?? '', call.req.param('token') ?? ''];
        const answer = interactions.acknowledge(interaction, token, body, uploads);
        return call.req.query('with_response') === 'true' ? call.json(answer) : call.body(null, 204);
      },
    },
    {
      ...shared,
      method: 'POST',
      path: webhook,
      limit: limit('posts'),
      handle: async (call) => {
        const { body, uploads } = await readBody(call);
        return call.json(interactions.followUp(key(call), body, uploads).toJSON());
      },
    },
    {
      ...shared,
      method: 'GET',
      path: message,
      limit: limit('reads'),
      handle: (call) => call.json(interactions.message(...key(call), id(call)).toJSON()),
    },
    {
      ...shared,
      method: 'PATCH',
      path: message,
      limit: limit('edits'),
      handle: async (call) => {
        const { body, uploads } = await readBody(call);
        return call.json(interactions.edit(key(call), id(call), body, uploads).toJSON());
      },
    },
    {
      ...shared,
      method: 'DELETE',
      path: message,
      limit: limit('deletions'),
      handle: (call) => {
        interactions.delete(key(call), id(call));
        return call.body(null, 204);
      },
    },
  ];
}
