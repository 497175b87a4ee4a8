/**
 * The playground in a terminal: one person in one channel, with lines in place of a composer. Everything typed goes to
 * the bot as an interaction over the wire, and everything printed is what it answered.
 */
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { walk } from '../stand-in/components.ts';
import type { Asked, Message } from '../stand-in/stand-in.ts';
import { NoResponse, Refused, StillWaiting } from '../stand-in/stand-in.ts';
import { renderMessage } from '../stand-in/text.ts';
import { parseLine } from './command-line.ts';
import type { PlaygroundScene } from './scene.ts';

/** Longer than any search may take. */
const patience = 15 * 60_000;

const usage = `Type a command as in Discord, for example
  /solve eight 867254301
  /solve peg21 all-7 goal: any private: true
  /help
or "press ▶" for a button under the last answer, and Ctrl-D to leave.`;

/** An answer that can still be cancelled is not the last word. */
const isFinal = (message: Message): boolean =>
  ![...walk(message.components)].some(
    ({ node }) => node.type === ComponentType.Button && node.style === ButtonStyle.Danger,
  );

/**
 * Take lines from standard input until it ends. A line is done when its answer is there. Where there is no input at all, as
 * in the background, the page is what is wanted, and this never ends by itself.
 */
export const runPrompt = async ({ you: person, channel }: PlaygroundScene, status: string): Promise<void> => {
  const isTerminal = process.stdin.isTTY === true;
  // What runs in the background is given /dev/null. A pipe or a file that is empty has an end like any other.
  const hasNoInput = !isTerminal && fstatSync(0).isCharacterDevice();
  const say = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  if (isTerminal) say(`${status}\n\n${usage}`);

  let last: Message | undefined;
  /** The answer to one line; in a terminal also each report of progress on the way. */
  const answered = async (asked: Asked): Promise<void> => {
    last = await asked.until((message) => {
      const final = isFinal(message);
      if (!final && isTerminal) say(renderMessage(message));
      return final;
    }, patience);
    say(renderMessage(last));
  };
  const run = async (line: string): Promise<void> => {
    if (/^\/\s*\S/u.test(line)) {
      const { name, group, subcommand, values } = parseLine(person.commands(channel), person.locale, line);
      const path = { ...(group !== undefined && { group }), ...(subcommand !== undefined && { subcommand }) };
      await answered(await person.command(channel, name, { ...path, options: Object.fromEntries(values) }));
    } else if (/^press\s/u.test(line)) {
      if (last) await answered(await person.press(last, line.slice(6).trim()));
      else say('There is no answer yet.');
    } else if (/^(exit|quit)$/u.test(line)) input.close();
    else say(usage);
  };

  const input = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout, prompt: '> ' }) });
  // A reader that has seen enough, as `head` has, leaves like a person does, in the middle of an answer or not.
  const left = new Promise<void>((resolve) => {
    process.stdout.on('error', () => resolve());
    process.stdin.on('error', () => resolve());
    // A terminal in raw mode sends Ctrl-C to the prompt and not as a signal; it, too, is not to wait for an answer.
    input.on('SIGINT', resolve);
  });
  const runAll = async (): Promise<void> => {
    input.prompt();
    for await (const line of input) {
      try {
        if (line.trim() !== '') await run(line.trim());
      } catch (error) {
        if (!(error instanceof Refused || error instanceof NoResponse || error instanceof StillWaiting)) throw error;
        say(error.message);
      }
      if (isTerminal) input.prompt();
    }
    if (hasNoInput) await left;
  };
  await Promise.race([runAll(), left]);
  input.close();
};
