import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, long, menu, row, times } from '../support/components.ts';
import { openScene } from '../support/stand-in-bot.ts';
import { send } from '../support/stand-in-rest.ts';

const input = (more: object = {}) => ({ type: 4, custom_id: 'position', style: 1, ...more });
const label = (component: object, more: object = {}) => ({ type: 18, label: 'Position', component, ...more });
const modal = (more: object = {}) => ({ custom_id: 'form', title: 'Solve', components: [label(input())], ...more });
const badModals: [what: string, data: object, fault: string][] = [
  ['a title of 46', modal({ title: long(46) }), 'title BASE_TYPE_MAX_LENGTH'],
  ['no title', modal({ title: undefined }), 'title BASE_TYPE_REQUIRED'],
  ['no components', modal({ components: [] }), 'components BASE_TYPE_MIN_LENGTH'],
  [
    '6 labels',
    modal({ components: times(6, (n) => label(input({ custom_id: `${n}` }))) }),
    'components BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a label of 46',
    modal({ components: [label(input(), { label: long(46) })] }),
    'components.0.label BASE_TYPE_MAX_LENGTH',
  ],
  ['a button in a label', modal({ components: [label(button())] }), 'components.0.component.type UNION_TYPE_CHOICES'],
  [
    'a placeholder of 101',
    modal({ components: [label(input({ placeholder: long(101) }))] }),
    'components.0.component.placeholder BASE_TYPE_MAX_LENGTH',
  ],
  [
    'max_length of 4,001',
    modal({ components: [label(input({ max_length: 4001 }))] }),
    'components.0.component.max_length NUMBER_TYPE_MAX',
  ],
  [
    'a value beyond max_length',
    modal({ components: [label(input({ max_length: 2, value: 'abc' }))] }),
    'components.0.component.value BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a custom id twice',
    modal({ components: [label(input()), label(input())] }),
    'components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  ['a bare input', modal({ components: [input()] }), 'components.0.type UNION_TYPE_CHOICES'],
  [
    'an input in a row without label',
    modal({ components: [row(input())] }),
    'components.0.components.0.label BASE_TYPE_REQUIRED',
  ],
  [
    'a disabled menu',
    modal({ components: [label(menu({ disabled: true }))] }),
    'components.0.component.disabled COMPONENT_FIELD_NOT_ALLOWED',
  ],
];

const badChoices: [what: string, choices: unknown, fault: string][] = [
  ['26 choices', times(26, (n) => ({ name: `${n}`, value: `${n}` })), 'choices BASE_TYPE_MAX_LENGTH'],
  ['an empty name', [{ name: '', value: 'v' }], 'choices.0.name BASE_TYPE_MIN_LENGTH'],
  ['a name of 101', [{ name: long(101), value: 'v' }], 'choices.0.name BASE_TYPE_MAX_LENGTH'],
  ['a value of 101', [{ name: 'n', value: long(101) }], 'choices.0.value BASE_TYPE_MAX_LENGTH'],
  ['a number for a text option', [{ name: 'n', value: 1 }], 'choices.0.value STRING_TYPE_CONVERT'],
  ['no list', undefined, 'choices BASE_TYPE_REQUIRED'],
];
describe('a response to an interaction', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeAll(async () => {
    scene = await openScene();
    const options = [{ type: 3, name: 'position', description: 'd', autocomplete: true }];
    const path = `/applications/${scene.standIn.applicationId}/commands`;
    await send(scene.standIn, `PUT ${path}`, [{ name: 'solve', description: 'd', options }]);
  });
  afterAll(() => scene.standIn.close());

  const respondToLast = (body: unknown) => {
    const { id, token } = scene.standIn.interactions.last ?? { id: '', token: '' };
    return send(scene.standIn, `POST /interactions/${id}/${token}/callback`, body, {});
  };

  it.each(badModals)('a modal with %s is refused', async (_what, data, fault) => {
    await scene.ann.command(scene.channel, 'solve');
    expect((await respondToLast({ type: 9, data })).faults).toContain(`data.${fault}`);
  });

  it.each(badChoices)('choices with %s are refused', async (_what, choices, fault) => {
    const completing = scene.ann.complete(scene.channel, 'solve', { focused: 'position' });
    completing.catch(() => {});
    const { json, faults } = await respondToLast({ type: 8, data: { choices } });
    expect(json.code).toBe(50035);
    expect(faults).toContain(`data.${fault}`);
    expect((await respondToLast({ type: 8, data: { choices: [{ name: 'n', value: 'v' }] } })).status).toBe(204);
    expect(await completing).toEqual([{ name: 'n', value: 'v' }]);
  });
});
