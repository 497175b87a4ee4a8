/** A discord.js bot that sends every kind of message, component and modal, to test the page with. */
import { createCanvas } from '@napi-rs/canvas';
import {
  type APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  ButtonStyle,
  ChannelType,
  type ChatInputCommandInteraction,
  ContextMenuCommandBuilder,
  type Interaction,
  type InteractionReplyOptions,
  MessageFlags,
  SlashCommandBuilder,
  TextInputStyle,
} from 'discord.js';
import { type Payload, recordedPayloads } from './payloads.ts';
import type { Bot } from './stand-in-bot.ts';

const png = (): Buffer => {
  const canvas = createCanvas(120, 80);
  const context = canvas.getContext('2d');
  context.fillStyle = '#0b6a73';
  context.fillRect(0, 0, 120, 80);
  return canvas.toBuffer('image/png');
};

/** A message with every component of version 2. */
const everything = (): InteractionReplyOptions => ({
  flags: MessageFlags.IsComponentsV2,
  files: [
    { name: 'board.png', attachment: png() },
    { name: 'notes.txt', attachment: Buffer.from('a note') },
  ],
  components: [
    {
      type: 17,
      accent_color: 0x2e9e5b,
      components: [
        { type: 10, content: '### A heading\n**bold** *slanted* __under__ ~~gone~~ ||hidden|| `code`\n-# small' },
        { type: 10, content: '> quoted\n1. one\n2. two\n```js\nlet a = 1;\n```' },
        {
          type: 9,
          components: [{ type: 10, content: 'beside a picture' }],
          accessory: { type: 11, media: { url: 'attachment://board.png' }, description: 'A small board' },
        },
        {
          type: 9,
          components: [{ type: 10, content: 'beside a button' }],
          accessory: { type: 2, style: ButtonStyle.Success, label: 'Accessory', custom_id: 'accessory' },
        },
        { type: 14, divider: true, spacing: 2 },
        {
          type: 12,
          items: [
            { media: { url: 'attachment://board.png' }, description: 'A board in green' },
            { media: { url: 'attachment://board.png' }, description: 'A secret board', spoiler: true },
          ],
        },
        { type: 13, file: { url: 'attachment://notes.txt' } },
        {
          type: 1,
          components: [
            { type: 2, style: ButtonStyle.Primary, label: 'Primary', custom_id: 'primary' },
            { type: 2, style: ButtonStyle.Secondary, emoji: { name: '▶️' }, custom_id: 'emoji' },
            { type: 2, style: ButtonStyle.Danger, label: 'Danger', custom_id: 'danger' },
            { type: 2, style: ButtonStyle.Success, label: 'Off', custom_id: 'off', disabled: true },
            { type: 2, style: ButtonStyle.Link, label: 'Elsewhere', url: 'https://example.org/' },
          ],
        },
        {
          type: 1,
          components: [
            {
              type: 3,
              custom_id: 'one',
              placeholder: 'One of these',
              options: ['red', 'green', 'blue'].map((value) => ({ label: value, value, description: `as ${value}` })),
            },
          ],
        },
        {
          type: 1,
          components: [
            {
              type: 3,
              custom_id: 'some',
              placeholder: 'Some of these',
              min_values: 1,
              max_values: 2,
              options: ['ka', 'ki', 'ku'].map((value) => ({ label: value, value })),
            },
          ],
        },
        { type: 1, components: [{ type: 5, custom_id: 'who', placeholder: 'Who' }] },
        { type: 1, components: [{ type: 6, custom_id: 'which', placeholder: 'Which role' }] },
        { type: 1, components: [{ type: 8, custom_id: 'where', placeholder: 'Which channel' }] },
      ],
    },
  ],
});

const embedded = (): InteractionReplyOptions => ({
  content: 'With an embed <t:1700000000:D>',
  embeds: [
    {
      title: 'Title',
      description: '**text**',
      color: 0xd68910,
      author: { name: 'Author' },
      footer: { text: 'Footer' },
      fields: [
        { name: 'A', value: '1', inline: true },
        { name: 'B', value: '2', inline: true },
      ],
      image: { url: 'attachment://board.png' },
    },
  ],
  files: [{ name: 'board.png', attachment: png() }],
});

/** A recorded message as a reply. */
const again = ({ content, embeds, components, flags, files }: Payload): InteractionReplyOptions => ({
  ...(content && { content }),
  embeds,
  components: components as never,
  flags: flags & (MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral),
  files: files.map(({ filename, description }) => ({
    name: filename,
    attachment: png(),
    description: description ?? '',
  })),
});

/** The commands of the bot. */
export const commands = [
  ...['all', 'embed', 'later', 'silent', 'whisper', 'thread', 'form'].map((name) =>
    new SlashCommandBuilder().setName(name).setDescription(`Shows ${name}`),
  ),
  new SlashCommandBuilder()
    .setName('pick')
    .setDescription('Takes options of all kinds')
    .setNameLocalization('ja', '選ぶ')
    .addSubcommand((sub) =>
      sub
        .setName('it')
        .setDescription('Takes them')
        .addStringOption((o) => o.setName('word').setDescription('Any word').setRequired(true).setAutocomplete(true))
        .addStringOption((o) =>
          o
            .setName('colour')
            .setDescription('A colour')
            .addChoices(
              { name: 'deep red', value: 'red', name_localizations: { ja: '赤' } },
              { name: 'green', value: 'green' },
            ),
        )
        .addIntegerOption((o) => o.setName('count').setDescription('How many').setMinValue(1).setMaxValue(9))
        .addBooleanOption((o) => o.setName('loud').setDescription('Whether to shout'))
        .addUserOption((o) => o.setName('who').setDescription('Somebody')),
    ),
  new SlashCommandBuilder()
    .setName('read')
    .setDescription('Reads a file')
    .addAttachmentOption((option) => option.setName('file').setDescription('What to read').setRequired(true))
    .addRoleOption((option) => option.setName('role').setDescription('For whom')),
  new SlashCommandBuilder()
    .setName('payload')
    .setDescription('Shows a recorded message')
    .addIntegerOption((option) => option.setName('index').setDescription('Which').setRequired(true)),
  new ContextMenuCommandBuilder().setName('Count letters').setType(ApplicationCommandType.Message),
];

/** A modal with every kind of field. */
const form: APIModalInteractionResponseCallbackData = {
  custom_id: 'form',
  title: 'A form',
  components: [
    { type: 10, content: 'Fill **in**' },
    {
      type: 18,
      label: 'Name',
      description: 'Yours',
      component: { type: 4, custom_id: 'name', style: TextInputStyle.Short, min_length: 2 },
    },
    {
      type: 18,
      label: 'Size',
      component: {
        type: 3,
        custom_id: 'size',
        options: ['small', 'large'].map((value) => ({ label: value, value })),
      },
    },
    {
      type: 18,
      label: 'Shape',
      component: {
        type: 21,
        custom_id: 'shape',
        options: ['round', 'square'].map((value) => ({ label: value, value, description: `It is ${value}` })),
      },
    },
    {
      type: 18,
      label: 'Extras',
      component: {
        type: 22,
        custom_id: 'extras',
        required: false,
        options: ['bow', 'bell', 'card'].map((value) => ({ label: value, value })),
      },
    },
  ],
};

/** The bot's answers. `/later` waits until the function that it adds to `waiting` is called. */
export const behave = (bot: Bot, waiting: (() => void)[]) => async (interaction: Interaction) => {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    return interaction.respond(
      ['apple', 'apricot', 'pear'].filter((word) => word.startsWith(typed)).map((name) => ({ name, value: name })),
    );
  }
  if (interaction.isMessageContextMenuCommand()) {
    const letters = interaction.targetMessage.content.length;
    return interaction.reply({ content: `${letters} letters`, flags: MessageFlags.Ephemeral });
  }
  if (interaction.isModalSubmit()) {
    const { fields } = interaction;
    const texts = [fields.getTextInputValue('name'), ...fields.getStringSelectValues('size')];
    const marks = [fields.getRadioGroup('shape', true), ...fields.getCheckboxGroup('extras')];
    return interaction.reply(`form: ${[...texts, ...marks].join(', ')}`);
  }
  if (interaction.isButton()) return interaction.reply(`pressed ${interaction.customId}`);
  if (interaction.isAnySelectMenu()) {
    const said = interaction.values.map((value) => bot.client.channels.cache.get(value)?.isThread() ?? value);
    return interaction.reply(
      `${interaction.customId}: ${said.length} ${interaction.isStringSelectMenu() ? said.join() : ''}`,
    );
  }
  if (interaction.isChatInputCommand()) return runCommand(interaction, waiting);
};

const runCommand = async (interaction: ChatInputCommandInteraction, waiting: (() => void)[]) => {
  switch (interaction.commandName) {
    case 'all':
      return interaction.reply(everything());
    case 'embed':
      return interaction.reply(embedded());
    case 'payload':
      return interaction.reply(again(recordedPayloads()[interaction.options.getInteger('index', true)]!));
    case 'read': {
      const { name, url, contentType } = interaction.options.getAttachment('file', true);
      return interaction.reply(`${name}, ${contentType}: ${await (await fetch(url)).text()}`);
    }
    case 'whisper':
      return interaction.reply({ content: 'psst', flags: MessageFlags.Ephemeral });
    case 'later':
      await interaction.deferReply();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return interaction.editReply(`ready <t:${Math.floor(Date.now() / 1000) + 90}:R>`);
    case 'thread': {
      const { resource } = await interaction.reply({ content: 'more below', withResponse: true });
      const channel = interaction.channel;
      if (channel?.type !== ChannelType.GuildText || !resource?.message) return;
      const thread = await resource.message.startThread({ name: 'below' });
      return thread.send('in the thread');
    }
    case 'form':
      return interaction.showModal(form);
    case 'pick': {
      const { options } = interaction;
      const who = options.getUser('who')?.username;
      const words = [
        options.getString('word'),
        options.getString('colour'),
        options.getInteger('count'),
        options.getBoolean('loud'),
        who,
      ];
      return interaction.reply(`picked ${words.filter((word) => word !== null && word !== undefined).join(' ')}`);
    }
    default:
      return undefined;
  }
};
