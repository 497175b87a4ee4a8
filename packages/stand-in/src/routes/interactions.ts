import { messageObject } from '../api-objects.ts';
import type { Interactions } from '../interactions.ts';
import { readBody } from '../request-body.ts';
import type { Call, Route } from '../rest.ts';
import { param } from './route.ts';

/**
 * Routes that need an interaction's token. The bot's global rate limit does not apply to them.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints
 */
export function interactionRoutes(interactions: Interactions): Route[] {
  const tokenOf = (call: Call): [string, string] => [param(call, 'application'), param(call, 'token')];
  const webhook = '/webhooks/:application/:token';
  const message = `${webhook}/messages/:message`;
  const route = (method: Route['method'], path: string, name: string, handle: Route['handle']): Route => ({
    method,
    path,
    auth: 'token',
    limit: { name: `interaction webhook ${name}`, requests: 5, windowMs: 5000 },
    major: 'token',
    handle,
  });
  return [
    {
      method: 'POST',
      path: '/interactions/:interaction/:token/callback',
      auth: 'token',
      handle: async (call) => {
        const { body, uploads } = await readBody(call);
        const answer = interactions.acknowledge(param(call, 'interaction'), param(call, 'token'), body, uploads);
        return call.req.query('with_response') === 'true' ? call.json(answer) : call.body(null, 204);
      },
    },
    route('POST', webhook, 'posts', async (call) => {
      const { body, uploads } = await readBody(call);
      return call.json(messageObject(interactions.followUp(tokenOf(call), body, uploads)));
    }),
    route('GET', message, 'reads', (call) =>
      call.json(messageObject(interactions.message(...tokenOf(call), param(call, 'message')))),
    ),
    route('PATCH', message, 'edits', async (call) => {
      const { body, uploads } = await readBody(call);
      return call.json(messageObject(interactions.edit(tokenOf(call), param(call, 'message'), body, uploads)));
    }),
    route('DELETE', message, 'deletions', (call) => {
      interactions.delete(tokenOf(call), param(call, 'message'));
      return call.body(null, 204);
    }),
  ];
}
