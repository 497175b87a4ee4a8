import { z } from 'zod';
import type { FormFault } from '../stand-in/discord-error.ts';

/**
 * zod in Discord's words: schemas say what a field may be, and `faultsOf` tells their complaints with the codes and sentences
 * the API answers with. https://docs.discord.com/developers/reference#error-messages
 *
 * Lengths are counted in UTF-16 code units. Discord counts characters outside the basic plane (most emoji) once, so the
 * stand-in is the stricter of the two there, never the laxer.
 */

/** A custom issue: `fault('BASE_TYPE_REQUIRED', …)` inside a `.check` or `superRefine`. */
export function fault(code: string, message: string, path: (string | number)[] = []) {
  return { code: 'custom' as const, message, path, params: { code } };
}

const snowflakePattern = /^\d{15,20}$/;
export const snowflakeField = () =>
  z.string().refine((id) => snowflakePattern.test(id), {
    params: { code: 'NUMBER_TYPE_COERCE' },
    error: (issue) => `Value "${String(issue.input)}" is not snowflake.`,
  });

/** Text of `min` to `max`, both counted in. */
export const text = (min: number, max: number) => z.string().min(min).max(max);
export const integer = (min: number, max: number) => z.int().min(min).max(max);

/** Every complaint of a failed parse, worded as Discord words it. */
export function faultsOf(error: z.ZodError, input: unknown): FormFault[] {
  return error.issues.flatMap((issue) => translate(issue, input));
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

function translate(issue: z.core.$ZodIssue, input: unknown): FormFault[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  const one = (code: string, message: string): FormFault[] => [{ path, code, message }];
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'string') return one('BASE_TYPE_MAX_LENGTH', `Must be ${issue.maximum} or fewer in length.`);
      if (issue.origin === 'array') return one('BASE_TYPE_MAX_LENGTH', `Must be ${issue.maximum} or fewer in length.`);
      return one('NUMBER_TYPE_MAX', `int value should be less than or equal to ${issue.maximum}.`);
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') {
        return one('BASE_TYPE_MIN_LENGTH', `Must be ${issue.minimum} or more in length.`);
      }
      return one('NUMBER_TYPE_MIN', `int value should be greater than or equal to ${issue.minimum}.`);
    case 'invalid_type': {
      const value = at(input, issue.path);
      if (value === undefined || value === null) return one('BASE_TYPE_REQUIRED', 'This field is required');
      if (issue.expected === 'array') return one('LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
      if (issue.expected === 'object' || issue.expected === 'record') {
        return one('MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
      }
      if (issue.expected === 'boolean') return one('BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
      if (issue.expected === 'string')
        return one('STRING_TYPE_CONVERT', `Could not interpret "${String(value)}" as string.`);
      return one('NUMBER_TYPE_COERCE', `Value "${String(value)}" is not ${issue.expected}.`);
    }
    case 'invalid_value':
      if (at(input, issue.path) === undefined) return one('BASE_TYPE_REQUIRED', 'This field is required');
      return one('BASE_TYPE_CHOICES', `Value must be one of {${issue.values.map(String).join(', ')}}.`);
    case 'invalid_union': {
      if (issue.discriminator !== undefined) {
        if (at(input, issue.path) === undefined) return one('BASE_TYPE_REQUIRED', 'This field is required');
        const known = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String).join(', ') : '…';
        return one('UNION_TYPE_CHOICES', `Value of field "type" must be one of (${known}).`);
      }
      // Of several readings, the one that came nearest is the one worth reporting.
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
      return nearest.flatMap((inner) =>
        translate(inner, at(input, issue.path)).map((found) => ({ ...found, path: [...path, ...found.path] })),
      );
    }
    case 'unrecognized_keys':
      // Discord itself passes silently over a field it doesn't know. A stand-in that did so would let a misspelt field through.
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: 'UNKNOWN_FIELD',
        message: 'This field is not known here.',
      }));
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) =>
        translate(inner, undefined).map((found) => ({ ...found, path: [...path, ...found.path] })),
      );
    case 'custom':
      return one(String(issue.params?.code ?? 'BASE_TYPE_INVALID'), issue.message);
    default:
      return one('STRING_TYPE_REGEX', 'String value did not match validation regex.');
  }
}
