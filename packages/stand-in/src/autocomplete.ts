import { z } from 'zod';
import type { FieldPath } from './discord-error.ts';
import { parseForm, text } from './schema.ts';

/** The rules of autocomplete. */

export interface Choice {
  readonly name: string;
  readonly value: string | number;
  readonly name_localizations?: Record<string, string | null> | null | undefined;
}

/**
 * Checks the choices for an option. Their values have its type: 3 text, 4 integer, 10 number.
 * @throws DiscordError 50035
 */
export function checkChoices(body: unknown, optionType: number, prefix: FieldPath): Choice[] {
  const choice = z.strictObject({
    name: text(1, 100),
    name_localizations: z.record(z.string(), text(1, 100).nullable()).nullish(),
    value: optionType === 3 ? z.string().max(100) : optionType === 4 ? z.int() : z.number(),
  });
  return parseForm(z.strictObject({ choices: z.array(choice).max(25) }), body, prefix).choices;
}
