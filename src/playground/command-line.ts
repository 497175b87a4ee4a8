/**
 * A command as one line of text, `/solve eight 867254301 method: bfs`: read by the prompt in a terminal and by the page.
 * It is no judge: what is wrong with the values is for the person to say who is about to send them.
 */
import type { Command, CommandOption } from '../stand-in/command-definition.ts';

/** The numbers of Discord; written out, so that the page needs none of their library. */
export const optionTypes = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

type Named = Pick<CommandOption, 'name' | 'name_localizations'>;

/** What a thing is called in a language. */
export const nameIn = (thing: Named, locale: string): string => thing.name_localizations?.[locale] ?? thing.name;

export const isCalled = (thing: Named, name: string, locale: string): boolean =>
  thing.name === name || thing.name_localizations?.[locale] === name;

/** A command with its subcommand: what there is to run. */
export interface Leaf {
  readonly command: Command;
  /** The group and the subcommand, where there are any. */
  readonly path: readonly CommandOption[];
  readonly options: readonly CommandOption[];
}

const isNested = ({ type }: CommandOption): boolean => type === optionTypes.subcommand || type === optionTypes.group;

/** All that a command can be run as. */
export const leavesOf = (command: Command): Leaf[] => {
  const below = (options: readonly CommandOption[], path: readonly CommandOption[]): Leaf[] =>
    options.some(isNested)
      ? options.flatMap((option) => below(option.options ?? [], [...path, option]))
      : [{ command, path, options }];
  return below(command.options ?? [], []);
};

export interface Line {
  readonly name: string;
  readonly command: Command | undefined;
  /** The words of the group and the subcommand as they were typed, also where there are no such. */
  readonly group: string | undefined;
  readonly subcommand: string | undefined;
  /** Set once the line names all of it. */
  readonly leaf: Leaf | undefined;
  /** What is given, by the name as it was typed: `position: 8 6 7/…` is all words up to the next name. */
  readonly values: ReadonlyMap<string, string>;
  /** The name of the option that further text would belong to. */
  readonly at: string | undefined;
}

/** Reads a line that starts with `/`. Options come by position, the first required one first, or as `name: value`. */
export const parseLine = (commands: readonly Command[], locale: string, line: string): Line => {
  const [name = '', ...words] = line.slice(1).trim().split(/\s+/u);
  const command = commands.find((known) => isCalled(known, name, locale));
  const path: CommandOption[] = [];
  let options = command?.options ?? [];
  const typed: Record<'group' | 'subcommand', string | undefined> = { group: undefined, subcommand: undefined };
  while (options.some(isNested)) {
    const word = words.shift();
    const found = options.find((option) => isCalled(option, word ?? '', locale));
    typed[(found ?? options[0])?.type === optionTypes.group ? 'group' : 'subcommand'] = word;
    if (!found) break;
    path.push(found);
    options = found.options ?? [];
  }
  const isWhole = command !== undefined && !options.some(isNested);

  const values = new Map<string, string>();
  const known = isWhole ? options : [];
  let at = (known.find((option) => option.required) ?? known[0])?.name;
  for (const word of words) {
    const named = /^([^:]+):(.*)$/u.exec(word);
    const current = known.find((option) => isCalled(option, at ?? '', locale));
    // What is completed or chosen holds no such word, so that it is a name spelt wrong; any other text may hold it.
    const isFree = current?.type === optionTypes.string && !current.autocomplete && !current.choices?.length;
    const isName =
      named !== null &&
      (known.some((option) => isCalled(option, named[1]!, locale)) || (!isFree && /^[a-z][a-z_-]+$/u.test(named[1]!)));
    if (isName) at = named[1];
    const text = isName ? named[2]! : word;
    if (at !== undefined && text !== '') values.set(at, values.has(at) ? `${values.get(at)} ${text}` : text);
  }
  return { name, command, ...typed, leaf: isWhole ? { command, path, options } : undefined, values, at };
};

/** What to type for a choice: its value is shorter than its name, unless it is a number that says nothing. */
export const typedChoice = ({ name, value }: { name: string; value: string | number }): string =>
  typeof value === 'string' ? value : name;
