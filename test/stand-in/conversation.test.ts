import { Refused } from '@antipode/stand-in';
import { renderMessage } from '@antipode/stand-in/text';
import {
  ActionRowBuilder,
  ApplicationCommandType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  type Interaction,
  LabelBuilder,
  MediaGalleryBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bot, failure, logIn, openScene } from '../support/stand-in-bot.ts';

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

const eightLine = { subcommand: 'eight' };
const eight = { subcommand: 'eight', options: { position: '867254301' } };

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
    const menus = [
      new ContextMenuCommandBuilder().setName('Solve This').setType(ApplicationCommandType.Message),
      new ContextMenuCommandBuilder().setName('Scores').setType(ApplicationCommandType.User),
    ];
    await bot.client.application.commands.set([solve, ...menus]);
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

  it("offers choices while typing, in both people's languages", async () => {
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isAutocomplete()) return;
      const typed = interaction.options.getFocused();
      await interaction.respond([{ name: `${typed}… (${interaction.locale})`, value: `${typed}254301` }]);
    };
    const line = { subcommand: 'eight', focused: 'position', options: { position: '867' } };
    expect(await scene.ann.complete(scene.channel, 'solve', line)).toEqual([
      { name: '867… (en-US)', value: '867254301' },
    ]);
    expect(await scene.ben.complete(scene.channel, 'solve', line)).toMatchObject([{ name: '867… (ja)' }]);
    expect(bot.errors).toEqual([]);
  });

  it('shows a modal, takes its values, and updates the message below it', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply({ components: [entry] });
      else if (interaction.isButton()) await interaction.showModal(form);
      else if (interaction.isModalSubmit() && interaction.isFromMessage()) {
        const chosen = interaction.fields.getStringSelectValues('method');
        await interaction.update({ content: `${interaction.fields.getTextInputValue('position')} by ${chosen}` });
      }
    };
    const entry = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('enter').setEmoji('🧩').setStyle(ButtonStyle.Primary),
    );
    const form = new ModalBuilder()
      .setCustomId('form')
      .setTitle('A position')
      .addLabelComponents(
        new LabelBuilder()
          .setLabel('Position')
          .setTextInputComponent(
            new TextInputBuilder().setCustomId('position').setStyle(TextInputStyle.Short).setMinLength(9),
          ),
        new LabelBuilder()
          .setLabel('Method')
          .setStringSelectMenuComponent(
            new StringSelectMenuBuilder()
              .setCustomId('method')
              .addOptions({ label: 'IDA*', value: 'ida' }, { label: 'Breadth first', value: 'bfs' }),
          ),
      );
    const message = await (await scene.ann.command(scene.channel, 'solve', eight)).until();
    const pressed = await scene.ann.press(message, '🧩');
    expect(await pressed.acknowledged).toBe('modal');
    const modal = pressed.modal();
    if (!modal) throw new Error('no modal');
    expect(modal.title).toBe('A position');
    await expect(scene.ann.submit(modal, { position: '123' })).rejects.toMatchObject({ reason: 'bad value' });
    await expect(scene.ann.submit(modal, { position: '867254301' })).rejects.toMatchObject({
      reason: 'missing option',
    });
    const sent = await scene.ann.submit(modal, { position: '867254301', method: ['Breadth first'] });
    expect((await sent.until()).content).toBe('867254301 by bfs');
    expect(sent.reply()).toBe(message);
    await expect(scene.ann.submit(modal, { position: '867254301', method: ['bfs'] })).rejects.toThrow(Refused);
    expect(bot.errors).toEqual([]);
  });

  it('keeps a reply ephemeral through later edits', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      // Filling in a deferred reply by a follow-up keeps its privacy.
      await interaction.followUp({ content: 'secret' });
      await interaction.followUp({ content: 'public' });
    };
    const asked = await scene.ann.command(scene.channel, 'solve', eight);
    const secret = await asked.until();
    const open = await asked.untilFollowUp();
    expect([secret.content, open.content]).toEqual(['secret', 'public']);
    expect([scene.ann.sees(secret), scene.ben.sees(secret)]).toEqual([true, false]);
    expect(scene.ben.messages(scene.channel)).toContain(open);
    const channel = await bot.client.channels.fetch(scene.channel.id);
    if (!channel?.isTextBased()) throw new Error('no channel');
    expect(await failure(channel.messages.fetch(secret.id))).toMatchObject({ code: 10008 });
    expect(bot.errors).toEqual([]);
  });

  it('sends a picture, and returns its bytes by message and by address', async () => {
    const bytes = Buffer.from('GIF89a\x40\x01\xc8\x00 not much of a picture, but all of it', 'latin1');
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      const files = [new AttachmentBuilder(bytes, { name: 'the path.gif', description: 'moves' })];
      const picture = new MediaGalleryBuilder().addItems({
        media: { url: 'attachment://the_path.gif' },
        description: 'moves',
      });
      await interaction.editReply({ components: [picture], files, flags: MessageFlags.IsComponentsV2 });
      const words = new TextDisplayBuilder().setContent('done');
      await interaction.editReply({ components: [words, picture] });
      await interaction.editReply({ components: [words], attachments: [] });
    };
    const asked = await scene.ann.command(scene.channel, 'solve', eight);
    const message = await asked.until((seen) => seen.history.length === 4);
    const [, first, second, third] = message.history;
    expect(first?.attachments).toMatchObject([{ filename: 'the_path.gif', contentType: 'image/gif', width: 320 }]);
    const attachment = first?.attachments[0];
    if (!attachment) throw new Error('no attachment');
    expect(Buffer.from(attachment.bytes)).toEqual(bytes);
    expect(Buffer.from(await (await fetch(attachment.url)).arrayBuffer())).toEqual(bytes);
    expect(first?.components).toMatchObject([{ items: [{ media: { url: attachment.url, width: 320, height: 200 } }] }]);
    expect([second?.attachments.length, third?.attachments.length]).toEqual([1, 0]);
    expect(bot.errors).toEqual([]);
  });

  it('runs commands of the context menus and fills selects', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (interaction.isMessageContextMenuCommand()) {
        const menu = new UserSelectMenuBuilder().setCustomId('rival');
        const rows = [new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(menu)];
        await interaction.reply({ content: `read ${interaction.targetMessage.content}`, components: rows });
      } else if (interaction.isUserContextMenuCommand()) await interaction.reply(interaction.targetUser.username);
      else if (interaction.isUserSelectMenu()) await interaction.reply(interaction.users.first()?.username ?? 'nobody');
    };
    const said = scene.ben.say(scene.channel, '867254301');
    const asked = await scene.ann.messageCommand(scene.channel, 'Solve This', said);
    const message = await asked.until();
    expect(message.content).toBe('read 867254301');
    const chosen = await scene.ann.select(message, 'rival', [scene.ben.id]);
    expect((await chosen.until()).content).toBe('ben');
    const scores = await scene.ann.userCommand(scene.channel, 'Scores', scene.ben);
    expect((await scores.until()).content).toBe('ben');
    expect(bot.errors).toEqual([]);
  });

  it.each([
    ['an unknown command', 'unknown command', 'resolve', {}],
    ['no subcommand', 'unknown command', 'solve', {}],
    ['an unknown subcommand', 'unknown command', 'solve', { subcommand: 'nine' }],
    ['an unknown option', 'unknown option', 'solve', { ...eightLine, options: { position: '123', depth: 3 } }],
    ['a missing option', 'missing option', 'solve', { subcommand: 'eight' }],
    ['too short a text', 'bad value', 'solve', { subcommand: 'eight', options: { position: '12' } }],
    ['a choice not offered', 'bad value', 'solve', { ...eightLine, options: { position: '123', method: 'magic' } }],
    ['text for a boolean', 'bad value', 'solve', { ...eightLine, options: { position: '123', private: 'maybe' } }],
  ])('refuses %s, as a client would', async (_what, reason, name, line) => {
    await expect(scene.ann.command(scene.channel, name, line)).rejects.toMatchObject({ name: 'Refused', reason });
  });

  it('accepts values as text, and translated names', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { options } = interaction;
      await interaction.reply(`${options.getInteger('method')} ${options.getBoolean('private')}`);
    };
    const options = { position: '123', method: '幅優先', private: 'true' };
    const asked = await scene.ben.command(scene.channel, 'solve', { subcommand: 'eight', options });
    expect((await asked.until()).content).toBe('1 true');
  });

  it('works for people who installed the app, in guilds and direct messages without the bot', {
    tags: 'long',
  }, async () => {
    const elsewhere = scene.standIn.createGuild({ name: 'Elsewhere', installed: false });
    const hall = elsewhere.createChannel();
    scene.ann.join(elsewhere);
    await expect(scene.ann.command(hall, 'solve', eight)).rejects.toMatchObject({ reason: 'unknown command' });
    scene.ann.install();
    const contexts: unknown[] = [];
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      contexts.push([interaction.context, Object.keys(interaction.authorizingIntegrationOwners.toJSON()).sort()]);
      await interaction.reply('one');
      for (let count = 0; count < 6; count += 1) await interaction.followUp(`follow-up ${count}`);
    };
    const asked = await scene.ann.command(hall, 'solve', eight);
    await asked.untilFollowUp((message) => message.content === 'follow-up 4');
    // discord.js itself waits for the bucket of five before it sends the sixth.
    await vi.waitFor(() => expect(bot.errors).toHaveLength(1), { timeout: 100_000 });
    expect(bot.errors[0]).toMatchObject({ code: 40094 });
    expect(asked.followUps()).toHaveLength(5);

    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      contexts.push([interaction.context, Object.keys(interaction.authorizingIntegrationOwners.toJSON()).sort()]);
      await interaction.reply('here');
    };
    for (const place of [scene.ann.direct(), scene.ann.direct(scene.ben), scene.channel]) {
      const there = await scene.ann.command(place, 'solve', eight);
      expect((await there.until()).content).toBe('here');
    }
    expect(contexts).toEqual([
      [0, ['1']],
      [1, ['0', '1']],
      [2, ['1']],
      [0, ['0', '1']],
    ]);
  });
});
