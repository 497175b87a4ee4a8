import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, long, menu, option, plain, row, times } from '../support/components.ts';
import { openScene } from '../support/stand-in-bot.ts';
import { multipart, send } from '../support/stand-in-rest.ts';

const V2 = 1 << 15;
const words = (content: string) => ({ type: 10, content });
const picture = (more: object = {}) => ({ media: { url: 'https://example.org/board.png' }, ...more });
const gallery = (...items: object[]) => ({ type: 12, items });
const thumbnail = { type: 11, ...picture() };
const section = (components: object[], accessory: object = thumbnail) => ({ type: 9, components, accessory });
const layout = (...components: object[]) => ({ flags: V2, components });
const legacy = (...components: object[]) => ({ content: 'x', components });
const embed = (more: object) => ({ embeds: [{ description: 'd', ...more }] });

/** A message Discord refuses, and where the answer says so (below `data`). */
const bad: [what: string, data: object, fault: string][] = [
  ['content of 2,001', { content: long(2001) }, 'content BASE_TYPE_MAX_LENGTH'],
  ['content that is a number', { content: 5 }, 'content STRING_TYPE_CONVERT'],
  ['a misspelt field', { content: 'x', embed: {} }, 'embed UNKNOWN_FIELD'],
  ['11 embeds', { embeds: times(11, () => ({ title: 't' })) }, 'embeds BASE_TYPE_MAX_LENGTH'],
  ['an empty embed', { embeds: [{}] }, 'embeds.0.description BASE_TYPE_REQUIRED'],
  ['an embed title of 257', embed({ title: long(257) }), 'embeds.0.title BASE_TYPE_MAX_LENGTH'],
  ['an embed description of 4,097', embed({ description: long(4097) }), 'embeds.0.description BASE_TYPE_MAX_LENGTH'],
  [
    '26 embed fields',
    embed({ fields: times(26, () => ({ name: 'n', value: 'v' })) }),
    'embeds.0.fields BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an empty field value',
    embed({ fields: [{ name: 'n', value: '' }] }),
    'embeds.0.fields.0.value BASE_TYPE_MIN_LENGTH',
  ],
  [
    'a field name of 257',
    embed({ fields: [{ name: long(257), value: 'v' }] }),
    'embeds.0.fields.0.name BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a field value of 1,025',
    embed({ fields: [{ name: 'n', value: long(1025) }] }),
    'embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH',
  ],
  ['a footer of 2,049', embed({ footer: { text: long(2049) } }), 'embeds.0.footer.text BASE_TYPE_MAX_LENGTH'],
  ['an author of 257', embed({ author: { name: long(257) } }), 'embeds.0.author.name BASE_TYPE_MAX_LENGTH'],
  ['a colour past white', embed({ color: 0x1_00_00_00 }), 'embeds.0.color NUMBER_TYPE_MAX'],
  ['an embed link to nowhere', embed({ url: 'nowhere' }), 'embeds.0.url URL_TYPE_INVALID_URL'],
  [
    '6,001 characters of embeds',
    { embeds: times(2, (n) => ({ description: long(3000 + n) })) },
    'embeds MAX_EMBED_SIZE_EXCEEDED',
  ],
  ['6 rows', legacy(...times(6, (n) => row(plain(n)))), 'components BASE_TYPE_MAX_LENGTH'],
  ['6 buttons in a row', legacy(row(...times(6, plain))), 'components.0.components BASE_TYPE_MAX_LENGTH'],
  ['an empty row', legacy(row()), 'components.0.components BASE_TYPE_MIN_LENGTH'],
  ['a button outside of a row', legacy(button()), 'components.0.type UNION_TYPE_CHOICES'],
  ['a menu beside a button', legacy(row(button(), menu())), 'components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
  [
    'a custom id twice',
    legacy(row(button()), row(button())),
    'components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'a custom id of 101',
    legacy(row(button({ custom_id: long(101) }))),
    'components.0.components.0.custom_id BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an empty custom id',
    legacy(row(button({ custom_id: '' }))),
    'components.0.components.0.custom_id BASE_TYPE_MIN_LENGTH',
  ],
  [
    'a button without custom id',
    legacy(row({ type: 2, style: 1, label: 'Go' })),
    'components.0.components.0.custom_id BASE_TYPE_REQUIRED',
  ],
  ['a label of 81', legacy(row(button({ label: long(81) }))), 'components.0.components.0.label BASE_TYPE_MAX_LENGTH'],
  [
    'a button without label or emoji',
    legacy(row({ type: 2, style: 1, custom_id: 'go' })),
    'components.0.components.0.label BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
  ],
  [
    'a link button without url',
    legacy(row({ type: 2, style: 5, label: 'Go' })),
    'components.0.components.0.url BASE_TYPE_REQUIRED',
  ],
  [
    'a link button with a custom id',
    legacy(row(button({ style: 5, url: 'https://example.org' }))),
    'components.0.components.0.custom_id BUTTON_FIELD_NOT_ALLOWED',
  ],
  [
    'a plain button with a url',
    legacy(row(button({ url: 'https://example.org' }))),
    'components.0.components.0.url BUTTON_FIELD_NOT_ALLOWED',
  ],
  [
    'a link with a strange scheme',
    legacy(row({ type: 2, style: 5, label: 'Go', url: 'ftp://example.org' })),
    'components.0.components.0.url URL_TYPE_INVALID_SCHEME',
  ],
  ['button style 7', legacy(row(button({ style: 7 }))), 'components.0.components.0.style NUMBER_TYPE_MAX'],
  [
    'letters as an emoji',
    legacy(row(button({ emoji: { name: 'smile' } }))),
    'components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI',
  ],
  [
    'an emoji nobody uploaded',
    legacy(row(button({ emoji: { id: '1234567890123456789', name: 'tile' } }))),
    'components.0.components.0.emoji.id COMPONENT_INVALID_EMOJI',
  ],
  [
    '26 options',
    legacy(row(menu({ options: times(26, (n) => option(n)) }))),
    'components.0.components.0.options BASE_TYPE_MAX_LENGTH',
  ],
  ['no options', legacy(row(menu({ options: [] }))), 'components.0.components.0.options BASE_TYPE_MIN_LENGTH'],
  [
    'an option label of 101',
    legacy(row(menu({ options: [option(0, { label: long(101) })] }))),
    'components.0.components.0.options.0.label BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an option value twice',
    legacy(row(menu({ options: [option(0), option(0)] }))),
    'components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  ],
  [
    'min_values above max_values',
    legacy(row(menu({ min_values: 2 }))),
    'components.0.components.0.min_values COMPONENT_MIN_MAX_INVALID',
  ],
  [
    'max_values above the options',
    legacy(row(menu({ max_values: 2 }))),
    'components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE',
  ],
  [
    'a placeholder of 151',
    legacy(row(menu({ placeholder: long(151) }))),
    'components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH',
  ],
  ['V2 components without the flag', { components: [words('x')] }, 'components.0.type UNION_TYPE_CHOICES'],
  [
    'content beside V2',
    { ...layout(words('x')), content: 'y' },
    'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'embeds beside V2',
    { ...layout(words('x')), embeds: [{ title: 't' }] },
    'embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    '41 components, nested ones counted',
    layout(...times(10, () => section([words('a'), words('b')])), words('c')),
    'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
  ],
  [
    '4,001 characters of text',
    layout(words(long(4000)), words('x')),
    'components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
  ],
  ['an empty text display', layout(words('')), 'components.0.content BASE_TYPE_MIN_LENGTH'],
  [
    'a section with 4 texts',
    layout(section(times(4, (n) => words(`${n}`)))),
    'components.0.components BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a section without accessory',
    layout({ type: 9, components: [words('x')] }),
    'components.0.accessory BASE_TYPE_REQUIRED',
  ],
  ['a menu as accessory', layout(section([words('x')], menu())), 'components.0.accessory.type UNION_TYPE_CHOICES'],
  ['an empty gallery', layout(gallery()), 'components.0.items BASE_TYPE_MIN_LENGTH'],
  [
    '11 pictures in a gallery',
    layout(gallery(...times(11, () => picture()))),
    'components.0.items BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an alt text of 1,025',
    layout(gallery(picture({ description: long(1025) }))),
    'components.0.items.0.description BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a picture that was not uploaded',
    layout(gallery({ media: { url: 'attachment://board.gif' } })),
    'components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
  [
    'a file that was not uploaded',
    layout({ type: 13, file: { url: 'attachment://path.txt' } }),
    'components.0.file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
  [
    'a container in a container',
    layout({ type: 17, components: [{ type: 17, components: [words('x')] }] }),
    'components.0.components.0.type UNION_TYPE_CHOICES',
  ],
  ['an empty container', layout({ type: 17, components: [] }), 'components.0.components BASE_TYPE_MIN_LENGTH'],
  ['separator spacing 3', layout({ type: 14, spacing: 3 }), 'components.0.spacing NUMBER_TYPE_MAX'],
  [
    'a text input in a message',
    layout(row({ type: 4, custom_id: 'a', style: 1 })),
    'components.0.components.0.type UNION_TYPE_CHOICES',
  ],
  ['an unknown component', layout({ type: 99 }), 'components.0.type UNION_TYPE_CHOICES'],
  [
    'a component id twice',
    layout({ ...words('x'), id: 7 }, { ...words('y'), id: 7 }),
    'components.1.id COMPONENT_ID_DUPLICATED',
  ],
  [
    'an unknown kind of mention',
    { content: 'x', allowed_mentions: { parse: ['all'] } },
    'allowed_mentions.parse.0 BASE_TYPE_CHOICES',
  ],
  [
    'mentions both parsed and listed',
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1234567890123456789'] } },
    'allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    'an attachment that was not uploaded',
    { content: 'x', attachments: [{ id: 0 }] },
    'attachments.0.id ATTACHMENT_NOT_FOUND',
  ],
  [
    'a reference in a reply',
    { content: 'x', message_reference: { message_id: '1234567890123456789' } },
    'message_reference UNKNOWN_FIELD',
  ],
];

describe('a message', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeAll(async () => {
    scene = await openScene();
    const options = [{ type: 3, name: 'position', description: 'd', autocomplete: true }];
    const path = `/applications/${scene.standIn.applicationId}/commands`;
    await send(scene.standIn, `PUT ${path}`, [{ name: 'solve', description: 'd', options }]);
  });
  afterAll(() => scene.standIn.close());

  const ask = async () => {
    const asked = await scene.ann.command(scene.channel, 'solve');
    const webhook = `/webhooks/${scene.standIn.applicationId}/${asked.token}`;
    const respond = (body: unknown) =>
      send(scene.standIn, `POST /interactions/${asked.id}/${asked.token}/callback?with_response=true`, body, {});
    const edit = (body: unknown) => send(scene.standIn, `PATCH ${webhook}/messages/@original`, body, {});
    return { asked, respond, edit };
  };

  it.each(bad)('with %s is refused', async (_what, data, fault) => {
    const { asked, respond } = await ask();
    const refused = await respond({ type: 4, data });
    expect(refused.json).toMatchObject({ code: 50035, message: 'Invalid Form Body' });
    expect(refused.faults).toContain(`data.${fault}`);
    // A refused response does not count, so another one is accepted.
    expect((await respond({ type: 4, data: { content: 'better' } })).status).toBe(200);
    expect((await asked.until()).content).toBe('better');
  });

  it.each([
    ['nothing', {}],
    ['blank content', { content: ' \n ' }],
    ['no layout', { flags: V2, components: [] }],
  ])('a message of %s is empty', async (_what, data) => {
    const { respond } = await ask();
    expect((await respond({ type: 4, data })).json).toMatchObject({ code: 50006 });
  });

  it('is accepted at every limit', async () => {
    for (const data of [
      { content: long(2000), embeds: times(10, () => ({ description: long(600) })) },
      legacy(...times(5, (r) => row(...times(5, (n) => plain(r * 5 + n))))),
      layout(
        ...times(9, () => section([words('a'), words('b')])),
        row(button(), button({ custom_id: 'b', emoji: { name: '⬅️' } })),
        words(long(3900)),
      ),
      layout({
        type: 17,
        accent_color: 0xff_ff_ff,
        components: [gallery(...times(10, () => picture({ description: long(1024), spoiler: true })))],
      }),
      layout(words('駒'.repeat(3386))),
    ]) {
      const { respond } = await ask();
      expect(await respond({ type: 4, data })).toMatchObject({ status: 200, faults: [] });
    }
  });

  it('gets a 500 for too many bytes of text, as from Discord', async () => {
    const { respond } = await ask();
    expect((await respond({ type: 4, data: layout(words('駒'.repeat(3400))) })).status).toBe(500);
  });

  it('keeps the V2 flag through edits and refuses to remove it', async () => {
    const { asked, respond, edit } = await ask();
    await respond({ type: 4, data: layout(words('one')) });
    expect((await edit({ components: [words('two')] })).status).toBe(200);
    expect((await edit({ flags: 0, components: [words('three')] })).faults).toEqual([
      'flags MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
    ]);
    expect((await edit({ content: 'four' })).faults).toEqual([
      'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ]);
    expect(asked.reply()?.components).toMatchObject([words('two')]);
    expect((asked.reply()?.flags ?? 0) & V2).toBe(V2);
  });

  it('must clear its content when an edit sets the V2 flag', async () => {
    const { respond, edit } = await ask();
    await respond({ type: 4, data: { content: 'one' } });
    expect((await edit(layout(words('two')))).faults).toHaveLength(1);
    expect((await edit({ ...layout(words('two')), content: null })).status).toBe(200);
  });

  it('takes up to ten files of up to 10 MiB', async () => {
    // Large ones in edits: a first response has three seconds, in which a busy machine may not read so much.
    const { respond, edit } = await ask();
    const file = (size: number) => ({ name: 'board.gif', bytes: new Uint8Array(size) });
    const data = layout(gallery({ media: { url: 'attachment://board.gif' } }));
    const eleven = times(11, () => file(1));
    expect((await respond(multipart({ type: 4, data }, eleven))).faults).toEqual([
      'data.attachments BASE_TYPE_MAX_LENGTH',
    ]);
    await respond({ type: 5 });
    const body = { ...data, attachments: [{ id: '0' }] };
    const large = await edit(multipart(body, [file(10 * 1024 * 1024 + 1)]));
    expect(large).toMatchObject({ status: 413, json: { code: 40005 } });
    expect((await edit(multipart(body, [file(10 * 1024 * 1024)]))).status).toBe(200);
  });
});
