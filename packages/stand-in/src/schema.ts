import { z } from 'zod';
import { type FieldPath, type FormFault, invalidForm } from './discord-error.ts';

/**
 * Schemas of request bodies. zod checks a body, and `faultsOf` translates its issues into Discord's codes and sentences.
 * https://docs.discord.com/developers/reference#error-messages
 *
 * Lengths count UTF-16 code units. Discord counts a character outside the basic plane (most emoji) once, so the stand-in
 * is stricter there.
 */

/** A custom issue for `superRefine`. */
export function fault(code: string, message: string, path: (string | number)[] = []) {
  return { code: 'custom' as const, message, path, params: { code } };
}

export const snowflakeField = () =>
  z.string().refine((id) => /^\d{15,20}$/.test(id), {
    params: { code: 'NUMBER_TYPE_COERCE' },
    error: (issue) => `Value "${String(issue.input)}" is not snowflake.`,
  });

/** Text of `min` to `max` characters, inclusive. */
export const text = (min: number, max: number) => z.string().min(min).max(max);
export const integer = (min: number, max: number) => z.int().min(min).max(max);

/** Adds a fault for an address that is malformed or has another scheme. */
export function checkUrl(
  url: string | null | undefined,
  schemes: readonly string[],
  context: z.RefinementCtx<unknown>,
  path: (string | number)[] = [],
): void {
  if (url == null) return;
  if (!URL.canParse(url)) {
    context.addIssue(fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.', path));
    return;
  }
  const scheme = new URL(url).protocol.slice(0, -1);
  if (schemes.includes(scheme)) return;
  const known = schemes.map((one) => `'${one}'`).join(', ');
  const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${known}).`;
  context.addIssue(fault('URL_TYPE_INVALID_SCHEME', message, path));
}

/**
 * Parses a body, or the form at `prefix` in it.
 * @throws DiscordError 50035 with every fault
 */
export function parseForm<Shape extends z.ZodType>(schema: Shape, body: unknown, prefix?: FieldPath): z.infer<Shape> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidForm(faultsOf(parsed.error, body), prefix);
  return parsed.data;
}

/** The issues of a failed parse as Discord reports them. */
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
      if (issue.origin === 'string' || issue.origin === 'array') {
        return one('BASE_TYPE_MAX_LENGTH', `Must be ${issue.maximum} or fewer in length.`);
      }
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
      // Report the alternative with the fewest issues.
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
      return nearest.flatMap((inner) =>
        translate(inner, at(input, issue.path)).map((found) => ({ ...found, path: [...path, ...found.path] })),
      );
    }
    case 'unrecognized_keys':
      // Discord ignores unknown fields. Here they are refused, because they are usually misspelt.
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
