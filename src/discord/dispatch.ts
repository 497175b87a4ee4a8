import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  Events,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import { translator } from '../locales/index.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/tracing.ts';
import type { Handlers } from './command.ts';
import type { Definition } from './definition.ts';
import { isAcknowledged } from './rest.ts';
import { isAsDefined } from './validate.ts';

/** All entries of some tables as one. */
const merged = <Entry>(tables: readonly (Readonly<Record<string, Entry>> | undefined)[]): ReadonlyMap<string, Entry> =>
  new Map(tables.flatMap((table) => Object.entries(table ?? {})));

const byName = <Entry extends { readonly name: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.name, entry]));

/** What a table has for the words of a command: its subcommand's entry, or its own. */
const entryFor = <Entry>(
  table: ReadonlyMap<string, Entry>,
  { commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction,
): Entry | undefined => {
  const words = [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter(Boolean);
  for (let count = words.length; count > 0; count--) {
    const entry = table.get(words.slice(0, count).join(' '));
    if (entry) return entry;
  }
  return undefined;
};

const apologise = async (interaction: Interaction, key: 'error.outdated' | 'error.ours'): Promise<void> => {
  if (!interaction.isRepliable()) return;
  const content = translator(interaction.locale)(key, { id: interaction.id });
  // As components, whose place an answer can take: the queue may have the request all the same.
  const said = {
    components: [{ type: ComponentType.TextDisplay, content }],
    flags: MessageFlags.IsComponentsV2,
  } as const;
  const privately = { ...said, flags: said.flags | MessageFlags.Ephemeral } as const;
  if (interaction.replied) return;
  if (!interaction.deferred) await interaction.reply(privately);
  // In place of "thinking…"; but never in place of the message that a button is on.
  else if (interaction.isMessageComponent()) await interaction.followUp(privately);
  else await interaction.editReply(said);
};

/**
 * Hands each interaction to the feature that handles it. The only place where bugs and lost servers are caught: the log
 * gets the error, the person an apology with the number to find it by.
 */
export const dispatcher = (
  definitions: readonly Definition[],
  handlers: readonly Handlers[],
  log: Logger,
): ((interaction: Interaction) => Promise<void>) => {
  const defined = byName(definitions);
  const commands = merged(handlers.map((one) => one.commands));
  const completions = merged(handlers.map((one) => one.completions));
  const messageCommands = merged(handlers.map((one) => one.messageCommands));
  const components = byName(handlers.flatMap((one) => one.components ?? []));
  const forms = byName(handlers.flatMap((one) => one.forms ?? []));

  const handle = async (interaction: Interaction): Promise<void> => {
    if (interaction.isChatInputCommand()) {
      const definition = defined.get(interaction.commandName);
      const run = entryFor(commands, interaction);
      if (run && definition && isAsDefined(definition, interaction.options.data)) return run(interaction);
    } else if (interaction.isMessageContextMenuCommand()) {
      const run = messageCommands.get(interaction.commandName);
      if (run) return run(interaction);
    } else if (interaction.isAutocomplete()) {
      return entryFor(completions, interaction)?.(interaction);
    } else if (interaction.isMessageComponent()) {
      const [name = '', ...fields] = interaction.customId.split('|');
      const component = components.get(name);
      const parsed = component?.parse(fields);
      if (component && parsed !== undefined) return component.run(interaction, parsed);
    } else if (interaction.isModalSubmit()) {
      const [name = '', ...fields] = interaction.customId.split('|');
      const form = forms.get(name);
      const parsed = form?.parse(fields);
      if (form && parsed !== undefined) return form.run(interaction, parsed);
    }
    // Something of another version: a command that is not registered any more, or with other options, a component that no
    // feature knows, or an id that nobody ever made.
    return apologise(interaction, 'error.outdated');
  };

  /** The command or component of an interaction; any other name came from outside. */
  const nameOf = (interaction: Interaction): string => {
    const isCommand = interaction.isCommand() || interaction.isAutocomplete();
    const name = isCommand
      ? interaction.commandName
      : 'customId' in interaction
        ? interaction.customId.split('|', 1)[0]!
        : '';
    return [defined, components, forms].some((known) => known.has(name)) ? name : 'unknown';
  };

  return async (interaction) => {
    const command = nameOf(interaction);
    const ids = { interaction: interaction.id, guild: interaction.guildId ?? undefined, command };
    const started = performance.now();
    try {
      await inSpan(`interaction ${command}`, ids, () => handle(interaction), true);
      metrics.interactions.inc({ command, outcome: 'done' });
      log.debug({ ...ids, took: Math.round(performance.now() - started) }, 'handled');
    } catch (error) {
      // Every bot of a shard hears of every interaction; the first to answer is enough.
      if (isAcknowledged(error)) {
        metrics.interactions.inc({ command, outcome: 'elsewhere' });
        log.debug(ids, 'another bot was first');
        return;
      }
      metrics.interactions.inc({ command, outcome: 'failed' });
      log.error({ err: error, ...ids, type: interaction.type }, 'an interaction failed');
      await apologise(interaction, 'error.ours').catch((failure) => {
        log.warn({ err: failure, ...ids }, 'the apology failed');
      });
    }
  };
};

/** Hand each interaction that a client gets to a handler. @returns waits for those that are not finished */
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
