/** The page in a real browser, with a discord.js bot behind it that can do all that a bot can. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import {
  ApplicationCommandType,
  ButtonStyle,
  ChannelType,
  ContextMenuCommandBuilder,
  type Interaction,
  type InteractionReplyOptions,
  MessageFlags,
  SlashCommandBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../../src/playground/page-server.ts';
import { type Bot, logIn, openScene } from '../../stand-in/bot.ts';
import { hasBrowser, lastMessage, openBrowser, openTab, sendLine, type Tab } from './browser.ts';
import { type Payload, recordedPayloads } from './payloads.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const png = (): Buffer => {
  const canvas = createCanvas(120, 80);
  const context = canvas.getContext('2d');
  context.fillStyle = '#0b6a73';
  context.fillRect(0, 0, 120, 80);
  return canvas.toBuffer('image/png');
};

/** A message with every component of version 2 that there is. */
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

const commands = [
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
    .setName('payload')
    .setDescription('Shows a recorded message')
    .addIntegerOption((option) => option.setName('index').setDescription('Which').setRequired(true)),
  new ContextMenuCommandBuilder().setName('Count letters').setType(ApplicationCommandType.Message),
];

/** What a message is to those who hear it read. */
const outline = async (message: Locator): Promise<string> =>
  (await message.locator('.message-body').ariaSnapshot()).replace(/\/attachments\/\d+\/\d+/gu, '/attachments');

/** What the bot does; `go` ends what `/later` waits for. */
const behave = (bot: Bot, waiting: (() => void)[]) => async (interaction: Interaction) => {
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
  if (!interaction.isChatInputCommand()) return;
  switch (interaction.commandName) {
    case 'all':
      return interaction.reply(everything());
    case 'embed':
      return interaction.reply(embedded());
    case 'payload':
      return interaction.reply(again(recordedPayloads()[interaction.options.getInteger('index', true)]!));
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
      return interaction.showModal({
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
      });
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
  }
};

describe.skipIf(!hasBrowser)('the page', () => {
  let browser: Browser;
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  let address: string;
  let tab: Tab;
  let page: Page;
  const waiting: (() => void)[] = [];

  beforeAll(async () => {
    scene = await openScene();
    scene.guild.createChannel({ name: 'other' });
    const { standIn, ann, ben } = scene;
    ann.direct();
    bot = await logIn(standIn);
    bot.answer = behave(bot, waiting);
    await bot.client.application.commands.set(commands);
    address = await openPage(standIn, [ann, ben], { parts: () => ({ bot: true, worker: true }) });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bot?.client.destroy();
    await scene?.standIn.close();
  });
  beforeEach(async () => {
    for (const message of [...scene.channel.messages.values()]) scene.standIn.world.remove(message);
    tab = await openTab(browser, address);
    page = tab.page;
  });
  afterEach(async () => {
    await tab.context.close();
    expect(tab.errors).toEqual([]);
    expect(bot.errors).toEqual([]);
  });

  const answered = (text: string) => page.locator('.message', { hasText: text }).last().waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Walks by Tab to what is asked for, as one who has no mouse. */
  const tabTo = async (target: Locator) => {
    for (let steps = 0; steps < 80; steps++) {
      if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('this cannot be reached by Tab');
  };

  it('shows every kind of message that the project’s bot sends', async () => {
    await page.clock.setFixedTime(new Date('2026-01-01T12:00:00Z'));
    for (const [index] of recordedPayloads().entries()) {
      await sendLine(page, `/payload index:${index}`);
      await page.locator('.message').nth(index).waitFor();
      expect(await outline(lastMessage(page))).toMatchSnapshot();
    }
    expect(await page.locator('.unsupported').count()).toBe(0);
    const pictures = page.locator('.message-body img');
    const widths = await pictures.evaluateAll((all) =>
      all.map((one) => (one as never as { naturalWidth: number }).naturalWidth),
    );
    expect(widths.length).toBeGreaterThan(0);
    expect(widths).not.toContain(0);
  });

  it('shows every component, embeds, and text in all its forms', async () => {
    await sendLine(page, '/embed');
    await answered('Footer');
    await sendLine(page, '/all');
    await answered('A heading');
    expect(await page.locator('.unsupported').count()).toBe(0);
    const message = lastMessage(page);
    expect(await outline(message)).toMatchSnapshot();
    expect(await message.locator('.container').first().getAttribute('style')).toContain('rgb(46, 158, 91)');
    expect(await message.getByRole('link', { name: 'Elsewhere' }).getAttribute('rel')).toContain('noopener');
    expect(await message.getByRole('button', { name: 'Off' }).isDisabled()).toBe(true);
    const spoiler = message.locator('.spoiler.closed.block');
    await tabTo(spoiler);
    expect(await message.getByRole('img', { name: 'A secret board' }).isVisible()).toBe(false);
    await press('Enter');
    await message.getByRole('img', { name: 'A secret board' }).waitFor();
  });

  it('composes a command by keyboard alone: list, options, choices, what the bot offers, and what is wrong', async () => {
    await tabTo(page.locator('#composer'));
    await page.keyboard.type('/pi');
    const options = page.locator('.suggestion');
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('/pick it')]);
    await press('Enter');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it ');
    await expect.poll(() => options.allInnerTexts()).toEqual(['apple', 'apricot', 'pear']);
    await page.keyboard.type('apr');
    await expect.poll(() => options.allInnerTexts()).toEqual(['apricot']);
    await press('Tab');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot ');
    await expect.poll(() => options.allInnerTexts()).toHaveLength(4);
    await page.keyboard.type('colour:de');
    await press('Enter');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot colour:red ');
    await page.keyboard.type('who:be');
    await press('Enter');
    await page.keyboard.type('count:12');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['count takes at most 9, not "12"']);
    // What was refused is still there to be put right.
    await press('Backspace', 'Enter');
    await answered('picked apricot red 1 ben');
    expect(await page.locator('#composer').inputValue()).toBe('');
    await press('ArrowUp');
    expect(await page.locator('#composer').inputValue()).toBe('/pick it word:apricot colour:red who:@ben count:1');
    await press('ArrowUp');
    expect(await page.locator('#composer').inputValue()).toContain('count:12');
    await press('ArrowDown', 'Escape', 'Control+a', 'Delete');
    await sendLine(page, '/pick it');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['The option word is required.']);
    await sendLine(page, ' word:x bogus:1');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['This command has no option bogus.']);
  });

  it('speaks the person’s language, and takes commands in it', async () => {
    const other = await openTab(browser, `${address}?as=ben`);
    page = other.page;
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await page.locator('#composer').fill('/選');
    await expect.poll(() => page.locator('.suggestion').allInnerTexts()).toEqual([expect.stringContaining('/選ぶ it')]);
    await press('Enter');
    await page.keyboard.type('なし colour:赤');
    await press('Enter');
    await answered('picked なし red');
    await other.context.close();
    expect(other.errors).toEqual([]);
  });

  it('waits for an answer, puts it in the same place, and counts down', async () => {
    await sendLine(page, '/later');
    await page.getByText('antipode is thinking').waitFor();
    const before = await lastMessage(page).getAttribute('data-id');
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    await answered('ready');
    expect(await lastMessage(page).getAttribute('data-id')).toBe(before);
    const time = lastMessage(page).locator('time.timestamp');
    await expect.poll(() => time.textContent()).toBe('in 1 minute');
    // In its last minute it counts seconds.
    await page.clock.install();
    await page.clock.fastForward(40_000);
    await expect.poll(() => time.textContent()).toMatch(/^in \d+ seconds$/u);
  });

  it('shows what is for one alone to nobody else, and puts it away', async () => {
    const other = await openTab(browser, `${address}?as=ben`);
    await sendLine(page, '/whisper');
    await answered('psst');
    await sendLine(page, 'hello, all');
    await other.page.getByText('hello, all').waitFor();
    expect(await other.page.getByText('psst').count()).toBe(0);
    await page.getByText('Only you can see this').waitFor();
    await tabTo(page.getByRole('button', { name: 'Dismiss message' }));
    await press('Enter');
    await page.getByText('psst').waitFor({ state: 'detached' });
    await page.reload();
    await answered('hello, all');
    expect(await page.getByText('psst').count()).toBe(0);
    await other.context.close();
  });

  it('fills in a form by keyboard', async () => {
    await sendLine(page, '/form');
    const form = page.getByRole('dialog', { name: 'A form' });
    await form.waitFor();
    await tabTo(form.getByLabel('Name'));
    await page.keyboard.type('Ann');
    await press('Tab', 'ArrowDown', 'ArrowDown', 'Enter');
    // What is missing is said in the form, which stays.
    await tabTo(form.getByRole('button', { name: 'Send' }));
    await press('Enter');
    await form.getByRole('alert').waitFor();
    await tabTo(form.getByRole('radio', { name: 'round' }));
    await press('ArrowDown');
    for (const name of ['bow', 'card']) {
      await tabTo(form.getByRole('checkbox', { name }));
      await press('Space');
    }
    await tabTo(form.getByRole('button', { name: 'Send' }));
    await press('Enter');
    await answered('form: Ann, large, square, bow, card');
    expect(await form.count()).toBe(0);
    // Left, it is closed, and the bot hears nothing.
    await sendLine(page, '/form');
    await form.waitFor();
    await press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('chooses in menus by keyboard, presses buttons, and keeps the place', async () => {
    await sendLine(page, '/all');
    await answered('A heading');
    const message = page.locator('.message', { hasText: 'A heading' });
    await tabTo(message.getByRole('button', { name: 'Accessory' }));
    await press('Enter');
    await answered('pressed accessory');
    await tabTo(message.getByRole('button', { name: /^One of these/u }));
    await press('Enter', 'ArrowDown', 'Enter');
    await answered('one: 1 green');
    await tabTo(message.getByRole('button', { name: /^Some of these/u }));
    await press('ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'Tab');
    await answered('some: 2 ka,ki');
    for (const [name, said] of [
      ['Who', 'who: 1'],
      ['Which role', 'which: 1'],
      ['Which channel', 'where: 1'],
    ] as const) {
      await tabTo(message.getByRole('button', { name: new RegExp(`^${name}`, 'u') }));
      await press('Enter', 'Enter');
      await answered(said);
    }
  });

  it('offers the commands of a message', async () => {
    await sendLine(page, 'seven letters');
    await answered('seven letters');
    await tabTo(lastMessage(page).getByRole('button', { name: 'More on this message' }));
    await press('Enter');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Count letters', 'Copy text', 'Copy ID']);
    await press('Enter');
    await answered('13 letters');
  });

  it('shows threads, and marks what is new elsewhere', async () => {
    const unread = page.locator('.channel.unread');
    await page.getByRole('button', { name: 'other' }).click();
    scene.ben.say(scene.channel, 'over here');
    await expect.poll(() => unread.allInnerTexts()).toEqual([expect.stringContaining('solving')]);
    await unread.click();
    await sendLine(page, '/thread');
    await page.getByRole('button', { name: 'Open thread' }).click();
    await answered('in the thread');
    expect(await page.locator('.top h2').textContent()).toContain('below');
  });

  it('says what is wrong: no answer, no bot', async () => {
    await sendLine(page, '/silent');
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringContaining('/silent The application did not respond.')]);
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    scene.standIn.gateway.drop({ resumable: false, abrupt: true });
    await page.getByText('The bot is not connected').waitFor();
    await page.getByText('The bot is not connected').waitFor({ state: 'detached' });
  }, 40_000);

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each([1280, 390])(
      'keeps nobody out, %i pixels wide',
      async (width) => {
        const one = await openTab(browser, address, { colorScheme, viewport: { width, height: 800 } });
        page = one.page;
        await page.evaluate(axe);
        const look = async (what: string) => {
          const { found, passed } = (await page.evaluate(
            `axe.run().then(({ violations, passes }) => ({
            passed: passes.length,
            found: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')),
          }))`,
          )) as { found: string[]; passed: number };
          expect(passed).toBeGreaterThan(15);
          expect([what, found]).toEqual([what, []]);
        };
        await look('nothing said');
        await sendLine(page, '/embed');
        await answered('Footer');
        await sendLine(page, '/whisper');
        await answered('psst');
        await sendLine(page, '/all');
        await answered('A heading');
        await look('a chat');
        await page.locator('#composer').fill('/pick it x ');
        await page.locator('.suggestion').first().waitFor();
        await look('suggestions');
        await sendLine(page, 'bogus:1');
        await page.getByRole('alert').waitFor();
        await look('trouble');
        await page.locator('#composer').fill('');
        await sendLine(page, '/form');
        await page.getByRole('dialog').waitFor();
        await look('a form');
        await press('Escape');
        await page.getByRole('button', { name: 'Wire' }).click();
        for (const name of ['Interactions', 'Queue', 'REST', 'Gateway']) {
          await page.getByRole('tab', { name }).click();
          await look(`the wire: ${name}`);
        }
        if (width < 800) {
          await page.getByRole('button', { name: 'Close' }).last().click();
          await page.getByRole('button', { name: 'Channels and people' }).click();
          await look('channels');
        }
        const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
        await one.context.close();
        expect(one.errors).toEqual([]);
      },
      60_000,
    );
  });
});
