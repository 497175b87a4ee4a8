import type { CommandLine } from '@antipode/stand-in/person/command-options';
import { definitions } from '../../src/features/index.ts';

/** Commands that take the puzzle as an option. `/solve` has a subcommand for each. */
const withOption = definitions.flatMap((definition) =>
  'options' in definition && definition.options?.some(({ name }) => name === 'puzzle') ? definition.name : [],
);

/** What follows the name of a command: a subcommand, or the puzzle as an option. */
export const lineOf = (
  command: string,
  subcommand: string | undefined,
  options: NonNullable<CommandLine['options']>,
): CommandLine =>
  withOption.includes(command) && subcommand !== undefined
    ? { options: { puzzle: subcommand, ...options } }
    : { ...(subcommand !== undefined && { subcommand }), options };
