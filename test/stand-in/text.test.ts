import { plainText, renderMessage } from '@antipode/stand-in/text';
import { describe, expect, it, onTestFinished } from 'vitest';
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

describe('Markdown as plain text', () => {
  const open = async () => {
    const { standIn, guild, ann } = await openScene();
    onTestFinished(() => standIn.close());
    return { ann, guild, read: (markdown: string, locale = 'en-GB') => plainText(markdown, standIn.world, locale) };
  };

  it('has no marks, but all that a position is written with', async () => {
    const { read } = await open();
    const written =
      '| ### 8 puzzle\n| `1234_5678`\n| ```\n| 5 6\n| ```\n| **31 moves** · ||12||\n| -# searched\n| [Play]\n| > quoted';
    const plain = '| 8 puzzle\n| 1234_5678\n| \n| 5 6\n| \n| 31 moves · 12\n| searched\n| [Play]\n| quoted';
    expect(read(written)).toBe(plain);
  });

  it('has names in place of ids', async () => {
    const { ann, guild, read } = await open();
    const channel = guild.createChannel({ name: 'puzzles' });
    const role = guild.createRole({ name: 'solvers' });
    expect(read(`<@${ann.id}> <@!${ann.id}> <@&${role.id}> <@&${guild.id}> <#${channel.id}>`)).toBe(
      '@ann @ann @solvers @everyone #puzzles',
    );
    expect(read('<@100000000000000001> <#100000000000000001> <@&100000000000000001>')).toBe(
      '@100000000000000001 #100000000000000001 @100000000000000001',
    );
    expect(read('</play new:1575301642981474318> <:wave:1575301642981474318> <a:dance:1575301642981474318>')).toBe(
      '/play new :wave: :dance:',
    );
  });

  it('has times in words, in the reader’s language', async () => {
    const { read } = await open();
    const soon = Math.round(Date.now() / 1000) + 7300;
    expect(read(`<t:${soon}:R>`)).toBe('in 2 hours');
    expect(read(`<t:${soon}:R>`, 'ja')).toBe('2 時間後');
    expect(read('<t:0:t> | <t:0:T> | <t:0:d> | <t:0:D>')).toMatch(
      /^\d\d:\d\d \| \d\d:\d\d:\d\d \| .*19(?:70|69) \| .*19(?:70|69)$/u,
    );
    expect(read('<t:0> <t:0:f> <t:0:F> <t:0:s> <t:0:S>')).not.toContain('<t:');
    expect(read('<t:99999999999999999>')).toBe('<t:99999999999999999>');
  });

  it('has the address of a link after its words', async () => {
    const { read } = await open();
    expect(read('[the proof](https://example.org/a) and <https://example.org/b>')).toBe(
      'the proof (https://example.org/a) and https://example.org/b',
    );
  });

  it('has no escapes, and leaves code as it is', async () => {
    const { read } = await open();
    expect(read('1\\. ann\\_b \\<@1>')).toBe('1. ann_b <@1>');
    expect(read('`<t:0:R> **` ```</play:1> \\_```')).toBe('<t:0:R> ** </play:1> \\_');
  });
});
