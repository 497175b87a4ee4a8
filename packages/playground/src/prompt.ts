/**
 * The playground in a terminal: one person in one channel types commands line by line. Each becomes an interaction of the
 * bot, and its responses are printed.
 */
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type InteractionHandle, type Message, NoResponse, Refused, WaitTimeout } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { plainText, renderMessage } from '@antipode/stand-in/text';
import { parseLine } from './command-line.ts';
import type { PlaygroundScene } from './scene.ts';

/** Longer than any search takes. */
const answerMs = 15 * 60_000;

const usage = `Type a command as in Discord, for example
  /solve eight 867254301
  /solve peg21 all-7 goal: any private: true
  /help
or "press ▶" for a button under the last answer, and Ctrl-D to leave.
In answers, [Label] is a button, (Label) one that is disabled, <Label: …> a menu, and {name: …} a file in words.`;

/** What the prompt knows of the bot behind the stand-in. */
export interface BotInText {
  /** A text with what a terminal can show in place of the bot's own emoji. */
  readonly inUnicode: (text: string) => string;
  /** Whether a message only reports the progress of an interaction. */
  readonly isReport: (components: unknown, interaction: string) => boolean;
}

/** The button that is shown as an emoji which somebody may type as plain text: `8` for 8️⃣. */
const buttonOf = ({ components }: Message, typed: string, show: (text: string) => string): string => {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\uFE0F\u20E3\u200B]/gu, '');
  for (const { node } of walk(components)) {
    const emoji = node.emoji as { readonly name?: string } | undefined;
    if (emoji?.name && !node.label && plain(show(emoji.name)) === plain(typed)) return node.custom_id ?? typed;
  }
  return typed;
};

/**
 * Runs the lines of standard input, each after the answer to the one before, until the input ends. In the background, where
 * there is no input, it never ends, because only the page is used.
 */
export const runPrompt = async (
  { you: person, channel }: PlaygroundScene,
  status: string,
  { inUnicode, isReport }: BotInText,
): Promise<void> => {
  const isTerminal = process.stdin.isTTY === true;
  // In the background, standard input is /dev/null. An empty pipe or file ends like any other.
  const hasNoInput = !isTerminal && fstatSync(0).isCharacterDevice();
  const print = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  if (isTerminal) print(`${status}\n\n${usage}`);

  const printMessage = (message: Message): void =>
    print(plainText(inUnicode(renderMessage(message)), channel.world, person.locale));
  let last: Message | undefined;
  /** Prints the answer, and in a terminal also its progress. */
  const printAnswer = async (handle: InteractionHandle): Promise<void> => {
    if ((await handle.acknowledged) === 'modal') return print(`${handle.modal()?.title}: the page shows this form.`);
    last = await handle.untilAny((message) => {
      const isOver = !isReport(message.components, handle.id);
      if (!isOver && isTerminal) printMessage(message);
      return isOver;
    }, answerMs);
    printMessage(last);
  };
  const run = async (line: string): Promise<void> => {
    if (/^\/\s*\S/u.test(line)) {
      const { name, group, subcommand, values } = parseLine(person.commands(channel), person.locale, line);
      const path = { ...(group !== undefined && { group }), ...(subcommand !== undefined && { subcommand }) };
      await printAnswer(await person.command(channel, name, { ...path, options: Object.fromEntries(values) }));
    } else if (/^press\s/u.test(line)) {
      if (last) await printAnswer(await person.press(last, buttonOf(last, line.slice(6).trim(), inUnicode)));
      else print('There is no answer yet.');
    } else if (/^(exit|quit)$/u.test(line)) input.close();
    else print(usage);
  };

  const input = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout, prompt: '> ' }) });
  // A closed output, as in a pipe to `head`, ends the prompt at once, even during an answer.
  const closed = new Promise<void>((resolve) => {
    process.stdout.on('error', () => resolve());
    process.stdin.on('error', () => resolve());
    // In raw mode Ctrl-C reaches the prompt and not the process. It must not wait for an answer either.
    input.on('SIGINT', resolve);
  });
  const runAll = async (): Promise<void> => {
    input.prompt();
    for await (const line of input) {
      try {
        if (line.trim() !== '') await run(line.trim());
      } catch (error) {
        if (!(error instanceof Refused || error instanceof NoResponse || error instanceof WaitTimeout)) throw error;
        print(inUnicode(error.message));
      }
      if (isTerminal) input.prompt();
    }
    if (hasNoInput) await closed;
  };
  // A terminal that closes fails the lines too: that is an end, not a mistake.
  const lines = runAll().catch((error: Error) => {
    if (error !== process.stdin.errored) throw error;
  });
  await Promise.race([lines, closed]);
  input.close();
};
