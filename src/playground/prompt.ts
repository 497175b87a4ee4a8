/**
 * The playground in a terminal: one person in one channel, with lines in place of a composer. Everything typed goes to
 * the bot as an interaction over the wire, and everything printed is what it answered.
 */
import { createInterface } from 'node:readline/promises';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { CommandOption } from './command-definition.ts';
import { walk } from './components.ts';
import type { Asked, Channel, Message, Person, StandIn } from './stand-in.ts';
import { NoResponse, Refused, StillWaiting } from './stand-in.ts';
import { renderMessage } from './text.ts';

/** Longer than any search may take. */
const patience = 15 * 60_000;

const usage = `Type a command as in Discord, for example
  /solve eight 867254301
  /solve peg21 all-7 goal: any private: true
  /help
or "press ▶" for a button under the last answer, and Ctrl-D to leave.`;

/** What a line asks for: the command, and its options by position or as `name: value`. */
const parseLine = (person: Person, channel: Channel, line: string) => {
  const [name = '', ...words] = line.slice(1).trim().split(/\s+/u);
  const command = person.commands(channel).find((known) => known.name === name);
  let options: readonly CommandOption[] = command?.options ?? [];
  let subcommand: string | undefined;
  if (options.some((option) => option.type === 1)) {
    subcommand = words.shift();
    options = options.find((option) => option.name === subcommand)?.options ?? [];
  }
  const values: Record<string, string> = {};
  let at = options.find((option) => option.required)?.name ?? options[0]?.name;
  for (const word of words) {
    const named = /^([^:]+):(.*)$/u.exec(word);
    const current = options.find((option) => option.name === at);
    // What is completed or chosen holds no such word, so that it is a name spelt wrong; any other text may hold it.
    const isFree = current?.type === 3 && !current.autocomplete && !current.choices?.length;
    const isName =
      named !== null &&
      (options.some((option) => option.name === named[1]) || (!isFree && /^[a-z][a-z_-]+$/u.test(named[1]!)));
    if (isName) at = named[1];
    const text = isName ? named[2]! : word;
    if (at !== undefined && text !== '') values[at] = values[at] === undefined ? text : `${values[at]} ${text}`;
  }
  return { name, line: { ...(subcommand !== undefined && { subcommand }), options: values } };
};

/** An answer that can still be cancelled is not the last word. */
const isFinal = (message: Message): boolean =>
  ![...walk(message.components)].some(
    ({ node }) => node.type === ComponentType.Button && node.style === ButtonStyle.Danger,
  );

/** Take lines from standard input until it ends. A line is done when its answer is there. */
export const runPrompt = async ({ standIn, status }: { standIn: StandIn; status: string }): Promise<void> => {
  const channel = standIn.createGuild({ name: 'Playground' }).createChannel({ name: 'puzzles' });
  const person = standIn.createUser({ name: 'you' });
  person.join(channel.guild!);
  const isTerminal = process.stdin.isTTY === true;
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
      const { name, line: options } = parseLine(person, channel, line);
      await answered(await person.command(channel, name, options));
    } else if (/^press\s/u.test(line)) {
      if (last) await answered(await person.press(last, line.slice(6).trim()));
      else say('There is no answer yet.');
    } else if (/^(exit|quit)$/u.test(line)) input.close();
    else say(usage);
  };

  const input = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout, prompt: '> ' }) });
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
  };
  // A reader that has seen enough, as `head` has, leaves like a person does, in the middle of an answer or not.
  const left = new Promise<void>((resolve) => {
    process.stdout.on('error', () => resolve());
    process.stdin.on('error', () => resolve());
    // A terminal in raw mode sends Ctrl-C to the prompt and not as a signal; it, too, is not to wait for an answer.
    input.on('SIGINT', resolve);
  });
  await Promise.race([runAll(), left]);
  input.close();
};
