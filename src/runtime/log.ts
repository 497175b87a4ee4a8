/** JSON logs on stderr, one object per line, or sentences in a terminal. Stdout is for answers. No line contains a secret. */
import { isatty } from 'node:tty';
import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger };

/** Patterns of secrets and their replacements. They match in plain text and in a line of JSON. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/"(token|discord_?token|authorization|password|requirepass|secret)":"(?:[^"\\]|\\.)+"/gi, '"$1":"[redacted]"'],
  // An interaction's token is part of the URL. For 15 minutes, anyone who has it can answer as the bot.
  [/(\/(?:webhooks|interactions)\/\d+\/)[^/\s?"'\\]+/g, '$1[redacted]'],
  [/\b(Bot|Bearer) [\w.~+/=-]{16,}/g, '$1 [redacted]'],
  [/(\brediss?(?:\+sentinel)?:\/\/)[^\s"'@]{0,1000}@/g, '$1[redacted]@'],
  [/(\bsentinelPassword=)[^&\s"']+/g, '$1[redacted]'],
  // Arguments of a failed Redis command: a password, a token, a person's request. Buffers are arrays in it.
  [/"args":\[(?:"(?:[^"\\]|\\.)*"|\[(?:[\d,]|"[^"\\]*")*\]|[^"[\]])*\]/g, '"args":"[redacted]"'],
  // An interaction's token: "interaction:", its id and a random part in Base64.
  [/\baW50ZXJhY3Rpb246[\w+/=-]+/g, '[redacted]'],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g, '[redacted]'],
];

export function scrub(text: string): string {
  return SECRETS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** @param write receives each line instead of stderr; for tests. */
export function createLogger(name: string, level: LogLevel, write?: (line: string) => void): Logger {
  // Whoever debugs wants all details.
  const isForPeople = write === undefined && isatty(2) && level !== 'debug' && level !== 'trace';
  return pino(
    {
      name,
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      // Pino's `redact` needs paths. Secrets also occur in messages, stacks and nested properties of library errors.
      hooks: { streamWrite: isForPeople ? (line) => sentence(scrub(line)) : scrub },
    },
    write === undefined ? standardError() : { write },
  );
}

const MINUTE_MS = 60_000;

/** Logs errors that repeat, as those of a full Redis, at most once a minute. Their first words tell sorts apart. */
export function onceAMinute(log: (error: unknown) => void): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    const [sort = ''] = String((error as Error)?.message).split(' ', 1);
    const now = performance.now();
    if (now < (loggedAt.get(sort) ?? Number.NEGATIVE_INFINITY) + MINUTE_MS) return;
    loggedAt.set(sort, now);
    log(error);
  };
}

/** What a line says, with its details in parentheses: `worker: work failed (kind solve, boom)`. */
export function sentence(line: string): string {
  const { level: _, time: __, pid: ___, name, msg, err, ...details } = JSON.parse(line) as Record<string, unknown>;
  const words = Object.entries(details).map(([key, value]) => `${key} ${[value].flat().map(plain).join(' ')}`);
  if (err !== undefined) words.push((err as Error).message);
  return `${name}: ${msg}${words.length === 0 ? '' : ` (${words.join(', ')})`}\n`;
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Removes message bodies and arguments of Redis commands, whose secrets no pattern recognises. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { requestBody: _, command, ...rest }: Record<string, unknown> = { ...stdSerializers.err(error) };
  return command === undefined ? rest : { ...rest, command: (command as { name?: string }).name };
}

/** Discards lines once stderr fails, for example with its terminal. Pino would exit or retry forever. */
function standardError() {
  // Writes are synchronous, so that an error occurs before the last lines are buffered.
  const stream = destination({ dest: 2, sync: true });
  stream.on('error', () => {
    Object.assign(stream, { write: () => true, flushSync: () => {}, end: () => {} });
  });
  return stream;
}
