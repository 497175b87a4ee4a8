/**
 * Error responses of Discord.
 *
 * Shapes: https://docs.discord.com/developers/reference#error-messages, codes:
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */

/** Where a field is in a body. */
export type FieldPath = readonly (string | number)[];

/** One fault of a form. */
export interface FormFault {
  readonly path: FieldPath;
  /** Discord's name of the fault. */
  readonly code: string;
  readonly message: string;
}

interface FormErrors {
  _errors?: { code: string; message: string }[];
  [field: string]: FormErrors | { code: string; message: string }[] | undefined;
}

/** Adds a fault to a list. */
export type AddFault = (path: FieldPath, code: string, message: string) => void;

/** A REST response other than 2xx. Every rule of the stand-in throws it; rest.ts turns it into JSON. */
export class DiscordError extends Error {
  readonly status: number;
  readonly code: number;
  readonly faults: readonly FormFault[];

  constructor(status: number, code: number, message: string, faults: readonly FormFault[] = []) {
    super(message);
    this.name = 'DiscordError';
    this.status = status;
    this.code = code;
    this.faults = faults;
  }

  /** The JSON body: `{ message, code, errors? }`, with `errors` nested by field. */
  toJSON(): { message: string; code: number; errors?: FormErrors } {
    if (this.faults.length === 0) return { message: this.message, code: this.code };
    const errors: FormErrors = {};
    for (const fault of this.faults) {
      let node = errors;
      for (const key of fault.path) {
        node[key] ??= {};
        node = node[key] as FormErrors;
      }
      node._errors ??= [];
      node._errors.push({ code: fault.code, message: fault.message });
    }
    return { message: this.message, code: this.code, errors };
  }
}

/** 50035 with its nested faults. `prefix` is where the checked form is in the body, e.g. `['data']` in a callback. */
export function invalidForm(faults: readonly FormFault[], prefix: FieldPath = []): DiscordError {
  const placed = faults.map((fault) => ({ ...fault, path: [...prefix, ...fault.path] }));
  return new DiscordError(400, 50035, 'Invalid Form Body', placed);
}

/** 50035 with one fault. */
export const invalidField = (path: FieldPath, code: string, message: string): DiscordError =>
  invalidForm([{ path, code, message }]);

export const unauthorized = () => new DiscordError(401, 0, '401: Unauthorized');
export const notFound = () => new DiscordError(404, 0, '404: Not Found');
export const notAllowed = () => new DiscordError(405, 0, '405: Method Not Allowed');
export const serverError = () => new DiscordError(500, 0, '500: Internal Server Error');
export const unknown = {
  application: () => new DiscordError(404, 10002, 'Unknown Application'),
  channel: () => new DiscordError(404, 10003, 'Unknown Channel'),
  guild: () => new DiscordError(404, 10004, 'Unknown Guild'),
  member: () => new DiscordError(404, 10007, 'Unknown Member'),
  message: () => new DiscordError(404, 10008, 'Unknown Message'),
  role: () => new DiscordError(404, 10011, 'Unknown Role'),
  user: () => new DiscordError(404, 10013, 'Unknown User'),
  emoji: () => new DiscordError(404, 10014, 'Unknown Emoji'),
  webhook: () => new DiscordError(404, 10015, 'Unknown Webhook'),
  interaction: () => new DiscordError(404, 10062, 'Unknown interaction'),
  command: () => new DiscordError(404, 10063, 'Unknown application command'),
} as const;
export const missingAccess = () => new DiscordError(403, 50001, 'Missing Access');
export const missingPermissions = () => new DiscordError(403, 50013, 'Missing Permissions');
export const emptyMessage = () => new DiscordError(400, 50006, 'Cannot send an empty message');
export const tooLarge = () => new DiscordError(413, 40005, 'Request entity too large');
