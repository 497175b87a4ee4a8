/** Attacks by text that people type. */

import type { Message } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { type MarkNode, parseMarkdown } from '../../../packages/playground/src/page/markdown.ts';
import { playComponent } from '../../../src/features/play/board.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

/** The kinds of markup in a message, as Discord reads it. */
const marksOf = (nodes: readonly MarkNode[]): string[] =>
  nodes.flatMap(({ type, content }) => [type, ...(Array.isArray(content) ? marksOf(content) : [])]);

describe('typed text', () => {
  const nines = '9'.repeat(599);
  const hostile: Record<string, string> = {
    everyone: '@everyone @here <@&1234567890123456789>',
    'a mention': '<@1234567890123456789> <#1234567890123456789> <t:1:R> </solve:1234567890123456789>',
    'a link': 'https://evil.example [867254301](https://evil.example) <https://evil.example>',
    'mark-up': '**8** __6__ ~~7~~ ||2|| `5` > 4 # 3',
    'lines of mark-up': '# 8\n## 6\n> 7\n>>> 2\n- 5\n-# 4\n1. 3',
    'a code block': '```\n867254301\n```js\n@everyone```',
    'text that runs backwards': '\u202E103452768\u202C \u2066867254301\u2069 \u200F\u061C',
    'what nobody sees': '8\u200B6\u200C7\u2060254\uFEFF301\u00AD\u{E0041}\u{E007F}',
    'piled marks': `8${'\u0301\u0316\u0489'.repeat(150)}67254301`,
    'control characters': '86725\u00004301\u0007\u001B[31m\u0085\u2028\u2029',
    'half a character': '8672543\uD8000\uDC001',
    'characters of many parts': '👩‍👩‍👧‍👦🏳️‍🌈🇯🇵8️⃣'.repeat(20),
    'other digits': '８６７２５４３０１ ८६७२५४३०१ ⑧⑥⑦',
    'a number as a power': '1e9 1e999 -0 0x7f Infinity NaN',
    'a long number': nines,
    'brackets without end': '[('.repeat(299),
    'nothing but dashes': '-'.repeat(599),
    'words of JavaScript': '__proto__ constructor toString {{puzzle}} $t(error.ours)',
  };
  const at: Record<string, (text: string) => { name: string; subcommand?: string; options: Record<string, string> }> = {
    '/solve': (position) => ({ name: 'solve', subcommand: 'eight', options: { position } }),
    '/solve with a goal': (goal) => ({ name: 'solve', subcommand: 'onoff', options: { position: '==no/OfF_', goal } }),
    '/compare': (position) => ({ name: 'compare', options: { puzzle: 'peg15', position } }),
    '/heuristic': (bound) => ({ name: 'heuristic', options: { bound: bound.slice(0, 200) } }),
    '/analyse': (moves) => ({ name: 'analyse', options: { puzzle: 'eight', position: '867254301', moves } }),
    '/convert': (text) => ({ name: 'convert', options: { puzzle: 'fifteen', text } }),
    '/play': (position) => ({ name: 'play', subcommand: 'new', options: { puzzle: 'eight', position } }),
    '/daily submit': (moves) => ({ name: 'daily', subcommand: 'submit', options: { moves } }),
  };

  test.each(Object.keys(at))('does no harm in %s', async (place) => {
    const ann = system.person('ann');
    await (await ann.command(system.channel, 'daily', { subcommand: 'show' })).until(isFinal);
    const send = async (typed: string): Promise<Message> => {
      const { name, ...line } = at[place]!(typed);
      return (await ann.command(system.channel, name, line)).until(isFinal);
    };
    const plain = ['text', 'br', 'codeBlock', 'inlineCode', 'twemoji'];
    const ours = marksOf(parseMarkdown(textOf(await send('zz'))));
    const called = ['user', 'role', 'channel', 'everyone', 'here', 'url', 'autolink', 'link', 'spoiler', 'timestamp'];
    for (const [what, typed] of Object.entries(hostile)) {
      const message = await send(typed);
      const said = textOf(message);
      expect(said.length, what).toBeLessThan(4000);
      const kinds = marksOf(parseMarkdown(said));
      // Text that is a position after all is answered as one, with the markup of an answer. Only its player sees a game.
      const isGame = JSON.stringify(message.components).includes(`"custom_id":"${playComponent}|`);
      const strange =
        message.ephemeral && !isGame
          ? kinds.filter((kind) => !plain.includes(kind) && !ours.includes(kind))
          : kinds.filter((kind) => called.includes(kind));
      expect(strange, `${what}: ${said}`).toEqual([]);
      // The bot inserts zero-width spaces to break mentions and links.
      expect(said.replaceAll('\u200B', ''), what).not.toMatch(
        /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\u{E0000}-\u{E007F}]/u,
      );
      expect(said, what).not.toMatch(/\p{M}{4}/u);
      expect(said, what).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(message.pings.everyone, what).toBe(false);
    }
  });

  test('and types on, in autocomplete, does none either', async () => {
    const ann = system.person('ann');
    for (const typed of Object.values(hostile)) {
      const choices = await ann.complete(system.channel, 'solve', {
        subcommand: 'eight',
        focused: 'position',
        options: { position: typed },
      });
      for (const { name } of choices) expect([...name].length).toBeLessThanOrEqual(100);
    }
  });
});
