/** How requests to Discord are made. */
import { DefaultRestOptions, DiscordAPIError, RESTJSONErrorCodes, type RESTOptions } from 'discord.js';

/**
 * As discord.js makes them; but where the line is cut before the answer, it tries again, as it does at a 500. It knows the
 * sign of that by Node's name and not by undici's.
 */
export const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  try {
    return await DefaultRestOptions.makeRequest(url, init);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET') error.code = 'ECONNRESET';
    throw error;
  }
};

/** Whether Discord refused an acknowledgement because there is one: of another bot of the same shard, mostly. */
export const isAcknowledged = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
