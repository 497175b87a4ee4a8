/**
 * Logs: one JSON object a line on stderr, because stdout belongs to answers. No line carries a secret.
 */
import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger };

const GONE = '[redacted]';

const SECRET_KEYS = ['token', 'discordToken', 'discord_token', 'authorization', 'password', 'requirepass', 'secret'];

/** What must not appear, and what is written instead. They work on a whole JSON line as well as on plain text. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`"(${SECRET_KEYS.join('|')})":"(?:[^"\\\\]|\\\\.)+"`, 'gi'), `"$1":"${GONE}"`],
  // An interaction's token lets anyone answer in the bot's name for 15 minutes, and it is part of the address.
  [/(\/(?:webhooks|interactions)\/\d+\/)[^/\s?"'\\]+/g, `$1${GONE}`],
  [/\b(Bot|Bearer) [\w.~+/=-]{16,}/g, `$1 ${GONE}`],
  [/(\brediss?:\/\/)[^\s"'@]{0,1000}@/g, `$1${GONE}@`],
  // What a failed command of Redis was given: the password, a token, what people asked. Buffers are arrays in it.
  [/"args":\[(?:"(?:[^"\\]|\\.)*"|\[(?:[\d,]|"[^"\\]*")*\]|[^"[\]])*\]/g, `"args":"${GONE}"`],
  // Base64 of "interaction:", then the id and the random part.
  [/\baW50ZXJhY3Rpb246[\w+/=-]+/g, GONE],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g, GONE],
];

/** The same text without bot tokens, interaction tokens, authorisation headers and Redis passwords. */
export function scrub(text: string): string {
  return SECRETS.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

/**
 * A logger whose lines carry `name`, the process id and the time in ISO 8601.
 *
 * @param write where a finished line goes; for tests.
 */
export function createLogger(name: string, level: LogLevel, write?: (line: string) => void): Logger {
  return pino(
    {
      name,
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutCargo },
      // The finished line is scrubbed, not chosen paths: an error's message, its stack and whatever a library hangs
      // on it (a request's address, its headers) are all covered, however deep they sit.
      hooks: { streamWrite: scrub },
    },
    write === undefined ? standardError() : { write },
  );
}

/** An error without what it carries of somebody's message, or of a command to Redis: secrets look like anything else there. */
function withoutCargo(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { requestBody: _, command, ...rest } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return command === undefined ? rest : { ...rest, command: (command as { name?: string }).name };
}

/**
 * Standard error, until it can't be written any more, as when its terminal was closed. Pino would end the process then,
 * or try for ever to write its last words; but Redis and the work at hand have to be put in order.
 */
function standardError() {
  // At once: an error that came later would find the last words waiting.
  const stream = destination({ dest: 2, sync: true });
  stream.on('error', () => {
    Object.assign(stream, { write: () => true, flushSync: () => {}, end: () => {} });
  });
  return stream;
}
