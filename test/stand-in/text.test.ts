import { expect, it } from 'vitest';
import { plainText, renderMessage } from '../../src/stand-in/text.ts';
import { openScene } from '../support/stand-in-bot.ts';
import { multipart, send } from '../support/stand-in-rest.ts';

it('renders embeds, layouts, buttons, menus and files as text', async () => {
  const { standIn, guild, ann } = await openScene();
  try {
    const channel = guild.createChannel();
    const post = async (body: object, files: string[] = []) => {
      const form = multipart(
        body,
        files.map((name) => ({ name, bytes: new Uint8Array(3) })),
      );
      expect(await send(standIn, `POST /channels/${channel.id}/messages`, form)).toMatchObject({ status: 200 });
      const last = ann.messages(channel).at(-1);
      return last && renderMessage(last);
    };
    const embed = {
      title: 'Solved',
      description: '31 moves',
      fields: [{ name: 'Nodes', value: '1,204' }],
      footer: { text: 'optimal' },
    };
    const button = (label: string, more: object = {}) => ({ type: 2, style: 1, label, custom_id: label, ...more });
    const menu = {
      type: 3,
      custom_id: 'm',
      placeholder: 'Puzzle',
      options: [
        { label: 'eight', value: '8', default: true },
        { label: 'peg', value: 'p' },
      ],
    };
    const rows = [
      { type: 1, components: [button('Next', { emoji: { name: '▶️' } }), button('Back', { disabled: true })] },
      { type: 1, components: [menu] },
    ];
    expect(await post({ content: 'Here.', embeds: [embed], components: rows }, ['path.txt'])).toBe(
      [
        'Here.',
        '| Solved',
        '| 31 moves',
        '| Nodes: 1,204',
        '| optimal',
        '[▶️ Next] (Back)',
        '<Puzzle: *eight | peg>',
        '{path.txt}',
      ].join('\n'),
    );

    const link = { type: 2, style: 5, label: 'Proof', url: 'https://example.org/' };
    const inside = [
      { type: 9, components: [{ type: 10, content: '# 31 moves\nnot one less' }], accessory: link },
      { type: 14 },
      { type: 12, items: [{ media: { url: 'attachment://way.gif' }, description: 'The way' }] },
    ];
    expect(await post({ flags: 1 << 15, components: [{ type: 17, components: inside }] }, ['way.gif'])).toBe(
      ['| # 31 moves', '| not one less', '| [Proof -> https://example.org/]', '| ----', '| {way.gif: The way}'].join(
        '\n',
      ),
    );
  } finally {
    await standIn.close();
  }
});

it('leaves out the marks of Markdown, but not what a position is written with', () => {
  const written =
    '| ### 8 puzzle\n| `1234_5678`\n| ```\n| 5 6\n| ```\n| **31 moves** · ||12||\n| -# searched\n| [Play]';
  const plain = '| 8 puzzle\n| 1234_5678\n| \n| 5 6\n| \n| 31 moves · 12\n| searched\n| [Play]';
  expect(plainText(written)).toBe(plain);
});
