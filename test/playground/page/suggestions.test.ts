import type { Command, CommandOption } from '@antipode/stand-in/command';
import { describe, expect, it } from 'vitest';
import { compose, mentionOf, type Place, usedIn } from '../../../packages/playground/src/page/suggestions.ts';

const option = (type: number, name: string, more: Partial<CommandOption> = {}): CommandOption => ({
  type,
  name,
  description: `about ${name}`,
  ...more,
});
const who = option(6, 'who');
const options = [
  option(3, 'position', { required: true, autocomplete: true }),
  option(3, 'view', {
    choices: [
      { name: 'emoji', value: 'emoji' },
      { name: 'a picture', value: 'picture', name_localizations: { ja: '画像' } },
    ],
  }),
  option(5, 'private'),
  who,
];
const place = (locale = 'en-US'): Place => ({
  commands: [
    {
      name: 'solve',
      type: 1,
      description: 'Solves',
      name_localizations: { ja: '解く' },
      options: [
        option(1, 'eight', { options }),
        option(1, 'six', { options: [option(3, 'position', { required: true })] }),
      ],
    } as unknown as Command,
    { name: 'help', type: 1, description: 'Tells how to solve', options: [] } as unknown as Command,
    { name: 'Solve this', type: 3, description: '', name_localizations: { ja: 'これを解く' } } as unknown as Command,
    {
      name: 'read',
      type: 1,
      description: 'Takes a file',
      options: [option(3, 'position', { required: true }), option(11, 'file'), option(5, 'private')],
    } as unknown as Command,
  ],
  locale,
  users: [
    { id: '100000000000000001', name: 'ann', isBot: false },
    { id: '100000000000000002', name: 'ben', isBot: false },
  ],
  guild: undefined,
  channels: [],
});

/** What is offered, and what the line becomes when the first is taken. */
const offered = (text: string, locale?: string) => {
  const { stage, suggestions, isEager } = compose(text, place(locale));
  return { stage, labels: suggestions.map(({ label }) => label), line: suggestions[0]?.line, isEager };
};

describe('a suggestion', () => {
  it.each([
    ['hello', { stage: 'none', labels: [] }],
    [
      '/',
      {
        stage: 'command',
        labels: ['/solve eight', '/solve six', '/help', '/read'],
        line: '/solve eight ',
        isEager: true,
      },
    ],
    ['/so', { labels: ['/solve eight', '/solve six', '/help'], line: '/solve eight ' }],
    ['/si', { labels: ['/solve six'] }],
    ['/xy', { labels: [] }],
    ['/solve s', { labels: ['/solve six'], line: '/solve six ' }],
    // Complete as it stands: Enter sends it.
    ['/help', { labels: ['/help'], isEager: false }],
    ['/solve eight ', { stage: 'value', labels: [], isEager: false }],
    ['/solve eight 867 ', { stage: 'option', labels: ['view:', 'private:', 'who:'], line: '/solve eight 867 view:' }],
    ['/solve eight 867 view:', { stage: 'value', labels: ['emoji', 'a picture'], isEager: false }],
    ['/solve eight 867 view:pic', { labels: ['a picture'], line: '/solve eight 867 view:picture ', isEager: true }],
    ['/solve eight 867 view:emoji', { isEager: false }],
    ['/solve eight 867 private:t', { labels: ['True'], line: '/solve eight 867 private:True ' }],
    ['/solve eight 867 who:b', { labels: ['@ben'], line: '/solve eight 867 who:@ben ' }],
    ['/solve eight 8 6 7 vi', { labels: ['view:'], line: '/solve eight 8 6 7 view:' }],
  ])('for %j', (text, expected) => {
    expect(offered(text)).toMatchObject(expected);
  });

  it('is in the language of the person', () => {
    expect(offered('/解', 'ja')).toMatchObject({ labels: ['/解く eight', '/解く six'], line: '/解く eight ' });
    expect(offered('/solve eight 867 view:画', 'ja')).toMatchObject({ labels: ['画像'] });
  });

  it('leaves out the option of a file that is attached', () => {
    const labels = (hasFile: boolean) =>
      compose('/read 867 ', { ...place(), hasFile }).suggestions.map(({ label }) => label);
    expect(labels(false)).toEqual(['file:', 'private:']);
    expect(labels(true)).toEqual(['private:']);
  });
});

it.each([
  ['/solve eight', 'ja', '/解く eight'],
  ['/solve eight', 'en-US', '/solve eight'],
  ['Solve this', 'ja', 'これを解く'],
  ['/gone', 'ja', '/gone'],
])('%j is called by its name in %s', (used, locale, name) => {
  expect(usedIn(place().commands, locale, used)).toBe(name);
});

it('replaces a suggested name by its id, and keeps other text', () => {
  expect(mentionOf(who, '@ben', place())).toBe('100000000000000002');
  expect(mentionOf(who, '@carl', place())).toBe('@carl');
  expect(mentionOf(options[0]!, '@ben', place())).toBe('@ben');
});
