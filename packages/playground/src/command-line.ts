/**
 * Parses a command in one line of text, as in `/solve eight 867254301 method: bfs`. The prompt and the page use it.
 * It does not check values; `Person.command` does.
 */
import { type Command, type CommandOption, isCalled } from '@antipode/stand-in/command';

/** Discord's numbers, written out so that the page doesn't load a library for them. */
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

/** Something to run: a command without subcommands, or a subcommand. */
export interface Leaf {
  readonly command: Command;
  /** The group and the subcommand, if there are any. */
  readonly path: readonly CommandOption[];
  readonly options: readonly CommandOption[];
}

const isNested = ({ type }: CommandOption): boolean => type === optionTypes.subcommand || type === optionTypes.group;

/** Everything to run in a command. */
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
  /** The group and the subcommand as typed, even if they don't exist. */
  readonly group: string | undefined;
  readonly subcommand: string | undefined;
  /** Set once the line names command, group and subcommand. */
  readonly leaf: Leaf | undefined;
  /** Values by the option's name as typed. In `position: 8 6 7/…` the value is all words up to the next name. */
  readonly values: ReadonlyMap<string, string>;
  /** The name of the option that further text belongs to. */
  readonly at: string | undefined;
}

/** Parses a line that starts with `/`. The first value needs no name: it belongs to the first required option. */
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
    // `word:` is an option's name. In free text it may also be part of the value; elsewhere it is a misspelt name.
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
