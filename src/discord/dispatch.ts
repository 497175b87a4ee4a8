import { ComponentType, type Interaction, MessageFlags } from 'discord.js';
import { translator } from '../locales/index.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/tracing.ts';
import type { Feature } from './command.ts';
import { isAsDefined } from './options.ts';
import { isAcknowledged } from './rest.ts';

/**
 * Hands each interaction to the feature that it is for. The one place where bugs and lost servers are caught: the log
 * gets the error, the person an apology with the number to find it by.
 */
export const dispatcher = (
  features: readonly Feature[],
  log: Logger,
): ((interaction: Interaction) => Promise<void>) => {
  const commands = new Map(
    features.flatMap((feature) => feature.commands).map((command) => [command.definition.name, command]),
  );
  const messageCommands = new Map(
    features.flatMap((feature) => feature.messageCommands ?? []).map((command) => [command.definition.name, command]),
  );
  const components = new Map(
    features.flatMap((feature) => feature.components).map((component) => [component.name, component]),
  );
  const forms = new Map(features.flatMap((feature) => feature.forms ?? []).map((form) => [form.name, form]));

  const hand = async (interaction: Interaction): Promise<void> => {
    if (interaction.isChatInputCommand()) {
      const command = commands.get(interaction.commandName);
      if (command && isAsDefined(command.definition, interaction.options.data)) return command.run(interaction);
    } else if (interaction.isMessageContextMenuCommand()) {
      const command = messageCommands.get(interaction.commandName);
      if (command) return command.run(interaction);
    } else if (interaction.isAutocomplete()) {
      return commands.get(interaction.commandName)?.complete?.(interaction);
    } else if (interaction.isMessageComponent()) {
      const [name = '', ...fields] = interaction.customId.split('|');
      const component = components.get(name);
      const read = component?.parse(fields);
      if (component && read !== undefined) return component.run(interaction, read);
    } else if (interaction.isModalSubmit()) {
      const [name = '', ...fields] = interaction.customId.split('|');
      const form = forms.get(name);
      const read = form?.parse(fields);
      if (form && read !== undefined) return form.run(interaction, read);
    }
    // Something of another version: a command no longer registered, or with other options, a button that no feature knows,
    // or an id that nobody ever made.
    return say(interaction, 'error.outdated');
  };

  const say = async (interaction: Interaction, key: 'error.outdated' | 'error.ours'): Promise<void> => {
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

  /** What an interaction is for, by the names that there are: anything else came from outside. */
  const nameOf = (interaction: Interaction): string => {
    const isCommand = interaction.isCommand() || interaction.isAutocomplete();
    const name = isCommand
      ? interaction.commandName
      : 'customId' in interaction
        ? interaction.customId.split('|', 1)[0]!
        : '';
    return [commands, messageCommands, components, forms].some((known) => known.has(name)) ? name : 'unknown';
  };

  return async (interaction) => {
    const command = nameOf(interaction);
    const ids = { interaction: interaction.id, guild: interaction.guildId ?? undefined, command };
    const started = performance.now();
    try {
      await inSpan(`interaction ${command}`, ids, () => hand(interaction), true);
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
      await say(interaction, 'error.ours').catch((failure) => {
        log.warn({ err: failure, ...ids }, 'nor could that be said');
      });
    }
  };
};
