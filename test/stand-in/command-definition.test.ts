import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openScene } from '../support/stand-in-bot.ts';
import { send } from '../support/stand-in-rest.ts';

const text = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more });
const sub = (name: string, options: unknown[] = []) => ({ type: 1, name, description: 'd', options });
const good = { name: 'solve', description: 'Solve a position' };
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, value: `v${index}` }));
const many = (count: number) => Array.from({ length: count }, (_, index) => text(`o${index}`));
const long = (length: number) => 'x'.repeat(length);

/** A bad definition, what is wrong with it, and where the answer must say so. */
const bad: [what: string, definition: object, field: string][] = [
  ['an upper-case name', { ...good, name: 'Solve' }, '0.name APPLICATION_COMMAND_INVALID_NAME'],
  ['a name with a space', { ...good, name: 'solve it' }, '0.name APPLICATION_COMMAND_INVALID_NAME'],
  ['a name of 33', { ...good, name: long(33) }, '0.name BASE_TYPE_MAX_LENGTH'],
  ['no name', { description: 'd' }, '0.name BASE_TYPE_REQUIRED'],
  ['no description', { name: 'solve' }, '0.description BASE_TYPE_REQUIRED'],
  ['a description of 101', { ...good, description: long(101) }, '0.description BASE_TYPE_MAX_LENGTH'],
  ['26 options', { ...good, options: many(26) }, '0.options BASE_TYPE_MAX_LENGTH'],
  [
    'a required option after an optional one',
    { ...good, options: [text('a'), text('b', { required: true })] },
    '0.options.1.required APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    'two options of one name',
    { ...good, options: [text('a'), text('a')] },
    '0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
  ],
  [
    'an option name in upper case',
    { ...good, options: [text('A')] },
    '0.options.0.name APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    '26 choices',
    { ...good, options: [text('a', { choices: choices(26) })] },
    '0.options.0.choices BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a choice name of 101',
    { ...good, options: [text('a', { choices: [{ name: long(101), value: 'v' }] })] },
    '0.options.0.choices.0.name BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an empty choice name',
    { ...good, options: [text('a', { choices: [{ name: '', value: 'v' }] })] },
    '0.options.0.choices.0.name BASE_TYPE_MIN_LENGTH',
  ],
  [
    'a choice value of 101',
    { ...good, options: [text('a', { choices: [{ name: 'n', value: long(101) }] })] },
    '0.options.0.choices.0.value BASE_TYPE_MAX_LENGTH',
  ],
  [
    'two choices of one name',
    {
      ...good,
      options: [
        text('a', {
          choices: [
            { name: 'n', value: '1' },
            { name: 'n', value: '2' },
          ],
        }),
      ],
    },
    '0.options.0.choices.1.name APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS',
  ],
  [
    'choices beside autocomplete',
    { ...good, options: [text('a', { choices: choices(1), autocomplete: true })] },
    '0.options.0.choices APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
  ],
  [
    'text as the choice of an integer',
    { ...good, options: [{ ...text('a'), type: 4, choices: [{ name: 'n', value: '1' }] }] },
    '0.options.0.choices.0.value NUMBER_TYPE_COERCE',
  ],
  [
    'autocomplete on a boolean',
    { ...good, options: [{ ...text('a'), type: 5, autocomplete: true }] },
    '0.options.0.autocomplete APPLICATION_COMMAND_OPTION_FIELD_NOT_ALLOWED',
  ],
  [
    'a length limit on an integer',
    { ...good, options: [{ ...text('a'), type: 4, max_length: 3 }] },
    '0.options.0.max_length APPLICATION_COMMAND_OPTION_FIELD_NOT_ALLOWED',
  ],
  [
    'min_length above max_length',
    { ...good, options: [text('a', { min_length: 5, max_length: 4 })] },
    '0.options.0.min_length APPLICATION_COMMAND_OPTION_RANGE_INVALID',
  ],
  [
    'max_length of 6,001',
    { ...good, options: [text('a', { max_length: 6001 })] },
    '0.options.0.max_length NUMBER_TYPE_MAX',
  ],
  [
    'a subcommand beside an option',
    { ...good, options: [sub('a'), text('b')] },
    '0.options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  [
    'a subcommand in a subcommand',
    { ...good, options: [sub('a', [sub('b')])] },
    '0.options.0.options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  [
    'a group that holds an option',
    { ...good, options: [{ ...sub('a'), type: 2, options: [text('b')] }] },
    '0.options.0.options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  ['an empty group', { ...good, options: [{ ...sub('a'), type: 2 }] }, '0.options.0.options BASE_TYPE_REQUIRED'],
  ['an unknown option type', { ...good, options: [{ ...text('a'), type: 12 }] }, '0.options.0.type NUMBER_TYPE_MAX'],
  ['an unknown locale', { ...good, name_localizations: { xx: 'solve' } }, '0.name_localizations.xx BASE_TYPE_CHOICES'],
  [
    'an upper-case translated name',
    { ...good, name_localizations: { de: 'Loesen' } },
    '0.name_localizations.de APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'a translated description of 101',
    { ...good, description_localizations: { ja: long(101) } },
    '0.description_localizations.ja BASE_TYPE_MAX_LENGTH',
  ],
  ['context 3', { ...good, contexts: [3] }, '0.contexts.0 NUMBER_TYPE_MAX'],
  ['integration type 2', { ...good, integration_types: [2] }, '0.integration_types.0 NUMBER_TYPE_MAX'],
  [
    'private channels without user install',
    { ...good, contexts: [2], integration_types: [0] },
    '0.contexts APPLICATION_COMMAND_INVALID_CONTEXTS',
  ],
  [
    'a description on a message command',
    { type: 3, name: 'Solve this', description: 'd' },
    '0.description APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
  ],
  [
    'options on a message command',
    { type: 3, name: 'Solve this', options: [text('a')] },
    '0.options APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
  ],
  [
    'more than 8,000 characters, translations counted',
    {
      ...good,
      options: Array.from({ length: 9 }, (_, index) =>
        text(`o${index}`, {
          choices: Array.from({ length: 10 }, (_unused, n) => ({
            name: `n${n}`,
            value: `v${n}`,
            name_localizations: { ja: `${n}`.padEnd(100, '駒') },
          })),
        }),
      ),
    },
    '0 APPLICATION_COMMAND_TOO_LARGE',
  ],
  ['a misspelt field', { ...good, nfsw: true }, '0.nfsw UNKNOWN_FIELD'],
];

describe('command registration', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let path: string;
  beforeAll(async () => {
    scene = await openScene();
    path = `/applications/${scene.standIn.applicationId}/commands`;
  });
  afterAll(() => scene.standIn.close());

  it.each(bad)('refuses %s', async (_what, definition, field) => {
    const { status, json, faults } = await send(scene.standIn, `PUT ${path}`, [definition]);
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 50035, message: 'Invalid Form Body' });
    expect(faults).toContain(field);
  });

  it('accepts valid commands, keeps their ids by name, and lists them', async () => {
    const definitions = [
      {
        ...good,
        name_localizations: { ja: '解く', de: 'lösen' },
        contexts: [0, 1, 2],
        integration_types: [0, 1],
        options: [
          sub('eight', [
            text('position', { required: true, autocomplete: true }),
            text('mode', { choices: choices(25) }),
          ]),
          { ...sub('more'), type: 2, options: [sub('peg'), sub('block')] },
        ],
      },
      { type: 3, name: 'Solve This Board' },
      { type: 2, name: 'Scores' },
    ];
    const first = await send(scene.standIn, `PUT ${path}`, definitions);
    expect(first.status).toBe(200);
    const second = await send(scene.standIn, `PUT ${path}`, definitions);
    const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
    expect(ids(second.json)).toEqual(ids(first.json));
    const listed = await send(scene.standIn, `GET ${path}?with_localizations=true`);
    expect(listed.json).toMatchObject(definitions);
    const plain = await send(scene.standIn, `GET ${path}`);
    expect(JSON.stringify(plain.json)).not.toContain('lösen');
  });

  it('creates, edits and deletes one by one', async () => {
    const created = await send(scene.standIn, `POST ${path}`, { ...good, name: 'daily' });
    expect(created.status).toBe(201);
    const one = `${path}/${String(created.json.id)}`;
    expect((await send(scene.standIn, `PATCH ${one}`, { description: 'Today' })).json.description).toBe('Today');
    expect((await send(scene.standIn, `PATCH ${one}`, { description: '' })).status).toBe(400);
    expect((await send(scene.standIn, `DELETE ${one}`)).status).toBe(204);
    expect((await send(scene.standIn, `GET ${one}`)).json.code).toBe(10063);
  });

  it('limits names, commands of a type, and creations', async () => {
    const { standIn } = await openScene();
    onTestFinished(() => standIn.close());
    const put = (commands: readonly object[]) =>
      send(standIn, `PUT /applications/${standIn.applicationId}/commands`, commands);
    expect((await put([good, good])).faults).toEqual(['1 APPLICATION_COMMANDS_DUPLICATE_NAME']);
    const named = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => ({ ...good, name: `${prefix}${index}` }));
    expect((await put(named(101, 'a'))).json.code).toBe(30032);
    expect((await put(named(100, 'a'))).status).toBe(200);
    expect((await put(named(100, 'b'))).status).toBe(200);
    expect((await put(named(1, 'c'))).json.code).toBe(30034);
  });

  it('requires the token, and the own application', async () => {
    expect((await send(scene.standIn, `PUT ${path}`, [good], {})).status).toBe(401);
    expect((await send(scene.standIn, `PUT ${path}`, [good], { authorization: 'Bot nonsense' })).status).toBe(401);
    expect((await send(scene.standIn, 'PUT /applications/1/commands', [good])).json.code).toBe(20012);
    expect(scene.standIn.invalidRequests.byStatus[401]).toBe(2);
  });
});
