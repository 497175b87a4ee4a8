import { setImmediate } from 'node:timers/promises';
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import { translator } from '../locales/index.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/tracing.ts';
import type { Claims } from './claims.ts';
import type { Handlers, IdHandler } from './command.ts';
import type { Definition } from './definition.ts';
import { plainMessage } from './message.ts';
import { isAcknowledged, reply } from './replies.ts';
import { isAsDefined } from './validate.ts';

type Table<Entry> = ReadonlyMap<string, Entry>;

const merged = <Entry>(tables: readonly (Readonly<Record<string, Entry>> | undefined)[]): Table<Entry> =>
  new Map(tables.flatMap((table) => Object.entries(table ?? {})));

const byName = <Entry extends { readonly name: string }>(entries: readonly Entry[]): Table<Entry> =>
  new Map(entries.map((entry) => [entry.name, entry]));

/** The entry for the words of a command: its subcommand's, or its own. */
const entryFor = <Entry>(
  table: Table<Entry>,
  { commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction,
): Entry | undefined => {
  const words = [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter(Boolean);
  const keys = words.map((_, index) => words.slice(0, index + 1).join(' '));
  return table.get(keys.findLast((key) => table.has(key)) ?? '');
};

/** Runs the handler of a custom id. @returns false if there is none, or if it can't parse the fields */
const runHandler = async <Of extends { customId: string }>(table: Table<IdHandler<Of>>, interaction: Of) => {
  const [name = '', ...fields] = interaction.customId.split('|');
  const handler = table.get(name);
  const parsed = handler?.parse(fields);
  if (!handler || parsed === undefined) return false;
  await handler.run(interaction, parsed);
  return true;
};

/**
 * Lets the interactions of each person in one by one, and others between them. Reading one can take 100 ms, so fifty at
 * once would hold everybody up for longer than Discord waits.
 */
const queueByPerson = (): ((user: string) => Promise<void>) => {
  const last = new Map<string, Promise<void>>();
  return async (user) => {
    const turn = Promise.resolve(last.get(user)).then(() => setImmediate());
    last.set(user, turn);
    await turn;
    if (last.get(user) === turn) last.delete(user);
  };
};

const apologise = async (interaction: Interaction, key: 'error.outdated' | 'error.ours'): Promise<void> => {
  if (!interaction.isRepliable() || interaction.replied) return;
  // As components, so that an answer can replace it: the queue may have the request.
  const message = plainMessage(translator(interaction.locale)(key, { id: interaction.id }));
  // An edit would replace the message that the component is on.
  if (interaction.deferred && interaction.isMessageComponent()) {
    const flags = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;
    await interaction.followUp({ components: message.components, flags });
  } else await reply(interaction, message, true);
};

/** Passes each interaction to its feature, in one bot. Only here are bugs and lost servers caught: they are logged. */
export const dispatcher = (
  definitions: readonly Definition[],
  handlers: readonly Handlers[],
  claims: Claims,
  log: Logger,
): ((interaction: Interaction) => Promise<void>) => {
  const defined = byName(definitions);
  const commands = merged(handlers.map((one) => one.commands));
  const completions = merged(handlers.map((one) => one.completions));
  const messageCommands = merged(handlers.map((one) => one.messageCommands));
  const components = byName(handlers.flatMap((one) => one.components ?? []));
  const forms = byName(handlers.flatMap((one) => one.forms ?? []));

  const handle = async (interaction: Interaction): Promise<void> => {
    if (interaction.isAutocomplete()) return entryFor(completions, interaction)?.(interaction);
    if (interaction.isChatInputCommand()) {
      const definition = defined.get(interaction.commandName);
      const run = entryFor(commands, interaction);
      if (run && definition && isAsDefined(definition, interaction.options.data)) return run(interaction);
    } else if (interaction.isMessageContextMenuCommand()) {
      const run = messageCommands.get(interaction.commandName);
      if (run) return run(interaction);
    } else if (interaction.isMessageComponent()) {
      if (await runHandler(components, interaction)) return;
    } else if (interaction.isModalSubmit()) {
      if (await runHandler(forms, interaction)) return;
    }
    // A command, an option or a component of another version, or a forged id.
    return apologise(interaction, 'error.outdated');
  };

  /** The command or component of an interaction, if we know it: a name from outside must not become a label. */
  const nameOf = (interaction: Interaction): string => {
    let name = '';
    if (interaction.isCommand() || interaction.isAutocomplete()) name = interaction.commandName;
    else if ('customId' in interaction) [name = ''] = interaction.customId.split('|', 1);
    return [defined, components, forms].some((known) => known.has(name)) ? name : 'unknown';
  };

  const turnOf = queueByPerson();

  return async (interaction) => {
    await turnOf(interaction.user.id);
    const command = nameOf(interaction);
    const ids = { interaction: interaction.id, guild: interaction.guildId ?? undefined, command };
    const started = performance.now();
    const elsewhere = () => {
      metrics.interactions.inc({ command, outcome: 'elsewhere' });
      log.debug(ids, 'another bot was first');
    };
    const run = async (): Promise<void> => {
      try {
        await inSpan(`interaction ${command}`, ids, () => handle(interaction), true);
        metrics.interactions.inc({ command, outcome: 'done' });
        log.debug({ ...ids, took: Math.round(performance.now() - started) }, 'handled');
      } catch (error) {
        if (isAcknowledged(error)) return elsewhere();
        metrics.interactions.inc({ command, outcome: 'failed' });
        log.error({ err: error, ...ids, type: interaction.type }, 'an interaction failed');
        await apologise(interaction, 'error.ours').catch((failure) => {
          log.warn({ err: failure, ...ids }, 'the apology failed');
        });
      }
    };
    // Suggestions change nothing, and people wait for them while they type.
    if (interaction.isAutocomplete()) return run();
    if (!(await claims.handle(interaction.id, run))) elsewhere();
  };
};

/** Passes each interaction of a client to a handler. @returns a function that waits for the unfinished ones */
export const handleInteractions = (
  client: Client,
  handle: (interaction: Interaction) => Promise<void>,
): (() => Promise<unknown>) => {
  const unfinished = new Set<Promise<void>>();
  client.on(Events.InteractionCreate, (interaction) => {
    const handled = handle(interaction).finally(() => unfinished.delete(handled));
    unfinished.add(handled);
  });
  return () => Promise.all(unfinished);
};
