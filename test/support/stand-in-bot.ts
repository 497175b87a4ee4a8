import { StandIn, type StandInOptions } from '@antipode/stand-in';
import { Client, type ClientOptions, Events, GatewayIntentBits, type Interaction } from 'discord.js';

/** A stand-in with a guild, a channel and two people in it, and a real discord.js client logged in to it. */
export async function openScene(options: StandInOptions = {}) {
  const standIn = await StandIn.start({ identifyMs: 0, ...options });
  const guild = standIn.createGuild({ name: 'Puzzlers', locale: 'de' });
  const channel = guild.createChannel({ name: 'solving' });
  const ann = standIn.createUser({ name: 'ann', locale: 'en-US' });
  const ben = standIn.createUser({ name: 'ben', locale: 'ja' });
  ann.join(guild);
  ben.join(guild);
  return { standIn, guild, channel, ann, ben };
}

export interface Bot {
  readonly client: Client<true>;
  /** What the bot does with an interaction; its errors are gathered in `errors`. */
  answer: (interaction: Interaction) => unknown;
  readonly errors: unknown[];
}

export async function logIn(standIn: StandIn, options: Partial<ClientOptions> = {}): Promise<Bot> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    ...options,
    rest: { api: standIn.apiUrl, version: '10', ...options.rest },
  });
  const bot: Bot = { client: client as Client<true>, answer: () => {}, errors: [] };
  client.on(Events.InteractionCreate, async (interaction) => {
    try {
      await bot.answer(interaction);
    } catch (error) {
      bot.errors.push(error);
    }
  });
  client.on(Events.Error, (error) => bot.errors.push(error));
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(standIn.token);
  await ready;
  return bot;
}

/** The code and the nested faults of a REST error of discord.js. */
export async function failure(promise: Promise<unknown>): Promise<{ code: unknown; status: unknown; message: string }> {
  try {
    await promise;
  } catch (error) {
    const { code, status, message } = error as { code?: unknown; status?: unknown; message: string };
    return { code, status, message };
  }
  throw new Error('this should have been refused');
}
