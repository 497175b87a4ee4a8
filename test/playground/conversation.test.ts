import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  type Interaction,
  MessageFlags,
  SlashCommandBuilder,
  TextDisplayBuilder,
} from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage } from '../../src/playground/text.ts';
import { type Bot, logIn, openScene } from './bot.ts';

const solve = new SlashCommandBuilder()
  .setName('solve')
  .setDescription('Solve a position')
  .addSubcommand((sub) =>
    sub
      .setName('eight')
      .setDescription('The 8-puzzle')
      .addStringOption((option) =>
        option
          .setName('position')
          .setDescription('Nine digits')
          .setRequired(true)
          .setAutocomplete(true)
          .setMinLength(3),
      )
      .addBooleanOption((option) => option.setName('private').setDescription('For your eyes only'))
      .addIntegerOption((option) =>
        option
          .setName('method')
          .setDescription('How')
          .addChoices(
            { name: 'breadth first', value: 1, name_localizations: { ja: '幅優先' } },
            { name: 'IDA*', value: 2 },
          ),
      ),
  );

const page = (title: string, next: boolean) => [
  new ContainerBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent(title))
    .addActionRowComponents(
      new ActionRowBuilder<ButtonBuilder>().addComponents(
        new ButtonBuilder().setCustomId('back').setLabel('Back').setStyle(ButtonStyle.Secondary).setDisabled(next),
        new ButtonBuilder().setCustomId('next').setLabel('Next').setStyle(ButtonStyle.Primary).setDisabled(!next),
      ),
    ),
];

describe('a conversation with a discord.js client', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  beforeAll(async () => {
    scene = await openScene();
    bot = await logIn(scene.standIn);
    await bot.client.application.commands.set([solve]);
  });
  afterAll(async () => {
    await bot.client.destroy();
    await scene.standIn.close();
  });
  beforeEach(() => {
    bot.errors.length = 0;
  });

  it('logs in and knows its guild, channel and locale', () => {
    expect(bot.client.user.username).toBe('antipode');
    expect(bot.client.guilds.cache.get(scene.guild.id)?.name).toBe('Puzzlers');
    expect(bot.client.channels.cache.has(scene.channel.id)).toBe(true);
  });

  it('defers, edits with Components V2, and updates at the press of a button', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (interaction.isChatInputCommand()) {
        expect(interaction.options.getString('position')).toBe('867254301');
        expect(interaction.options.getInteger('method')).toBe(2);
        expect(interaction.locale).toBe('en-US');
        expect(interaction.guildLocale).toBe('de');
        expect(interaction.inCachedGuild()).toBe(true);
        await interaction.deferReply();
        await interaction.editReply({ components: page('Page 1', true), flags: MessageFlags.IsComponentsV2 });
      } else if (interaction.isButton()) {
        await interaction.update({ components: page('Page 2', false) });
      }
    };
    const asked = await scene.ann.command(scene.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '867254301', method: 'IDA*' },
    });
    expect(await asked.acknowledged).toBe('defer');
    const message = await asked.until((seen) => renderMessage(seen).includes('Page 1'));
    expect(renderMessage(message)).toBe('| Page 1\n| (Back) [Next]');
    expect(message.history).toHaveLength(2);

    const pressed = await scene.ben.press(message, 'Next');
    expect(await pressed.acknowledged).toBe('update');
    expect(renderMessage(await pressed.until())).toBe('| Page 2\n| [Back] (Next)');
    await expect(scene.ben.press(message, 'Next')).rejects.toMatchObject({ reason: 'disabled' });
    expect(bot.errors).toEqual([]);
  });
});
