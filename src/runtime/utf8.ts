import { isUtf8 } from 'node:buffer';

/** Text in UTF-8, without its byte order mark; undefined for anything else. */
export const utf8In = (bytes: Uint8Array): string | undefined =>
  // No text has a NUL, but files in UTF-16 and binary ones do.
  isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
